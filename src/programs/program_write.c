/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a result as the common options ask. */
#include "programs/program.h"

#include "programs/replay.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>

static void write_json(const program_outputs *outputs, const void *result)
{
  pn_json json = pn_json_make(stdout);
  pn_json_object(&json, NULL);
  outputs->json(&json, result);
  pn_json_end(&json);
  putchar('\n');
}

static void write_picture(program *self, const program_outputs *outputs,
                          const void *result)
{
  pn_plot plot;
  if (pn_plot_open(&plot, self->plot, &self->error))
    return;
  if (outputs->draw(&plot, result, &self->error))
    pn_plot_discard(&plot);
  else
    pn_plot_close(&plot, &self->error);
}

static void write_replay(program *self, const program_outputs *outputs,
                         const void *result)
{
  replay *r = outputs->play(result);
  if (r)
    replay_write(r, self->plot, &self->error);
  else
    pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
  replay_free(r);
}

void program_write(program *self, const program_outputs *outputs,
                   const void *result)
{
  if (self->json && outputs->json)
    write_json(outputs, result);
  else if (!self->json && !self->quiet && outputs->table)
    outputs->table(stdout, result);
  if (self->csv && outputs->csv)
    outputs->csv(self->csv, result, &self->error);
  if (self->plot && replay_is_asked(self->plot) && outputs->play)
    write_replay(self, outputs, result);
  else if (self->plot && outputs->draw)
    write_picture(self, outputs, result);
}
