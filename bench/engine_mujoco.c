/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* MuJoCo, whose coordinates are those of the joints, so that these cannot open:
   the tree becomes a model in its XML, with nothing else in it: no shapes, no
   damping, no armature.

   Source: the interface, MuJoCo 2.2, mujoco.h; the model, its XML reference. */
#include "config.h" /* for open_memstream */

#include "engine.h"

#include <mujoco/mujoco.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  size_t bodies;
  mjModel *model;
  mjData *data;
} mujoco_run;

#define WORLD_FILE "world.xml"

/* Its reader takes files that nest a hundred deep, of which a part is used
   here. */
enum { NEST_MAX = 50 };

/* The model ---------------------------------------------------------------- */

static void write_vector(FILE *out, const char *name, const double *v, int size)
{
  fprintf(out, " %s='", name);
  for (int k = 0; k < size; k++)
    fprintf(out, " %.17g", v[k]);
  fputc('\'', out);
}

/* Writes the pose of a body in its parent's frame. */
static void write_pose(FILE *out, const engine_tree *tree,
                       const engine_body *body)
{
  double x[3], q[4];
  mju_copy3(x, body->x);
  mju_copy4(q, body->q);
  if (body->parent != ENGINE_WORLD) {
    const engine_body *parent = &tree->body[body->parent];
    double back[4], dx[3];
    mju_negQuat(back, parent->q);
    mju_sub3(dx, body->x, parent->x);
    mju_rotVecQuat(x, dx, back);
    mju_mulQuat(q, back, body->q);
  }
  write_vector(out, "pos", x, 3);
  write_vector(out, "quat", q, 4);
}

/* Counts how many joints lie between a body and the world. */
static size_t depth(const engine_tree *tree, size_t b)
{
  size_t count = 0;
  while ((b = tree->body[b].parent) != ENGINE_WORLD)
    count++;
  return count;
}

/* Writes a body with all that hangs on it; of what hangs too deep, the file's
   name. */
static void write_body(FILE *out, const engine_tree *tree, size_t b)
{
  const engine_body *body = &tree->body[b];
  fprintf(out, "<body name='%zu'", b);
  write_pose(out, tree, body);
  fprintf(out, ">\n<joint type='%s'", body->joined ? "ball" : "free");
  if (body->joined)
    write_vector(out, "pos", body->point, 3);
  fprintf(out, "/>\n<inertial pos='0 0 0' mass='%.17g'", body->mass);
  write_vector(out, "diaginertia", body->inertia, 3);
  fprintf(out, "/>\n");
  for (size_t c = b + 1; c < tree->bodies; c++)
    if (tree->body[c].parent == b) {
      if (depth(tree, c) % NEST_MAX == 0)
        fprintf(out, "<include file='%zu.xml'/>\n", c);
      else
        write_body(out, tree, c);
    }
  fprintf(out, "</body>\n");
}

static void write_world(FILE *out, const engine_tree *tree)
{
  fprintf(out, "<worldbody>\n");
  for (size_t b = 0; b < tree->bodies; b++)
    if (tree->body[b].parent == ENGINE_WORLD)
      fprintf(out, "<include file='%zu.xml'/>\n", b);
  fprintf(out, "</worldbody>\n");
}

/* Adds a file in memory, for MuJoCo reads files only: that of the world, or
   of a body. 0 if well. */
static int add_file(mjVFS *files, const engine_tree *tree, size_t b)
{
  char *text = NULL, name[32] = WORLD_FILE;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  if (!out)
    return -1;
  fprintf(out, "<mujoco>\n");
  if (b == ENGINE_WORLD) {
    write_world(out, tree);
  } else {
    snprintf(name, sizeof name, "%zu.xml", b);
    write_body(out, tree, b);
  }
  fprintf(out, "</mujoco>\n");
  int code = fclose(out);
  if (code == 0)
    code = mj_makeEmptyFileVFS(files, name, (int)length);
  if (code == 0)
    memcpy(files->filedata[mj_findFileVFS(files, name)], text, length);
  free(text);
  return code;
}

static mjModel *load_model(const engine_tree *tree)
{
  mjVFS *files = malloc(sizeof *files);
  if (!files)
    return NULL;
  mj_defaultVFS(files);
  int code = add_file(files, tree, ENGINE_WORLD);
  for (size_t b = 0; code == 0 && b < tree->bodies; b++)
    if (depth(tree, b) % NEST_MAX == 0)
      code = add_file(files, tree, b);
  char error[1000];
  mjModel *model =
      code == 0 ? mj_loadXML(WORLD_FILE, files, error, sizeof error) : NULL;
  mj_deleteVFS(files);
  free(files);
  return model;
}

/* The run ------------------------------------------------------------------ */

static int body_id(const mujoco_run *of, size_t b)
{
  char name[32];
  snprintf(name, sizeof name, "%zu", b);
  return mj_name2id(of->model, mjOBJ_BODY, name);
}

/* Sets the velocities of a joint: a ball's omega is relative and, as that of a
   free body, in the body's frame. */
static void velocity_set(mujoco_run *of, const engine_tree *tree, size_t b)
{
  const engine_body *body = &tree->body[b];
  double *qvel = of->data->qvel + of->model->body_dofadr[body_id(of, b)];
  double back[4], omega[3];
  if (!body->joined) {
    mju_copy3(qvel, body->v);
    qvel += 3;
  }
  mju_copy3(omega, body->omega);
  if (body->parent != ENGINE_WORLD)
    mju_subFrom3(omega, tree->body[body->parent].omega);
  mju_negQuat(back, body->q);
  mju_rotVecQuat(qvel, omega, back);
}

static void release(void *run)
{
  mujoco_run *of = run;
  if (!of)
    return;
  mj_deleteData(of->data);
  mj_deleteModel(of->model);
  free(of);
}

/* Gives up where MuJoCo would write a log file and wait for a key. */
static void give_up(const char *message)
{
  fprintf(stderr, "MuJoCo: %s\n", message);
  exit(EXIT_FAILURE);
}

static void ignore(const char *message)
{
  (void)message;
}

static void *start(const engine_tree *tree, const char *method, double dt)
{
  mujoco_run *of = tree->loops > 0 ? NULL : calloc(1, sizeof *of);
  if (!of)
    return NULL;
  mju_user_error = give_up;
  mju_user_warning = ignore;
  of->bodies = tree->bodies;
  of->model = load_model(tree);
  if (of->model) {
    mju_copy3(of->model->opt.gravity, tree->gravity);
    of->model->opt.timestep = dt;
    of->model->opt.integrator =
        strcmp(method, "rk4") == 0 ? mjINT_RK4 : mjINT_EULER;
    of->data = mj_makeData(of->model);
  }
  if (!of->data) {
    release(of);
    return NULL;
  }
  for (size_t b = 0; b < tree->bodies; b++)
    velocity_set(of, tree, b);
  return of;
}

static int step(void *run)
{
  mujoco_run *of = run;
  const mjWarningStat *warning = of->data->warning;
  mj_step(of->model, of->data);
  /* It would go on from the start. */
  return warning[mjWARN_BADQPOS].number > 0 ||
         warning[mjWARN_BADQVEL].number > 0 ||
         warning[mjWARN_BADQACC].number > 0;
}

static int evaluate(void *run)
{
  mujoco_run *of = run;
  mj_forward(of->model, of->data);
  return 0;
}

/* Reads the state; after a step the bodies' own positions are still those
   before. */
static void read(void *run, double *y)
{
  mujoco_run *of = run;
  double *u = y + 7 * of->bodies;
  mj_kinematics(of->model, of->data);
  mj_comPos(of->model, of->data);
  mj_comVel(of->model, of->data);
  for (size_t b = 0; b < of->bodies; b++) {
    const int id = body_id(of, b);
    double twist[6]; /* turning first */
    mju_copy3(y + 7 * b, of->data->xpos + 3 * id);
    mju_copy4(y + 7 * b + 3, of->data->xquat + 4 * id);
    mj_objectVelocity(of->model, of->data, mjOBJ_XBODY, id, twist, 0);
    mju_copy3(u + 6 * b, twist + 3);
    mju_copy3(u + 6 * b + 3, twist);
  }
}

static const engine mujoco = {"MuJoCo", start, step, read, evaluate, release};
const engine *const engine_mujoco = &mujoco;
