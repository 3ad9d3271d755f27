/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "folder.h"

#include "pantin/base/text.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[32];
static char home[PN_TEXT_PATH];

void folder_enter(void)
{
  ck_assert_ptr_nonnull(getcwd(home, sizeof home));
  strcpy(folder, "check_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
}

void folder_leave(void)
{
  ck_assert_int_eq(chdir(home), 0);
  ck_assert_msg(rmdir(folder) == 0, "the test left something in %s", folder);
}

void folder_put(const char *path, const char *text)
{
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  ck_assert_int_eq(fclose(file), 0);
}
