/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --all: every stationary point of a short chain. */
#include "programs/chain/chain.h"

#include "programs/quantity.h"
#include "programs/text.h"

typedef struct {
  const char *scene;
  const pn_chain_stationary *list;
} all_points;

QUANTITY_TEXT_GETTER(kind_of, pn_chain_stationary_point,
                     pn_chain_kind_name(row->verdict.kind))
QUANTITY_TEXT_GETTER(signs_of, pn_chain_stationary_point, row->signs)

static const quantity points[] = {
    {QUANTITY_AT(pn_chain_stationary_point, energy), .unit = "N m",
     .format = "  %16.12f"},
    {QUANTITY_GET_TEXT(kind_of, "kind"), .format = "  %-10s", .no_csv = 1},
    {QUANTITY_IN(pn_chain_stationary_point, verdict.index, "index"),
     .kind = QUANTITY_COUNT, .format = "  %5zu"},
    {QUANTITY_GET_TEXT(signs_of, "signs"), .format = "  %s",
     .heading = "bars pulled +, pushed -", .no_csv = 1},
};

static quantity_rows rows_of(const all_points *all)
{
  return (quantity_rows){QUANTITY_LIST(points),
                         QUANTITY_ROWS(all->list->found, all->list->count)};
}

static void print_table(FILE *stream, const void *result)
{
  const all_points *all = result;
  const quantity_rows rows = rows_of(all);
  fprintf(stream, "%s: %zu stationary point%s\n\n%4s", all->scene,
          all->list->count, plural(all->list->count), "");
  quantity_headings(stream, &rows);
  for (size_t k = 0; k < rows.rows; k++) {
    fprintf(stream, "%4zu", k + 1);
    quantity_cells(stream, &rows, k, rows.columns);
    fputc('\n', stream);
  }
  fprintf(stream, "\n%s\n",
          all->list->doubted == 0
              ? "There are no others (intervals leave no room for one)."
              : "There may be others: some intervals stayed in doubt.");
}

static void write_json(pn_json *json, const void *result)
{
  const all_points *all = result;
  const quantity_rows rows = rows_of(all);
  pn_json_string(json, "scene", all->scene);
  pn_json_boolean(json, "complete", all->list->doubted == 0);
  pn_json_array(json, "points");
  for (size_t k = 0; k < rows.rows; k++) {
    const pn_chain_point *point = all->list->found[k].point;
    pn_json_object(json, NULL);
    quantity_json_row(json, &rows, k);
    pn_json_reals(json, "x", point->bars - 1, point->x + 1);
    pn_json_reals(json, "y", point->bars - 1, point->y + 1);
    pn_json_reals(json, "lambda", point->bars, point->lambda);
    pn_json_end(json);
  }
  pn_json_end(json);
}

static int write_csv(const char *path, const void *result, pn_error *error)
{
  const quantity_rows rows = rows_of(result);
  return quantity_csv(path, &rows, 1, error);
}

static int draw(pn_plot *plot, const void *result, pn_error *error)
{
  const all_points *all = result;
  (void)error;
  return chain_draw_all(plot, all->list);
}

void chain_find_all(program *self, const pn_chain_case *of)
{
  static const program_outputs outputs = {print_table, write_json, write_csv,
                                          draw};
  pn_chain_stationary *list = pn_chain_stationary_find(of->chain, &self->error);
  if (!list)
    return;
  program_write(self, &outputs, &(all_points){self->scene_name, list});
  pn_chain_stationary_free(list);
}
