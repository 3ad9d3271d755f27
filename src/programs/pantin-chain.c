/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pantin-chain: options, read the case, solve, write. */
#include "programs/chain/chain.h"

static void solve(program *self, const chain_request *asked,
                  const pn_chain_case *of)
{
  static const program_outputs outputs = {chain_table, chain_json, chain_csv,
                                          chain_picture, NULL};
  chain_run run = {
      .name = self->scene_name,
      .of = of,
      .method = chain_request_method(asked, of),
      .keep_iterates = self->plot && chain_picture_moves(self->plot),
  };
  if (!chain_run_solve(&run, &asked->settings, &self->error)) {
    self->status = chain_run_status(&run);
    if (self->status == PROGRAM_NOT_CONVERGED)
      chain_run_advise(&run);
    program_write(self, &outputs, &run);
  }
  chain_run_free(&run);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-chain 2d --method unit --lambda zeros",
      "pantin-chain 2c --seek minimum --plot 2c.svg",
      "pantin-chain catenary --json", NULL};
  static const program_renamed renamed[] = {{"omega", "armijo"}, {NULL, NULL}};
  chain_request asked;
  chain_request_init(&asked);
  program self = {
      .name = "pantin-chain",
      .purpose = "Finds the equilibrium of a hanging chain of rigid bars",
      .topic = "chain",
      .default_scene = "2a",
      .options = asked.options,
      .renamed = renamed,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    pn_chain_case *of = chain_request_read(&asked, self.scene, &self.error);
    if (of && asked.all)
      chain_find_all(&self, of);
    else if (of)
      solve(&self, &asked, of);
    pn_chain_case_free(of);
  }
  return program_finish(&self);
}
