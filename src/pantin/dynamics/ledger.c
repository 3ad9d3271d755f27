/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The powers of what has no potential, and the bound on the error of the
   energy. By d'Alembert's principle the joints' forces do no work, lambda . J u
   = 0; Baumgarte's and those of a penalty, which act on joints that have
   opened, do. */
#include "pantin/dynamics/ledger_private.h"

#include "pantin/body/motor.h"

#include <math.h>
#include <string.h>

/* A motion that begins at rest has nothing put into it yet, and a coarse step
   that is stable may begin badly: the first steps are not judged. */
enum { FIRST_STEPS = 10 };

/* Returns the power of the joints' forces on what has drifted. */
static double drift_power(pn_dynamics *d, const double *u)
{
  double power = 0;
  pn_assembly_velocity(d->assembly, u, d->right);
  for (size_t i = 0; i < d->assembly->rows; i++)
    power += d->lambda[i] * d->right[i];
  return power;
}

/* Evaluates the motion together with the powers that are integrated beside it:
   of friction, of motors, and of Baumgarte's forces. */
static int evaluate(double t, const double y[], double dydt[], void *params)
{
  pn_dynamics *d = params;
  const int code = pn_dynamics_evaluate(d, t, y, dydt);
  double *power = dydt + pn_system_dimension(d->system);
  power[PNI_WORK_FRICTION] = d->assembly->friction_power;
  power[PNI_WORK_MOTORS] = d->assembly->motor_power;
  power[PNI_WORK_BAUMGARTE] =
      d->ks > 0 || d->kd > 0 || d->stiffness > 0
          ? drift_power(d, y + pn_system_positions(d->system))
          : 0;
  return code;
}

gsl_odeiv2_system pni_ledger_ode(pn_dynamics *dynamics)
{
  return (gsl_odeiv2_system){evaluate, NULL,
                             pn_system_dimension(dynamics->system) + PNI_WORKS,
                             dynamics};
}

/* Sets the assembly's F to what drives the system at t: motors, steady torques
   and the user's forces. */
static void load_drives(pn_assembly *a, double t)
{
  const pn_system *system = a->system;
  memset(a->F, 0, a->velocities * sizeof *a->F);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_vec3 torque = system->body[b].torque;
    double *f = a->F + PN_BODY_VELOCITIES * b;
    f[3] = torque.x;
    f[4] = torque.y;
    f[5] = torque.z;
  }
  pni_motors_load(a, t);
  if (system->load)
    system->load(t, system, a->motion, a->F, system->load_params);
}

double pni_drive_work(pn_assembly *a, double t, const double *way)
{
  double work = 0;
  load_drives(a, t);
  for (size_t k = 0; k < a->velocities; k++)
    work += a->F[k] * way[k];
  return work;
}

double pni_put_in_sum(const pn_put_in *in)
{
  return in->start + in->fall + in->drive;
}

int pni_put_in_bounds(pn_put_in *in, size_t step, double fall, double drive,
                      double growth, double error)
{
  in->fall = fmax(in->fall, fall);
  in->drive = fmax(in->drive, drive);
  if (step < FIRST_STEPS)
    in->first = fmax(in->first, growth);
  return growth <= pni_put_in_sum(in) + in->first + error;
}
