/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "contact_pile.h"

#include "pantin/lcp/operator_csr.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pile_free(pile *of)
{
  pn_stepper_free(of->stepper);
  pn_balls_scene_free(of->scene);
  *of = (pile){0};
}

static int pile_set(pile *of, size_t iterations, size_t steps)
{
  if (!of->scene)
    return GSL_EFAILED;
  pn_stepper_settings settings = of->scene->settings;
  settings.iterations = iterations;
  of->stepper = pn_stepper_alloc(of->scene->balls, &settings, NULL);
  int code = of->stepper ? GSL_SUCCESS : GSL_ENOMEM;
  for (size_t k = 0; k < steps && !code; k++)
    code = pn_stepper_advance(of->stepper, NULL);
  if (code)
    pile_free(of);
  return code;
}

int pile_read(pile *of, const char *path, size_t iterations, size_t steps)
{
  pn_error error = {0};
  *of = (pile){.scene = pn_balls_scene_read(path, &error)};
  return pile_set(of, iterations, steps);
}

int pile_make(pile *of, size_t balls, size_t iterations, size_t steps)
{
  static const double radius = 0.05, room = 0.106;
  enum { LAYERS = 10 };
  const double side = ceil(sqrt((double)balls / LAYERS)) * room / 2;
  char text[300];
  pn_error error = {0};
  const int length = snprintf(
      text, sizeof text,
      "title = \"pile\"; container = \"box\"; size = (%g, %g, %g); balls = %zu;"
      "radius = %g; mass = 1; step = 0.01; warm_start = true; damping = 1.0;",
      side, side, LAYERS * room / 2, balls, radius);
  *of = (pile){.scene = pn_balls_scene_read_string("pile", text, (size_t)length,
                                                   &error)};
  return pile_set(of, iterations, steps);
}

int pile_at_rest(pile *of)
{
  const pn_balls *balls = of->scene->balls;
  pn_lcp *lcp = of->stepper->lcp;
  pn_vec3 *v = of->stepper->change; /* work, until the next step */
  for (size_t k = 0; k < balls->count; k++)
    v[k] = pn_vec3_add_scaled(balls->v[k], of->stepper->settings.step,
                              balls->gravity);
  v[balls->count] = pn_vec3_make(0, 0, 0);
  pn_delassus_opening(of->stepper->J, v, lcp->b);
  return GSL_SUCCESS;
}

int problem_set(contact_problem *problem, pn_lcp *lcp, const pn_vec3 *v)
{
  if (pn_lcp_assemble(lcp))
    return GSL_ENOMEM;
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  const pn_delassus *J = pn_delassus_of(lcp->A);
  *problem = (contact_problem){
      .rows = lcp->size,
      .bodies = J->bodies,
      .begin = A->p,
      .column = A->i,
      .A = A->data,
      .b = lcp->b,
      .pair = (const unsigned(*)[2])J->pair,
      .normal = (const double(*)[3])J->normal,
      .inverse_mass = J->inverse_mass,
      .velocity = (const double(*)[3])v,
      .lcp = lcp,
  };
  return GSL_SUCCESS;
}
