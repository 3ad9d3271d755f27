/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Robots against MuJoCo, which reads the same files: the accelerations of every
   body at random states. Where loops are closed, which MuJoCo does by soft
   constraints, its mass matrix, bias and Jacobian are asked instead. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/body/scene.h"
#include "pantin/dynamics/dynamics.h"
#include "test.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATES = 5 };

/* Relative to accelerations above 1. A full inertia is diagonalised by MuJoCo,
   whose numbers give it back to 5e-8 only. */
static const double allowed = 1e-9, of_full_inertia = 1e-7;

/* A robot, as both programs have read it. */
typedef struct {
  mjModel *model;
  mjData *data;
  pn_system_scene *scene;
  pn_dynamics *dynamics;
  pn_pose *local; /* of our bodies in the frames of MuJoCo's */
  int *id;        /* MuJoCo's number of each body */
  double *y;
  gsl_rng *random;
} pair;

static pn_vec3 vec3(const mjtNum *x)
{
  return pn_vec3_make(x[0], x[1], x[2]);
}

static pn_quat quat(const mjtNum *q)
{
  return (pn_quat){q[0], q[1], q[2], q[3]};
}

static pair open_pair(const char *folder, const char *name)
{
  pair p = {.model = NULL};
  char path[4096], fault[1000] = "";
  pn_error error = {0};
  snprintf(path, sizeof path, "%s%s%s/%s",
           strcmp(folder, ".") ? getenv("srcdir") : "",
           strcmp(folder, ".") ? "/" : "", folder, name);
  p.model = mj_loadXML(path, NULL, fault, sizeof fault);
  ck_assert_msg(p.model != NULL, "%s: %s", path, fault);
  p.model->opt.disableflags |=
      mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS;
  p.data = mj_makeData(p.model);
  p.scene = pn_system_scene_read(path, 0, &error);
  ck_assert_msg(p.scene != NULL, "%s:%d: %s", path, error.line, error.text);

  /* The frames of the bodies differ by a fixed pose, seen at the start. */
  const pn_system *system = p.scene->system;
  p.local = pn_alloc(system->bodies, sizeof *p.local);
  p.id = pn_alloc(system->bodies, sizeof *p.id);
  p.y = pn_alloc(pn_system_dimension(system), sizeof *p.y);
  p.dynamics = pn_dynamics_alloc(system, pn_multipliers_auto);
  p.random = gsl_rng_alloc(gsl_rng_mt19937);
  mj_kinematics(p.model, p.data);
  for (size_t b = 0; b < system->bodies; b++) {
    p.id[b] = mj_name2id(p.model, mjOBJ_BODY, system->body[b].name);
    ck_assert_msg(p.id[b] > 0, "MuJoCo has no body %s", system->body[b].name);
    const pn_pose theirs = {vec3(p.data->xpos + 3 * p.id[b]),
                            quat(p.data->xquat + 4 * p.id[b])};
    p.local[b].x = pn_pose_local(theirs, system->body[b].pose.x);
    p.local[b].q =
        pn_quat_multiply(pn_quat_conjugate(theirs.q), system->body[b].pose.q);
  }
  return p;
}

static void close_pair(pair *p)
{
  pn_dynamics_free(p->dynamics);
  pn_system_scene_free(p->scene);
  pn_free(p->local);
  pn_free(p->id);
  pn_free(p->y);
  gsl_rng_free(p->random);
  mj_deleteData(p->data);
  mj_deleteModel(p->model);
}

/* Copies MuJoCo's state to ours. */
static void copy_state(pair *p)
{
  const pn_system *system = p->scene->system;
  for (size_t b = 0; b < system->bodies; b++) {
    mjtNum velocity[6];
    const pn_pose theirs = {vec3(p->data->xpos + 3 * p->id[b]),
                            quat(p->data->xquat + 4 * p->id[b])};
    mj_objectVelocity(p->model, p->data, mjOBJ_XBODY, p->id[b], velocity, 0);
    const pn_vec3 omega = vec3(velocity);
    const pn_vec3 arm = pn_quat_rotate(theirs.q, p->local[b].x);
    const pn_pose pose = {pn_vec3_add(theirs.x, arm),
                          pn_quat_multiply(theirs.q, p->local[b].q)};
    pn_state_set(system, p->y, b, pose,
                 pn_vec3_add(vec3(velocity + 3), pn_vec3_cross(omega, arm)),
                 omega);
  }
}

/* Sets a random state, of positions near the start (amount 0: at the start). */
static void set_random_state(pair *p, double amount)
{
  mj_resetData(p->model, p->data);
  mjtNum *step = p->data->qacc; /* as room */
  for (int k = 0; k < p->model->nv; k++) {
    step[k] = amount * (gsl_rng_uniform(p->random) - 0.5);
    p->data->qvel[k] = 4 * gsl_rng_uniform(p->random) - 2;
  }
  mj_integratePos(p->model, p->data->qpos, step, 1);
}

/* Returns MuJoCo's acceleration of the centre of mass of our body, without the
   gravity that it adds. */
static void their_acceleration(const pair *p, size_t b, pn_vec3 *linear,
                               pn_vec3 *angular)
{
  mjtNum a[6], velocity[6];
  mj_objectVelocity(p->model, p->data, mjOBJ_XBODY, p->id[b], velocity, 0);
  mj_objectAcceleration(p->model, p->data, mjOBJ_XBODY, p->id[b], a, 0);
  const pn_vec3 omega = vec3(velocity), alpha = vec3(a);
  const pn_vec3 arm =
      pn_quat_rotate(quat(p->data->xquat + 4 * p->id[b]), p->local[b].x);
  *angular = alpha;
  *linear = pn_vec3_add(vec3(a + 3), vec3(p->model->opt.gravity));
  *linear = pn_vec3_add(*linear, pn_vec3_cross(alpha, arm));
  *linear =
      pn_vec3_add(*linear, pn_vec3_cross(omega, pn_vec3_cross(omega, arm)));
}

/* Compares our accelerations with MuJoCo's at its state. Returns the largest
   difference, relative to accelerations above 1. */
static double compare(pair *p, double most, const char *name)
{
  const pn_system *system = p->scene->system;
  double worst = 0;
  mj_rnePostConstraint(p->model, p->data);
  copy_state(p);
  ck_assert_int_eq(pn_dynamics_evaluate(p->dynamics, 0, p->y, NULL), 0);
  for (size_t b = 0; b < system->bodies; b++) {
    pn_vec3 linear, angular;
    their_acceleration(p, b, &linear, &angular);
    const double want[] = {linear.x,  linear.y,  linear.z,
                           angular.x, angular.y, angular.z};
    for (size_t k = 0; k < 6; k++) {
      const double got = p->dynamics->acceleration[6 * b + k];
      const double unit = fmax(1, fabs(want[k]));
      test_close(got, want[k], most * unit, "%s, %s: component %zu", name,
                 system->body[b].name, k);
      worst = fmax(worst, fabs(got - want[k]) / unit);
    }
  }
  return worst;
}

static const struct {
  const char *folder, *name;
  const double *allowed;
} models[] = {
    {"data/robots", "arm.urdf", &allowed},
    {"data/robots", "quadruped.xml", &allowed},
    {"data/robots", "humanoid.xml", &allowed},
    {"tests/body/robots", "orientations.xml", &of_full_inertia},
    {"tests/body/robots", "combined.xml", &allowed},
    {"tests/body/robots", "welded.xml", &allowed},
    {"tests/body/robots", "slider.urdf", &allowed},
    {"tests/body/robots", "defaults.xml", &allowed},
    {"tests/body/robots", "limits.xml", &allowed},
};
enum { MODELS = sizeof models / sizeof *models };

START_TEST(accelerations_agree)
{
  pair p = open_pair(models[_i].folder, models[_i].name);
  const pn_system *system = p.scene->system;
  double worst = 0;
  for (int state = 0; state < STATES; state++) {
    set_random_state(&p, 1);
    mj_forward(p.model, p.data);
    worst = fmax(worst, compare(&p, *models[_i].allowed, models[_i].name));
  }
  printf("# %s: %zu bodies, %zu joints, accelerations off by %.1e\n",
         models[_i].name, system->bodies, system->joints, worst);
  close_pair(&p);
}
END_TEST

/* Checks that the bounds of a coordinate are those of MuJoCo's joint of its
   kind on the same body, whose axis may be the opposite. */
static void check_bound(const pair *p, const pn_bound *bound)
{
  const pn_joint *joint = &p->scene->system->joint[bound->joint];
  const int body = p->id[joint->child];
  int j = p->model->body_jntadr[body];
  while (p->model->jnt_type[j] != (bound->axis ? mjJNT_SLIDE : mjJNT_HINGE))
    ck_assert_int_lt(++j,
                     p->model->body_jntadr[body] + p->model->body_jntnum[body]);
  const pn_vec3 axis = pn_quat_rotate(
      pn_system_pose(p->scene->system, joint->parent).q, joint->axis[0][0]);
  const int same = pn_vec3_dot(axis, vec3(p->data->xaxis + 3 * j)) > 0;
  const mjtNum ref = p->model->qpos0[p->model->jnt_qposadr[j]];
  const mjtNum range[] = {p->model->jnt_range[2 * j] - ref,
                          p->model->jnt_range[2 * j + 1] - ref};
  ck_assert_int_eq(p->model->jnt_limited[j], isfinite(bound->low));
  if (p->model->jnt_limited[j]) {
    test_close(bound->low, same ? range[0] : -range[1], 1e-14, "low");
    test_close(bound->high, same ? range[1] : -range[0], 1e-14, "high");
  }
  test_close(bound->friction,
             p->model->dof_frictionloss[p->model->jnt_dofadr[j]], 0,
             "dry friction");
}

/* Limits and dry friction are MuJoCo's, all of them; and limits that are not
   reached change nothing there either. */
START_TEST(bounds_agree)
{
  static const char *const names[] = {"limits.xml", "slider.urdf"};
  pair p = open_pair("tests/body/robots", names[_i]);
  const pn_system *system = p.scene->system;
  size_t theirs = 0;
  set_random_state(&p, 0);
  mj_forward(p.model, p.data);
  for (int j = 0; j < p.model->njnt; j++)
    theirs += p.model->jnt_limited[j] ||
              p.model->dof_frictionloss[p.model->jnt_dofadr[j]] > 0;
  ck_assert_uint_eq(system->bounds, theirs);
  ck_assert_uint_gt(theirs, 1);
  for (size_t b = 0; b < system->bounds; b++)
    check_bound(&p, &system->bound[b]);
  p.model->opt.disableflags &= ~mjDSBL_LIMIT;
  set_random_state(&p, 0.1);
  mj_forward(p.model, p.data);
  compare(&p, allowed, names[_i]);
  close_pair(&p);
}
END_TEST

/* Projects the velocities of MuJoCo's state on J qvel = 0, by least squares;
   J: (m x n) row by row. */
static void close_velocities(const pair *p, const gsl_matrix *J)
{
  const size_t m = J->size1, n = J->size2;
  gsl_matrix *JJ = gsl_matrix_alloc(m, m);
  gsl_vector *rate = gsl_vector_alloc(m), *x = gsl_vector_alloc(m),
             *work = gsl_vector_alloc(m);
  gsl_matrix *V = gsl_matrix_alloc(m, m);
  gsl_vector *S = gsl_vector_alloc(m);
  gsl_vector_view v = gsl_vector_view_array(p->data->qvel, n);
  gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, J, J, 0, JJ);
  gsl_blas_dgemv(CblasNoTrans, 1, J, &v.vector, 0, rate);
  gsl_linalg_SV_decomp(JJ, V, S, work);
  for (size_t k = 0; k < m; k++)
    if (gsl_vector_get(S, k) < 1e-10 * gsl_vector_get(S, 0))
      gsl_vector_set(S, k, 0); /* redundant rows */
  gsl_linalg_SV_solve(JJ, V, S, rate, x);
  gsl_blas_dgemv(CblasTrans, -1, J, x, 1, &v.vector);
  gsl_matrix_free(JJ);
  gsl_matrix_free(V);
  gsl_vector_free(S);
  gsl_vector_free(rate);
  gsl_vector_free(x);
  gsl_vector_free(work);
}

/* Copies the Jacobian of the closed loops. */
static gsl_matrix *loops_of(const pair *p)
{
  const size_t m = (size_t)p->data->ne, n = (size_t)p->model->nv;
  gsl_matrix *J = gsl_matrix_alloc(m, n);
  ck_assert(!mj_isSparse(p->model));
  for (size_t i = 0; i < m; i++)
    for (size_t k = 0; k < n; k++)
      gsl_matrix_set(J, i, k, p->data->efc_J[i * n + k]);
  return J;
}

/* Solves M a + J^T x = -bias + passive, J a = -Jdot v for a, by singular values
   of the whole matrix; Jdot v from the change of J along the motion. */
static void solve_loops(const pair *p, double *a)
{
  const double h = 1e-4;
  const size_t n = (size_t)p->model->nv;
  const int size = p->model->nq;
  mjtNum start[100];
  gsl_matrix *J = loops_of(p), *ahead, *behind;
  const size_t m = J->size1, all = n + m;
  gsl_matrix *A = gsl_matrix_calloc(all, all), *V = gsl_matrix_alloc(all, all);
  gsl_vector *b = gsl_vector_calloc(all), *x = gsl_vector_alloc(all),
             *S = gsl_vector_alloc(all), *work = gsl_vector_alloc(all);
  mjtNum *M = pn_alloc(n * n, sizeof *M);
  ck_assert_int_le(size, 100);
  mj_fullM(p->model, M, p->data->qM);
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < n; k++)
      gsl_matrix_set(A, i, k, M[i * n + k]);
    gsl_vector_set(b, i, p->data->qfrc_passive[i] - p->data->qfrc_bias[i]);
  }
  mju_copy(start, p->data->qpos, size);
  mj_integratePos(p->model, p->data->qpos, p->data->qvel, h);
  mj_forward(p->model, p->data);
  ahead = loops_of(p);
  mju_copy(p->data->qpos, start, size);
  mj_integratePos(p->model, p->data->qpos, p->data->qvel, -h);
  mj_forward(p->model, p->data);
  behind = loops_of(p);
  mju_copy(p->data->qpos, start, size);
  mj_forward(p->model, p->data);
  for (size_t i = 0; i < m; i++) {
    double change = 0;
    for (size_t k = 0; k < n; k++) {
      const double entry = gsl_matrix_get(J, i, k);
      gsl_matrix_set(A, n + i, k, entry);
      gsl_matrix_set(A, k, n + i, entry);
      change += (gsl_matrix_get(ahead, i, k) - gsl_matrix_get(behind, i, k)) /
                (2 * h) * p->data->qvel[k];
    }
    gsl_vector_set(b, n + i, -change);
  }
  gsl_linalg_SV_decomp(A, V, S, work);
  for (size_t k = 0; k < all; k++)
    if (gsl_vector_get(S, k) < 1e-12 * gsl_vector_get(S, 0))
      gsl_vector_set(S, k, 0);
  gsl_linalg_SV_solve(A, V, S, b, x);
  for (size_t k = 0; k < n; k++)
    a[k] = gsl_vector_get(x, k);
  gsl_matrix_free(J);
  gsl_matrix_free(ahead);
  gsl_matrix_free(behind);
  gsl_matrix_free(A);
  gsl_matrix_free(V);
  gsl_vector_free(b);
  gsl_vector_free(x);
  gsl_vector_free(S);
  gsl_vector_free(work);
  pn_free(M);
}

START_TEST(loops_agree)
{
  /* The difference quotient for Jdot v is good to h^2. */
  const double of_quotient = 2e-6;
  pair p = open_pair("tests/body/robots", "loop.xml");
  double a[100], worst = 0;
  for (int state = 0; state < STATES; state++) {
    set_random_state(&p, 0);
    mj_forward(p.model, p.data);
    gsl_matrix *J = loops_of(&p);
    ck_assert_uint_ge(J->size1, 9);
    close_velocities(&p, J);
    gsl_matrix_free(J);
    mj_forward(p.model, p.data);
    solve_loops(&p, a);
    mju_copy(p.data->qacc, a, p.model->nv);
    /* The accelerations of the bodies that go with these. */
    worst = fmax(worst, compare(&p, of_quotient, "loop.xml"));
  }
  printf("# loop.xml: accelerations off by %.1e\n", worst);
  close_pair(&p);
}
END_TEST

static const char *const scenes[] = {
    "arm", "chain-10", "double-pendulum", "puppet", "star", "tree", "tumbling"};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* Our scenes, written in MJCF: MuJoCo starts them as they start here. */
START_TEST(written_scenes_agree)
{
  char path[4096], name[] = "check_robot_XXXXXX.xml";
  pn_error error = {0};
  snprintf(path, sizeof path, "%s/data/joints/%s.cfg", getenv("srcdir"),
           scenes[_i]);
  pn_system_scene *of = pn_system_scene_read(path, 0, &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  const pn_system *system = of->system;
  double *y = pn_alloc(pn_system_dimension(system), sizeof *y);
  pn_system_start(system, y);
  close(mkstemps(name, 4));
  ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), GSL_SUCCESS);

  pair p = open_pair(".", name);
  if (p.model->nkey > 0)
    mj_resetDataKeyframe(p.model, p.data, 0);
  mj_forward(p.model, p.data);
  mj_rnePostConstraint(p.model, p.data);
  copy_state(&p);
  ck_assert_int_eq(pn_dynamics_evaluate(p.dynamics, 0, p.y, NULL), 0);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_motion want = pn_state_motion(system, y, b);
    const size_t own = pn_system_find(p.scene->system, system->body[b].name);
    const pn_motion got = pn_state_motion(p.scene->system, p.y, own);
    pn_vec3 linear, angular;
    their_acceleration(&p, own, &linear, &angular);
    test_close(pn_vec3_norm(pn_vec3_sub(got.v, want.v)), 0, allowed,
               "%s: velocity of %s", scenes[_i], system->body[b].name);
    test_close(pn_vec3_norm(pn_vec3_sub(got.omega, want.omega)), 0, allowed,
               "%s: omega of %s", scenes[_i], system->body[b].name);
    const double theirs[] = {linear.x,  linear.y,  linear.z,
                             angular.x, angular.y, angular.z};
    for (size_t k = 0; k < 6; k++)
      test_close(p.dynamics->acceleration[6 * own + k], theirs[k],
                 allowed * fmax(1, fabs(theirs[k])), "%s, %s: component %zu",
                 scenes[_i], system->body[b].name, k);
  }
  close_pair(&p);
  unlink(name);
  pn_free(y);
  pn_system_scene_free(of);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("robot_mujoco");
  TCase *tests = tcase_create("robot_mujoco");
  tcase_add_loop_test(tests, accelerations_agree, 0, MODELS);
  tcase_add_loop_test(tests, bounds_agree, 0, 2);
  tcase_add_test(tests, loops_agree);
  tcase_add_loop_test(tests, written_scenes_agree, 0, SCENES);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
