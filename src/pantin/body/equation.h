/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A constraint that is given as a text, such as "x - cos(y)". */
#ifndef PANTIN_BODY_EQUATION_H
#define PANTIN_BODY_EQUATION_H

#include "pantin/base/error.h"
#include "pantin/body/joint.h"

typedef struct pni_equation {
  pn_custom custom;          /* C, for a custom joint */
  pn_vec3 point;             /* of the child, in its frame [m] */
  double x[3];               /* the variables */
  void *parser;              /* muParser's */
  char *text;                /* owned */
  struct pni_equation *next; /* of the list that the system owns */
} pni_equation;

/* Reads C = 0 in the variables x, y, z: where the child's point is in the
   parent's frame [m]. NULL, with the reason in error: it is not an expression,
   it is not finite where the bodies are, short memory, or Pantin was built
   without muParser. */
pni_equation *pni_equation_alloc(const char *text, pn_pose parent,
                                 pn_pose child, pn_vec3 point, pn_error *error);

/* Releases a list of equations. */
void pni_equation_free(pni_equation *equation);

/* Returns the text of a custom joint that is an equation, otherwise NULL. */
const char *pni_equation_text(const pn_joint *joint);

#endif
