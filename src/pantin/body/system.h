/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A system of bodies, joints and forces. assembly.h evaluates its matrices, the
   floor dynamics moves it.

   The state of n bodies is y = (q, u): first all positions q, 7 per body
   (x, y, z of the centre of mass [m], then the quaternion w, x, y, z), then all
   velocities u, 6 per body (v [m/s], omega [rad/s], both in the world's
   frame). */
#ifndef PANTIN_BODY_SYSTEM_H
#define PANTIN_BODY_SYSTEM_H

#include "pantin/body/joint.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PN_BODY_POSITIONS = 7, PN_BODY_VELOCITIES = 6 };

/* A spring and damper between two points: the force along d = p_b - p_a, with
   n = d / |d|, is stiffness (|d| - length) + damping n . d', a pull when
   positive. Where the ends coincide, n is along d'. */
typedef struct {
  size_t body[2];          /* or PN_WORLD */
  pn_vec3 point[2];        /* in their frames [m] */
  double stiffness;        /* [N/m] */
  double damping;          /* [N s/m] */
  double length;           /* at rest [m] */
  char name[PN_NAME_SIZE]; /* as in a scene; may be "" */
} pn_spring;

/* A motor in a joint: it exerts on the child, and the opposite on the parent,
   a torque about the axes about which the joint turns (x about the axis, y
   about the second; of a ball joint about the world's axes of the start,
   carried by the parent), and a force along the axis along which it slides.
   Both are steady, or swing as sin(2 pi frequency t + phase), or follow a
   table, cubic between its rows. */
typedef struct {
  size_t joint;     /* of the system */
  pn_vec3 torque;   /* [N m] */
  double force;     /* [N] */
  double frequency; /* [Hz]; 0: steady */
  double phase;     /* [rad] */
  size_t samples;   /* of the table; 0: none */
  double *time;     /* [s], increasing, (samples), owned by the system */
  double *table;    /* torque and force, (samples x 4), owned by the system */
  char *file;       /* from which it was read; or NULL; owned by the system */
} pn_motor;

/* Bounds a coordinate of a joint: its turn about one of its axes,
   or its slide, stays between two limits, from which it rebounds; and dry
   friction resists it with up to this torque or force, whatever its rate. */
typedef struct {
  size_t joint;       /* of the system */
  int axis;           /* 0 .. 2: the turn about it; 3: the slide */
  double low, high;   /* of the coordinate (coordinate.h) [rad] or [m], which
                         starts between them; infinite ones are none; of a turn
                         about the axis of a joint that turns about one, or of a
                         slide */
  double restitution; /* at the limits, 0 .. 1 */
  double friction;    /* Coulomb's [N m] or [N]; 0: none */
} pn_bound;

struct pn_system;
struct pni_equation;

/* A force law of the user's: adds to `load`, per body the force [N] at the
   centre of mass and the torque [N m], both in the world's frame. */
typedef void pn_load_function(double t, const struct pn_system *system,
                              const pn_motion *motion, double *load,
                              void *params);

/* Bodies, what holds them together, and what drives them. */
typedef struct pn_system {
  size_t bodies, joints, springs; /* how many there are */
  pn_body *body;                  /* (bodies), owned */
  pn_joint *joint;                /* (joints), owned */
  pn_spring *spring;              /* (springs), owned */
  pn_vec3 gravity;                /* acceleration [m/s^2] */
  pn_load_function *load;         /* or NULL */
  void *load_params;              /* borrowed */
  size_t motors;                  /* how many there are */
  pn_motor *motor;                /* (motors), owned */
  size_t bounds;                  /* limits and dry frictions of joints */
  pn_bound *bound;                /* (bounds), owned */
  struct pni_equation *equation;  /* of joints, a list, owned */
} pn_system;

/* Allocates an empty system without gravity; NULL when memory is short. */
pn_system *pn_system_alloc(void);

/* Frees a system with its bodies and joints; NULL is fine. */
void pn_system_free(pn_system *system);

/* Copies a body, joint or spring into the system; its index is the count of
   those before it. GSL_SUCCESS or GSL_ENOMEM. */
int pn_system_add_body(pn_system *system, const pn_body *body);
int pn_system_add_joint(pn_system *system, const pn_joint *joint);
int pn_system_add_spring(pn_system *system, const pn_spring *spring);

/* Copies a motor into the system, which releases its table from then on.
   GSL_SUCCESS or GSL_ENOMEM. */
int pn_system_add_motor(pn_system *system, const pn_motor *motor);

/* Copies a bound into the system. GSL_SUCCESS or GSL_ENOMEM. */
int pn_system_add_bound(pn_system *system, const pn_bound *bound);

/* Adds a joint between bodies of the system, or the world, in their start
   poses. Returns it, so that friction and name can be set, or NULL when memory
   is short; the pointer is valid until the next joint is added. */
pn_joint *pn_system_join(pn_system *system, const pn_joint_type *type,
                         size_t parent, size_t child,
                         const pn_joint_place *place);

/* Returns the body of that name, or PN_WORLD if there is none. */
size_t pn_system_find(const pn_system *system, const char *name);

/* Returns the start pose of a body; the identity for the world, and for a body
   that is not there. */
pn_pose pn_system_pose(const pn_system *system, size_t body);

/* Returns the motion of a body, or of the world, at the start. */
pn_motion pn_system_motion(const pn_system *system, size_t body);

/* Return the number of equations of all joints, of positions in the state, and
   of all entries of the state. */
size_t pn_system_rows(const pn_system *system);
size_t pn_system_positions(const pn_system *system);
size_t pn_system_dimension(const pn_system *system);

/* Sets y, (dimension), to the state at the start. */
void pn_system_start(const pn_system *system, double *y);

/* Returns pose and velocity of a body in a state, its quaternion normalised;
   and sets them. */
pn_motion pn_state_motion(const pn_system *system, const double *y,
                          size_t body);
void pn_state_set(const pn_system *system, double *y, size_t body, pn_pose pose,
                  pn_vec3 v, pn_vec3 omega);

/* Divides all quaternions by their lengths. */
void pn_state_normalize(const pn_system *system, double *y);

/* Checks that every number is finite and every body can exist; that every joint
   and spring holds two different bodies of the system; that custom joints have
   equations, and axes and distances are not 0; that friction, stiffness and
   damping are not negative; that every motor and bound is in a joint, which has
   the coordinate that is bounded and starts within its limits.
   GSL_SUCCESS, or GSL_EINVAL and the reason. */
int pn_system_check(const pn_system *system, pn_error *error);

#ifdef __cplusplus
}
#endif

#endif
