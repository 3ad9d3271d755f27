/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests chains of bars that come to rest on several stops of their hinges,
   against the energy that the torques of the motors can give, which is all that
   gives any, and against the account. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/body/scene.h"
#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BARS = 3, HINGE = 0 }; /* axis of a hinge's turn */

/* A chain of bars of 1 m, level at the start, under gravity. */
typedef struct {
  double mass[BARS], low[BARS], high[BARS]; /* [kg], [degrees] */
  double restitution[BARS], dry[BARS];      /* dry friction [N m] */
  double torque[BARS];                      /* of motors [N m] */
  double frequency[BARS], phase[BARS];      /* [1/s], [degrees] */
  size_t most; /* impacts that may be: many where they bounce */
} chain;

static const chain chains[] = {
    /* Hinges without dry friction beside one with it: they do not slide. */
    {{1, 1, 1},
     {-2, -10, -20},
     {60, 60, 30},
     {0, 0, 0.5},
     {0, 0, 12},
     {8, 3, 0},
     {0, 0.2, 0},
     {0, 180, 0},
     100},
    {{0.5, 0.5, 1},
     {-10, -5, -2},
     {60, 10, 10},
     {0, 0.5, 0.5},
     {8, 12, 0},
     {3, 20, 3},
     {0.5, 0.5, 0.5},
     {0, 0, 30},
     1000},
    /* All that moves stops at one instant: no speed is left to tell what is
       rounding. */
    {{0.5, 0.5, 4},
     {-2, 0, -20},
     {30, 30, 30},
     {0, 0, 0},
     {0, 0, 12},
     {20, 20, 20},
     {0, 0.5, 0.5},
     {0, 30, 0},
     100},
    /* Two limits are left at once, too slowly to be followed. */
    {{1, 1, 1},
     {-2, -2, -2},
     {60, 10, 30},
     {0, 0.5, 0},
     {0, 0, 0},
     {20, 3, 20},
     {0, 0, 0},
     {0, 0, 0},
     1000},
};
enum { CHAINS = sizeof chains / sizeof chains[0] };

/* Writes the scene of a chain. */
static void write_scene(const chain *of, char *text, size_t size)
{
  size_t used = (size_t)snprintf(text, size, "gravity = (0, -9.81, 0);\n");
  for (int part = 0; part < 3; part++) {
    static const char *const names[] = {"bodies", "joints", "motors"};
    used += (size_t)snprintf(text + used, size - used, "%s = (", names[part]);
    for (int k = 0; k < BARS; k++) {
      char parent[8] = "world";
      if (k > 0)
        snprintf(parent, sizeof parent, "b%d", k - 1);
      used += (size_t)snprintf(text + used, size - used, k > 0 ? ",\n" : "");
      if (part == 0)
        used +=
            (size_t)snprintf(text + used, size - used,
                             "{ name = \"b%d\"; mass = %g; shape = \"box\";"
                             " size = (1, 0.1, 0.1); position = (%g, 0, 0); }",
                             k, of->mass[k], k + 0.5);
      else if (part == 1)
        used += (size_t)snprintf(
            text + used, size - used,
            "{ name = \"j%d\"; type = \"revolute\"; parent = \"%s\";"
            " child = \"b%d\"; point = (%d, 0, 0); axis = (0, 0, 1);"
            " turn_limits = (%g, %g); restitution = %g; coulomb_turn = %g; }",
            k, parent, k, k, of->low[k], of->high[k], of->restitution[k],
            of->dry[k]);
      else
        used += (size_t)snprintf(
            text + used, size - used,
            "{ joint = \"j%d\"; torque = %g; frequency = %g; phase = %g; }", k,
            of->torque[k], of->frequency[k], of->phase[k]);
    }
    used += (size_t)snprintf(text + used, size - used, ");\n");
  }
  ck_assert_uint_lt(used, size);
}

/* Sets the turn of each hinge at the state y. */
static void set_turns(const pn_system *system, const double *y, double *turn)
{
  for (size_t k = 0; k < BARS; k++) {
    const pn_joint *joint = &system->joint[k];
    const pn_motion parent = pn_state_motion(system, y, joint->parent),
                    child = pn_state_motion(system, y, joint->child);
    turn[k] = pn_coordinate_value(joint, &parent, &child, HINGE);
  }
}

/* Shares of the largest kinetic energy: of the motors' work that turning back
   within a step may hide, and of the account's error at this step. */
static const double hidden = 0.01, booked = 0.05;

/* How far a limit is passed at most when forces change within a step [rad]. */
static const double passed = 1e-3;

/* The motion goes on to its end; the energy never grows by more than the
   torques times the turns; and the account of the energy is right. */
START_TEST(chains_come_to_rest)
{
  const chain *of = &chains[_i];
  char text[4096];
  pn_error error = {0};
  write_scene(of, text, sizeof text);
  pn_system_scene *scene =
      pn_system_scene_read_string("chain", text, strlen(text), 0, &error);
  ck_assert_msg(scene != NULL, "%s", error.text);
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_simulation *s = simulate_start(scene->system, &settings);
  double turn[BARS], before[BARS], given = 0, fastest = 0;
  pn_measure measure;
  set_turns(scene->system, s->y, before);
  while (s->t < 4 - settings.dt / 2) {
    ck_assert_msg(pn_simulation_step(s, &error) == GSL_SUCCESS, "chain %d: %s",
                  _i, error.text);
    pn_simulation_measure(s, &measure);
    fastest = fmax(fastest, measure.kinetic);
    set_turns(scene->system, s->y, turn);
    for (int k = 0; k < BARS; k++) {
      given += of->torque[k] * fabs(turn[k] - before[k]);
      before[k] = turn[k];
      ck_assert_double_gt(turn[k], of->low[k] * M_PI / 180 - passed);
      ck_assert_double_lt(turn[k], of->high[k] * M_PI / 180 + passed);
    }
    ck_assert_msg(measure.energy - s->start.energy <= given + hidden * fastest,
                  "chain %d at %g s: %g J of %g J", _i, s->t,
                  measure.energy - s->start.energy, given);
  }
  const pn_ledger ledger = pn_simulation_ledger(s, &measure);
  ck_assert_msg(fabs(ledger.remainder) < booked * fastest,
                "chain %d: %g J of %g J are lost", _i, ledger.remainder,
                fastest);
  ck_assert_msg(s->impacts <= of->most, "chain %d: %zu impacts", _i,
                s->impacts);
  pn_simulation_free(s);
  pn_system_scene_free(scene);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("bound_rests");
  TCase *rests = tcase_create("rests");
  test_add_family(rests, chains_come_to_rest, CHAINS);
  suite_add_tcase(suite, rests);
  return test_run(suite);
}
