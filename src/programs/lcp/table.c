/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/lcp/report.h"

static const double goals[] = {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12};

enum { GOALS = sizeof goals / sizeof goals[0] };

static void heading(FILE *stream, const char *what)
{
  fprintf(stream, "%s until the scaled residual is below\n%-12s", what,
          "solver");
  for (size_t g = 0; g < GOALS; g++)
    fprintf(stream, " %9.0e", goals[g]);
  fprintf(stream, "  m/s\n");
}

static void rows(FILE *stream, const lcp_runs *runs, int times)
{
  for (size_t k = 0; k < runs->runs; k++) {
    const lcp_run *run = &runs->run[k];
    if (run->refusal[0])
      continue;
    fprintf(stream, "%-12s", run->method->name);
    for (size_t g = 0; g < GOALS; g++) {
      const lcp_sample *at = lcp_run_reaching(run, goals[g]);
      if (!at)
        fprintf(stream, " %9s", "-");
      else if (times)
        fprintf(stream, " %9.4g", at->milliseconds);
      else
        fprintf(stream, " %9zu", at->iteration);
    }
    fputc('\n', stream);
  }
  fputc('\n', stream);
}

static void certificates(FILE *stream, const lcp_runs *runs)
{
  fprintf(stream, "The best iterate, measured anew\n");
  fprintf(stream, "%-12s %9s %9s %9s %9s %9s %7s %9s\n", "solver", "iteration",
          "|r|_1", "|r|_2", "|r|_inf", "compl.", "active", "us/iter.");
  for (size_t k = 0; k < runs->runs; k++) {
    const lcp_run *run = &runs->run[k];
    if (run->refusal[0]) {
      fprintf(stream, "%-12s %s\n", run->method->name, run->refusal);
      continue;
    }
    const lcp_sample *best = &run->sample[run->best];
    const lcp_sample *last = &run->sample[run->samples - 1];
    fprintf(stream, "%-12s %9zu %9.2e %9.2e %9.2e %9.2e %7zu",
            run->method->name, best->iteration, best->residual.scaled.one,
            best->residual.scaled.two, best->residual.scaled.inf,
            best->residual.complementarity, best->residual.active);
    if (last->iteration > 0)
      fprintf(stream, " %9.3g",
              1e3 * (last->milliseconds - run->sample[0].milliseconds) /
                  (double)last->iteration);
    fprintf(stream, "%s\n", run->method->converges ? "" : "  (no solver)");
  }
}

size_t lcp_nonzeros(const pn_lcp *lcp)
{
  size_t count = 0;
  if (lcp->A && lcp->form == pn_lcp_assembled)
    return lcp->A->nz;
  for (size_t c = 0; lcp->R && c < lcp->R->rows; c++) {
    const pn_pair at = lcp->R->pair[c];
    count += PN_RIGID_BLOCK *
             (size_t)((at.i < lcp->R->bodies) + (at.j < lcp->R->bodies));
  }
  if (lcp->R)
    return count;
  for (size_t c = 0; c < lcp->J->rows; c++) {
    const pn_pair at = lcp->J->pair[c];
    count += 3 * (size_t)((at.i < lcp->J->bodies) + (at.j < lcp->J->bodies));
  }
  return count;
}

/* What became of the cone of a problem of FCLIB. */
static void friction(FILE *stream, const lcp_problem *problem)
{
  if (problem->fclib_dimension == 0)
    return;
  fprintf(stream, "%s\n",
          problem->fclib_dimension == 3
              ? "The friction cone was boxed: |r_t1|, |r_t2| <= mu r_n"
              : "Friction in the plane: the box is the cone");
  fprintf(stream,
          "Its bounds are frozen after %zu coupled sweeps, residual %.2g m/s\n",
          problem->sweeps, problem->rest);
}

void lcp_table(FILE *stream, const lcp_runs *runs)
{
  const pn_lcp *lcp = runs->problem->lcp;
  const char *title = runs->problem->title;
  fprintf(stream, "%s%s%s\n", runs->name, *title ? ": " : "", title);
  fprintf(stream, "%zu rows, %zu nonzeros in %s, %s\n", lcp->size,
          lcp_nonzeros(lcp), lcp->form == pn_lcp_assembled ? "A" : "J",
          lcp->form->name);
  friction(stream, runs->problem);
  fputc('\n', stream);
  heading(stream, "Iterations");
  rows(stream, runs, 0);
  heading(stream, "Milliseconds");
  rows(stream, runs, 1);
  certificates(stream, runs);
}
