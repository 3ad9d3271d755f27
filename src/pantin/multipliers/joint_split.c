/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* P and S of a joint: see joint_split.h. Ball joints have them in closed form,
   others by orthonormalising their rows.

   Source: G. Golub, C. Van Loan, Matrix Computations (1996), section 5.2. */
#include "pantin/multipliers/joint_split.h"

#include "pantin/body/point.h"
#include "pantin/multipliers/tree.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

void pni_joint_columns(const pn_assembly *a, size_t joint, size_t body,
                       size_t n, double *J)
{
  const double *from = a->system->joint[joint].parent == body
                           ? pn_assembly_parent(a, joint)
                           : pn_assembly_child(a, joint);
  for (size_t r = 0; r < a->first[joint + 1] - a->first[joint]; r++)
    memcpy(J + r * n, from + 6 * r, n * sizeof *J);
}

/* Makes row k of Q a unit vector normal to those before it (Gram-Schmidt,
   twice); row[l] += its part along the l-th, row[k] = what was left. */
static int orthonormalise(size_t n, size_t k, double (*Q)[6], double *row)
{
  for (int again = 0; again < 2; again++)
    for (size_t l = 0; l < k; l++) {
      double along = 0;
      for (size_t i = 0; i < n; i++)
        along += Q[l][i] * Q[k][i];
      for (size_t i = 0; i < n; i++)
        Q[k][i] -= along * Q[l][i];
      row[l] += along;
    }
  double square = 0;
  for (size_t i = 0; i < n; i++)
    square += Q[k][i] * Q[k][i];
  row[k] = sqrt(square);
  for (size_t i = 0; i < n; i++)
    Q[k][i] /= row[k];
  return square > 0 && isfinite(square) ? GSL_SUCCESS : GSL_EDOM;
}

/* Returns the unit vector that is farthest from the first k rows of Q. */
static size_t farthest(size_t n, size_t k, double (*Q)[6])
{
  size_t found = 0;
  double most = -INFINITY;
  for (size_t e = 0; e < n; e++) {
    double left = 1;
    for (size_t l = 0; l < k; l++)
      left -= Q[l][e] * Q[l][e];
    if (left > most) {
      most = left;
      found = e;
    }
  }
  return found;
}

/* Splits a point that is held, J = s [1 -[r]x]: S turns the body about it. */
static void split_point(point_block held, double *PT, double *ST)
{
  const double s = held.s;
  const pn_vec3 r = pn_vec3_scale(s, held.a);
  const double P[] = {s, 0, 0, 0, 0, 0, /* */
                      0, s, 0, 0, 0, 0, /* */
                      0, 0, s, 0, 0, 0};
  const double S[] = {0,    r.z,  -r.y, 1, 0, 0, /* */
                      -r.z, 0,    r.x,  0, 1, 0, /* */
                      r.y,  -r.x, 0,    0, 0, 1};
  memcpy(PT, P, sizeof P);
  memcpy(ST, S, sizeof S);
}

/* Splits any m rows: J = R Q with R lower triangular (m x m) and the rows of Q
   orthonormal, so that P = Q^T R^-1; further such rows are S^T. */
static int split_rows(size_t n, size_t m, const double *J, double *PT,
                      double *ST)
{
  double Q[6][6], R[6][6] = {{0}};
  for (size_t k = 0; k < n; k++) {
    const size_t unit = k < m ? 0 : farthest(n, k, Q);
    for (size_t i = 0; i < n; i++)
      Q[k][i] = k < m ? J[k * n + i] : i == unit;
    if (orthonormalise(n, k, Q, R[k]))
      return GSL_EDOM;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t k = m; k-- > 0;) { /* row i of P R = Q^T */
      double sum = Q[k][i];
      for (size_t l = k + 1; l < m; l++)
        sum -= PT[l * n + i] * R[l][k];
      PT[k * n + i] = sum / R[k][k];
    }
    for (size_t k = m; k < n; k++)
      ST[(k - m) * n + i] = Q[k][i];
  }
  return GSL_SUCCESS;
}

int pni_joint_split(const pn_assembly *a, size_t joint, size_t body, size_t n,
                    double *PT, double *ST)
{
  double J[36] = {0};
  if (joint == PN_NO_JOINT)
    return split_rows(n, 0, J, PT, ST);
  const pn_joint *of = &a->system->joint[joint];
  const size_t rows = a->first[joint + 1] - a->first[joint];
  if (of->type->shares_point && rows == 3 && n == 6) {
    split_point(point_block_of(a->arm + 2 * joint, of->child == body), PT, ST);
    return GSL_SUCCESS;
  }
  pni_joint_columns(a, joint, body, n, J);
  return split_rows(n, rows, J, PT, ST);
}
