/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Recorded contact problems in one HDF5 file, a group for each:

     /                 attribute version = 2; texts kind = "pantin-frames",
                       scene
     /frame000042      attributes number, time [s], step [s], contacts, joints
       A/p, A/i, A/x   A in CSR: row r has the entries p[r] .. p[r + 1] - 1,
                       their columns i, from 0, ascending
       b, lo, hi       w = A lambda + b [m/s], frozen bounds [N s]
       normal, mu      friction: the row of the normal impulse, from 0, and the
                       coefficient [-]; rows without have their own number, 0
       factors/...     where A = G G^T + C is one of rigid bodies: pair (n x 2;
                       the ground has the number `bodies`), G (n x 12), C, and
                       for each body linear and angular (contact/
                       operator_rigid.h); attribute bodies

   It can be read with h5py, and by `load` of Octave, which transposes. Tables
   and numbers have checksums, so that damage is noticed.

   HDF5 changes tables of an open file in place, so that a run that dies could
   leave a file that cannot be read. So a recording NAME is, until it is closed,
   a folder of small files,

     NAME.parts/head.h5           kind, version and scene, as above
     NAME.parts/frame000042.h5    the group /frame000042

   each of which is written under another name, flushed to the disk and then
   renamed, which is done at once or not at all. _close gathers them in
   NAME.parts/whole.h5, gives that the name NAME, and removes the folder, the
   head first: a folder without head is no recording. So whenever a run dies,
   every frame for which _append returned can be read, under the name NAME, from
   the folder or from the file; a file NAME that was there before stays until a
   recording with frames replaces it. The cost is that of writing each frame
   twice, and room on the disk for both.

   Functions of this file belong to one thread, as does the HDF5 library. */
#ifndef PANTIN_TUNING_FRAMES_H
#define PANTIN_TUNING_FRAMES_H

#include "pantin/lcp/lcp.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The newest version of the format that is known; room for a path. */
enum { PN_FRAMES_VERSION = 2, PN_FRAMES_PATH = 4096 };

/* The bodies and contacts from which the problem of a step was made, and its
   solution. Bodies that do not move have the number `bodies`. All arrays are
   row by row. */
typedef struct {
  size_t bodies;    /* that move */
  double *pose;     /* at the beginning of the step: x y z [m], quaternion w x
                       y z; (bodies x 7) */
  double *velocity; /* then, without impulses: v [m/s], omega [rad/s];
                       (bodies x 6) */
  size_t contacts;  /* in the step */
  double *point;    /* (contacts x 3) [m] */
  double *normal;   /* from the first body to the second, (contacts x 3) */
  double *gap;      /* negative: overlap [m], (contacts) */
  int64_t *pair;    /* its two bodies, (contacts x 2) */
  int64_t *row;     /* of its normal in the problem, from 0, (contacts); its
                       tangents, if any, are the next two */
  size_t rows;      /* of the problem */
  double *lambda;   /* the impulses found [N s], (rows) */
} pn_frame_state;

/* A recorded contact problem, and the step that it is of. */
typedef struct {
  size_t number;               /* of the simulation's step, at most 999999 */
  double time;                 /* at its beginning [s] */
  double step;                 /* h [s] */
  size_t contacts;             /* in the problem */
  size_t joints;               /* in the problem */
  pn_lcp *lcp;                 /* owned where it was read */
  const pn_frame_state *state; /* borrowed; NULL: not to be written, and where
                                  a frame was read */
} pn_frame;

/* A file of frames that is read or written. */
typedef struct {
  char path[PN_FRAMES_PATH];  /* for messages */
  char parts[PN_FRAMES_PATH]; /* the folder, of a recording that has no end yet;
                               else "" */
  long long file;             /* HDF5's number of the open file, or -1 */
  size_t count;               /* frames in it */
  size_t *number;             /* theirs, ascending, (count), owned */
  char *scene;                /* the text of the scene, owned */
  int writing;                /* 1: by pn_frames_create */
  int lock;                   /* on the folder, or -1 */
  size_t place;               /* of the folder, in base/file.h; private */
} pn_frames;

/* Begins a recording of frames of this scene (its text; may be ""). A second
   run with the same name is refused until this one has closed it, and so is a
   folder NAME.parts with files that are not a recording's. What a run that died
   left under that name is gathered first. NULL, and the reason, when that
   cannot be done. */
pn_frames *pn_frames_create(const char *path, const char *scene,
                            pn_error *error);

/* Opens a file to read, or what there is of a recording that goes on or has
   died, which is left as it is. NULL: GSL_EFAILED if it cannot be opened,
   GSL_EINVAL if it holds no frames or is of a newer version. */
pn_frames *pn_frames_open(const char *path, pn_error *error);

/* Adds a frame, its A made of its factors if need be (so the problem is not
   const). Numbers ascend. GSL_EFAILED, as when the disk is full; GSL_EINVAL;
   GSL_ENOMEM. */
int pn_frames_append(pn_frames *frames, const pn_frame *frame, pn_error *error);

/* Reads the k-th frame (from 0), with the factors of A if it has them, else
   A. Its problem is checked as any (pn_lcp_check) and is to be freed.
   GSL_EINVAL, GSL_ENOMEM. */
int pn_frames_read(pn_frames *frames, size_t k, pn_frame *frame,
                   pn_error *error);

/* Closes the file; a recording gets its name. GSL_EFAILED, and the reason, if
   it could not be gathered, as when the disk is full: its folder stays, and can
   be read; or if it has no frames, and there is a file of that name, which
   stays. */
int pn_frames_close(pn_frames *frames, pn_error *error);

#ifdef __cplusplus
}
#endif

#endif
