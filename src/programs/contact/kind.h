/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A run of pantin-contact, and what differs between the two kinds of scene: a
   pile of balls, and a world of rigid bodies. */
#ifndef PROGRAMS_CONTACT_KIND_H
#define PROGRAMS_CONTACT_KIND_H

#include "pantin/base/plot.h"
#include "programs/contact/depth.h"
#include "programs/contact/request.h"
#include "programs/frame_state.h"
#include "programs/quantity.h"

/* The most pictures of an animation, and of a replay; of more bodies a replay
   shows no impulses. */
enum { CONTACT_PICTURES = 100, CONTACT_REPLAY = 300, CONTACT_ARROWS = 1000 };

/* The impulse of a contact on one of its bodies [N s]. */
typedef struct {
  pn_vec3 point;          /* where [m] */
  pn_vec3 push, friction; /* along the normal, and across */
} contact_impulse;

/* What is told of all steps together. */
typedef struct {
  double penetration;  /* the deepest overlap [m] */
  double residual;     /* the largest [m/s] */
  double undone;       /* the largest |b_i| [m/s] */
  double unsolved;     /* the largest residual above the tolerance, as a part of
                          the largest |b_i| of its step */
  double stalled;      /* the same, of steps whose solver got no nearer */
  double friction_gap; /* the largest */
  double joint_gap;    /* how far joints are open, at most [m] */
  size_t fewest, most; /* contacts */
  size_t missed;       /* pairs that were no contacts when they met */
  double rebound;      /* their greatest [m/s] */
  size_t cut;          /* steps whose solver was cut off amid pivoting */
  contact_depth depth; /* of rigid bodies: what makes up the penetration */
} contact_extremes;

typedef struct contact_run contact_run;
typedef struct contact_moments contact_moments;

typedef struct {
  int rigid; /* whether bodies turn, and have friction and joints */

  /* Reads the scene of that path, puts what was asked for in the place of its
     own settings, and fills the members of the run that are set by open.
     Returns the error's code; close is called in any case. */
  int (*open)(contact_run *run, const contact_request *asked, const char *path,
              pn_error *error);
  /* Makes one step. Returns the error's code. */
  int (*advance)(contact_run *run, pn_error *error);
  void (*close)(contact_run *run);
  /* Sets the bodies, contacts and impulses of the last step. GSL_SUCCESS or
     GSL_ENOMEM. */
  int (*state)(frame_state *state, const contact_run *run);

  /* Returns the least radius, or half the least thickness, of a body [m]. */
  double (*thinnest)(const contact_run *run);

  /* Returns what residual the solver was to reach [m/s]; 0: the least. */
  double (*tolerance)(const contact_run *run);
  /* Tells whether it is one whose iterations are pivots. */
  int (*pivots)(const contact_run *run);
  /* Tells whether, in the last step, further iterations would not have brought
     it nearer; NULL: not known. */
  int (*stalls)(const contact_run *run);
  /* Tells whether its sweeps may cycle, for they find coupled friction row by
     row; of rigid bodies. */
  int (*may_cycle)(const contact_run *run);

  /* Prints the scene and the settings in a line. */
  void (*heading)(FILE *stream, const contact_run *run);
  /* Writes members that tell the scene, and the state at the end. */
  void (*json_scene)(pn_json *json, const contact_run *run);
  void (*json_final)(pn_json *json, const contact_run *run);
  /* Draws the pictures that were kept, or the end beside curves. Returns the
     error's code. */
  int (*draw)(pn_plot *plot, const contact_run *run, pn_error *error);
} contact_kind;

extern const contact_kind contact_balls, contact_world;

struct contact_run {
  const char *name; /* of the scene, as given; borrowed */
  const contact_kind *kind;
  size_t pictures_most; /* how many states are kept for an animation */
  int keep_impulses;    /* and the impulses with them */

  /* Set by open. */
  pn_balls_scene *pile; /* of balls: the scene, and what moves it; owned */
  pn_stepper *stepper;
  pn_world_scene *bodies; /* of rigid bodies: the same; owned */
  pn_world *world;
  contact_omega rule;  /* that chooses the omega of the world, or none */
  const char *title;   /* of the scene */
  double time, dt;     /* to be simulated; length of a step [s] */
  const double *state; /* (dimension); each picture keeps it */
  size_t dimension;
  size_t joints;
  const pn_step_info *info; /* of the last step */
  pn_lcp *lcp;              /* its contact problem */

  /* Filled step by step. */
  size_t steps, steps_most; /* made, and to be made */
  pn_step_info *history; /* of the first step, each `thin`-th after it, and the
                            last, (kept), owned */
  size_t kept, thin;
  contact_extremes extremes;
  pn_frames *recording; /* of all steps, or NULL; owned */
  frame_state moment;   /* of the last step, where it is wanted */
  size_t recorded;      /* problems written to files */
  size_t empty; /* problems without contacts, for which there is no file */
  double milliseconds; /* of processor time in the steps */
  int interrupted;
  quantity_stream *csv;     /* whose rows are the steps, owned; NULL: none */
  contact_moments *moments; /* the same, of long rows, for each `every`-th step;
                               NULL: none */
  size_t every;
  double *picture; /* states, (pictures_most x dimension), owned */
  pn_step_info picture_info[CONTACT_REPLAY]; /* of the step before it */
  size_t pictures;
  contact_impulse *impulse; /* of all pictures, (impulse_room), owned */
  size_t impulses, impulse_room;
  size_t impulse_end[CONTACT_REPLAY]; /* where those of each picture end */
};

/* Returns how many balls or bodies there are. */
static inline size_t contact_bodies(const contact_run *run)
{
  return run->pile ? run->pile->balls->count : run->bodies->system->bodies;
}

/* Keeps the impulses of the last step that are not 0. GSL_SUCCESS or
   GSL_ENOMEM. */
int contact_keep_impulses(contact_run *run);

/* Draws the balls, or the bodies, of a run: see `draw` above. */
int contact_balls_draw(pn_plot *plot, const contact_run *run, pn_error *error);
int contact_world_draw(pn_plot *plot, const contact_run *run, pn_error *error);

#endif
