/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bullet's sequential impulses, in double precision, on given contacts without
   friction. All balls are put into the origin, where the contacts are too:
   nothing turns. Corrections and warm starts are switched off, so that it
   solves the same problem from the same start; all else is as it comes. It
   includes making the rows, not finding the contacts. C++, as Bullet has no C
   interface.

   Source: the interface, Bullet 3.24, btSequentialImpulseConstraintSolver.h. */
#include "contact_peer.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

namespace
{

struct bullet_state {
  const contact_problem *problem;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher;
  btSequentialImpulseConstraintSolver solver;
  btContactSolverInfo info;
  btSphereShape ball;
  std::vector<std::unique_ptr<btRigidBody>> body; /* the last: the wall */
  std::vector<std::unique_ptr<btPersistentManifold>> contact;
  std::vector<btCollisionObject *> objects;
  std::vector<btPersistentManifold *> manifolds;

  bullet_state(const contact_problem *of, const contact_order *order);
  void add_body(double mass);
  void add_contact(size_t c);
};

void bullet_state::add_body(double mass)
{
  btVector3 inertia(0, 0, 0);
  if (mass > 0)
    ball.calculateLocalInertia(mass, inertia);
  body.emplace_back(new btRigidBody(mass, nullptr, &ball, inertia));
  objects.push_back(body.back().get());
}

void bullet_state::add_contact(size_t c)
{
  const btVector3 origin(0, 0, 0);
  const double *n = problem->normal[c];
  btManifoldPoint point(origin, origin, btVector3(n[0], n[1], n[2]), 0);
  point.m_positionWorldOnA = point.m_positionWorldOnB = origin;
  point.m_combinedFriction = point.m_combinedRestitution = 0;
  /* The normal points from B to A. */
  contact.emplace_back(new btPersistentManifold(
      body[problem->pair[c][1]].get(), body[problem->pair[c][0]].get(), 0,
      BT_LARGE_FLOAT, BT_LARGE_FLOAT));
  contact.back()->addManifoldPoint(point);
  manifolds.push_back(contact.back().get());
}

bullet_state::bullet_state(const contact_problem *of,
                           const contact_order *order)
    : problem(of), dispatcher(&configuration), ball(1)
{
  for (size_t k = 0; k < of->bodies; k++)
    add_body(1 / of->inverse_mass[k]);
  add_body(0);
  for (size_t c = 0; c < of->rows; c++)
    add_contact(c);
  info.m_numIterations = static_cast<int>(order->iterations);
  info.m_timeStep = 0.01;
  info.m_erp = info.m_erp2 = 0;
  info.m_splitImpulse = 0;
  info.m_solverMode &= ~SOLVER_USE_WARMSTARTING;
}

void *start(const contact_problem *problem, const contact_order *order)
{
  return new bullet_state(problem, order);
}

int run(void *state, double *lambda)
{
  bullet_state *of = static_cast<bullet_state *>(state);
  const contact_problem *problem = of->problem;
  for (size_t k = 0; k < problem->bodies; k++) {
    const double *v = problem->velocity[k];
    of->body[k]->setLinearVelocity(btVector3(v[0], v[1], v[2]));
  }
  of->solver.solveGroup(
      of->objects.data(), static_cast<int>(of->objects.size()),
      of->manifolds.data(), static_cast<int>(of->manifolds.size()), nullptr, 0,
      of->info, nullptr, &of->dispatcher);
  for (size_t c = 0; c < problem->rows; c++)
    lambda[c] = of->manifolds[c]->getContactPoint(0).m_appliedImpulse;
  return 0;
}

const contact_peer bullet = {start, run};

} // namespace

extern const contact_peer *const contact_bullet;
const contact_peer *const contact_bullet = &bullet;
