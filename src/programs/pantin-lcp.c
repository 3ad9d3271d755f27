/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pantin-lcp: options, read the problem, run the solvers, write. */
#include "programs/lcp/report.h"
#include "programs/lcp/request.h"
#include "programs/program.h"

static void write_runs(program *self, const lcp_runs *runs)
{
  if (self->json)
    lcp_json(stdout, runs);
  else if (!self->quiet)
    lcp_table(stdout, runs);
  if (self->csv)
    lcp_csv(self->csv, runs, &self->error);
  if (self->plot)
    lcp_picture(self->plot, runs, &self->error);
  self->status = lcp_runs_status(runs);
}

static void solve(program *self, const lcp_request *asked,
                  const lcp_problem *problem)
{
  lcp_runs runs = {.name = self->scene_name, .problem = problem};
  if (!lcp_runs_solve(&runs, asked, self))
    write_runs(self, &runs);
  lcp_runs_free(&runs);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-lcp stack-7 --iterations 100",
      "pantin-lcp art-350 --plot convergence.svg",
      "pantin-lcp frame.mtx --solver pcg --json",
      "pantin-lcp wall.h5 --frame 20 --fclib wall-20.hdf5", NULL};
  lcp_request asked;
  lcp_request_init(&asked);
  program self = {
      .name = "pantin-lcp",
      .purpose = "Solves a recorded contact problem with any or every solver",
      .topic = "lcp",
      .default_scene = "stack-7",
      .options = asked.options,
      .examples = examples,
  };
  lcp_problem problem = {.lcp = NULL};
  if (program_start(&self, argc, argv) &&
      !lcp_request_read(&asked, self.scene, &problem, &self.error))
    solve(&self, &asked, &problem);
  pn_lcp_free(problem.lcp);
  return program_finish(&self);
}
