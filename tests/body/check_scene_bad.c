/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reading bad scenes: every kind of fault, with the line to blame. */
#include "pantin/body/scene.h"

#include "pantin/base/alloc.h"
#include "test.h"

#include <string.h>

static pn_system_scene *read_text(const char *text, int assemble,
                                  pn_error *error)
{
  return pn_system_scene_read_string("x.cfg", text, strlen(text), assemble,
                                     error);
}

/* Two bodies, and a joint between them that needs completing. */
#define A "{ name = \"a\"; mass = 1; shape = \"sphere\"; size = 0.1; }"
#define B                                                                      \
  "{ name = \"bell\"; mass = 2; shape = \"sphere\"; size = 0.01; position = "  \
  "(1, 0, 0); }"
#define TWO        "bodies = ( " A ",\n " B " );\n"
#define BODY(keys) "bodies = ( { name = \"a\";\n " keys " } );\n"
#define JOINT(type, keys)                                                      \
  TWO "joints = ( { type = \"" type                                            \
      "\";\n parent = \"a\"; child = \"bell\";\n " keys " } );\n"

#define FALLING BODY("mass = 1; shape = \"point\"; velocity = (0, 0.3, 0);")

#define HIP(type, keys) JOINT(type, "point = (0, 0, 0); name = \"hip\";" keys)
#define HINGE           HIP("revolute", "axis = (1, 0, 0);")
#define LIMITED(keys)                                                          \
  JOINT("revolute", "point = (0, 0, 0); axis = (1, 0, 0);\n " keys)

/* A text, and the message that it must give: "" for a good one; after '?' only
   what it must hold. */
static const struct {
  const char *text, *message;
} texts[] = {
    {TWO, ""},
    {JOINT("ball", "point = (0.3, 0, 0);"), ""},
    {JOINT("distance", "point = (0, 0, 0); child_point = (1, 0, 0);"), ""},
    /* Joints. */
    {TWO "joints = ( { type = \"ball\"; parent = \"a\";\n"
         " child = \"ball\"; point = (0, 0, 0); } );\n",
     "x.cfg:4: there is no body 'ball' (did you mean 'bell'?)"},
    {TWO "joints = ( { type = \"ball\"; child = \"a\";\n"
         " parent = \"wrld\"; point = (0, 0, 0); } );\n",
     "x.cfg:4: there is no body 'wrld' (did you mean 'world'?)"},
    {TWO "joints = ( { type = \"ball\"; parent = \"a\";\n"
         " child = \"horse\"; point = (0, 0, 0); } );\n",
     "x.cfg:4: there is no body 'horse'"},
    {TWO "joints = ( { type = \"ball\"; parent = \"a\";\n"
         " child = \"a\"; point = (0, 0, 0); } );\n",
     "x.cfg:4: a joint is between two bodies, not between 'a' and itself"},
    {TWO "joints = ( { type = \"ball\"; parent = \"world\";\n"
         " child = \"world\"; point = (0, 0, 0); } );\n",
     "x.cfg:4: a joint is between two bodies, not between 'world' and itself"},
    {JOINT("bal", "point = (0, 0, 0);"),
     "x.cfg:3: type must be one of ball, revolute, prismatic, cylindrical, "
     "universal, fixed, distance, point-on-plane, point-on-line, cosine-wire, "
     "custom, planar, screw, gear, free, differential, not 'bal' (did you mean "
     "'ball'?)"},
    {JOINT("hinge", "point = (0, 0, 0);"),
     "x.cfg:3: type must be one of ball, revolute, prismatic, cylindrical, "
     "universal, fixed, distance, point-on-plane, point-on-line, cosine-wire, "
     "custom, planar, screw, gear, free, differential, not 'hinge' (did you "
     "mean "
     "'revolute'?)"},
    {JOINT("revolute", "point = (0, 0, 0); axis = (0, 0, 1); friction = 1;"),
     "x.cfg:5: unknown key 'friction' (did you mean 'friction_turn'?)"},
    {JOINT("ball", "point = (0, 0, 0); child_point = (0.03, 0.04, 0);"),
     "x.cfg:3: joint 'a-bell' is open by 0.05 m at the start (pantin-joints "
     "--assemble closes it)"},
    {JOINT("distance", "point = (0, 0, 0); child_point = (1, 0, 0); length = "
                       "0.8;"),
     "?x.cfg:3: joint 'a-bell' is open by 0.2 m"},
    {JOINT("point-on-plane", "point = (0, 0, 0); axis = (0, 0, 1);\n"
                             " child_point = (0.4, 0.3, 0.1);"),
     "?x.cfg:3: joint 'a-bell' is open by 0.1 m"},
    {JOINT("distance", "point = (1, 0, 0); child_point = (1, 0, 0);"),
     "x.cfg:3: joint 'a-bell' has no direction at the start: its points "
     "coincide"},
    {FALLING "joints = ( { type = \"ball\"; parent = \"world\";\n"
             " child = \"a\"; point = (0, 0, 0); } );\n",
     "x.cfg:3: joint 'world-a' opens with 0.3 m/s at the start: its bodies' "
     "velocities do not agree (pantin-joints --assemble makes them)"},
    {"spin = (0, 0, 1);\n"
     "generate = ( { kind = \"chain\"; count = 3; root = true; mass = 1;\n"
     "  shape = \"rod\"; size = 1; } );\n",
     "?x.cfg:2: joint 'world-chain-1' opens with 1.5 m/s"},
    {JOINT("revolute", "point = (0, 0, 0);"),
     "?x.cfg:3: the key 'axis' is missing"},
    {JOINT("revolute", "point = (0, 0, 0); axis = (0, 0, 0);"),
     "x.cfg:5: axis must not have length 0"},
    {JOINT("universal", "point = (0, 0, 0); axis = (0, 0, 1);\n"
                        " second = (0, 0, -3);"),
     "x.cfg:6: second must not be parallel to axis"},
    {JOINT("ball", "axis = (0, 0, 1);"), "?the key 'point' is missing"},
    {JOINT("ball", "point = (0, 0, 0); axis = (0, 0, 1);"),
     "x.cfg:3: the key 'second' is missing"},
    {JOINT("ball", "point = (0, 0, 0); friction_turn = -1;"), "?x.cfg:5: "},
    {JOINT("ball", "point = (0, 0, 1e999);"), "?x.cfg:5: "},
    /* Limits and dry friction. */
    {LIMITED("turn_limits = (10, 20);"),
     "x.cfg:6: turn_limits must be (LOW, HIGH) with LOW <= 0 <= HIGH, for the "
     "joint starts at 0, and LOW < HIGH; got (10, 20)"},
    {LIMITED("turn_limits = (0, 0);"), "?x.cfg:6: turn_limits must be"},
    {LIMITED("turn_limits = 90;"), "?x.cfg:6: "},
    {LIMITED("turn_limits = (-1e7, 90);"), "?x.cfg:6: "},
    {LIMITED("slide_limits = (-1, 1);"),
     "x.cfg:6: joint 'a-bell' (revolute) does not slide along an axis"},
    {LIMITED("coulomb_slide = 2;"), "?does not slide along an axis"},
    {LIMITED("coulomb_turn = -2;"), "?x.cfg:6: coulomb_turn must be"},
    {LIMITED("turn_limits = (-1, 1); restitution = 1.5;"),
     "?x.cfg:6: restitution must be"},
    {LIMITED("restitution = 0.5;"),
     "x.cfg:6: restitution is of limits: give turn_limits or slide_limits as "
     "well"},
    {JOINT("ball", "point = (0, 0, 0); turn_limits = (-10, 10);"),
     "x.cfg:5: joint 'a-bell' (ball) does not turn about one axis"},
    {JOINT("prismatic", "point = (0, 0, 0); axis = (1, 0, 0);\n"
                        " coulomb_turn = 1;"),
     "x.cfg:6: joint 'a-bell' (prismatic) does not turn about an axis"},
    /* Bodies. */
    {BODY("mass = 0; shape = \"point\";"), "?x.cfg:2: mass must be positive"},
    {BODY("mass = -1; shape = \"point\";"), "?x.cfg:2: mass must be positive"},
    {BODY("mass = 1e-320; shape = \"point\";"),
     "?x.cfg:2: mass must be at least 1e-09 kg"},
    {BODY("mass = nan; shape = \"point\";"), "?x.cfg:2: "},
    {BODY("mass = 1e999; shape = \"point\";"), "?x.cfg:2: mass must be"},
    {BODY("shape = \"point\";"), "?the key 'mass' is missing"},
    {BODY("mass = 1;"), "x.cfg:1: body 'a' needs a shape, or an inertia"},
    {BODY("mass = 1; inertia = (1, 0, 1);"),
     "x.cfg:2: body 'a': moments of inertia must be positive, not (1, 0, 1) "
     "kg m^2"},
    {BODY("mass = 1; inertia = (1, -1, 1);"),
     "x.cfg:2: body 'a': moments of inertia must be positive, not (1, -1, 1) "
     "kg m^2"},
    {BODY("mass = 1; inertia = (1, 2, 3.1);"),
     "x.cfg:2: body 'a': no principal moment of inertia may exceed the sum of "
     "the others"},
    {BODY("mass = 1; inertia = (1, 2, 2.5, 3, 0, 0);"),
     "x.cfg:2: body 'a': the inertia must be symmetric with positive principal "
     "moments"},
    {BODY("mass = 1; inertia = (1, 2);"), "?x.cfg:2: inertia must hold 3"},
    {BODY("mass = 1; shape = \"ball\";"),
     "?x.cfg:2: shape must be one of box,"},
    {BODY("mass = 1; shape = \"box\"; size = 1;"),
     "x.cfg:2: size of a box is (x, y, z), in m"},
    {BODY("mass = 1; shape = \"cylinder\"; size = (1, 2, 3);"),
     "x.cfg:2: size of a cylinder is (length, radius), in m"},
    {BODY("mass = 1; shape = \"sphere\"; size = (1, 2);"),
     "x.cfg:2: size of a sphere is its radius, in m"},
    {BODY("mass = 1; shape = \"sphere\";"), "?the key 'size' is missing"},
    {BODY("mass = 1; shape = \"sphere\"; size = 0;"),
     "?x.cfg:2: size must be positive"},
    {BODY("mass = 1; shape = \"rod\"; size = 1e-300;"),
     "x.cfg:2: size must be at least 1e-09 m, got 1e-300"},
    {BODY("mass = 1; shape = \"point\"; size = 1;"), "?unknown key 'size'"},
    {BODY("mass = 1; shape = \"point\"; quaternion = (1, 1, 0, 0);"),
     "x.cfg:2: quaternion must have length 1, not 1.41421"},
    {BODY("mass = 1; shape = \"point\"; angle = 30;"),
     "?the key 'axis' is missing"},
    {BODY("mass = 1; shape = \"point\"; ends = ((1, 0, 0), (1, 0, 0));"),
     "x.cfg:2: ends must be two different points"},
    {BODY("mass = 1; shape = \"point\"; colour = \"red\";"),
     "x.cfg:2: unknown key 'colour'"},
    {BODY("mass = 1; shape = \"point\"; postion = (1, 0, 0);"),
     "x.cfg:2: unknown key 'postion' (did you mean 'position'?)"},
    {BODY("mass = 1; shape = \"point\"; pivot = (0, 0, 0); velocity = (1, 0, "
          "0);"),
     "x.cfg:2: unknown key 'velocity'"},
    {"bodies = ( " A ",\n " A " );\n",
     "x.cfg:1: two bodies have the same name 'a'"},
    {"bodies = ( { name = \"world\"; mass = 1; shape = \"point\"; } );\n",
     "?x.cfg:1: \"world\" is the name of what does not move"},
    {"bodies = ( { name = \"\"; mass = 1; shape = \"point\"; } );\n",
     "?x.cfg:1: name must have 1 to 63 characters"},
    {"bodies = ( { mass = 1; shape = \"point\"; } );\n",
     "?x.cfg:1: the key 'name' is missing"},
    {"bodies = ();\n", "?there are no bodies"},
    {"bodies = 3;\n", "x.cfg:1: bodies must be a list (...) of groups {...}"},
    {"title = \"nothing\";\n", "?there are no bodies"},
    /* Springs. */
    {TWO "springs = ( { parent = \"a\"; child = \"a\"; point = (0, 0, 0);\n"
         " child_point = (1, 0, 0); stiffness = 1; } );\n",
     "x.cfg:3: a spring is between two bodies, not between 'a' and itself"},
    {TWO "springs = ( { parent = \"a\"; child = \"bell\"; point = (0, 0, 0);\n"
         " child_point = (1, 0, 0); stiffness = -1; } );\n",
     "?x.cfg:4: stiffness must be between 0 and"},
    /* Tasks. */
    {TWO "targets = ( { body = \"a\"; point = (0, 0, 0);\n"
         " at = \"a\"; place = (1, 0, 0); } );\n",
     "x.cfg:4: a body cannot reach for a place on itself"},
    {TWO "targets = ( { body = \"world\"; point = (0, 0, 0);\n"
         " place = (1, 0, 0); } );\n",
     "x.cfg:3: the world cannot reach for a target"},
    {TWO "targets = ( { body = \"bel\"; point = (0, 0, 0); } );\n",
     "x.cfg:3: there is no body 'bel' (did you mean 'bell'?)"},
    {TWO "targets = ( { body = \"a\"; point = (0, 0, 0); } );\n",
     "?the key 'place' is missing"},
    {TWO "targets = 3;\n",
     "x.cfg:3: targets must be a list (...) of groups {...}"},
    {HIP("ball", "") "motion = ( { joint = \"hop\"; turn = 1;\n"
                     " frequency = 1; } );\n",
     "x.cfg:6: there is no joint 'hop' (did you mean 'hip'?)"},
    {HIP("ball", "") "motion = ( { joint = \"hip\"; frequency = 1;\n"
                     " turn = 1; } );\n",
     "x.cfg:7: joint 'hip' (ball) turns about 3 axes: turn must be a list of "
     "as many numbers"},
    {HIP("fixed", "") "motion = ( { joint = \"hip\"; frequency = 1;\n"
                      " turn = 1; } );\n",
     "x.cfg:7: joint 'hip' (fixed) does not turn about an axis"},
    {HINGE "motion = ( { joint = \"hip\"; times = (0, 1);\n"
           " turns = (0, 1, 2); } );\n",
     "x.cfg:7: turns must hold 2 numbers, not 3"},
    {HINGE "motion = ( { joint = \"hip\"; turns = (0, 1);\n"
           " times = (1, 1); } );\n",
     "x.cfg:7: times must increase by at least 1e-06 s, but after 1 s comes 1 "
     "s"},
    {HINGE "motion = ( { joint = \"hip\";\n times = (0); } );\n",
     "x.cfg:7: times must be a list of at least two, as (0, 1)"},
    {HINGE "motion = ( { joint = \"hip\";\n times = (0, 1); } );\n",
     "x.cfg:7: a path needs turns or slides, as many as times"},
    {HINGE "motion = ( { joint = \"hip\"; times = (0, 1);\n"
           " turns = (0, 1); curve = \"sharp\"; } );\n",
     "x.cfg:7: curve must be one of cubic, quintic, not 'sharp'"},
    /* More joints. */
    {JOINT("planar", "point = (0, 0, 0);"), "?the key 'axis' is missing"},
    {JOINT("screw", "point = (0, 0, 0); axis = (0, 0, 1);"),
     "?the key 'pitch' is missing"},
    {JOINT("screw", "point = (0, 0, 0); axis = (0, 0, 1);\n pitch = 0;"),
     "x.cfg:6: pitch must not be 0; 1e-09 m is the least"},
    {JOINT("gear", "point = (0, 0, 0); axis = (0, 0, 1); teeth = (1, 2);"),
     "?the key 'child_point' is missing"},
    {JOINT("gear", "point = (0, 0, 0); child_point = (0, 0, 3);\n"
                   " axis = (0, 0, 1); teeth = (1, 2);"),
     "?the centres of two gears must be apart, across the axis"},
    {JOINT("gear", "point = (0, 0, 0); child_point = (1, 0, 0);\n"
                   " axis = (0, 0, 1); teeth = (20, 2.5);"),
     "x.cfg:6: teeth must be two whole numbers that are not 0, as (20, 40)"},
    {JOINT("free", "point = (0, 0, 0); axis = (1, 0, 0);\n"
                   " second = (0, 1, 0); free = (\"tx\", \"rw\");"),
     "x.cfg:6: free must be one of tx, ty, tz, rx, ry, rz, not 'rw' "
     "(did you mean 'rx'?)"},
    {JOINT("free", "point = (0, 0, 0); axis = (1, 0, 0); second = (0, 1, 0);"
                   "\n free = (\"tx\", \"ty\", \"tz\", \"rx\", \"ry\", "
                   "\"rz\");"),
     "x.cfg:6: with all six motions free there is no joint"},
    {JOINT("free", "point = (0, 0, 0); axis = (1, 0, 0); second = (0, 1, 0);"
                   "\n free = (\"rx\", \"tz\", \"rx\");"),
     "x.cfg:6: free has 'rx' twice"},
    {JOINT("custom", "point = (0, 0, 0);"), "?the key 'equation' is missing"},
    {HINGE "motors = ( { joint = \"hop\"; } );\n",
     "x.cfg:6: there is no joint 'hop' (did you mean 'hip'?)"},
    {TWO "joints = ( { name = \"hip\"; type = \"ball\"; parent = \"world\";"
         " child = \"a\"; point = (0, 0, 0); },\n { name = \"hip\"; type = "
         "\"ball\"; parent = \"a\"; child = \"bell\"; point = (0, 0, 0); } );\n"
         "motors = ( { joint = \"hip\"; } );\n",
     "x.cfg:5: two joints have the name 'hip'"},
    {HIP("fixed", "") "motors = ( { joint = \"hip\"; torque = 1; } );\n",
     "x.cfg:6: joint 'hip' (fixed) has no motor: it neither turns nor slides "
     "along an axis"},
    {HIP("screw", "axis = (0, 0, 1); pitch = 0.1;") "motors = ( { joint = "
                                                    "\"hip\"; } );\n",
     "x.cfg:6: joint 'hip' (screw) has no motor: give one to a cylindrical "
     "joint "
     "on the same axis"},
    {HIP("screw", "axis = (0, 0, 1); pitch = 0.1;") "motion = ( { joint = "
                                                    "\"hip\";\n turn = 1; "
                                                    "frequency = 1; } );\n",
     "x.cfg:7: joint 'hip' (screw) takes no turn: give it to a cylindrical "
     "joint "
     "on the same axis"},
    {HIP("ball", "") "motors = ( { joint = \"hip\";\n torque = 1; } );\n",
     "x.cfg:7: joint 'hip' (ball) turns about 3 axes: torque must be a list of "
     "as many numbers"},
    {HINGE "motors = ( { joint = \"hip\";\n force = 1; } );\n",
     "x.cfg:7: joint 'hip' (revolute) does not slide along an axis"},
    {HINGE "motors = ( { joint = \"hip\";\n frequency = -1.0; } );\n",
     "?x.cfg:7: frequency must be between 0"},
    {HINGE "motors = ( { joint = \"hip\";\n file = \"/no/such.csv\"; } );\n",
     "x.cfg:7: /no/such.csv: cannot be read"},
    {HINGE "motion = ( { joint = \"hip\"; frequency = 1;\n"
           " slide = 1; } );\n",
     "x.cfg:7: joint 'hip' (revolute) does not slide along an axis"},
    {HINGE "motion = ( { joint = \"hip\"; turn = 1; } );\n",
     "?the key 'frequency' is missing"},
    {HINGE "motion = ( { joint = \"hip\";\n"
           " frequency = -1.0; } );\n",
     "?x.cfg:7: frequency must be between 0"},
    /* Generators. */
    {"generate = ( { kind = \"chian\"; count = 3; } );\n",
     "x.cfg:1: kind must be one of chain, ring, tree, star, grid, not 'chian' "
     "(did you mean 'chain'?)"},
    {"generate = ( { kind = \"chain\"; count = 1000000000; mass = 1;\n"
     " shape = \"rod\"; size = 1; } );\n",
     "?x.cfg:1: count must be between 2 and 999999"},
    {"generate = ( { kind = \"chain\"; count = 3; mass = 1;\n"
     " shape = \"point\"; } );\n",
     "?the key 'spacing' is missing"},
    {"generate = ( { kind = \"star\"; count = 3; mass = 1; radius = 1;\n"
     " shape = \"rod\"; size = 1; } );\n",
     "?the key 'hub' is missing"},
    {"generate = ( { kind = \"ring\"; count = 3; mass = 1; radius = 1;\n"
     " shape = \"rod\"; size = 1; } );\n",
     "?unknown key 'radius'"},
    /* The run. */
    {TWO "dt = 0;\n", "?x.cfg:3: dt must be positive"},
    {TWO "dt = -0.1;\n", "?x.cfg:3: dt must be positive"},
    {TWO "dt = nan;\n", "?x.cfg:3: "},
    {TWO "time = 0.0;\n", "?x.cfg:3: time must be positive"},
    {TWO "gravity = -9.81;\n", "?x.cfg:3: gravity must be a list"},
    {TWO "box = { low = (0, 0, 0); high = (1, 0, 1); restitution = 1; };\n",
     "x.cfg:3: low must lie below high, in x, in y and in z"},
    {TWO "box = { low = (0, 0, 0); high = (1, 1, 1); restitution = 1.1; };\n",
     "?x.cfg:3: restitution must be between 0 and 1"},
    {TWO "gravitation = (0, 0, 0);\n", "?x.cfg:3: unknown key 'gravitation'"},
    {TWO "titel = \"two\";\n", "?did you mean 'title'"},
    /* No scene at all. */
    {"", "?x.cfg: "},
    {"bodies = ( { name", "?x.cfg:"},
};

START_TEST(bad_scenes_are_told_what_is_wrong)
{
  pn_error error = {0};
  const char *text = texts[_i].text, *want = texts[_i].message;
  pn_system_scene *of = read_text(text, 0, &error);
  char got[PN_ERROR_MESSAGE];
  pn_error_message(&error, got, sizeof got);
  ck_assert_msg((of != NULL) == (want[0] == '\0'), "%s\n%s", text, got);
  if (want[0] == '?')
    ck_assert_msg(strstr(got, want + 1), "'%s' lacks '%s'", got, want + 1);
  else
    ck_assert_str_eq(got, want);
  pn_system_scene_free(of);
}
END_TEST

/* Of sums and turns of numbers of size 1. */
static const double rounding = 1e-14;

START_TEST(an_open_joint_may_be_left_to_the_caller)
{
  pn_error error = {0};
  pn_system_scene *of = read_text(
      JOINT("ball", "point = (0, 0, 0); child_point = (0.03, 0.04, 0);"), 1,
      &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  test_close(of->gap, 0.05, rounding, "gap");
  test_close(of->gap_rate, 0, rounding, "gap's rate");
  pn_system_scene_free(of);
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  const char *text =
      "generate = ( { kind = \"chain\"; count = 3; mass = 1; shape = \"rod\";\n"
      "  size = 1; } );\n" TWO
      "joints = ( { type = \"ball\"; parent = \"a\"; child = \"bell\";\n"
      "  point = (0, 0, 0); } );\n"
      "springs = ( { parent = \"a\"; child = \"bell\"; point = (0, 0, 0);\n"
      "  child_point = (1, 0, 0); stiffness = 1; } );\n"
      "targets = ( { body = \"a\"; point = (0, 0, 0);\n"
      "  place = (1, 0, 0); } );\n"
      "motion = ( { joint = \"a-bell\"; frequency = 1; } );\n";
  size_t k = 1;
  for (;; k++) {
    pn_error error = {0};
    pn_alloc_fail_at(k);
    pn_system_scene *of = read_text(text, 0, &error);
    pn_alloc_fail_at(0);
    pn_system_scene_free(of);
    if (of)
      break;
    ck_assert_str_eq(error.text, "out of memory");
    ck_assert_uint_lt(k, 100);
  }
  ck_assert_uint_gt(k, 10);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("scene_bad");
  TCase *bad = tcase_create("bad");
  tcase_add_loop_test(bad, bad_scenes_are_told_what_is_wrong, 0,
                      sizeof texts / sizeof texts[0]);
  tcase_add_test(bad, an_open_joint_may_be_left_to_the_caller);
  tcase_add_test(bad, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, bad);
  return test_run(suite);
}
