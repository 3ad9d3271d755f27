/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Springs, dampers and friction as linear rows k: a row's deflection x = k q
   makes the force -(K x + c x') along k. With the joints held,

     x'' = -G (K x + c x'),   G = k W' k^T,   W' = W - W J^T (J W J^T)^-1 J W,

   and with W' = W where a penalty's springs, rows themselves, stand for them: a
   small linear system, which the integrator itself is made to step: it is
   unstable with a step h if the deflections grow. That is what its region of
   stability says of the eigenvalues, and holds as well for methods that treat
   positions and velocities differently, or remember earlier steps. The limit
   is found by bisection. Euler's method and rk2 are unstable at any step for a
   spring without damping: what grows in many steps of half the length, too, has
   no limit, and the step found is that with which nothing grows within some
   hundred steps.

   Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II
   (1996), section IV.2. */
#include "pantin/dynamics/stability_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

/* The most rows that are looked at: the stiffest. */
enum { ROWS_MAX = 60 };

/* Steps of a trial. What has grown by this factor from its second quarter to
   its last is unstable. */
enum { STEPS = 1000 };
static const double growth = 4;

/* The same where growth may be slow: with half the step, rk2's takes 16 times
   as many. */
enum { MANY_STEPS = 32 * STEPS };
static const double slow_growth = 1.3;

/* Halvings until a stable step, and then of the interval. */
enum { HALVINGS = 60, BISECTIONS = 10 };

typedef struct {
  size_t body[3];
  double k[3][6]; /* the row of J on them; 0 on a third that is none */
  double K, c;    /* [N/m], [N s/m]; of a turn [N m s] */
  double rate;    /* how fast it is when no joint holds its bodies [1/s^2] */
  const char *what, *name;
} row;

typedef struct {
  pn_partition partition; /* the first member, for the integrators */
  size_t rows;
  row *row;     /* (rows), owned */
  double *G;    /* (rows x rows), owned */
  double *y;    /* x, x' and as much work again, (4 rows), owned */
  double *pull; /* (rows), owned */
} linear;

/* Adds a row, and computes its rate K w + (c w)^2 with w = k W k^T. */
static void add_row(linear *l, const pn_assembly *a, row w)
{
  double weight = 0;
  for (int side = 0; side < 3; side++) {
    const double *k = w.k[side];
    const pn_vec3 turn = pn_vec3_make(k[3], k[4], k[5]);
    const size_t b = w.body[side];
    if (b != PN_WORLD)
      weight += a->weight[b] * (k[0] * k[0] + k[1] * k[1] + k[2] * k[2]) +
                pn_vec3_dot(turn, pn_mat3_apply(a->inverse[b], turn));
  }
  w.rate = w.K * weight + pow(w.c * weight, 2);
  l->row[l->rows++] = w;
}

/* Adds the row along n of two points, at r from their centres of mass. */
static void add_slide(linear *l, const pn_assembly *a, row w,
                      const pn_vec3 r[2], pn_vec3 n)
{
  for (int side = 0; side < 2; side++) {
    const double sign = side == 0 ? -1 : 1;
    const pn_vec3 turn = pn_vec3_cross(r[side], n);
    const double k[] = {n.x, n.y, n.z, turn.x, turn.y, turn.z};
    for (int i = 0; i < 6; i++)
      w.k[side][i] = sign * k[i];
  }
  add_row(l, a, w);
}

/* Adds the row along a spring, and two across it, in which a stretched spring
   pulls back as a string does. */
static void add_spring(linear *l, const pn_assembly *a, const pn_spring *s)
{
  const pn_spring_motion at = pn_assembly_spring(a, s);
  const int is_directed = pn_vec3_norm(at.n) > 0;
  const pn_vec3 n = is_directed ? at.n : pn_vec3_make(1, 0, 0);
  const pn_vec3 across = pn_vec3_some_normal(n);
  row w = {.body = {s->body[0], s->body[1]},
           .K = s->stiffness,
           .c = s->damping,
           .what = "spring",
           .name = s->name};
  add_slide(l, a, w, at.arm, n);
  w.K = at.length > 0 ? s->stiffness * fmax(0, 1 - s->length / at.length) : 0;
  w.c = 0;
  add_slide(l, a, w, at.arm, across);
  add_slide(l, a, w, at.arm, pn_vec3_cross(n, across));
}

/* Adds the rows of a joint's friction, along and about the axes. */
static void add_friction(linear *l, const pn_assembly *a, size_t j)
{
  static const pn_vec3 axis[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const pn_joint *joint = &a->system->joint[j];
  const size_t body[] = {joint->parent, joint->child};
  pn_vec3 r[2];
  pn_assembly_slip(a, j, r);
  for (int i = 0; i < 3; i++) {
    row w = {.body = {body[0], body[1]},
             .c = joint->friction_slide,
             .what = "the friction of joint",
             .name = joint->name};
    add_slide(l, a, w, r, axis[i]);
    w.c = joint->friction_turn;
    w.k[0][3 + i] = -1;
    w.k[1][3 + i] = 1;
    add_row(l, a, w);
  }
}

/* Adds the rows of a joint whose equations a penalty makes springs, but those
   that are closed to the last bit, with the gaps C: nothing moves them, as in a
   plane mechanism, where they may be the stiffest. */
static void add_penalty(linear *l, const pn_dynamics *d, const double *C,
                        size_t j)
{
  const pn_assembly *a = d->assembly;
  const pn_joint *joint = &d->system->joint[j];
  const size_t body[] = {joint->parent, joint->child, joint->third};
  const size_t sides = joint->type->has_third ? 3 : 2;
  for (size_t i = 0; i < a->first[j + 1] - a->first[j]; i++) {
    if (C[a->first[j] + i] == 0)
      continue;
    row w = {.K = d->stiffness,
             .c = d->damping,
             .what = "the penalty of joint",
             .name = joint->name};
    for (size_t side = 0; side < sides; side++) {
      w.body[side] = body[side];
      memcpy(w.k[side], pn_assembly_block(a, j, side) + 6 * i,
             sizeof w.k[side]);
    }
    add_row(l, a, w);
  }
}

/* Orders rows by their rates, the fastest first. */
static int faster(const void *a, const void *b)
{
  const double x = ((const row *)a)->rate, y = ((const row *)b)->rate;
  return (x < y) - (x > y);
}

/* Returns k x for a row and the velocities of all bodies. */
static double row_apply(const row *w, const double *x)
{
  double sum = 0;
  for (int side = 0; side < 3; side++)
    for (size_t i = 0; i < 6 && w->body[side] != PN_WORLD; i++)
      sum += w->k[side][i] * x[PN_BODY_VELOCITIES * w->body[side] + i];
  return sum;
}

/* Takes from an acceleration what the joints do not allow. */
static int hold_joints(pn_dynamics *d)
{
  const pn_assembly *a = d->assembly;
  pn_assembly_velocity(a, d->acceleration, d->right);
  const int code = pn_dynamics_least_change(d, d->right, d->force);
  for (size_t i = 0; i < a->velocities && !code; i++)
    d->acceleration[i] -= d->force[i];
  return code;
}

/* Computes G, column by column. */
static int set_compliance(linear *l, pn_dynamics *d)
{
  const pn_assembly *a = d->assembly;
  const int is_held = !(d->stiffness > 0);
  if (is_held && pn_multipliers_renew(d->multipliers))
    return GSL_EFAILED;
  for (size_t j = 0; j < l->rows; j++) {
    const row *w = &l->row[j];
    memset(d->acceleration, 0, a->velocities * sizeof *d->acceleration);
    for (int side = 0; side < 3; side++)
      for (size_t i = 0; i < 6 && w->body[side] != PN_WORLD; i++)
        d->acceleration[PN_BODY_VELOCITIES * w->body[side] + i] +=
            w->k[side][i];
    pn_assembly_accelerate(a, d->acceleration, d->acceleration);
    const int code = is_held ? hold_joints(d) : GSL_SUCCESS;
    if (code)
      return code;
    for (size_t i = 0; i < l->rows; i++)
      l->G[i * l->rows + j] = row_apply(&l->row[i], d->acceleration);
  }
  return GSL_SUCCESS;
}

static int rates(double t, const double *y, double *xdot, void *params)
{
  const linear *l = params;
  (void)t;
  memcpy(xdot, y + l->rows, l->rows * sizeof *xdot);
  return GSL_SUCCESS;
}

/* Evaluates the linear model y'' = -G (K y + c y'). */
static int derive(double t, const double y[], double dydt[], void *params)
{
  const linear *l = params;
  const size_t n = l->rows;
  rates(t, y, dydt, params);
  for (size_t i = 0; i < n; i++)
    l->pull[i] = l->row[i].K * y[i] + l->row[i].c * y[n + i];
  for (size_t i = 0; i < n; i++) {
    dydt[n + i] = 0;
    for (size_t j = 0; j < n; j++)
      dydt[n + i] -= l->G[i * n + j] * l->pull[j];
  }
  return GSL_SUCCESS;
}

/* Returns the size of a deflection and its velocity: x'^2 + K G x^2. */
static double size_of(const linear *l, size_t i)
{
  const double x = l->y[i], v = l->y[l->rows + i];
  return v * v + l->row[i].K * fabs(l->G[i * (l->rows + 1)]) * x * x;
}

/* Sets deflections and velocities: a bit of everything that bodies can do. */
static void set_start(linear *l)
{
  for (size_t i = 0; i < 2 * l->rows; i++) {
    const size_t side = i / l->rows;
    const double *G = l->G + (i - side * l->rows) * l->rows;
    l->y[i] = 0;
    for (size_t j = 0; j < l->rows; j++)
      l->y[i] += G[j] * (1 + sin(2.385 * (double)(side * l->rows + j)));
  }
}

/* Returns by what factor the squares of the rows grow from the second quarter
   of so many steps of h to the last; y is then what has grown. */
static double growth_of(linear *l, const pn_integrator *integrator, double h,
                        int steps)
{
  const gsl_odeiv2_system ode = {derive, NULL, 2 * l->rows, l};
  gsl_odeiv2_step *step =
      gsl_odeiv2_step_alloc(*integrator->type, ode.dimension);
  if (!step)
    return 0;
  double early = 0, late = 0;
  set_start(l);
  for (int k = 0; k < steps && isfinite(late); k++) {
    gsl_odeiv2_step_apply(step, k * h, h, l->y, l->y + ode.dimension, NULL,
                          NULL, &ode);
    double size = 0;
    for (size_t i = 0; i < l->rows; i++)
      size += size_of(l, i);
    if (!isfinite(size))
      late = INFINITY;
    else if (k >= steps / 4 && k < steps / 2)
      early = fmax(early, size);
    else if (k >= steps * 3 / 4)
      late = fmax(late, size);
  }
  gsl_odeiv2_step_free(step);
  return late > 0 ? late / early : 0;
}

static int grows(linear *l, const pn_integrator *integrator, double h)
{
  return growth_of(l, integrator, h, STEPS) > growth;
}

/* Adds all rows of the system, and keeps the fastest. */
static int linear_set(linear *l, pn_dynamics *d, const double *C)
{
  const pn_system *system = d->system;
  const size_t penalties = d->stiffness > 0 ? d->assembly->rows : 0;
  const size_t most = 3 * system->springs + 6 * system->joints + penalties;
  const size_t kept = most < ROWS_MAX ? most : ROWS_MAX;
  l->row = pn_alloc(most, sizeof *l->row);
  l->G = pn_alloc(kept * kept, sizeof *l->G);
  l->y = pn_alloc(4 * kept, sizeof *l->y);
  l->pull = pn_alloc(kept, sizeof *l->pull);
  if (!l->row || !l->G || !l->y || !l->pull)
    return GSL_ENOMEM;
  for (size_t s = 0; s < system->springs; s++)
    add_spring(l, d->assembly, &system->spring[s]);
  for (size_t j = 0; j < system->joints; j++)
    add_friction(l, d->assembly, j);
  for (size_t j = 0; j < system->joints && penalties > 0; j++)
    add_penalty(l, d, C, j);
  qsort(l->row, l->rows, sizeof *l->row, faster);
  while (l->rows > 0 && (l->rows > ROWS_MAX || !(l->row[l->rows - 1].rate > 0)))
    l->rows--;
  l->partition = (pn_partition){l->rows, rates};
  return set_compliance(l, d);
}

/* Tells whether an integrator makes an oscillation without damping grow that
   others follow with ease. */
static int amplifies(const pn_integrator *integrator)
{
  const double h = 0.2;
  row oscillator = {.K = 1};
  double G = 1, y[4], pull;
  linear l = {{1, rates}, 1, &oscillator, &G, y, &pull};
  return growth_of(&l, integrator, h, MANY_STEPS) > growth;
}

/* Tells whether the rows grow slowly with steps of h. */
static int grows_slowly(linear *l, const pn_integrator *integrator, double h)
{
  return amplifies(integrator) &&
         growth_of(l, integrator, h, MANY_STEPS) > slow_growth;
}

/* Returns in what time the energy of the rows doubles with steps of h. */
static double find_doubling(linear *l, const pn_integrator *integrator,
                            double h)
{
  return h * MANY_STEPS / 2 * log(2) /
         log(growth_of(l, integrator, h, MANY_STEPS));
}

/* Finds the longest step below dt without growth, and what grows first. */
static void find(linear *l, const pn_integrator *integrator, double dt,
                 pni_stability *found)
{
  double stable = dt, unstable = dt;
  for (int k = 0; k < HALVINGS && grows(l, integrator, stable); k++) {
    unstable = stable;
    stable /= 2;
  }
  for (int k = 0; k < BISECTIONS && stable < unstable; k++) {
    const double middle = (stable + unstable) / 2;
    if (grows(l, integrator, middle))
      unstable = middle;
    else
      stable = middle;
  }
  double doubling = INFINITY;
  if (stable == dt || grows_slowly(l, integrator, stable / 2))
    doubling = find_doubling(l, integrator, stable);
  growth_of(l, integrator, unstable, STEPS);
  size_t worst = 0;
  for (size_t i = 1; i < l->rows; i++)
    if (size_of(l, i) > size_of(l, worst))
      worst = i;
  *found =
      (pni_stability){stable, doubling, l->row[worst].what, l->row[worst].name};
}

int pni_stability_find(pn_dynamics *d, const pn_integrator *integrator,
                       double dt, pni_stability *found)
{
  linear l = {.rows = 0};
  const size_t dimension = pn_system_dimension(d->system);
  double *start = pn_alloc(dimension, sizeof *start);
  double *C = pn_alloc(d->assembly->rows, sizeof *C);
  *found = (pni_stability){INFINITY, INFINITY, NULL, NULL};
  int code = GSL_ENOMEM;
  if (start && C) {
    memcpy(C, d->assembly->C, d->assembly->rows * sizeof *C);
    pn_system_start(d->system, start);
    code = pn_assembly_set(d->assembly, start);
  }
  if (!code)
    code = linear_set(&l, d, C);
  if (!code && l.rows > 0 && !integrator->adaptive &&
      (grows(&l, integrator, dt) || grows_slowly(&l, integrator, dt)))
    find(&l, integrator, dt, found);
  pn_free(start);
  pn_free(C);
  pn_free(l.row);
  pn_free(l.G);
  pn_free(l.y);
  pn_free(l.pull);
  return code;
}
