/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/contact/record.h"

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"
#include "pantin/lcp/lcp_file.h"
#include "programs/interrupt.h"
#include "programs/program.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

/* The kinds of recordings, by the ending of the file. */
enum { RECORDING, CONTACTS, MARKET, ENDINGS };

static const char *const endings[ENDINGS] = {".h5", ".lcp", ".mtx"};

/* Returns which of the endings a name has; ENDINGS if none of them. */
static int ending_of(const char *file)
{
  const char *dot = strrchr(file, '.');
  int k = 0;
  while (k < ENDINGS && !(dot && strcmp(dot, endings[k]) == 0))
    k++;
  return k;
}

int contact_record_begin(contact_run *run, const contact_request *asked,
                         const char *scene, pn_error *error)
{
  if (!asked->record)
    return GSL_SUCCESS;
  const int ending = ending_of(asked->record);
  if (ending == ENDINGS)
    return pn_error_set(error, GSL_EINVAL, asked->record, 0,
                        "a recording ends in .h5 (all steps, with bodies and "
                        "impulses), .lcp (balls) or .mtx");
  if (ending == CONTACTS && run->kind->rigid)
    return pn_error_set(error, GSL_EINVAL, asked->record, 0,
                        ".lcp holds contacts of balls, and these are rigid "
                        "bodies: .h5 and .mtx hold both");
  if (ending != RECORDING)
    return GSL_SUCCESS;
  char *text = program_read_text(scene, error);
  if (text)
    run->recording = pn_frames_create(asked->record, text, error);
  if (run->recording)
    interrupt_keep(asked->record);
  pn_free(text);
  return error->code;
}

/* Makes the name FILE-N with the ending; frame 0 stands for FILE itself. */
static void name_file(char path[PN_TEXT_PATH], const char *record, size_t frame)
{
  const char *ending = strrchr(record, '.');
  if (frame > 0)
    snprintf(path, PN_TEXT_PATH, "%.*s-%zu%s", (int)(ending - record), record,
             frame, ending);
  else
    snprintf(path, PN_TEXT_PATH, "%s", record);
}

/* Writes the last problem to a file of its own. A matrix cannot hold one
   without contacts: such a step is counted, and reported at the end. */
static int write_problem(contact_run *run, const char *file, size_t frame,
                         pn_error *error)
{
  char path[PN_TEXT_PATH];
  if (run->lcp->size == 0 && ending_of(file) == MARKET) {
    run->empty++;
    return GSL_SUCCESS;
  }
  run->recorded++;
  name_file(path, file, frame);
  return pn_lcp_write(run->lcp, path, error);
}

/* Adds the last step to the recording. */
static int append(contact_run *run, pn_error *error)
{
  const pn_frame frame = {.number = run->steps,
                          .time = run->info->time - run->dt,
                          .step = run->dt,
                          .contacts = run->info->contacts,
                          .joints = run->joints,
                          .lcp = run->lcp,
                          .state = &run->moment.of};
  return run->kind->state(&run->moment, run)
             ? pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory")
             : pn_frames_append(run->recording, &frame, error);
}

int contact_record_step(contact_run *run, const contact_request *asked,
                        pn_error *error)
{
  if (asked->wanted.ranges > 0 ? !frame_list_has(&asked->wanted, run->steps)
                               : !run->recording)
    return GSL_SUCCESS;
  if (!run->recording)
    return write_problem(run, asked->record, run->steps, error);
  run->recorded++;
  return append(run, error);
}

int contact_record_end(contact_run *run, const contact_request *asked,
                       pn_error *error)
{
  pn_frames *recording = run->recording;
  run->recording = NULL;
  if (recording && run->recorded == 0 && run->interrupted) {
    pn_frames_close(recording, NULL); /* a recording that was there stays */
    interrupt_keep(NULL);
    return GSL_SUCCESS;
  }
  if (recording) {
    interrupt_gather(recording->count);
    const int code = pn_frames_close(recording, error);
    if (!code)
      interrupt_keep(NULL);
    return code;
  }
  if (!asked->record || asked->wanted.ranges > 0)
    return GSL_SUCCESS;
  if (run->steps == 0)
    return pn_error_set(error, GSL_EINVAL, asked->record, 0,
                        "no step was made, and there is nothing to record");
  return write_problem(run, asked->record, 0, error);
}

int contact_record_missing(const contact_run *run, const contact_request *asked,
                           pn_error *error)
{
  if (run->empty == 0)
    return GSL_SUCCESS;
  return pn_error_set(error, GSL_EINVAL, asked->record, 0,
                      "%zu of the steps to record had no contacts, which .mtx "
                      "cannot hold; .h5 can",
                      run->empty);
}
