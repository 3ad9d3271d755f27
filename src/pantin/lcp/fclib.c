/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads FCLIB files. A file is not trusted: its sizes must agree, and the
   problem must pass pn_lcp_check. fclib_matrix.c reads the matrices. */
#include "config.h"

#include "pantin/lcp/fclib_private.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/lcp_file.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { TITLE_MOST = 1 << 16 };

/* Reads mu, and b of a local problem; sets the bounds and the rows of
   friction. */
static pni_fault get_vectors(hid_t at, pn_lcp *lcp, const pn_fclib *about)
{
  const size_t d = about->dimension, m = d * about->contacts;
  double *mu = pn_alloc(about->contacts, sizeof *mu);
  pni_fault wrong =
      !mu || pn_lcp_add_friction(lcp) ? pni_fclib_no_memory : NULL;
  if (!wrong && (pni_hdf5_get_reals(at, "mu", about->contacts, mu) ||
                 (!about->global && pni_hdf5_get_reals(at, "q", m, lcp->b)) ||
                 (about->equations > 0 &&
                  pni_hdf5_get_reals(at, "s", about->equations, lcp->b + m))))
    wrong = "mu, q or s is missing, or its size does not fit";
  for (size_t i = 0; i < lcp->size && !wrong; i++) {
    const int free = i >= m, tangent = !free && i % d > 0;
    lcp->lo[i] = free ? -INFINITY : 0;
    lcp->hi[i] = tangent ? 0 : INFINITY;
    if (tangent) {
      lcp->normal[i] = i - i % d;
      lcp->mu[i] = mu[i / d];
    }
  }
  pn_free(mu);
  return wrong;
}

/* Finds the numbers of rows from the lengths of the vectors. */
static pni_fault get_sizes(hid_t problem, hid_t vectors, pn_fclib *about)
{
  int64_t d;
  const int64_t m = pni_hdf5_length(vectors, about->global ? "w" : "q");
  const int64_t p =
      pni_fclib_has(problem, "V") ? pni_hdf5_length(vectors, "s") : 0;
  if (pni_hdf5_get_counts(problem, "spacedim", 1, &d) || d < 2 || d > 3)
    return "spacedim is missing, or neither 2 nor 3";
  if (about->global && pni_fclib_has(problem, "G"))
    return "this is a global problem of FCLIB with equations (G, b), which are "
           "not condensed";
  if (m < d || m > PN_LCP_ROWS_MAX || m % d != 0)
    return about->global ? "w is missing, or its size does not fit"
                         : "q is missing, or its size does not fit";
  if (p < 0 || p > PN_LCP_ROWS_MAX - m)
    return "there is V, but s is missing or too long";
  about->dimension = (size_t)d;
  about->contacts = (size_t)(m / d);
  about->equations = (size_t)p;
  return NULL;
}

/* Reads the title as one line; "" if there is none. */
static pni_fault get_title(hid_t problem, char title[PN_FCLIB_TITLE])
{
  const hid_t at = pni_fclib_group(problem, "info");
  char *text = NULL;
  int code = GSL_EINVAL;
  if (at >= 0) {
    code = pni_hdf5_get_text(at, "title", TITLE_MOST, &text);
    H5Gclose(at);
  }
  snprintf(title, PN_FCLIB_TITLE, "%s", text ? text : "");
  for (char *c = title; *c; c++)
    if ((unsigned char)*c < ' ')
      *c = ' ';
  pn_free(text);
  return code == GSL_ENOMEM ? pni_fclib_no_memory : NULL;
}

/* Reads a problem, local or global: its title, its sizes, then matrix and
   vectors. Returns what is wrong, or NULL. */
static pni_fault get_problem(hid_t problem, pn_fclib *about, pn_lcp **lcp)
{
  const hid_t vectors = pni_fclib_group(problem, "vectors");
  if (vectors < 0)
    return "its vectors are missing";
  pni_fault wrong = get_title(problem, about->title);
  if (!wrong)
    wrong = get_sizes(problem, vectors, about);
  if (!wrong) {
    const size_t m = about->contacts * about->dimension;
    *lcp = pn_lcp_alloc(m + about->equations);
    wrong = *lcp ? get_vectors(vectors, *lcp, about) : pni_fclib_no_memory;
    const int64_t n = about->global ? pni_hdf5_length(vectors, "f") : 0;
    if (!wrong && about->global)
      wrong = n < 1 || n > PN_LCP_ROWS_MAX
                  ? "f is missing or too long"
                  : pni_fclib_condense(problem, vectors, (size_t)n, *lcp,
                                       &about->asymmetry);
    else if (!wrong)
      wrong = pni_fclib_get_matrix(problem, *lcp, m, &about->asymmetry);
  }
  H5Gclose(vectors);
  return wrong;
}

/* Tells whether the file holds a problem with rolling friction. */
static int is_rolling(hid_t file)
{
  return pni_fclib_has(file, "fclib_local_rolling") ||
         pni_fclib_has(file, "fclib_global_rolling");
}

/* Reads the problem that the file has. Returns what is wrong, or NULL. */
static pni_fault get_file(hid_t file, pn_fclib *about, pn_lcp **lcp)
{
  about->global = !pni_fclib_has(file, "fclib_local") &&
                  pni_fclib_has(file, "fclib_global");
  const hid_t problem =
      pni_fclib_group(file, about->global ? "fclib_global" : "fclib_local");
  if (problem < 0 && is_rolling(file))
    return "this is a problem of FCLIB with rolling friction, which is not "
           "read";
  if (problem < 0 && pni_fclib_has(file, "kind"))
    return "these are recorded frames, and no problem of FCLIB";
  if (problem < 0)
    return "this HDF5 file holds no problem of FCLIB";
  const pni_fault wrong = get_problem(problem, about, lcp);
  H5Gclose(problem);
  return wrong;
}

/* A reading of a file, and what came of it. */
typedef struct {
  const char *path;
  pn_fclib *about;
  pn_lcp *lcp; /* owned by whoever reads */
  int is;      /* whether it is a problem of FCLIB */
  pni_fault wrong;
  pn_error *error; /* of opening */
} reading;

/* Looks whether the file has a problem of FCLIB, of any kind; runs in a child
   process too. */
static void look(void *of)
{
  reading *r = of;
  const hid_t file = pni_hdf5_open(r->path, r->error);
  if (file < 0)
    return;
  PNI_QUIET_BEGIN
  {
    r->is = pni_fclib_has(file, "fclib_local") ||
            pni_fclib_has(file, "fclib_global") || is_rolling(file);
    H5Fclose(file);
  }
  PNI_QUIET_END
}

/* Reads the problem, and what is wrong with it; runs in a child process too. */
static void read_all(void *of)
{
  reading *r = of;
  const hid_t file = pni_hdf5_open(r->path, r->error);
  if (file < 0)
    return;
  PNI_QUIET_BEGIN
  {
    r->wrong = get_file(file, r->about, &r->lcp);
    H5Fclose(file);
  }
  PNI_QUIET_END
}

/* Reads here what bears our seal, and anything else first in a child process,
   because HDF5 may crash on what is damaged. Returns -1 if it does; 1, with
   errno, if there can be no such process. */
static int read_safely(void (*read_it)(void *of), reading *r)
{
  reading trial = *r;
  trial.error = NULL;
  const int failed =
      pni_hdf5_is_sealed(r->path) == 0 ? pni_hdf5_try(read_it, &trial) : 0;
  if (!failed)
    read_it(r);
  return failed;
}

int pn_fclib_is(const char *path)
{
  reading r = {.path = path};
  const int failed = read_safely(look, &r);
  return failed > 0 || (!failed && r.is);
}

pn_lcp *pn_fclib_read(const char *path, pn_fclib *about, pn_error *error)
{
  pn_fclib own;
  pn_error reason = {0};
  about = about ? about : &own;
  *about = (pn_fclib){.title = ""};
  pn_error_clear(error);
  reading r = {.path = path, .about = about, .error = &reason};
  const int failed = read_safely(read_all, &r);
  if (failed > 0)
    pn_error_set(&reason, GSL_EFAILED, path, 0, "cannot be tried: %s",
                 strerror(errno));
  else if (failed)
    r.wrong = "this HDF5 file is damaged: reading it fails in HDF5 itself";
  if (!r.wrong && !reason.code && !pn_lcp_check(r.lcp, NULL, &reason))
    return r.lcp;
  pn_lcp_free(r.lcp);
  const int code = r.wrong == pni_fclib_no_memory ? GSL_ENOMEM
                   : r.wrong                      ? GSL_EINVAL
                                                  : reason.code;
  pn_error_set(error, code, path, 0, "%s", r.wrong ? r.wrong : reason.text);
  return NULL;
}
