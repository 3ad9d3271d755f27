/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running gnuplot, without a shell: the script is its standard input, and its
   messages go to a file that is read afterwards, so that neither side waits
   for the other. */
#include "config.h"

#include "pantin/base/plot_private.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <spawn.h>
#include <stdio.h>
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

/* Writes the terminal, the output and the script to a temporary file, ready to
   be read; NULL on failure. */
static FILE *whole_script(const pn_plot *plot)
{
  FILE *script = tmpfile();
  if (!script)
    return NULL;
  const pni_plot_terminal *t = &pni_plot_terminals[plot->kind];
  fprintf(script, "set terminal %s size %g%s,%g%s %s\nset output '",
          t->terminal, plot->width * t->across, t->unit, plot->height * t->down,
          t->unit, t->options);
  for (const char *p = pn_file_name(&plot->file); *p; p++)
    fprintf(script, *p == '\'' ? "''" : "%c", *p);
  fprintf(script, "'\n");
  fwrite(plot->script, 1, plot->length, script);
  if (fflush(script) == 0 && !ferror(script)) {
    rewind(script);
    return script;
  }
  fclose(script);
  return NULL;
}

/* Starts gnuplot and waits for it. Returns its exit status, 127 when there is
   no such command, -1 when it could not be started or was killed. */
static int run(const char *command, FILE *script, FILE *messages)
{
  /* Connect input and messages; nothing is printed. */
  posix_spawn_file_actions_t files;
  if (posix_spawn_file_actions_init(&files))
    return -1;
  pid_t child;
  char name[] = "gnuplot", defaults[] = "-d"; /* -d: not the user's own style */
  char *const arguments[] = {name, defaults, NULL};
  int failed =
      posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO) ||
      posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null",
                                       O_WRONLY, 0) ||
      posix_spawn_file_actions_adddup2(&files, fileno(messages), STDERR_FILENO);
  if (!failed)
    failed = posix_spawnp(&child, command, &files, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed)
    return failed == ENOENT ? 127 : -1;

  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
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

/* Returns whether nothing was drawn, which gnuplot may call a success. */
static int is_empty(const pn_file *file)
{
  FILE *picture = fopen(pn_file_name(file), "r");
  if (!picture)
    return 1;
  const int first = getc(picture);
  fclose(picture);
  return first == EOF;
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
    const int code = run(plot->gnuplot, script, messages);
    const int regular = plot->file.temporary[0] != '\0';
    if (code == 127)
      status = pn_error_set(error, GSL_EFAILED, path, 0,
                            "gnuplot not found: use --plot FILE.gp");
    else if (code != 0 || (regular && is_empty(&plot->file)))
      status = refuse(path, messages, error);
  }
  if (messages)
    fclose(messages);
  if (script)
    fclose(script);
  return status;
}
