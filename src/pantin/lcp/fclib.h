/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contact problems in FCLIB files, the exchange format of those who solve
   problems with friction (Acary and others, INRIA RT-0444, 2014). A local
   problem is, in an HDF5 file,

     /fclib_local/spacedim          d: 3, or 2 in the plane
     /fclib_local/W, V, R           m, n, nz, nzmax, p, i, x: a matrix (m x n)
                                    in compressed columns (nz = -1), compressed
                                    rows (-2), or triplets (nz of them)
     /fclib_local/vectors/q, s, mu
     /fclib_local/info/title

   and asks for r and l such that, with u the velocities of the contacts,

     u = W r + V l + q,   0 = V^T r + R l + s,

   each contact has d rows, normal first, and u_N and r_N, u_T and r_T obey
   Coulomb's law with the cone |r_T| <= mu r_N. Here it becomes

     A = (W V; V^T R),  b = (q; s),  rows of l without bounds,

   and friction |r_T1|, |r_T2| <= mu r_N each: in space THE CONE IS BOXED, and
   the solution is another one; in the plane it is the same. An FCLIB file has
   no earlier solution, so the frozen bounds of friction are 0 when read
   (pn_lcp_friction_bounds sets others), and are not written. Global problems
   (M, H, f, w) are condensed to local ones if M is positive definite and has
   little fill; those with equations, and rolling ones, are not read. The files
   are read and written without libfclib. */
#ifndef PANTIN_LCP_FCLIB_H
#define PANTIN_LCP_FCLIB_H

#include "pantin/lcp/lcp.h"

enum { PN_FCLIB_TITLE = 128 };

/* A matrix whose entries differ from their mirror images by at most this share
   of the diagonal, as those of many public problems do, is made symmetric. */
#define PN_FCLIB_ASYMMETRY 3e-3

typedef struct {
  size_t contacts;            /* of `dimension` rows each, which come first */
  size_t equations;           /* rows without bounds, after them */
  size_t dimension;           /* 2 or 3; with 3 the cone is boxed */
  int global;                 /* 1: condensed from M, H, f and w */
  double asymmetry;           /* by how much W differed from its transpose, as a
                                 share of the diagonal */
  char title[PN_FCLIB_TITLE]; /* one line, cut; may be "" */
} pn_fclib;

/* Tells whether this is an HDF5 file with a problem of FCLIB, local or not.
   Where that cannot be found out, as there are too many open files, it says
   yes, and pn_fclib_read why. */
int pn_fclib_is(const char *path);

/* Reads a problem and checks it (pn_lcp_check); `about` may be NULL.
   Returns NULL with GSL_EFAILED if the file cannot be opened, GSL_EINVAL if it
   is not of FCLIB or its sizes do not agree, GSL_ENOMEM. */
pn_lcp *pn_fclib_read(const char *path, pn_fclib *about, pn_error *error);

/* Writes a problem with its contacts in the order of their normals; A is
   assembled from its factors if need be. GSL_EINVAL if a row is neither free
   nor of a contact with one normal (0 <= lambda) and as many tangents of the
   same mu as the others; GSL_EFAILED, as when the disk is full, which leaves an
   older file as it was; GSL_ENOMEM. */
int pn_fclib_write(const pn_lcp *lcp, const char *path, const char *title,
                   pn_error *error);

#endif
