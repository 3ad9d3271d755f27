/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Numbers as text, and guesses at misspelt names, for readers and writers. */
#ifndef PANTIN_BASE_TEXT_H
#define PANTIN_BASE_TEXT_H

#include <stddef.h>

/* Room for any number of pn_text_number, and for any path that is used. */
enum { PN_TEXT_NUMBER = 32, PN_TEXT_PATH = 4096 };

/* Writes x with a number of digits (1 to 17) and a decimal point in every
   locale; "nan", "inf", "-inf". Returns buffer. */
char *pn_text_digits(char buffer[PN_TEXT_NUMBER], double x, int digits);

/* Writes x with as few digits as read back to the same bits, 15 to 17.
   Returns buffer. */
char *pn_text_number(char buffer[PN_TEXT_NUMBER], double x);

/* Reads the number that begins a text: 1.5, a fraction as 1/240, pi, or a
   product of such as -2*pi/3, with blanks around * and / or without. Returns
   where it ends, which is `text` itself where no number begins. The mark of a
   comment, as in 1//2, ends it. */
const char *pn_text_value(const char *text, double *value);

/* Finds the one of `count` names that `name` was probably meant to be, by edit
   distance or as another word for the same thing; NULL if none is near. NULL
   entries are passed over. */
const char *pn_text_nearest(const char *name, const char *const *names,
                            size_t count);

/* Returns where a text (UTF-8) holds its first control character, which a
   terminal would obey; NULL if there is none. */
const char *pni_text_control(const char *text);

/* Replaces each of them by '?'. Returns text. */
char *pni_text_plain(char *text);

/* Writes the name of a file beside another: its path and a suffix, of less than
   NAME_MAX bytes, for which the end of a long name makes room. Returns beside.
 */
char *pni_text_beside(char beside[PN_TEXT_PATH], const char *path,
                      const char *suffix);

/* Reads a number with a decimal point in every locale, as strtod does in C's.
 */
double pni_text_real(const char *text, char **end);

#endif
