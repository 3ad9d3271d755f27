/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A body of a tree as libraries on Eigen want it: its frame has the origin in
   its joint, or in the centre of mass if it is free, and the axes of its
   parent's when the joint is not turned. */
#ifndef PANTIN_BENCH_ENGINE_EIGEN_H
#define PANTIN_BENCH_ENGINE_EIGEN_H

#include "engine.h"

#include <Eigen/Geometry>

struct eigen_link {
  Eigen::Vector3d joint;   /* in the parent's frame [m] */
  Eigen::Vector3d centre;  /* of mass, in its own [m] */
  Eigen::Matrix3d inertia; /* about the centre [kg m^2] */
  Eigen::Quaterniond turn; /* from the parent's frame */
  Eigen::Vector3d v;       /* of a free body, in the world's frame [m/s] */
  Eigen::Vector3d omega;   /* relative to the parent's, in its own [rad/s] */
};

inline Eigen::Vector3d eigen_vector(const double *v)
{
  return Eigen::Vector3d(v[0], v[1], v[2]);
}

inline Eigen::Quaterniond eigen_quaternion(const double *q)
{
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]);
}

inline eigen_link eigen_link_of(const engine_tree *tree, size_t b)
{
  const engine_body *body = &tree->body[b];
  const engine_body *parent = body->joined && body->parent != ENGINE_WORLD
                                  ? &tree->body[body->parent]
                                  : nullptr;
  eigen_link of;
  of.turn = eigen_quaternion(body->q);
  of.omega = eigen_vector(body->omega);
  if (parent) {
    of.turn = eigen_quaternion(parent->q).conjugate() * of.turn;
    of.omega -= eigen_vector(parent->omega);
  }
  of.omega = eigen_quaternion(body->q).conjugate() * of.omega;
  of.v = eigen_vector(body->v);
  of.joint = eigen_vector(body->joined ? body->parent_point : body->x);
  if (parent && parent->joined)
    of.joint -= eigen_vector(parent->point);
  of.centre = Eigen::Vector3d::Zero();
  if (body->joined)
    of.centre = -eigen_vector(body->point);
  of.inertia = eigen_vector(body->inertia).asDiagonal();
  return of;
}

#endif
