/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* judge [--graded] SOLUTION ANSWER [WRONG SENTENCE]...: judges an answer that
   need not mean well. All programs have the same driver. What the solution
   sends says what is expected; the answer runs first, in a process group of its
   own and within limits, and all that counts of what it sends are its values.
   So nothing that it does in its own process, nor how it ends, is worth
   anything.

   judge --own SKELETON ANSWER: where no solution is at hand, the answer's own
   driver says what is expected. It must have come through all inputs that the
   driver has with the skeleton; an answer that forges all of them passes.

   judge --compile FOLDER FILE... -- COMMAND...: runs a compiler that can read
   the system and these files, and write in the folder, by Landlock; ends with
   125 where it cannot be shut in.

   An answer that is --graded runs in a sandbox, on random inputs that nobody
   has seen; while it runs, nothing that is expected of it exists. Its driver
   was compiled with EXERCISE_GRADED. `judge --sandbox` says what the sandbox
   can do here.

   A wrong answer whose values are those of a program WRONG gets its SENTENCE.
   Ends with 0 if the answer is right, 1 if not, 2 if it crashed. */
#include "config.h"

#include "judge.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RIGHT = 0, NOT_YET = 1, CRASHED = 2, NOT_SHUT = 125 };

/* The values of an answer, and the record that names the exercise. */
typedef struct {
  const char *name;
  judged *value;      /* (count), owned */
  size_t count, came; /* values that are expected, and that came */
} comparison;

int judge_is_right(const judged *value)
{
  return fabs(value->got - value->right->expected) <= value->right->allowed;
}

/* Where one is among the records: at a value, of the input whose number is
   `ordinal` and which the record `input` names. */
typedef struct {
  const outcome *of;
  size_t at, input, ordinal;
} place;

static int at_end(const place *p)
{
  return p->at >= judge_records(p->of);
}

/* Goes on to the next value, from the record `at` on. */
static void find_value(place *p)
{
  for (; !at_end(p) && p->of->record[p->at].kind != EXERCISE_VALUE; p->at++)
    if (p->of->record[p->at].kind == EXERCISE_INPUT) {
      p->input = p->at;
      p->ordinal++;
    }
}

static void next_value(place *p)
{
  p->at++;
  find_value(p);
}

/* Goes on to the value that the answer sent under this name for this input.
   Stays if there is none. */
static int find_same(place *own, const place *right)
{
  const char *what = right->of->record[right->at].what;
  while (!at_end(own) && own->ordinal < right->ordinal)
    next_value(own);
  place ahead = *own;
  while (!at_end(&ahead) && ahead.ordinal == right->ordinal) {
    if (strncmp(ahead.of->record[ahead.at].what, what, EXERCISE_TEXT) == 0) {
      *own = ahead;
      return 1;
    }
    next_value(&ahead);
  }
  return 0;
}

static size_t count_values(const outcome *of)
{
  size_t count = 0;
  for (size_t k = 0; k < judge_records(of); k++)
    count += of->record[k].kind == EXERCISE_VALUE ? 1 : 0;
  return count;
}

/* Puts the values of an answer beside those that are expected. */
static comparison compare(const outcome *solution, const outcome *answer)
{
  comparison all = {.name = solution->record[0].what,
                    .came = count_values(answer)};
  all.value = calloc(count_values(solution) + 1, sizeof *all.value);
  exercise_require(all.value != NULL);
  place right = {.of = solution}, own = {.of = answer};
  find_value(&own);
  for (find_value(&right); !at_end(&right); next_value(&right)) {
    judged *v = &all.value[all.count++];
    const int same = find_same(&own, &right);
    *v = (judged){&solution->record[right.at], right.input, NAN, !same};
    if (same) {
      v->got = answer->record[own.at].got;
      next_value(&own);
    }
  }
  return all;
}

/* Counts the values that say something: a 0 where 0 is expected does not. */
static size_t telling(const comparison *all, int only_right)
{
  size_t count = 0;
  for (size_t k = 0; k < all->count; k++) {
    const judged *v = &all->value[k];
    const int zero = fabs(v->right->expected) <= v->right->allowed;
    count += judge_is_right(v) ? !zero : !only_right;
  }
  return count;
}

/* Finds the values of the input in which the first is wrong: from *first on so
   many; 0 if none is wrong. */
static size_t first_wrong_input(const comparison *all, size_t *first)
{
  size_t wrong = 0, end;
  while (wrong < all->count && judge_is_right(&all->value[wrong]))
    wrong++;
  if (wrong == all->count)
    return 0;
  const size_t input = all->value[wrong].input;
  *first = end = wrong;
  while (*first > 0 && all->value[*first - 1].input == input)
    --*first;
  while (end < all->count && all->value[end].input == input)
    end++;
  return end - *first;
}

/* Tells whether two comparisons have the same values in a part of them. */
static int agree(const comparison *a, const comparison *b, size_t first,
                 size_t count)
{
  for (size_t k = first; k < first + count; k++) {
    const double x = a->value[k].got, y = b->value[k].got;
    const int neither = !isfinite(x) && !isfinite(y);
    if (!neither &&
        !(fabs(x - y) <= a->value[k].right->allowed + 1e-9 * fabs(y)))
      return 0;
  }
  return 1;
}

/* Returns the sentence of a wrong answer that sends the same where the answer
   is first wrong, or NULL; the same everywhere, if that is one value, which may
   agree by chance. */
static const char *resembles(const outcome *solution, const comparison *all,
                             int wrongs, char **wrong)
{
  size_t first, count = first_wrong_input(all, &first);
  const char *sentence = NULL;
  if (count == 1) {
    first = 0;
    count = all->count;
  }
  for (int k = 0; k + 1 < wrongs && !sentence; k += 2) {
    outcome of;
    judge_run(&of, wrong[k], 0);
    comparison its = compare(solution, &of);
    if (agree(all, &its, first, count))
      sentence = wrong[k + 1];
    free(its.value);
    judge_free(&of);
  }
  return sentence;
}

/* Prints the numbers that are given with an input. */
static void show_given(const outcome *solution, size_t input)
{
  for (size_t k = input + 1; k < judge_records(solution); k++) {
    const exercise_record *r = &solution->record[k];
    if (r->kind == EXERCISE_INPUT)
      break;
    if (r->kind == EXERCISE_GIVEN)
      printf("  %s\n", r->what);
  }
}

/* Says in what way the arrays are wrong, each way once; asks nothing of who
   will be told the mistake. */
static void recognise(const judge_array *array, size_t arrays, int told)
{
  char text[256], last[256] = "";
  for (size_t k = 0, said = 0; k < arrays && said < 3; k++)
    if (!judge_array_is_right(&array[k]) &&
        judge_recognise(&array[k], text, sizeof text) &&
        strcmp(text, last) != 0) {
      const char *stop = strchr(text, '?') ? "" : ".";
      if (told && !*stop)
        continue;
      printf("%sA closer look: %s %s%s\n", said++ ? "" : "\n", array[k].name,
             text, stop);
      strcpy(last, text);
    }
}

/* Shows the first wrong input in full, and says what the mistake may be. */
static void explain(const outcome *solution, const comparison *all, int wrongs,
                    char **wrong)
{
  static judge_array array[JUDGE_ARRAYS_MAX];
  size_t first = 0;
  const size_t count = first_wrong_input(all, &first);
  const judged *begin = all->value + first, *at = begin;
  const size_t arrays = judge_arrays(begin, count, array);
  while (judge_is_right(at))
    at++;
  printf("\nThe first that is wrong: %s, for %s\n", at->right->what,
         at->right->input);
  show_given(solution, at->input);
  judge_show(array, arrays);
  if (!at->right->choices[0] && isfinite(at->got))
    printf("\nThe first is off by %.3g, where %.3g is allowed.\n",
           fabs(at->got - at->right->expected), at->right->allowed);
  const char *sentence = resembles(solution, all, wrongs, wrong);
  recognise(array, arrays, sentence != NULL);
  if (sentence)
    printf("\nThe same comes out of an answer that %s.\n", sentence);
  judge_arrays_free(array, arrays);
}

/* Prints what an answer is told. */
static int report(const outcome *solution, const outcome *answer, int wrongs,
                  char **wrong)
{
  comparison all = compare(solution, answer);
  const char *slash = strchr(all.name, '/');
  size_t first;
  const int right = !first_wrong_input(&all, &first) && all.came == all.count;
  if (right)
    printf("%s: right, %zu values checked\n", all.name, all.count);
  else {
    printf("%s: not yet, %zu of %zu values are right", all.name,
           telling(&all, 1), telling(&all, 0));
    puts(" (zeros are not counted)");
    if (all.came != all.count)
      printf("(%zu values are asked for, and %zu came)\n", all.count, all.came);
    if (first_wrong_input(&all, &first))
      explain(solution, &all, wrongs, wrong);
    printf("\nEdit tutorials/%.*s/exercises%s.c; for a hint: make hint EX=%s\n",
           (int)(slash - all.name), all.name, slash, all.name);
  }
  free(all.value);
  return right ? RIGHT : NOT_YET;
}

/* Prints what was being computed when the answer ended. */
static void print_place(const outcome *answer)
{
  const size_t records = judge_records(answer);
  if (records > 1)
    printf("It was at work on: %s\n", answer->record[records - 1].input);
}

/* Says how the answer ended, if that was not well. */
static int complain(const outcome *answer, const char *name)
{
  if (answer->printed > JUDGE_PRINTED_MAX)
    printf("\n%s: not yet: it prints without end\n", name);
  else if (answer->late)
    printf("%s: no answer after %d seconds: is there an endless loop in it?\n",
           name, answer->seconds);
  else if (WIFSIGNALED(answer->status))
    printf("%s: crashed: %s\n", name, strsignal(WTERMSIG(answer->status)));
  else if (WEXITSTATUS(answer->status))
    printf("%s: crashed, with status %d\n", name, WEXITSTATUS(answer->status));
  else
    return RIGHT;
  print_place(answer);
  return answer->late ? NOT_YET : CRASHED;
}

/* Says what the sandbox can do. */
static int say_sandbox(void)
{
  const int has = judge_sandbox_has();
  printf("Answers cannot start processes, write files or use the network: %s\n"
         "Answers cannot read files, such as solutions: %s\n",
         has & JUDGE_CALLS_FORBIDDEN ? "yes, by seccomp"
                                     : "only by limits, for want of seccomp",
         has & JUDGE_FILES_HIDDEN ? "yes, by Landlock"
                                  : "no, for want of Landlock");
  return has;
}

/* Seeds the random inputs of the programs that run next. */
static void seed_inputs(void)
{
  unsigned seed = 0;
  char text[16];
  FILE *random = fopen("/dev/urandom", "rb");
  exercise_require(random && fread(&seed, sizeof seed, 1, random) == 1);
  fclose(random);
  snprintf(text, sizeof text, "%u", seed);
  setenv(EXERCISE_SEED, text, 1);
}

/* Runs the answer, then the solution, which must be right itself. */
static int run_both(outcome *solution, outcome *answer, char **program,
                    int graded)
{
  enum { TRIES = 5 };
  for (int k = 0, good = 0; k < TRIES && !good; k++) {
    if (graded)
      seed_inputs();
    judge_run(answer, program[1], graded);
    judge_run(solution, program[0], 0);
    size_t first;
    comparison own = compare(solution, solution);
    good = !solution->late && !solution->status && own.count > 0 &&
           (!graded || !first_wrong_input(&own, &first));
    free(own.value);
    if (good)
      return 1;
    judge_free(answer);
    judge_free(solution);
  }
  return 0;
}

/* Goes on to the next input that values were sent for; 0 if there is none. */
static int next_input(place *p)
{
  const size_t last = p->ordinal;
  while (!at_end(p) && p->ordinal == last)
    next_value(p);
  return !at_end(p);
}

/* Tells whether an answer came through the same inputs as the skeleton. */
static int same_inputs(const outcome *skeleton, const outcome *answer)
{
  place of = {.of = skeleton}, own = {.of = answer};
  find_value(&of);
  find_value(&own);
  int more, own_more;
  do {
    if (at_end(&of) || at_end(&own) ||
        strcmp(skeleton->record[of.at].input, answer->record[own.at].input))
      return 0;
    more = next_input(&of);
    own_more = next_input(&own);
  } while (more && own_more);
  return more == own_more;
}

/* Judges an answer by its own driver. */
static int judge_own(char **program)
{
  outcome skeleton, answer;
  judge_run(&answer, program[1], 0);
  judge_run(&skeleton, program[0], 0);
  if (judge_records(&skeleton) == 0) {
    fprintf(stderr, "%s: the skeleton does not run\n", program[0]);
    return CRASHED;
  }
  const char *name = skeleton.record[0].what;
  judge_say(answer.said);
  int verdict = complain(&answer, name);
  if (verdict == RIGHT && !same_inputs(&skeleton, &answer)) {
    printf("%s: not yet: it ended before all was asked\n", name);
    verdict = NOT_YET;
  } else if (verdict == RIGHT)
    verdict = report(&answer, &answer, 0, NULL);
  judge_free(&skeleton);
  judge_free(&answer);
  return verdict;
}

/* Becomes the compiler: FOLDER FILE... -- COMMAND..., ended by NULL. */
static int compile(char **word)
{
  int files = 1;
  while (word[files] && strcmp(word[files], "--") != 0)
    files++;
  if (!word[files] || !word[files + 1]) {
    fputs("usage: judge --compile FOLDER FILE... -- COMMAND...\n", stderr);
    return NOT_SHUT;
  }
  if (!judge_sandbox_compiler(word[0], word + 1, files - 1))
    return NOT_SHUT;
  execvp(word[files + 1], word + files + 1);
  perror(word[files + 1]);
  return NOT_SHUT;
}

int main(int argc, char **argv)
{
  outcome solution = {.bytes = 0}, answer = {.bytes = 0};
  if (argc == 2 && strcmp(argv[1], "--sandbox") == 0)
    return say_sandbox() ? RIGHT : NOT_YET;
  if (argc > 2 && strcmp(argv[1], "--compile") == 0)
    return compile(argv + 2);
  if (argc == 4 && strcmp(argv[1], "--own") == 0)
    return judge_own(argv + 2);
  const int graded = argc > 1 && strcmp(argv[1], "--graded") == 0;
  char **program = argv + 1 + graded;
  if (argc < 3 + graded) {
    fputs("usage: judge [--graded] SOLUTION ANSWER [WRONG SENTENCE]...\n",
          stderr);
    return CRASHED;
  }
  if (!run_both(&solution, &answer, program, graded)) {
    fprintf(stderr, "%s: the solution does not run\n", program[0]);
    return CRASHED;
  }
  judge_say(answer.said);
  int verdict = complain(&answer, solution.record[0].what);
  if (verdict == RIGHT)
    verdict = report(&solution, &answer, argc - 3 - graded, program + 2);
  judge_free(&solution);
  judge_free(&answer);
  return verdict;
}
