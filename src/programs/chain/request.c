/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/chain/chain.h"

#include "pantin/base/scene.h"
#include "pantin/chain/start.h"
#include "programs/option.h"

#include <gsl/gsl_errno.h>
#include <string.h>

static const char *const goals[] = {"minimum", NULL};

void chain_request_init(chain_request *asked)
{
  *asked = (chain_request){.settings = pn_chain_settings_default(),
                           .method = -1,
                           .seek = -1,
                           .start = -1,
                           .seed = 1};
  OPTION_NAMES(asked->methods, CHAIN_NAMES_MAX, pn_chain_method_get);
  OPTION_NAMES(asked->starts, CHAIN_NAMES_MAX, pn_chain_start_get);
  pn_chain_settings *settings = &asked->settings;
  const pn_option options[CHAIN_OPTIONS + 1] = {
      OPTION_CHOICE("method", &asked->method, asked->methods, "NAME",
                    "how to solve:"),
      OPTION_CHOICE("seek", &asked->seek, goals, "GOAL",
                    "end in a minimum: the same as --method"),
      OPTION_FLAG("all", &asked->all,
                  "print every stationary point of a short chain"),
      OPTION_STRING("lambda", &asked->lambda, "START",
                    "multipliers to start from: zeros, ones, leastsquares "
                    "(default), or a file with lambda = (...);"),
      OPTION_CHOICE("start", &asked->start, asked->starts, "SHAPE",
                    "nodes to start from, instead of the case's own:"),
      OPTION_COUNT("seed", &asked->seed, 0, 4294967295.0, "N",
                   "seed of the random start (default 1)"),
      OPTION_REAL("tolerance", &settings->tolerance_gradient, 1e-15, 1, NULL,
                  "X",
                  "stop when gradient and constraints are below X, relative to "
                  "the largest tension and the lengths (default 1e-7)"),
      OPTION_FLAG("absolute", &settings->absolute,
                  "the tolerance is in N and m^2, as in the source"),
      OPTION_COUNT("iterations", &settings->iterations, 0, 1e6, "N",
                   "take at most N steps (default 100)"),
      OPTION_REAL("armijo", &settings->omega, 1e-12, 0.499999, NULL, "X",
                  "part of the predicted decrease that Armijo's rule asks for "
                  "(default 1e-4)"),
  };
  memcpy(asked->options, options, sizeof options);
}

/* Reads the multipliers of a file: lambda = (one for each bar); */
static int read_lambda(const char *path, pn_chain_point *start, pn_error *error)
{
  pn_scene *scene = pn_scene_read(path, error);
  if (!scene)
    return error->code;
  pn_scene_group root = pn_scene_root(scene, error);
  pn_scene_reals(&root, "lambda", PN_REQUIRED, pn_range_finite("N/m"),
                 start->bars, start->lambda);
  const int code = pn_scene_finish(&root);
  pn_scene_free(scene);
  return code;
}

static int choose_lambda(chain_request *asked, pn_chain_point *start,
                         pn_error *error)
{
  static const char *const names[] = {"zeros", "ones", "leastsquares"};
  if (!asked->lambda)
    return GSL_SUCCESS;
  for (int k = 0; k < 3; k++)
    if (strcmp(asked->lambda, names[k]) == 0) {
      asked->settings.lambda = (pn_chain_lambda)k;
      return GSL_SUCCESS;
    }
  asked->settings.lambda = PN_CHAIN_LAMBDA_GIVEN;
  return read_lambda(asked->lambda, start, error);
}

pn_chain_case *chain_request_read(chain_request *asked, const char *path,
                                  pn_error *error)
{
  asked->settings.tolerance_constraint = asked->settings.tolerance_gradient;
  const pn_chain_start *shape =
      asked->start < 0 ? NULL : pn_chain_start_get((size_t)asked->start);
  pn_chain_case *of = pn_chain_case_read(path, shape, asked->seed, error);
  if (of && choose_lambda(asked, of->start, error)) {
    pn_chain_case_free(of);
    return NULL;
  }
  return of;
}

const pn_chain_method *chain_request_method(const chain_request *asked,
                                            const pn_chain_case *of)
{
  if (asked->method >= 0)
    return pn_chain_method_get((size_t)asked->method);
  if (asked->seek >= 0)
    return pn_chain_minimum;
  if (of->method)
    return of->method;
  return pn_chain_minimum;
}
