/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A fuzz target: one file per topic, fuzz_TOPIC.c. `make fuzz` links it with
   libFuzzer, which makes up inputs; `make check` links it with replay.c, which
   gives it the inputs kept in corpus/TOPIC. */
#ifndef PANTIN_TESTS_FUZZ_H
#define PANTIN_TESTS_FUZZ_H

#include "pantin/base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The topic, that is the folder of inputs. */
extern const char fuzz_topic[];

/* Takes any bytes; dies, or lets a sanitizer do so, if the library does with
   them what it must not. Returns 0 (the name and type are libFuzzer's). */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* What must hold for every input. */
#define fuzz_require(condition)                                                \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);  \
      abort();                                                                 \
    }                                                                          \
  } while (0)

/* Requires that the reason for which a text was refused is one sentence about a
   line that it has, in the file of that name. */
static inline void fuzz_require_reason(const pn_error *error, const char *file,
                                       const char *text, size_t length)
{
  int lines = 1;
  for (size_t i = 0; i < length; i++)
    lines += text[i] == '\n';
  fuzz_require(error->code != 0);
  fuzz_require(error->text[0] != '\0');
  fuzz_require(strcmp(error->file, file) == 0);
  fuzz_require(error->line >= 0 && error->line <= lines);
}

#endif
