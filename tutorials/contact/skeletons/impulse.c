/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The impulse of one contact. It gives j the velocity lambda n / m_j and i the
   velocity -lambda n / m_i. Without it the gap would change at the rate

     w = n . (vj - vi) + gap / dt,

   such that w dt is the gap at the end of the step. An impulse lambda
   adds lambda D to w, D = 1/m_i + 1/m_j. Contacts push and do not pull. */
#include "contact/exercises.h"

#include <math.h>

double my_impulse(const my_contact *c, double dt)
{
  const double D = c->inverse_i + c->inverse_j;
  const double w = c->gap / dt; /* TODO: add how fast j moves away from i */
  return -w / D;                /* TODO: push only */
}
