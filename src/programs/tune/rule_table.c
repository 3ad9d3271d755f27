/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/tune/rule.h"

#include "pantin/base/json.h"

#include <math.h>

/* After the rules comes what tuning each frame would give. */
static const char *name_of(const tune_rules *rules, size_t r)
{
  return r < rules->rules ? pn_rule_get(r)->name : "optimum";
}

static double ratio(const tune_rules *rules, const tune_rule_score *score)
{
  return exp(score->decades / (double)rules->frames);
}

/* What is reached of the gain that is possible, after 50 sweeps [%]. */
static double share(const tune_rules *rules, size_t r)
{
  const double possible = rules->score[rules->rules][1].decades;
  const double reached = rules->score[r][1].decades;
  return possible < 0 && reached != 0 ? 100 * reached / possible : 0;
}

static void print_learnt(FILE *stream, const tune_rules *rules)
{
  fprintf(stream, "learnt from %zu frames of %s:\n", rules->learnt_frames,
          rules->asked->fit ? rules->asked->fit : "the first half");
  for (size_t c = 0; c < TUNE_COUNTS; c++)
    fprintf(stream, "  %3zu sweeps: alpha = %.2f; line %.2f radius %+.2f\n",
            tune_counts[c], rules->known[c].learnt, rules->known[c].slope,
            rules->known[c].intercept);
}

/* In words, after 50 sweeps. A rule that makes a fifth of the frames worse is
   none to rely on; one that costs more sweeps than the run itself does not
   pay. */
static const char *verdict(const tune_rules *rules, size_t r)
{
  static const double unreliable = 0.2, most = 50;
  const tune_rule_score *score = &rules->score[r][1];
  const double frames = (double)rules->frames;
  if (rules->score[rules->rules][1].decades >= 0)
    return "nothing to gain here";
  if (r == rules->rules)
    return "needs a scan of each frame";
  if (r == 0)
    return "the default";
  if (score->decades >= 0)
    return "no better than alpha = 1";
  if (score->extra > (double)tune_counts[1] * frames)
    return "costs more than it saves";
  if ((double)score->worse > unreliable * frames)
    return "better on average, often worse";
  if (pn_rule_get(r)->previous)
    return "if the frame before is tuned";
  return share(rules, r) > most ? "good" : "helps a little";
}

void tune_rules_print(FILE *stream, const tune_rules *rules)
{
  fprintf(stream, "%s: %zu frames, friction %s; ", rules->name, rules->frames,
          rules->asked->settings.fitness.pgs.coupled ? "coupled" : "frozen");
  print_learnt(stream, rules);
  if (rules->frames == 0)
    return;
  fprintf(stream,
          "\nerror over that of alpha = 1 (geometric mean), frames where it is "
          "worse,\nand sweeps to find alpha (of 50); gain: of what is possible"
          "\n\n%-9s",
          "rule");
  for (size_t c = 0; c < TUNE_COUNTS; c++)
    fprintf(stream, " %4zu sweeps ", tune_counts[c]);
  fprintf(stream, " extra  gain\n");
  for (size_t r = 0; r <= rules->rules; r++) {
    fprintf(stream, "%-9s", name_of(rules, r));
    for (size_t c = 0; c < TUNE_COUNTS; c++)
      fprintf(stream, " %7.3f %4zu", ratio(rules, &rules->score[r][c]),
              rules->score[r][c].worse);
    fprintf(stream, " %5.0f %4.0f%%  %s\n",
            rules->score[r][1].extra / (double)rules->frames, share(rules, r),
            verdict(rules, r));
  }
}

void tune_rules_json(FILE *stream, const tune_rules *rules)
{
  static const char *const keys[TUNE_COUNTS] = {"after_20", "after_50",
                                                "after_200"};
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "source", rules->name);
  pn_json_count(&json, "frames", rules->frames);
  pn_json_count(&json, "learnt_frames", rules->learnt_frames);
  pn_json_array(&json, "rules");
  for (size_t r = 0; r <= rules->rules; r++) {
    pn_json_object(&json, NULL);
    pn_json_string(&json, "rule", name_of(rules, r));
    for (size_t c = 0; c < TUNE_COUNTS; c++) {
      const tune_rule_score *score = &rules->score[r][c];
      pn_json_object(&json, keys[c]);
      pn_json_real(&json, "ratio", ratio(rules, score));
      pn_json_count(&json, "worse", score->worse);
      pn_json_real(&json, "extra", score->extra / (double)rules->frames);
      pn_json_end(&json);
    }
    pn_json_end(&json);
  }
  pn_json_end(&json);
  pn_json_end(&json);
  fputc('\n', stream);
}
