/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Lets a program that ends by _exit write what it has run, which gcov does at
   exit only. Linked into the programs by coverage.sh, with --wrap=_exit. */
void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

void __wrap__exit(int status)
{
  __gcov_dump();
  __real__exit(status);
}
