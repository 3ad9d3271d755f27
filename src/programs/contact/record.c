/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/contact/record.h"

#include "pantin/base/text.h"
#include "pantin/lcp/lcp_file.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

/* Makes the name FILE-N with the ending; frame 0 stands for FILE itself. */
static void name_file(char path[PN_TEXT_PATH], const char *record,
                      const char *ending, size_t frame)
{
  const int stem = (int)(ending ? ending - record : (long)strlen(record));
  if (frame > 0)
    snprintf(path, PN_TEXT_PATH, "%.*s-%zu%s", stem, record, frame,
             ending ? ending : "");
  else
    snprintf(path, PN_TEXT_PATH, "%s", record);
}

/* Writes one problem, as its name asks, and counts it. */
static int record(const pn_lcp *lcp, const char *file, size_t frame,
                  size_t *recorded, pn_error *error)
{
  char path[PN_TEXT_PATH];
  const char *ending = strrchr(file, '.');
  name_file(path, file, ending, frame);
  if (lcp->size == 0 && ending && strcmp(ending, ".mtx") == 0)
    return pn_error_set(error, GSL_EINVAL, path, 0,
                        "there are no contacts to record");
  const int code = pn_lcp_write(lcp, path, error);
  *recorded += code == GSL_SUCCESS;
  return code;
}

int contact_record_step(pn_lcp *lcp, const contact_request *asked, size_t step,
                        size_t *recorded, pn_error *error)
{
  for (size_t k = 0; k < asked->frame_count; k++)
    if (asked->record && asked->frame[k] == step &&
        record(lcp, asked->record, step, recorded, error))
      return error->code;
  return GSL_SUCCESS;
}

int contact_record_last(pn_lcp *lcp, const contact_request *asked,
                        size_t *recorded, pn_error *error)
{
  return asked->record && asked->frame_count == 0
             ? record(lcp, asked->record, 0, recorded, error)
             : GSL_SUCCESS;
}
