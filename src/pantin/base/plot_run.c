/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Running gnuplot, without a shell. The script is its standard input, a file;
   its messages go to another file, that is read afterwards; and the picture
   comes back through a pipe, so that gnuplot never learns the name of the file,
   and a full disk is noticed by who writes it. */
#include "config.h"

#include "pantin/base/plot_private.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Frames of an animation are 8 hundredths of a second apart. (gnuplot's
   `optimize` would keep the colours of the first frame only.) A letter of a
   .txt stands for 10 x 20 pixels, an inch of a .pdf for 100 pixels. */
const pni_plot_terminal pni_plot_terminals[] = {
    {".gp", NULL, 0, 0, NULL, NULL},
    {".gif", "gif animate delay 8 loop 0", 1, 1, "", "font 'Sans,11'"},
    {".txt", "dumb", 0.1, 0.05, "", "mono"},
    {".png", "pngcairo", 1, 1, "", "font 'Sans,11' background '#ffffff'"},
    {".svg", "svg", 1, 1, "", "font 'sans-serif,14' background '#ffffff'"},
    {".pdf", "pdfcairo", 0.01, 0.01, "in", "font 'Sans,11'"},
    {NULL, NULL, 0, 0, NULL, NULL}};

/* Writes the terminal and the script to a temporary file, ready to be read;
   NULL on failure. */
static FILE *whole_script(const pn_plot *plot)
{
  FILE *script = tmpfile();
  if (!script)
    return NULL;
  const pni_plot_terminal *t = &pni_plot_terminals[plot->kind];
  fprintf(script, "set terminal %s size %g%s,%g%s %s\n", t->terminal,
          plot->width * t->across, t->unit, plot->height * t->down, t->unit,
          t->options);
  fwrite(plot->script, 1, plot->length, script);
  if (fflush(script) == 0 && !ferror(script)) {
    rewind(script);
    return script;
  }
  fclose(script);
  return NULL;
}

/* Starts gnuplot, with its standard streams connected; nothing is printed.
   Returns 0, or what is wrong as an errno. */
static int start(const char *command, FILE *script, FILE *messages, int picture,
                 pid_t *child)
{
  posix_spawn_file_actions_t files;
  char name[] = "gnuplot", defaults[] = "-d"; /* -d: not the user's own style */
  char *const arguments[] = {name, defaults, NULL};
  if (posix_spawn_file_actions_init(&files))
    return ENOMEM;
  int failed =
      posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO) ||
      posix_spawn_file_actions_adddup2(&files, picture, STDOUT_FILENO) ||
      posix_spawn_file_actions_adddup2(&files, fileno(messages), STDERR_FILENO);
  failed = failed
               ? ENOMEM
               : posix_spawnp(child, command, &files, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  return failed;
}

/* Copies all that comes out of a pipe to a stream. Returns the number of bytes;
 *failed is the errno of the first that could not be written, or 0. */
static size_t copy(int pipe_end, FILE *stream, int *failed)
{
  char block[1 << 14];
  size_t copied = 0;
  *failed = 0;
  for (;;) {
    const ssize_t count = read(pipe_end, block, sizeof block);
    if (count == 0 || (count < 0 && errno != EINTR))
      return copied;
    if (count < 0)
      continue;
    copied += (size_t)count;
    if (fwrite(block, 1, (size_t)count, stream) < (size_t)count && !*failed)
      *failed = errno;
  }
}

/* Runs gnuplot and waits for it. Returns its exit status; 127 when there is no
   such command, which some systems tell by that status only; EXIT_FAILURE also
   when it was killed or drew nothing, which gnuplot may call a success; -errno
   when it could not be run. */
static int run(const char *command, FILE *script, FILE *messages, FILE *picture,
               int *unwritten)
{
  int ends[2], status;
  pid_t child;
  *unwritten = 0;
  if (pipe(ends))
    return -errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  const int failed = start(command, script, messages, ends[1], &child);
  close(ends[1]);
  const size_t drawn = failed ? 0 : copy(ends[0], picture, unwritten);
  close(ends[0]);
  if (failed)
    return failed == ENOENT ? 127 : -failed;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -errno;
  if (!WIFEXITED(status) || (WEXITSTATUS(status) == 0 && drawn == 0))
    return EXIT_FAILURE;
  return WEXITSTATUS(status);
}

/* Puts gnuplot's reason into the error. gnuplot marks the place with a caret
   and then prints "line N: REASON"; in other messages the first line is the
   reason. */
static int refuse(const char *path, FILE *messages, pn_error *error)
{
  char line[PN_ERROR_TEXT / 2], reason[sizeof line] = "no reason given";
  int found = 0;
  rewind(messages);
  while (found < 2 && fgets(line, sizeof line, messages)) {
    line[strcspn(line, "\n")] = '\0';
    if (strstr(line, "warning"))
      continue;
    const char *text = line + strspn(line, " ");
    const char *where = strstr(text, "line ");
    int after = 0;
    if (where && sscanf(where, "line %*d: %n", &after) == 0 && after > 0) {
      snprintf(reason, sizeof reason, "%s", where + after);
      found = 2;
    } else if (*text && *text != '^' && !found) {
      snprintf(reason, sizeof reason, "%s", text);
      found = 1;
    }
  }
  return pn_error_set(error, GSL_EFAILED, path, 0, "gnuplot: %s", reason);
}

int pni_plot_run(pn_plot *plot, pn_error *error)
{
  const char *path = plot->file.path;
  FILE *script = whole_script(plot);
  FILE *messages = script ? tmpfile() : NULL;
  int status = GSL_SUCCESS;
  if (!messages) {
    status = pn_error_set(error, GSL_EFAILED, path, 0,
                          "no temporary file for gnuplot: %s", strerror(errno));
  } else {
    int unwritten;
    const int code =
        run(plot->gnuplot, script, messages, plot->file.stream, &unwritten);
    if (code == 127)
      status = pn_error_set(error, GSL_EFAILED, path, 0,
                            "gnuplot not found: use --plot FILE.gp");
    else if (unwritten)
      status = pn_error_set(error, GSL_EFAILED, path, 0,
                            "cannot be written: %s", strerror(unwritten));
    else if (code < 0)
      status = pn_error_set(error, GSL_EFAILED, path, 0,
                            "gnuplot cannot be run: %s", strerror(-code));
    else if (code != 0)
      status = refuse(path, messages, error);
  }
  if (messages)
    fclose(messages);
  if (script)
    fclose(script);
  return status;
}
