/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/contact/verdict.h"

#include "programs/program.h"
#include "programs/tone.h"

#include <math.h>
#include <stdio.h>

/* Residuals and rebounds up to this part of what the contacts undo, overlaps
   and open joints up to this part of the thinnest body, and friction bounds
   that are off by up to this part of the largest are hardly seen. */
static const double good_speed = 0.01, good_overlap = 0.02, good_friction = 0.1;

/* The quantities of the verdict, as parts of the speeds that contacts undo and
   of the thinnest body's radius. */
typedef struct {
  double unsolved, overlap, opening;
} shares;

/* Room for all that helps against overlaps. */
enum { HELP_ROOM = 192 };

/* The help against what is wrong with each quantity of a run: "" where none is
   known, NULL where nothing is wrong. */
typedef struct {
  const char *residuals, *overlaps, *joints, *friction;
} remedies;

/* Returns what helps against residuals: of all steps, unsolved. Sweeps that
   find coupled friction row by row may cycle. */
static const char *residual_help(const contact_run *run, double unsolved)
{
  const contact_extremes *of = &run->extremes;
  if (of->cut > 0)
    return "";
  if (of->unsolved <= good_speed)
    return unsolved > good_speed ? " (a smaller --tolerance helps)" : NULL;
  if (run->kind->pivots(run))
    return " (another --solver may help)";
  if (!run->kind->rigid)
    return "\n(more --iterations, another --solver, or psor with --omega 1 may "
           "help)";
  if (of->stalled <= good_speed)
    return "\n(more --iterations help)";
  if (run->joints > 0)
    return "\n(more --iterations may help)";
  return run->kind->may_cycle(run)
             ? "\n(another --solver helps, such as pgs-block)"
             : "\n(another --solver may help)";
}

/* Returns what helps against overlaps of balls, and rebounds. */
static const char *balls_help(const contact_run *run, double overlap)
{
  const contact_extremes *of = &run->extremes;
  const int is_poor =
      of->rebound > good_speed * of->undone || overlap > good_overlap;
  return is_poor ? "\n(a smaller --dt or a larger --margin helps)" : NULL;
}

/* Parts of the deepest overlap that are so large are told: without any of the
   others, little would be won. */
static const double telling = 1.0 / 3;

/* Returns what helps against overlaps of rigid bodies, in text. */
static const char *bodies_help(const contact_run *run, char *text, size_t room)
{
  const contact_depth *of = &run->extremes.depth;
  const double thinnest = run->kind->thinnest(run);
  const struct {
    double part;
    const char *help;
  } cause[] = {
      {of->start, "bodies overlap at the start"},
      {of->moved, "a smaller --dt helps"},
      {of->given,
       run->joints > 0 ? "stiffer contacts may help" : "stiffer contacts help"},
      {of->overlooked, "contacts were overlooked before"},
      {of->unsolved, ""},
  };
  enum { CAUSES = sizeof cause / sizeof *cause };
  const double most = contact_depth_most(of);
  if (most <= good_overlap * thinnest)
    return NULL;
  size_t used = 0;
  text[0] = '\0';
  for (size_t k = 0; k < CAUSES; k++)
    if (cause[k].part >= telling * most && *cause[k].help)
      used += (size_t)snprintf(text + used, room - used, "%s%s",
                               used > 0 ? ";\n" : " (", cause[k].help);
  if (used > 0)
    snprintf(text + used, room - used, ")");
  return text;
}

/* Finds what is wrong; text, of so much room, is for its use. Residuals within
   the tolerance are compared with the whole run, for there are steps in which
   contacts undo next to nothing; the others are compared with what their own
   step undoes. */
static remedies find_help(const contact_run *run, const shares *of, char *text,
                          size_t room)
{
  remedies helps = {.residuals = residual_help(run, of->unsolved)};
  const int solved = !helps.residuals;
  if (run->kind->rigid && run->extremes.cut == 0)
    helps.overlaps = bodies_help(run, text, room);
  else if (solved)
    helps.overlaps = balls_help(run, of->overlap);
  if (of->opening > good_overlap)
    helps.joints = solved ? " (a smaller --dt helps)" : "";
  if (solved && run->extremes.friction_gap > good_friction)
    helps.friction = ",\nand the frozen bounds are wrong (--coupled, or more "
                     "rounds in the scene, helps)";
  return helps;
}

/* Returns a text, "" for NULL. */
static const char *text_of(const char *text)
{
  return text ? text : "";
}

void contact_verdict(FILE *stream, const contact_run *run)
{
  const contact_extremes *most = &run->extremes;
  const double thinnest = run->kind->thinnest(run);
  const shares of = {
      .unsolved = most->residual > 0
                      ? fmax(most->unsolved, most->residual / most->undone)
                      : 0,
      .overlap = most->penetration / thinnest,
      .opening = most->joint_gap / thinnest};
  char text[HELP_ROOM], open[64] = "";
  const remedies helps = find_help(run, &of, text, sizeof text);
  const int poor =
      helps.residuals || helps.overlaps || helps.joints || helps.friction;
  if (run->joints > 0)
    snprintf(open, sizeof open, ",\njoints open by up to %.3g %% of it%s",
             100 * of.opening, text_of(helps.joints));
  if (program_interrupted())
    tone_print(stream, TONE_BAD, "INTERRUPTED. ");
  tone_print(stream, poor ? TONE_BAD : TONE_GOOD,
             "%s: residuals are up to %.3g %% of the speeds that contacts "
             "undo%s,\noverlaps up to %.3g %% of the thinnest body's "
             "radius%s%s%s.\n",
             poor ? "POOR" : "Good", 100 * of.unsolved,
             text_of(helps.residuals), 100 * of.overlap,
             text_of(helps.overlaps), open, text_of(helps.friction));
}
