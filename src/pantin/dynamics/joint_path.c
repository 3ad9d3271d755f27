/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Motions of joints as sums of sines and splines. A table of poses is read
   joint by joint, so that between its rows the joints stay closed, which the
   poses, interpolated each by itself, would not. What turns about no axis of
   its own has a rotation vector, which jumps after a whole turn; if it gets
   that far, turn_path.c interpolates its turns. */
#include "pantin/dynamics/joint_path.h"

#include "pantin/base/alloc.h"
#include "pantin/body/joint_axes.h"
#include "pantin/dynamics/spline.h"
#include "pantin/dynamics/turn_path.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <string.h>

/* Degree of the spline through a table. */
enum { TRACK_DEGREE = 5 };

/* A rotation vector that gets longer [rad] may get to a whole turn, where it
   jumps. */
static const double longest = 4;

static size_t motions(const pn_system *system)
{
  return system->joints + system->bodies;
}

pn_joint_path *pn_joint_path_alloc(const pn_system_scene *of)
{
  pn_joint_path *path = pn_alloc(1, sizeof *path);
  if (!path)
    return NULL;
  path->system = of->system;
  path->swing = of->swing;
  path->swings = of->swings;
  path->path = of->path;
  path->paths = of->paths;
  path->curve = pn_alloc(of->paths, sizeof *path->curve);
  int ready = path->curve != NULL;
  for (size_t k = 0; k < of->paths && ready; k++) {
    const pn_waypoints *w = &of->path[k];
    path->curve[k] = pn_spline_alloc(w->degree, PN_SPLINE_AT_REST, w->points,
                                     w->time, PN_WAYPOINT_COLUMNS, w->value);
    ready = path->curve[k] != NULL;
  }
  if (ready)
    return path;
  pn_joint_path_free(path);
  return NULL;
}

static pn_vec3 vec_of(const double *x)
{
  return pn_vec3_make(x[0], x[1], x[2]);
}

/* Finds the columns of the bodies' poses, (7 bodies), in a table. */
static int find_columns(const pn_system *system, const pn_csv_table *table,
                        const char *file, size_t *column, pn_error *error)
{
  static const char *const part[PN_BODY_POSITIONS] = {
      "position_x",   "position_y",   "position_z",  "quaternion_w",
      "quaternion_x", "quaternion_y", "quaternion_z"};
  for (size_t i = 0; i < PN_BODY_POSITIONS * system->bodies; i++) {
    char name[2 * PN_NAME_SIZE];
    snprintf(name, sizeof name, "%s.%s",
             system->body[i / PN_BODY_POSITIONS].name,
             part[i % PN_BODY_POSITIONS]);
    column[i] = pn_csv_table_find(table, name);
    if (column[i] == table->columns)
      return pn_error_set(error, GSL_EINVAL, file, 1,
                          "there is no column '%s': poses of all bodies are "
                          "needed, as pantin-joints --csv writes them",
                          name);
  }
  return GSL_SUCCESS;
}

/* Copies the poses of one row into a state; GSL_EINVAL if they are none. */
static int copy_poses(const pn_system *system, const pn_csv_table *table,
                      size_t row, const size_t *column, double *y)
{
  for (size_t b = 0; b < system->bodies; b++) {
    double *pose = y + PN_BODY_POSITIONS * b, turn = 0;
    for (size_t i = 0; i < PN_BODY_POSITIONS; i++) {
      pose[i] =
          table
              ->value[table->columns * row + column[PN_BODY_POSITIONS * b + i]];
      if (!isfinite(pose[i]))
        return GSL_EINVAL;
      turn = i < 3 ? 0 : fmax(turn, fabs(pose[i]));
    }
    if (turn == 0)
      return GSL_EINVAL;
  }
  return GSL_SUCCESS;
}

/* Finds the columns of the angular velocities, (3 bodies), which a table need
   not have. */
static void find_omegas(const pn_system *system, const pn_csv_table *table,
                        size_t *column)
{
  static const char *const part[] = {"omega_x", "omega_y", "omega_z"};
  for (size_t i = 0; i < 3 * system->bodies; i++) {
    char name[2 * PN_NAME_SIZE];
    snprintf(name, sizeof name, "%s.%s", system->body[i / 3].name, part[i % 3]);
    column[i] = pn_csv_table_find(table, name);
  }
}

/* Returns a body that turns by more than half a turn in the time h [s] between
   a row and the one before, so that its turns are not known; NULL if there is
   none. */
static const pn_body *find_fast(const pn_system *system,
                                const pn_csv_table *table, size_t row,
                                const size_t *column, double h)
{
  const double *now = table->value + table->columns * row;
  for (size_t b = 0; b < system->bodies; b++) {
    double square = 0;
    for (const size_t *k = column + 3 * b; k < column + 3 * (b + 1); k++)
      if (*k < table->columns)
        square += pow(fmin(fabs(now[*k]), fabs((now - table->columns)[*k])), 2);
    if (sqrt(square) * h > M_PI)
      return &system->body[b];
  }
  return NULL;
}

/* Sets the row of displacements to those of the joints. */
static void copy_motions(const pn_joint_motion *motion, size_t count,
                         double *row)
{
  for (size_t k = 0; k < count; k++) {
    const pn_vec3 turn = motion[k].turn, slide = motion[k].slide;
    const double x[PN_JOINT_PATH_COLUMNS] = {turn.x,  turn.y,  turn.z,
                                             slide.x, slide.y, slide.z};
    memcpy(row + PN_JOINT_PATH_COLUMNS * k, x, sizeof x);
  }
}

/* Arrays for the reading of a table. */
typedef struct {
  pn_quat *turn;           /* (rows x rounds) */
  size_t *column, *omega;  /* (7 bodies), (3 bodies) */
  double *y;               /* (dimension) */
  pn_joint_motion *motion; /* (motions) */
  double *time, *value;    /* (rows), (rows x 6 motions) */
  double step;             /* the shortest between two rows [s] */
} reading;

static void reading_free(reading *r)
{
  pn_free(r->turn);
  pn_free(r->column);
  pn_free(r->omega);
  pn_free(r->y);
  pn_free(r->motion);
  pn_free(r->time);
  pn_free(r->value);
}

static int reading_alloc(reading *r, const pn_system *system, size_t rows)
{
  const size_t count = motions(system);
  r->column = pn_alloc(PN_BODY_POSITIONS * system->bodies, sizeof *r->column);
  r->omega = pn_alloc(3 * system->bodies, sizeof *r->omega);
  r->y = pn_alloc(pn_system_dimension(system), sizeof *r->y);
  r->motion = pn_alloc(count, sizeof *r->motion);
  r->time = pn_alloc(rows, sizeof *r->time);
  r->value = pn_alloc(rows * count, PN_JOINT_PATH_COLUMNS * sizeof *r->value);
  return r->column && r->omega && r->y && r->motion && r->time && r->value
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

/* Reads times and displacements, row by row: the angles of each are those
   nearest to the last ones. */
static int read_rows(reading *r, const pn_system *system, const pn_tree *tree,
                     const pn_csv_table *table, const char *file,
                     pn_error *error)
{
  const size_t at = pn_csv_table_find(table, "time"), count = motions(system);
  if (at == table->columns)
    return pn_error_set(error, GSL_EINVAL, file, 1,
                        "there is no column 'time'");
  if (find_columns(system, table, file, r->column, error))
    return error->code;
  find_omegas(system, table, r->omega);
  for (size_t i = 0; i < table->rows; i++) {
    r->time[i] = table->value[table->columns * i + at];
    if (!isfinite(r->time[i]) || (i > 0 && !(r->time[i] > r->time[i - 1])) ||
        copy_poses(system, table, i, r->column, r->y))
      return pn_error_set(error, GSL_EINVAL, file, (int)i + 2,
                          "poses must be numbers, at times that increase, and "
                          "quaternions not 0");
    const pn_body *fast = i > 0 ? find_fast(system, table, i, r->omega,
                                            r->time[i] - r->time[i - 1])
                                : NULL;
    if (fast)
      return pn_error_set(error, GSL_EINVAL, file, (int)i + 2,
                          "'%s' turns by more than half a turn since the row "
                          "before: write more rows",
                          fast->name);
    r->step = i > 0 ? fmin(r->step, r->time[i] - r->time[i - 1]) : INFINITY;
    pn_state_normalize(system, r->y);
    pn_joint_motion_from_state(system, tree, r->y, r->motion);
    copy_motions(r->motion, count,
                 r->value + PN_JOINT_PATH_COLUMNS * count * i);
  }
  return GSL_SUCCESS;
}

/* Returns the turn of a joint or body in a row. */
static pn_vec3 turn_at(const reading *r, size_t count, size_t row, size_t k)
{
  return vec_of(r->value + PN_JOINT_PATH_COLUMNS * (count * row + k));
}

/* Tells whether the turn of a joint or a body is a rotation vector that gets
   too long. */
static int turns_on(const reading *r, const pn_system *system, size_t rows,
                    size_t k)
{
  double most = 0;
  if (k < system->joints && pni_joint_has_coordinates(&system->joint[k]) &&
      system->joint[k].type->turns < 3)
    return 0;
  for (size_t i = 0; i < rows; i++)
    most = fmax(most, pn_vec3_norm(turn_at(r, motions(system), i, k)));
  return most > longest;
}

/* Prepares the turns of all joints and bodies that turn on and on. GSL_SUCCESS
   or GSL_ENOMEM. */
static int set_rounds(pn_joint_path *path, reading *r, size_t rows)
{
  const size_t count = motions(path->system);
  size_t rounds = 0;
  path->round = pn_alloc(count, sizeof *path->round);
  for (size_t k = 0; path->round && k < count; k++)
    if (turns_on(r, path->system, rows, k))
      path->round[rounds++] = k;
  if (rounds == 0)
    return path->round ? GSL_SUCCESS : GSL_ENOMEM;
  r->turn = pn_alloc(rows * rounds, sizeof *r->turn);
  for (size_t i = 0; r->turn && i < rows; i++)
    for (size_t k = 0; k < rounds; k++) {
      const pn_vec3 turn = turn_at(r, count, i, path->round[k]);
      r->turn[rounds * i + k] =
          pn_quat_axis_angle(pn_vec3_normalize(turn), pn_vec3_norm(turn));
    }
  if (r->turn)
    path->rounds =
        pni_turn_path_alloc(TRACK_DEGREE, rows, r->time, rounds, r->turn);
  return path->rounds ? GSL_SUCCESS : GSL_ENOMEM;
}

pn_joint_path *pn_joint_path_from_table(const pn_system *system,
                                        const pn_tree *tree,
                                        const pn_csv_table *table,
                                        const char *file, pn_error *error)
{
  pn_error own = {0};
  error = error ? error : &own;
  pn_error_clear(error);
  const size_t least = pn_spline_points_min(TRACK_DEGREE, PN_SPLINE_NOT_A_KNOT);
  if (table->rows < least) {
    pn_error_set(error, GSL_EINVAL, file, 0,
                 "%zu rows are too few for a motion; at least %zu are needed",
                 table->rows, least);
    return NULL;
  }
  reading r = {0};
  const size_t curves = PN_JOINT_PATH_COLUMNS * motions(system);
  pn_joint_path *path = pn_alloc(1, sizeof *path);
  int ready = 0;
  if (path && !reading_alloc(&r, system, table->rows) &&
      !read_rows(&r, system, tree, table, file, error)) {
    path->system = system;
    path->step = r.step;
    path->track = pn_spline_alloc(TRACK_DEGREE, PN_SPLINE_NOT_A_KNOT,
                                  table->rows, r.time, curves, r.value);
    path->work = pn_alloc(3 * curves, sizeof *path->work);
    ready = path->track && path->work && !set_rounds(path, &r, table->rows);
  }
  reading_free(&r);
  if (ready)
    return path;
  pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  pn_joint_path_free(path);
  return NULL;
}

void pn_joint_path_free(pn_joint_path *path)
{
  if (!path)
    return;
  for (size_t k = 0; path->curve && k < path->paths; k++)
    pn_spline_free(path->curve[k]);
  pn_free(path->curve);
  pn_spline_free(path->track);
  pn_free(path->work);
  pn_free(path->round);
  pni_turn_path_free(path->rounds);
  pn_free(path);
}

double pn_joint_path_start(const pn_joint_path *path)
{
  return path->track ? path->track->first : 0;
}

double pn_joint_path_end(const pn_joint_path *path)
{
  double end = path->track ? path->track->last : 0;
  for (size_t k = 0; k < path->paths; k++)
    end = fmax(end, path->curve[k]->last);
  return end;
}

/* Adds a sine, with its two derivatives, to turn and slide of a joint. */
static void add_swing(const pn_swing *s, double t, pn_joint_motion *m)
{
  const double w = 2 * M_PI * s->frequency;
  const double x = sin(w * t + s->phase), v = w * cos(w * t + s->phase);
  m->turn = pn_vec3_add_scaled(m->turn, x, s->turn);
  m->turn_rate = pn_vec3_add_scaled(m->turn_rate, v, s->turn);
  m->turn_second = pn_vec3_add_scaled(m->turn_second, -w * w * x, s->turn);
  m->slide.x += s->slide * x;
  m->slide_rate.x += s->slide * v;
  m->slide_second.x -= s->slide * w * w * x;
}

/* Adds a curve through waypoints, with its two derivatives, to turn and slide
   of a joint. */
static void add_curve(const pn_spline *curve, double t, pn_joint_motion *m)
{
  double x[PN_WAYPOINT_COLUMNS], rate[PN_WAYPOINT_COLUMNS],
      second[PN_WAYPOINT_COLUMNS];
  pn_spline_set(curve, t, x, rate, second);
  m->turn = pn_vec3_add(m->turn, vec_of(x));
  m->turn_rate = pn_vec3_add(m->turn_rate, vec_of(rate));
  m->turn_second = pn_vec3_add(m->turn_second, vec_of(second));
  m->slide.x += x[3];
  m->slide_rate.x += rate[3];
  m->slide_second.x += second[3];
}

/* Sets the turns of those that turn on and on. */
static void follow_rounds(const pn_joint_path *path, double t,
                          pn_joint_motion *motion)
{
  pni_turn_path_set(path->rounds, t);
  for (size_t k = 0; k < path->rounds->turns; k++) {
    const pni_turn turn = pni_turn_path_get(path->rounds, k);
    pn_joint_motion *m = &motion[path->round[k]];
    m->turn = pni_rotation_vector(turn.q, pn_vec3_make(0, 0, 0));
    pni_rotation_vector_follow(m->turn, &turn, &m->turn_rate, &m->turn_second);
  }
}

/* Sets all motions to the table's. */
static void follow_track(const pn_joint_path *path, double t,
                         pn_joint_motion *motion)
{
  const size_t curves = path->track->curves;
  double *x = path->work, *rate = x + curves, *second = rate + curves;
  pn_spline_set(path->track, t, x, rate, second);
  for (size_t k = 0; k < motions(path->system); k++) {
    const size_t turn = PN_JOINT_PATH_COLUMNS * k, slide = turn + 3;
    motion[k] = (pn_joint_motion){
        vec_of(x + turn),  vec_of(rate + turn),  vec_of(second + turn),
        vec_of(x + slide), vec_of(rate + slide), vec_of(second + slide)};
  }
  if (path->rounds)
    follow_rounds(path, t, motion);
}

void pn_joint_path_set(const pn_joint_path *path, double t,
                       pn_joint_motion *motion)
{
  memset(motion, 0, motions(path->system) * sizeof *motion);
  if (path->track)
    follow_track(path, t, motion);
  for (size_t k = 0; k < path->swings; k++)
    add_swing(&path->swing[k], t, &motion[path->swing[k].joint]);
  for (size_t k = 0; k < path->paths; k++)
    add_curve(path->curve[k], t, &motion[path->path[k].joint]);
}
