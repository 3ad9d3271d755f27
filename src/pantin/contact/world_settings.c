/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The settings of a world, the rules that they obey, and what follows from
   those of a contact's spring and damper: C = 1 / (h (h k + beta)) and gamma =
   h k / (h k + beta). Kraiem gives no values of k and beta; these make C =
   5e-4 / kg, small beside the diagonal of A, and gamma = 1/7.

   Source: Kraiem (2022), (1.32). */
#include "pantin/contact/world.h"

#include <gsl/gsl_errno.h>

pn_world_settings pn_world_settings_default(void)
{
  return (pn_world_settings){.step = 1.0 / 60,
                             .friction = 1,
                             .contact_stiffness = 1e6,
                             .contact_damping = 1e5,
                             .tangent_compliance = 1e-8,
                             .margin = 1e-3,
                             .anticipation = 1,
                             .per_pair = 4,
                             .rounds = 2,
                             .method = pn_lcp_psor,
                             .tolerance = 1e-6,
                             .iterations = 2000,
                             .omega = 1.3};
}

static int is_positive(double x)
{
  return x > 0 && isfinite(x);
}

static int is_not_negative(double x)
{
  return x >= 0 && isfinite(x);
}

int pn_world_settings_check(const pn_world_settings *s, pn_error *error)
{
  pn_error_clear(error);
  const char *rule = NULL;
  if (!s->method)
    rule = "there is no method; try pn_lcp_psor";
  else if (!is_positive(s->step))
    rule = "the step must be positive; try 1/60 s";
  else if (!is_not_negative(s->friction))
    rule = "friction must not be negative; try 1";
  else if (!is_positive(s->contact_stiffness))
    rule = "the stiffness of contacts must be positive; try 1e6 N/m";
  else if (!is_not_negative(s->contact_damping))
    rule = "the damping of contacts must not be negative; try 1e5 N s/m";
  else if (!is_not_negative(s->tangent_compliance))
    rule = "the compliance of tangents must not be negative; try 1e-8 1/kg";
  else if (!is_not_negative(s->damping))
    rule = "damping must not be negative; try 0 1/s";
  else if (!is_positive(s->margin))
    rule = "the margin must be positive; try 1e-3 m";
  else if (s->per_pair < 1 || s->per_pair > PN_COLLISION_POINTS)
    rule = "contacts per pair must be 1 to 16; try 4";
  else if (s->rounds < 1)
    rule = "rounds of frozen friction must be 1 or more; try 2";
  else if (s->cone && s->frozen)
    rule = "friction in its cone is coupled: frozen must be 0";
  else if (!is_not_negative(s->friction_tolerance))
    rule = "the tolerance of friction must not be negative; try 0.01";
  else if (!(s->tolerance > 0))
    rule = "the tolerance must be positive; try 1e-6 m/s";
  else if (!(s->kappa >= 0 && isfinite(s->kappa)))
    rule = "kappa must not be negative; try 0 1/kg";
  else if (!(s->omega > 0 && s->omega < 2))
    rule = "omega must lie between 0 and 2; try 1.3";
  return rule ? pn_error_set(error, GSL_EINVAL, NULL, 0, "%s", rule)
              : GSL_SUCCESS;
}

double pn_world_compliance(const pn_world_settings *s)
{
  return 1 / (s->step * (s->step * s->contact_stiffness + s->contact_damping));
}

double pn_world_stabilisation(const pn_world_settings *s)
{
  return s->step * s->contact_stiffness /
         (s->step * s->contact_stiffness + s->contact_damping);
}
