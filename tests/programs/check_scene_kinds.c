/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Every key of every shipped scene, and of those in the folder kinds, given a
   value of each other kind, is refused at its own line: no reader takes a value
   of the wrong kind for an absent key. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/body/scene.h"
#include "pantin/chain/case.h"
#include "pantin/contact/balls_scene.h"
#include "pantin/contact/world_scene.h"
#include "test.h"

#include <glob.h>
#include <libconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static glob_t shipped;

/* Read a text as one kind of scene; 1 if it is one. */
static int is_chain(const char *text, pn_error *error)
{
  pn_chain_case *of = pn_chain_case_read_string("x", text, strlen(text), error);
  pn_chain_case_free(of);
  return of != NULL;
}

static int is_system(const char *text, pn_error *error)
{
  pn_system_scene *of =
      pn_system_scene_read_string("x", text, strlen(text), 1, error);
  pn_system_scene_free(of);
  return of != NULL;
}

static int is_balls(const char *text, pn_error *error)
{
  pn_balls_scene *of =
      pn_balls_scene_read_string("x", text, strlen(text), error);
  pn_balls_scene_free(of);
  return of != NULL;
}

static int is_world(const char *text, pn_error *error)
{
  pn_world_scene *of =
      pn_world_scene_read_string("x", text, strlen(text), error);
  pn_world_scene_free(of);
  return of != NULL;
}

typedef int reader(const char *text, pn_error *error);
static reader *const readers[] = {is_chain, is_system, is_balls, is_world};

/* Values of each kind that no key takes: a key that may be a list or a number
   takes no empty list and no such number. */
static const int kinds[] = {CONFIG_TYPE_FLOAT, CONFIG_TYPE_BOOL,
                            CONFIG_TYPE_STRING, CONFIG_TYPE_LIST,
                            CONFIG_TYPE_GROUP};
enum { KINDS = sizeof kinds / sizeof *kinds };
static const double no_number = 1e300;

/* Returns the place of a setting's kind among those above. */
static int kind_of(const config_setting_t *setting)
{
  const int type = config_setting_type(setting);
  for (int k = 0; k < KINDS; k++)
    if (type == kinds[k])
      return k;
  return type == CONFIG_TYPE_ARRAY ? 3 : 0;
}

/* Finds the k-th setting below a group or list that has a name; NULL, and k
   less by their number, if there are fewer. */
static config_setting_t *find(config_setting_t *below, int *k)
{
  if (!config_setting_is_aggregate(below))
    return NULL;
  for (int i = 0; i < config_setting_length(below); i++) {
    config_setting_t *at = config_setting_get_elem(below, (unsigned)i);
    if (config_setting_name(at) && (*k)-- == 0)
      return at;
    config_setting_t *found = find(at, k);
    if (found)
      return found;
  }
  return NULL;
}

static char *text_of(const config_t *config)
{
  char *text;
  size_t length;
  FILE *stream = open_memstream(&text, &length);
  config_write(config, stream);
  fclose(stream);
  return text;
}

/* Returns whether the line of a text holds a word. */
static int line_holds(const char *text, int line, const char *word)
{
  for (; text && line > 1; line--) {
    text = strchr(text, '\n');
    text = text ? text + 1 : NULL;
  }
  const char *found = text && line == 1 ? strstr(text, word) : NULL;
  return found && found < text + strcspn(text, "\n");
}

/* Gives the k-th key of a file a value of another kind, and has it read;
   returns 0 when there are fewer keys. */
static int confuse(const char *path, reader *read, int k, int kind)
{
  config_t config;
  char key[64];
  config_init(&config);
  ck_assert(config_read_file(&config, path));
  config_setting_t *setting = find(config_root_setting(&config), &k);
  if (setting && kind_of(setting) != kind) {
    config_setting_t *group = config_setting_parent(setting);
    snprintf(key, sizeof key, "%s", config_setting_name(setting));
    config_setting_remove(group, key);
    setting = config_setting_add(group, key, kinds[kind]);
    if (kinds[kind] == CONFIG_TYPE_FLOAT)
      config_setting_set_float(setting, no_number);
    pn_error error = {0};
    char *text = text_of(&config);
    ck_assert_msg(!read(text, &error), "%s: '%s' was read in:\n%s", path, key,
                  text);
    ck_assert_msg(line_holds(text, error.line, key), "%s: %d: %s\n%s", key,
                  error.line, error.text, text);
    free(text);
  }
  config_destroy(&config);
  return setting != NULL;
}

START_TEST(a_value_of_another_kind_is_refused)
{
  const char *path = shipped.gl_pathv[_i];
  config_t config;
  config_init(&config);
  ck_assert(config_read_file(&config, path));
  char *text = text_of(&config);
  config_destroy(&config);
  int read_by = 0;
  for (size_t r = 0; r < sizeof readers / sizeof *readers; r++) {
    pn_error error = {0};
    if (!readers[r](text, &error))
      continue;
    read_by++;
    for (int kind = 0; kind < KINDS; kind++)
      for (int k = 0; confuse(path, readers[r], k, kind); k++)
        ;
  }
  ck_assert_msg(read_by > 0, "no reader takes %s", path);
  free(text);
}
END_TEST

int main(void)
{
  char pattern[4096];
  snprintf(pattern, sizeof pattern, "%s/[!l]*/*.cfg", getenv("PANTIN_DATA"));
  if (glob(pattern, 0, NULL, &shipped))
    return EXIT_FAILURE;
  snprintf(pattern, sizeof pattern, "%s/tests/programs/kinds/*.cfg",
           getenv("srcdir"));
  if (glob(pattern, GLOB_APPEND, NULL, &shipped))
    return EXIT_FAILURE;
  Suite *suite = suite_create("scene_kinds");
  TCase *all = tcase_create("all");
  tcase_add_loop_test(all, a_value_of_another_kind_is_refused, 0,
                      (int)shipped.gl_pathc);
  suite_add_tcase(suite, all);
  const int status = test_run(suite);
  globfree(&shipped);
  return status;
}
