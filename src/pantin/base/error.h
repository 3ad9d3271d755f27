/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Errors as a text with its place, filled by readers and writers. */
#ifndef PANTIN_BASE_ERROR_H
#define PANTIN_BASE_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/* Room for a text and for a path. */
enum { PN_ERROR_TEXT = 512, PN_ERROR_FILE = 512 };

/* Belongs to the caller. */
typedef struct {
  int code;                 /* GSL's error code; 0 while nothing is wrong */
  int line;                 /* line in the file, from 1; 0 when none applies */
  char file[PN_ERROR_FILE]; /* path as the caller gave it; may be empty */
  char text[PN_ERROR_TEXT]; /* one sentence without final period */
} pn_error;

/* Lets compilers check the arguments of functions like printf. */
#if defined(__GNUC__)
#define PN_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define PN_PRINTF(text, first)
#endif

/* Clears an error (NULL: does nothing). Functions that read or find something
   clear their caller's error on entry; those that write, check or end
   something keep an earlier one. */
void pn_error_clear(pn_error *error);

/* Records an error and returns its code, so that a function can end with
   `return pn_error_set(...)`. The first error wins: later ones leave it as it
   is. file may be NULL, line 0; error may be NULL (then only the code is
   returned). Texts too long are cut. */
int pn_error_set(pn_error *error, int code, const char *file, int line,
                 const char *format, ...) PN_PRINTF(5, 6);

/* Writes "file:line: text" (without what does not apply, and with '?' for a
   control character) into a buffer of size bytes, and returns the buffer; an
   empty text if error is NULL. */
char *pn_error_message(const pn_error *error, char *buffer, unsigned size);

/* Room for any message of pn_error_message. */
enum { PN_ERROR_MESSAGE = PN_ERROR_FILE + PN_ERROR_TEXT + 16 };

#ifdef __cplusplus
}
#endif

#endif
