/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pantin-tune: options, open the frames, tune them, write. */
#include "programs/tune/compare.h"
#include "programs/tune/figure.h"
#include "programs/tune/report.h"
#include "programs/tune/request.h"
#include "programs/tune/rule.h"
#include "programs/tune/share.h"
#include "programs/tune/source.h"

#include <gsl/gsl_errno.h>

static void write_run(program *self, const tune_run *run)
{
  if (self->json)
    tune_json(stdout, run);
  else if (run->asked->report)
    tune_report(stdout, run);
  else if (!self->quiet)
    tune_table(stdout, run);
  if (self->csv)
    tune_run_write(run, self->csv, &self->error);
  if (self->plot)
    tune_picture(self->plot, run, &self->error);
  if (run->interrupted)
    self->status = PROGRAM_INTERRUPTED;
}

static void compare(program *self, const tune_request *asked)
{
  tune_source source = {.frames = NULL};
  tune_compare of = {.name = self->scene_name, .asked = asked};
  if (!tune_source_open(&source, self->scene, asked, &self->error) &&
      !tune_compare_all(&of, &source, self)) {
    if (self->json)
      tune_compare_json(stdout, &of);
    else
      tune_compare_print(stdout, &of);
  }
  tune_source_close(&source, &self->error);
}

static void try_rules(program *self, const tune_request *asked)
{
  tune_rules of = {.name = self->scene_name, .asked = asked};
  if (!tune_rules_all(&of, self)) {
    if (self->json)
      tune_rules_json(stdout, &of);
    else
      tune_rules_print(stdout, &of);
  }
  tune_rules_free(&of);
}

static void tune(program *self, const tune_request *asked, tune_share *share)
{
  tune_source source = {.frames = NULL};
  tune_run run = {.name = self->scene_name, .asked = asked};
  run.keep_shown =
      self->plot && tune_figure_get((size_t)asked->figure)->of_frame;
  const int code = tune_source_open(&source, self->scene, asked, &self->error);
  run.mark = code ? 0 : tune_request_mark(asked, tune_source_text(&source));
  if (!code &&
      (!asked->resume || !tune_run_resume(&run, asked->output, &self->error))) {
    if (share->count > 1)
      tune_share_all(share, &run, &source, self);
    else
      tune_run_all(&run, &source, self);
    if (share->rank == 0 && (run.rows > 0 || !self->error.code))
      write_run(self, &run);
  }
  tune_source_close(&source, &self->error);
  tune_run_free(&run);
}

/* Only tuning is shared out: of the studies the other processes do nothing. */
static void run(program *self, const tune_request *asked, tune_share *share)
{
  if (!asked->compare && !asked->rule)
    tune(self, asked, share);
  else if (self->csv || self->plot || asked->output) {
    self->status = PROGRAM_USAGE;
    pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                 "--compare and --rule print a table or --json; leave --csv, "
                 "--plot and --output out");
  } else if (share->rank == 0 && asked->compare)
    compare(self, asked);
  else if (share->rank == 0)
    try_rules(self, asked);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-tune tripods --frames 10:300:10 --report",
      "pantin-tune wall --record wall.h5 --frames 1:20",
      "pantin-tune wall.h5 -o wall.csv --threads 2 --method cmaes",
      "pantin-tune wall.h5 -o wall.csv --resume --plot wall.svg", NULL};
  tune_request asked;
  tune_share share;
  tune_request_init(&asked);
  program self = {
      .name = "pantin-tune",
      .purpose = "Tunes projected Gauss-Seidel on recorded contact problems",
      .topic = "tuning",
      .default_scene = "tripods",
      .options = asked.options,
      .examples = examples,
  };
  tune_share_begin(&share, &argc, &argv, &self.error);
  if (program_start(&self, argc, argv) && !self.error.code) {
    if (tune_request_check(&asked, &self.error))
      self.status = PROGRAM_USAGE;
    else
      run(&self, &asked, &share);
  }
  return tune_share_end(&share, program_finish(&self));
}
