/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Three balls of 1 kg in a stack fall onto the ground at 1 m/s. The impulse of
   a contact is 0 where it opens, and else keeps it closed: each bears all that
   is above it, 3, 2 and 1 N s. */
#include <pantin/pantin.h>
#include <stdio.h>

int main(void)
{
  enum { CONTACTS = 3 }; /* from the ground upwards */
  /* A = J M^-1 J^T by rows, b = the rates at which the gaps close. */
  const int p[] = {0, 2, 5, 7}, i[] = {0, 1, 0, 1, 2, 1, 2};
  const double x[] = {1, -1, -1, 2, -1, -1, 2}, b[] = {-1, 0, 0};
  double lambda[CONTACTS];
  pn_error error;
  pn_lcp_info info;
  pn_lcp *lcp = pn_lcp_from_csr(CONTACTS, p, i, x, b, &error);
  const int code =
      lcp ? pn_lcp_solve(lcp, pn_lcp_psor, NULL, lambda, &info, &error) : 1;
  if (code)
    fprintf(stderr, "%s\n", error.text);
  else
    printf("impulses %.6f %.6f %.6f N s after %zu iterations\n", lambda[0],
           lambda[1], lambda[2], info.iterations);
  pn_lcp_free(lcp);
  return code != 0;
}
