/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Writes a result as the common options ask. */
#include "programs/program.h"

#include "programs/interrupt.h"
#include "programs/replay.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>

static void write_json(FILE *stream, const program_outputs *outputs,
                       const void *result)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  outputs->json(&json, result);
  pn_json_end(&json);
  putc('\n', stream);
}

static void write_json_file(program *self, const program_outputs *outputs,
                            const void *result)
{
  pn_file file;
  if (pn_file_open(&file, self->json, &self->error))
    return;
  write_json(file.stream, outputs, result);
  pn_file_commit(&file, &self->error);
}

static void say_undrawn(const program *self)
{
  fprintf(stderr, "%s: interrupted: %s was not drawn\n", self->name,
          self->plot);
}

/* Draws the picture; one that fails leaves no file. A signal ends gnuplot,
   which is no error of its own. */
static void write_picture(program *self, const program_outputs *outputs,
                          const void *result)
{
  pn_plot plot;
  pn_error error = {0};
  if (pn_plot_open(&plot, self->plot, &self->error))
    return;
  if (outputs->draw(&plot, result, &error))
    pn_plot_discard(&plot);
  else
    pn_plot_close(&plot, &error);
  if (error.code && program_interrupted())
    say_undrawn(self);
  else if (error.code && !self->error.code)
    self->error = error;
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

/* Writes the file of --plot. A picture may take long, and what is printed must
   not wait for it. */
static void draw(program *self, const program_outputs *outputs,
                 const void *result)
{
  if (fflush(stdout))
    self->unprinted = errno;
  interrupt_draw(self->plot);
  if (program_interrupted())
    say_undrawn(self);
  else if (replay_is_asked(self->plot) && outputs->play)
    write_replay(self, outputs, result);
  else if (outputs->draw)
    write_picture(self, outputs, result);
  interrupt_draw(NULL);
}

void program_write(program *self, const program_outputs *outputs,
                   const void *result)
{
  const int before = self->error.code;
  interrupt_stay();
  interrupt_heed();

  /* Standard output has room for one thing. */
  const int json_there = program_is_stdout(self->json);
  const int csv_there = program_prints_columns(self);
  if (json_there && outputs->json) {
    interrupt_write("standard output");
    write_json(stdout, outputs, result);
  } else if (!json_there && !csv_there && !self->quiet && outputs->table)
    outputs->table(stdout, result);

  if (self->json && !json_there && outputs->json) {
    interrupt_write(self->json);
    write_json_file(self, outputs, result);
  }
  if (self->csv && outputs->csv) {
    interrupt_write(csv_there ? "standard output" : self->csv);
    outputs->csv(self->csv, result, &self->error);
  }
  interrupt_write(NULL);
  if (self->plot)
    draw(self, outputs, result);
  self->unwritten = !before && self->error.code;
}

static int leave(void *of)
{
  program *self = of;
  program_write(self, self->outputs, self->result);
  return program_finish(self);
}

void program_leave_with(program *self, pthread_mutex_t *lock,
                        const program_outputs *outputs, const void *result)
{
  self->outputs = outputs;
  self->result = result;
  interrupt_leave_by(lock, leave, self);
}
