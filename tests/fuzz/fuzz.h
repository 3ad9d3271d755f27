/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A fuzz target: one file per topic, fuzz_TOPIC.c. `make fuzz` links it with
   libFuzzer, which makes up inputs; `make check` links it with replay.c, which
   gives it the inputs kept in corpus/TOPIC. */
#ifndef PANTIN_TESTS_FUZZ_H
#define PANTIN_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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

#endif
