/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The search of a pose as a page that plays it, iterate after iterate; then the
   free motion, if there was one. */
#include "programs/ik/ik.h"

#include "programs/joints/system_replay.h"

#include <math.h>

/* The curves, in this order. */
enum { DISTANCE, GAP, PULL, DAMPING };

/* So many steps are shown in a second, free motion as fast as it is. */
static const double rate = 2;

static const replay_text texts = {
    .clock = "step",
    .clock_unit = "",
    .curve = {[DISTANCE] = {"distance", "m", 1},
              [GAP] = {"gap of the joints |C|", "m", 1},
              [PULL] = {"pull that joints do "
                        "not hold",
                        "", 1},
              [DAMPING] = {"damping", "", 1}}};

static void add_iterate(replay *r, const ik_run *run, size_t k)
{
  const pn_system *system = run->of->system;
  const ik_iterate *at = &run->history[k];
  system_replay_add_frame(r, (double)k, system,
                          run->states + k * pn_system_dimension(system));
  replay_add_value(r, DISTANCE, at->distance);
  replay_add_value(r, GAP, at->constraint_inf);
  replay_add_value(r, PULL, at->pull);
  replay_add_value(r, DAMPING, at->damping);
}

replay *ik_replay(const void *result)
{
  const ik_run *run = result;
  const pn_system *system = run->of->system;
  replay_text text = texts;
  text.rate = rate;
  text.title = run->of->title && *run->of->title ? run->of->title : run->name;
  text.subtitle = ik_outcome_text(run->outcome);
  replay *r = system_replay_alloc(system, &text);
  for (size_t k = 0; r && k < run->of->targets; k++) {
    const pn_target *t = &run->of->target[k];
    replay_add_bar(r, REPLAY_TARGET, (size_t[]){t->body, t->other},
                   (pn_vec3[]){t->point, t->place});
  }
  for (size_t k = 0; r && k <= run->steps; k++)
    add_iterate(r, run, k);
  /* The first state of the free motion is the last iterate. */
  const double between =
      run->frames > 1 ? rate * run->time / (double)(run->frames - 1) : 0;
  for (size_t k = 1; r && k < run->frames; k++)
    system_replay_add_frame(r, (double)run->steps + between * (double)k, system,
                            run->frame + k * pn_system_dimension(system));
  return r;
}
