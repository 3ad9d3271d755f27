/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bullet's multibody, in double precision: the joints' coordinates, as MuJoCo,
   and Featherstone's articulated-body algorithm. Its damping is switched off;
   all else is as it comes. C++, as Bullet has no C interface.

   Source: the interface, Bullet 3.24, btMultiBody.h. */
#include "engine.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <cstring>
#include <vector>

namespace
{

btVector3 vector(const double *v)
{
  return btVector3(v[0], v[1], v[2]);
}

btQuaternion quaternion(const double *q)
{
  return btQuaternion(q[1], q[2], q[3], q[0]);
}

struct bullet_run {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase broadphase;
  btMultiBodyConstraintSolver solver;
  btMultiBodyDynamicsWorld world;
  btMultiBody *tree;
  int first; /* body of the first link: 1 if body 0 is the free base */
  double dt;
  btAlignedObjectArray<btScalar> numbers; /* these three: work */
  btAlignedObjectArray<btVector3> vectors;
  btAlignedObjectArray<btMatrix3x3> matrices;

  bullet_run(const engine_tree *from, bool rk4, double step);
  ~bullet_run();
  void add_link(const engine_tree *from, int link);
  void set_velocity(const engine_tree *from, int link);
};

bullet_run::bullet_run(const engine_tree *from, bool rk4, double step)
    : dispatcher(&configuration),
      world(&dispatcher, &broadphase, &solver, &configuration),
      first(from->body[0].joined ? 0 : 1), dt(step)
{
  const engine_body *base = &from->body[0];
  const int links = static_cast<int>(from->bodies) - first;
  tree = first ? new btMultiBody(links, base->mass, vector(base->inertia),
                                 false, false)
               : new btMultiBody(links, 0, btVector3(0, 0, 0), true, false);
  if (first)
    tree->setBaseWorldTransform(
        btTransform(quaternion(base->q), vector(base->x)));
  for (int link = 0; link < links; link++)
    add_link(from, link);
  tree->finalizeMultiDof();
  tree->setLinearDamping(0);
  tree->setAngularDamping(0);
  tree->useRK4Integration(rk4);
  if (first) {
    tree->setBaseVel(vector(base->v));
    tree->setBaseOmega(vector(base->omega));
  }
  for (int link = 0; link < links; link++)
    set_velocity(from, link);
  world.setGravity(vector(from->gravity));
  world.addMultiBody(tree);
}

bullet_run::~bullet_run()
{
  world.removeMultiBody(tree);
  delete tree;
}

void bullet_run::add_link(const engine_tree *from, int link)
{
  const engine_body *body = &from->body[link + first];
  const bool on_world = body->parent == ENGINE_WORLD;
  const int parent = on_world ? -1 : static_cast<int>(body->parent) - first;
  const btQuaternion parent_q = on_world
                                    ? btQuaternion::getIdentity()
                                    : quaternion(from->body[body->parent].q);
  tree->setupSpherical(link, body->mass, vector(body->inertia), parent,
                       quaternion(body->q).inverse() * parent_q,
                       vector(body->parent_point), -vector(body->point), true);
}

/* The relative omega, in the link's frame. */
void bullet_run::set_velocity(const engine_tree *from, int link)
{
  const engine_body *body = &from->body[link + first];
  btVector3 omega = vector(body->omega);
  if (body->parent != ENGINE_WORLD)
    omega -= vector(from->body[body->parent].omega);
  omega = quatRotate(quaternion(body->q).inverse(), omega);
  double values[3] = {omega.x(), omega.y(), omega.z()};
  tree->setJointVelMultiDof(link, values);
}

void *start(const engine_tree *tree, const char *method, double dt)
{
  if (tree->loops > 0)
    return nullptr;
  return new bullet_run(tree, std::strcmp(method, "rk4") == 0, dt);
}

/* One step, not divided. */
int step(void *run)
{
  bullet_run *of = static_cast<bullet_run *>(run);
  of->world.stepSimulation(of->dt, 0);
  return 0;
}

int evaluate(void *run)
{
  bullet_run *of = static_cast<bullet_run *>(run);
  of->tree->computeAccelerationsArticulatedBodyAlgorithmMultiDof(
      of->dt, of->numbers, of->vectors, of->matrices, false, false, false);
  return 0;
}

void put(double *to, const btVector3 &v)
{
  for (int k = 0; k < 3; k++)
    to[k] = v[k];
}

void put(double *to, const btQuaternion &q)
{
  to[0] = q.w();
  to[1] = q.x();
  to[2] = q.y();
  to[3] = q.z();
}

/* Bullet tells velocities of links in their own frames. */
void read(void *run, double *y)
{
  const bullet_run *of = static_cast<bullet_run *>(run);
  const btMultiBody *tree = of->tree;
  const int links = tree->getNumLinks();
  double *u = y + 7 * (links + of->first);
  std::vector<btVector3> omega(static_cast<size_t>(links) + 1);
  std::vector<btVector3> v(omega.size());
  tree->compTreeLinkVelocities(omega.data(), v.data());
  for (int link = -of->first; link < links; link++) {
    const size_t at = static_cast<size_t>(link + 1);
    const int body = link + of->first;
    btQuaternion q = tree->getWorldToBaseRot().inverse();
    btVector3 x = tree->getBasePos();
    if (link >= 0) {
      x = tree->localPosToWorld(link, btVector3(0, 0, 0));
      tree->localFrameToWorld(link, btMatrix3x3::getIdentity()).getRotation(q);
    }
    put(y + 7 * body, x);
    put(y + 7 * body + 3, q);
    put(u + 6 * body, quatRotate(q, v[at]));
    put(u + 6 * body + 3, quatRotate(q, omega[at]));
  }
}

void release(void *run)
{
  delete static_cast<bullet_run *>(run);
}

const engine bullet = {"Bullet", start, step, read, evaluate, release};

} // namespace

extern const engine *const engine_bullet = &bullet;
