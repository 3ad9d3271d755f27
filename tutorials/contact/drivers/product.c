/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with the product by A, computed entry by entry. The room for
   velocities is full of other numbers at first. */
#include "contact/drivers/inputs.h"
#include "contact/exercises.h"

#include <stdlib.h>

static const double rounding = 1e-13;

/* Shows bodies and normal of each contact, and the inverse masses. */
static void show(exercise *e, const pn_delassus *J)
{
  double *contacts = contact_array(5 * J->rows);
  for (size_t c = 0; c < J->rows; c++) {
    double *row = contacts + 5 * c;
    row[0] = (double)J->pair[c].i;
    row[1] = (double)J->pair[c].j;
    row[2] = J->normal[c].x;
    row[3] = J->normal[c].y;
    row[4] = J->normal[c].z;
  }
  exercise_given_matrix(e, "i j n", contacts, J->rows, 5);
  exercise_given(e, "1/mass", J->inverse_mass, J->bodies + 1);
  free(contacts);
}

/* Checks the product by x, which is (1, .., 1) if `random` is NULL. */
static void check(exercise *e, const pn_delassus *J, gsl_rng *random)
{
  const size_t n = J->rows;
  double *A = contact_matrix(J), *x = contact_array(n), *y = contact_array(n);
  pn_vec3 *v = calloc(J->bodies + 1, sizeof *v);
  for (size_t c = 0; c < n; c++)
    x[c] = random ? exercise_uniform(random, -1, 1) : 1;
  for (size_t k = 0; v && k <= J->bodies; k++)
    v[k] = contact_direction(e->random);
  show(e, J);
  exercise_given(e, "x", x, n);
  if (v)
    my_product(J, x, y, v);
  for (size_t c = 0; c < n; c++) {
    double expected = 0;
    for (size_t d = 0; d < n; d++)
      expected += A[c * n + d] * x[d];
    exercise_value(e, y[c], expected, rounding, "y[%zu]", c);
  }
  free(v);
  free(y);
  free(x);
  free(A);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "contact/product");
  pn_lcp *two = contact_stack(2);
  exercise_input(&e, "two balls on top of each other");
  check(&e, pn_delassus_of(two->A), NULL);
  pn_lcp_free(two);
  for (size_t k = 1; k <= CONTACT_INPUTS; k++) {
    const size_t contacts = k == 1 ? 1 : 3 * k, bodies = k + 1;
    pn_lcp *lcp = contact_problem(e.random, contacts, bodies);
    exercise_input(&e, "%zu contact%s of %zu bodies", contacts,
                   contacts == 1 ? "" : "s", bodies);
    check(&e, pn_delassus_of(lcp->A), e.random);
    pn_lcp_free(lcp);
  }
  return exercise_end(&e);
}
