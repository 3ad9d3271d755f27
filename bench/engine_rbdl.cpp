/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* RBDL: the joints' coordinates, and Featherstone's articulated-body algorithm.
   Accelerations alone. Written from its interface; the distribution has no
   package, so that this is compiled only where pkg-config finds RBDL.

   Source: the interface, RBDL 3, rbdl/Model.h and rbdl/Dynamics.h. */
#include "engine_eigen.h"

#include <rbdl/rbdl.h>

#include <vector>

namespace rbd = RigidBodyDynamics;

namespace
{

struct rbdl_run {
  rbd::Model model;
  rbd::Math::VectorNd q, v, tau, a;
};

/* A free body takes three coordinates and then a ball joint, of which AddBody
   returns the number. */
void *start(const engine_tree *tree, const char *, double)
{
  if (tree->loops > 0)
    return nullptr;
  rbdl_run *of = new rbdl_run;
  rbd::Model &model = of->model;
  std::vector<unsigned> id(tree->bodies);
  model.gravity = eigen_vector(tree->gravity);
  for (size_t b = 0; b < tree->bodies; b++) {
    const engine_body *body = &tree->body[b];
    const eigen_link link = eigen_link_of(tree, b);
    const bool on_world = !body->joined || body->parent == ENGINE_WORLD;
    id[b] = model.AddBody(
        on_world ? 0 : id[body->parent],
        rbd::Math::Xtrans(body->joined ? link.joint : Eigen::Vector3d(0, 0, 0)),
        rbd::Joint(body->joined ? rbd::JointTypeSpherical
                                : rbd::JointTypeFloatingBase),
        rbd::Body(body->mass, rbd::Math::Vector3d(link.centre),
                  rbd::Math::Matrix3d(link.inertia)));
  }
  of->q = rbd::Math::VectorNd::Zero(model.q_size);
  of->v = of->tau = of->a = rbd::Math::VectorNd::Zero(model.qdot_size);
  for (size_t b = 0; b < tree->bodies; b++) {
    const eigen_link link = eigen_link_of(tree, b);
    const Eigen::Quaterniond &t = link.turn;
    model.SetQuaternion(
        id[b], rbd::Math::Quaternion(t.x(), t.y(), t.z(), t.w()), of->q);
    of->v.segment(model.mJoints[id[b]].q_index, 3) = link.omega;
    if (!tree->body[b].joined) { /* the first */
      of->q.head(3) = link.joint;
      of->v.head(3) = link.v;
    }
  }
  return of;
}

int evaluate(void *run)
{
  rbdl_run *of = static_cast<rbdl_run *>(run);
  rbd::ForwardDynamics(of->model, of->q, of->v, of->tau, of->a);
  return 0;
}

void release(void *run)
{
  delete static_cast<rbdl_run *>(run);
}

const engine rbdl = {"RBDL", start, nullptr, nullptr, evaluate, release};

} // namespace

extern const engine *const engine_rbdl = &rbdl;
