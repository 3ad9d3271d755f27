/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading: which format it is, our own frames, and dense text. Arrays grow
   with what is read, so that a file is never believed about its size. */
#include "config.h"

#include "pantin/lcp/lcp_read_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"
#include "pantin/lcp/operator_balls.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <string.h>

static const char market_banner[] = "%%MatrixMarket";
static const char contacts_banner[] = "pantin-lcp";

enum { FORMAT = 1, FIRST_ROOM = 64 };

static int out_of_memory(pni_tokens *words)
{
  return pn_error_set(words->error, GSL_ENOMEM, words->name, 0,
                      "out of memory");
}

static int read_row(pni_tokens *words, pn_lcp *lcp, size_t i)
{
  pni_tokens_real(words, "b", 0, &lcp->b[i]);
  pni_tokens_real(words, "lo", 1, &lcp->lo[i]);
  if (pni_tokens_real(words, "hi", 1, &lcp->hi[i]))
    return words->error->code;
  if (lcp->lo[i] > lcp->hi[i])
    return pni_tokens_refuse(words, "lo must not be above hi, got %g and %g",
                             lcp->lo[i], lcp->hi[i]);
  return GSL_SUCCESS;
}

/* Reads the inverse masses into a J without contacts, the problem's. */
static int read_bodies(pni_tokens *words, pn_lcp *lcp, pn_delassus **J)
{
  size_t bodies = 0, room = 0;
  double *masses = NULL;
  pni_tokens_key(words, "bodies");
  pni_tokens_count(words, "the number of bodies", 1, PN_LCP_ROWS_MAX, &bodies);
  for (size_t k = 0; k < bodies && !words->error->code; k++) {
    if (k == room) {
      room = room > 0 ? 2 * room : FIRST_ROOM;
      double *larger = pn_realloc(masses, room, sizeof *larger);
      if (!larger) {
        out_of_memory(words);
        break;
      }
      masses = larger;
    }
    if (!pni_tokens_real(words, "an inverse mass", 0, &masses[k]) &&
        masses[k] < 0)
      pni_tokens_refuse(words, "an inverse mass must not be negative, got %g",
                        masses[k]);
  }
  if (!words->error->code) {
    *J = pn_delassus_alloc(FIRST_ROOM, bodies);
    if (*J) {
      memcpy((*J)->inverse_mass, masses, bodies * sizeof *masses);
      pn_lcp_set_operator(lcp, &(*J)->base);
    } else
      out_of_memory(words);
  }
  pn_free(masses);
  return words->error->code;
}

/* One body of a contact: 0 in the file is the last one of J. */
static int read_body(pni_tokens *words, const pn_delassus *J, uint32_t *body)
{
  size_t number = 0;
  if (pni_tokens_count(words, "a body", 0, J->bodies, &number))
    return words->error->code;
  *body = (uint32_t)(number == 0 ? J->bodies : number - 1);
  return GSL_SUCCESS;
}

static int read_contact(pni_tokens *words, pn_lcp *lcp, pn_delassus *J,
                        size_t c)
{
  /* A normal of a file with few digits is still one. */
  static const double unit_error = 1e-3;
  pn_pair pair = {0, 0};
  pn_vec3 n = {0, 0, 0};
  read_body(words, J, &pair.i);
  read_body(words, J, &pair.j);
  pni_tokens_real(words, "the normal", 0, &n.x);
  pni_tokens_real(words, "the normal", 0, &n.y);
  if (pni_tokens_real(words, "the normal", 0, &n.z))
    return words->error->code;
  if (pair.i == pair.j)
    return pni_tokens_refuse(words, "a contact of a body with itself");
  if (!(J->inverse_mass[pair.i] + J->inverse_mass[pair.j] > 0))
    return pni_tokens_refuse(words, "a contact of two bodies that do not move");
  if (!(fabs(pn_vec3_norm(n) - 1) <= unit_error))
    return pni_tokens_refuse(words, "the normal must have length 1, got %g",
                             pn_vec3_norm(n));
  J->pair[c] = pair;
  J->normal[c] = n;
  return read_row(words, lcp, c);
}

static int read_contacts(pni_tokens *words, pn_lcp *lcp)
{
  size_t version, contacts = 0;
  pn_delassus *J = NULL;
  pni_tokens_count(words, "the format's version", FORMAT, FORMAT, &version);
  if (read_bodies(words, lcp, &J))
    return words->error->code;
  pni_tokens_key(words, "contacts");
  pni_tokens_count(words, "the number of contacts", 1, PN_LCP_ROWS_MAX,
                   &contacts);
  for (size_t c = 0; c < contacts && !words->error->code; c++) {
    if (pn_delassus_reserve(J, c + 1) || pn_lcp_resize(lcp, c + 1))
      return out_of_memory(words);
    J->rows = c + 1;
    read_contact(words, lcp, J, c);
  }
  return words->error->code;
}

/* (n) numbers called name(1), name(2), ... */
static int read_vector(pni_tokens *words, const char *name, int infinite,
                       size_t n, double *values)
{
  char what[PNI_TOKEN];
  for (size_t i = 0; i < n && !words->error->code; i++) {
    snprintf(what, sizeof what, "%s(%zu)", name, i + 1);
    pni_tokens_real(words, what, infinite, &values[i]);
  }
  return words->error->code;
}

/* hi(1), hi(2), ..., none below its lo. */
static int read_highest(pni_tokens *words, pn_lcp *lcp)
{
  char what[PNI_TOKEN];
  for (size_t i = 0; i < lcp->size && !words->error->code; i++) {
    snprintf(what, sizeof what, "hi(%zu)", i + 1);
    if (!pni_tokens_real(words, what, 1, &lcp->hi[i]) &&
        lcp->lo[i] > lcp->hi[i])
      pni_tokens_refuse(words,
                        "the bounds of row %zu must be lo <= hi, got %g "
                        "and %g",
                        i + 1, lcp->lo[i], lcp->hi[i]);
  }
  return words->error->code;
}

/* The number of rows is the word that was just read. */
static int read_dense(pni_tokens *words, pn_lcp *lcp, pni_triplets *entries)
{
  size_t n = 0;
  char what[PNI_TOKEN];
  pni_tokens_again(words);
  pni_tokens_count(words, "the number of rows", 1, PN_LCP_DENSE_MAX, &n);
  for (size_t k = 0; k < n * n && !words->error->code; k++) {
    double a = 0;
    snprintf(what, sizeof what, "A(%zu, %zu)", k / n + 1, k % n + 1);
    if (!pni_tokens_real(words, what, 0, &a) && (a != 0 || k / n == k % n) &&
        pni_triplets_add(entries, k / n, k % n, a, words->line))
      return out_of_memory(words);
  }
  if (words->error->code)
    return words->error->code;
  if (pn_lcp_resize(lcp, n))
    return out_of_memory(words);
  read_vector(words, "b", 0, n, lcp->b);
  if (!words->error->code && pni_tokens_next(words)) {
    pni_tokens_again(words);
    read_vector(words, "lo", 1, n, lcp->lo);
    read_highest(words, lcp);
  }
  return words->error->code ? words->error->code
                            : pni_lcp_read_matrix(words, lcp, entries);
}

/* The format is known by the first word. */
static int read_format(pni_tokens *words, const char *beside, pn_lcp *lcp,
                       pni_triplets *entries)
{
  if (!pni_tokens_next(words))
    return pni_tokens_refuse(words, "the file is empty");
  if (strcmp(words->token, market_banner) == 0)
    return pni_lcp_read_market(words, beside, lcp, entries);
  if (strcmp(words->token, contacts_banner) == 0)
    return read_contacts(words, lcp);
  if (strchr("+-.0123456789", words->token[0]))
    return read_dense(words, lcp, entries);
  return pni_tokens_refuse(words,
                           "this is no complementarity problem: it should "
                           "begin with '%s', '%s' or the number of rows",
                           contacts_banner, market_banner);
}

/* What must hold of any problem; the line of the row to blame, if A's entries
   tell. */
static int finish(pni_tokens *words, pn_lcp *lcp, const pni_triplets *entries)
{
  if (words->error->code)
    return words->error->code;
  if (pni_tokens_next(words))
    return pni_tokens_refuse(words, "the problem should end here, got '%s'",
                             words->token);
  size_t row;
  pn_error reason = {0};
  pn_lcp_set_operator(lcp, lcp->A);
  if (pn_lcp_check(lcp, &row, &reason))
    return pn_error_set(words->error, reason.code, words->name,
                        pni_triplets_line(entries, row), "%s", reason.text);
  if (lcp->size <= PN_LCP_DEFINITE_MAX && pn_lcp_check_definite(lcp, &reason))
    return pn_error_set(words->error, reason.code, words->name, 0, "%s",
                        reason.text);
  return GSL_SUCCESS;
}

static pn_lcp *read_stream(FILE *stream, const char *name, const char *beside,
                           pn_error *error)
{
  pn_error own = {0};
  pni_tokens words = pni_tokens_make(stream, name, '#', error ? error : &own);
  pni_triplets entries = {0};
  pn_lcp *lcp = pn_lcp_alloc(0);
  if (!lcp)
    out_of_memory(&words);
  else if (read_format(&words, beside, lcp, &entries) ||
           finish(&words, lcp, &entries)) {
    pn_lcp_free(lcp);
    lcp = NULL;
  }
  pni_triplets_clear(&entries);
  return lcp;
}

pn_lcp *pn_lcp_read(const char *path, pn_error *error)
{
  char beside[PN_TEXT_PATH];
  const char *ending = strrchr(path, '.');
  const int stem = (int)(ending ? ending - path : (long)strlen(path));
  snprintf(beside, sizeof beside, "%.*s_b.mtx", stem, path);
  FILE *stream = fopen(path, "r");
  pn_error_clear(error);
  if (!stream) {
    pn_error_set(error, GSL_EFAILED, path, 0, "cannot be opened: %s",
                 strerror(errno));
    return NULL;
  }
  pn_lcp *lcp = read_stream(stream, path, beside, error);
  fclose(stream);
  return lcp;
}

pn_lcp *pn_lcp_read_string(const char *name, const char *text, size_t length,
                           pn_error *error)
{
  pn_error_clear(error);
  if (length == 0) {
    pn_error_set(error, GSL_EINVAL, name, 0, "the file is empty");
    return NULL;
  }
  /* The stream only reads. */
  FILE *stream = fmemopen((void *)(uintptr_t)text, length, "r");
  if (!stream) {
    pn_error_set(error, GSL_ENOMEM, name, 0, "out of memory");
    return NULL;
  }
  pn_lcp *lcp = read_stream(stream, name, NULL, error);
  fclose(stream);
  return lcp;
}
