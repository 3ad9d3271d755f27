/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A reader of scenes that asks for one key of each kind. */
#ifndef PANTIN_TESTS_BASE_SCENE_SAMPLE_H
#define PANTIN_TESTS_BASE_SCENE_SAMPLE_H

#include "pantin/base/error.h"

#include <stddef.h>

/* What it reads: one key of each kind. */
typedef struct {
  size_t bars, nodes;
  double length, angle, gravity[3], node[4];
  int shown, method;
  char title[32];
  double mass[2];
} sample;

/* A scene that has them all. */
extern const char sample_text[];

/* Reads a scene of so many bytes, by the name of x.cfg. Returns the error's
   code. */
int sample_read(const char *text, size_t length, sample *s, pn_error *error);

#endif
