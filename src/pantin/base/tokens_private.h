/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text as a stream of words between white space, with the line of each. */
#ifndef PANTIN_BASE_TOKENS_PRIVATE_H
#define PANTIN_BASE_TOKENS_PRIVATE_H

#include "pantin/base/error.h"

#include <stddef.h>
#include <stdio.h>

/* No word that is looked for is longer; longer ones are cut. */
enum { PNI_WORD = 63 };

typedef struct {
  FILE *stream;     /* the caller's */
  const char *name; /* of the file, for messages */
  pn_error *error;  /* the caller's, never NULL */
  int line;         /* where the last word stands, from 1 */
  int ended_line;   /* whether that line was ended after it; private */
  int again;        /* whether pni_tokens_next gives it once more; private */
  char comment;     /* begins a comment, to the end of its line */
  char word[PNI_WORD + 1];
} pni_tokens;

pni_tokens pni_tokens_make(FILE *stream, const char *name, char comment,
                           pn_error *error);

/* The next word; 0 at the end of the text. */
int pni_tokens_next(pni_tokens *words);

/* The last word will be given once more. */
void pni_tokens_again(pni_tokens *words);

/* The next word, which must be this one. Returns the error's code. */
int pni_tokens_key(pni_tokens *words, const char *key);

/* The next word as a number, infinities if `infinite`; `what` names it in
   messages. Returns the error's code. */
int pni_tokens_real(pni_tokens *words, const char *what, int infinite,
                    double *value);

/* The next word as a whole number from low to high. */
int pni_tokens_count(pni_tokens *words, const char *what, size_t low,
                     size_t high, size_t *value);

/* Records an error at the line of the last word; returns GSL_EINVAL. */
int pni_tokens_refuse(pni_tokens *words, const char *format, ...)
    PN_PRINTF(2, 3);

#endif
