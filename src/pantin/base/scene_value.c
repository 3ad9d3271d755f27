/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Values of a scene: each getter finds its key, checks the kind and the range
   of the value, and only then gives it to the caller. */
#include "pantin/base/scene_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pantin/base/text.h"

/* Room for "number 2 of row 3 of KEY". */
enum { LABEL = 128 };

/* Checks that a setting is a list of n elements; 0 if it is. */
static int expect_list(const pn_scene_group *group,
                       const config_setting_t *setting, const char *what,
                       size_t n, const char *elements)
{
  if (pni_scene_expect(group, setting, what, PN_SCENE_LIST))
    return group->error->code;
  const size_t length = (size_t)config_setting_length(setting);
  return length == n ? GSL_SUCCESS
                     : pni_scene_refuse_at(group, setting,
                                           "%s must hold %zu %s, not %zu", what,
                                           n, elements, length);
}

/* Reads a number within a range. */
static int get_real(const pn_scene_group *group,
                    const config_setting_t *setting, const char *what,
                    pn_range range, double *value)
{
  if (pni_scene_expect(group, setting, what, PN_SCENE_NUMBER))
    return group->error->code;
  double x;
  if (config_setting_type(setting) == CONFIG_TYPE_INT)
    x = config_setting_get_int(setting);
  else if (config_setting_type(setting) == CONFIG_TYPE_INT64)
    x = (double)config_setting_get_int64(setting);
  else
    x = config_setting_get_float(setting);
  const int status =
      pn_range_check(range, x, what, group->scene->name,
                     (int)config_setting_source_line(setting), group->error);
  if (!status)
    *value = x;
  return status;
}

/* Reads a list of n numbers; `of` is " of KEY" or " of row 3 of KEY". */
static int get_reals(const pn_scene_group *group,
                     const config_setting_t *setting, const char *of,
                     pn_range range, size_t n, double *values)
{
  if (expect_list(group, setting, of + strlen(" of "), n, "numbers"))
    return group->error->code;
  for (size_t i = 0; i < n; i++) {
    char what[LABEL];
    snprintf(what, sizeof what, "number %zu%s", i + 1, of);
    const config_setting_t *element =
        config_setting_get_elem(setting, (unsigned)i);
    if (get_real(group, element, what, range, &values[i]))
      return group->error->code;
  }
  return GSL_SUCCESS;
}

int pn_scene_real(pn_scene_group *group, const char *key, pn_scene_need need,
                  pn_range range, double *value)
{
  const config_setting_t *setting = pni_scene_ask(group, key, need);
  return setting ? get_real(group, setting, key, range, value)
                 : group->error->code;
}

int pn_scene_count(pn_scene_group *group, const char *key, pn_scene_need need,
                   size_t low, size_t high, size_t *value)
{
  const config_setting_t *setting = pni_scene_ask(group, key, need);
  const pn_range range = pn_range_between((double)low, (double)high, NULL);
  double x = 0;
  if (!setting || get_real(group, setting, key, range, &x))
    return group->error->code;
  if (x != floor(x))
    return pni_scene_refuse_at(group, setting,
                               "%s must be a whole number, got %g", key, x);
  *value = (size_t)x;
  return GSL_SUCCESS;
}

int pn_scene_boolean(pn_scene_group *group, const char *key, pn_scene_need need,
                     int *value)
{
  const config_setting_t *setting = pni_scene_ask(group, key, need);
  if (!setting || pni_scene_expect(group, setting, key, PN_SCENE_BOOLEAN))
    return group->error->code;
  *value = config_setting_get_bool(setting);
  return GSL_SUCCESS;
}

/* Reads a text of one line, without control characters. */
static int get_string(const pn_scene_group *group,
                      const config_setting_t *setting, const char *what,
                      const char **value)
{
  if (pni_scene_expect(group, setting, what, PN_SCENE_STRING))
    return group->error->code;
  const char *text = config_setting_get_string(setting);
  const char *control = pni_text_control(text);
  if (control)
    return pni_scene_refuse_at(group, setting,
                               "%s must be one line without control "
                               "characters, and holds the byte 0x%02x",
                               what, (unsigned char)*control);
  *value = text;
  return GSL_SUCCESS;
}

int pn_scene_string(pn_scene_group *group, const char *key, pn_scene_need need,
                    const char **value)
{
  const config_setting_t *setting = pni_scene_ask(group, key, need);
  return setting ? get_string(group, setting, key, value) : group->error->code;
}

/* Reads a name out of a list, as its index. */
static int get_choice(const pn_scene_group *group,
                      const config_setting_t *setting, const char *what,
                      const char *const *names, int *value)
{
  const char *got = "";
  if (get_string(group, setting, what, &got))
    return group->error->code;
  char all[PN_ERROR_TEXT / 2] = "";
  size_t count = 0;
  for (int i = 0; names[i]; i++, count++) {
    if (strcmp(names[i], got) == 0) {
      *value = i;
      return GSL_SUCCESS;
    }
    const size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", names[i]);
  }
  const char *near = pn_text_nearest(got, names, count);
  return pni_scene_refuse_at(
      group, setting, "%s must be one of %s, not '%s'%s%s%s", what, all, got,
      near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
}

int pn_scene_choice(pn_scene_group *group, const char *key, pn_scene_need need,
                    const char *const *names, int *value)
{
  const config_setting_t *setting = pni_scene_ask(group, key, need);
  return setting ? get_choice(group, setting, key, names, value)
                 : group->error->code;
}

int pn_scene_choices(pn_scene_group *group, const char *key, pn_scene_need need,
                     const char *const *names, unsigned *value)
{
  const config_setting_t *setting = pni_scene_ask(group, key, need);
  if (!setting || pni_scene_expect(group, setting, key, PN_SCENE_LIST))
    return group->error->code;
  unsigned all = 0;
  for (int i = 0; i < config_setting_length(setting); i++) {
    int k = 0;
    if (get_choice(group, config_setting_get_elem(setting, (unsigned)i), key,
                   names, &k))
      return group->error->code;
    if (all & 1U << k)
      return pni_scene_refuse_at(group, setting, "%s has '%s' twice", key,
                                 names[k]);
    all |= 1U << k;
  }
  *value = all;
  return GSL_SUCCESS;
}

int pn_scene_reals(pn_scene_group *group, const char *key, pn_scene_need need,
                   pn_range range, size_t n, double *values)
{
  const config_setting_t *setting = pni_scene_ask(group, key, need);
  char of[LABEL];
  snprintf(of, sizeof of, " of %s", key);
  return setting ? get_reals(group, setting, of, range, n, values)
                 : group->error->code;
}

int pn_scene_rows(pn_scene_group *group, const char *key, pn_scene_need need,
                  pn_range range, size_t rows, size_t columns, double *values)
{
  const config_setting_t *setting = pni_scene_ask(group, key, need);
  if (!setting || expect_list(group, setting, key, rows, "rows"))
    return group->error->code;
  for (size_t i = 0; i < rows; i++) {
    char of[LABEL];
    snprintf(of, sizeof of, " of row %zu of %s", i + 1, key);
    const config_setting_t *row = config_setting_get_elem(setting, (unsigned)i);
    if (get_reals(group, row, of, range, columns, values + i * columns))
      return group->error->code;
  }
  return GSL_SUCCESS;
}
