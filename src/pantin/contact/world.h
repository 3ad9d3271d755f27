/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Rigid bodies with joints, contacts and friction in time. One step of length
   h, by semi-implicit Euler:

     u* = u + h W F                    (F with the gyroscopic torques)
     w = (J W J^T + C) lambda + b,  b = J u* + c
       joints:    lambda free, w = 0,               c = gamma phi / h
       viscous friction and dampers d: the same,    c = 0,  C = 1 / (h d)
       normals:   lambda >= 0, w >= 0, complementary
                  c = gamma phi / h if phi < 0,  phi / h if phi >= 0
       tangents:  |lambda_t| <= mu lambda_n, two to a contact,  c = 0
     u+ = u* + W J^T lambda,   x+ = x + h v+, q+ turned by h omega+

   with phi the gap (joints: their C). Contacts are springs of stiffness k with
   dampers beta, taken at the end of the step: C = 1 / (h (h k + beta)) and
   gamma = h k / (h k + beta).

   The lambda_n of the friction bounds is either frozen or coupled. Frozen, it
   is what was found last; the problem is then solved again with what comes out,
   until the bounds hardly change, or some rounds long. Each round is the
   minimum of an energy, which every method finds; after the last one the bounds
   are still those of the round before. Coupled, it is the lambda_n sought
   itself. Where the sweeps come to rest that is right, but it is the minimum of
   nothing: only pgs and psor take it, and with omega above some 1.6 they cycle;
   where they get nowhere with omega > 1, the step is solved again by pgs-block.
   Both kinds take a box, which along its diagonals holds sqrt(2) times what the
   cone of Coulomb does. The numbers of Kraiem fit frozen bounds.

     world = pn_world_alloc(system, geom, geoms, &settings, &error);
     while (world->info.time < 10)
       if (pn_world_advance(world, &error))
         break;

   Source: Kraiem (2022), chapter 1, whose (1.35) has J u with the wrong sign,
   and calls -b what is b here; (1.32) for C and gamma. */
#ifndef PANTIN_CONTACT_WORLD_H
#define PANTIN_CONTACT_WORLD_H

#include "pantin/body/assembly.h"
#include "pantin/contact/collision.h"
#include "pantin/contact/step_info.h"
#include "pantin/lcp/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pn_rigid_delassus;
struct pn_lcp_csr;

/* How a world is stepped. The comments say the defaults. */
typedef struct {
  double step;               /* h [s]; 1/60 */
  double friction;           /* mu [-]; 1. With 0 contacts have no tangents */
  double contact_stiffness;  /* k of a contact [N/m]; 1e6 */
  double contact_damping;    /* beta of a contact [N s/m]; 1e5 */
  double tangent_compliance; /* C of tangents [1/kg]; 1e-8 */
  double damping;            /* velocities decay as exp(-damping t) [1/s]; 0 */
  double margin;             /* wider gaps are no contacts [m]; 1e-3 */
  int anticipation; /* unless they close within the step; 1. Without it bodies
                       that land sink in by the way of a step */
  size_t per_pair;  /* most contacts of a pair of geoms; 4 */
  int frozen;       /* friction bounds are mu times the normal impulses of the
                       step before, and solved again with those found,
                       `rounds` times at most; 0: coupled; 0 */
  int cone;         /* friction has the cone of Coulomb, of the impulses sought,
                       in the place of a box; needs a method that knows it; 0 */
  size_t rounds;    /* 2 */
  double friction_tolerance; /* rounds end when info.friction_gap is at most
                                this; 0 */
  int warm_start; /* the impulses of the last step are the start; 0 */
  const pn_lcp_method *method; /* psor */
  double tolerance;            /* of residual.scaled.inf [m/s]; 1e-6 */
  size_t iterations;           /* most in a step, or in a round; 2000 */
  double omega;                /* over-relaxation of psor; 1.3 */
  double kappa;                /* regularisation of pgs and psor [1/kg]; 0 */
  pn_lcp_order order;          /* of the sweeps; forward */
  size_t threads;              /* that share the rows of a sweep; 0: one */
  /* Chooses the omega of each step from its problem; NULL: omega. */
  double (*choose_omega)(void *chooser, const pn_lcp *lcp);
  void *chooser; /* borrowed, passed on */
} pn_world_settings;

/* Returns the defaults. */
pn_world_settings pn_world_settings_default(void);

/* Returns GSL_EINVAL, with the rule that is broken and a value that works. */
int pn_world_settings_check(const pn_world_settings *settings, pn_error *error);

/* Return C [1/kg] and gamma [-] of a normal. */
double pn_world_compliance(const pn_world_settings *settings);
double pn_world_stabilisation(const pn_world_settings *settings);

/* Rigid bodies in time. Its members are to be read. */
typedef struct {
  const pn_system *system;    /* borrowed */
  const pn_geom *geom;        /* borrowed */
  size_t geoms;               /* how many there are */
  pn_world_settings settings; /* as given */
  double *y;                  /* the state, as in body/system.h, owned */
  pn_assembly *assembly;      /* motions, J and W of the step's beginning,
                                 owned */
  pn_collision *collision;    /* with the contacts of the last step, owned */
  size_t viscous; /* rows of joints' viscous friction and of dampers */
  pn_lcp
      *lcp; /* the problem of the last step, owned: first the joints' rows,
               with these behind, then three for each contact, n, t, b. After
               the step its friction bounds are frozen at the impulses found. */
  struct pn_rigid_delassus
      *R; /* the factors of its matrix, which are the problem's */
  struct pn_lcp_csr *entries; /* its matrix assembled, owned; used by the solver
                          where by_entries */
  int by_entries;             /* 1: the rows have few entries */
  pn_lcp_solver *solver;      /* with the impulses, owned; NULL before the first
                                 contact or joint */
  pn_lcp_solver *second; /* where its sweeps get nowhere, owned; NULL before */
  pn_step_info info;     /* of the last step */

  double *u;      /* velocities at the end, before the impulses, then after,
                     (6 (bodies + 1)), owned */
  double *change; /* of them by the impulses, the same, owned */
  double *start;  /* the impulses of the step before, contact by contact, from
                     which the solver may start [N s], (room), owned */
  double *round;  /* where a further round starts [N s], (room), owned */
  double *last;   /* impulses of the step before [N s], (room), owned */
  pn_contact *last_contact;   /* its contacts, (room), owned */
  size_t last_contacts, room; /* how many, and for how many */
} pn_world;

/* Returns NULL, with the reason, for bad settings, systems (pn_system_check) or
   geoms, or when memory is short. */
pn_world *pn_world_alloc(const pn_system *system, const pn_geom *geom,
                         size_t geoms, const pn_world_settings *settings,
                         pn_error *error);

/* Makes one step. Takes memory only when there are more contacts than ever
   before; ODE's search takes a little, and releases it, each time. Returns
   GSL_SUCCESS; GSL_ENOMEM; GSL_ERANGE if a body flew away; GSL_EFAILED if the
   impulses are not finite or a joint has no derivative: then the bodies are as
   they were. */
int pn_world_advance(pn_world *world, pn_error *error);

/* Return the rows of a contact (1 without friction, else 3), and of all joints
   and dampers. */
size_t pn_world_contact_rows(const pn_world *world);
size_t pn_world_joint_rows(const pn_world *world);

/* Returns the impulse of contact k of the last step on its second body, in the
   world's frame [N s]; the first one gets the opposite. Zero if there is no
   such contact. */
pn_vec3 pn_world_contact_impulse(const pn_world *world, size_t k);

/* Frees a world, but not its system and geoms; NULL is fine. */
void pn_world_free(pn_world *world);

#ifdef __cplusplus
}
#endif

#endif
