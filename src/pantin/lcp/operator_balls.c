/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The operator by the factors of A = J W J^T. A sweep keeps the velocities
   v = W J^T x up to date in scratch: row c needs those of its two bodies only,

     w_c = n . (v_j - v_i) + b_c,

   and a change d of its impulse gives v_i -= d n / m_i and v_j += d n / m_j.
   The cost of a row does not depend on how many contacts its bodies have.

   By entries, two contacts c, d that share a body of mass m have
   A_cd = +-n_c . n_d / m, minus if the body is i of one and j of the other;
   hence A_cc = 1/m_i + 1/m_j. */
#include "pantin/lcp/operator_balls.h"

#include "pantin/lcp/assemble_private.h"
#include "pantin/lcp/lanes_private.h"
#include "pantin/lcp/product_private.h"
#include "pantin/lcp/sweep_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

/* Sweeps keep so many reals of each body in scratch, for each column: the
   velocity and, of one column, the inverse mass. */
enum { REALS = 4 };
_Static_assert(sizeof(pn_vec3) <= REALS * sizeof(double), "it fits");

pn_delassus *pn_delassus_alloc(size_t room, size_t bodies)
{
  pn_delassus *J = pn_alloc(1, sizeof *J);
  if (!J)
    return NULL;
  J->base.type = pn_lcp_operator_balls;
  J->bodies = bodies;
  J->inverse_mass = pn_alloc(bodies + 1, sizeof *J->inverse_mass);
  if (!J->inverse_mass || pn_delassus_reserve(J, room)) {
    pn_delassus_free(J);
    return NULL;
  }
  return J;
}

static void balls_free(pn_lcp_operator *A)
{
  pn_delassus *J = (pn_delassus *)A;
  pn_free(J->pair);
  pn_free(J->normal);
  pn_free(J->inverse_mass);
  pn_free(J);
}

void pn_delassus_free(pn_delassus *J)
{
  pn_lcp_operator_free(J ? &J->base : NULL);
}

int pn_delassus_reserve(pn_delassus *J, size_t room)
{
  if (room <= J->room)
    return GSL_SUCCESS;
  room = pni_room(J->room, room);
  pn_pair *pair = pn_realloc(J->pair, room, sizeof *pair);
  if (!pair)
    return GSL_ENOMEM;
  J->pair = pair;
  pn_vec3 *normal = pn_realloc(J->normal, room, sizeof *normal);
  if (!normal)
    return GSL_ENOMEM;
  J->normal = normal;
  J->room = room;
  return GSL_SUCCESS;
}

void pn_delassus_velocities(const pn_delassus *J, const double *x, pn_vec3 *v)
{
  memset(v, 0, (J->bodies + 1) * sizeof *v);
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    const pn_vec3 impulse = pn_vec3_scale(x[c], J->normal[c]);
    v[at.i] = pn_vec3_add_scaled(v[at.i], -J->inverse_mass[at.i], impulse);
    v[at.j] = pn_vec3_add_scaled(v[at.j], J->inverse_mass[at.j], impulse);
  }
}

void pn_delassus_opening(const pn_delassus *J, const pn_vec3 *v, double *y)
{
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    y[c] = pn_vec3_dot(J->normal[c], pn_vec3_sub(v[at.j], v[at.i]));
  }
}

double pn_delassus_entry(const pn_delassus *J, size_t c, size_t d)
{
  const pn_pair p = J->pair[c], q = J->pair[d];
  double shared = 0; /* the wall has inverse mass 0 and adds nothing */
  if (p.i == q.i)
    shared += J->inverse_mass[p.i];
  if (p.j == q.j)
    shared += J->inverse_mass[p.j];
  if (p.i == q.j)
    shared -= J->inverse_mass[p.i];
  if (p.j == q.i)
    shared -= J->inverse_mass[p.j];
  return shared * pn_vec3_dot(J->normal[c], J->normal[d]);
}

static size_t balls_rows(const pn_lcp_operator *A)
{
  return ((const pn_delassus *)A)->rows;
}

static size_t balls_scratch(const pn_lcp_operator *A)
{
  return REALS * (((const pn_delassus *)A)->bodies + PNI_FIXED);
}

static double entry(const pn_lcp_operator *A, size_t c, size_t d)
{
  return pn_delassus_entry((const pn_delassus *)A, c, d);
}

static void balls_diagonal(const pn_lcp_operator *A, double *D)
{
  for (size_t c = 0; c < balls_rows(A); c++)
    D[c] = entry(A, c, c);
}

#ifdef PNI_LANES
/* Computes y = A x in a function of its own, for processors with registers of
   four numbers. */
PNI_TARGET_LANES static void
multiply_lanes(const pn_delassus *J, const double *x, double *y, double *v)
{
  pni_product_lanes(J, x, y, v);
}
#else
#define multiply_lanes(J, x, y, v) ((void)0)
#endif

static void balls_multiply(const pn_lcp_operator *A, const double *x, double *y,
                           double *scratch)
{
  const pn_delassus *J = (const pn_delassus *)A;
  pn_vec3 *v = (pn_vec3 *)scratch;
  if (pni_has_lanes()) {
    multiply_lanes(J, x, y, scratch);
    return;
  }
  pn_delassus_velocities(J, x, v);
  pn_delassus_opening(J, v, y);
}

/* The velocities of one body, one for each column. */
typedef struct {
  double x[PN_LCP_COLUMNS], y[PN_LCP_COLUMNS], z[PN_LCP_COLUMNS];
} velocity;

/* Loads the velocities of body k; `all` holds each component column by
   column. */
PNI_INLINE velocity load(const double *all, size_t columns, size_t k)
{
  const double *from = &all[REALS * columns * k];
  velocity v;
  memcpy(v.x, from, columns * sizeof *from);
  memcpy(v.y, from + columns, columns * sizeof *from);
  memcpy(v.z, from + 2 * columns, columns * sizeof *from);
  return v;
}

/* Stores v + d times the vector `to` as the velocities of body k. */
PNI_INLINE void store(double *restrict all, size_t columns, size_t k,
                      const velocity *v, const double *d, pn_vec3 to)
{
  double *at = &all[REALS * columns * k];
  for (size_t l = 0; l < columns; l++) {
    at[l] = v->x[l] + d[l] * to.x;
    at[columns + l] = v->y[l] + d[l] * to.y;
    at[2 * columns + l] = v->z[l] + d[l] * to.z;
  }
}

/* Sets v as pn_delassus_velocities does, and the inverse masses beside it. */
static void begin_one(const pn_delassus *J, const double *x, double *scratch)
{
  memset(scratch, 0, balls_scratch(&J->base) * sizeof *scratch);
  for (size_t k = 0; k < J->bodies; k++)
    scratch[REALS * k + 3] = J->inverse_mass[k];
  for (size_t c = 0; c < J->rows; c++) {
    double *vi = &scratch[REALS * J->pair[c].i];
    double *vj = &scratch[REALS * J->pair[c].j];
    const pn_vec3 impulse = pn_vec3_scale(x[c], J->normal[c]);
    const double d[] = {impulse.x, impulse.y, impulse.z};
    for (int k = 0; k < 3; k++) {
      vi[k] -= vi[3] * d[k];
      vj[k] += vj[3] * d[k];
    }
  }
}

/* Sets the velocities that x leaves, of one column or of several side by side.
 */
static void balls_begin(const pn_lcp_operator *A, size_t columns,
                        const double *x, double *scratch)
{
  const pn_delassus *J = (const pn_delassus *)A;
  if (columns == 1) {
    begin_one(J, x, scratch);
    return;
  }
  memset(scratch, 0, columns * balls_scratch(A) * sizeof *scratch);
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    const double *d = &x[c * PN_LCP_COLUMNS];
    velocity v = load(scratch, PN_LCP_COLUMNS, at.i);
    store(scratch, PN_LCP_COLUMNS, at.i, &v, d,
          pn_vec3_scale(-J->inverse_mass[at.i], J->normal[c]));
    v = load(scratch, PN_LCP_COLUMNS, at.j);
    store(scratch, PN_LCP_COLUMNS, at.j, &v, d,
          pn_vec3_scale(J->inverse_mass[at.j], J->normal[c]));
  }
}

/* Computes w_c in each column. */
PNI_INLINE void row(pn_vec3 n, double b, size_t columns, const velocity *vi,
                    const velocity *vj, double *w)
{
  for (size_t l = 0; l < columns; l++) {
    const double x = vj->x[l] - vi->x[l], y = vj->y[l] - vi->y[l];
    const double z = vj->z[l] - vi->z[l];
    w[l] = (n.x * x + n.y * y) + (n.z * z + b);
  }
}

/* Sweeps over the rows. A row must wait for earlier ones that moved its bodies,
   so whatever does not depend on velocities is computed meanwhile, and the rest
   takes few dependent steps. */
PNI_INLINE void sweep(const pn_delassus *J, const pn_lcp_sweep *with,
                      size_t columns, const size_t *order, double *x,
                      double *restrict v)
{
  const pn_lcp_sweep how = *with; /* a copy, which stores to x and v cannot
                                     change */
  const pn_pair *pair = J->pair;
  const pn_vec3 *normal = J->normal;
  const double *inverse_mass = J->inverse_mass;
  const size_t rows = order ? with->count : J->rows;
  double w[PN_LCP_COLUMNS], d[PN_LCP_COLUMNS], moved[PN_LCP_COLUMNS] = {0};
  for (size_t k = 0; k < rows; k++) {
    const size_t c = pni_sweep_order(&how, order, rows, k);
    const pn_pair at = pair[c];
    const pn_vec3 n = normal[c];
    const velocity vi = load(v, columns, at.i), vj = load(v, columns, at.j);
    row(n, how.b[c], columns, &vi, &vj, w);
    pni_sweep_row(&how, columns, c, w, x, d, moved);
    store(v, columns, at.i, &vi, d, pn_vec3_scale(-inverse_mass[at.i], n));
    store(v, columns, at.j, &vj, d, pn_vec3_scale(inverse_mass[at.j], n));
  }
  pni_sweep_end(&how, moved);
}

/* Packed sweeps, where the processor has vectors of four numbers. Without, GCC
   takes each number out of its four, which is slower than plain sweeps. */
#ifdef PNI_LANES
static size_t balls_packed_size(const pn_lcp_operator *A,
                                const pn_lcp_sweep *how)
{
  /* Blocks say by 32 bits where a velocity is. */
  const int fits = balls_scratch(A) <= UINT32_MAX;
  if (how->normal || how->kappa || how->moved || !fits || !pni_has_lanes())
    return 0;
  return pni_fours_size(how);
}

static void balls_pack(const pn_lcp_operator *A, const pn_lcp_sweep *how)
{
  pni_fours_pack((const pn_delassus *)A, how);
}

/* Sweeps over packed rows, compiled for registers of four numbers. */
PNI_TARGET_LANES static void run_packed(void *job, size_t begin, size_t end)
{
  pni_fours_run(job, begin, end);
}

/* The same for processors that have 32 of them. */
PNI_TARGET_MANY static void run_packed_many(void *job, size_t begin, size_t end)
{
  pni_fours_run(job, begin, end);
}

/* Sweeps over all packed rows; only where pni_has_lanes says so. */
static void sweep_packed(const pn_lcp_sweep *how, double *x, double *v)
{
  pni_fours_sweep(how, pni_has_many() ? run_packed_many : run_packed, x, v);
}
#else
#define balls_packed_size NULL
#define balls_pack        NULL

/* Does nothing: without vectors of four no rows are packed. */
static void sweep_packed(const pn_lcp_sweep *how, double *x, double *v)
{
  (void)how;
  (void)x;
  (void)v;
}
#endif

/* Sweeps in the version for the rows at hand: the number of columns and whether
   there is an order are constants of each. */
static void balls_sweep(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                        double *x, double *scratch)
{
  if (how->packed)
    sweep_packed(how, x, scratch);
  else if (how->columns > 1)
    sweep((const pn_delassus *)A, how, PN_LCP_COLUMNS, NULL, x, scratch);
  else if (how->order)
    sweep((const pn_delassus *)A, how, 1, how->order, x, scratch);
  else
    sweep((const pn_delassus *)A, how, 1, NULL, x, scratch);
}

/* Computes w of all rows from the velocities of the last sweep. */
static void balls_measure(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                          const double *x, double *w, double *scratch)
{
  (void)x;
  const pn_delassus *J = (const pn_delassus *)A;
  const size_t columns = how->columns;
  for (size_t c = 0; c < J->rows; c++) {
    const velocity vi = load(scratch, columns, J->pair[c].i);
    const velocity vj = load(scratch, columns, J->pair[c].j);
    row(J->normal[c], how->b[c], columns, &vi, &vj, &w[c * columns]);
  }
}

static int balls_assemble(const pn_lcp_operator *A, size_t most,
                          pn_lcp_csr *into)
{
  const pn_delassus *J = (const pn_delassus *)A;
  return pni_assemble(A, J->pair, J->rows, J->bodies, entry, most, into);
}

static pn_lcp_operator *balls_copy(const pn_lcp_operator *A)
{
  const pn_delassus *J = (const pn_delassus *)A;
  pn_delassus *copy = pn_delassus_alloc(J->rows, J->bodies);
  if (!copy)
    return NULL;
  copy->rows = J->rows;
  memcpy(copy->inverse_mass, J->inverse_mass,
         (J->bodies + 1) * sizeof *J->inverse_mass);
  if (J->rows > 0) {
    memcpy(copy->pair, J->pair, J->rows * sizeof *J->pair);
    memcpy(copy->normal, J->normal, J->rows * sizeof *J->normal);
  }
  return &copy->base;
}

static const pn_lcp_operator_type balls = {
    .name = "matrix-free",
    .rows = balls_rows,
    .scratch = balls_scratch,
    .diagonal = balls_diagonal,
    .multiply = balls_multiply,
    .begin = balls_begin,
    .sweep = balls_sweep,
    .measure = balls_measure,
    .assemble = balls_assemble,
    .copy = balls_copy,
    .free = balls_free,
    .packed_size = balls_packed_size,
    .pack = balls_pack,
};

const pn_lcp_operator_type *const pn_lcp_operator_balls = &balls;

const pn_delassus *pn_delassus_of(const pn_lcp_operator *A)
{
  A = pn_lcp_factors(A);
  return A && A->type == pn_lcp_operator_balls ? (const pn_delassus *)A : NULL;
}
