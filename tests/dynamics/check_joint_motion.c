/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Motions given by joints, and the forces that they take: by differences,
   against textbook formulas, the reference, energy, and the forward
   dynamics. */
#include "dynamics/models.h"
#include "dynamics/reference.h"
#include "pantin/dynamics/inverse.h"
#include "pantin/dynamics/joint_motion.h"
#include "pantin/dynamics/simulation.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { Y_MAX = 13 * 20, JOINTS_MAX = 20 };

static const double g = 9.81;

/* Relative to the largest value of its kind. */
static const double agreed = 1e-9;

/* The reference has 12 digits. */
static const double printed = 1e-10;

static pn_inverse *inverse_of(const pn_system *system)
{
  pn_error error = {0};
  pn_inverse *inverse = pn_inverse_alloc(system, &error);
  ck_assert_msg(inverse != NULL, "%s", error.text);
  return inverse;
}

static double largest(const double *x, size_t n)
{
  double most = 0;
  for (size_t i = 0; i < n; i++)
    most = fmax(most, fabs(x[i]));
  return most;
}

static void vec_close(pn_vec3 got, pn_vec3 want, double tolerance,
                      const char *what)
{
  test_close(pn_vec3_norm(pn_vec3_sub(got, want)), 0, tolerance, "%s", what);
}

typedef struct {
  model_maker *make;
  const double (*acceleration)[6];
  const double (*joint)[5]; /* parent, child, force on the parent */
} reference_case;

static const reference_case cases[] = {
    {model_puppet, reference_ragdoll15_acceleration, reference_ragdoll15_joint},
    {model_chain10, reference_chain10_acceleration, reference_chain10_joint},
    {model_tree15, reference_tree15_acceleration, reference_tree15_joint},
};

START_TEST(the_reference_forces_are_found)
{
  const reference_case *c = &cases[_i];
  pn_system *system = c->make();
  system->gravity = pn_vec3_make(0, 0, -g);
  pn_inverse *inverse = inverse_of(system);
  double y[Y_MAX];
  pn_system_start(system, y);
  ck_assert_int_eq(pn_inverse_set(inverse, 0, y, c->acceleration[0]),
                   GSL_SUCCESS);
  const double force = largest(c->joint[0], 5 * system->joints);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_wrench *got = &inverse->wrench[b];
    const size_t j = inverse->tree->joint[b];
    size_t k = 0;
    while (j != PN_NO_JOINT &&
           ((double)system->joint[j].parent != c->joint[k][0] ||
            (double)system->joint[j].child != c->joint[k][1]))
      k++;
    const double *on_parent = c->joint[k] + 2;
    const pn_vec3 want =
        j == PN_NO_JOINT
            ? pn_vec3_make(0, 0, 0)
            : pn_vec3_make(-on_parent[0], -on_parent[1], -on_parent[2]);
    const double allowed = printed * fmax(1, force);
    vec_close(got->force, want, allowed, "force");
    vec_close(got->torque, pn_vec3_make(0, 0, 0), allowed, "torque");
  }
  pn_inverse_free(inverse);
  pn_system_free(system);
}
END_TEST

/* Turns joints round, to be seen from the other side. */
static void turn_round(pn_system *system)
{
  for (size_t j = 0; j < system->joints; j++) {
    pn_joint *joint = &system->joint[j], old = *joint;
    joint->parent = old.child;
    joint->child = old.parent;
    for (int side = 0; side < 2; side++) {
      joint->point[side] = old.point[1 - side];
      memcpy(joint->axis[side], old.axis[1 - side], sizeof old.axis[side]);
    }
  }
}

/* Finds J^T lambda of the joint by which a body hangs, on the body, about the
   joint's point. */
static void passed(const pn_dynamics *d, size_t body, size_t j, pn_vec3 *force,
                   pn_vec3 *torque)
{
  const pn_assembly *a = d->assembly;
  const int side = d->system->joint[j].child == body;
  const double *J = side ? pn_assembly_child(a, j) : pn_assembly_parent(a, j);
  double f[6] = {0};
  for (size_t i = a->first[j]; i < a->first[j + 1]; i++, J += 6)
    for (int k = 0; k < 6; k++)
      f[k] += J[k] * d->lambda[i];
  const pn_vec3 arm =
      pn_mat3_apply(a->motion[body].R, d->system->joint[j].point[side]);
  *force = pn_vec3_make(f[0], f[1], f[2]);
  *torque =
      pn_vec3_sub(pn_vec3_make(f[3], f[4], f[5]), pn_vec3_cross(arm, *force));
}

/* In free motion the joints pass on what the multipliers of the forward
   dynamics say, and motors do nothing. */
START_TEST(there_and_back)
{
  const model *m = model_get((size_t)_i / 2);
  pn_system *system = m->make();
  if (_i % 2)
    turn_round(system);
  system->gravity = pn_vec3_make(0.4, -g, 2.385);
  system->body[0].force = pn_vec3_make(2.385, -1, 0.5);
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  pn_measure measure;
  pn_error error = {0};
  pn_inverse *inverse = pn_inverse_alloc(system, &error);
  if (!inverse)
    ck_assert_ptr_nonnull(strstr(error.text, "loops"));
  while (inverse && s->t < 0.2) {
    ck_assert_int_eq(pn_simulation_step(s, NULL), GSL_SUCCESS);
    ck_assert_int_eq(pn_simulation_measure(s, &measure), GSL_SUCCESS);
    const pn_dynamics *d = s->dynamics;
    ck_assert_int_eq(pn_inverse_set(inverse, s->t, s->y, d->acceleration),
                     GSL_SUCCESS);
    const double size = agreed * fmax(largest(d->lambda, d->assembly->rows), 1);
    for (size_t b = 0; b < system->bodies; b++) {
      const pn_wrench *got = &inverse->wrench[b];
      pn_vec3 force = {0, 0, 0}, torque = {0, 0, 0};
      if (inverse->tree->joint[b] != PN_NO_JOINT)
        passed(d, b, inverse->tree->joint[b], &force, &torque);
      vec_close(got->force, force, size, m->name);
      vec_close(got->torque, torque, size, m->name);
      test_close(got->turn, 0, size, "%s: motor", m->name);
      test_close(got->slide, 0, size, "%s: motor", m->name);
    }
  }
  pn_inverse_free(inverse);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Swings all joints of the list, each in its own way; `t` [s]. */
static void swing(const pn_system *system, double t, pn_joint_motion *motion)
{
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint_type *type = system->joint[j].type;
    const double w = 2 + 0.385 * (double)j, phase = 0.7 * (double)j;
    const pn_vec3 turn = {type->turns > 0 ? 0.6 : 0, type->turns > 1 ? -0.4 : 0,
                          type->turns > 2 ? 0.9 : 0};
    const pn_vec3 slide = {type->slides ? 0.15 : 0, 0, 0};
    const double x = sin(w * t + phase), v = w * cos(w * t + phase);
    const double at[3] = {x, v, -w * w * x};
    motion[j] = (pn_joint_motion){
        pn_vec3_scale(at[0], turn),  pn_vec3_scale(at[1], turn),
        pn_vec3_scale(at[2], turn),  pn_vec3_scale(at[0], slide),
        pn_vec3_scale(at[1], slide), pn_vec3_scale(at[2], slide)};
    motion[j].turn.z += 0.3 * sin(t) * turn.z; /* no fixed axis */
    motion[j].turn_rate.z += 0.3 * cos(t) * turn.z;
    motion[j].turn_second.z -= 0.3 * sin(t) * turn.z;
  }
}

/* Makes a tree of driven joints that forks, most of them seen from the other
   side, and one of each type from both. */
static pn_system *machine(void)
{
  const pn_joint_type *const type[] = {
      pn_joint_revolute,  pn_joint_prismatic,   pn_joint_cylindrical,
      pn_joint_revolute,  pn_joint_cylindrical, pn_joint_prismatic,
      pn_joint_fixed,     pn_joint_ball,        pn_joint_universal,
      pn_joint_universal, pn_joint_ball};
  const int from_above[] = {1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1};
  const size_t above[] = {PN_WORLD, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8};
  pn_system *system = pn_system_alloc();
  system->gravity = pn_vec3_make(0.4, -g, 2.385);
  for (size_t b = 0; b < 11; b++) {
    const double at = (double)b, size[] = {0.3, 0.2, 0.1};
    pn_body body = pn_body_make(pn_shape_box, size, 1 + 0.385 * at);
    body.pose.x = pn_vec3_make(0.3 * at, 0.1 * sin(at), 0.2 * cos(2 * at));
    body.pose.q = pn_quat_axis_angle(pn_vec3_normalize(pn_vec3_make(1, at, -2)),
                                     0.5 * at);
    ck_assert_int_eq(pn_system_add_body(system, &body), 0);
    const pn_joint_place place = {.point = {0.3 * at - 0.1, 0.05, 0.1},
                                  .axis = {sin(at), 1, cos(3 * at)},
                                  .second = {1, 0.2, -1}};
    const size_t p = from_above[b] ? above[b] : b;
    const size_t c = from_above[b] ? b : above[b];
    ck_assert_ptr_nonnull(pn_system_join(system, type[b], p, c, &place));
  }
  return system;
}

/* Makes the same machine that starts where its joints have moved to, as a scene
   does that was saved. */
static pn_system *machine_on_its_way(void)
{
  pn_system *system = machine();
  pn_tree *tree = pn_tree_alloc(system);
  pn_joint_motion motion[2 * JOINTS_MAX] = {{.turn = {0, 0, 0}}};
  double y[Y_MAX], u[Y_MAX];
  swing(system, 1.1, motion);
  pn_joint_motion_state(system, tree, motion, y, u);
  for (size_t b = 0; b < system->bodies; b++)
    system->body[b].pose = pn_state_motion(system, y, b).pose;
  pn_tree_free(tree);
  return system;
}

static model_maker *const moved[] = {model_arm, machine, machine_on_its_way};
enum { MOVED = sizeof moved / sizeof moved[0] };

/* Positions, velocities and accelerations belong together, by differences of
   order 4, and to the joints. */
START_TEST(the_joints_move_as_told)
{
  const double h = 1e-3, t = 0.385, weight[] = {1, -8, 0, 8, -1};
  pn_system *system = moved[_i]();
  pn_tree *tree = pn_tree_alloc(system);
  pn_assembly *a = pn_assembly_alloc(system);
  pn_joint_motion motion[JOINTS_MAX];
  double y[5][Y_MAX], u[5][Y_MAX], Ju[Y_MAX];
  const size_t q = pn_system_positions(system);
  for (int k = 0; k < 5; k++) {
    swing(system, t + (k - 2) * h, motion);
    pn_joint_motion_state(system, tree, motion, y[k], u[k]);
  }
  swing(system, t, motion);
  ck_assert_int_eq(pn_assembly_set(a, y[2]), GSL_SUCCESS);
  test_close(pn_assembly_gap(a), 0, 1e-12, "gap");
  pn_assembly_velocity(a, y[2] + q, Ju);
  test_close(largest(Ju, a->rows), 0, 1e-12, "J u");
  pn_assembly_velocity(a, u[2], Ju);
  for (size_t i = 0; i < a->rows; i++)
    test_close(Ju[i] + a->bias[i], 0, 1e-10, "J u' + Jdot u, row %zu", i);

  for (size_t b = 0; b < system->bodies; b++) {
    double rate[7] = {0};
    for (size_t i = 0; i < 7; i++)
      for (int k = 0; k < 5; k++)
        rate[i] += weight[k] * y[k][7 * b + i] / (12 * h);
    const pn_motion now = pn_state_motion(system, y[2], b);
    const pn_quat turn = pn_quat_derivative(now.pose.q, now.omega);
    const double want[] = {now.v.x, now.v.y, now.v.z, turn.w,
                           turn.x,  turn.y,  turn.z};
    for (size_t i = 0; i < 7; i++)
      test_close(rate[i], want[i], 1e-8, "body %zu: q'[%zu]", b, i);
    for (size_t i = 0; i < 6; i++) {
      double second = 0;
      for (int k = 0; k < 5; k++)
        second += weight[k] * y[k][q + 6 * b + i] / (12 * h);
      test_close(u[2][6 * b + i], second, 1e-7, "body %zu: u'[%zu]", b, i);
    }
  }

  /* The displacements are found again in the poses. */
  pn_joint_motion found[2 * JOINTS_MAX];
  memset(found, 0, sizeof found);
  pn_joint_motion_from_state(system, tree, y[2], found);
  for (size_t j = 0; j < system->joints; j++) {
    vec_close(found[j].turn, motion[j].turn, 1e-12, "turn");
    vec_close(found[j].slide, motion[j].slide, 1e-12, "slide");
  }

  /* The turn of the first joint, a hinge on the world, is what was told. */
  const pn_quat by =
      pn_quat_multiply(pn_state_motion(system, y[2], 0).pose.q,
                       pn_quat_conjugate(system->body[0].pose.q));
  test_close(2 * asin(pn_vec3_dot(system->joint[0].axis[0][0],
                                  pn_vec3_make(by.x, by.y, by.z))),
             motion[0].turn.x, 1e-12, "turn of the first hinge");
  pn_assembly_free(a);
  pn_tree_free(tree);
  pn_system_free(system);
}
END_TEST

/* Puts the motors that inverse dynamics found, times a factor, into the joints:
   both are counted from the parent to the child. */
static void set_motors(pn_system *system, const pn_inverse *inverse,
                       double factor)
{
  system->motors = 0;
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_wrench *w = &inverse->wrench[b];
    const size_t j = inverse->tree->joint[b];
    const double part = system->joint[j].child == b ? factor : -factor;
    const pn_motor motor = {.joint = j,
                            .torque = pn_vec3_scale(part, w->motor),
                            .force = part * w->slide};
    ck_assert_int_eq(pn_system_add_motor(system, &motor), GSL_SUCCESS);
  }
}

/* With the motors as a load the forward dynamics accelerates as told. */
START_TEST(motors_make_the_motion)
{
  pn_system *system = moved[_i]();
  pn_inverse *inverse = inverse_of(system);
  pn_joint_motion motion[JOINTS_MAX];
  double y[Y_MAX], u[Y_MAX];
  swing(system, 0.385, motion);
  pn_joint_motion_state(system, inverse->tree, motion, y, u);
  ck_assert_int_eq(pn_inverse_set(inverse, 0, y, u), GSL_SUCCESS);
  set_motors(system, inverse, 1);
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  const size_t n = 6 * system->bodies;
  for (size_t k = 0; k < n; k++)
    test_close(d->acceleration[k], u[k], agreed * largest(u, n), "u'[%zu]", k);

  /* Motors that are a thousandth too weak do not. */
  set_motors(system, inverse, 0.999);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  double off = 0;
  for (size_t k = 0; k < n; k++)
    off = fmax(off, fabs(d->acceleration[k] - u[k]));
  ck_assert(off > 1e-4 * largest(u, n));
  pn_dynamics_free(d);
  pn_inverse_free(inverse);
  pn_system_free(system);
}
END_TEST

/* The motors' power is what the energy grows by, but for friction. */
START_TEST(motors_pay_the_energy)
{
  const double h = 1e-3, weight[] = {1, -8, 0, 8, -1};
  pn_system *system = moved[_i]();
  for (size_t j = 0; j < system->joints; j++)
    system->joint[j].friction_turn = 0;
  pn_inverse *inverse = inverse_of(system);
  pn_joint_motion motion[JOINTS_MAX];
  pn_measure measure;
  double y[Y_MAX], u[Y_MAX], Ju[Y_MAX], rate = 0, power;
  for (int k = 0; k < 5; k++) {
    swing(system, 0.385 + (k - 2) * h, motion);
    pn_joint_motion_state(system, inverse->tree, motion, y, u);
    ck_assert_int_eq(pn_measure_set(&measure, inverse->assembly, y, Ju), 0);
    rate += weight[k] * measure.energy / (12 * h);
  }
  swing(system, 0.385, motion);
  pn_joint_motion_state(system, inverse->tree, motion, y, u);
  ck_assert_int_eq(pn_inverse_set(inverse, 0, y, u), GSL_SUCCESS);
  set_motors(system, inverse, 1);
  pn_assembly_load(inverse->assembly, 0);
  power = inverse->assembly->motor_power;
  ck_assert(fabs(power) > 1);
  test_close(power, rate, 1e-7 * fabs(power), "power");
  pn_inverse_free(inverse);
  pn_system_free(system);
}
END_TEST

/* Two hinged rods in a plane with gravity along -y, their angles from x:

     tau_2 = I2 (a1 + a2)
           + m2 l1 c2 (a1 cos q2 + w1^2 sin q2) + m2 g c2 cos(q1 + q2)
     tau_1 = tau_2 + (I1 + m2 l1^2) a1
           + m2 l1 c2 ((a1 + a2) cos q2 - (w1 + w2)^2 sin q2)
           + (m1 c1 + m2 l1) g cos q1

   with I about each rod's own hinge, c to its centre. (J. Craig, Introduction
   to Robotics (2005), section 6.7, with inertia.) */
START_TEST(the_textbook_arm)
{
  const double m1 = 2.385, m2 = 1.1, l1 = 0.8, l2 = 0.5;
  const double c1 = l1 / 2, c2 = l2 / 2;
  const double I1 = m1 * l1 * l1 / 3, I2 = m2 * l2 * l2 / 3;
  pn_system *system = pn_system_alloc();
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_body rod = pn_body_make(pn_shape_rod, &l1, m1);
  rod.pose.x = pn_vec3_make(c1, 0, 0);
  pn_system_add_body(system, &rod);
  rod = pn_body_make(pn_shape_rod, &l2, m2);
  rod.pose.x = pn_vec3_make(l1 + c2, 0, 0);
  pn_system_add_body(system, &rod);
  pn_joint_place place = {.axis = {0, 0, 2}};
  ck_assert(pn_system_join(system, pn_joint_revolute, PN_WORLD, 0, &place));
  place.point.x = l1;
  ck_assert(pn_system_join(system, pn_joint_revolute, 0, 1, &place));
  pn_inverse *inverse = inverse_of(system);

  const double q1 = 0.6, w1 = 1.3, a1 = -2, q2 = -1.1, w2 = 0.7, a2 = 3.1;
  const pn_joint_motion motion[] = {
      {.turn = {q1, 0, 0}, .turn_rate = {w1, 0, 0}, .turn_second = {a1, 0, 0}},
      {.turn = {q2, 0, 0}, .turn_rate = {w2, 0, 0}, .turn_second = {a2, 0, 0}}};
  double y[26], u[12];
  pn_joint_motion_state(system, inverse->tree, motion, y, u);
  ck_assert_int_eq(pn_inverse_set(inverse, 0, y, u), GSL_SUCCESS);
  const double tau2 = I2 * (a1 + a2) +
                      m2 * l1 * c2 * (a1 * cos(q2) + w1 * w1 * sin(q2)) +
                      m2 * g * c2 * cos(q1 + q2);
  const double tau1 =
      tau2 + (I1 + m2 * l1 * l1) * a1 +
      m2 * l1 * c2 * ((a1 + a2) * cos(q2) - (w1 + w2) * (w1 + w2) * sin(q2)) +
      (m1 * c1 + m2 * l1) * g * cos(q1);
  test_close(inverse->wrench[1].turn, tau2, 1e-12, "torque of the elbow");
  test_close(inverse->wrench[1].slide, 0, 0, "no motor along its axis");
  test_close(inverse->wrench[0].turn, tau1, 1e-12, "torque of the shoulder");

  /* The first hinge carries both: the momentum's change less the weight. */
  const pn_vec3 v1 = pn_vec3_make(u[0], u[1], u[2]);
  const pn_vec3 v2 = pn_vec3_make(u[6], u[7], u[8]);
  vec_close(inverse->wrench[0].force,
            pn_vec3_add(pn_vec3_make(0, (m1 + m2) * g, 0),
                        pn_vec3_add_scaled(pn_vec3_scale(m1, v1), m2, v2)),
            1e-12, "force of the shoulder");
  pn_inverse_free(inverse);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  int models = 0;
  while (model_get((size_t)models))
    models++;
  Suite *suite = suite_create("joint_motion");
  TCase *passive = tcase_create("passive");
  tcase_add_loop_test(passive, the_reference_forces_are_found, 0,
                      sizeof cases / sizeof cases[0]);
  tcase_add_loop_test(passive, there_and_back, 0, 2 * models);
  suite_add_tcase(suite, passive);
  TCase *driven = tcase_create("driven");
  tcase_add_loop_test(driven, the_joints_move_as_told, 0, MOVED);
  tcase_add_loop_test(driven, motors_make_the_motion, 0, MOVED);
  tcase_add_loop_test(driven, motors_pay_the_energy, 0, MOVED);
  tcase_add_test(driven, the_textbook_arm);
  suite_add_tcase(suite, driven);
  return test_run(suite);
}
