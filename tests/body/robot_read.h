/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Robots that are read from texts. */
#ifndef PANTIN_TESTS_BODY_ROBOT_READ_H
#define PANTIN_TESTS_BODY_ROBOT_READ_H

#include "pantin/body/scene.h"

/* Reads a text by the name of r.xml. */
pn_system_scene *robot_read(const char *text, pn_error *error);

/* Reads a text, or fails the test. */
pn_system_scene *robot_read_good(const char *text);

/* A model of MJCF with these bodies. */
#define ROBOT_MODEL(BODIES) "<mujoco><worldbody>" BODIES "</worldbody></mujoco>"

#endif
