/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A run, stepped by the caller:

     simulation = pn_simulation_alloc(system, &settings, &error);
     while (simulation->t < 10 && !pn_simulation_step(simulation, &error))
       ... look at simulation->y ...
     pn_simulation_free(simulation);                                        */
#ifndef PANTIN_DYNAMICS_SIMULATION_H
#define PANTIN_DYNAMICS_SIMULATION_H

#include "pantin/dynamics/correction.h"
#include "pantin/dynamics/integrator.h"
#include "pantin/dynamics/measure.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pn_bounds;
struct pn_box;
struct pn_impulse;
struct pn_walls;
struct pn_least_norm;
struct pn_put_in;

/* How a system is run. The comments say the defaults. */
typedef struct {
  const pn_integrator *integrator;  /* rk4 */
  const pn_multiplier_type *solver; /* auto */
  const pn_correction *correction;  /* both */
  double dt;                        /* time between two states; 1/240 [s] */
  double baumgarte_ks;      /* if not 0, in the place of the next: Baumgarte's
                               ks [1/s^2], */
  double baumgarte_kd;      /* and kd [1/s] */
  double stiffness;         /* of the rows of a penalty [N/m]; 1e5 */
  double damping;           /* of them [N s/m]; 100 */
  double baumgarte_time;    /* T of Baumgarte's correction, but at least five
                               steps; 1/48 [s] */
  double tolerance;         /* of an adaptive integrator, absolute and relative;
                               1e-10 */
  const struct pn_box *box; /* borrowed; NULL: no walls */
  pn_impact_listener *listener; /* told of each impact on them; or NULL */
  void *listener_params;        /* borrowed */
} pn_simulation_settings;

/* Returns the defaults. */
pn_simulation_settings pn_simulation_settings_default(void);

/* Checks the settings. GSL_SUCCESS; or GSL_EINVAL, and in error the rule that
   is broken with a value that works. */
int pn_simulation_settings_check(const pn_simulation_settings *settings,
                                 pn_error *error);

/* A run of a system in time. Its members are to be read. */
typedef struct {
  const pn_system *system;         /* borrowed; must stay as it is */
  pn_simulation_settings settings; /* as given */
  pn_dynamics *dynamics;           /* owned */
  double t;                        /* [s] */
  size_t steps;                    /* taken so far */
  size_t impacts;     /* on the box and on limits of joints, so far */
  double *y;          /* the state at t, and behind it the works of friction,
                         motors and Baumgarte's forces [J], owned */
  pn_measure start;   /* of the first state */
  double rounding;    /* what it may make of the energy [J] */
  int has_loops;      /* joints close loops */
  double usual_error; /* of the energy in the last good step, as a share of the
                         kinetic energy, where joints close loops */
  double correction_work;   /* of corrections between steps, so far [J] */
  struct pn_put_in *put_in; /* with which its errors are compared, owned */
  double extent;            /* of the system at the start, at least 1 [m] */
  double torn;              /* joints that are open by more are torn [m] */

  int is_new;    /* the state has jumped: an adaptive integrator begins anew */
  double *track; /* state without the last corrections, from which an adaptive
                    integrator that remembers goes on, owned; NULL for others */
  int is_tried;  /* 1: the state is tried, and its energy not looked at */
  double settled_work;        /* correction_work up to its beginning [J] */
  gsl_odeiv2_system ode;      /* the equations of motion and of the works */
  gsl_odeiv2_step *step;      /* of an integrator with fixed steps, or NULL */
  gsl_odeiv2_driver *driver;  /* of an adaptive integrator, or NULL */
  struct pn_impulse *impulse; /* impacts with the box, owned */
  struct pn_walls *walls;     /* of the box, or NULL, owned */
  struct pn_bounds *bounds;   /* limits and dry friction of joints, owned; NULL:
                                 there are none */
  struct pn_least_norm *least; /* owned */
  void *correction;            /* its state */
  double *last; /* the state before, and work: (3 dimension), owned */
  struct pn_account *before; /* what was booked before, owned */
  struct pn_told *told;      /* impacts of the step that is made, owned */
} pn_simulation;

/* Prepares a run from the system's start. NULL, with the reason in error: bad
   settings or system, or short memory. */
pn_simulation *pn_simulation_alloc(const pn_system *system,
                                   const pn_simulation_settings *settings,
                                   pn_error *error);

/* Frees a run, but not its system; NULL is fine. */
void pn_simulation_free(pn_simulation *simulation);

/* Makes one time step, with correction and rebounds. GSL_SUCCESS; or
   GSL_EFAILED, with a likely reason in error, when there is no next state,
   joints are torn in it, or integration and correction have made more energy
   than was put into the motion: by the velocities at the start, by gravity and
   springs, and by motors. y and t are then the last good ones. */
int pn_simulation_step(pn_simulation *simulation, pn_error *error);

/* Measures the current state, and leaves the lambda and accelerations of this
   state in `dynamics`. Where rows are redundant lambda is the one of least
   norm, as far as conjugate gradients find it. GSL_SUCCESS, or GSL_EBADFUNC if
   there are none; the measure is that of the state all the same. */
int pn_simulation_measure(pn_simulation *simulation, pn_measure *measure);

/* Returns where the energy has gone until now, at which `measure` was taken. */
pn_ledger pn_simulation_ledger(const pn_simulation *simulation,
                               const pn_measure *measure);

#ifdef __cplusplus
}
#endif

#endif
