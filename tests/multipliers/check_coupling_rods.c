/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Coupled wheels: axles in a row, which rods of both sides join, the cranks of
   one side ahead of those of the other. Each rod passes its dead points while
   the other one carries, so that which rows are redundant changes. All axles
   turn alike, and the rods only translate: with the angle q, n axles of moment
   I, and for each rod the mass m and the angle a of its crank at q = 0,

     (n I + sum m r^2) q'' = sum m g r sin(q + a). */
#include "pantin/body/scene.h"
#include "pantin/dynamics/dynamics.h"
#include "pantin/multipliers/multipliers.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double gravity = 9.81, crank = 0.2, axle_mass = 3,
                    axle_radius = 0.4, spin = 1.7, heading = 40.5,
                    degree = 0.017453292519943295;

/* What is left where loops have been closed [m]; and what that may change of
   the accelerations, relative to the largest. */
static const double drift = 1e-13, agreed = 1e-9;

enum { LENGTH = 20000 };

/* Adds to a text. */
static void say(char *text, const char *format, ...)
{
  const size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  vsnprintf(text + used, LENGTH - used, format, list);
  va_end(list);
}

/* The machines: numbers of axles, by how much the cranks of one side are ahead
   [deg], the mass of a rod [kg] and its thickness [m]. */
static const struct {
  int axles;
  double ahead, rod, thick;
} machines[] = {{2, 90, 1, 0.05},    {2, 60, 1, 0.05},   {2, 30, 1, 0.05},
                {2, 120, 1, 0.05},   {2, 150, 10, 0.05}, {2, 90, 30, 0.05},
                {2, 75, 0.03, 0.05}, {3, 90, 1, 0.1},    {4, 60, 1, 0.2},
                {3, 45, 5, 0.1},     {2, 90, 1, 0.001},  {4, 60, 1, 0.01}};
enum { MACHINES = sizeof machines / sizeof machines[0] };

/* The angle of a rod's crank from the vertical, where the first rod's is q. */
static double crank_angle(int machine, int rod, double q)
{
  return q + (rod ? machines[machine].ahead * degree : 0);
}

/* Writes the machine with the crank of the first rod at q, turning. The row of
   axles is turned about the vertical, so that nothing is exact. */
static void write_machine(char *text, int machine, double q)
{
  const int axles = machines[machine].axles;
  const double c = cos(heading * degree), s = sin(heading * degree);
  char joints[LENGTH] = "";
  say(text, "gravity = (0, 0, %.17g); bodies = ( ", -gravity);
  for (int k = 0; k < axles; k++) {
    say(text,
        "{ name = \"axle%d\"; mass = %g; shape = \"cylinder\"; size = (1, "
        "%.17g); position = (%.17g, %.17g, 0); axis = (0, 0, 1); angle = "
        "%.17g; omega = (%.17g, %.17g, 0); }, ",
        k, axle_mass, axle_radius, k * c, k * s, heading + 90, -spin * s,
        spin * c);
    say(joints,
        "%s{ type = \"revolute\"; parent = \"world\"; child = \"axle%d\"; "
        "point = (%.17g, %.17g, 0); axis = (%.17g, %.17g, 0); }",
        k > 0 ? ", " : "", k, k * c, k * s, -s, c);
  }
  for (int rod = 0; rod < 2; rod++) {
    const double a = crank_angle(machine, rod, q), side = rod ? -0.5 : 0.5;
    const double x = crank * sin(a), z = crank * cos(a);
    const double middle = 0.5 * (axles - 1) + x;
    say(text,
        "%s{ name = \"rod%d\"; mass = %.17g; shape = \"box\"; size = (%d, "
        "%.17g, %.17g); position = (%.17g, %.17g, %.17g); axis = (0, 0, 1); "
        "angle = %.17g; velocity = (%.17g, %.17g, %.17g); }",
        rod ? ", " : "", rod, machines[machine].rod, axles - 1,
        machines[machine].thick, machines[machine].thick, middle * c - side * s,
        middle * s + side * c, z, heading, spin * z * c, spin * z * s,
        -spin * x);
    for (int k = 0; k < axles; k++)
      say(joints,
          ", { type = \"revolute\"; parent = \"axle%d\"; child = \"rod%d\"; "
          "point = (%.17g, %.17g, %.17g); axis = (%.17g, %.17g, 0); }",
          k, rod, (k + x) * c - side * s, (k + x) * s + side * c, z, -s, c);
  }
  say(text, " ); joints = ( %s );", joints);
}

/* Sets the accelerations of the closed form, (velocities). */
static void closed_form(int machine, double q, double *want)
{
  const int axles = machines[machine].axles;
  const double m = machines[machine].rod;
  const double c = cos(heading * degree), s = sin(heading * degree);
  double moment = axles * axle_mass * axle_radius * axle_radius / 2, drive = 0;
  for (int rod = 0; rod < 2; rod++) {
    moment += m * crank * crank;
    drive += m * gravity * crank * sin(crank_angle(machine, rod, q));
  }
  const double turning = drive / moment;
  for (int k = 0; k < axles; k++) {
    want[6 * k + 3] = -turning * s;
    want[6 * k + 4] = turning * c;
  }
  for (int rod = 0; rod < 2; rod++) {
    const double a = crank_angle(machine, rod, q);
    const double ahead = crank * (turning * cos(a) - spin * spin * sin(a));
    double *of = want + 6 * (axles + rod);
    of[0] = ahead * c;
    of[1] = ahead * s;
    of[2] = crank * (-turning * sin(a) - spin * spin * cos(a));
  }
}

/* Returns the largest error of a solver's accelerations beside the largest one;
   INFINITY if it fails. */
static double error_of(const pn_multiplier_type *type, int machine, double q)
{
  char text[LENGTH] = "";
  double want[36] = {0}, most = 0, size = 0;
  write_machine(text, machine, q);
  closed_form(machine, q, want);
  pn_error error;
  pn_system_scene *of =
      pn_system_scene_read_string("rods.cfg", text, strlen(text), 1, &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  double *y = calloc(pn_system_dimension(of->system), sizeof *y);
  pn_dynamics *d = pn_dynamics_alloc(of->system, type);
  pn_system_start(of->system, y);
  for (size_t k = 0; k < pn_system_positions(of->system); k++)
    y[k] += drift * sin(2.385 * (double)k);
  const int code = pn_dynamics_evaluate(d, 0, y, NULL);
  for (size_t k = 0; k < d->assembly->velocities; k++) {
    most = fmax(most, fabs(d->acceleration[k] - want[k]));
    size = fmax(size, fabs(want[k]));
  }
  pn_dynamics_free(d);
  pn_system_scene_free(of);
  free(y);
  return code ? INFINITY : most / size;
}

/* Where rows are nearly redundant that are not otherwise, or some of them: a
   rod in line with the axles, at its dead point, or both rods at one height. */
static double place(int machine, int at)
{
  const double ahead = machines[machine].ahead * degree;
  return at == 0   ? M_PI_2
         : at == 1 ? -M_PI_2
         : at == 2 ? M_PI_2 - ahead
         : at == 3 ? -ahead / 2
                   : M_PI - ahead / 2;
}
enum { PLACES = 5 };

/* Distances from these places, in angles that no pose meets by chance. */
enum { DECADES = 8, PER_DECADE = 12 };
static double distance(int k)
{
  return (k % 2 ? 0.7 : -0.7) * pow(10, -(double)k / PER_DECADE);
}

START_TEST(rods_couple_axles_in_all_poses)
{
  for (int at = 0; at < PLACES; at++)
    for (int k = 0; k <= DECADES * PER_DECADE; k++) {
      const double q = place(_i, at) + distance(k);
      const double error = error_of(pn_multipliers_auto, _i, q);
      ck_assert_msg(error < agreed, "place %d, %g from it: %g", at, distance(k),
                    error);
    }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("coupling rods");
  TCase *rods = tcase_create("poses");
  test_add_family(rods, rods_couple_axles_in_all_poses, MACHINES);
  suite_add_tcase(suite, rods);
  return test_run(suite);
}
