/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads the motors of a scene, and the files that they follow. */
#include "pantin/base/alloc.h"
#include "pantin/base/csv.h"
#include "pantin/body/motor.h"
#include "pantin/body/scene_private.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <string.h>

/* Larger torques, forces and frequencies are taken for typing errors. In mm, g
   and s, 1 N m is 1e9. */
static const double largest = 1e15, fastest = 1e6;

/* Where an open file, such as a copy of standard input, has its name: it is in
   no folder. */
static const char open_files[] = "/dev/fd/";

/* Writes the path of a file that a scene names: from the scene's folder. */
static int resolve(pn_scene_group *group, const char *file,
                   char path[PN_TEXT_PATH])
{
  const char *scene = group->scene->name, *slash = strrchr(scene, '/');
  const int is_here = file[0] == '/' || !slash ||
                      strncmp(scene, open_files, sizeof open_files - 1) == 0;
  const int folder = is_here ? 0 : (int)(slash - scene) + 1;
  return snprintf(path, PN_TEXT_PATH, "%.*s%s", folder, scene, file) <
                 PN_TEXT_PATH
             ? GSL_SUCCESS
             : pn_scene_refuse(group, "file", "file has too long a name");
}

/* Finds a column of numbers in a motor's file. */
static int find_column(pn_scene_group *group, const pn_csv_table *table,
                       const char *path, const char *name, size_t *column)
{
  *column = pn_csv_table_find(table, name);
  if (*column == table->columns)
    return pn_scene_refuse(group, "file", "%s has no column '%s'", path, name);
  for (size_t i = 0; i < table->rows; i++)
    if (!(fabs(table->value[table->columns * i + *column]) <= largest))
      return pn_scene_refuse(group, "file",
                             "column '%s' of %s must hold numbers up to %g; "
                             "row %zu does not",
                             name, path, largest, i + 1);
  return GSL_SUCCESS;
}

/* Copies a column of the file into one of the motor's table. */
static int copy_column(pn_scene_group *group, const pn_csv_table *table,
                       const char *path, const char *name, pn_motor *motor,
                       size_t to)
{
  size_t from;
  if (find_column(group, table, path, name, &from))
    return group->error->code;
  for (size_t i = 0; i < table->rows; i++)
    motor->table[PN_MOTOR_COLUMNS * i + to] =
        table->value[table->columns * i + from];
  return GSL_SUCCESS;
}

/* Copies the times, which must increase. */
static int copy_times(pn_scene_group *group, const pn_csv_table *table,
                      const char *path, pn_motor *motor)
{
  size_t from;
  if (find_column(group, table, path, "time", &from))
    return group->error->code;
  for (size_t i = 0; i < table->rows; i++) {
    motor->time[i] = table->value[table->columns * i + from];
    if (i > 0 && !(motor->time[i] > motor->time[i - 1]))
      return pn_scene_refuse(group, "file",
                             "the times of %s must increase; row %zu does not",
                             path, i + 1);
  }
  return GSL_SUCCESS;
}

/* Copies the columns that pantin-inverse writes for this joint. */
static int copy_table(pn_scene_group *group, const pn_csv_table *table,
                      const char *path, const pn_joint *joint, pn_motor *motor)
{
  static const char *const endings[] = {"_x", "_y", "_z"};
  char name[2 * PN_NAME_SIZE];
  motor->samples = table->rows;
  motor->time = pn_alloc(table->rows, sizeof *motor->time);
  motor->table = pn_alloc(PN_MOTOR_COLUMNS * table->rows, sizeof *motor->table);
  motor->file = pn_alloc(strlen(path) + 1, 1);
  if (!motor->time || !motor->table || !motor->file)
    return pni_scene_no_memory(group);
  strcpy(motor->file, path);
  copy_times(group, table, path, motor);
  for (int k = 0; k < joint->type->turns && !group->error->code; k++) {
    /* NOLINTNEXTLINE(*-core.CallAndMessage): turns is at most 3 */
    snprintf(name, sizeof name, "%s.motor_torque%s", joint->name,
             joint->type->turns > 1 ? endings[k] : "");
    copy_column(group, table, path, name, motor, (size_t)k);
  }
  snprintf(name, sizeof name, "%s.motor_force", joint->name);
  if (joint->type->slides && !group->error->code)
    copy_column(group, table, path, name, motor, 3);
  return group->error->code;
}

/* Reads the file that a motor follows. */
static int read_file(pn_scene_group *group, const char *file,
                     const pn_joint *joint, pn_motor *motor)
{
  char path[PN_TEXT_PATH];
  pn_error reason = {0};
  if (resolve(group, file, path))
    return group->error->code;
  pn_csv_table *table = pn_csv_read(path, &reason);
  if (!table && reason.code == GSL_ENOMEM)
    return pni_scene_no_memory(group);
  if (!table)
    return pn_scene_refuse(group, "file", "%s: %s%s", path, reason.text,
                           reason.line > 1 ? " in each line" : "");
  copy_table(group, table, path, joint, motor);
  pn_csv_table_free(table);
  return group->error->code;
}

/* Reads what a motor does: it follows a file, or is steady, or swings. */
static int read_drive(pn_scene_group *group, const pn_joint *joint,
                      pn_motor *motor)
{
  const char *file = NULL;
  double phase = 0;
  if (pn_scene_string(group, "file", PN_OPTIONAL, &file))
    return group->error->code;
  if (file) {
    if (read_file(group, file, joint, motor))
      return group->error->code;
    return pn_scene_finish(group);
  }
  pni_scene_read_turn(group, "torque", joint, "N m", largest, &motor->torque);
  pn_scene_real(group, "force", PN_OPTIONAL,
                pn_range_between(-largest, largest, "N"), &motor->force);
  pn_scene_real(group, "frequency", PN_OPTIONAL,
                pn_range_between(0, fastest, "Hz"), &motor->frequency);
  pn_scene_real(group, "phase", PN_OPTIONAL, pni_scene_coordinates("degrees"),
                &phase);
  motor->phase = phase * M_PI / 180;
  if (motor->force != 0 && !joint->type->slides)
    return pn_scene_refuse(group, "force",
                           "joint '%s' (%s) does not slide along an axis",
                           joint->name, joint->type->name);
  return pn_scene_finish(group);
}

int pni_scene_read_motor(pn_scene_group *root, size_t i, pn_system *system)
{
  pn_scene_group group = pn_scene_item(root, "motors", i);
  pn_motor motor = {.joint = 0};
  if (pni_scene_find_joint(&group, system, &motor.joint))
    return root->error->code;
  const pn_joint *joint = &system->joint[motor.joint];
  if (joint->type->winds)
    return pn_scene_refuse(&group, "joint",
                           "joint '%s' (%s) has no motor: give one to a "
                           "cylindrical joint on the same axis",
                           joint->name, joint->type->name);
  if (joint->type->turns == 0 && !joint->type->slides)
    return pn_scene_refuse(&group, "joint",
                           "joint '%s' (%s) has no motor: it neither turns nor "
                           "slides along an axis",
                           joint->name, joint->type->name);
  if (!read_drive(&group, joint, &motor) && pn_system_add_motor(system, &motor))
    pni_scene_no_memory(root);
  if (root->error->code) { /* the system did not take it */
    pn_free(motor.time);
    pn_free(motor.table);
    pn_free(motor.file);
  }
  return root->error->code;
}
