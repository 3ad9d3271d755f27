/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A folder of its own for each test, which it leaves empty. */
#ifndef PANTIN_TESTS_BASE_FOLDER_H
#define PANTIN_TESTS_BASE_FOLDER_H

/* Make a fixture: folder_enter makes the folder and enters it, folder_leave
   leaves and removes it. */
void folder_enter(void);
void folder_leave(void);

/* Writes a file. */
void folder_put(const char *path, const char *text);

#endif
