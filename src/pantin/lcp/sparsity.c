/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pantin/lcp/sparsity_private.h"

#include "pantin/lcp/lcp_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static int enlarge(size_t **array, size_t *room, size_t size)
{
  if (size <= *room)
    return GSL_SUCCESS;
  const size_t more = pni_room(*room, size);
  size_t *larger = pn_realloc(*array, more, sizeof *larger);
  if (!larger)
    return GSL_ENOMEM;
  *array = larger;
  *room = more;
  return GSL_SUCCESS;
}

int pni_sparsity_set(pni_sparsity *of, const pn_pair *pair, size_t rows,
                     size_t bodies)
{
  if (enlarge(&of->first, &of->first_room, bodies + 2) ||
      enlarge(&of->row, &of->row_room, 2 * rows))
    return GSL_ENOMEM;
  of->bodies = bodies;
  memset(of->first, 0, (bodies + 2) * sizeof *of->first);
  /* Count; sum up; fill from the end, so that first[k] falls to its place. */
  for (size_t c = 0; c < rows; c++) {
    of->first[pair[c].i]++;
    of->first[pair[c].j]++;
  }
  for (size_t k = 0; k <= bodies; k++)
    of->first[k + 1] += of->first[k];
  for (size_t c = rows; c-- > 0;) {
    of->row[--of->first[pair[c].i]] = c;
    of->row[--of->first[pair[c].j]] = c;
  }
  return GSL_SUCCESS;
}

size_t pni_sparsity_merge(const pni_sparsity *of, const pn_pair *pair, size_t c,
                          int *column)
{
  const pn_pair at = pair[c];
  const size_t none = of->first[of->bodies]; /* the wall joins no rows */
  size_t a = at.i < of->bodies ? of->first[at.i] : none;
  size_t b = at.j < of->bodies ? of->first[at.j] : none;
  const size_t a_end = at.i < of->bodies ? of->first[at.i + 1] : none;
  const size_t b_end = at.j < of->bodies ? of->first[at.j + 1] : none;
  size_t count = 0;
  while (a < a_end || b < b_end) {
    const size_t from_a = a < a_end ? of->row[a] : SIZE_MAX;
    const size_t from_b = b < b_end ? of->row[b] : SIZE_MAX;
    const size_t next = from_a < from_b ? from_a : from_b;
    a += from_a == next;
    b += from_b == next;
    if (column)
      column[count] = (int)next;
    count++;
  }
  return count;
}

void pni_sparsity_clear(pni_sparsity *of)
{
  pn_free(of->first);
  pn_free(of->row);
  *of = (pni_sparsity){0};
}
