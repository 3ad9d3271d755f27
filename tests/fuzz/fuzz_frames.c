/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Any file as recorded frames (hdf5_input.h): either refused with a reason, or
   frames each of which is refused, or passes its check and has entries. */
#include "pantin/tuning/frames.h"

#include "fuzz.h"
#include "hdf5_input.h"

#include <gsl/gsl_errno.h>
#include <string.h>

const char fuzz_topic[] = "frames";

enum { FRAMES_READ = 8 };

static void require_reason(const pn_error *error, const char *path)
{
  fuzz_require(error->code != GSL_SUCCESS);
  fuzz_require(error->text[0] != '\0');
  fuzz_require(strcmp(error->file, path) == 0);
}

static void read_frame(pn_frames *frames, size_t k, const char *path)
{
  pn_error error = {0};
  pn_frame frame;
  if (pn_frames_read(frames, k, &frame, &error)) {
    require_reason(&error, path);
    fuzz_require(!frame.lcp);
    return;
  }
  fuzz_require(frame.number == frames->number[k]);
  fuzz_require(frame.lcp->size == 0 ||
               pn_lcp_check(frame.lcp, NULL, NULL) == GSL_SUCCESS);
  fuzz_require(pn_lcp_assemble(frame.lcp) == GSL_SUCCESS);
  pn_lcp_free(frame.lcp);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
  gsl_set_error_handler_off();
  pn_error error = {0};
  const char *path = fuzz_hdf5_file(bytes, length);
  pn_frames *frames = pn_frames_open(path, &error);
  if (!frames)
    require_reason(&error, path);
  for (size_t k = 0; frames && k < frames->count && k < FRAMES_READ; k++)
    read_frame(frames, k, path);
  pn_frames_close(frames, NULL);
  return 0;
}
