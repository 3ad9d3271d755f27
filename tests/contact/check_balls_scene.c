/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Scenes of balls: the shipped ones, and bad ones with the line to blame. */
#include "pantin/contact/balls_scene.h"

#include "pantin/base/alloc.h"

#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  size_t balls;
  int dimensions;
} shipped[] = {{"balls-350", 350, 3},    {"balls-50", 50, 2},
               {"stack-5", 5, 1},        {"stack-7", 7, 1},
               {"heavy-on-light", 2, 1}, {"light-ball", 2, 1},
               {"mixed-sizes", 400, 3},  {"avalanche", 100000, 3}};

START_TEST(shipped_scenes_are_read)
{
  char path[1024];
  pn_error error = {0};
  snprintf(path, sizeof path, "%s/contact/%s.cfg", getenv("PANTIN_DATA"),
           shipped[_i].name);
  pn_balls_scene *of = pn_balls_scene_read(path, &error);
  ck_assert_msg(of != NULL, "%s:%d: %s", path, error.line, error.text);
  ck_assert_uint_eq(of->balls->count, shipped[_i].balls);
  ck_assert_int_eq(of->balls->container.shape->dimensions,
                   shipped[_i].dimensions);
  ck_assert(of->title[0] != '\0');
  /* All inside, and none in another: looked at for the first few. */
  const size_t few = of->balls->count < 400 ? of->balls->count : 400;
  for (size_t j = 0; j < few; j++) {
    ck_assert(pn_container_holds(&of->balls->container, of->balls->x[j],
                                 of->balls->radius[j]));
    for (size_t i = 0; i < j; i++) {
      const double distance =
          pn_vec3_norm(pn_vec3_sub(of->balls->x[j], of->balls->x[i]));
      ck_assert_msg(distance >=
                        of->balls->radius[i] + of->balls->radius[j] - 1e-12,
                    "balls %zu and %zu overlap", i + 1, j + 1);
    }
  }
  pn_balls_scene_free(of);
}
END_TEST

#define SPHERE "container = \"sphere\"; size = 1;\n"
#define MANY   "balls = 10; radius = 0.1; mass = 2;\n"

static const struct {
  const char *text, *message;
} texts[] = {
    {SPHERE MANY, ""},
    {SPHERE "balls = 10; radius = (0.05, 0.1); density = 1000; seed = 3;", ""},
    {"container = \"tube\";\n"
     "balls = ({ position = (0, 0, 1); radius = 0.1; mass = 2; });",
     ""},
    {MANY, "x.cfg: the key 'container' is missing"},
    {SPHERE "balls = 10; radius = 1/10;\ndesnity = 500;",
     "x.cfg:3: unknown key 'desnity' (did you mean 'density'?)"},
    {SPHERE "balls = 10; radius = 0.1; mass = 1; density = 1000;",
     "x.cfg:2: give mass or density, not both"},
    {"container = \"spere\"; size = 1;\n" MANY,
     "x.cfg:1: container must be one of sphere, disk, box, tube, plane, not "
     "'spere' (did you mean 'sphere'?)"},
    {SPHERE "balls = 1000; radius = 0.1; mass = 2;",
     "x.cfg:2: 1000 balls with radii up to 0.1 m do not fit on a lattice in "
     "this sphere"},
    {"container = \"plane\";\n" MANY,
     "x.cfg:2: a plane has no bounds to be filled: list the balls"},
    {SPHERE "balls = 10; radius = (0.2, 0.1); mass = 2;",
     "x.cfg:2: radii go from the least to the greatest"},
    {SPHERE "balls = ();", "x.cfg:2: there should be a ball"},
    {"container = \"tube\";\n"
     "balls = ({ position = (0.1, 0, 1); radius = 0.1; mass = 2; });",
     "x.cfg:2: ball 1: in a tube, x and y are 0"},
    {"container = \"box\"; size = (1, 1, 1); balls = (\n"
     "{ position = (0, 0, 0.9); radius = 0.2; mass = 2; },\n"
     "{ position = (0, 1.1, 0); radius = 0.2; mass = 2; });",
     "x.cfg:3: ball 2 lies outside the box"},
    {SPHERE MANY "stop = 3;\n", ""},
    {SPHERE MANY "solver = \"newton\";\n", ""},
    {SPHERE MANY "step = 0;\n", ""},
    {SPHERE "balls = 1000000000; radius = 0.1; mass = 2;", ""},
};

/* Texts from this one on have messages of the scene reader's own. */
enum { FIRST_OF_READER = 11 };

START_TEST(a_text_and_its_message)
{
  pn_error error = {0};
  char message[PN_ERROR_MESSAGE];
  const char *text = texts[_i].text;
  pn_balls_scene *of =
      pn_balls_scene_read_string("x.cfg", text, strlen(text), &error);
  pn_error_message(&error, message, sizeof message);
  if (_i >= FIRST_OF_READER) {
    ck_assert_ptr_null(of);
    ck_assert_msg(error.line == 2 || error.line == 3, "%s", message);
  } else
    ck_assert_str_eq(message, texts[_i].message);
  ck_assert_int_eq(of != NULL, error.code == 0);
  pn_balls_scene_free(of);
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  pn_balls_scene *of = NULL;
  const char *text = texts[1].text;
  for (size_t k = 1; !of; k++) {
    ck_assert_uint_lt(k, 100);
    pn_alloc_fail_at(k);
    of = pn_balls_scene_read_string("x.cfg", text, strlen(text), NULL);
    pn_alloc_fail_at(0);
  }
  pn_balls_scene_free(of);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("balls_scene");
  TCase *reading = tcase_create("reading");
  tcase_set_timeout(reading, 30);
  tcase_add_loop_test(reading, shipped_scenes_are_read, 0,
                      sizeof shipped / sizeof shipped[0]);
  tcase_add_loop_test(reading, a_text_and_its_message, 0,
                      sizeof texts / sizeof texts[0]);
  tcase_add_test(reading, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, reading);
  return test_run(suite);
}
