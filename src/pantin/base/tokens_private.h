/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A text as a stream of tokens, separated by white space, with the line of
   each. */
#ifndef PANTIN_BASE_TOKENS_PRIVATE_H
#define PANTIN_BASE_TOKENS_PRIVATE_H

#include "pantin/base/error.h"

#include <stddef.h>
#include <stdio.h>

/* The longest token, which holds all digits of any double (some 1100); longer
   ones are an error. */
enum { PNI_TOKEN = 4095 };

typedef struct {
  FILE *stream;     /* the caller's */
  const char *name; /* of the file, for messages */
  pn_error *error;  /* the caller's, never NULL */
  int line;         /* of the last token, from 1 */
  int ended_line;   /* whether that line was ended after it; private */
  int again;        /* whether pni_tokens_next returns it again; private */
  char comment;     /* begins a comment, which ends with its line */
  char token[PNI_TOKEN + 1];
} pni_tokens;

pni_tokens pni_tokens_make(FILE *stream, const char *name, char comment,
                           pn_error *error);

/* Reads the next token; 0 at the end of the text. What cannot be read, and a
   token that is too long, are errors. */
int pni_tokens_next(pni_tokens *tokens);

/* Makes the next pni_tokens_next return the last token again. */
void pni_tokens_again(pni_tokens *tokens);

/* Reads the next token, which must be `key`. Returns the error's code. */
int pni_tokens_key(pni_tokens *tokens, const char *key);

/* Reads the next token as a number, which may be infinite if `infinite`; `what`
   names it in messages. Returns the error's code. */
int pni_tokens_real(pni_tokens *tokens, const char *what, int infinite,
                    double *value);

/* Reads the next token as a whole number from low to high. Returns the error's
   code. */
int pni_tokens_count(pni_tokens *tokens, const char *what, size_t low,
                     size_t high, size_t *value);

/* Records an error at the line of the last token; returns GSL_EINVAL. */
int pni_tokens_refuse(pni_tokens *tokens, const char *format, ...)
    PN_PRINTF(2, 3);

#endif
