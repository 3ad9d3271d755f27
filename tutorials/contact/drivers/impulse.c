/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Moves both bodies for a step, without an impulse and with one of 1 N s. The
   gap at the end depends on the impulse by a straight line; the impulse must be
   the zero of that line, or 0 if there is a gap without any. */
#include "contact/drivers/inputs.h"
#include "contact/exercises.h"

#include <math.h>

static const double dt = 0.01, rounding = 1e-12;

/* Computes the gap [m] at the end of a step in which lambda acts. */
static double gap_after(const my_contact *c, double lambda)
{
  const pn_vec3 vi = pn_vec3_add_scaled(c->vi, -lambda * c->inverse_i, c->n);
  const pn_vec3 vj = pn_vec3_add_scaled(c->vj, lambda * c->inverse_j, c->n);
  const pn_vec3 moved_i = pn_vec3_scale(dt, vi),
                moved_j = pn_vec3_scale(dt, vj);
  return c->gap + pn_vec3_dot(c->n, moved_j) - pn_vec3_dot(c->n, moved_i);
}

static void check(exercise *e, const my_contact *c)
{
  exercise_given(e, "1/mass", (const double[]){c->inverse_i, c->inverse_j}, 2);
  exercise_given(e, "n", (const double[]){c->n.x, c->n.y, c->n.z}, 3);
  exercise_given(e, "vi", (const double[]){c->vi.x, c->vi.y, c->vi.z}, 3);
  exercise_given(e, "vj", (const double[]){c->vj.x, c->vj.y, c->vj.z}, 3);
  exercise_given(e, "gap, dt", (const double[]){c->gap, dt}, 2);
  const double without = gap_after(c, 0);
  exercise_value(e, my_impulse(c, dt),
                 fmax(0, without / (without - gap_after(c, 1))), rounding,
                 "the impulse [N s]");
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "contact/impulse");
  my_contact c = {1, 1.0 / 3, {1, 0, 0}, {1.2, 0, 0}, {0.1, 0, 0}, 0};
  exercise_input(&e, "1 kg at 1.2 m/s, just behind 3 kg at 0.1 m/s");
  check(&e, &c);
  exercise_input(&e, "1 kg at 1.2 m/s, 5 mm behind 3 kg at 0.1 m/s");
  c.gap = 0.005;
  check(&e, &c);
  exercise_input(&e, "1 kg at 1.2 m/s, 5 cm behind 3 kg at 0.1 m/s");
  c.gap = 0.05;
  check(&e, &c);
  for (int k = 1; k <= CONTACT_INPUTS; k++) {
    exercise_input(&e, "random bodies, number %d", k);
    c.inverse_i = exercise_uniform(e.random, 0.2, 3);
    c.inverse_j = exercise_uniform(e.random, 0.2, 3);
    c.n = contact_direction(e.random);
    c.vi = pn_vec3_scale(exercise_uniform(e.random, 0, 2),
                         contact_direction(e.random));
    c.vj = pn_vec3_scale(exercise_uniform(e.random, 0, 2),
                         contact_direction(e.random));
    c.gap = exercise_uniform(e.random, -0.005, 0.005);
    check(&e, &c);
    exercise_input(&e, "body j of number %d and the wall", k);
    c.inverse_i = 0;
    c.vi = (pn_vec3){0, 0, 0};
    check(&e, &c);
  }
  return exercise_end(&e);
}
