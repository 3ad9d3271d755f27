/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* curve FRAMES NUMBER [coupled] ALPHA[,ORDER]...

   Prints the error of projected Gauss-Seidel after each sweep on one recorded
   frame, for up to four choices of alpha and kappa = 10^ORDER (0 without
   ORDER). */
#include "frame.h"

#include "pantin/tuning/pgs.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads ALPHA or ALPHA,ORDER. */
static pn_pgs_choice read_choice(const char *text)
{
  pn_pgs_choice choice = {0};
  double order;
  const int read = sscanf(text, "%lf,%lf", &choice.alpha, &order);
  frame_require(read >= 1, "a choice is ALPHA or ALPHA,ORDER");
  choice.kappa = read == 2 ? pow(10, order) : 0;
  return choice;
}

static void print(const pn_pgs *p, size_t count, char **names)
{
  printf("sweep");
  for (size_t l = 0; l < count; l++)
    printf(" %9s", names[l]);
  for (size_t k = 0; k <= p->settings.sweeps; k++) {
    printf("\n%5zu", k);
    for (size_t l = 0; l < count; l++)
      printf(" %9.2e", p->errors[k * PN_PGS_LANES + l]);
  }
  printf("\n");
}

int main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  frame_require(argc > 3,
                "say: curve FRAMES NUMBER [coupled] ALPHA[,ORDER]...");
  pn_lcp *lcp = frame_problem(argv[1], argv[2]);
  pn_pgs_settings settings = pn_pgs_settings_default();
  settings.error = settings.change = 0; /* do not stop */
  settings.coupled = strcmp(argv[3], "coupled") == 0;
  char **names = argv + 3 + settings.coupled;
  size_t count = 0;
  pn_pgs_choice choice[PN_PGS_LANES] = {{0}};
  for (; names[count] && count < PN_PGS_LANES; count++)
    choice[count] = read_choice(names[count]);
  pn_pgs_run run[PN_PGS_LANES];
  pn_pgs *p = pn_pgs_alloc(lcp, settings.sweeps, NULL);
  frame_require(p && !pn_pgs_solve(p, &settings, count, choice, run),
                "alpha must lie in ]0, 2]");
  print(p, count, names);
  pn_pgs_free(p);
  pn_lcp_free(lcp);
  return EXIT_SUCCESS;
}
