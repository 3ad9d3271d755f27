/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
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
                           .seek = -1,
                           .start = -1,
                           .seed = 1,
                           .at = CHAIN_NOWHERE};
  OPTION_NAMES(asked->methods, CHAIN_NAMES_MAX, pn_chain_method_get);
  OPTION_NAMES(asked->starts, CHAIN_NAMES_MAX, pn_chain_start_get);
  pn_chain_settings *settings = &asked->settings;
  const pn_option options[CHAIN_OPTIONS + 1] = {
      OPTION_CHOICES("method", &asked->methods_asked, asked->methods, "NAME",
                     "how to solve, or several ways to compare:"),
      OPTION_CHOICE("seek", &asked->seek, goals, "GOAL",
                    "end in a minimum: the same as --method"),
      OPTION_FLAG("all", &asked->all,
                  "print every stationary point of a short chain"),
      OPTION_STRING("lambda", &asked->lambda, "START",
                    "multipliers to start from: zeros, ones, leastsquares "
                    "(default), several to compare, or a file with "
                    "lambda = (...);"),
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
      OPTION_STRING("dump", &asked->dump, "PREFIX",
                    "write e, c, gradient, A, H, K and lambda of an iterate to "
                    "PREFIX.txt and PREFIX-*.mtx"),
      OPTION_COUNT("at", &asked->at, 0, 1e6, "K",
                   "the iterate of --dump (default: the last); with --plot, "
                   "draw phi along the step from there"),
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

/* Chooses the first multipliers by a name, or by the name of a file. */
static int choose_lambda(chain_request *asked, const char *name,
                         pn_chain_point *start, program *self)
{
  static const char *const names[] = {"zeros", "ones", "leastsquares"};
  for (int k = 0; k < 3; k++)
    if (strcmp(name, names[k]) == 0) {
      asked->settings.lambda = (pn_chain_lambda)k;
      return GSL_SUCCESS;
    }
  asked->settings.lambda = PN_CHAIN_LAMBDA_GIVEN;
  return program_check_input(self, name)
             ? self->error.code
             : read_lambda(name, start, &self->error);
}

pn_chain_case *chain_request_read(chain_request *asked, const char *path,
                                  pn_error *error)
{
  asked->settings.tolerance_constraint = asked->settings.tolerance_gradient;
  const pn_chain_start *shape =
      asked->start < 0 ? NULL : pn_chain_start_get((size_t)asked->start);
  return pn_chain_case_read(path, shape, asked->seed, error);
}

int chain_request_lambda(chain_request *asked, size_t k, pn_chain_point *start,
                         char name[CHAIN_LAMBDA_NAME], program *self)
{
  const char *at = asked->lambda ? asked->lambda : "leastsquares";
  for (; k > 0 && *at; k--) {
    at += strcspn(at, ",");
    at += *at == ',';
  }
  if (*at == '\0')
    return 0;
  snprintf(name, CHAIN_LAMBDA_NAME, "%.*s", (int)strcspn(at, ","), at);
  return !choose_lambda(asked, name, start, self);
}

int chain_request_compares(const chain_request *asked, const program *self)
{
  const unsigned methods = asked->methods_asked;
  return self->scenes > 1 || (methods & (methods - 1)) != 0 ||
         (asked->lambda && strchr(asked->lambda, ','));
}

int chain_request_contradicts(const chain_request *asked)
{
  for (size_t k = 0; asked->seek >= 0 && pn_chain_method_get(k); k++)
    if (asked->methods_asked >> k & 1 &&
        pn_chain_method_get(k) != pn_chain_minimum)
      return 1;
  return 0;
}

const pn_chain_method *chain_request_method(const chain_request *asked,
                                            const pn_chain_case *of)
{
  for (size_t k = 0; pn_chain_method_get(k); k++)
    if (asked->methods_asked >> k & 1)
      return pn_chain_method_get(k);
  if (asked->seek >= 0)
    return pn_chain_minimum;
  if (of->method)
    return of->method;
  return pn_chain_minimum;
}
