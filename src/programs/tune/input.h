/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where frames come from: a file of recorded ones, or a scene (NAME.cfg) that
   is simulated as they are asked for. */
#ifndef PROGRAMS_TUNE_SOURCE_H
#define PROGRAMS_TUNE_SOURCE_H

#include "pantin/contact/world_scene.h"
#include "pantin/tuning/frames.h"
#include "programs/tune/request.h"

typedef struct {
  pn_frames *frames; /* the file read, or NULL */
  size_t next;       /* its next frame */

  pn_world_scene *scene; /* the scene, or NULL */
  char *text;            /* its text, owned */
  pn_world *world;       /* as it moves */
  pn_frames *record;     /* the file written, or NULL */
} tune_source;

/* The error's code; afterwards the source is to be closed in any case. */
int tune_source_open(tune_source *source, const char *path,
                     const tune_request *asked, pn_error *error);

/* The next frame that was asked for; its problem is to be freed. GSL_CONTINUE:
   here it is; GSL_SUCCESS: there is none left; or the error's code. */
int tune_source_next(tune_source *source, const tune_request *asked,
                     pn_frame *frame, pn_error *error);

/* The least and greatest number of the frames that were asked for; both 0 if
   there are none. */
void tune_source_range(const tune_source *source, const tune_request *asked,
                       size_t *least, size_t *most);

/* The text of the scene, of recorded frames too. */
const char *tune_source_text(const tune_source *source);

/* How many there are of the frames that were asked for. */
size_t tune_source_count(const tune_source *source, const tune_request *asked);

/* How much of the frames is behind, 0 to 1. */
double tune_source_fraction(const tune_source *source,
                            const tune_request *asked);

/* The error's code. */
int tune_source_close(tune_source *source, pn_error *error);

#endif
