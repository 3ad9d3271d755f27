/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pantin-chain: options, read the case, solve, write. */
#include "programs/chain/report.h"
#include "programs/chain/request.h"
#include "programs/program.h"

static void write_run(program *self, const chain_run *run)
{
  if (self->json)
    chain_json(stdout, run);
  else if (!self->quiet)
    chain_table(stdout, run);
  if (self->csv)
    chain_csv(self->csv, run, &self->error);
  if (self->plot)
    chain_picture(self->plot, run, &self->error);
  self->status = chain_run_status(run);
}

static void solve(program *self, const chain_request *asked,
                  const pn_chain_case *of)
{
  chain_run run = {
      .name = self->scene_name,
      .of = of,
      .method = chain_request_method(asked, of),
      .keep_iterates = self->plot && chain_picture_moves(self->plot),
  };
  if (!chain_run_solve(&run, &asked->settings, &self->error))
    write_run(self, &run);
  chain_run_free(&run);
}

static void find_all(program *self, const pn_chain_case *of)
{
  pn_chain_stationary *all = pn_chain_stationary_find(of->chain, &self->error);
  if (!all)
    return;
  if (self->json)
    chain_all_json(stdout, self->scene_name, all);
  else if (!self->quiet)
    chain_all_table(stdout, self->scene_name, all);
  if (self->csv)
    chain_all_csv(self->csv, all, &self->error);
  if (self->plot)
    chain_all_picture(self->plot, all, &self->error);
  pn_chain_stationary_free(all);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-chain 2d --method unit --lambda zeros",
      "pantin-chain 2c --seek minimum --plot 2c.svg",
      "pantin-chain catenary --json", NULL};
  chain_request asked;
  chain_request_init(&asked);
  program self = {
      .name = "pantin-chain",
      .purpose = "Finds the equilibrium of a hanging chain of rigid bars",
      .topic = "chain",
      .default_scene = "2a",
      .options = asked.options,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    pn_chain_case *of = chain_request_read(&asked, self.scene, &self.error);
    if (of && asked.all)
      find_all(&self, of);
    else if (of)
      solve(&self, &asked, of);
    pn_chain_case_free(of);
  }
  return program_finish(&self);
}
