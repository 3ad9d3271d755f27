/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* pantin-tune: options, open the frames, tune them, write. */
#include "pantin/base/file.h"
#include "programs/tune/compare.h"
#include "programs/tune/figure.h"
#include "programs/tune/processes.h"
#include "programs/tune/report.h"
#include "programs/tune/request.h"
#include "programs/tune/rule.h"
#include "programs/tune/run.h"

#include <string.h>

static void compare(program *self, const tune_request *asked)
{
  tune_input input;
  tune_compare of = {.name = self->scene_name, .asked = asked};
  if (!tune_input_open(&input, self->scene, asked, &self->error) &&
      !tune_compare_run(&of, &input, self))
    program_write(self, &tune_compare_outputs, &of);
  tune_input_close(&input, &self->error);
}

static void try_rules(program *self, const tune_request *asked)
{
  tune_rules of = {.name = self->scene_name, .asked = asked};
  if (!tune_rules_run(&of, self))
    program_write(self, &tune_rules_outputs, &of);
  tune_rules_free(&of);
}

/* Tunes the frames in this process or in several, of which the first writes
   what was found, also of a part of the frames. */
static void tune(program *self, const tune_request *asked,
                 tune_processes *processes)
{
  tune_input input;
  tune_results results = {
      .name = self->scene_name,
      .asked = asked,
      .keep_shown =
          self->plot && tune_figure_is_of_frame((size_t)asked->figure),
  };
  int code = tune_input_open(&input, self->scene, asked, &self->error);
  if (!code && asked->output && processes->rank == 0)
    code = program_hold(self, asked->output);
  if (!code)
    results.mark = tune_request_mark(asked, tune_input_text(&input));
  if (!code && asked->resume)
    code = tune_results_read(&results, &input, asked->output, &self->error);
  if (!code && processes->count > 1)
    tune_processes_run(processes, &results, &input, self);
  else if (!code)
    tune_run(&results, &input, self);
  if (!code && processes->rank == 0 &&
      (results.rows > 0 || !self->error.code)) {
    program_write(self, &tune_outputs, &results);
    if (results.interrupted)
      self->status = PROGRAM_INTERRUPTED;
  }
  tune_input_close(&input, &self->error);
  tune_results_free(&results);
}

/* Takes "-o -", or a pipe, for "--csv -": nothing is kept that could be gone on
   with. Returns 0, or 1 if the command line is refused. */
static int print_output(program *self, tune_request *asked)
{
  const char *wrong = NULL;
  if (!asked->output || !pn_file_is_in_place(asked->output))
    return 0;
  if (asked->resume)
    wrong = "--resume needs the results of a file, not of '-' or a pipe";
  else if (self->csv)
    wrong = "-o to a pipe or '-' is --csv: give one of them";
  else if (program_is_stdout(asked->output) && program_is_stdout(self->json))
    wrong = "-o - prints the results: without --csv, and --json needs a file";
  if (wrong)
    program_refuse(self, wrong);
  self->csv = asked->output;
  asked->output = NULL;
  return wrong != NULL;
}

/* Tells whether a figure draws nothing without condition numbers. */
static int draws_condition(const tune_request *asked)
{
  const char *figure = tune_figure_name((size_t)asked->figure);
  const int has_abscissa =
      strcmp(figure, "alpha") == 0 || strcmp(figure, "kappa") == 0;
  return strcmp(figure, "condition") == 0 ||
         (has_abscissa && (asked->over == TUNE_OVER_CONDITION ||
                           asked->over == TUNE_OVER_RANGE));
}

/* Does what was asked for. Only tuning is divided among processes: of the
   studies the others do nothing. */
static void run(program *self, const tune_request *asked,
                tune_processes *processes)
{
  const unsigned drawn = PN_TUNE_ALPHA | PN_TUNE_KAPPA;
  if (self->plot && asked->settings.tuned != drawn &&
      tune_figure_is_of_frame((size_t)asked->figure))
    program_refuse(self, "--figure history, landscape and cmaes draw alpha and "
                         "kappa: leave --tune out");
  else if (self->plot && asked->no_condition && draws_condition(asked))
    program_refuse(self, "--figure condition, --x cond and --x range draw "
                         "condition numbers: leave --no-condition out");
  else if (!asked->compare && !asked->rule)
    tune(self, asked, processes);
  else if ((asked->compare != NULL) + asked->rule + asked->report > 1)
    program_refuse(self, "--compare, --rule and --report are studies of their "
                         "own: ask for one at a time");
  else if (self->csv || self->plot || asked->output)
    program_refuse(self, "--compare and --rule print a table or --json; leave "
                         "--csv, --plot and --output out");
  else if (asked->rule && asked->record)
    program_refuse(self, "--rule keeps no frames: leave --record out");
  else if (processes->rank == 0 && asked->compare)
    compare(self, asked);
  else if (processes->rank == 0)
    try_rules(self, asked);
}

int main(int argc, char **argv)
{
  static const program_need needs[] = {{"figure", "plot", NULL, 1},
                                       {"x", "plot", NULL, 0},
                                       {"fit-stride", "rule", NULL, 0},
                                       {NULL, NULL, NULL, 0}};
  static const char *const examples[] = {
      "pantin-tune tripods --frames 10:300:10 --report",
      "pantin-tune wall --record wall.h5 --frames 1:20",
      "pantin-tune wall.h5 -o wall.csv --threads 2 --method cmaes",
      "pantin-tune wall.h5 -o wall.csv --resume --method cmaes", NULL};
  tune_request asked;
  tune_processes processes;
  tune_request_init(&asked);
  for (size_t k = 0; k < TUNE_NAMES_MAX && tune_figure_name(k); k++)
    asked.figures[k] = tune_figure_name(k);
  program self = {
      .name = "pantin-tune",
      .purpose = "Tunes projected Gauss-Seidel on recorded contact problems",
      .topic = "tuning",
      .ends_well = 1,
      .default_scene = "tripods",
      .options = asked.options,
      .needs = needs,
      .examples = examples,
  };
  pn_error launch = {0}; /* program_start clears self.error */
  tune_processes_begin(&processes, &argc, &argv, &launch);
  if (program_start(&self, argc, argv)) {
    if (launch.code)
      self.error = launch;
    else if (tune_request_check(&asked, &self.error))
      self.status = PROGRAM_USAGE;
    else if (!print_output(&self, &asked))
      run(&self, &asked, &processes);
  }
  return tune_processes_end(&processes, program_finish(&self));
}
