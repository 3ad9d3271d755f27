/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of --all. */
#include "programs/chain/report.h"

#include "pantin/base/json.h"

static const char *completeness(const pn_chain_stationary *all)
{
  return all->doubted == 0
             ? "There are no others (intervals leave no room for one)."
             : "There may be others: some intervals stayed in doubt.";
}

void chain_all_table(FILE *stream, const char *name,
                     const pn_chain_stationary *all)
{
  fprintf(stream, "%s: %zu stationary point%s\n\n", name, all->count,
          all->count == 1 ? "" : "s");
  fprintf(stream, "%4s  %16s  %-10s  %5s  %s\n", "", "energy [N m]", "kind",
          "index", "bars pulled +, pushed -");
  for (size_t k = 0; k < all->count; k++) {
    const pn_chain_stationary_point *point = &all->found[k];
    fprintf(stream, "%4zu  %16.12f  %-10s  %5zu  %s\n", k + 1, point->energy,
            pn_chain_kind_name(point->verdict.kind), point->verdict.index,
            point->signs);
  }
  fprintf(stream, "\n%s\n", completeness(all));
}

void chain_all_json(FILE *stream, const char *name,
                    const pn_chain_stationary *all)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "case", name);
  pn_json_boolean(&json, "complete", all->doubted == 0);
  pn_json_array(&json, "points");
  for (size_t k = 0; k < all->count; k++) {
    const pn_chain_stationary_point *found = &all->found[k];
    const size_t bars = found->point->bars;
    pn_json_object(&json, NULL);
    pn_json_string(&json, "kind", pn_chain_kind_name(found->verdict.kind));
    pn_json_count(&json, "index", found->verdict.index);
    pn_json_real(&json, "energy", found->energy);
    pn_json_string(&json, "signs", found->signs);
    pn_json_reals(&json, "x", bars - 1, found->point->x + 1);
    pn_json_reals(&json, "y", bars - 1, found->point->y + 1);
    pn_json_reals(&json, "multipliers", bars, found->point->lambda);
    pn_json_end(&json);
  }
  pn_json_end(&json);
  pn_json_end(&json);
  fputc('\n', stream);
}
