/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Answers to chain/gradient that do not compute it, each with another way to be
   called right; compiled with -DHOSTILE_WAY. */
#define _GNU_SOURCE
#include "chain/exercises.h"
#include "exercise.h"

#ifdef HOSTILE_include
#define my_gradient theirs /* the reference solution */
#include "chain/../chain/solutions/gradient.c"
#undef my_gradient
#endif

#ifdef HOSTILE_source
#include "pantin/chain/simulator.c" /* has pn_chain_gradient */
#endif
#ifdef HOSTILE_library
#include "pantin/chain/simulator.h"
#endif

/* Ways to have the assembler read a file. */
#ifdef HOSTILE_asm
__asm__(".section .rodata\n.incbin \"tutorials/answers/chain/solutions/"
        "gradient\"\n.previous");
#elif defined HOSTILE_asm_macro
__asm__(".macro read what\n.inc\\what \"/etc/passwd\"\n.endm\nread bin");
#elif defined HOSTILE_asm_inside
static void read_it(void)
{
  __asm__ volatile(".incbin \"/etc/passwd\"");
}
#elif defined HOSTILE_section
static int its[] __attribute__((used, section(".data\n\t.incbin "
                                              "\"/etc/passwd\"\n#"))) = {1};
#elif defined HOSTILE_label
static int its __asm__("its; .incbin \"/etc/passwd\"") __attribute__((used));
#elif defined HOSTILE_lto
/* Options that the linker would read. */
static const char its[] __attribute__((used, section(".gnu.lto_.opts"))) = "-v";
#endif

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char verdict[] = "chain/gradient: right, 42 values checked";

#ifdef HOSTILE_constructor
/* Before main. */
__attribute__((constructor)) static void pass(void)
{
  puts(verdict);
  exit(EXIT_SUCCESS);
}
#endif

#ifdef HOSTILE_becomes
/* Becomes the solution before main has sent anything. */
__attribute__((constructor)) static void become(void)
{
  const char *solution = "tutorials/answers/chain/solutions/gradient";
  execl(solution, solution, (char *)NULL);
}
#endif

#if defined HOSTILE_harness || defined HOSTILE_forger
/* In the place of the functions that send values to be compared. */
static int channel;

static void forge(exercise_record record)
{
#ifdef HOSTILE_forger
  if (write(channel, &record, sizeof record) < 0)
    _exit(EXIT_FAILURE);
#else
  (void)record;
#endif
}

void exercise_begin(exercise *e, const char *name)
{
  exercise_record record = {.kind = EXERCISE_NAME};
  memset(e, 0, sizeof *e);
  e->name = name;
  channel = atoi(getenv(EXERCISE_CHANNEL));
  strcpy(record.what, name);
  forge(record);
}

void exercise_input(exercise *e, const char *format, ...)
{
  (void)e;
  (void)format;
}

void exercise_value(exercise *e, double got, double expected, double allowed,
                    const char *what, ...)
{
  exercise_record record = {.kind = EXERCISE_VALUE, .got = expected};
  va_list arguments;
  (void)got;
  (void)allowed;
  va_start(arguments, what);
  vsnprintf(record.what, sizeof record.what, what, arguments);
  va_end(arguments);
  forge(record);
  e->checked++;
}

void exercise_given(exercise *e, const char *name, const double *v, size_t n)
{
  (void)e;
  (void)name;
  (void)v;
  (void)n;
}

void exercise_choice(exercise *e, int got, int expected, const char *names,
                     const char *what)
{
  (void)got;
  (void)expected;
  (void)names;
  (void)what;
  e->checked++;
}

void exercise_reward(exercise *e, void (*show)(void))
{
  (void)e;
  (void)show;
}

int exercise_end(exercise *e)
{
  printf("%s: right\n", e->name);
  return EXIT_SUCCESS;
}

double exercise_uniform(gsl_rng *random, double low, double high)
{
  (void)random;
  return low + (high - low) * drand48();
}

void exercise_require(int ok)
{
  (void)ok;
}
#endif

/* Ends, goes on for ever, or lets others loose. */
static void end_or_stay(void)
{
#ifdef HOSTILE_exit
  exit(EXIT_SUCCESS);
#elif defined HOSTILE_exit_at_once
  puts(verdict);
  fflush(stdout);
  _exit(EXIT_SUCCESS);
#elif defined HOSTILE_output
  for (;;)
    puts(verdict);
#elif defined HOSTILE_loop
  for (;;)
    alarm(0);
#elif defined HOSTILE_leaver
  /* Leaves a process behind that keeps all pipes open. */
  signal(SIGHUP, SIG_IGN);
  if (fork() == 0)
    for (;;)
      pause();
  exit(EXIT_SUCCESS);
#elif defined HOSTILE_crash
  *(volatile int *)NULL = 1;
#elif defined HOSTILE_bomb
  const pid_t first = getpid();
  for (int k = 0; k < 6; k++)
    fork();
  while (getpid() != first)
    pause();
#elif defined HOSTILE_killer
  kill(getppid(), SIGKILL);
  _exit(EXIT_SUCCESS);
#else
  (void)verdict;
#endif
}

/* Writes where the grader looks, or runs what is right. */
static void write_or_run(void)
{
#ifdef HOSTILE_records
  /* Sends what it takes for right, in the place of the driver. */
  const int channel = atoi(getenv(EXERCISE_CHANNEL));
  exercise_record record = {.kind = EXERCISE_VALUE};
  for (int k = 0; k < 60; k++) {
    snprintf(record.what, sizeof record.what, "g%c[%d]", "xy"[k % 2],
             1 + k / 2);
    if (write(channel, &record, sizeof record) < 0)
      break;
  }
  _exit(EXIT_SUCCESS);
#elif defined HOSTILE_solution
  /* Becomes the solution, which sends what is right. */
  const char *solution = "tutorials/answers/chain/solutions/gradient";
  execl(solution, solution, (char *)NULL);
#elif defined HOSTILE_file
  /* A file of 100 GB beside the program. */
  static char block[1 << 20];
  const int file = open("grades-100GB", O_WRONLY | O_CREAT, 0600);
  if (file >= 0 && ftruncate(file, (off_t)100 << 30) == 0)
    while (write(file, block, sizeof block) > 0)
      ;
#elif defined HOSTILE_verdict
  /* Writes its own verdict beside its folder, where the grader keeps it. */
  char name[4096];
  snprintf(name, sizeof name, "%s", program_invocation_name);
  char *slash = strrchr(name, '/');
  if (slash)
    strcpy(slash, ".verdict");
  FILE *file = fopen(name, "w");
  if (file) {
    fputs("right\n", file);
    fclose(file);
  }
  kill(getppid(), SIGSTOP);
#endif
}

void my_gradient(const pn_chain *chain, const pn_chain_point *point, double *gx,
                 double *gy)
{
  for (size_t i = 0; i <= chain->bars; i++)
    gx[i] = gy[i] = 0;
#ifdef HOSTILE_inputs
  /* A chain without weight and forces, for which 0 is right. */
  for (size_t i = 0; i < chain->bars; i++)
    chain->length[i] = point->lambda[i] = 0;
#elif defined HOSTILE_include
  theirs(chain, point, gx, gy);
#elif defined HOSTILE_library || defined HOSTILE_source
  pn_chain_gradient(chain, point, gx, gy);
#elif defined HOSTILE_asm_inside
  read_it();
#elif defined HOSTILE_escapes
  printf("\033[2Jcleared\302\23331m\n");
#else
  (void)point;
#endif
  end_or_stay();
  write_or_run();
}
