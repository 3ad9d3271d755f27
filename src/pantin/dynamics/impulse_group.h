/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Impacts of several points in one instant. */
#ifndef PANTIN_DYNAMICS_IMPULSE_GROUP_H
#define PANTIN_DYNAMICS_IMPULSE_GROUP_H

#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/impulse.h"
#include "pantin/lcp/operator_dense.h"
#include "pantin/lcp/solver.h"

/* The most contacts that rebound together: the corners of 32 boxes that lie
   flat. There is room for fewer where there are fewer bodies. */
enum { PN_IMPULSE_GROUP = 128 };

/* The grip of a contact with a rough wall: nothing presses it; it is held; its
   friction throws it off before it has stopped sliding, and acts alone until
   then; or it has left the wall without any. */
enum { PN_GRIP_SLIDES, PN_GRIP_STICKS, PN_GRIP_THROWN, PN_GRIP_GONE };

/* A row of their problem. */
typedef struct {
  size_t contact, at;  /* which one; where its body's velocities are */
  int is_normal;       /* 0: a tangent of a contact that sticks */
  int is_held;         /* the joints hold it along this row */
  int holds;           /* of a normal: its contact does so, if it can */
  int is_equal;        /* its velocity vanishes: a tangent, or a normal that
                          presses, in a displacement */
  pn_vec3 direction;   /* of the impulse */
  double k[6];         /* its row of J */
  double before, free; /* k u, and with the joints' own impulses [m/s] */
  double e;            /* its restitution */
  double closed;       /* impulses of the joints, for one along this row, times
                          -J u before [m/s] */
  double lo, hi;       /* of its impulse [N s]; 0 and 0: it does not act */
  const pn_bound_row *bound; /* of a joint, likewise; NULL: of a contact */
} pn_impulse_row;

typedef struct {
  size_t most;         /* contacts for which there is room */
  pn_impulse *impulse; /* borrowed: its work, books and listener are used */
  pn_bounds *bounds;   /* of its joints, borrowed; NULL: there are none */
  size_t rows;
  size_t braces;       /* how many of them, the last ones, are of bounds */
  pn_impulse_row *row; /* (rows), owned */
  double *response;    /* W (k^T + J^T lambda) of each row, (rows x n), owned */
  double *unit;        /* (n), owned work; the last displacement */
  const double *freed; /* velocities that bodies have got when the forces of
                          walls were taken back, (n), borrowed, or NULL */
  double *braced;      /* what the last impulses of bounds are on the bodies,
                          (n), owned */
  double *right;       /* -J u before, (m), owned */
  double *lambda;      /* (m), owned work */
  double *B;           /* k_i r_j, (rows x rows), owned [1/kg] */
  double *p, *with_e;  /* impulses, (rows), owned [N s] */
  int *is_coupled;     /* of each contact, and brace behind them: to the first
                          contact, owned */
  int is_shaken;       /* something has hit in the step: of what braces what
                          rests, only limits that absorb are at rest */
  int *grip;           /* of each contact: PN_GRIP_.., owned */
  int is_alone; /* 1: a contact is struck though nothing is coupled to it */
  int is_even;  /* 1: the friction of all that are thrown off acts, as
                   symmetry demands, even if that of some would do */
  double (*drag)[2]; /* of each that is thrown off, the direction of its
                        friction by its tangents, a unit vector, owned */
  /* The rows that act, tangents first, (acting), of which `sticking` are
     tangents; B + E of them, (acting x acting), with the tangents eliminated;
     and impulses, (acting): owned work. */
  size_t acting, sticking, *act;
  double *reduced, *next;
  int is_symmetric;      /* nothing is thrown off among them */
  int is_reduced;        /* `reduced` is theirs, for the contacts as set */
  pn_lcp *lcp;           /* of the normals that are left, owned */
  pn_lcp_dense *A;       /* of the lcp, which owns it */
  pn_lcp_solver *solver; /* owned */
  size_t places;         /* rows for which there is room */
  int *place;            /* of each row's impulse, between its bounds or at one,
                            or 0, not known; (places), owned */
  size_t free, *face; /* rows of the lcp between their bounds, (free), owned */
  double *factor;     /* of these rows of A, (free x free), owned */
  int is_factored;    /* it is that of the places */
  double *tried, *part; /* impulses of the lcp, and of these rows, owned work */
} pn_impulse_group;

/* Allocates the work for a system with these bounds, which may be NULL; NULL
   when memory is short. */
pn_impulse_group *pn_impulse_group_alloc(pn_impulse *impulse,
                                         pn_bounds *bounds);

void pn_impulse_group_free(pn_impulse_group *group);

/* Lets contacts, group->most of them at most, that hit in one instant rebound
   together: those that the bodies couple to the first one. If they rest, h is
   the time in which their impulses act [s], and dry friction of joints and
   limits on which joints rest act with them; else h is 0. *struck becomes the
   number of those that get an impulse; it is 0, and y is as before, where
   nothing is coupled to the first contact, or the problem is not solved.
   GSL_SUCCESS, or the error of a solve. */
int pn_impulse_group_apply(pn_impulse_group *group, const pn_impact *contact,
                           size_t count, double restitution, double h,
                           double *y, size_t *struck);

/* Computes the velocities u after such impacts from the state y, without rest.
   *found becomes 1; it is 0, and u as in y, where nothing would be struck.
   GSL_SUCCESS, or the error of a solve. */
int pn_impulse_group_foresee(pn_impulse_group *group, const pn_impact *contact,
                             size_t count, double restitution, const double *y,
                             double *u, int *found);

/* Lets the limits rebound that are listed as hit in the rows of the bounds,
   while these contacts, group->most of them at most, hold their bodies, with a
   restitution of their own: in the state y, at the impulse's time. Sets the
   impulses and the change of the bounds; *solved becomes 1, or 0 if the problem
   is not solved: y is then as before. GSL_SUCCESS, or the error of a solve. */
int pn_impulse_group_bear(pn_impulse_group *group, const pn_impact *contact,
                          size_t count, double restitution, double *y,
                          int *solved);

/* Moves bodies so that contacts, group->most of them at most, are where they
   should be: those that the bodies couple to the first one, which is_coupled
   then tells. They are `off` their places [m]: beyond a wall by minus its part
   along the normal, and by the rest of it beside the place where a contact that
   sticks was. Those that press come to the wall even if they are off it; others
   that are off it do not pass it. With
   the length h of a step [s] joints go back to limits that press, and to where
   dry friction holds them; not if h is 0. *done becomes 1; it is 0, and y is as
   before, where the problem is not solved. GSL_SUCCESS, or the error of a
   solve. */
int pn_impulse_group_displace(pn_impulse_group *group, const pn_impact *contact,
                              const pn_vec3 *off, const int *presses,
                              size_t count, double h, double *y, int *done);

#endif
