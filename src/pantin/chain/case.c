/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reading a case: the bars, the ends, the floor, the start. */
#include "pantin/chain/case.h"

#include "pantin/base/alloc.h"
#include "pantin/base/scene.h"
#include "pantin/chain/start.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Far beyond any chain, near enough that 1/2 |F|^2 does not overflow. */
static const double coordinate_max = 1e50;
static const double coordinate_tiny = 1e-50;

/* More starts or methods than there will ever be. */
enum { NAMES_MAX = 32 };

static pn_range coordinates(void)
{
  return pn_range_between(-coordinate_max, coordinate_max, "m");
}

static pn_range positive(const char *unit)
{
  return pn_range_between(coordinate_tiny, coordinate_max, unit);
}

static int out_of_memory(pn_scene_group *root)
{
  return pn_error_set(root->error, GSL_ENOMEM, root->scene->name, 0,
                      "out of memory");
}

/* Reads the number of bars: that of the list `lengths`, or `bars`. */
static int read_bars(pn_scene_group *root, size_t *bars)
{
  const pn_scene_kind kind = pn_scene_look(root, "lengths");
  if (kind == PN_SCENE_NOTHING)
    return pn_scene_count(root, "bars", PN_REQUIRED, PN_CHAIN_BARS_MIN,
                          PN_CHAIN_BARS_MAX, bars);
  if (kind != PN_SCENE_LIST)
    return pn_scene_refuse(root, "lengths",
                           "lengths must be a list (...) of numbers");
  *bars = pn_scene_length(root, "lengths");
  if (!root->error->code && *bars < PN_CHAIN_BARS_MIN)
    return pn_scene_refuse(root, "lengths",
                           "a chain has at least %d bars, got %zu",
                           PN_CHAIN_BARS_MIN, *bars);
  return root->error->code;
}

/* Reads the list `lengths`, or divides `length` into equal bars. */
static int read_lengths(pn_scene_group *root, pn_chain *chain)
{
  static const char *const instead[] = {"bars", "length"};
  const int is_listed = pn_scene_look(root, "lengths") != PN_SCENE_NOTHING;
  for (int k = 0; k < 2 && is_listed; k++)
    if (pn_scene_look(root, instead[k]) != PN_SCENE_NOTHING)
      return pn_scene_refuse(root, instead[k],
                             "lengths lists the bars: leave out either it, or "
                             "bars and length");
  if (is_listed)
    return pn_scene_reals(root, "lengths", PN_REQUIRED, positive("m"),
                          chain->bars, chain->length);
  double total = 0;
  pn_scene_real(root, "length", PN_REQUIRED, positive("m"), &total);
  for (size_t i = 0; i < chain->bars; i++)
    chain->length[i] = total / (double)chain->bars;
  return root->error->code;
}

/* Reads what bars weigh, and what hangs at the free nodes. */
static int read_weights(pn_scene_group *root, pn_chain *chain)
{
  if (pn_scene_look(root, "weight") == PN_SCENE_NOTHING &&
      pn_scene_look(root, "load") == PN_SCENE_NOTHING)
    return root->error->code;
  if (pn_chain_add_weights(chain))
    return out_of_memory(root);
  const pn_range weights = pn_range_between(0, coordinate_max, "N");
  pn_scene_reals(root, "weight", PN_OPTIONAL, weights, chain->bars,
                 chain->weight);
  return pn_scene_reals(root, "load", PN_OPTIONAL, weights, chain->bars - 1,
                        chain->load + 1);
}

/* Reads the facets of the floor. */
static int read_floor(pn_scene_group *root, pn_chain *chain)
{
  for (size_t j = 0; j < chain->facets; j++) {
    pn_scene_group facet = pn_scene_item(root, "floor", j);
    pn_scene_real(&facet, "height", PN_REQUIRED, coordinates(),
                  &chain->height[j]);
    pn_scene_real(&facet, "slope", PN_REQUIRED,
                  pn_range_between(-coordinate_max, coordinate_max, NULL),
                  &chain->slope[j]);
    pn_scene_finish(&facet);
  }
  return root->error->code;
}

/* Reads the free nodes from the list `start`. */
static int read_nodes(pn_scene_group *root, pn_chain_point *start)
{
  const size_t given = pn_scene_length(root, "start"), nn = start->bars - 1;
  if (given != nn && !root->error->code)
    return pn_scene_refuse(root, "start",
                           "start lists %zu nodes, but %zu bars have %zu free "
                           "between them",
                           given, start->bars, nn);
  double *xy = pn_alloc(2 * nn, sizeof *xy);
  if (!xy)
    return out_of_memory(root);
  if (!pn_scene_rows(root, "start", PN_REQUIRED, coordinates(), nn, 2, xy))
    for (size_t i = 0; i < nn; i++) {
      start->x[i + 1] = xy[2 * i];
      start->y[i + 1] = xy[2 * i + 1];
    }
  pn_free(xy);
  return root->error->code;
}

/* Reads `start` as the name of a shape. */
static int read_shape(pn_scene_group *root, pn_chain_case *of)
{
  const char *names[NAMES_MAX + 1] = {NULL};
  for (size_t k = 0; k < NAMES_MAX && pn_chain_start_get(k); k++)
    names[k] = pn_chain_start_get(k)->name;
  int k = 0;
  if (!pn_scene_choice(root, "start", PN_REQUIRED, names, &k))
    of->start_shape = pn_chain_start_get((size_t)k);
  return root->error->code;
}

/* Reads the start, if there is one, and places its nodes; a `shape` of the
   caller's goes before the file's. */
static int read_start(pn_scene_group *root, const pn_chain_start *shape,
                      unsigned long seed, pn_chain_case *of)
{
  const pn_scene_kind kind = pn_scene_look(root, "start");
  int code = root->error->code;
  if (kind == PN_SCENE_LIST)
    code = read_nodes(root, of->start);
  else if (kind != PN_SCENE_NOTHING)
    code = read_shape(root, of);
  if (code)
    return code;
  if (shape)
    of->start_shape = shape;
  else if (kind == PN_SCENE_NOTHING)
    of->start_shape = pn_chain_start_find("parabola");
  pn_error reason = {0};
  if (of->start_shape)
    code = pn_chain_start_set(of->start_shape, of->chain, seed, of->start,
                              &reason);
  return code ? pn_scene_refuse(root, "start", "%s", reason.text) : GSL_SUCCESS;
}

/* Reads the name of a method, if there is one. */
static int read_method(pn_scene_group *root, pn_chain_case *of)
{
  const char *names[NAMES_MAX + 1] = {NULL};
  for (size_t k = 0; k < NAMES_MAX && pn_chain_method_get(k); k++)
    names[k] = pn_chain_method_get(k)->name;
  int k = -1;
  if (!pn_scene_choice(root, "method", PN_OPTIONAL, names, &k) && k >= 0)
    of->method = pn_chain_method_get((size_t)k);
  return root->error->code;
}

/* Copies the title, which is empty if there is none. */
static int read_title(pn_scene_group *root, pn_chain_case *of)
{
  const char *title = "";
  if (pn_scene_string(root, "title", PN_OPTIONAL, &title))
    return root->error->code;
  of->title = pn_alloc(strlen(title) + 1, 1);
  if (!of->title)
    return out_of_memory(root);
  strcpy(of->title, title);
  return GSL_SUCCESS;
}

/* Checks the chain, and blames what is wrong on the line of its key. */
static int check_chain(pn_scene_group *root, const pn_chain *chain)
{
  pn_chain_part part;
  pn_error reason = {0};
  if (!pn_chain_check(chain, &part, &reason))
    return GSL_SUCCESS;
  const char *key = "end";
  if (part == PN_CHAIN_FLOOR)
    key = "floor";
  else if (part == PN_CHAIN_WEIGHTS || part == PN_CHAIN_LOADS)
    key = part == PN_CHAIN_LOADS ? "load" : "weight";
  else if (part == PN_CHAIN_LENGTHS)
    key = pn_scene_look(root, "lengths") == PN_SCENE_NOTHING ? "length"
                                                             : "lengths";
  return pn_scene_refuse(root, key, "%s", reason.text);
}

/* Reads the chain itself: bars, ends and floor. */
static int read_chain(pn_scene_group *root, pn_chain_case *of)
{
  size_t bars = 0;
  if (read_bars(root, &bars))
    return root->error->code;
  of->chain = pn_chain_alloc(bars, pn_scene_items(root, "floor"));
  if (!of->chain)
    return out_of_memory(root);
  pn_scene_reals(root, "end", PN_REQUIRED, coordinates(), 2, of->chain->end);
  read_lengths(root, of->chain);
  if (read_weights(root, of->chain) || read_floor(root, of->chain))
    return root->error->code;
  return check_chain(root, of->chain);
}

/* Reads the keys of a case, each after those that it depends on. */
static int read_all(pn_scene_group *root, const pn_chain_start *shape,
                    unsigned long seed, pn_chain_case *of)
{
  /* All keys are asked for before one is missed, so that the end knows a
     misspelt one. */
  static const char *const keys[] = {"title",  "lengths", "bars", "length",
                                     "weight", "load",    "end",  "start",
                                     "floor",  "method"};
  for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
    pn_scene_look(root, keys[k]);
  if (!read_title(root, of) && !read_chain(root, of)) {
    of->start = pn_chain_point_alloc(of->chain);
    if (!of->start)
      return out_of_memory(root);
    read_start(root, shape, seed, of);
    read_method(root, of);
  }
  return pn_scene_finish(root);
}

/* Makes a case of a scene, which it frees. */
static pn_chain_case *read_scene(pn_scene *scene, const pn_chain_start *shape,
                                 unsigned long seed, pn_error *error)
{
  if (!scene)
    return NULL;
  pn_error own = {0};
  pn_scene_group root = pn_scene_root(scene, error ? error : &own);
  pn_chain_case *of = pn_alloc(1, sizeof *of);
  if (!of)
    out_of_memory(&root);
  else if (read_all(&root, shape, seed, of)) {
    pn_chain_case_free(of);
    of = NULL;
  }
  pn_scene_free(scene);
  return of;
}

pn_chain_case *pn_chain_case_read(const char *path, const pn_chain_start *shape,
                                  unsigned long seed, pn_error *error)
{
  pn_error_clear(error);
  return read_scene(pn_scene_read(path, error), shape, seed, error);
}

pn_chain_case *pn_chain_case_read_string(const char *name, const char *text,
                                         size_t length, pn_error *error)
{
  pn_error_clear(error);
  pn_scene *scene = pn_scene_read_string(name, text, length, error);
  return read_scene(scene, NULL, 0, error);
}

void pn_chain_case_free(pn_chain_case *of)
{
  if (!of)
    return;
  pn_free(of->title);
  pn_chain_free(of->chain);
  pn_chain_point_free(of->start);
  pn_free(of);
}
