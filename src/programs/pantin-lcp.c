/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* pantin-lcp: options, read the problem, run the solvers, write. */
#include "programs/lcp/frames.h"
#include "programs/lcp/report.h"
#include "programs/lcp/run.h"

/* Runs the solvers, whose iterates are rows of CSV. Returns the error's code.
 */
static int run(program *self, const lcp_request *asked, lcp_runs *runs)
{
  pn_error *error = &self->error;
  if (self->csv && lcp_csv_open(runs, self->csv, error))
    return error->code;
  program_leave_with(self, NULL, &lcp_outputs, runs);
  if (!lcp_runs_solve(runs, asked, self) && self->csv)
    quantity_stream_commit(&runs->csv, error);
  return error->code;
}

/* Solves one problem, or each of several frames. */
static void solve(program *self, const lcp_request *asked,
                  const lcp_problem *problem)
{
  if (problem->frames > 1) {
    lcp_frames_solve(self, asked, problem->frames);
    return;
  }
  lcp_runs runs = {.name = self->scene_name, .problem = problem};
  if (!run(self, asked, &runs)) {
    program_write(self, &lcp_outputs, &runs);
    if (asked->solution &&
        lcp_write_solution(asked->solution, &runs, &self->error))
      self->unwritten = 1;
    self->status = lcp_runs_status(&runs);
  }
  lcp_runs_free(&runs);
}

int main(int argc, char **argv)
{
  static const program_need needs[] = {
      {"omega", "solver", "all or psor", 0},
      {"order", "solver", "all, pgs, psor, nncg, pgs-sm or shock", 0},
      {"seed", "order", "random", 0},
      {"damping", "solver", "all or jacobi", 0},
      {NULL, NULL, NULL, 0}};
  static const char *const examples[] = {
      "pantin-lcp stack-7 --iterations 100",
      "pantin-lcp art-350 --plot convergence.svg",
      "pantin-lcp stack-7 --solver pcg --json",
      "pantin-contact wall --time 1 --record wall.h5",
      "pantin-lcp wall.h5 --frames 20 --fclib wall-20.hdf5",
      NULL};
  static const program_renamed renamed[] = {{"frame", "frames"}, {NULL, NULL}};
  lcp_request asked;
  lcp_request_init(&asked);
  program self = {
      .name = "pantin-lcp",
      .purpose = "Solves a recorded contact problem with any or every solver",
      .topic = "lcp",
      .default_scene = "stack-7",
      .options = asked.options,
      .renamed = renamed,
      .needs = needs,
      .columns = &asked.solution,
      .examples = examples,
  };
  lcp_problem problem = {.lcp = NULL};
  if (program_start(&self, argc, argv)) {
    if (pn_lcp_settings_check(&asked.settings, &self.error))
      self.status = PROGRAM_USAGE;
    else if (!lcp_problem_read(&problem, &asked, &self, self.scene,
                               &self.error))
      solve(&self, &asked, &problem);
  }
  pn_lcp_free(problem.lcp);
  return program_finish(&self);
}
