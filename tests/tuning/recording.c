/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "recording.h"

#include "piles.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

gsl_rng *recording_random;
char recording_path[64];

void recording_prepare(void)
{
  recording_random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(recording_random, 852385);
  snprintf(recording_path, sizeof recording_path, "recording-%ld.h5",
           (long)getpid());
}

void recording_forget_parts(void)
{
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s.parts", recording_path);
  ck_assert_int_eq(system(command), 0);
}

void recording_finish(void)
{
  remove(recording_path);
  recording_forget_parts();
  gsl_rng_free(recording_random);
}

const char recording_scene[] = "title = \"a pile\";\nmu = 0.8;\n";

pn_frame recording_frame(size_t number, size_t contacts)
{
  return (pn_frame){.number = number,
                    .time = 2.385 * (double)number,
                    .step = 1.0 / 60,
                    .contacts = contacts,
                    .joints = 2,
                    .lcp = pile(recording_random, contacts, 7, 5e-4)};
}

pn_frames *recording_create(void)
{
  pn_error error = {0};
  pn_frames *frames = pn_frames_create(recording_path, recording_scene, &error);
  ck_assert_msg(frames != NULL, "%s", error.text);
  return frames;
}

void recording_append(pn_frames *frames, const pn_frame *frame)
{
  pn_error error = {0};
  ck_assert_msg(!pn_frames_append(frames, frame, &error), "%s", error.text);
}
