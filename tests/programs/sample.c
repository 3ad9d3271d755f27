/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A program of the usual shape, to try what all programs share: it counts the
   bars of a scene of the chain. */
#include "pantin/base/json.h"
#include "pantin/base/scene.h"
#include "programs/program.h"
#include "programs/quantity.h"
#include "programs/tone.h"

#include <gsl/gsl_errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

typedef struct {
  int stall, twice, endless;
  size_t lines, signal;
} settings;

/* Reads the number of bars, 0 after an error. */
static size_t read_bars(const char *path, pn_error *error)
{
  size_t bars = 0;
  pn_scene *scene = pn_scene_read(path, error);
  if (!scene)
    return 0;
  pn_scene_group root = pn_scene_root(scene, error);
  pn_scene_count(&root, "bars", PN_REQUIRED, 1, 1000, &bars);
  pn_scene_finish(&root);
  pn_scene_free(scene);
  return bars;
}

/* Writes rows as a run does, and is sent a signal with another file in hand. */
static void write_rows(program *self, const settings *set, size_t bars)
{
  static const quantity number[] = {
      {.name = "bars", .kind = QUANTITY_COUNT, .format = "%4zu"}};
  const quantity_rows rows = {QUANTITY_LIST(number), .row = &bars};
  quantity_stream stream = {.text = NULL};
  pn_file other = {.stream = NULL};
  pn_error *error = &self->error;
  if (!self->csv ||
      !(quantity_stream_open(&stream, self->csv, &rows, 1, error) ||
        quantity_stream_row(&stream, 0, error) ||
        quantity_stream_row(&stream, 0, error) ||
        pn_file_open(&other, "other", error))) {
    if (set->signal > 0)
      raise((int)set->signal);
    if (set->twice)
      raise((int)set->signal);
    while (set->endless) /* a step that is not interrupted */
      pause();
    if (self->csv)
      quantity_stream_commit(&stream, error);
  }
  pn_file_discard(&other);
  quantity_stream_free(&stream);
}

static void work(program *self, const settings *set)
{
  const size_t bars = read_bars(self->scene, &self->error);
  if (!self->error.code)
    write_rows(self, set, bars);
  if (self->error.code)
    return;
  for (size_t i = 0; i < set->lines && !program_interrupted(); i++) {
    program_progress(self, (double)i / (double)set->lines);
    if (self->json) {
      pn_json json = pn_json_make(stdout);
      pn_json_object(&json, NULL);
      pn_json_count(&json, "bars", bars);
      pn_json_end(&json);
      putchar('\n');
    } else {
      tone_print(stdout, set->stall ? TONE_BAD : TONE_GOOD, "%zu bars\n", bars);
    }
  }
  if (set->stall)
    self->status = PROGRAM_NOT_CONVERGED;
}

int main(int argc, char **argv)
{
  settings set = {.lines = 1};
  const pn_option options[] = {{.name = "signal",
                                .kind = PN_OPTION_COUNT,
                                .value = &set.signal,
                                .range = {1, 64, NULL},
                                .argument = "N",
                                .help = "be sent this signal on the way"},
                               {.name = "twice",
                                .kind = PN_OPTION_FLAG,
                                .value = &set.twice,
                                .help = "be sent it twice"},
                               {.name = "endless",
                                .kind = PN_OPTION_FLAG,
                                .value = &set.endless,
                                .help = "be within a step without an end"},
                               {.name = "stall",
                                .kind = PN_OPTION_FLAG,
                                .value = &set.stall,
                                .help = "do not converge"},
                               {.name = "lines",
                                .kind = PN_OPTION_COUNT,
                                .value = &set.lines,
                                .range = {1, 1e6, NULL},
                                .argument = "N",
                                .help = "print N times"},
                               {.name = NULL}};
  const char *const examples[] = {"sample --lines 3 two", NULL};
  program self = {.name = "sample",
                  .purpose = "Count the bars of a scene",
                  .topic = "chain",
                  .default_scene = "two",
                  .options = options,
                  .examples = examples};
  if (program_start(&self, argc, argv))
    work(&self, &set);
  return program_finish(&self);
}
