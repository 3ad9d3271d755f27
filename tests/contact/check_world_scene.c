/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Scenes of rigid bodies: the shipped ones begin as their source says, and bad
   ones name the line to blame. */
#include "pantin/contact/world_scene.h"

#include "pantin/base/alloc.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the source says of its scenes. */
static const struct {
  const char *name;
  size_t bodies, geoms, joints;
  double mass; /* of each [kg] */
} shipped[] = {
    {"wall", 112, 113, 0, 1},
    {"tripods", 28, 169, 0, 3.5},
    {"marbles", 200, 205, 0, 1},
    {"falling-chain", 100, 101, 99, 1},
};

static pn_world_scene *read_shipped(int k)
{
  char path[1024];
  pn_error error = {0};
  snprintf(path, sizeof path, "%s/tuning/%s.cfg", getenv("PANTIN_DATA"),
           shipped[k].name);
  pn_world_scene *of = pn_world_scene_read(path, &error);
  ck_assert_msg(of != NULL, "%s:%d: %s", path, error.line, error.text);
  return of;
}

START_TEST(shipped_scenes_are_those_of_the_source)
{
  pn_world_scene *of = read_shipped(_i);
  ck_assert_uint_eq(of->system->bodies, shipped[_i].bodies);
  ck_assert_uint_eq(of->system->joints, shipped[_i].joints);
  ck_assert_uint_eq(of->geoms, shipped[_i].geoms);
  for (size_t b = 0; b < of->system->bodies; b++)
    test_close(of->system->body[b].mass, shipped[_i].mass, 1e-9, "mass %zu", b);
  ck_assert(of->settings.friction == 1 && of->time == 10);
  test_close(of->settings.step, 1.0 / 60, 1e-15, "step");
  pn_world_scene_free(of);
}
END_TEST

#define BALL  "mass = 1; shape = \"sphere\"; size = 0.1;"
#define ONE   "bodies = ({ name = \"a\"; " BALL " });\n"
#define GRIDS "grids = ({ count = (2, 3, 1); pitch = (1, 1, 1); "

static const struct {
  const char *text, *message;
} texts[] = {
    {ONE "ground = ({ }, { shape = \"box\"; size = (1, 1, 1); angle = 30;"
         " axis = (1, 0, 0); });",
     ""},
    {GRIDS BALL "scatter = (0.1, 0, 0); turned = true; seed = 7; });", ""},
    {"generate = ({ kind = \"chain\"; count = 5; mass = 1; shape = \"capsule\";"
     " size = (0.2, 0.05); });",
     ""},
    {"gravity = (0, 0, -1);", "x.cfg: there are no bodies"},
    {ONE "grond = ();",
     "x.cfg:2: unknown key 'grond' (did you mean 'ground'?)"},
    {"bodies = ({ name = \"a\"; mass = 1; shape = \"rod\"; size = 1; });",
     "x.cfg:1: a rod cannot collide: spheres, boxes and capsules can"},
    {"bodies = ({ name = \"a\"; mass = 1; inertia = (1, 1, 1); });",
     "x.cfg:1: 'a' has no shape to collide with, and no joint: give it a shape "
     "and size"},
    {ONE "ground = ({ shape = \"rod\"; size = 1; });",
     "x.cfg:2: ground is a plane, a box, a sphere or a capsule"},
    {ONE "ground = ({ normal = (0, 0, 0); });",
     "x.cfg:2: normal must not have length 0"},
    {ONE "ground = 3;", "x.cfg:2: ground must be a list (...) of groups {...}"},
    {"bodies = ({ name = \"a\"; parts = (); });",
     "x.cfg:1: parts must be 1 to 64 groups {...}"},
    {"bodies = ({ name = \"a\"; parts = ({ mass = 1; shape = \"rod\";\n"
     "size = 1; }); });",
     "x.cfg:1: a part is a sphere, a box or a capsule"},
    {"grids = ({ count = (2, 1.5, 1); pitch = (1, 1, 1); " BALL " });",
     "x.cfg:1: count must be whole numbers"},
    {ONE "friction = -1;", "x.cfg:2: friction must be between 0 and 1e+15, "
                           "got -1"},
    {ONE "ground = ({ shape = \"cone\"; });",
     "x.cfg:2: ground is a plane, a box, a sphere or a capsule"},
    {ONE "per_pair = 17;",
     "x.cfg:2: per_pair must be between 1 and 16, got 17"},
    {ONE "solver = \"newton\";", NULL},
    {ONE "solver = \"face\";",
     "x.cfg:2: solver face does not take coupled friction: say frozen = true, "
     "or take psor"},
    {ONE "solver = \"face\"; friction = 0;", ""},
    {ONE "solver = \"lemke\"; frozen = true;", ""},
    {ONE "solver = \"naive\"; frozen = true;",
     "x.cfg:2: solver naive takes neither friction nor joints; try face or "
     "psor"},
    {ONE "solver = \"naive\"; friction = 0;", ""},
    {ONE "joints = ({ type = \"ball\"; parent = \"world\"; child = \"b\";"
         " point = (0, 0, 0); });",
     NULL},
};

static pn_world_scene *read_text(const char *text, pn_error *error)
{
  return pn_world_scene_read_string("x.cfg", text, strlen(text), error);
}

START_TEST(texts_are_read_or_refused)
{
  char message[PN_ERROR_MESSAGE];
  pn_error error = {0};
  pn_world_scene *of = read_text(texts[_i].text, &error);
  const char *wanted = texts[_i].message;
  ck_assert_int_eq(of != NULL, wanted && wanted[0] == '\0');
  if (wanted && !of)
    ck_assert_str_eq(pn_error_message(&error, message, sizeof message), wanted);
  if (!of)
    ck_assert_int_ne(error.code, GSL_SUCCESS);
  pn_world_scene_free(of);
}
END_TEST

/* 2 x 3 balls 1 m apart, none scattered by more than it should. */
START_TEST(a_grid_is_laid_out)
{
  pn_error error = {0};
  pn_world_scene *of = read_text(
      GRIDS BALL "position = (5, 6, 7); scatter = (0.1, 0, 0); });", &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  ck_assert_uint_eq(of->system->bodies, 6);
  ck_assert_str_eq(of->system->body[5].name, "body-6");
  int moved = 0;
  for (size_t b = 0; b < 6; b++) {
    const pn_vec3 x = of->system->body[b].pose.x;
    const double off = x.x - 5 - (double)(b % 2);
    moved += fabs(off) > 1e-3;
    ck_assert(fabs(off) <= 0.1);
    ck_assert(x.y == 6 + (double)(b / 2) && x.z == 7);
  }
  ck_assert_int_gt(moved, 3);
  pn_world_scene_free(of);
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  pn_world_scene *of = NULL;
  for (size_t k = 1; !of; k++) {
    pn_error error = {0};
    ck_assert_uint_lt(k, 200);
    pn_alloc_fail_at(k);
    of = read_text(GRIDS "parts = ({ " BALL " }); });" ONE "ground = ({ });",
                   &error);
    pn_alloc_fail_at(0);
    ck_assert_int_eq(error.code, of ? GSL_SUCCESS : GSL_ENOMEM);
  }
  pn_world_scene_free(of);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("world scene");
  TCase *files = tcase_create("files");
  const int count = sizeof shipped / sizeof shipped[0];
  tcase_add_loop_test(files, shipped_scenes_are_those_of_the_source, 0, count);
  suite_add_tcase(suite, files);
  TCase *reader = tcase_create("reader");
  tcase_add_loop_test(reader, texts_are_read_or_refused, 0,
                      sizeof texts / sizeof texts[0]);
  tcase_add_test(reader, a_grid_is_laid_out);
  tcase_add_test(reader, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, reader);
  return test_run(suite);
}
