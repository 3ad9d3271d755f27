/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/lcp/request.h"

#include "pantin/base/scene.h"
#include "pantin/base/text.h"
#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/fclib.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

/* To see every method to its end. */
static const double default_tolerance = 1e-12;

static void collect_names(lcp_request *asked)
{
  asked->solvers[0] = "all";
  for (size_t k = 0; k < LCP_NAMES_MAX && pn_lcp_method_get(k); k++)
    asked->solvers[k + 1] = pn_lcp_method_get(k)->name;
}

void lcp_request_init(lcp_request *asked)
{
  *asked = (lcp_request){.settings = pn_lcp_settings_default(),
                         .frame = LCP_LAST_FRAME};
  asked->settings.tolerance = default_tolerance;
  collect_names(asked);
  pn_lcp_settings *settings = &asked->settings;
  const pn_option options[LCP_OPTIONS + 1] = {
      {.name = "solver",
       .kind = PN_OPTION_CHOICE,
       .value = &asked->solver,
       .choices = asked->solvers,
       .argument = "NAME",
       .help = "the method, or all of them side by side (default all):"},
      {.name = "iterations",
       .kind = PN_OPTION_COUNT,
       .value = &settings->iterations,
       .range = {0, 1e7, NULL},
       .argument = "N",
       .help = "take at most N iterations (default 5000)"},
      {.name = "tolerance",
       .kind = PN_OPTION_REAL,
       .value = &settings->tolerance,
       .range = {1e-16, 1, NULL},
       .argument = "X",
       .help = "stop when the scaled residual is below X m/s (default 1e-12)"},
      {.name = "omega",
       .kind = PN_OPTION_REAL,
       .value = &settings->omega,
       .range = {0.001, 1.999, NULL},
       .argument = "X",
       .help = "over-relaxation of psor (default 1.75)"},
      {.name = "damping",
       .kind = PN_OPTION_REAL,
       .value = &settings->damping,
       .range = {0, 2, NULL},
       .argument = "X",
       .help = "damping of jacobi; 0 (default) finds its own"},
      {.name = "assembled",
       .kind = PN_OPTION_FLAG,
       .value = &asked->assembled,
       .help = "work with the entries of A, also where its factors are known"},
      {.name = "frame",
       .kind = PN_OPTION_COUNT,
       .value = &asked->frame,
       .range = {0, 999999, NULL},
       .argument = "N",
       .help = "of recorded frames the one numbered N (default: the last)"},
      {.name = "fclib",
       .kind = PN_OPTION_STRING,
       .value = &asked->fclib,
       .argument = "FILE",
       .help = "write the problem for FCLIB as well"},
  };
  memcpy(asked->options, options, sizeof options);
}

/* The file that a scene names, in the scene's own folder. */
static int read_scene(const char *path, lcp_problem *problem,
                      char file[PN_TEXT_PATH], pn_error *error)
{
  pn_scene *scene = pn_scene_read(path, error);
  if (!scene)
    return error->code;
  const char *title = "", *name = "";
  pn_scene_group root = pn_scene_root(scene, error);
  pn_scene_string(&root, "title", PN_OPTIONAL, &title);
  pn_scene_string(&root, "problem", PN_REQUIRED, &name);
  const int code = pn_scene_finish(&root);
  const char *slash = strrchr(path, '/');
  const int folder = slash ? (int)(slash - path) + 1 : 0;
  snprintf(problem->title, sizeof problem->title, "%s", title);
  snprintf(file, PN_TEXT_PATH, "%.*s%s", folder, path, name);
  pn_scene_free(scene);
  return code;
}

int lcp_request_read(const lcp_request *asked, const char *path,
                     lcp_problem *problem, pn_error *error)
{
  char file[PN_TEXT_PATH];
  const char *ending = strrchr(path, '.');
  snprintf(file, sizeof file, "%s", path);
  if (ending && strcmp(ending, ".cfg") == 0 &&
      read_scene(path, problem, file, error))
    return error->code;
  if (lcp_is_hdf5(file))
    lcp_read_hdf5(asked, file, problem, error);
  else if (asked->frame != LCP_LAST_FRAME)
    pn_error_set(error, GSL_EINVAL, file, 0, "--frame is for recorded frames");
  else
    problem->lcp = pn_lcp_read(file, error);
  if (!error->code && asked->assembled && pn_lcp_assemble(problem->lcp))
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (!error->code && asked->fclib)
    pn_fclib_write(problem->lcp, asked->fclib, problem->title, error);
  return error->code;
}
