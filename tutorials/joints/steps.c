/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Seeks the largest step with which RK4 follows a pendulum and the puppet for
   two seconds: on joints, on joints with Baumgarte's pull, and on springs in
   the place of joints. */
#include "pantin/body/scene.h"
#include "pantin/dynamics/simulation.h"
#include "programs/program_data.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A run is usable while its joints are open by less than a centimetre and its
   energy keeps to this share of the largest kinetic energy. */
static const double time_wanted = 2, gap_most = 0.01, energy_most = 0.05;

/* Tells whether a step is usable. */
static int is_usable(const pn_system *system, pn_simulation_settings settings,
                     double dt)
{
  settings.dt = dt;
  pn_simulation *s = pn_simulation_alloc(system, &settings, NULL);
  double kinetic = 0, gap = 0, off = INFINITY;
  while (s && s->t < time_wanted && !pn_simulation_step(s, NULL)) {
    pn_measure m;
    if (pn_simulation_measure(s, &m))
      break;
    kinetic = fmax(kinetic, m.kinetic);
    gap = fmax(gap, m.constraint_inf);
    if (s->t >= time_wanted)
      off = fabs(m.energy - s->start.energy);
  }
  pn_simulation_free(s);
  return gap < gap_most && off < energy_most * kinetic;
}

/* Returns the largest usable step by bisection, to 1 %; 0 if there is none. */
static double largest(const pn_system *system,
                      const pn_simulation_settings *settings)
{
  double low = 1e-4, high = 0.5;
  if (!is_usable(system, *settings, low))
    return 0;
  while (high > 1.01 * low) {
    const double middle = sqrt(low * high);
    if (is_usable(system, *settings, middle))
      low = middle;
    else
      high = middle;
  }
  return low;
}

typedef struct {
  const char *label, *correction;
  double stiffness, damping;
} way;

static const way ways[] = {
    {"joints, corrected", "both", 1, 0},
    {"joints, Baumgarte", "baumgarte", 1, 0},
    {"springs of 1e4 N/m", "penalty", 1e4, 30},
    {"springs of 1e5 N/m", "penalty", 1e5, 100},
    {"springs of 1e6 N/m", "penalty", 1e6, 300},
};

/* Reads a shipped scene, from the first folder that has it; `called` is
   argv[0]. Ends the program if it cannot be read. */
static pn_system_scene *read_scene(const char *called, const char *name)
{
  char path[4096] = "";
  pn_error error = {0};
  for (const char *const *folder = program_data_folders(called); *folder;
       folder++) {
    snprintf(path, sizeof path, "%s/joints/%s.cfg", *folder, name);
    if (access(path, R_OK) == 0)
      break;
  }
  pn_system_scene *scene = pn_system_scene_read(path, 0, &error);
  if (scene)
    return scene;
  fprintf(stderr, "steps: %s: %s\n", path, error.text);
  exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
  static const char *const scenes[] = {"pendulum", "puppet"};
  enum { SCENES = 2, WAYS = sizeof ways / sizeof *ways };
  double step[WAYS][SCENES];
  gsl_set_error_handler_off();
  for (int k = 0; k < SCENES; k++) {
    pn_system_scene *of = read_scene(argc > 0 ? argv[0] : NULL, scenes[k]);
    for (int w = 0; w < WAYS; w++) {
      pn_simulation_settings settings = pn_simulation_settings_default();
      settings.correction = pn_correction_find(ways[w].correction);
      settings.stiffness = ways[w].stiffness;
      settings.damping = ways[w].damping;
      step[w][k] = 1e3 * largest(of->system, &settings);
    }
    pn_system_scene_free(of);
  }
  printf("%-20s %14s %12s\n", "largest step [ms]", scenes[0], scenes[1]);
  for (int w = 0; w < WAYS; w++)
    printf("%-20s %14.3g %12.3g\n", ways[w].label, step[w][0], step[w][1]);
  return EXIT_SUCCESS;
}
