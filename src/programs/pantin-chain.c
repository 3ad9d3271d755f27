/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* pantin-chain: options, read the case, solve, write. */
#include "programs/chain/chain.h"
#include "programs/replay.h"

#include <gsl/gsl_errno.h>

/* Runs the case; returns the error's code. */
static int run_case(program *self, chain_request *asked, chain_run *run,
                    const program_outputs *outputs)
{
  char name[CHAIN_LAMBDA_NAME];
  pn_error *error = &self->error;
  if (!chain_request_lambda(asked, 0, run->of->start, name, self))
    return error->code ? error->code
                       : pn_error_set(error, PROGRAM_WRONG_USAGE, NULL, 0,
                                      "--lambda needs zeros, ones, "
                                      "leastsquares or a file");
  if ((asked->dump && chain_dump_check(run->of->chain, error)) ||
      chain_run_start(run, &asked->settings, error) ||
      (self->csv && chain_csv_open(run, self->csv, error)))
    return error->code;
  program_leave_with(self, NULL, outputs, run);
  if (chain_run_solve(run, error) || (run->csv && chain_csv_close(run, error)))
    return error->code;
  self->status = chain_run_status(run);
  const size_t at = asked->at == CHAIN_NOWHERE ? run->steps : asked->at;
  if (at > run->steps)
    pn_error_set(error, GSL_EINVAL, NULL, 0,
                 "the run has no iterate %zu: its last one is %zu", at,
                 run->steps);
  else if (asked->dump && chain_dump(run, at, asked->dump, error))
    self->unwritten = 1;
  if (!error->code && self->status == PROGRAM_NOT_CONVERGED)
    chain_run_advise(run);
  return error->code;
}

/* Solves one case, and writes the whole run or, with --at, one step. */
static void solve(program *self, chain_request *asked, const pn_chain_case *of)
{
  static const program_outputs outputs = {chain_table, chain_json, NULL,
                                          chain_picture, chain_replay};
  static const program_outputs of_a_step = {chain_table, chain_json, NULL,
                                            chain_step_picture, NULL};
  const int draws_step = self->plot && asked->at != CHAIN_NOWHERE;
  const program_outputs *to = draws_step ? &of_a_step : &outputs;
  chain_run run = {
      .name = self->scene_name,
      .of = of,
      .method = chain_request_method(asked, of),
      .at = asked->at,
      .counts_directions = self->json != NULL,
      .keep_iterates = asked->dump || draws_step ||
                       (self->plot && chain_picture_moves(self->plot)),
  };
  if (asked->at != CHAIN_NOWHERE && !self->plot && !asked->dump)
    program_refuse(self, "--at is for --dump or --plot");
  else if (draws_step && run.method != pn_chain_unit &&
           run.method != pn_chain_armijo)
    program_refuse(self, "phi is what unit and armijo bring down: --at with "
                         "--plot needs one of these methods");
  else if (!run_case(self, asked, &run, to))
    program_write(self, to, &run);
  chain_csv_free(&run);
  chain_run_free(&run);
}

int main(int argc, char **argv)
{
  static const program_need needs[] = {{"seed", "start", "random", 0},
                                       {NULL, NULL, NULL, 0}};
  static const char *const examples[] = {
      "pantin-chain 2d --method unit --lambda zeros",
      "pantin-chain 2c --seek minimum --plot 2c.svg",
      "pantin-chain catenary --json",
      "pantin-chain 2a 2b 2c 2d --method unit,armijo --lambda zeros,ones",
      "pantin-chain 2d --at 0 --plot phi.svg --dump equations",
      NULL};
  static const program_renamed renamed[] = {{"omega", "armijo"}, {NULL, NULL}};
  chain_request asked;
  chain_request_init(&asked);
  program self = {
      .name = "pantin-chain",
      .purpose = "Finds the equilibrium of a hanging chain of rigid bars",
      .topic = "chain",
      .default_scene = "2a",
      .takes_many = 1,
      .replays = 1,
      .options = asked.options,
      .renamed = renamed,
      .needs = needs,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    pn_chain_case *of = chain_request_read(&asked, self.scene, &self.error);
    if (of && chain_request_contradicts(&asked))
      program_refuse(&self, "--seek minimum means --method minimum: it cannot "
                            "stand beside another method");
    else if (of && self.plot && replay_is_asked(self.plot) &&
             (asked.all || asked.at != CHAIN_NOWHERE ||
              chain_request_compares(&asked, &self)))
      program_refuse(&self, "a replay shows one whole run: without --all, --at "
                            "and several methods or starts");
    else if (of && asked.all && self.scenes > 1)
      program_refuse(&self, "--all takes one case at a time");
    else if (of && asked.all && (asked.dump || asked.at != CHAIN_NOWHERE))
      program_refuse(&self, "--dump and --at are for the iterates of one run, "
                            "and --all has none: leave them out");
    else if (of && asked.all)
      chain_find_all(&self, of);
    else if (of && chain_request_compares(&asked, &self))
      chain_compare(&self, &asked, of);
    else if (of)
      solve(&self, &asked, of);
    pn_chain_case_free(of);
  }
  return program_finish(&self);
}
