/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Column by column against differences of C, with the bodies displaced along
   one velocity after the other. */
#include "joints/drivers/differences.h"
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

/* A row of C after a displacement by s along velocity `column`, 0 to 11. */
typedef struct {
  pn_motion body[2];
  pn_vec3 point[2]; /* in the bodies' frames */
  int row, column;
} gap;

static double gap_value(double s, void *parameters)
{
  const gap *of = parameters;
  double move[12] = {0};
  move[of->column] = s;
  pn_vec3 p[2];
  for (int b = 0; b < 2; b++) {
    const double *d = move + 6 * b;
    const pn_motion m =
        joints_displaced(&of->body[b], pn_vec3_make(d[0], d[1], d[2]),
                         pn_vec3_make(d[3], d[4], d[5]));
    p[b] = pn_pose_point(m.pose, of->point[b]);
  }
  const pn_vec3 C = pn_vec3_sub(p[0], p[1]);
  return of->row == 0 ? C.x : of->row == 1 ? C.y : C.z;
}

static void check(exercise *e, gsl_rng *random)
{
  static const char *const name[] = {"v_x",     "v_y",     "v_z",
                                     "omega_x", "omega_y", "omega_z"};
  gap of = {{joints_motion(random), joints_motion(random)},
            {joints_vec3(random, 1), joints_vec3(random, 1)},
            0,
            0};
  double J[2][3][6] = {{{0}}};
  my_jacobian(pn_mat3_apply(of.body[0].R, of.point[0]),
              pn_mat3_apply(of.body[1].R, of.point[1]), J[0], J[1]);
  for (of.row = 0; of.row < 3; of.row++)
    for (of.column = 0; of.column < 12; of.column++) {
      const int b = of.column / 6, k = of.column % 6;
      const gsl_function f = {gap_value, &of};
      exercise_value(e, J[b][of.row][k], joints_first_difference(&f),
                     joints_first_error, "J%c, row %d, column of %s",
                     b ? 'c' : 'p', of.row, name[k]);
    }
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/jacobian");
  gsl_rng *random = joints_random(2016);
  for (int k = 0; k < JOINTS_INPUTS; k++) {
    exercise_input(&e, "two bodies in random poses (%d)", k + 1);
    check(&e, random);
  }
  gsl_rng_free(random);
  return exercise_end(&e);
}
