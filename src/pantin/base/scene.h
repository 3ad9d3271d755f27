/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Scenes: settings in groups, read from a text file in libconfig's format,

       bars = 5;
       end = (1, -0.2);                      # m
       bodies = ( { name = "hub"; mass = 1.2; }, { name = "arm"; } );

   A reader asks a group for its keys, one after the other, and checks once:

       pn_scene_group root = pn_scene_root(scene, error);
       pn_scene_count(&root, "bars", PN_REQUIRED, 1, MOST_BARS, &bars);
       pn_scene_reals(&root, "end", PN_REQUIRED, pn_range_finite("m"), 2, end);
       pn_scene_real(&root, "mass", PN_OPTIONAL, pn_range_positive("kg"), &m);
       if (pn_scene_finish(&root)) ...

   The first error is kept with its file and line; after it the functions below
   do nothing and return its code. A key that is
   PN_OPTIONAL and absent leaves the caller's value as it was. */
#ifndef PANTIN_BASE_SCENE_H
#define PANTIN_BASE_SCENE_H

#include <stddef.h>

#include "pantin/base/error.h"
#include "pantin/base/range.h"

struct config_t;         /* libconfig's */
struct config_setting_t; /* libconfig's */

typedef struct {
  char *name;              /* the file, for messages, owned */
  struct config_t *config; /* its settings, owned */
} pn_scene;

/* Reads a file of at most PN_SCENE_BYTES. NULL, and the error filled, when it
   cannot be read, is empty, or is no scene. */
pn_scene *pn_scene_read(const char *path, pn_error *error);

/* Reads a file into *bytes (from NULL; release with pn_free) and *length (from
   0), and stops once it is longer than PN_SCENE_BYTES. */
int pni_scene_bytes(const char *path, char **bytes, size_t *length,
                    pn_error *error);

/* Reads a scene from `length` bytes in memory; `name` stands for the file. */
pn_scene *pn_scene_read_string(const char *name, const char *text,
                               size_t length, pn_error *error);

void pn_scene_free(pn_scene *scene);

enum {
  PN_SCENE_BYTES = 16 << 20, /* 16 MiB: about a million numbers */
  PN_SCENE_KEYS = 48         /* keys that one group can be asked for */
};

/* One group of settings, and the keys that it was asked for. By value; valid as
   long as the scene and the texts of these keys. */
typedef struct {
  const pn_scene *scene;
  const struct config_setting_t *setting; /* NULL after an error */
  pn_error *error;                        /* the caller's, never NULL */
  const char *asked[PN_SCENE_KEYS];
  size_t asked_count;
  int missing; /* 1: the error is that a key of this group is missing */
} pn_scene_group;

typedef enum { PN_OPTIONAL, PN_REQUIRED } pn_scene_need;

/* The kind of a key's value. */
typedef enum {
  PN_SCENE_NOTHING, /* the key is absent */
  PN_SCENE_NUMBER,
  PN_SCENE_BOOLEAN,
  PN_SCENE_STRING,
  PN_SCENE_LIST,
  PN_SCENE_GROUP
} pn_scene_kind;

/* Returns the outermost group. */
pn_scene_group pn_scene_root(const pn_scene *scene, pn_error *error);

/* Returns the group that is the value of a required key. */
pn_scene_group pn_scene_subgroup(pn_scene_group *group, const char *key);

/* Returns element i (from 0) of a required list of groups. */
pn_scene_group pn_scene_item(pn_scene_group *group, const char *key, size_t i);

/* Returns the kind of a key's value, for keys that may be written in several
   ways or left out. */
pn_scene_kind pn_scene_look(pn_scene_group *group, const char *key);

/* Returns the length of a list; 0 if the key is absent or no list, or after an
   error. */
size_t pn_scene_length(pn_scene_group *group, const char *key);

/* Returns the length of a list of groups that may be absent; a value of another
   kind is an error. */
size_t pn_scene_items(pn_scene_group *group, const char *key);

/* Reads a number, whole or not. */
int pn_scene_real(pn_scene_group *group, const char *key, pn_scene_need need,
                  pn_range range, double *value);

/* Reads a whole number from low to high (at most 2^53), also written as 1e5. */
int pn_scene_count(pn_scene_group *group, const char *key, pn_scene_need need,
                   size_t low, size_t high, size_t *value);

/* Reads true or false, as 1 or 0. */
int pn_scene_boolean(pn_scene_group *group, const char *key, pn_scene_need need,
                     int *value);

/* Reads a text, which lives as long as the scene. */
int pn_scene_string(pn_scene_group *group, const char *key, pn_scene_need need,
                    const char **value);

/* Reads one of the names of a list that NULL ends, as its index. */
int pn_scene_choice(pn_scene_group *group, const char *key, pn_scene_need need,
                    const char *const *names, int *value);

/* Reads a list of names, each one of those of a list that NULL ends: bit k of
   the value is set if the k-th is there. None may be there twice. */
int pn_scene_choices(pn_scene_group *group, const char *key, pn_scene_need need,
                     const char *const *names, unsigned *value);

/* Reads a list of n numbers, as (0, -9.81, 0). */
int pn_scene_reals(pn_scene_group *group, const char *key, pn_scene_need need,
                   pn_range range, size_t n, double *values);

/* Reads a list of `rows` lists of `columns` numbers each, as ((0.2, -1),
   (0.4, 1)), into values, row after row. */
int pn_scene_rows(pn_scene_group *group, const char *key, pn_scene_need need,
                  pn_range range, size_t rows, size_t columns, double *values);

/* Records an error that the caller has found, at the line of a key (of the
   group, if key is NULL or absent). Returns GSL_EINVAL. */
int pn_scene_refuse(pn_scene_group *group, const char *key, const char *format,
                    ...) PN_PRINTF(3, 4);

/* Returns the line of a key (of the group, if key is NULL or absent), for
   errors that are found later; 0 after an error. */
int pn_scene_line(const pn_scene_group *group, const char *key);

/* Ends the reading of a group: a key that was never asked for is an error, and
   one that is misspelt goes before one that is missing. Returns the error's
   code, 0 when all is well. */
int pn_scene_finish(pn_scene_group *group);

#endif
