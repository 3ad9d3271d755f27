/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Groups of a scene: finding a key among the settings, remembering that it was
   asked for, and errors with their line. scene_value.c reads the values. */
#include "pantin/base/scene_private.h"

#include <gsl/gsl_errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "pantin/base/text.h"

/* Room for "item 3 of KEY". */
enum { LABEL = 128 };

static int line_of(const config_setting_t *setting)
{
  return (int)config_setting_source_line(setting);
}

pn_scene_kind pni_scene_kind_of(const config_setting_t *setting)
{
  switch (config_setting_type(setting)) {
  case CONFIG_TYPE_INT:
  case CONFIG_TYPE_INT64:
  case CONFIG_TYPE_FLOAT:
    return PN_SCENE_NUMBER;
  case CONFIG_TYPE_BOOL:
    return PN_SCENE_BOOLEAN;
  case CONFIG_TYPE_STRING:
    return PN_SCENE_STRING;
  case CONFIG_TYPE_GROUP:
    return PN_SCENE_GROUP;
  default:
    return PN_SCENE_LIST;
  }
}

static const char *kind_text(pn_scene_kind kind)
{
  static const char *const texts[] = {"nothing",       "a number",
                                      "true or false", "a \"quoted\" text",
                                      "a list (...)",  "a group {...}"};
  return texts[kind];
}

/* Records an error at the line of a setting. */
static int refuse_v(const pn_scene_group *group,
                    const config_setting_t *setting, const char *format,
                    va_list arguments)
{
  char text[PN_ERROR_TEXT];
  vsnprintf(text, sizeof text, format, arguments);
  return pn_error_set(group->error, GSL_EINVAL, group->scene->name,
                      line_of(setting), "%s", text);
}

int pni_scene_refuse_at(const pn_scene_group *group,
                        const config_setting_t *setting, const char *format,
                        ...)
{
  va_list arguments;
  va_start(arguments, format);
  const int code = refuse_v(group, setting, format, arguments);
  va_end(arguments);
  return code;
}

/* Finds the group's member of this name; NULL if there is none. */
static const config_setting_t *member(const pn_scene_group *group,
                                      const char *key)
{
  const int count = config_setting_length(group->setting);
  for (int i = 0; i < count; i++) {
    const config_setting_t *setting =
        config_setting_get_elem(group->setting, (unsigned)i);
    if (strcmp(config_setting_name(setting), key) == 0)
      return setting;
  }
  return NULL;
}

/* Returns whether a key of the group was asked for. */
static int was_asked(const pn_scene_group *group, const char *key)
{
  for (size_t i = 0; i < group->asked_count; i++)
    if (strcmp(group->asked[i], key) == 0)
      return 1;
  return 0;
}

/* Returns the group's first key that was never asked for, and in *near the one
   that was probably meant, or NULL; NULL if all were asked for. With
   `misspelt`, passes over keys that are near to none. */
static const config_setting_t *find_unknown(const pn_scene_group *group,
                                            int misspelt, const char **near)
{
  const int count = config_setting_length(group->setting);
  for (int i = 0; i < count; i++) {
    const config_setting_t *setting =
        config_setting_get_elem(group->setting, (unsigned)i);
    const char *name = config_setting_name(setting);
    if (was_asked(group, name))
      continue;
    *near = pn_text_nearest(name, group->asked, group->asked_count);
    if (!misspelt || (*near && !member(group, *near)))
      return setting;
  }
  return NULL;
}

/* Reports a required key that is absent, with a similar name if there is one:
   it may be what was meant. */
static void refuse_missing(pn_scene_group *group, const char *key)
{
  const int count = config_setting_length(group->setting);
  group->missing = 1;
  for (int i = 0; i < count; i++) {
    const config_setting_t *setting =
        config_setting_get_elem(group->setting, (unsigned)i);
    const char *name = config_setting_name(setting);
    if (!was_asked(group, name) && pn_text_nearest(name, &key, 1)) {
      pni_scene_refuse_at(group, setting,
                          "the key '%s' is missing (is it '%s'?)", key, name);
      return;
    }
  }
  pni_scene_refuse_at(group, group->setting, "the key '%s' is missing", key);
}

const config_setting_t *pni_scene_ask(pn_scene_group *group, const char *key,
                                      pn_scene_need need)
{
  /* Even after an error the key is remembered, so that pn_scene_finish can tell
     a misspelt one from one that was not reached. */
  const int known = was_asked(group, key);
  if (!known && group->asked_count < PN_SCENE_KEYS)
    group->asked[group->asked_count++] = key;
  else if (!known && !group->error->code)
    pni_scene_refuse_at(group, group->setting, "no room to ask for '%s'", key);
  if (group->error->code)
    return NULL;
  const config_setting_t *setting = member(group, key);
  if (!setting && need == PN_REQUIRED)
    refuse_missing(group, key);
  return setting;
}

int pni_scene_expect(const pn_scene_group *group,
                     const config_setting_t *setting, const char *what,
                     pn_scene_kind wanted)
{
  const pn_scene_kind kind = pni_scene_kind_of(setting);
  return kind == wanted
             ? GSL_SUCCESS
             : pni_scene_refuse_at(group, setting, "%s must be %s, not %s",
                                   what, kind_text(wanted), kind_text(kind));
}

pn_scene_group pn_scene_root(const pn_scene *scene, pn_error *error)
{
  return (pn_scene_group){.scene = scene,
                          .setting = config_root_setting(scene->config),
                          .error = error};
}

/* Opens a setting as a group; without settings, and with an error, if it is
   none. */
static pn_scene_group open_group(const pn_scene_group *parent,
                                 const config_setting_t *setting,
                                 const char *what)
{
  pn_scene_group group = {.scene = parent->scene, .error = parent->error};
  if (setting &&
      pni_scene_expect(parent, setting, what, PN_SCENE_GROUP) == GSL_SUCCESS)
    group.setting = setting;
  return group;
}

pn_scene_group pn_scene_subgroup(pn_scene_group *group, const char *key)
{
  return open_group(group, pni_scene_ask(group, key, PN_REQUIRED), key);
}

pn_scene_group pn_scene_item(pn_scene_group *group, const char *key, size_t i)
{
  const config_setting_t *list = pni_scene_ask(group, key, PN_REQUIRED);
  if (list && pni_scene_expect(group, list, key, PN_SCENE_LIST))
    list = NULL;
  char what[LABEL];
  snprintf(what, sizeof what, "item %zu of %s", i + 1, key);
  const config_setting_t *item =
      list ? config_setting_get_elem(list, (unsigned)i) : NULL;
  if (list && !item)
    pni_scene_refuse_at(group, list, "%s is missing", what);
  return open_group(group, item, what);
}

pn_scene_kind pn_scene_look(pn_scene_group *group, const char *key)
{
  const config_setting_t *setting = pni_scene_ask(group, key, PN_OPTIONAL);
  return setting ? pni_scene_kind_of(setting) : PN_SCENE_NOTHING;
}

size_t pn_scene_length(pn_scene_group *group, const char *key)
{
  const config_setting_t *setting = pni_scene_ask(group, key, PN_OPTIONAL);
  return setting && pni_scene_kind_of(setting) == PN_SCENE_LIST
             ? (size_t)config_setting_length(setting)
             : 0;
}

size_t pn_scene_items(pn_scene_group *group, const char *key)
{
  const pn_scene_kind kind = pn_scene_look(group, key);
  if (kind != PN_SCENE_NOTHING && kind != PN_SCENE_LIST)
    pn_scene_refuse(group, key, "%s must be a list (...) of groups {...}", key);
  return pn_scene_length(group, key);
}

int pn_scene_refuse(pn_scene_group *group, const char *key, const char *format,
                    ...)
{
  if (group->error->code)
    return group->error->code;
  const config_setting_t *setting = key ? member(group, key) : NULL;
  va_list arguments;
  va_start(arguments, format);
  const int code =
      refuse_v(group, setting ? setting : group->setting, format, arguments);
  va_end(arguments);
  return code;
}

int pn_scene_line(const pn_scene_group *group, const char *key)
{
  if (group->error->code)
    return 0;
  const config_setting_t *setting = key ? member(group, key) : NULL;
  return line_of(setting ? setting : group->setting);
}

int pn_scene_finish(pn_scene_group *group)
{
  if (group->error->code && !group->missing)
    return group->error->code;
  /* A misspelt key goes before a missing one: it may be just that. */
  const char *near;
  const config_setting_t *unknown = find_unknown(group, group->missing, &near);
  if (!unknown)
    return group->error->code;
  pn_error_clear(group->error);
  return pni_scene_refuse_at(
      group, unknown, "unknown key '%s'%s%s%s", config_setting_name(unknown),
      near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
}
