/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Allocates the arrays of a system, and multiplies by J and W. assembly_set.c
   evaluates them at a state, load.c adds the forces F. */
#include "pantin/body/assembly.h"

#include "pantin/base/alloc.h"
#include "pantin/body/assembly_private.h"
#include "pantin/body/four.h"
#include "pantin/body/point.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Lists the joints of three bodies. GSL_SUCCESS or GSL_ENOMEM. */
static int list_thirds(pn_assembly *a)
{
  const pn_system *system = a->system;
  for (size_t j = 0; j < system->joints; j++)
    a->thirds += system->joint[j].type->has_third ? 1 : 0;
  a->third = pn_alloc(a->thirds, sizeof *a->third);
  size_t count = 0;
  for (size_t j = 0; j < system->joints && a->third; j++)
    if (system->joint[j].type->has_third)
      a->third[count++] = j;
  return a->third ? GSL_SUCCESS : GSL_ENOMEM;
}

/* Returns where the velocities of a body start. */
static size_t start_of(size_t body)
{
  return body == PN_WORLD ? LINK_NOWHERE : PN_BODY_VELOCITIES * body;
}

/* Notes what products read of each joint. */
static void set_links(pn_assembly *a)
{
  for (size_t j = 0; j < a->system->joints; j++) {
    const pn_joint *joint = &a->system->joint[j];
    const size_t first = a->first[j], rows = a->first[j + 1] - first;
    a->link[j] = (pn_assembly_link){
        .parent = motion_of(a, joint->parent),
        .child = motion_of(a, joint->child),
        .start = {start_of(joint->parent), start_of(joint->child)},
        .first = first,
        .is_point = joint->type->shares_point && rows == 3};
  }
}

pn_assembly *pn_assembly_alloc(const pn_system *system)
{
  pn_assembly *a = pn_alloc(1, sizeof *a);
  if (!a)
    return NULL;
  const size_t bodies = system->bodies;
  a->system = system;
  a->rows = pn_system_rows(system);
  a->velocities = PN_BODY_VELOCITIES * bodies;
  a->first = pn_alloc(system->joints + 1, sizeof *a->first);
  a->link = pn_alloc(system->joints, sizeof *a->link);
  a->weight = pn_alloc(bodies + 1, sizeof *a->weight);
  a->body_inverse = pn_alloc(bodies, sizeof *a->body_inverse);
  a->motion = pn_alloc(bodies + 1, sizeof *a->motion);
  a->inverse = pn_alloc(bodies + 1, sizeof *a->inverse);
  const int code = list_thirds(a);
  a->J = pn_alloc(a->rows, (a->thirds > 0 ? 18 : 12) * sizeof *a->J);
  a->arm = pn_alloc(2 * system->joints + 1, sizeof *a->arm);
  a->C = pn_alloc(a->rows + 1, sizeof *a->C);
  a->bias = pn_alloc(a->rows + 1, sizeof *a->bias);
  a->F = pn_alloc(a->velocities, sizeof *a->F);
  if (code || !a->first || !a->link || !a->weight || !a->body_inverse ||
      !a->motion || !a->inverse || !a->J || !a->arm || !a->C || !a->bias ||
      !a->F) {
    pn_assembly_free(a);
    return NULL;
  }
  for (size_t j = 0; j < system->joints; j++)
    a->first[j + 1] = a->first[j] + pn_joint_rows_count(&system->joint[j]);
  set_links(a);
  for (size_t b = 0; b < bodies; b++) {
    a->weight[b] = 1 / system->body[b].mass;
    a->body_inverse[b] = pn_body_inverse_inertia(&system->body[b]);
  }
  a->motion[bodies] = pn_state_motion(system, NULL, PN_WORLD);
  return a;
}

void pn_assembly_free(pn_assembly *assembly)
{
  if (!assembly)
    return;
  pn_free(assembly->first);
  pn_free(assembly->link);
  pn_free(assembly->third);
  pn_free(assembly->weight);
  pn_free(assembly->body_inverse);
  pn_free(assembly->motion);
  pn_free(assembly->inverse);
  pn_free(assembly->J);
  pn_free(assembly->arm);
  pn_free(assembly->C);
  pn_free(assembly->bias);
  pn_free(assembly->F);
  pn_free(assembly);
}

double *pn_assembly_block(const pn_assembly *assembly, size_t joint,
                          size_t side)
{
  double *J = place_of(assembly, joint, side);
  if (assembly->link[joint].is_point)
    point_block_rows(point_block_of(assembly->arm + 2 * joint, side), J);
  return J;
}

double *pn_assembly_parent(const pn_assembly *assembly, size_t joint)
{
  return pn_assembly_block(assembly, joint, 0);
}

double *pn_assembly_child(const pn_assembly *assembly, size_t joint)
{
  return pn_assembly_block(assembly, joint, 1);
}

const pn_motion *pn_assembly_motion(const pn_assembly *assembly, size_t body)
{
  return motion_of(assembly, body);
}

/* The block of J that belongs to a joint and one of its bodies. */
typedef struct {
  size_t rows, body, first;
  const double *B; /* (rows x 6); not set where the point says all */
  int shares_point;
  point_block point; /* its first three rows, if it shares a point */
} block;

/* Returns the block of J that joint j has on the body of one side. */
static inline block block_of(const pn_assembly *assembly, size_t j, size_t side)
{
  const pn_joint *joint = &assembly->system->joint[j];
  const size_t first = assembly->first[j];
  const size_t rows = assembly->first[j + 1] - first;
  return (block){.rows = rows,
                 .body = side == 0 ? joint->parent : joint->child,
                 .first = first,
                 .B = place_of(assembly, j, side),
                 .shares_point = joint->type->shares_point,
                 .point = point_block_of(assembly->arm + 2 * j, side)};
}

/* Returns the block on the third body of joint k of those of three. */
static inline block third_block(const pn_assembly *assembly, size_t k)
{
  const size_t j = assembly->third[k], first = assembly->first[j];
  return (block){.rows = assembly->first[j + 1] - first,
                 .body = assembly->system->joint[j].third,
                 .first = first,
                 .B = place_of(assembly, j, 2)};
}

/* Returns the first three rows of B u_b; zero for the world. */
static inline pn_vec3 point_velocity(block b, const double *u)
{
  return b.body == PN_WORLD
             ? pn_vec3_make(0, 0, 0)
             : point_block_apply(b.point, u + PN_BODY_VELOCITIES * b.body);
}

/* Returns row i of B u_b. */
static inline double row_velocity(block b, size_t i, const double *u)
{
  double sum = 0;
  for (size_t k = 0; k < 6 && b.body != PN_WORLD; k++)
    sum += b.B[6 * i + k] * u[PN_BODY_VELOCITIES * b.body + k];
  return sum;
}

/* Returns the velocities of a link's body; NULL for the world. */
static inline const double *motion_in(const double *u, size_t start)
{
  return start == LINK_NOWHERE ? NULL : u + start;
}

/* Adds B^T lambda to f_b. */
static inline void add_transposed(block b, const double *lambda, double *f)
{
  if (b.body == PN_WORLD)
    return;
  double *fb = f + PN_BODY_VELOCITIES * b.body;
  const size_t done = b.shares_point ? 3 : 0;
  lambda += b.first;
  if (done)
    point_block_apply_transposed(b.point, lambda, fb);
  for (size_t i = done; i < b.rows; i++)
    for (size_t k = 0; k < 6; k++)
      fb[k] += b.B[6 * i + k] * lambda[i];
}

/* Computes the rows of a joint. */
static void joint_velocity(const pn_assembly *assembly, size_t j,
                           const double *u, double *r)
{
  const block p = block_of(assembly, j, 0), c = block_of(assembly, j, 1);
  double *rj = r + p.first;
  size_t done = 0;
  if (p.shares_point) {
    const pn_vec3 sum = pn_vec3_add(point_velocity(p, u), point_velocity(c, u));
    rj[done++] = sum.x;
    rj[done++] = sum.y;
    rj[done++] = sum.z;
  }
  for (size_t i = done; i < p.rows; i++)
    rj[i] = row_velocity(p, i, u) + row_velocity(c, i, u);
}

PNI_WIDE void pn_assembly_velocity(const pn_assembly *assembly, const double *u,
                                   double *r)
{
  for (size_t j = 0; j < assembly->system->joints; j++) {
    const pn_assembly_link *link = &assembly->link[j];
    if (link->is_point)
      point_pair_velocity(assembly->arm + 2 * j, motion_in(u, link->start[0]),
                          motion_in(u, link->start[1]), r + link->first);
    else
      joint_velocity(assembly, j, u, r);
  }
  for (size_t k = 0; k < assembly->thirds; k++) {
    const block t = third_block(assembly, k);
    for (size_t i = 0; i < t.rows; i++)
      r[t.first + i] += row_velocity(t, i, u);
  }
}

/* Returns the force on a link's body; NULL for the world. */
static inline double *force_of(double *f, size_t start)
{
  return start == LINK_NOWHERE ? NULL : f + start;
}

/* Adds J^T lambda of a joint of any kind. */
static void add_joint_force(const pn_assembly *assembly, size_t j,
                            const double *lambda, double *f)
{
  for (size_t side = 0; side < 2; side++)
    add_transposed(block_of(assembly, j, side), lambda, f);
}

PNI_WIDE void pn_assembly_add_force(const pn_assembly *assembly,
                                    const double *lambda, double *f)
{
  for (size_t j = 0; j < assembly->system->joints; j++) {
    const pn_assembly_link *link = &assembly->link[j];
    if (link->is_point)
      point_pair_add(assembly->arm + 2 * j, lambda + link->first,
                     force_of(f, link->start[0]), force_of(f, link->start[1]));
    else
      add_joint_force(assembly, j, lambda, f);
  }
  for (size_t k = 0; k < assembly->thirds; k++)
    add_transposed(third_block(assembly, k), lambda, f);
}

#ifdef PNI_LANES
/* Computes u = W f of a body; W is symmetric, and a number follows it. */
PNI_INLINE void accelerate(double weight, const pn_mat3 *W, const double *f,
                           double *u)
{
  const double *w = W->m[0];
  const pni_lanes row[3] = {lanes_load(w), lanes_load(w + 3),
                            lanes_load(w + 6)};
  const pni_lanes a = weight * lanes_load(f), alpha = lanes_combine(f + 3, row);
  lanes_store(u, &a);
  lanes_store_3(u + 3, &alpha);
}
#else
/* Computes u = W f of a body. */
PNI_INLINE void accelerate(double weight, const pn_mat3 *W, const double *f,
                           double *u)
{
  const pn_vec3 alpha = pn_mat3_apply(*W, pn_vec3_make(f[3], f[4], f[5]));
  for (int k = 0; k < 3; k++)
    u[k] = weight * f[k];
  u[3] = alpha.x;
  u[4] = alpha.y;
  u[5] = alpha.z;
}
#endif

PNI_WIDE void pn_assembly_accelerate(const pn_assembly *assembly,
                                     const double *f, double *u)
{
  const size_t bodies = assembly->system->bodies;
  for (size_t b = 0; b < bodies; b++)
    accelerate(assembly->weight[b], &assembly->inverse[b],
               f + PN_BODY_VELOCITIES * b, u + PN_BODY_VELOCITIES * b);
}

/* Adds the diagonal of B W_b B^T to d; zero for the world. */
static void add_diagonal(const pn_assembly *assembly, block b, const double *B,
                         double *d)
{
  for (size_t i = 0; i < b.rows && b.body != PN_WORLD; i++) {
    const double *row = B + 6 * i;
    const pn_vec3 v = pn_vec3_make(row[0], row[1], row[2]);
    const pn_vec3 turn = pn_vec3_make(row[3], row[4], row[5]);
    d[b.first + i] +=
        assembly->weight[b.body] * pn_vec3_dot(v, v) +
        pn_vec3_dot(turn, pn_mat3_apply(assembly->inverse[b.body], turn));
  }
}

void pn_assembly_diagonal(const pn_assembly *assembly, double *d)
{
  memset(d, 0, assembly->rows * sizeof *d);
  for (size_t j = 0; j < assembly->system->joints; j++)
    for (size_t side = 0; side < 2; side++)
      add_diagonal(assembly, block_of(assembly, j, side),
                   pn_assembly_block(assembly, j, side), d);
  for (size_t k = 0; k < assembly->thirds; k++) {
    const block t = third_block(assembly, k);
    add_diagonal(assembly, t, t.B, d);
  }
}

size_t pn_assembly_turned_over(const pn_assembly *assembly)
{
  const pn_system *system = assembly->system;
  size_t j = 0;
  while (j < system->joints &&
         !pn_joint_is_turned_over(
             &system->joint[j],
             pn_assembly_motion(assembly, system->joint[j].parent),
             pn_assembly_motion(assembly, system->joint[j].child)))
    j++;
  return j;
}

PNI_WIDE double pn_assembly_gap(const pn_assembly *assembly)
{
  const double *C = assembly->C;
  double gap = 0;
  size_t i = 0;
#ifdef PNI_LANES
  pni_lanes most = {0};
  for (; i + PNI_LANES <= assembly->rows; i += PNI_LANES) {
    const pni_lanes c = lanes_load(C + i), size = lanes_absolute(&c);
    const pni_mask is_more = size > most;
    most = lanes_choose(&is_more, &size, &most);
  }
  for (size_t k = 0; k < PNI_LANES; k++)
    gap = most[k] > gap ? most[k] : gap;
#endif
  for (; i < assembly->rows; i++)
    gap = fabs(C[i]) > gap ? fabs(C[i]) : gap;
  return gap;
}
