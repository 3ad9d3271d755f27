/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* JSON written value by value to a stream:

       pn_json json = pn_json_make(stdout);
       pn_json_object(&json, NULL);
       pn_json_real(&json, "energy", -1.961);
       pn_json_reals(&json, "x", n, x);
       pn_json_end(&json);
       putchar('\n');

   A key is given inside an object, and is NULL inside an array. Failures of
   writing stay in the stream, for ferror. */
#ifndef PANTIN_BASE_JSON_H
#define PANTIN_BASE_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { PN_JSON_DEPTH = 16 };

typedef struct {
  FILE *stream;                /* the caller's */
  int depth;                   /* objects and arrays that are open, at most
                                  PN_JSON_DEPTH */
  char closing[PN_JSON_DEPTH]; /* the bracket that closes each of them */
  int filled[PN_JSON_DEPTH];   /* whether each has a member yet */
} pn_json;

pn_json pn_json_make(FILE *stream);

/* Opens an object or an array; pn_json_end closes the innermost one. */
void pn_json_object(pn_json *json, const char *key);
void pn_json_array(pn_json *json, const char *key);
void pn_json_end(pn_json *json);

/* Write a number that reads back to the same bits (null for NaN and infinities,
   which JSON does not have), a whole number, and true or false. */
void pn_json_real(pn_json *json, const char *key, double value);
void pn_json_count(pn_json *json, const char *key, uint64_t value);
void pn_json_boolean(pn_json *json, const char *key, int value);

/* Writes a text; bytes that are not UTF-8 become U+FFFD. NULL becomes null. */
void pn_json_string(pn_json *json, const char *key, const char *value);

/* Writes an array of n numbers on one line. */
void pn_json_reals(pn_json *json, const char *key, size_t n,
                   const double *values);

#endif
