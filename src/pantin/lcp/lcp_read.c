/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Recognises the format of a file, and reads recorded contacts and dense text.
   Arrays grow with what is read, so that the sizes stated in a file need not be
   trusted. */
#include "config.h"

#include "pantin/lcp/lcp_read_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/text.h"
#include "pantin/lcp/lcp_file_private.h"
#include "pantin/lcp/operator_balls.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <string.h>
#include <strings.h>

static const char market_banner[] = "%%MatrixMarket";
static const char contacts_banner[] = "pantin-lcp";

enum { FORMAT = 1, FIRST_ROOM = 64 };

/* Room for the name of a number, as "A(10000, 10000)". */
enum { LABEL = 64 };

static int out_of_memory(pni_tokens *tokens)
{
  return pn_error_set(tokens->error, GSL_ENOMEM, tokens->name, 0,
                      "out of memory");
}

/* Reads b and the bounds of a row. */
static int read_row(pni_tokens *tokens, pn_lcp *lcp, size_t i)
{
  pni_tokens_real(tokens, "b", 0, &lcp->b[i]);
  pni_tokens_real(tokens, "lo", 1, &lcp->lo[i]);
  if (pni_tokens_real(tokens, "hi", 1, &lcp->hi[i]))
    return tokens->error->code;
  if (lcp->lo[i] > lcp->hi[i])
    return pni_tokens_refuse(tokens, "lo must not be above hi, got %g and %g",
                             lcp->lo[i], lcp->hi[i]);
  return GSL_SUCCESS;
}

/* Reads the inverse masses into a J without contacts, and makes it the matrix
   of the problem. */
static int read_bodies(pni_tokens *tokens, pn_lcp *lcp, pn_delassus **J)
{
  size_t bodies = 0, room = 0;
  double *masses = NULL;
  pni_tokens_key(tokens, "bodies");
  pni_tokens_count(tokens, "the number of bodies", 1, PN_LCP_ROWS_MAX, &bodies);
  /* Read one mass after the other into an array that grows. */
  for (size_t k = 0; k < bodies && !tokens->error->code; k++) {
    if (k == room) {
      room = room > 0 ? 2 * room : FIRST_ROOM;
      double *larger = pn_realloc(masses, room, sizeof *larger);
      if (!larger) {
        out_of_memory(tokens);
        break;
      }
      masses = larger;
    }
    if (!pni_tokens_real(tokens, "an inverse mass", 0, &masses[k]) &&
        masses[k] < 0)
      pni_tokens_refuse(tokens, "an inverse mass must not be negative, got %g",
                        masses[k]);
  }
  /* Hand the masses to the problem. */
  if (masses && !tokens->error->code) {
    *J = pn_delassus_alloc(FIRST_ROOM, bodies);
    if (*J) {
      memcpy((*J)->inverse_mass, masses, bodies * sizeof *masses);
      pn_lcp_set_operator(lcp, &(*J)->base);
    } else
      out_of_memory(tokens);
  }
  pn_free(masses);
  return tokens->error->code;
}

/* Reads a body of a contact: 0 in the file is the last body of J. */
static int read_body(pni_tokens *tokens, const pn_delassus *J, uint32_t *body)
{
  size_t number = 0;
  if (pni_tokens_count(tokens, "a body", 0, J->bodies, &number))
    return tokens->error->code;
  *body = (uint32_t)(number == 0 ? J->bodies : number - 1);
  return GSL_SUCCESS;
}

/* Reads one contact, whose normal must have length 1 to three digits. */
static int read_contact(pni_tokens *tokens, pn_lcp *lcp, pn_delassus *J,
                        size_t c)
{
  /* Normals written with few digits are accepted. */
  static const double unit_error = 1e-3;
  pn_pair pair = {0, 0};
  pn_vec3 n = {0, 0, 0};
  read_body(tokens, J, &pair.i);
  read_body(tokens, J, &pair.j);
  pni_tokens_real(tokens, "the normal", 0, &n.x);
  pni_tokens_real(tokens, "the normal", 0, &n.y);
  if (pni_tokens_real(tokens, "the normal", 0, &n.z))
    return tokens->error->code;
  if (pair.i == pair.j)
    return pni_tokens_refuse(tokens, "a contact of a body with itself");
  if (!(J->inverse_mass[pair.i] + J->inverse_mass[pair.j] > 0))
    return pni_tokens_refuse(tokens,
                             "a contact of two bodies that do not move");
  if (!(fabs(pn_vec3_norm(n) - 1) <= unit_error))
    return pni_tokens_refuse(tokens, "the normal must have length 1, got %g",
                             pn_vec3_norm(n));
  J->pair[c] = pair;
  J->normal[c] = n;
  return read_row(tokens, lcp, c);
}

/* Reads a file of contacts behind its first word. */
static int read_contacts(pni_tokens *tokens, pn_lcp *lcp)
{
  size_t version, contacts = 0;
  pn_delassus *J = NULL;
  pni_tokens_count(tokens, "the format's version", FORMAT, FORMAT, &version);
  if (read_bodies(tokens, lcp, &J))
    return tokens->error->code;
  pni_tokens_key(tokens, "contacts");
  if (!pni_tokens_count(tokens, "the number of contacts", 0, PN_LCP_ROWS_MAX,
                        &contacts) &&
      contacts == 0)
    return pn_error_set(tokens->error, GSL_EINVAL, tokens->name, 0,
                        "there are no contacts: nothing is to be solved");
  for (size_t c = 0; c < contacts && !tokens->error->code; c++) {
    if (pn_delassus_reserve(J, c + 1) || pn_lcp_resize(lcp, c + 1))
      return out_of_memory(tokens);
    /* NOLINTNEXTLINE(*-core.NullDereference): read_bodies has made it */
    J->rows = c + 1;
    read_contact(tokens, lcp, J, c);
  }
  return tokens->error->code;
}

/* Reads n numbers, which messages call name(1), name(2), ... */
static int read_vector(pni_tokens *tokens, const char *name, int infinite,
                       size_t n, double *values)
{
  char what[LABEL];
  for (size_t i = 0; i < n && !tokens->error->code; i++) {
    snprintf(what, sizeof what, "%s(%zu)", name, i + 1);
    pni_tokens_real(tokens, what, infinite, &values[i]);
  }
  return tokens->error->code;
}

/* Reads hi(1), hi(2), ...; none may be below its lo. */
static int read_highest(pni_tokens *tokens, pn_lcp *lcp)
{
  char what[LABEL];
  for (size_t i = 0; i < lcp->size && !tokens->error->code; i++) {
    snprintf(what, sizeof what, "hi(%zu)", i + 1);
    if (!pni_tokens_real(tokens, what, 1, &lcp->hi[i]) &&
        lcp->lo[i] > lcp->hi[i])
      pni_tokens_refuse(tokens,
                        "the bounds of row %zu must be lo <= hi, got %g "
                        "and %g",
                        i + 1, lcp->lo[i], lcp->hi[i]);
  }
  return tokens->error->code;
}

/* Reads a dense problem, whose first token, the number of rows, has been
   read. */
static int read_dense(pni_tokens *tokens, pn_lcp *lcp, pni_triplets *entries)
{
  size_t n = 0;
  char what[LABEL];
  pni_tokens_again(tokens);
  pni_tokens_count(tokens, "the number of rows", 1, PN_LCP_DENSE_MAX, &n);
  for (size_t k = 0; k < n * n && !tokens->error->code; k++) {
    double a = 0;
    snprintf(what, sizeof what, "A(%zu, %zu)", k / n + 1, k % n + 1);
    if (!pni_tokens_real(tokens, what, 0, &a) && (a != 0 || k / n == k % n) &&
        pni_triplets_add(entries, k / n, k % n, a, tokens->line))
      return out_of_memory(tokens);
  }
  if (tokens->error->code)
    return tokens->error->code;
  if (pn_lcp_resize(lcp, n))
    return out_of_memory(tokens);
  read_vector(tokens, "b", 0, n, lcp->b);
  if (!tokens->error->code && pni_tokens_next(tokens)) {
    pni_tokens_again(tokens);
    read_vector(tokens, "lo", 1, n, lcp->lo);
    read_highest(tokens, lcp);
  }
  return tokens->error->code ? tokens->error->code
                             : pni_lcp_read_matrix(tokens, lcp, entries);
}

/* Recognises the format by the first token, and reads the rest. */
static int read_format(pni_tokens *tokens, const char *beside, pn_lcp *lcp,
                       pni_triplets *entries)
{
  if (!pni_tokens_next(tokens))
    return pni_tokens_refuse(tokens, "the file is empty");
  if (strcasecmp(tokens->token, market_banner) == 0)
    return pni_lcp_read_market(tokens, beside, lcp, entries);
  if (strcmp(tokens->token, contacts_banner) == 0)
    return read_contacts(tokens, lcp);
  if (strchr("+-.0123456789", tokens->token[0]))
    return read_dense(tokens, lcp, entries);
  return pni_tokens_refuse(tokens,
                           "this is no complementarity problem: it should "
                           "begin with '%s', '%s' or the number of rows",
                           contacts_banner, market_banner);
}

/* Completes the problem and checks it; the error names the line of the row to
   blame, if A's entries tell. */
static int finish(pni_tokens *tokens, pn_lcp *lcp, const pni_triplets *entries)
{
  if (tokens->error->code)
    return tokens->error->code;
  if (pni_tokens_next(tokens))
    return pni_tokens_refuse(tokens, "the problem should end here, got '%.60s'",
                             tokens->token);
  if (tokens->error->code)
    return tokens->error->code;
  size_t row;
  pn_error reason = {0};
  pn_lcp_set_operator(lcp, lcp->A);
  if (pn_lcp_check(lcp, &row, &reason))
    return pn_error_set(tokens->error, reason.code, tokens->name,
                        pni_triplets_line(entries, row), "%s", reason.text);
  if (lcp->size <= PN_LCP_DEFINITE_MAX && pn_lcp_check_definite(lcp, &reason))
    return pn_error_set(tokens->error, reason.code, tokens->name, 0, "%s",
                        reason.text);
  return GSL_SUCCESS;
}

/* Reads a problem of any of the three kinds, which its first word tells;
   `beside` is the file of b for MatrixMarket. */
static pn_lcp *read_stream(FILE *stream, const char *name, const char *beside,
                           pn_error *error)
{
  pn_error own = {0};
  pni_tokens tokens = pni_tokens_make(stream, name, '#', error ? error : &own);
  pni_triplets entries = {0};
  pn_lcp *lcp = pn_lcp_alloc(0);
  if (!lcp)
    out_of_memory(&tokens);
  else if (read_format(&tokens, beside, lcp, &entries) ||
           finish(&tokens, lcp, &entries)) {
    pn_lcp_free(lcp);
    lcp = NULL;
  }
  pni_triplets_clear(&entries);
  return lcp;
}

pn_lcp *pn_lcp_read(const char *path, pn_error *error)
{
  char beside[PN_TEXT_PATH];
  pni_lcp_beside(path, beside);
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
  /* fmemopen wants a pointer to char, but a stream opened with "r" only
     reads. */
  FILE *stream = fmemopen((void *)(uintptr_t)text, length, "r");
  if (!stream) {
    pn_error_set(error, GSL_ENOMEM, name, 0, "out of memory");
    return NULL;
  }
  pn_lcp *lcp = read_stream(stream, name, NULL, error);
  fclose(stream);
  return lcp;
}
