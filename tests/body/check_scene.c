/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reading scenes: the shipped ones against their sources, generated ones
   against their rules, and every key. */
#include "pantin/body/scene.h"

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

static pn_system_scene *read_text(const char *text)
{
  pn_error error = {0};
  pn_system_scene *of =
      pn_system_scene_read_string("x.cfg", text, strlen(text), 0, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  return of;
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
    {"knee", 2, 2, 10},
    {"differential", 4, 6, 22},
    {"axle", 3, 4, 16},
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
  pn_system_scene *of = read_text(
      "generate = ( { kind = \"chain\"; count = 3; root = true; mass = 2.385;\n"
      "  shape = \"capsule\"; size = (0.3, 0.1); spacing = 0.5;\n"
      "  position = (1, 2, 3); axis = (0, 0, 7); angle = 90;\n"
      "  joint = \"revolute\"; joint_axis = (0, 0, 1); } );\n"
      "bodies = ( { name = \"bob\"; mass = 1; shape = \"point\";\n"
      "             position = (1, 3.6, 3); } );\n"
      "joints = ( { type = \"distance\"; parent = \"chain-3\";\n"
      "  child = \"bob\"; point = (1, 3.5, 3); child_point = (1, 3.6, 3); }\n"
      ");\n");
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
  pn_system_scene *of = read_text(
      "generate = ( { kind = \"grid\"; count = 7; spacing = 0.6; mass = 1.3;\n"
      "  shape = \"box\"; size = (0.5, 0.4, 0.1); } );\n");
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
      "  child_point = (0, 0, 0); stiffness = 4; length = 0.1; } );\n");
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
      "  frequency = 0.5; phase = -90; } );\n");
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
  return test_run(suite);
}
