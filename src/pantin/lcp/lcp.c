/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pantin/lcp/rigid_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* A is taken for symmetric if two entries that should be one differ by no
   more than this share of their rows' diagonal: files may have few digits. */
static const double symmetry = 1e-6;

/* And a 2 x 2 minor may be negative by this share, from the same rounding. */
static const double minor_rounding = 1e-6;

pn_lcp *pn_lcp_alloc(size_t size)
{
  pn_lcp *lcp = pn_alloc(1, sizeof *lcp);
  if (!lcp)
    return NULL;
  if (pn_lcp_resize(lcp, size)) {
    pn_lcp_free(lcp);
    return NULL;
  }
  return lcp;
}

void pn_lcp_free(pn_lcp *lcp)
{
  if (!lcp)
    return;
  pn_free(lcp->b);
  pn_free(lcp->lo);
  pn_free(lcp->hi);
  pn_free(lcp->D);
  pn_free(lcp->normal);
  pn_free(lcp->mu);
  if (lcp->A && !(lcp->R && lcp->A == lcp->R->matrix))
    gsl_spmatrix_free(lcp->A);
  pn_delassus_free(lcp->J);
  pn_rigid_delassus_free(lcp->R);
  pn_free(lcp);
}

/* Enlarges one array; those done before a failure stay enlarged, unharmed. */
static int enlarge(double **array, size_t room)
{
  double *larger = pn_realloc(*array, room, sizeof *larger);
  if (!larger)
    return GSL_ENOMEM;
  *array = larger;
  return GSL_SUCCESS;
}

/* Room for the friction of so many rows. */
static int enlarge_friction(pn_lcp *lcp, size_t room)
{
  size_t *larger = pn_realloc(lcp->normal, room, sizeof *larger);
  if (!larger)
    return GSL_ENOMEM;
  lcp->normal = larger;
  return enlarge(&lcp->mu, room);
}

/* Row i, as long as nobody says more about it. */
static void clear_row(pn_lcp *lcp, size_t i)
{
  lcp->b[i] = lcp->lo[i] = lcp->D[i] = 0;
  lcp->hi[i] = INFINITY;
  if (lcp->mu) {
    lcp->normal[i] = i;
    lcp->mu[i] = 0;
  }
}

int pn_lcp_resize(pn_lcp *lcp, size_t size)
{
  if (size > lcp->room) {
    const size_t room = pni_room(lcp->room, size);
    if (enlarge(&lcp->b, room) || enlarge(&lcp->lo, room) ||
        enlarge(&lcp->hi, room) || enlarge(&lcp->D, room) ||
        (lcp->mu && enlarge_friction(lcp, room)))
      return GSL_ENOMEM;
    lcp->room = room;
  }
  for (size_t i = lcp->size; i < size; i++)
    clear_row(lcp, i);
  lcp->size = size;
  return GSL_SUCCESS;
}

int pn_lcp_add_friction(pn_lcp *lcp)
{
  if (lcp->mu)
    return GSL_SUCCESS;
  if (enlarge_friction(lcp, lcp->room > 0 ? lcp->room : 1))
    return GSL_ENOMEM;
  for (size_t i = 0; i < lcp->size; i++) {
    lcp->normal[i] = i;
    lcp->mu[i] = 0;
  }
  return GSL_SUCCESS;
}

void pn_lcp_complete(pn_lcp *lcp)
{
  if (lcp->R && lcp->A == lcp->R->matrix)
    lcp->A = NULL;
  lcp->form = lcp->R   ? pn_lcp_rigid
              : lcp->J ? pn_lcp_matrix_free
                       : pn_lcp_assembled;
  for (size_t i = 0; i < lcp->size; i++)
    lcp->D[i] = lcp->R   ? pn_rigid_delassus_entry(lcp->R, i, i)
                : lcp->J ? pn_delassus_entry(lcp->J, i, i)
                         : gsl_spmatrix_get(lcp->A, i, i);
}

gsl_spmatrix *pni_lcp_matrix(const pn_lcp *lcp)
{
  return lcp->R ? pn_rigid_delassus_assemble(lcp->R)
                : pn_delassus_assemble(lcp->J);
}

int pn_lcp_assemble(pn_lcp *lcp)
{
  if (!lcp->A && lcp->R && lcp->size > 0 && !pni_rigid_refill(lcp->R))
    lcp->A = lcp->R->matrix;
  if (!lcp->A && lcp->J && lcp->size > 0)
    lcp->A = pn_delassus_assemble(lcp->J);
  if (!lcp->A && lcp->size > 0)
    return GSL_ENOMEM;
  lcp->form = pn_lcp_assembled;
  return GSL_SUCCESS;
}

int pn_lcp_choose_form(pn_lcp *lcp)
{
  const size_t most = PN_LCP_ASSEMBLED_MAX * lcp->size;
  size_t entries = 0;
  if (!lcp->R || lcp->size == 0)
    return GSL_SUCCESS;
  if (pni_rigid_count(lcp->R, most, &entries))
    return GSL_ENOMEM;
  if (entries < most)
    return pn_lcp_assemble(lcp);
  lcp->form = pn_lcp_rigid;
  return GSL_SUCCESS;
}

int pn_lcp_is_plain(const pn_lcp *lcp)
{
  for (size_t i = 0; i < lcp->size; i++)
    if (lcp->lo[i] != 0 || lcp->hi[i] != INFINITY)
      return 0;
  return 1;
}

/* Row i without its matrix. Numbers are counted from 1 for the reader. */
static int check_row(const pn_lcp *lcp, size_t i, pn_error *error)
{
  const double lo = lcp->lo[i], hi = lcp->hi[i];
  if (!isfinite(lcp->b[i]))
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "b(%zu) is %g", i + 1,
                        lcp->b[i]);
  if (!(lo <= hi) || lo == INFINITY || hi == -INFINITY)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the bounds of row %zu must be lo <= hi, got %g and %g",
                        i + 1, lo, hi);
  if (!isfinite(lcp->D[i]))
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "A(%zu, %zu) is %g", i + 1,
                        i + 1, lcp->D[i]);
  if (!(lcp->D[i] > 0))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "A is not positive definite: A(%zu, %zu) = %g", i + 1,
                        i + 1, lcp->D[i]);
  if (lcp->mu && (lcp->normal[i] >= lcp->size ||
                  !(lcp->mu[i] >= 0 && lcp->mu[i] < INFINITY)))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "row %zu has friction %g of row %zu; it must not be "
                        "negative, and of one of the %zu rows",
                        i + 1, lcp->mu[i], lcp->normal[i] + 1, lcp->size);
  return GSL_SUCCESS;
}

/* The entries of row i against those of the transpose and the diagonal. */
static int check_entries(const pn_lcp *lcp, size_t i, pn_error *error)
{
  const gsl_spmatrix *A = lcp->A;
  for (int k = A->p[i]; k < A->p[i + 1]; k++) {
    const size_t j = (size_t)A->i[k];
    const double a = A->data[k], scale = sqrt(lcp->D[i] * lcp->D[j]);
    if (!isfinite(a))
      return pn_error_set(error, GSL_EINVAL, NULL, 0, "A(%zu, %zu) is %g",
                          i + 1, j + 1, a);
    const double transposed = gsl_spmatrix_get(A, j, i);
    if (!(fabs(a - transposed) <= symmetry * scale))
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "A is not symmetric: A(%zu, %zu) = %g, but "
                          "A(%zu, %zu) = %g",
                          i + 1, j + 1, a, j + 1, i + 1, transposed);
    if (!(fabs(a) <= (1 + minor_rounding) * scale))
      return pn_error_set(
          error, GSL_EINVAL, NULL, 0,
          "A is not positive definite: A(%zu, %zu) = %g is "
          "larger than %g, the geometric mean of the diagonal entries",
          i + 1, j + 1, a, scale);
  }
  return GSL_SUCCESS;
}

int pn_lcp_check(const pn_lcp *lcp, size_t *row, pn_error *error)
{
  int code = GSL_SUCCESS;
  size_t i;
  for (i = 0; i < lcp->size && !code; i++)
    code = check_row(lcp, i, error);
  if (lcp->A && !code)
    for (i = 0; i < lcp->size && !code; i++)
      code = check_entries(lcp, i, error);
  if (code && row)
    *row = i - 1;
  return code;
}
