/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Saves and loads the state as text: a banner, the settings, the scalars,
   and the arrays in the order of cmaes.c; every number reads back to the
   same bits. */
#include "pantin/tuning/cmaes_private.h"

#include "pantin/base/text.h"
#include "pantin/base/tokens_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const char banner[] = "pantin-cmaes";

enum { FORMAT = 1, SCALARS = 24, COLUMNS = 4 };

/* The largest whole number up to which all are doubles. */
static const size_t count_most = ((size_t)1 << 53) - 1;

/* A scalar of the file, which stands before the arrays. */
typedef struct {
  const char *name;
  size_t *count; /* one of the three is set */
  double *real;
  int *flag;
} scalar;

/* Lists the numbers of a file in its order, each by its name and where it is
   kept. */
static void list(pn_cmaes *es, scalar scalars[SCALARS])
{
  pn_cmaes_settings *s = &es->settings;
  /* The settings come first, and then the state. */
  const scalar all[SCALARS] = {
      {"variables", &es->n, NULL, NULL},
      {"population", &s->population, NULL, NULL},
      {"parents", &s->parents, NULL, NULL},
      {"active", NULL, NULL, &s->active},
      {"seed", &s->seed, NULL, NULL},
      {"evaluations-most", &s->evaluations, NULL, NULL},
      {"generations-most", &s->generations, NULL, NULL},
      {"target", NULL, &s->target, NULL},
      {"step", NULL, &s->step, NULL},
      {"step-up", NULL, &s->step_up, NULL},
      {"spread", NULL, &s->spread, NULL},
      {"history", NULL, &s->history, NULL},
      {"condition", NULL, &s->condition, NULL},
      {"stagnation", NULL, NULL, &s->stagnation},
      {"equal-values", NULL, NULL, &s->equal_values},
      {"generation", &es->generation, NULL, NULL},
      {"evaluations", &es->evaluations, NULL, NULL},
      {"decomposed", &es->decomposed, NULL, NULL},
      {"sigma", NULL, &es->sigma, NULL},
      {"best-value", NULL, &es->best_value, NULL},
      {"best-evaluation", &es->best_evaluation, NULL, NULL},
      {"equal", &es->equal, NULL, NULL},
      {"differences", &es->differences_count, NULL, NULL},
      {"flags", &es->flags, NULL, NULL},
  };
  memcpy(scalars, all, sizeof all);
}

/* The bits of the number that holds the switches of the state in a file. */
enum { BOUNDED = 1, SETTLED = 2, INJECT = 4, STAGNATES = 8, FLAGS = 15 };

static void pack(pn_cmaes *es)
{
  es->flags =
      (size_t)((es->bounded ? BOUNDED : 0) |
               (es->penalty_settled ? SETTLED : 0) | (es->inject ? INJECT : 0) |
               (es->stagnates ? STAGNATES : 0));
}

static void unpack(pn_cmaes *es)
{
  es->bounded = (es->flags & BOUNDED) != 0;
  es->penalty_settled = (es->flags & SETTLED) != 0;
  es->inject = (es->flags & INJECT) != 0;
  es->stagnates = (es->flags & STAGNATES) != 0;
}

void pn_cmaes_save(const pn_cmaes *es, FILE *stream)
{
  pn_cmaes copy = *es; /* the scalars are listed by address */
  scalar scalars[SCALARS];
  char text[PN_TEXT_NUMBER];
  pack(&copy);
  list(&copy, scalars);
  fprintf(stream, "%s %d\n", banner, FORMAT);
  for (size_t k = 0; k < SCALARS; k++) {
    const scalar *s = &scalars[k];
    const double x = s->real    ? *s->real
                     : s->count ? (double)*s->count
                                : (double)*s->flag;
    fprintf(stream, "%s %s\n", s->name, pn_text_number(text, x));
  }
  for (size_t k = 0; k < es->reals; k++)
    fprintf(stream, "%s%c", pn_text_number(text, es->memory[k]),
            k % COLUMNS == COLUMNS - 1 ? '\n' : ' ');
  fprintf(stream, "\nend\n");
}

/* Reads these numbers, each behind its name. */
static void read_scalars(pni_tokens *tokens, scalar scalars[SCALARS])
{
  size_t flag;
  for (size_t k = 0; k < SCALARS && !tokens->error->code; k++) {
    const scalar *s = &scalars[k];
    pni_tokens_key(tokens, s->name);
    if (s->real)
      pni_tokens_real(tokens, s->name, 1, s->real);
    else if (s->count)
      pni_tokens_count(tokens, s->name, 0, count_most, s->count);
    else if (!pni_tokens_count(tokens, s->name, 0, 1, &flag))
      *s->flag = (int)flag;
  }
}

/* Checks what holds of every state that was saved. */
static int check(pni_tokens *tokens, const pn_cmaes *es)
{
  if (tokens->error->code)
    return tokens->error->code;
  if (es->flags > FLAGS || es->equal >= (size_t)1 << PNI_CMAES_BITS ||
      !(es->sigma > 0 && isfinite(es->sigma)))
    return pni_tokens_refuse(tokens, "this state is damaged");
  for (size_t i = 0; i < es->n; i++)
    if (!(es->D[i] > 0 && es->C[i * es->n + i] > 0 && isfinite(es->mean[i])))
      return pni_tokens_refuse(tokens, "this state is damaged");
  return GSL_SUCCESS;
}

/* Makes a run of the size and settings that the scalars in `head` state. */
static pn_cmaes *make(pni_tokens *tokens, const pn_cmaes *head)
{
  /* Larger sizes in a file are refused: the history alone would need much
     memory. */
  enum { VARIABLES_MOST = 1000, POPULATION_MOST = 10000 };
  pn_error reason = {0};
  if (tokens->error->code)
    return NULL;
  if (head->n > VARIABLES_MOST || head->settings.population > POPULATION_MOST) {
    pni_tokens_refuse(tokens,
                      "a run of %zu variables and a population of %zu is "
                      "too large",
                      head->n, head->settings.population);
    return NULL;
  }
  pn_cmaes *es = pni_cmaes_make(head->n, &head->settings, &reason);
  if (!es)
    pn_error_set(tokens->error, reason.code, tokens->name, tokens->line, "%s",
                 reason.text);
  return es;
}

pn_cmaes *pn_cmaes_load(FILE *stream, const char *name, pn_error *error)
{
  pn_error_clear(error);
  pn_error own = {0};
  pni_tokens tokens = pni_tokens_make(stream, name, '#', error ? error : &own);
  pn_cmaes head = {.n = 0};
  scalar from[SCALARS], to[SCALARS];
  size_t version;
  pni_tokens_key(&tokens, banner);
  pni_tokens_count(&tokens, "the format's version", FORMAT, FORMAT, &version);
  /* Read the scalars, and make a run of that size. */
  list(&head, from);
  read_scalars(&tokens, from);
  pn_cmaes *es = make(&tokens, &head);
  if (!es)
    return NULL;
  /* Copy the scalars to the run, and read its arrays. */
  list(es, to);
  for (size_t k = 0; k < SCALARS; k++)
    if (from[k].real)
      *to[k].real = *from[k].real;
    else if (from[k].count)
      *to[k].count = *from[k].count;
  for (size_t k = 0; k < es->reals; k++)
    pni_tokens_real(&tokens, "a number", 1, &es->memory[k]);
  /* Accept the run only if the file is complete and its state is possible. */
  pni_tokens_key(&tokens, "end");
  unpack(es);
  if (!check(&tokens, es))
    return es;
  pn_cmaes_free(es);
  return NULL;
}
