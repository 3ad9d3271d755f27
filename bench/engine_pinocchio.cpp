/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Pinocchio: the joints' coordinates, and Featherstone's articulated-body
   algorithm. Accelerations alone. Written from its interface; the distribution
   has no package, so that this is compiled only where pkg-config finds
   Pinocchio.

   Source: the interface, Pinocchio 3, pinocchio/multibody/model.hpp and
   pinocchio/algorithm/aba.hpp. */
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>

#include "engine_eigen.h"

#include <memory>
#include <string>
#include <vector>

namespace
{

struct pinocchio_run {
  pinocchio::Model model;
  std::unique_ptr<pinocchio::Data> data;
  Eigen::VectorXd q, v, tau;
};

/* Adds a body with its joint; returns the joint's number. */
pinocchio::JointIndex add_link(pinocchio::Model &model, const engine_body *body,
                               const eigen_link &link,
                               pinocchio::JointIndex parent,
                               const std::string &name)
{
  const pinocchio::SE3 there(Eigen::Matrix3d::Identity(), link.joint);
  const pinocchio::JointIndex id =
      body->joined ? model.addJoint(parent, pinocchio::JointModelSpherical(),
                                    there, name)
                   : model.addJoint(0, pinocchio::JointModelFreeFlyer(),
                                    pinocchio::SE3::Identity(), name);
  model.appendBodyToJoint(
      id, pinocchio::Inertia(body->mass, link.centre, link.inertia),
      pinocchio::SE3::Identity());
  return id;
}

/* Writes the coordinates of a joint, and its velocities in the body's frame. */
void set_state(pinocchio_run *of, const engine_body *body,
               const eigen_link &link, pinocchio::JointIndex id)
{
  Eigen::Index q = of->model.idx_qs[id], v = of->model.idx_vs[id];
  if (!body->joined) {
    of->q.segment(q, 3) = link.joint;
    of->v.segment(v, 3) = link.turn.conjugate() * link.v;
    q += 3;
    v += 3;
  }
  of->q.segment(q, 4) = link.turn.coeffs(); /* x, y, z, w */
  of->v.segment(v, 3) = link.omega;
}

void *start(const engine_tree *tree, const char *, double)
{
  if (tree->loops > 0)
    return nullptr;
  pinocchio_run *of = new pinocchio_run;
  std::vector<pinocchio::JointIndex> id(tree->bodies);
  of->model.gravity.linear() = eigen_vector(tree->gravity);
  for (size_t b = 0; b < tree->bodies; b++) {
    const engine_body *body = &tree->body[b];
    const bool on_world = !body->joined || body->parent == ENGINE_WORLD;
    id[b] = add_link(of->model, body, eigen_link_of(tree, b),
                     on_world ? 0 : id[body->parent], std::to_string(b));
  }
  of->data.reset(new pinocchio::Data(of->model));
  of->q = Eigen::VectorXd::Zero(of->model.nq);
  of->v = of->tau = Eigen::VectorXd::Zero(of->model.nv);
  for (size_t b = 0; b < tree->bodies; b++)
    set_state(of, &tree->body[b], eigen_link_of(tree, b), id[b]);
  return of;
}

int evaluate(void *run)
{
  pinocchio_run *of = static_cast<pinocchio_run *>(run);
  pinocchio::aba(of->model, *of->data, of->q, of->v, of->tau);
  return 0;
}

void release(void *run)
{
  delete static_cast<pinocchio_run *>(run);
}

const engine pinocchio_engine = {"Pinocchio", start,    nullptr,
                                 nullptr,     evaluate, release};

} // namespace

extern const engine *const engine_pinocchio = &pinocchio_engine;
