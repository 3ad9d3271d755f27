/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/ik/ik.h"

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"
#include "programs/bodies.h"
#include "programs/option.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const form =
    "--target must be BODY:x,y,z=X,Y,Z or BODY:x,y,z=BODY:X,Y,Z with finite "
    "numbers up to 1e9";

void ik_request_init(ik_request *asked)
{
  *asked = (ik_request){.settings = pn_inverse_kinematics_settings_default(),
                        .solver = -1,
                        .dt = 0.01,
                        .iterations = 200};
  const pn_multiplier_type *type;
  for (size_t k = 0, n = 0;
       n < IK_NAMES_MAX && (type = pn_multiplier_type_get(k)); k++)
    if (!type->refuses_soft)
      asked->solvers[n++] = type->name;
  pn_inverse_kinematics_settings *settings = &asked->settings;
  const pn_option options[IK_OPTIONS + 1] = {
      OPTION_STRING("target", &asked->target, "WHAT",
                    "instead of the scene's targets: BODY:x,y,z=X,Y,Z brings "
                    "the point that starts at x,y,z to X,Y,Z; BODY2:X,Y,Z is a "
                    "place that moves with a body; several are joined by ';'"),
      OPTION_FLAG("plain", &settings->plain,
                  "the source's method: bounded Newton steps for joints and "
                  "targets together, which do not end out of reach"),
      OPTION_REAL("bound", &settings->clamp, 1e-6, 1e6, NULL, "X",
                  "no body turns by more than X rad in a step (default 2)"),
      OPTION_REAL("tolerance", &settings->tolerance, 1e-13, 1, "m", "X",
                  "a target is reached within X m (default 1e-9)"),
      OPTION_COUNT("iterations", &asked->iterations, 1, 1e6, "N",
                   "at most N steps (default 200)"),
      OPTION_CHOICE("solver", &asked->solver, asked->solvers, "NAME",
                    "how to solve the linear systems (default auto):"),
      OPTION_STRING("save", &asked->save, "FILE",
                    "write the pose as a scene for pantin-joints"),
      OPTION_FLAG("hold", &asked->hold,
                  "with --save: hold the targets by ball joints"),
      OPTION_STRING("spin", &asked->spin_text, "X,Y,Z",
                    "with --save: turn all bodies about their centre of mass, "
                    "in rad/s (default: at rest)"),
      OPTION_STRING("follow", &asked->follow, "FILE",
                    "then let the targets move along their paths, and write "
                    "the poses as a CSV file, for pantin-inverse"),
      OPTION_REAL("dt", &asked->dt, 1e-6, 1e6, "s", "H",
                  "time between two poses of --follow in s (default 0.01)"),
      OPTION_REAL("time", &asked->time, 1e-9, 1e6, "s", "T",
                  "then let go: T s of free motion from the pose, at rest"),
  };
  memcpy(asked->options, options, sizeof options);
}

/* Reads three numbers as large as scenes may have, and nothing else. */
static int read_point(const char *text, pn_vec3 *point)
{
  static const double largest = 1e9;
  int used = 0;
  return sscanf(text, "%lf ,%lf ,%lf %n", &point->x, &point->y, &point->z,
                &used) == 3 &&
         text[used] == '\0' && fabs(point->x) <= largest &&
         fabs(point->y) <= largest && fabs(point->z) <= largest;
}

/* Returns the text without blanks at its ends, which are cut off. */
static char *trimmed(char *text)
{
  static const char blank[] = " \t\r\n";
  text += strspn(text, blank);
  for (size_t n = strlen(text); n > 0 && strchr(blank, text[n - 1]); n--)
    text[n - 1] = '\0';
  return text;
}

/* Finds a body by its name; suggests a near one if there is none. */
static int find_body(const pn_system *system, const char *name, size_t *body,
                     pn_error *error)
{
  *body = pn_system_find(system, name);
  if (*body != PN_WORLD)
    return GSL_SUCCESS;
  const char **names = pn_alloc(system->bodies, sizeof *names);
  const char *near = NULL;
  for (size_t b = 0; names && b < system->bodies; b++)
    names[b] = system->body[b].name;
  if (names)
    near = pn_text_nearest(name, names, system->bodies);
  pn_free(names);
  return near ? pn_error_set(error, GSL_EINVAL, NULL, 0,
                             "--target: there is no body '%s' (did you mean "
                             "'%s'?)",
                             name, near)
              : pn_error_set(error, GSL_EINVAL, NULL, 0,
                             "--target: there is no body '%s'", name);
}

/* Reads "BODY:x,y,z", which is cut at the colon; without BODY it is a place in
   the world. Blanks around a name belong to it only if a body is called so. */
static int read_place(char *text, const pn_system *system, size_t *body,
                      pn_vec3 *point, pn_error *error)
{
  char *colon = strrchr(text, ':');
  *body = PN_WORLD;
  if (colon) {
    *colon = '\0';
    *body = pn_system_find(system, text);
    if (*body == PN_WORLD && find_body(system, trimmed(text), body, error))
      return GSL_EINVAL;
    text = colon + 1;
  }
  if (!read_point(text, point))
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "%s, got '%s'", form, text);
  *point = pn_pose_local(pn_system_pose(system, *body), *point);
  return GSL_SUCCESS;
}

/* Reads BODY:x,y,z=PLACE; PLACE may be on another body, but the first one is no
   part of the world. The text is cut. */
static int read_target(char *text, const pn_system *system, pn_target *target,
                       pn_error *error)
{
  char *equals = strchr(text, '=');
  if (!equals)
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "%s, got '%s'", form, text);
  *equals = '\0';
  if (read_place(text, system, &target->body, &target->point, error) ||
      read_place(equals + 1, system, &target->other, &target->place, error))
    return GSL_EINVAL;
  return target->body == PN_WORLD
             ? pn_error_set(error, GSL_EINVAL, NULL, 0, "%s, got no BODY", form)
             : GSL_SUCCESS;
}

/* Puts the targets of the command line in the place of the scene's. */
static int replace_targets(const char *text, pn_system_scene *of,
                           pn_error *error)
{
  size_t most = 1;
  for (const char *c = text; *c; c++)
    most += *c == ';';
  char *copy = pn_alloc(strlen(text) + 1, 1);
  pn_target *target = pn_alloc(most, sizeof *target);
  int code = copy && target ? GSL_SUCCESS : GSL_ENOMEM;
  if (code)
    pn_error_set(error, code, NULL, 0, "out of memory");
  size_t count = 0;
  for (char *at = code ? NULL : strcpy(copy, text), *next; at && !code;
       at = next) {
    next = strchr(at, ';');
    if (next)
      *next++ = '\0';
    code = read_target(at, of->system, &target[count++], error);
  }
  pn_free(copy);
  if (code) {
    pn_free(target);
    return code;
  }
  for (size_t k = 0; k < of->targets; k++) {
    pn_free(of->target[k].time);
    pn_free(of->target[k].path);
  }
  pn_free(of->target);
  of->target = target;
  of->targets = count;
  return GSL_SUCCESS;
}

/* Lets the targets with paths begin where these do; there must be one. */
static int start_paths(pn_system_scene *of, const char *path, pn_error *error)
{
  size_t paths = 0;
  for (size_t k = 0; k < of->targets; k++)
    if (of->target[k].points > 0) {
      of->target[k].place = of->target[k].path[0];
      paths++;
    }
  return paths > 0 ? GSL_SUCCESS
                   : pn_error_set(error, GSL_EINVAL, path, 0,
                                  "--follow needs a target with a path: path = "
                                  "((x, y, z), ..); times = (0, ..)");
}

/* Checks what belongs together, and reads --spin. */
static int check_request(ik_request *asked, pn_error *error)
{
  const char *wrong = NULL;
  if (!asked->save && (asked->hold || asked->spin_text))
    wrong = "--hold and --spin are for --save FILE";
  else if (asked->spin_text && !read_point(asked->spin_text, &asked->spin))
    wrong = "--spin must be three numbers, finite and up to 1e9, as 0,0,1";
  asked->misspelt = wrong != NULL;
  return wrong ? pn_error_set(error, GSL_EINVAL, NULL, 0, "%s", wrong)
               : GSL_SUCCESS;
}

pn_system_scene *ik_request_read(ik_request *asked, const char *path,
                                 pn_error *error)
{
  pn_error_clear(error);
  if (check_request(asked, error))
    return NULL;
  pn_system_scene *of = bodies_read(path, 0, error);
  if (!of)
    return NULL;
  if (asked->solver >= 0)
    asked->settings.solver =
        pn_multiplier_type_find(asked->solvers[asked->solver]);
  if (asked->target)
    asked->misspelt = replace_targets(asked->target, of, error) == GSL_EINVAL;
  else if (of->targets == 0)
    pn_error_set(error, GSL_EINVAL, path, 0,
                 "the scene has no targets: give one as --target "
                 "BODY:x,y,z=X,Y,Z");
  if (asked->follow && !error->code)
    start_paths(of, path, error);
  if (!error->code)
    return of;
  pn_system_scene_free(of);
  return NULL;
}
