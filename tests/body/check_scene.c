/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reading scenes: the shipped ones against their sources, generated ones
   against their rules, and every kind of bad one with the line to blame. */
#include "pantin/body/scene.h"

#include "pantin/base/alloc.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdlib.h>
#include <string.h>

/* Roundings of sums and turns of numbers of size 1. */
static const double rounding = 1e-14;

static pn_system_scene *read_shipped(const char *name)
{
  char path[1024];
  snprintf(path, sizeof path, "%s/joints/%s.cfg", getenv("PANTIN_DATA"), name);
  pn_error error = {0};
  pn_system_scene *of = pn_system_scene_read(path, 0, &error);
  ck_assert_msg(of != NULL, "%s:%d: %s", error.file, error.line, error.text);
  return of;
}

static pn_system_scene *read_text(const char *text, int assemble,
                                  pn_error *error)
{
  return pn_system_scene_read_string("x.cfg", text, strlen(text), assemble,
                                     error);
}

static void same_vec3(pn_vec3 got, const double *want, double tolerance,
                      const char *what, size_t k)
{
  test_close(got.x, want[0], tolerance, "%s %zu, x", what, k);
  test_close(got.y, want[1], tolerance, "%s %zu, y", what, k);
  test_close(got.z, want[2], tolerance, "%s %zu, z", what, k);
}

/* The name, bodies, joints and rows of each shipped scene. */
static const struct {
  const char *name;
  size_t bodies, joints, rows;
} shipped[] = {
    {"arm", 6, 6, 30},
    {"arm-line", 6, 6, 30},
    {"slider-crank", 3, 4, 17},
    {"differential", 4, 6, 22},
    {"bricard", 5, 6, 30},
    {"bridge", 8, 18, 54},
    {"chain-10", 10, 10, 30},
    {"chain-1000", 1000, 1000, 3000},
    {"cosine-wire", 1, 1, 1},
    {"double-pendulum", 2, 2, 10},
    {"four-bar", 3, 4, 20},
    {"pendulum", 1, 1, 1},
    {"puppet", 15, 14, 42},
    {"puppet-box", 15, 14, 42},
    {"puppet-caught", 15, 15, 45},
    {"ring-6", 6, 6, 18},
    {"ring-10", 10, 10, 30},
    {"star", 31, 31, 93},
    {"top", 1, 1, 3},
    {"tree", 15, 14, 42},
    {"tumbling", 1, 0, 0},
};

START_TEST(the_shipped_scenes_are_whole)
{
  pn_system_scene *of = read_shipped(shipped[_i].name);
  ck_assert_uint_eq(of->system->bodies, shipped[_i].bodies);
  ck_assert_uint_eq(of->system->joints, shipped[_i].joints);
  ck_assert_uint_eq(pn_system_rows(of->system), shipped[_i].rows);
  ck_assert_int_eq(pn_system_check(of->system, NULL), GSL_SUCCESS);
  ck_assert(of->title[0] != '\0');
  ck_assert(of->time > 0);
  ck_assert_msg(of->gap <= rounding, "gap %g", of->gap);
  ck_assert_msg(of->gap_rate <= rounding, "gap's rate %g", of->gap_rate);
  pn_system_scene_free(of);
}
END_TEST

/* ragdoll15 of the reference motions: mass, box, centre of mass, parent,
   joint. */
static const struct {
  double mass, box[3], centre[3];
  int parent;
  double joint[3];
} puppet[] = {
    {10, {0.3, 0.16, 0.2}, {0, 1, 0}, -1, {0, 0, 0}},
    {20, {0.36, 0.44, 0.22}, {0, 1.32, 0}, 0, {0, 1.09, 0}},
    {5, {0.16, 0.24, 0.2}, {0, 1.7, 0}, 1, {0, 1.56, 0}},
    {2, {0.3, 0.09, 0.09}, {0.36, 1.48, 0}, 1, {0.2, 1.48, 0}},
    {1.5, {0.26, 0.08, 0.08}, {0.65, 1.48, 0}, 3, {0.515, 1.48, 0}},
    {0.5, {0.18, 0.03, 0.09}, {0.88, 1.48, 0}, 4, {0.785, 1.48, 0}},
    {2, {0.3, 0.09, 0.09}, {-0.36, 1.48, 0}, 1, {-0.2, 1.48, 0}},
    {1.5, {0.26, 0.08, 0.08}, {-0.65, 1.48, 0}, 6, {-0.515, 1.48, 0}},
    {0.5, {0.18, 0.03, 0.09}, {-0.88, 1.48, 0}, 7, {-0.785, 1.48, 0}},
    {7, {0.14, 0.42, 0.14}, {0.1, 0.7, 0}, 0, {0.1, 0.92, 0}},
    {3.5, {0.11, 0.4, 0.11}, {0.1, 0.28, 0}, 9, {0.1, 0.485, 0}},
    {1, {0.09, 0.06, 0.24}, {0.1, 0.045, 0.06}, 10, {0.1, 0.075, 0}},
    {7, {0.14, 0.42, 0.14}, {-0.1, 0.7, 0}, 0, {-0.1, 0.92, 0}},
    {3.5, {0.11, 0.4, 0.11}, {-0.1, 0.28, 0}, 12, {-0.1, 0.485, 0}},
    {1, {0.09, 0.06, 0.24}, {-0.1, 0.045, 0.06}, 13, {-0.1, 0.075, 0}},
};
enum { PUPPET = sizeof puppet / sizeof puppet[0] };

/* Its kinetic energy and angular momentum, from the same source. */
static const double puppet_energy = 15.8322941287879;
static const double puppet_momentum[] = {13.8066689393939, 6.76963484848485,
                                         8.63729924242425};

START_TEST(the_puppet_is_the_references)
{
  pn_system_scene *of = read_shipped("puppet");
  for (size_t b = 0; b < PUPPET; b++) {
    const pn_body *body = &of->system->body[b];
    ck_assert(body->mass == puppet[b].mass && body->shape == pn_shape_box);
    ck_assert_mem_eq(body->size, puppet[b].box, sizeof puppet[b].box);
    same_vec3(body->pose.x, puppet[b].centre, 0, "body", b);
    ck_assert(body->pose.q.w == 1);
    if (b == 0)
      continue;
    const pn_joint *joint = &of->system->joint[b - 1];
    ck_assert_ptr_eq(joint->type, pn_joint_ball);
    ck_assert_uint_eq(joint->parent, (size_t)puppet[b].parent);
    ck_assert_uint_eq(joint->child, b);
    const pn_pose pose = pn_system_pose(of->system, joint->parent);
    same_vec3(pn_pose_point(pose, joint->point[0]), puppet[b].joint, rounding,
              "joint", b);
  }
  pn_system_scene_free(of);
}
END_TEST

/* With v and omega, by sums that know nothing of the reader. */
START_TEST(the_puppet_spins_as_the_reference)
{
  pn_system_scene *of = read_shipped("puppet");
  pn_vec3 momentum = {0, 0, 0}, angular = {0, 0, 0};
  double energy = 0;
  for (size_t b = 0; b < PUPPET; b++) {
    const pn_body *body = &of->system->body[b];
    const pn_vec3 mv = pn_vec3_scale(body->mass, body->v);
    const pn_vec3 Iw = pn_mat3_apply(body->inertia, body->omega);
    momentum = pn_vec3_add(momentum, mv);
    angular =
        pn_vec3_add(angular, pn_vec3_add(Iw, pn_vec3_cross(body->pose.x, mv)));
    energy += (pn_vec3_dot(mv, body->v) + pn_vec3_dot(Iw, body->omega)) / 2;
  }
  /* The reference has 15 digits. */
  const double digits = 1e-13;
  test_close(energy, puppet_energy, digits, "kinetic energy");
  test_close(pn_vec3_norm(momentum), 0, digits, "momentum");
  same_vec3(angular, puppet_momentum, digits, "angular momentum", 0);
  pn_system_scene_free(of);
}
END_TEST

START_TEST(ends_lay_a_body_along_a_line)
{
  pn_system_scene *of = read_shipped("bricard");
  static const double corner[][3] = {{0, 0, 0},  {1, 0, 0},  {1, -1, 0},
                                     {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  for (size_t b = 0; b < 5; b++) {
    const pn_pose pose = of->system->body[b].pose;
    same_vec3(pn_pose_point(pose, pn_vec3_make(-0.5, 0, 0)), corner[b],
              rounding, "first end of rod", b);
    same_vec3(pn_pose_point(pose, pn_vec3_make(0.5, 0, 0)), corner[b + 1],
              rounding, "second end of rod", b);
  }
  pn_system_scene_free(of);
}
END_TEST

START_TEST(the_top_precesses_as_the_closed_form)
{
  pn_system_scene *of = read_shipped("top");
  const pn_body *top = &of->system->body[0];
  const double theta = M_PI / 6, W = 0.37550715317517, w3 = 40;
  const pn_vec3 axis = pn_quat_rotate(top->pose.q, pn_vec3_make(1, 0, 0));
  test_close(axis.z, cos(theta), rounding, "cosine of the tilt");
  test_close(pn_vec3_dot(top->omega, axis), w3, 1e-13 * w3, "spin");
  const pn_vec3 rest =
      pn_vec3_add_scaled(top->omega, -(w3 - W * cos(theta)), axis);
  const double want[] = {0, 0, W};
  same_vec3(rest, want, 1e-12, "precession", 0);
  const double I3 = top->inertia.m[0][0];
  const double I1 = top->inertia.m[1][1] + pow(pn_vec3_norm(top->pose.x), 2);
  test_close(I1 * cos(theta) * W * W - I3 * w3 * W + 9.81 * 0.3, 0, 1e-12,
             "the condition of steady precession");
  pn_system_scene_free(of);
}
END_TEST

START_TEST(a_ring_is_laid_out_by_its_rule)
{
  pn_system_scene *of = read_shipped("ring-6");
  const double R = 0.4774648292757, step = M_PI / 3;
  for (size_t i = 0; i < 6; i++) {
    const double a = step * (double)i, b = a + step / 2;
    const double x[] = {R * cos(a), R * sin(a), 0};
    const double p[] = {R * cos(b), R * sin(b), 0};
    same_vec3(of->system->body[i].pose.x, x, 1e-13, "bead", i);
    const pn_joint *joint = &of->system->joint[i];
    ck_assert(joint->parent == i && joint->child == (i + 1) % 6);
    for (int side = 0; side < 2; side++)
      same_vec3(pn_pose_point(pn_system_pose(of->system, side ? joint->child
                                                              : joint->parent),
                              joint->point[side]),
                p, 1e-13, "joint", i);
  }
  ck_assert_str_eq(of->system->body[5].name, "bead-6");
  pn_system_scene_free(of);
}
END_TEST

START_TEST(a_tree_is_laid_out_by_its_rule)
{
  pn_system_scene *of = read_shipped("tree");
  for (size_t i = 1; i < 15; i++) {
    const double s = i % 2 ? 1 : -1;
    const pn_joint *joint = &of->system->joint[i - 1];
    ck_assert(joint->parent == (i - 1) / 2 && joint->child == i);
    const double to_joint[] = {0.2, s * 0.05, 0};
    const double back[] = {-0.2, s * -0.03, s * -0.01};
    same_vec3(joint->point[0], to_joint, rounding, "joint", i);
    same_vec3(joint->point[1], back, rounding, "joint to child", i);
  }
  pn_system_scene_free(of);
}
END_TEST

START_TEST(a_generated_chain_follows_its_frame)
{
  pn_error error = {0};
  pn_system_scene *of = read_text(
      "generate = ( { kind = \"chain\"; count = 3; root = true; mass = 2.385;\n"
      "  shape = \"capsule\"; size = (0.3, 0.1); spacing = 0.5;\n"
      "  position = (1, 2, 3); axis = (0, 0, 7); angle = 90;\n"
      "  joint = \"revolute\"; joint_axis = (0, 0, 1); } );\n"
      "bodies = ( { name = \"bob\"; mass = 1; shape = \"point\";\n"
      "             position = (1, 3.6, 3); } );\n"
      "joints = ( { type = \"distance\"; parent = \"chain-3\";\n"
      "  child = \"bob\"; point = (1, 3.5, 3); child_point = (1, 3.6, 3); }\n"
      ");\n",
      0, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  const double last[] = {1, 3.25, 3}, first[] = {1, 2, 3};
  same_vec3(of->system->body[2].pose.x, last, rounding, "body", 2);
  ck_assert_uint_eq(of->system->joint[0].parent, PN_WORLD);
  same_vec3(of->system->joint[0].point[0], first, rounding, "root", 0);
  ck_assert_str_eq(of->system->joint[1].name, "chain-1-chain-2");
  ck_assert_str_eq(of->system->joint[3].name, "chain-3-bob");
  pn_system_scene_free(of);
}
END_TEST

START_TEST(a_generated_grid_is_a_square_net)
{
  static const struct {
    size_t parent, child;
    double point[3];
  } joints[] = {{0, 1, {0.3, 0, 0.075}},   {1, 2, {0.9, 0, 0.15}},
                {0, 3, {0, 0.3, 0.075}},   {3, 4, {0.3, 0.6, 0.15}},
                {1, 4, {0.6, 0.3, 0.15}},  {4, 5, {0.9, 0.6, 0.075}},
                {2, 5, {1.2, 0.3, 0.075}}, {3, 6, {0, 0.9, 0.15}}};
  enum { JOINTS = sizeof joints / sizeof joints[0] };
  pn_error error = {0};
  pn_system_scene *of = read_text(
      "generate = ( { kind = \"grid\"; count = 7; spacing = 0.6; mass = 1.3;\n"
      "  shape = \"box\"; size = (0.5, 0.4, 0.1); } );\n",
      0, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  const double last[] = {0, 1.2, 0.15};
  ck_assert_uint_eq(of->system->bodies, 7);
  ck_assert_uint_eq(of->system->joints, JOINTS);
  same_vec3(of->system->body[6].pose.x, last, rounding, "body", 6);
  for (size_t j = 0; j < JOINTS; j++) {
    const pn_joint *joint = &of->system->joint[j];
    ck_assert_uint_eq(joint->parent, joints[j].parent);
    ck_assert_uint_eq(joint->child, joints[j].child);
    same_vec3(pn_pose_point(pn_system_pose(of->system, joint->child),
                            joint->point[1]),
              joints[j].point, rounding, "joint", j);
  }
  pn_system_scene_free(of);
}
END_TEST

START_TEST(every_key_arrives)
{
  pn_error error = {0};
  pn_system_scene *of = read_text(
      "title = \"all\"; gravity = (0.1, -9.81, 0.2); time = 2.5; dt = 0.01;\n"
      "integrator = \"rk4\"; solver = \"dense\";\n"
      "correction = \"newton\";\n"
      "box = { low = (-1, -2, -3); high = (1, 2, 3); restitution = 0.75; };\n"
      "bodies = ( { name = \"a\"; mass = 2.385; inertia = (1, 2, 2.5, 0.1,\n"
      "  0.2, 0.3); quaternion = (0.6, 0, 0.8, 0); position = (1, 2, 3);\n"
      "  velocity = (4, 5, 6); omega = (7, 8, 9); force = (1, 0, 2);\n"
      "  torque = (0, 3, 0); } );\n"
      "springs = ( { parent = \"world\"; child = \"a\"; point = (1, 2, 5);\n"
      "  child_point = (1, 2, 3); stiffness = 40; damping = 0.5; },\n"
      "  { parent = \"a\"; child = \"world\"; point = (1, 2, 3.5);\n"
      "  child_point = (0, 0, 0); stiffness = 4; length = 0.1; } );\n",
      0, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  const pn_system *system = of->system;
  const pn_body *a = &system->body[0];
  const double gravity[] = {0.1, -9.81, 0.2}, v[] = {4, 5, 6};
  const double omega[] = {7, 8, 9}, force[] = {1, 0, 2}, torque[] = {0, 3, 0};
  ck_assert_str_eq(of->title, "all");
  ck_assert_str_eq(of->file, "x.cfg");
  ck_assert(of->time == 2.5 && of->dt == 0.01);
  ck_assert_str_eq(of->integrator.text, "rk4");
  ck_assert_str_eq(of->solver.text, "dense");
  ck_assert_str_eq(of->correction.text, "newton");
  ck_assert(of->solver.line == 2 && of->correction.line == 3);
  ck_assert(of->has_box && of->restitution == 0.75 && of->low.z == -3 &&
            of->high.y == 2);
  same_vec3(system->gravity, gravity, 0, "gravity", 0);
  same_vec3(a->v, v, 0, "velocity", 0);
  same_vec3(a->omega, omega, 0, "omega", 0);
  same_vec3(a->force, force, 0, "force", 0);
  same_vec3(a->torque, torque, 0, "torque", 0);
  ck_assert(a->inertia.m[2][2] == 2.5 && a->inertia.m[0][1] == 0.1 &&
            a->inertia.m[2][1] == 0.2 && a->inertia.m[0][2] == 0.3);
  test_close(a->pose.q.y, 0.8, rounding, "quaternion");
  ck_assert_uint_eq(system->springs, 2);
  ck_assert(system->spring[0].length == 2 && system->spring[1].length == 0.1);
  ck_assert(system->spring[0].damping == 0.5);
  /* 0.5 m along z of the world, in a frame turned by 2 atan(4/3) about y. */
  const double half[] = {-0.5 * 0.96, 0, 0.5 * -0.28};
  same_vec3(system->spring[1].point[0], half, rounding, "spring", 1);
  pn_system_scene_free(of);
}
END_TEST

/* Points and places are told where they are at the start, and kept in the
   bodies' frames. */
START_TEST(tasks_arrive)
{
  pn_error error = {0};
  pn_system_scene *of = read_text(
      "bodies = ( { name = \"a\"; mass = 1; shape = \"sphere\"; size = 1;\n"
      "  position = (1, 2, 3); axis = (0, 0, 1); angle = 90.0; },\n"
      "  { name = \"b\"; mass = 1; shape = \"point\"; } );\n"
      "joints = ( { type = \"cylindrical\"; parent = \"world\"; child = "
      "\"b\";\n"
      "  name = \"guide\"; point = (0, 0, 0); axis = (1, 0, 0); } );\n"
      "targets = ( { body = \"a\"; point = (1, 2.5, 3); place = (7, 8, 9); },\n"
      "  { body = \"b\"; point = (0, 0, 1); at = \"a\"; place = (0, 2, 4); } "
      ");\n"
      "motion = ( { joint = \"guide\"; turn = 30; slide = 0.2;\n"
      "  frequency = 0.5; phase = -90; } );\n",
      0, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  const double point[] = {0.5, 0, 0}, place[] = {7, 8, 9};
  const double other[] = {0, 1, 1};
  ck_assert_uint_eq(of->targets, 2);
  ck_assert(of->target[0].body == 0 && of->target[0].other == PN_WORLD);
  ck_assert(of->target[1].body == 1 && of->target[1].other == 0);
  same_vec3(of->target[0].point, point, rounding, "point", 0);
  same_vec3(of->target[0].place, place, 0, "place", 0);
  same_vec3(of->target[1].place, other, rounding, "place", 1);
  ck_assert_uint_eq(of->swings, 1);
  test_close(of->swing[0].turn.x, M_PI / 6, rounding, "turn");
  test_close(of->swing[0].phase, -M_PI / 2, rounding, "phase");
  ck_assert(of->swing[0].slide == 0.2 && of->swing[0].frequency == 0.5 &&
            of->swing[0].joint == 0);
  pn_system_scene_free(of);
}
END_TEST

/* Two bodies, and a joint between them that needs completing. */
#define A "{ name = \"a\"; mass = 1; shape = \"sphere\"; size = 0.1; }"
#define B                                                                      \
  "{ name = \"bell\"; mass = 2; shape = \"point\"; position = (1, 0, 0); }"
#define TWO        "bodies = ( " A ",\n " B " );\n"
#define BODY(keys) "bodies = ( { name = \"a\";\n " keys " } );\n"
#define JOINT(type, keys)                                                      \
  TWO "joints = ( { type = \"" type                                            \
      "\";\n parent = \"a\"; child = \"bell\";\n " keys " } );\n"

#define FALLING BODY("mass = 1; shape = \"point\"; velocity = (0, 0.3, 0);")

#define HIP(type, keys) JOINT(type, "point = (0, 0, 0); name = \"hip\";" keys)
#define HINGE           HIP("revolute", "axis = (1, 0, 0);")

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
     "custom, planar, screw, gear, free, not 'bal'"},
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
     "x.cfg:5: unknown key 'axis'"},
    {JOINT("ball", "point = (0, 0, 0); friction_turn = -1;"), "?x.cfg:5: "},
    {JOINT("ball", "point = (0, 0, 1e999);"), "?x.cfg:5: "},
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
     "x.cfg:6: free must be one of tx, ty, tz, rx, ry, rz, not 'rw'"},
    {JOINT("free", "point = (0, 0, 0); axis = (1, 0, 0); second = (0, 1, 0);"
                   "\n free = (\"tx\", \"ty\", \"tz\", \"rx\", \"ry\", "
                   "\"rz\");"),
     "x.cfg:6: with all six motions free there is no joint"},
    {JOINT("custom", "point = (0, 0, 0);"), "?the key 'equation' is missing"},
    {HINGE "motors = ( { joint = \"hop\"; } );\n",
     "x.cfg:6: there is no joint 'hop' (did you mean 'hip'?)"},
    {HIP("fixed", "") "motors = ( { joint = \"hip\"; torque = 1; } );\n",
     "x.cfg:6: joint 'hip' (fixed) has no motor: it neither turns nor slides "
     "along an axis"},
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
     "x.cfg:1: kind must be one of chain, ring, tree, star, grid, not 'chian'"},
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
  Suite *suite = suite_create("scene");
  TCase *good = tcase_create("good");
  tcase_add_loop_test(good, the_shipped_scenes_are_whole, 0,
                      sizeof shipped / sizeof shipped[0]);
  tcase_add_test(good, the_puppet_is_the_references);
  tcase_add_test(good, the_puppet_spins_as_the_reference);
  tcase_add_test(good, ends_lay_a_body_along_a_line);
  tcase_add_test(good, the_top_precesses_as_the_closed_form);
  tcase_add_test(good, a_ring_is_laid_out_by_its_rule);
  tcase_add_test(good, a_tree_is_laid_out_by_its_rule);
  tcase_add_test(good, a_generated_chain_follows_its_frame);
  tcase_add_test(good, a_generated_grid_is_a_square_net);
  tcase_add_test(good, every_key_arrives);
  tcase_add_test(good, tasks_arrive);
  suite_add_tcase(suite, good);
  TCase *bad = tcase_create("bad");
  tcase_add_loop_test(bad, bad_scenes_are_told_what_is_wrong, 0,
                      sizeof texts / sizeof texts[0]);
  tcase_add_test(bad, an_open_joint_may_be_left_to_the_caller);
  tcase_add_test(bad, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, bad);
  return test_run(suite);
}
