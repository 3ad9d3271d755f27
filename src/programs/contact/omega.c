/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/contact/omega.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Most sweeps that a rule is to judge by; sweeps of a rule's own trial. */
enum { SWEEPS_MOST = 200, TRIAL = 10 };

int contact_omega_read(contact_omega *of, const char *text)
{
  char name[16] = "";
  double a = 0, b = 0;
  int length = 0;
  const int read =
      sscanf(text, "%15[a-z]%n:%lf,%lf%n", name, &length, &a, &b, &length);
  const pn_rule *rule = pn_rule_find(name);
  const int fitted = rule == pn_rule_line || rule == pn_rule_cond;
  const int alone = rule == pn_rule_guarded || rule == pn_rule_radius ||
                    rule == pn_rule_golden;
  if (!(fitted && read == 3) && !(alone && read == 1))
    return 0;
  if (text[length] != '\0' || !isfinite(a) || !isfinite(b))
    return 0;
  *of = (contact_omega){.rule = rule,
                        .known = pn_rule_nothing_known(SWEEPS_MOST),
                        .pgs = pn_pgs_settings_default()};
  of->known.slope = of->known.condition[0] = fitted ? a : 0;
  of->known.intercept = of->known.condition[1] = fitted ? b : 1;
  return 1;
}

double contact_omega_choose(void *vof, const pn_lcp *lcp)
{
  const contact_omega *of = vof;
  pn_rule_known known = of->known;
  pn_rule_outcome made = {.alpha = 1};
  if (known.sweeps > SWEEPS_MOST)
    known.sweeps = SWEEPS_MOST;
  pn_pgs *pgs =
      pn_pgs_alloc(lcp, known.sweeps > TRIAL ? known.sweeps : TRIAL, NULL);
  if (pgs && of->rule->choose(pgs, &of->pgs, &known, &made))
    made.alpha = 1;
  pn_pgs_free(pgs);
  return fmin(made.alpha, 1.999);
}
