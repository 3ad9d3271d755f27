/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Writes a scene that scene.c reads. Points and axes are given where they are
   in the state that is written, which is the start of the new scene. */
#include "config.h"

#include "pantin/base/file.h"
#include "pantin/body/coordinate.h"
#include "pantin/body/equation.h"
#include "pantin/body/scene.h"
#include "pantin/body/scene_mjcf.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void put_number(FILE *stream, const char *key, double x)
{
  char text[PN_TEXT_NUMBER];
  fprintf(stream, " %s = %s;", key, pn_text_number(text, x));
}

static void put_numbers(FILE *stream, const char *key, size_t count,
                        const double *x)
{
  fprintf(stream, " %s = (", key);
  for (size_t k = 0; k < count; k++) {
    char text[PN_TEXT_NUMBER];
    fprintf(stream, "%s%s", k ? ", " : "", pn_text_number(text, x[k]));
  }
  fprintf(stream, ");");
}

static void put_vec3(FILE *stream, const char *key, pn_vec3 v)
{
  put_numbers(stream, key, 3, (const double[]){v.x, v.y, v.z});
}

/* Writes a vector unless it is zero, which it is without the key. */
static void put_unless_zero(FILE *stream, const char *key, pn_vec3 v)
{
  if (v.x != 0 || v.y != 0 || v.z != 0)
    put_vec3(stream, key, v);
}

/* Writes a text in quotes. */
static void put_text(FILE *stream, const char *key, const char *text)
{
  fprintf(stream, " %s = \"", key);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      putc('\\', stream);
    if (*text == '\n')
      fputs("\\n", stream);
    else
      putc(*text, stream);
  }
  fprintf(stream, "\";");
}

/* Writes a body at its place in the state; a point has no inertia. */
static void put_body(FILE *stream, const pn_body *body, const pn_motion *at)
{
  const pn_mat3 *I = &body->inertia;
  const pn_quat q = at->pose.q;
  fprintf(stream, "{");
  put_text(stream, "name", body->name);
  put_number(stream, "mass", body->mass);
  if (body->shape) {
    put_text(stream, "shape", body->shape->name);
    if (body->shape->sizes > 0)
      put_numbers(stream, "size", body->shape->sizes, body->size);
  }
  fprintf(stream, "\n   ");
  if (body->shape != pn_shape_point)
    put_numbers(stream, "inertia", 6,
                (const double[]){I->m[0][0], I->m[1][1], I->m[2][2], I->m[0][1],
                                 I->m[1][2], I->m[2][0]});
  put_vec3(stream, "position", at->pose.x);
  fprintf(stream, "\n   ");
  put_numbers(stream, "quaternion", 4, (const double[]){q.w, q.x, q.y, q.z});
  put_unless_zero(stream, "velocity", at->v);
  put_unless_zero(stream, "omega", at->omega);
  put_unless_zero(stream, "force", body->force);
  put_unless_zero(stream, "torque", body->torque);
  fprintf(stream, " }");
}

/* A scene being written: stream, system and state. */
typedef struct {
  FILE *stream;
  const pn_system *system;
  const double *y;
} writer;

static const char *name_of(const pn_system *system, size_t body)
{
  return body == PN_WORLD ? "world" : system->body[body].name;
}

/* Writes two bodies and a point of each, in the world. */
static void put_pair(const writer *to, const size_t body[2],
                     const pn_vec3 point[2])
{
  static const char *const keys[2][2] = {{"parent", "child"},
                                         {"point", "child_point"}};
  for (int side = 0; side < 2; side++)
    put_text(to->stream, keys[0][side], name_of(to->system, body[side]));
  fprintf(to->stream, "\n   ");
  for (int side = 0; side < 2; side++)
    put_vec3(to->stream, keys[1][side],
             pn_pose_point(pn_state_motion(to->system, to->y, body[side]).pose,
                           point[side]));
}

/* Writes the names of free motions. */
static void put_free(FILE *stream, unsigned motions)
{
  static const char *const names[] = {"tx", "ty", "tz", "rx", "ry", "rz"};
  const char *gap = "";
  fprintf(stream, " free = (");
  for (unsigned k = 0; k < PN_JOINT_ROWS_MAX; k++)
    if (motions >> k & 1) {
      fprintf(stream, "%s\"%s\"", gap, names[k]);
      gap = ", ";
    }
  fprintf(stream, ");");
}

/* Writes a bound of a joint. */
static void put_bound(const writer *to, const pn_bound *bound)
{
  const int slides = bound->axis == PN_COORDINATE_SLIDE;
  const double unit = slides ? 1 : M_PI / 180;
  if (bound->friction > 0 && (slides || bound->axis == 0))
    put_number(to->stream, slides ? "coulomb_slide" : "coulomb_turn",
               bound->friction);
  if (isfinite(bound->low) && isfinite(bound->high))
    put_numbers(to->stream, slides ? "slide_limits" : "turn_limits", 2,
                (const double[]){bound->low / unit, bound->high / unit});
}

/* Writes the bounds of a joint; all have one restitution. */
static void put_bounds(const writer *to, const pn_joint *joint)
{
  const pn_bound *bound = to->system->bound;
  double restitution = 0;
  for (size_t b = 0; b < to->system->bounds; b++, bound++)
    if (&to->system->joint[bound->joint] == joint) {
      put_bound(to, bound);
      restitution = fmax(restitution, bound->restitution);
    }
  if (restitution > 0)
    put_number(to->stream, "restitution", restitution);
}

/* Tells whether the frames (of the parent, of the child) differ, or are not
   those that the type has where a scene does not give them. */
static int are_frames_needed(const pn_joint_type *type, const pn_vec3 e[2][2])
{
  static const pn_vec3 world[2] = {{1, 0, 0}, {0, 1, 0}};
  static const double aligned = 1e-12; /* far above rounding, and far below the
                                          gaps that a joint may start with */
  double apart = 0;
  for (int k = 0; k < 2; k++) {
    apart = fmax(apart, pn_vec3_norm(pn_vec3_sub(e[0][k], e[1][k])));
    if (!type->has_axis)
      apart = fmax(apart, pn_vec3_norm(pn_vec3_sub(e[0][k], world[k])));
  }
  return type->has_frames && apart > aligned;
}

/* Writes the directions of a joint; and both frames, between which its turns
   are counted, where it is turned. */
static void put_frames(const writer *to, const pn_joint *joint)
{
  static const char *const keys[2][2] = {{"axis", "second"},
                                         {"child_axis", "child_second"}};
  const pn_joint_type *type = joint->type;
  const size_t body[2] = {joint->parent, joint->child};
  pn_vec3 e[2][2];
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < 2; k++)
      e[side][k] =
          pn_mat3_apply(pn_state_motion(to->system, to->y, body[side]).R,
                        joint->axis[side][k]);
  const int both = are_frames_needed(type, e);
  for (int side = 0; side < 1 + both; side++)
    for (int k = 0; k < 2; k++)
      if (both || (k == 0 ? type->has_axis : type->has_second))
        put_vec3(to->stream, keys[side][k], e[side][k]);
}

/* Writes a joint at its place in the state, with axes in the world's frame as
   the reader wants them. */
static void put_joint(const writer *to, const pn_joint *joint)
{
  const pn_joint_type *type = joint->type;
  fprintf(to->stream, "{");
  put_text(to->stream, "name", joint->name);
  put_text(to->stream, "type", type->name);
  put_pair(to, (const size_t[]){joint->parent, joint->child}, joint->point);
  put_frames(to, joint);
  if (type->has_third)
    put_text(to->stream, "other", name_of(to->system, joint->third));
  if (type->has_teeth || type->has_third)
    fprintf(to->stream, " teeth = (%d, %d);", joint->teeth[0], joint->teeth[1]);
  else if (type->has_points)
    put_number(to->stream, "length", joint->length);
  if (type == pn_joint_screw)
    put_number(to->stream, "pitch", joint->pitch);
  if (type == pn_joint_free)
    put_free(to->stream, joint->free);
  if (pni_equation_text(joint))
    put_text(to->stream, "equation", pni_equation_text(joint));
  if (joint->friction_turn > 0)
    put_number(to->stream, "friction_turn", joint->friction_turn);
  if (joint->friction_slide > 0)
    put_number(to->stream, "friction_slide", joint->friction_slide);
  put_bounds(to, joint);
  fprintf(to->stream, " }");
}

/* Writes a spring, its ends at their places in the state. */
static void put_spring(const writer *to, const pn_spring *spring)
{
  fprintf(to->stream, "{");
  put_text(to->stream, "name", spring->name);
  put_pair(to, spring->body, spring->point);
  put_number(to->stream, "stiffness", spring->stiffness);
  put_number(to->stream, "damping", spring->damping);
  put_number(to->stream, "length", spring->length);
  fprintf(to->stream, " }");
}

/* Writes a torque: one number for each axis that the joint turns about. */
static void put_torque(FILE *stream, int turns, pn_vec3 torque)
{
  if (turns == 1)
    put_number(stream, "torque", torque.x);
  else if (turns == 2)
    put_numbers(stream, "torque", 2, (const double[]){torque.x, torque.y});
  else if (turns == 3)
    put_vec3(stream, "torque", torque);
}

/* Writes a motor: its file, or its torques, force, frequency and phase. */
static void put_motor(const writer *to, const pn_motor *motor)
{
  const pn_joint *joint = &to->system->joint[motor->joint];
  fprintf(to->stream, "{");
  put_text(to->stream, "joint", joint->name);
  if (motor->file) {
    char whole[PATH_MAX];
    put_text(to->stream, "file",
             realpath(motor->file, whole) ? whole : motor->file);
  } else {
    put_torque(to->stream, joint->type->turns, motor->torque);
    if (joint->type->slides)
      put_number(to->stream, "force", motor->force);
    put_number(to->stream, "frequency", motor->frequency);
    put_number(to->stream, "phase", motor->phase * 180 / M_PI);
  }
  fprintf(to->stream, " }");
}

/* Begins item k of a list, and the list with the first one. */
static void begin_item(FILE *stream, const char *list, size_t k)
{
  if (k == 0)
    fprintf(stream, "%s = (\n  ", list);
  else
    fprintf(stream, ",\n  ");
}

static void end_list(FILE *stream, size_t items)
{
  if (items > 0)
    fprintf(stream, "\n);\n");
}

/* Writes the lists of bodies, joints, springs and motors. */
static void put_lists(const writer *to)
{
  const pn_system *system = to->system;
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_motion at = pn_state_motion(system, to->y, b);
    begin_item(to->stream, "bodies", b);
    put_body(to->stream, &system->body[b], &at);
  }
  end_list(to->stream, system->bodies);
  for (size_t j = 0; j < system->joints; j++) {
    begin_item(to->stream, "joints", j);
    put_joint(to, &system->joint[j]);
  }
  end_list(to->stream, system->joints);
  for (size_t s = 0; s < system->springs; s++) {
    begin_item(to->stream, "springs", s);
    put_spring(to, &system->spring[s]);
  }
  end_list(to->stream, system->springs);
  for (size_t m = 0; m < system->motors; m++) {
    begin_item(to->stream, "motors", m);
    put_motor(to, &system->motor[m]);
  }
  end_list(to->stream, system->motors);
}

/* Writes what concerns the run, a line for each key. */
static void put_run(FILE *stream, const pn_system_scene *of)
{
  const pn_scene_word *const word[] = {&of->integrator, &of->solver,
                                       &of->correction};
  static const char *const key[] = {"integrator", "solver", "correction"};
  if (of->time > 0)
    put_number(stream, "time", of->time);
  if (of->dt > 0)
    put_number(stream, "dt", of->dt);
  for (size_t k = 0; k < sizeof key / sizeof *key; k++)
    if (word[k]->text[0])
      put_text(stream, key[k], word[k]->text);
  if (of->has_box) {
    fprintf(stream, "\nbox = {");
    put_vec3(stream, "low", of->low);
    put_vec3(stream, "high", of->high);
    put_number(stream, "restitution", of->restitution);
    if (of->sticks)
      fprintf(stream, " sticks = true;");
    fprintf(stream, " };");
  }
  fprintf(stream, "\n");
}

int pn_system_scene_write(const pn_system_scene *of, const double *y,
                          const char *path, pn_error *error)
{
  const char *ending = strrchr(path, '.');
  if (ending && strcmp(ending, ".xml") == 0)
    return pni_scene_write_mjcf(of, y, path, error);
  pn_file file;
  const int code = pn_file_open(&file, path, error);
  if (code)
    return code;
  const writer to = {file.stream, of->system, y};
  put_text(to.stream, "title", of->title);
  fprintf(to.stream, "\n");
  put_vec3(to.stream, "gravity", of->system->gravity);
  put_run(to.stream, of);
  put_lists(&to);
  return pn_file_commit(&file, error);
}
