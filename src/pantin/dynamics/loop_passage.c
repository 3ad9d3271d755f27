/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Follows the joints from one pose to the next. Newton's method may fail on
   the way between two, or end in another way to assemble the mechanism; or the
   joints pass a pose in which they can move in more ways, as where a
   parallelogram is stretched: there L loses rank, and they may go on in one of
   several ways. An interval [a, b] of length h is suspicious if

     the loops cannot be closed at b from a, or leave other ways to move, or
     det( U^T L V )  changes its sign, with L = U S V^T at its beginning, or
     |x'_b - x'_a - h x''_a|  or  |x'_b - x'_a - h x''_b|  is not small, or
     |x_b - x_a - h (x'_a + x'_b) / 2|  is not, or

     a joint could turn by more than a quarter of a turn in it, which is too
     far to follow the turns of the joints that were cut.

   It is halved, with the driven joints on polynomials of degree 5 in between,
   and b closed anew from where it stands then, until nothing is suspicious, or
   it is so short that only a pose without rank explains it, if the least
   singular value of L is next to 0 there. (It is not at a start from rest,
   which is suspicious however short.) */
#include "pantin/dynamics/loop_motion_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

/* Halvings; and the most poses that are tried in an interval. */
enum { LEVELS = 20, POSES_MAX = 2000 };

/* Rates that differ by more than this part of them are suspicious, and ways;
   those that move joints by less than `still` [rad] are not. */
static const double part = 0.05, still = 1e-9;

/* The least singular value has gone when it is below this part of the largest
   that it was: at the end of all halvings; and in a sample, whose joints
   rounding moves by the root of what is closed. */
static const double gone = 1e-4, gone_here = 1e-6;

/* Joints that were cut are followed in steps of less [rad]. */
static const double quarter = M_PI / 2;

/* Holds where the joints that follow are in a pose, and how near L is to losing
   rank. */
typedef struct {
  double time, least;         /* of the singular values, to the largest */
  double from;                /* when it was closed from a pose at this time; */
  int code;                   /* GSL_EFAILED if that failed, GSL_ESING if it
                                 has other ways to move */
  int sign;                   /* of the determinant */
  double turning;             /* no joint turns faster [rad/s] */
  double *x[PNI_DERIVATIVES]; /* (unknowns), owned */
} pose;

struct pni_loop_passage {
  gsl_matrix *U, *V; /* at the beginning of the interval, owned */
  int *dropped;      /* singular values there, (unknowns), owned */
  gsl_matrix *M[3];  /* (unknowns x unknowns), owned work */
  gsl_permutation *order;
  double most;                         /* the largest `least` so far */
  double last, turning;                /* those of the beginning */
  pose at, end[LEVELS + 2];            /* where it stands, and the ends ahead */
  pn_joint_motion *from, *to, *motion; /* (joints + bodies), owned */
  double *y, *acceleration;            /* owned work */
};

static size_t motions(const pn_loop_motion *loops)
{
  return loops->system->joints + loops->system->bodies;
}

static int pose_alloc(pose *of, size_t unknowns)
{
  int ready = 1;
  for (int d = 0; d < PNI_DERIVATIVES; d++) {
    of->x[d] = pn_alloc(unknowns, sizeof *of->x[d]);
    ready &= of->x[d] != NULL;
  }
  return ready;
}

int pni_loop_passage_alloc(pn_loop_motion *loops)
{
  const size_t n = loops->unknowns, rows = loops->squares->matrix->size1;
  pni_loop_passage *p = pn_alloc(1, sizeof *p);
  loops->least->passage = p;
  if (!p)
    return GSL_ENOMEM;
  p->U = gsl_matrix_calloc(rows, n);
  p->V = gsl_matrix_calloc(n, n);
  p->order = gsl_permutation_calloc(n);
  p->dropped = pn_alloc(n, sizeof *p->dropped);
  p->from = pn_alloc(motions(loops), sizeof *p->from);
  p->to = pn_alloc(motions(loops), sizeof *p->to);
  p->motion = pn_alloc(motions(loops), sizeof *p->motion);
  p->y = pn_alloc(pn_system_dimension(loops->system), sizeof *p->y);
  p->acceleration = pn_alloc(PN_BODY_VELOCITIES * loops->system->bodies,
                             sizeof *p->acceleration);
  int ready = p->U && p->V && p->order && p->dropped && p->from && p->to &&
              p->motion && p->y && p->acceleration && pose_alloc(&p->at, n);
  for (int k = 0; k < 3; k++) {
    p->M[k] = gsl_matrix_calloc(n, n);
    ready &= p->M[k] != NULL;
  }
  for (int k = 0; k < LEVELS + 2; k++)
    ready &= pose_alloc(&p->end[k], n);
  return ready ? GSL_SUCCESS : GSL_ENOMEM;
}

static void pose_free(pose *of)
{
  for (int d = 0; d < PNI_DERIVATIVES; d++)
    pn_free(of->x[d]);
}

void pni_loop_passage_free(pni_loop_passage *p)
{
  if (!p)
    return;
  gsl_matrix_free(p->U);
  gsl_matrix_free(p->V);
  for (int k = 0; k < 3; k++)
    gsl_matrix_free(p->M[k]);
  gsl_permutation_free(p->order);
  pn_free(p->dropped);
  pn_free(p->from);
  pn_free(p->to);
  pn_free(p->motion);
  pn_free(p->y);
  pn_free(p->acceleration);
  pose_free(&p->at);
  for (int k = 0; k < LEVELS + 2; k++)
    pose_free(&p->end[k]);
  pn_free(p);
}

/* Returns the least singular value that counts, as a part of the largest. */
static double least_value(const pn_loop_motion *loops)
{
  const gsl_vector *values = loops->squares->values;
  const double most = gsl_vector_max(values);
  double least = most;
  for (size_t k = 0; k < loops->unknowns; k++)
    if (gsl_vector_get(values, k) > 0)
      least = fmin(least, gsl_vector_get(values, k));
  return most > 0 ? least / most : 1;
}

/* Returns the sign of det(U^T L V), without what was dropped at the beginning.
 */
static int sign_of(const pn_loop_motion *loops)
{
  pni_loop_passage *p = loops->least->passage;
  const pn_least_squares *now = loops->squares;
  const size_t n = loops->unknowns;
  gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, p->U, now->matrix, 0, p->M[0]);
  for (size_t k = 0; k < n; k++) {
    gsl_vector_view column = gsl_matrix_column(p->M[0], k);
    gsl_vector_scale(&column.vector, gsl_vector_get(now->values, k));
  }
  gsl_blas_dgemm(CblasTrans, CblasNoTrans, 1, now->vectors, p->V, 0, p->M[1]);
  gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, p->M[0], p->M[1], 0, p->M[2]);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++)
      if (p->dropped[i] || p->dropped[k])
        gsl_matrix_set(p->M[2], i, k, i == k);
  int sign;
  gsl_linalg_LU_decomp(p->M[2], p->order, &sign);
  return gsl_linalg_LU_sgndet(p->M[2], sign);
}

/* Sets where the joints that follow are in a motion. */
static void set_coordinates(const pn_loop_motion *loops,
                            pn_joint_motion *motion, pose *of)
{
  for (int d = 0; d < PNI_DERIVATIVES; d++)
    for (size_t k = 0; k < loops->unknowns; k++)
      of->x[d][k] = *pni_loop_part(motion, loops->coordinate[k], d);
}

/* Sets the pose to which a motion has been closed, with the state y. */
static void set_pose(pn_loop_motion *loops, double t, pn_joint_motion *motion,
                     const double *y, pose *of)
{
  of->time = t;
  of->turning = pni_loop_cuts_rate(loops, y);
  of->least = least_value(loops);
  of->sign = sign_of(loops);
  set_coordinates(loops, motion, of);
}

static void copy_pose(const pn_loop_motion *loops, const pose *from, pose *to)
{
  to->time = from->time;
  to->least = from->least;
  to->sign = from->sign;
  to->turning = from->turning;
  for (int d = 0; d < PNI_DERIVATIVES; d++)
    memcpy(to->x[d], from->x[d], loops->unknowns * sizeof *to->x[d]);
}

/* Makes a pose the last one. */
static void go_back(pn_loop_motion *loops, const pose *to)
{
  pni_loop_least *least = loops->least;
  least->time = to->time;
  for (size_t k = 0; k < loops->unknowns; k++) {
    for (int d = 0; d < PNI_DERIVATIVES; d++)
      least->last[d][k] = to->x[d][k];
    loops->offset[k] =
        to->x[PNI_VALUE][k] -
        *pni_loop_part(loops->given, loops->coordinate[k], PNI_VALUE);
  }
}

/* Gives all joints their motion at a time in the interval. */
static void give(pn_loop_motion *loops, double start, double h, double t)
{
  const pni_loop_passage *p = loops->least->passage;
  const double s = (t - start) / h;
  for (size_t k = 0; k < motions(loops); k++)
    loops->given[k] = pni_loop_between(&p->from[k], &p->to[k], h, s);
}

/* How an interval looks: its largest rate at both ends [rad/s], by how much at
   most rates differ from what the accelerations say [rad/s], and the way from
   what the rates say [rad]. */
typedef struct {
  double rate, off, jump;
} way;

static way way_between(const pn_loop_motion *loops, const pose *a,
                       const pose *b)
{
  const double h = b->time - a->time;
  way of = {0, 0, 0};
  for (size_t k = 0; k < loops->unknowns; k++) {
    const int slides = loops->coordinate[k].axis >= PN_COORDINATE_SLIDE;
    const double unit = slides ? loops->least->size : 1;
    const double from = a->x[PNI_RATE][k] / unit, to = b->x[PNI_RATE][k] / unit;
    const double moved = (b->x[PNI_VALUE][k] - a->x[PNI_VALUE][k]) / unit;
    of.rate = fmax(of.rate, fmax(fabs(from), fabs(to)));
    of.off = fmax(of.off, fabs(to - from - h * a->x[PNI_SECOND][k] / unit));
    of.off = fmax(of.off, fabs(to - from - h * b->x[PNI_SECOND][k] / unit));
    of.jump = fmax(of.jump, fabs(moved - h * (from + to) / 2));
  }
  return of;
}

/* Tells whether an interval is too long to follow the turns in it. */
static int turns_far(const pose *a, const pose *b)
{
  return fmax(a->turning, b->turning) * (b->time - a->time) > quarter;
}

static int is_suspicious(const pn_loop_motion *loops, const pose *a,
                         const pose *b)
{
  const way of = way_between(loops, a, b);
  return b->code || a->sign * b->sign <= 0 || of.off > part * of.rate ||
         of.jump > part * of.rate * (b->time - a->time) + still;
}

/* Closes the loops in b, whose time is known, from where it stands. */
static void close_at(pn_loop_motion *loops, double start, double h, pose *b)
{
  pni_loop_passage *p = loops->least->passage;
  const size_t choices = loops->least->choices;
  give(loops, start, h, b->time);
  go_back(loops, &p->at);
  b->from = p->at.time;
  b->code = pni_loop_reach(loops, b->time, p->motion, p->y, p->acceleration);
  if (!b->code && loops->least->choices != choices)
    b->code = GSL_ESING;
  loops->least->choices = choices;
  if (!b->code)
    set_pose(loops, b->time, p->motion, p->y, b);
}

/* Tells why the joints stop where they stand, in a pose in which they can move
   in more ways: GSL_EFAILED if the loops cannot be closed at the end of the
   interval, neither from its beginning nor from here, as beyond the reach of a
   linkage; else GSL_ESING. */
static int why_stopped(pn_loop_motion *loops, double start, double h)
{
  pose *end = &loops->least->passage->end[0];
  if (end->code == GSL_EFAILED)
    close_at(loops, start, h, end);
  return end->code == GSL_EFAILED ? GSL_EFAILED : GSL_ESING;
}

/* Follows the joints through the interval, from where it stands to its end.
   GSL_ESING if they pass a pose in which they can move in more ways;
   GSL_EFAILED if they cannot be followed. */
static int follow(pn_loop_motion *loops)
{
  pni_loop_passage *p = loops->least->passage;
  const double start = p->at.time, h = p->end[0].time - start;
  const double shortest = ldexp(h, -LEVELS) * 1.5;
  int ahead = 1;
  for (int poses = 0; ahead > 0; poses++) {
    pose *b = &p->end[ahead - 1];
    if (b->from != p->at.time)
      close_at(loops, start, h, b);
    const int suspicious = is_suspicious(loops, &p->at, b);
    const int is_far = !b->code && turns_far(&p->at, b);
    if (((suspicious && poses < POSES_MAX) || is_far) &&
        b->time - p->at.time > shortest) {
      p->end[ahead].time = (p->at.time + b->time) / 2;
      p->end[ahead++].from = NAN;
      continue;
    }
    if (b->code)
      return b->code;
    if (suspicious && fmin(p->at.least, b->least) < gone * p->most)
      return why_stopped(loops, start, h);
    copy_pose(loops, b, &p->at);
    pni_loop_cuts_pass(loops, p->y);
    if (--ahead > 0) {
      pni_loop_shorten(loops, p->motion);
      set_coordinates(loops, p->motion, &p->at);
    }
  }
  return GSL_SUCCESS;
}

/* Makes the pose that has been closed the beginning of the next interval. */
static void begin(pn_loop_motion *loops, const double *y)
{
  pni_loop_passage *p = loops->least->passage;
  gsl_matrix_memcpy(p->U, loops->squares->matrix);
  gsl_matrix_memcpy(p->V, loops->squares->vectors);
  for (size_t k = 0; k < loops->unknowns; k++)
    p->dropped[k] = gsl_vector_get(loops->squares->values, k) == 0;
  memcpy(p->from, loops->given, motions(loops) * sizeof *p->from);
  p->last = least_value(loops);
  p->turning = pni_loop_cuts_rate(loops, y);
  p->most = fmax(p->most, p->last);
}

/* Goes through the interval that ends in the pose of a motion, and from which
   the loops were closed with this code there. */
static int look_back(pn_loop_motion *loops, double t, int closed,
                     pn_joint_motion *motion, double *y, double *acceleration)
{
  pni_loop_least *least = loops->least;
  pni_loop_passage *p = least->passage;
  pose *end = &p->end[0];
  p->at.time = least->time;
  p->at.least = p->last;
  p->at.sign = 1;
  p->at.turning = p->turning;
  for (int d = 0; d < PNI_DERIVATIVES; d++)
    memcpy(p->at.x[d], least->last[d],
           loops->unknowns * sizeof *least->last[d]);
  end->time = t;
  end->from = least->time;
  end->code = closed;
  if (!closed) {
    set_pose(loops, t, motion, y, end);
    const way of = way_between(loops, &p->at, end);
    if (end->least < gone_here * p->most)
      end->code = GSL_ESING;
    else if (!turns_far(&p->at, end) &&
             (!is_suspicious(loops, &p->at, end) ||
              fmax(of.off * (t - least->time), of.jump) < still))
      return GSL_SUCCESS;
  }
  memcpy(p->to, loops->given, motions(loops) * sizeof *p->to);
  const int code = follow(loops);
  memcpy(loops->given, p->to, motions(loops) * sizeof *p->to);
  if (code)
    return code;
  memcpy(motion, p->motion, motions(loops) * sizeof *motion);
  memcpy(y, p->y, pn_system_dimension(loops->system) * sizeof *y);
  memcpy(acceleration, p->acceleration,
         loops->assembly->velocities * sizeof *acceleration);
  return end->least < gone_here * p->most ? GSL_ESING : GSL_SUCCESS;
}

int pni_loop_passage_look(pn_loop_motion *loops, double t, int closed,
                          pn_joint_motion *motion, double *y,
                          double *acceleration)
{
  const int code = loops->least->begun && t > loops->least->time
                       ? look_back(loops, t, closed, motion, y, acceleration)
                       : closed;
  if (!code)
    begin(loops, y);
  return code;
}
