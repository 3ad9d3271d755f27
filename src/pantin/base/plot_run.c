/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Running gnuplot, without a shell. The script is its standard input, a file;
   its messages go to another file, that is read afterwards; and the picture
   comes back through a pipe, so that gnuplot never learns the name of the file,
   and a full disk is noticed by who writes it.

   gnuplot has a process group of its own, which Ctrl-C in a terminal does not
   reach: gnuplot may wait for itself for ever in its handler of SIGINT. It is
   ended by pn_plot_end_all, with a signal that cannot be caught, as there is
   nothing that it could leave behind. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/base/plot_private.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
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

/* The gnuplots that draw, each by its process, which leads its group; those
   for which there is no room are not ended by pn_plot_end_all. */
enum { PLACES = 16 };
enum { FREE = 0 };
static atomic_int drawing[PLACES];
static atomic_int all_end;

void pn_plot_end_all(void)
{
  atomic_store(&all_end, 1);
  for (size_t k = 0; k < PLACES; k++) {
    const int group = atomic_load(&drawing[k]);
    if (group != FREE)
      kill(-group, SIGKILL);
  }
}

/* Lists a gnuplot, and ends it if pn_plot_end_all was called before. Returns
   its place, PLACES if there is none. */
static size_t take_place(pid_t child)
{
  size_t k = 0;
  for (int was = FREE; k < PLACES; was = FREE, k++)
    if (atomic_compare_exchange_strong(&drawing[k], &was, (int)child))
      break;
  if (atomic_load(&all_end))
    pn_plot_end_all();
  return k;
}

static void leave_place(size_t place)
{
  if (place < PLACES)
    atomic_store(&drawing[place], FREE);
}

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

/* Asks for a group of its own, and for the end on a pipe that nobody reads any
   more, whatever this program does about that. Returns 0, or an errno. */
static int set_apart(posix_spawnattr_t *attributes)
{
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  int failed = posix_spawnattr_setpgroup(attributes, 0);
  if (!failed)
    failed = posix_spawnattr_setsigdefault(attributes, &defaults);
  return failed
             ? failed
             : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP |
                                                        POSIX_SPAWN_SETSIGDEF);
}

/* Copies the environment, to be freed, without the terminal with which gnuplot
   would begin, and fail where it knows none of that name; NULL if memory is
   short. */
static char **copy_environment(void)
{
  static const char terminal[] = "GNUTERM=";
  size_t count = 0, kept = 0;
  while (environ[count])
    count++;
  char **copy = pn_alloc(count + 1, sizeof *copy);
  for (size_t k = 0; copy && k < count; k++)
    if (strncmp(environ[k], terminal, strlen(terminal)) != 0)
      copy[kept++] = environ[k];
  return copy; /* pn_alloc gives zeros: it ends with NULL */
}

/* Starts gnuplot, with its standard streams connected; nothing is printed.
   Returns 0, or what is wrong as an errno. */
static int start(const char *command, FILE *script, FILE *messages, int picture,
                 pid_t *child)
{
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  char name[] = "gnuplot", defaults[] = "-d"; /* -d: not the user's own style */
  char *const arguments[] = {name, defaults, NULL};
  if (posix_spawn_file_actions_init(&files))
    return ENOMEM;
  if (posix_spawnattr_init(&attributes)) {
    posix_spawn_file_actions_destroy(&files);
    return ENOMEM;
  }
  int failed =
      set_apart(&attributes) ||
      posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO) ||
      posix_spawn_file_actions_adddup2(&files, picture, STDOUT_FILENO) ||
      posix_spawn_file_actions_adddup2(&files, fileno(messages), STDERR_FILENO);
  char **environment = failed ? NULL : copy_environment();
  failed = environment ? posix_spawnp(child, command, &files, &attributes,
                                      arguments, environment)
                       : ENOMEM;
  pn_free(environment);
  posix_spawnattr_destroy(&attributes);
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

/* Waits until gnuplot has ended, but leaves it its number until it has no place
   any more, or another process might be ended by that number. Returns 0, or
   the errno. */
static int wait_for(pid_t child, size_t place, int *status)
{
  siginfo_t ended;
  while (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) < 0)
    if (errno != EINTR)
      break;
  leave_place(place);
  while (waitpid(child, status, 0) < 0)
    if (errno != EINTR)
      return errno;
  return 0;
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
  const size_t place = failed ? PLACES : take_place(child);
  close(ends[1]);
  const size_t drawn = failed ? 0 : copy(ends[0], picture, unwritten);
  close(ends[0]);
  if (failed)
    return failed == ENOENT ? 127 : -failed;
  const int lost = wait_for(child, place, &status);
  if (lost)
    return -lost;
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
