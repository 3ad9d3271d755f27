/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One impact on jointed bodies. Let k be the contact's row of the Jacobian,
   (normal, arm x normal) on its body, w = k u. The impulse mu along the normal
   and those of the joints, lambda, shall give

     J du = -J u            (the joints hold)
     k du = -(1 + e) w      (the contact rebounds)

   with du = W (J^T lambda + k^T mu).

   With A = J W J^T, c = A^-1 J W k^T and z = A^-1 (-J u), eliminating lambda
   = z - c mu leaves

     B mu = -(1 + e) w - k W J^T z,   B = k W k^T - (J W k^T) . c

   A contact that sticks has two rows more, along tangents t, where the velocity
   w_t shall vanish, and mu_n >= 0. With s = B_nt B_tt^-1 and the Schur
   complement S = B_nn - s B_tn the unknowns are

     mu_n = (r_n - s r_t) / S,   mu_t = B_tt^-1 (r_t - B_tn mu_n).

   If mu_n < 0, friction throws the point off before it has stopped sliding, and
   has no part in what comes after: then mu_n = 0, and mu_t is r_t, against the
   sliding, times the number with which the point rebounds as it shall, B_nt
   mu_t = r_n, but at most that with which it stops, r_t B_tt mu_t = r_t r_t.
   Where that would press it on, as it may in space, B_tt^-1 r_t, which stops
   it, takes the place of r_t.

   Newton's e may then make energy (T. Kane, Stanford Mechanics Alumni Club
   newsletter, 1983): the work of the impulse is -1/2 (w B^-1 w - e^2 w_n^2 /
   S), so that e must not be more than sqrt(S w B^-1 w) / |w_n|.

   S vanishes where the joints tie the normal velocity to the others, as on a
   slanting rail: then B is singular, and what does not slide cannot rebound
   either (e = 0). Of the impulses that stop it, (mu_n, B_tt^-1 r_t - s mu_n)
   for any mu_n, the shortest with mu_n >= 0 is taken.

   The factor 1 + e belongs to the contact's normal row only. (P. Benet, Moteur
   physique avec des contraintes rigides (2016), section IV-D, multiplies all
   impulses by it, which turns what the joints have drifted into the opposite
   drift.)

   Source: J. Moreau, Unilateral contact and dry friction in finite freedom
   dynamics (1988). */
#include "pantin/dynamics/impulse_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

enum { ROWS = PN_IMPACT_ROWS };

/* B is what the joints leave of k W k^T. Its eigenvalues below this part of
   that are rounding, magnified by the matrix of the joints. */
static const double part_rounding = 1e-9;

/* Joints that leave less than this part of it hold a contact: it needs no
   impulse. */
static const double held = 1e-10;

/* Of what a velocity is the sum of, this part is rounding. */
static const double rounding = 1e-14;

/* Below this part a point does not rebound: that would take a thousand times
   the impulses that stop it, whose rounding makes energy. */
static const double part_held = 1e-6;

pn_impulse *pn_impulse_alloc(pn_dynamics *dynamics)
{
  pn_impulse *impulse = pn_alloc(1, sizeof *impulse);
  if (!impulse)
    return NULL;
  const pn_assembly *a = dynamics->assembly;
  impulse->dynamics = dynamics;
  impulse->row = pn_alloc(a->velocities, ROWS * sizeof *impulse->row);
  impulse->force = pn_alloc(a->velocities, sizeof *impulse->force);
  impulse->through = pn_alloc(a->rows, ROWS * sizeof *impulse->through);
  impulse->coupled = pn_alloc(a->rows, ROWS * sizeof *impulse->coupled);
  if (!impulse->row || !impulse->force || !impulse->through ||
      !impulse->coupled) {
    pn_impulse_free(impulse);
    return NULL;
  }
  return impulse;
}

void pn_impulse_free(pn_impulse *impulse)
{
  if (!impulse)
    return;
  pn_free(impulse->row);
  pn_free(impulse->force);
  pn_free(impulse->through);
  pn_free(impulse->coupled);
  pn_free(impulse);
}

static double dot(const double *a, const double *b, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Returns the largest rounding error of a velocity k u. */
static double rounding_of(const double *k, const double *u)
{
  double sum = 0;
  for (size_t i = 0; i < PN_BODY_VELOCITIES; i++)
    sum += fabs(k[i] * u[i]);
  return rounding * sum;
}

double pn_impact_velocity(const pn_impact *contact, const pn_system *system,
                          const double *y)
{
  double k[6];
  pni_impact_row(contact, contact->normal, k);
  return dot(
      k, y + pn_system_positions(system) + PN_BODY_VELOCITIES * contact->body,
      6);
}

/* The rows of one contact and their small system. */
typedef struct {
  size_t rows, at;              /* 1 or 3; where its body's velocities are */
  pn_vec3 direction[ROWS];      /* the normal, the tangents */
  double k[ROWS][6];            /* its rows of J */
  double w[ROWS];               /* velocities before [m/s] */
  double B[ROWS][ROWS];         /* [1/kg] */
  double loose;                 /* largest k W k^T, without joints [1/kg] */
  double wanted[ROWS], p[ROWS]; /* B p = wanted [m/s], [N s] */
} contact_rows;

/* Returns the rows of a contact at u: the normal, and on a wall that sticks two
   tangents. */
static contact_rows rows_of(const pn_impact *contact, const double *u)
{
  contact_rows c = {.rows = contact->sticks ? ROWS : 1,
                    .at = PN_BODY_VELOCITIES * contact->body,
                    .direction = {contact->normal}};
  if (contact->sticks) {
    c.direction[1] = pn_vec3_some_normal(contact->normal);
    c.direction[2] = pn_vec3_cross(contact->normal, c.direction[1]);
  }
  for (size_t i = 0; i < c.rows; i++) {
    pni_impact_row(contact, c.direction[i], c.k[i]);
    c.w[i] = dot(c.k[i], u + c.at, 6);
  }
  return c;
}

/* Computes row i of B: row = W k^T, through = J W k^T, coupled = A^-1 J W
   k^T. */
static int set_row(pn_impulse *impulse, contact_rows *c, size_t i)
{
  pn_dynamics *d = impulse->dynamics;
  const pn_assembly *a = d->assembly;
  const size_t n = a->velocities, m = a->rows;
  double *row = impulse->row + i * n;
  memset(row, 0, n * sizeof *row);
  memcpy(row + c->at, c->k[i], sizeof c->k[i]);
  pn_assembly_accelerate(a, row, row);
  pn_assembly_velocity(a, row, impulse->through + i * m);
  const int code = pn_multipliers_solve(
      d->multipliers, impulse->through + i * m, impulse->coupled + i * m);
  c->loose = fmax(c->loose, dot(c->k[i], row + c->at, 6));
  for (size_t j = 0; j <= i && !code; j++)
    c->B[i][j] = c->B[j][i] =
        dot(c->k[j], row + c->at, 6) -
        dot(impulse->through + j * m, impulse->coupled + i * m, m);
  return code;
}

/* Computes x = B_tt^-1 r for the tangents; where B_tt has the rank 1, and is
   its trace times e e^T, the x along e. */
static void solve_tangents(const contact_rows *c, const double r[2],
                           double x[2])
{
  const double a = c->B[1][1], b = c->B[1][2], d = c->B[2][2];
  const double det = a * d - b * b, trace = a + d;
  const double noise = part_rounding * c->loose;
  if (det > noise * trace && trace > noise) {
    x[0] = (d * r[0] - b * r[1]) / det;
    x[1] = (a * r[1] - b * r[0]) / det;
  } else {
    const double scale = trace > noise ? 1 / (trace * trace) : 0;
    x[0] = scale * (a * r[0] + b * r[1]);
    x[1] = scale * (b * r[0] + d * r[1]);
  }
}

/* Returns what the tangents leave of row n: its B and, of these velocities, its
   entry; and s. */
static double eliminate_tangents(const contact_rows *c, const double v[ROWS],
                                 double *schur, double s[2])
{
  solve_tangents(c, c->B[0] + 1, s);
  *schur = c->B[0][0] - s[0] * c->B[0][1] - s[1] * c->B[0][2];
  return v[0] - s[0] * v[1] - s[1] * v[2];
}

/* Tells whether the normal velocity follows from the tangents', by their Schur
   complement, of which so much [1/kg] is nothing, and s. */
static int is_tied(double least, double schur, const double s[2])
{
  return schur <= least * (1 + s[0] * s[0] + s[1] * s[1]);
}

/* Returns the largest restitution with which a contact that sticks makes no
   energy. */
static double restitution_max(const contact_rows *c)
{
  double schur, s[2], x[2];
  const double left = eliminate_tangents(c, c->w, &schur, s);
  if (is_tied(part_held * c->loose, schur, s))
    return 0;
  solve_tangents(c, c->w + 1, x);
  return sqrt(left * left + schur * (x[0] * c->w[1] + x[1] * c->w[2])) /
         fabs(c->w[0]);
}

/* Sets the impulses of a contact that friction throws off, which alone would
   stop it by p. */
static void throw_off(contact_rows *c)
{
  const double *r = c->wanted + 1;
  const double B_r[] = {c->B[1][1] * r[0] + c->B[1][2] * r[1],
                        c->B[2][1] * r[0] + c->B[2][2] * r[1]};
  const double lift = c->B[0][1] * r[0] + c->B[0][2] * r[1];
  if (lift > 0) {
    const double stop =
        (r[0] * r[0] + r[1] * r[1]) / (r[0] * B_r[0] + r[1] * B_r[1]);
    for (int t = 1; t < ROWS; t++)
      c->p[t] = stop * c->wanted[t];
  }
  const double thrown = c->B[0][1] * c->p[1] + c->B[0][2] * c->p[2];
  const double share = fmax(0, fmin(1, c->wanted[0] / thrown));
  for (int t = 1; t < ROWS; t++)
    c->p[t] *= share;
}

/* Solves for the impulses of a contact that sticks. Returns 1 if it does not,
   as friction throws it off. */
static int solve_sticking(contact_rows *c)
{
  double schur, s[2], x[2];
  const double left = eliminate_tangents(c, c->wanted, &schur, s);
  solve_tangents(c, c->wanted + 1, x);
  const int tied = is_tied(part_rounding * c->loose, schur, s);
  if (tied)
    c->p[0] = (s[0] * x[0] + s[1] * x[1]) / (1 + s[0] * s[0] + s[1] * s[1]);
  else
    c->p[0] = left / schur;
  const int is_thrown = !tied && c->p[0] < 0;
  c->p[0] = fmax(0, c->p[0]);
  solve_tangents(c,
                 (double[]){c->wanted[1] - c->B[1][0] * c->p[0],
                            c->wanted[2] - c->B[2][0] * c->p[0]},
                 c->p + 1);
  if (is_thrown)
    throw_off(c);
  return is_thrown;
}

/* Books the works of the impulses, and tells of the impact. `right` is still -J
   u before it, and d->impulse z. */
static void book(pn_impulse *impulse, const contact_rows *c,
                 const pn_impact *contact, const double *u)
{
  const pn_dynamics *d = impulse->dynamics;
  const size_t m = d->assembly->rows;
  pn_impact_event event = {
      impulse->time, contact->body, {0, 0, 0}, c->w[0], 0, -contact->credit};
  for (size_t i = 0; i < c->rows; i++) {
    const double after = dot(c->k[i], u + c->at, 6);
    event.loss -= c->p[i] * (c->w[i] + after) / 2;
    event.impulse = pn_vec3_add_scaled(event.impulse, c->p[i], c->direction[i]);
    event.after = i == 0 ? after : event.after;
  }
  for (size_t i = 0; i < m; i++) {
    double lambda = d->impulse[i];
    for (size_t k = 0; k < c->rows; k++)
      lambda -= c->p[k] * impulse->coupled[k * m + i];
    impulse->joint_work -= lambda * d->right[i] / 2;
  }
  impulse->impulse = c->p[0];
  impulse->vector = event.impulse;
  impulse->work -= event.loss;
  impulse->credit += contact->credit;
  if (impulse->listener)
    impulse->listener(&event, impulse->listener_params);
}

int pn_impulse_apply(pn_impulse *impulse, const pn_impact *contact,
                     double restitution, double *y)
{
  pn_dynamics *d = impulse->dynamics;
  pn_assembly *a = d->assembly;
  const size_t n = a->velocities, m = a->rows;
  double *u = y + pn_system_positions(d->system);
  contact_rows c = rows_of(contact, u);
  impulse->impulse = 0;
  impulse->vector = pn_vec3_make(0, 0, 0);
  impulse->is_thrown = 0;
  if (!(c.w[0] < -rounding_of(c.k[0], u + c.at)))
    return GSL_SUCCESS;
  if (pn_assembly_set(a, y) || pn_multipliers_renew(d->multipliers))
    return GSL_EFAILED;
  for (size_t i = 0; i < c.rows; i++) {
    const int code = set_row(impulse, &c, i);
    if (code)
      return code;
  }
  impulse->rebound = c.B[0][0];
  if (c.B[0][0] <= held * c.loose)
    return GSL_SUCCESS;

  /* force = W J^T z: what the joints alone would ask for. */
  pn_assembly_velocity(a, u, d->right);
  for (size_t i = 0; i < m; i++)
    d->right[i] = -d->right[i];
  const int code = pn_dynamics_least_change(d, d->right, impulse->force);
  if (code)
    return code;

  /* The impulses of the contact. */
  const double e =
      contact->sticks ? fmin(restitution, restitution_max(&c)) : restitution;
  for (size_t i = 0; i < c.rows; i++)
    c.wanted[i] =
        -(i == 0 ? 1 + e : 1) * c.w[i] - dot(c.k[i], impulse->force + c.at, 6);
  if (contact->sticks)
    impulse->is_thrown = solve_sticking(&c);
  else
    c.p[0] = c.wanted[0] / c.B[0][0];
  if (!isfinite(c.p[0] + c.p[1] + c.p[2]))
    return GSL_EDOM;

  /* du = W J^T z + (W k^T - W J^T c) p */
  for (size_t i = 0; i < n; i++)
    u[i] += impulse->force[i] + c.p[0] * impulse->row[i];
  for (size_t k = 0; k < c.rows; k++) {
    memset(impulse->force, 0, n * sizeof *impulse->force);
    pn_assembly_add_force(a, impulse->coupled + k * m, impulse->force);
    pn_assembly_accelerate(a, impulse->force, impulse->force);
    for (size_t i = 0; i < n; i++)
      u[i] -= c.p[k] * impulse->force[i];
    for (size_t i = 0; k > 0 && i < n; i++)
      u[i] += c.p[k] * impulse->row[k * n + i];
  }
  book(impulse, &c, contact, u);
  return GSL_SUCCESS;
}
