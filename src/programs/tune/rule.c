/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/tune/rule.h"

#include "pantin/base/text.h"
#include "programs/tune/threads.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static int work(const void *rules, const pn_frame *frame, void *found)
{
  const pn_rule_study *study = &((const tune_rules *)rules)->study;
  return frame->lcp->size > 0 ? pn_rule_study_examine(study, frame->lcp, found)
                              : GSL_SUCCESS;
}

/* Learns from a frame, or judges the rules by it. */
static int keep(void *rules, pn_frame *frame, const void *found,
                pn_error *error)
{
  pn_rule_study *study = &((tune_rules *)rules)->study;
  if (frame->lcp->size == 0)
    return GSL_SUCCESS;
  if (study->concluded)
    pn_rule_study_judge(study, found);
  else if (pn_rule_study_learn(study, found))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return GSL_SUCCESS;
}

/* Goes through the frames of a file that `asked` wants. */
static int go_through(tune_rules *rules, const char *path,
                      const tune_request *asked, program *self)
{
  const tune_threads job = {.threads = asked->threads,
                            .study = rules,
                            .result = sizeof(pn_rule_findings),
                            .work = work,
                            .keep = keep};
  tune_input input;
  if (!tune_input_open(&input, path, asked, &self->error))
    tune_threads_run(&job, &input, asked, self);
  return tune_input_close(&input, &self->error);
}

/* Learns from the files between the commas of --fit. */
static int learn_from_files(tune_rules *rules, program *self)
{
  tune_request all = *rules->asked;
  all.from = 0;
  all.to = SIZE_MAX;
  all.wanted = (frame_list){1, {{0, SIZE_MAX, all.fit_stride}}};
  for (const char *at = rules->asked->fit; *at;) {
    char path[PN_TEXT_PATH];
    const size_t length = strcspn(at, ",");
    if (length >= sizeof path)
      return pn_error_set(&self->error, GSL_EINVAL, NULL, 0,
                          "--fit has a path that is too long");
    memcpy(path, at, length);
    path[length] = '\0';
    if (program_check_input(self, path) || go_through(rules, path, &all, self))
      return self->error.code;
    at += length + (at[length] == ',');
  }
  return GSL_SUCCESS;
}

/* Cuts the frames that were asked for in two halves. */
static int halve(const tune_request *asked, const char *path,
                 tune_request *first, tune_request *second, pn_error *error)
{
  tune_input input;
  *first = *second = *asked;
  first->record = second->record = NULL;
  if (!tune_input_open(&input, path, first, error)) {
    first->to = input.least + (input.most - input.least) / 2;
    second->from = first->to + 1;
    if (input.wanted < 2)
      pn_error_set(error, GSL_EINVAL, path, 0,
                   "a rule is learnt on the first half of the frames and tried "
                   "on the second: there must be two or more, or --fit others");
  }
  return tune_input_close(&input, error);
}

int tune_rules_run(tune_rules *rules, program *self)
{
  tune_request first, second = *rules->asked;
  pn_rule_study_begin(&rules->study, &rules->asked->settings.fitness.pgs);
  if (rules->asked->fit)
    learn_from_files(rules, self);
  else if (!halve(rules->asked, self->scene, &first, &second, &self->error))
    go_through(rules, self->scene, &first, self);
  if (!self->error.code && pn_rule_study_conclude(&rules->study))
    pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (!self->error.code)
    go_through(rules, self->scene, &second, self);
  return self->error.code;
}

void tune_rules_free(tune_rules *rules)
{
  pn_rule_study_free(&rules->study);
}

/* Returns the name of the r-th row: after the rules comes what tuning each
   frame would give. */
static const char *name_of(const pn_rule_study *study, size_t r)
{
  return r < study->rules ? pn_rule_get(r)->name : "optimum";
}

/* Returns the geometric mean of the error over that of alpha = 1. */
static double ratio(const pn_rule_study *study, const pn_rule_score *score)
{
  return exp(score->gain / (double)study->frames);
}

/* Tells whether the optimum of each frame would lower the error after 50 sweeps
   by a hundredth or more. */
static int can_gain(const pn_rule_study *study)
{
  static const double least = -0.01;
  return study->score[study->rules][1].gain <= least * (double)study->frames;
}

/* Returns how much of the possible gain is reached after 50 sweeps [%]. */
static double gained(const pn_rule_study *study, size_t r)
{
  const double reached = study->score[r][1].gain;
  return reached != 0 ? 100 * reached / study->score[study->rules][1].gain : 0;
}

/* Judges a rule in at most 18 letters, after 50 sweeps. A rule that makes a
   fifth of the frames worse cannot be relied on; one that costs more sweeps
   than the run itself does not pay. */
static const char *verdict(const pn_rule_study *study, size_t r)
{
  static const double unreliable = 0.2, most = 50;
  const pn_rule_score *score = &study->score[r][1];
  const double frames = (double)study->frames;
  if (!can_gain(study))
    return score->gain > 0 ? "worse than 1.0" : "nothing to gain";
  if (r == study->rules)
    return "needs full scans";
  if (r == 0)
    return "the default";
  if (score->gain >= 0)
    return "no better than 1.0";
  if (score->extra > (double)pn_rule_counts[1] * frames)
    return "does not pay";
  if ((double)score->worse > unreliable * frames)
    return "often worse";
  if (pn_rule_get(r) == pn_rule_cond)
    return "if cond(A) known";
  if (pn_rule_get(r)->previous)
    return "if tuned before";
  return gained(study, r) > most ? "good" : "helps a little";
}

static void table(FILE *stream, const void *result)
{
  const tune_rules *rules = result;
  const pn_rule_study *study = &rules->study;
  fprintf(stream,
          "%s: %zu frames, friction %s;\nlearnt from %zu frames of %s:\n",
          rules->name, study->frames,
          rules->asked->settings.fitness.pgs.coupled ? "coupled" : "frozen",
          study->learnt_frames,
          rules->asked->fit ? rules->asked->fit : "the first half");

  /* What was learnt. */
  for (size_t c = 0; c < PN_RULE_COUNTS; c++)
    fprintf(stream,
            "  %3zu sweeps: alpha = %.2f; line %.2f radius %+.2f; cond %.3f "
            "log10 %+.2f\n",
            pn_rule_counts[c], study->known[c].learnt, study->known[c].slope,
            study->known[c].intercept, study->known[c].condition[0],
            study->known[c].condition[1]);
  if (study->frames == 0)
    return;
  fprintf(stream,
          "\nerror over that of alpha = 1 (geometric mean), frames where it is "
          "worse\nby more than 10 %%, and sweeps to find alpha (of 50); gain: "
          "of what is possible\n\n%-9s",
          "rule");
  for (size_t c = 0; c < PN_RULE_COUNTS; c++)
    fprintf(stream, " %4zu sweeps ", pn_rule_counts[c]);
  fprintf(stream, " extra  gain\n");

  /* What each rule is worth. */
  for (size_t r = 0; r <= study->rules; r++) {
    const pn_rule_score *score = study->score[r];
    fprintf(stream, "%-9s", name_of(study, r));
    for (size_t c = 0; c < PN_RULE_COUNTS; c++)
      fprintf(stream, " %7.3f %4zu", ratio(study, &score[c]), score[c].worse);
    fprintf(stream, " %5.0f", score[1].extra / (double)study->frames);
    if (can_gain(study))
      fprintf(stream, " %4.0f%%", gained(study, r));
    else
      fprintf(stream, "     -");
    fprintf(stream, "  %s\n", verdict(study, r));
  }
}

static void json(pn_json *out, const void *result)
{
  static const char *const keys[PN_RULE_COUNTS] = {"after_20", "after_50",
                                                   "after_200"};
  const tune_rules *rules = result;
  const pn_rule_study *study = &rules->study;
  pn_json_string(out, "scene", rules->name);
  pn_json_count(out, "frames", study->frames);
  pn_json_count(out, "learnt_frames", study->learnt_frames);
  pn_json_array(out, "rules");
  for (size_t r = 0; r <= study->rules; r++) {
    pn_json_object(out, NULL);
    pn_json_string(out, "rule", name_of(study, r));
    for (size_t c = 0; c < PN_RULE_COUNTS; c++) {
      const pn_rule_score *score = &study->score[r][c];
      pn_json_object(out, keys[c]);
      pn_json_real(out, "ratio", ratio(study, score));
      pn_json_count(out, "worse", score->worse);
      pn_json_real(out, "extra", score->extra / (double)study->frames);
      pn_json_end(out);
    }
    pn_json_end(out);
  }
  pn_json_end(out);
}

const program_outputs tune_rules_outputs = {table, json, NULL, NULL, NULL};
