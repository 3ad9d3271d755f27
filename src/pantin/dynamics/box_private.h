/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Declares what impacts on the walls of a box and rest on them share. */
#ifndef PANTIN_DYNAMICS_BOX_PRIVATE_H
#define PANTIN_DYNAMICS_BOX_PRIVATE_H

#include "pantin/dynamics/box.h"

/* The most points of a body, and walls that a point is beyond. */
enum { PNI_BOX_POINTS = 8, PNI_BOX_WALLS = 3 };

/* A circle touches a wall at its point that is nearest to it, and at those at
   right angles to that one, too. */
enum { PNI_RIM_POINTS = 4, PNI_RIM_FARTHEST = 2 };

/* Steps within which a point that rebounds must be out again. */
enum { PNI_BOX_SLOW = 10 };

/* A velocity along the normal is rounding below this share of the point's whole
   one, and of the largest one of those that hit together. */
extern const double pni_box_left_over;

/* Finds the parts of the system. */
void pni_box_find_parts(pn_walls *walls);

/* Returns the part of the system that a body belongs to. */
pn_wall_part *pni_box_part(const pn_walls *walls, size_t body);

/* Returns the part of the system that the joint of a bound belongs to. */
pn_wall_part *pni_box_part_of_bound(const pn_walls *walls, const pn_bound *of);

/* Takes note of the parts in which a limit of a joint has been hit in this
   step. */
void pni_box_note_struck(pn_walls *walls);

/* Tells whether something has hit in this step in the part of a body. */
int pni_box_is_shaken(const pn_walls *walls, size_t body);

/* Tells whether nothing has hit a wall in this step but what rested there. */
int pni_box_is_quiet(const pn_walls *walls);

/* Tells whether two points may act on each other: joints connect their bodies.
 */
int pni_box_couples(const pn_walls *walls, const pn_wall_contact *a,
                    const pn_wall_contact *b);

/* Returns the arm from a body's centre of mass to a place on its surface, at
   the attitude R. */
pn_vec3 pni_box_arm(const pn_wall_place *at, pn_mat3 R);

/* Finds the ends of cylinders that hit a rough wall flat, and tip, among the
   *count contacts that are to rebound together in the state y with the
   restitution e; leaves of each the one point over which it tips. If that is
   not found *count becomes 0, and they are to be gathered again. GSL_SUCCESS,
   or the error of a solve. */
int pni_box_aim(pn_walls *walls, size_t *count, double e, const double *y);

/* Tells whether two places are one and the same. */
int pni_box_are_one(const pn_wall_place *a, const pn_wall_place *b);

/* Tells whether a place of a circle is beside the plane of its axis and the
   wall's normal. */
int pni_box_is_beside(const pn_wall_place *at);

/* Tells whether a place is on the end of a cylinder, at its wall. */
int pni_box_is_on(const pn_wall_place *at, const pn_wall_place *end);

/* Returns how far a point is beyond a wall, by the wall's inward normal [m]. */
double pni_box_depth(const pn_box *box, pn_vec3 p, pn_vec3 n);

/* Finds the places of a body that are no further than this from walls [m] in
   the state y; returns their number, PNI_BOX_POINTS * PNI_BOX_WALLS at most. */
size_t pni_box_find_near(const pn_walls *walls, size_t body, double near,
                         const double *y, pn_wall_place *at);

/* Lets limits that are hit rebound while walls hold what rests on them, as the
   `bear` of bounds, whose bearer are the walls. */
int pni_box_bear(struct pn_bounds *bounds, double t, double *u, int *is_borne);

/* Returns how far the velocity of a fall in one step leads in another one [m].
 */
double pni_box_fall(const pn_walls *walls);

/* Takes note of where bodies rest, of the first points of the list, which
   creep. */
void pni_box_note_rests(pn_walls *walls, size_t creeping, const double *y);

/* Tells whether a body rested at a place at the end of the last step. */
int pni_box_has_rested(const pn_walls *walls, const pn_wall_place *at);

/* Returns to where bodies rested when the step began. */
void pni_box_return_rests(pn_walls *walls);

/* Tells whether a cylinder with the attitude R stands on the place's wall,
   nearly upright. */
int pni_box_stands(const pn_wall_place *at, pn_mat3 R);

/* Returns the place at which a wall exerts its force in a step that begins with
   the attitude R: that of a cylinder nearly upright is the same point of it all
   the time, since the one nearest to the wall may jump. */
pn_wall_place pni_box_fix(const pn_wall_place *at, pn_mat3 R);

/* Returns the work of the forces of walls on the way from the state `last` to y
   [J]. */
double pni_box_work(const pn_walls *walls, const double *last, const double *y);

/* Tells whether the wall has pushed there in the step. */
int pni_box_pushes(const pn_walls *walls, const pn_wall_place *at);

/* Returns the energy that a body has been given when the force of a wall there
   was taken back, which has led to the velocities u [J]. */
double pni_box_credit(const pn_walls *walls, const pn_wall_place *at,
                      pn_vec3 arm, const double *u);

/* Returns a place as it is to be followed between two attitudes: as the point
   of the body that is there in the end, if the place has jumped to another side
   of a circle meanwhile. */
pn_wall_place pni_box_follow(const pn_wall_place *at, pn_mat3 was, pn_mat3 is);

/* Returns the speed of a contact in any direction. */
double pni_box_speed(const pn_impact *contact, const pn_system *system,
                     const double *y);

/* Returns how far a body moves there, at the places that touch, between two of
   its motions. */
pn_vec3 pni_box_slip(const pn_wall_place *at, const pn_motion *was,
                     const pn_motion *is);

/* Adds the forces of the walls to the assembly's F. */
void pni_box_load(struct pn_assembly *assembly, const void *walls);

#endif
