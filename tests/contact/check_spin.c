/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A body that spins freely keeps its energy, however fast it spins. */
#include "made_world.h"
#include "test.h"

#include <math.h>

/* From 0.3 to 90 rad/s, in steps of 1/60 s. */
START_TEST(a_free_spin_keeps_its_energy)
{
  static const double speed[] = {0.3, 1, 3, 8, 15, 41, 90};
  made_add(pn_shape_capsule, (double[]){0.23, 0.07}, 1, pn_vec3_make(0, 0, 9));
  made.sys->gravity = pn_vec3_make(0, 0, 0);
  made.sys->body[0].omega =
      pn_vec3_scale(speed[_i], pn_vec3_normalize(pn_vec3_make(5, 39, 10)));
  pn_world *world = made_world();
  made_advance(world, 1);
  const double before = world->info.kinetic;
  made_advance(world, 1200);
  test_close(world->info.kinetic, before, 1e-9 * before, "%g rad/s", speed[_i]);
  pn_world_free(world);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("spin");
  TCase *free_spin = tcase_create("free");
  tcase_add_checked_fixture(free_spin, made_begin, made_end);
  tcase_add_loop_test(free_spin, a_free_spin_keeps_its_energy, 0, 7);
  suite_add_tcase(suite, free_spin);
  return test_run(suite);
}
