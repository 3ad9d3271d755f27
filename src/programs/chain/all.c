/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* --all: every stationary point of a short chain. */
#include "programs/chain/chain.h"

#include "programs/quantity.h"
#include "programs/text.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The most points that fit beside each other; the lowest are drawn. */
enum { SHOWN_MAX = 12 };

/* Size of one of them [pixel]. */
enum { WIDTH = 165, HEIGHT = 330 };

/* Space between two, as a part of the widest. */
static const double gap = 0.4;

typedef struct {
  const char *scene;
  const pn_chain_stationary *list;
  int complete; /* 1: no other point can exist */
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
                         QUANTITY_ROWS(all->list->found, all->list->count),
                         .numbered = 1};
}

/* Prints the points in a table, and whether these are all. */
static void print_table(FILE *stream, const void *result)
{
  const all_points *all = result;
  const quantity_rows rows = rows_of(all);
  fprintf(stream, "%s: %zu stationary point%s\n\n", all->scene,
          all->list->count, plural(all->list->count));
  quantity_table(stream, &rows);
  fputc('\n', stream);
  tone_print(stream, all->complete ? TONE_GOOD : TONE_BAD, "%s\n",
             all->complete
                 ? "There are no others (intervals leave no room for one)."
             : program_interrupted()
                 ? "INTERRUPTED. There may be others."
                 : "There may be others: some intervals stayed in doubt.");
}

/* Writes the points with their nodes and multipliers. */
static void write_json(pn_json *json, const void *result)
{
  const all_points *all = result;
  const quantity_rows rows = rows_of(all);
  pn_json_string(json, "scene", all->scene);
  pn_json_boolean(json, "complete", all->complete);
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

/* Writes a block of bars, x y dx dy, of the multipliers with this sign. */
static void bars(pn_plot *plot, const char *name,
                 const pn_chain_stationary *all, size_t shown, double pitch,
                 int pushed)
{
  pn_plot_printf(plot, "$%s << EOD\n", name);
  for (size_t k = 0; k < shown; k++) {
    const pn_chain_point *p = all->found[k].point;
    for (size_t i = 0; i < p->bars; i++)
      if ((p->lambda[i] < 0) == pushed)
        pn_plot_row(plot, 4,
                    (double[]){p->x[i] + (double)k * pitch, p->y[i],
                               p->x[i + 1] - p->x[i], p->y[i + 1] - p->y[i]});
  }
  /* gnuplot does not draw an empty block. */
  pn_plot_row(plot, 4, (double[]){NAN, NAN, NAN, NAN});
  pn_plot_printf(plot, "EOD\n");
}

static void names(pn_plot *plot, const pn_chain_stationary *all, size_t shown,
                  double pitch, double x, double y)
{
  for (size_t k = 0; k < shown; k++)
    pn_plot_printf(plot, "set label \"%s\\n%.6g N m\" at %.6g, %.6g center\n",
                   pn_chain_kind_name(all->found[k].verdict.kind),
                   all->found[k].energy, x + (double)k * pitch, y);
}

/* Draws the points side by side, bars that are pulled and bars that are pushed
   in two colours. */
static int draw(pn_plot *plot, const void *result, pn_error *error)
{
  const pn_chain_stationary *all = ((const all_points *)result)->list;
  (void)error;
  const size_t shown = all->count < SHOWN_MAX ? all->count : SHOWN_MAX;
  chain_extent e = {0, 0, 0, 0};
  for (size_t k = 0; k < shown; k++)
    chain_include(&e, all->found[k].point);
  const double pitch = (1 + gap) * (e.right - e.left);
  const double space = gap / 2 * (e.right - e.left);
  const double size = fmax(e.top - e.bottom, e.right - e.left);
  const double title = e.top + 0.25 * size;
  plot->width = WIDTH * (int)(shown < 3 ? 3 : shown);
  plot->height = HEIGHT;
  bars(plot, "PULLED", all, shown, pitch, 0);
  bars(plot, "PUSHED", all, shown, pitch, 1);
  names(plot, all, shown, pitch, (e.left + e.right) / 2, title);
  pn_plot_printf(plot,
                 "set size ratio -1\nunset border\nunset tics\nunset grid\n"
                 "set key bottom center outside horizontal\n"
                 "set xrange [%.6g:%.6g]\nset yrange [%.6g:%.6g]\n"
                 "plot $PUSHED using 1:2:3:4 with vectors nohead lw 3 lt %d "
                 "title 'pushed', "
                 "$PULLED using 1:2:3:4 with vectors nohead lw 3 lt %d "
                 "title 'pulled', "
                 "for [side in 'PULLED PUSHED'] '$'.side using 1:2 "
                 "with points pt 7 ps 0.5 lt %d notitle, "
                 "for [side in 'PULLED PUSHED'] '$'.side "
                 "using ($1 + $3):($2 + $4) with points pt 7 ps 0.5 lt %d "
                 "notitle\n",
                 e.left - space, e.left + pitch * (double)shown - space,
                 e.bottom - 0.05 * size, title + 0.1 * size, PN_PLOT_RED,
                 PN_PLOT_BLUE, PN_PLOT_GREY, PN_PLOT_GREY);
  return GSL_SUCCESS;
}

void chain_find_all(program *self, const pn_chain_case *of)
{
  static const program_outputs outputs = {print_table, write_json, write_csv,
                                          draw, NULL};
  pn_chain_stationary *list =
      pn_chain_stationary_alloc(of->chain, &self->error);
  int code = list ? GSL_CONTINUE : GSL_FAILURE;
  while (code == GSL_CONTINUE && !program_interrupted())
    code = pn_chain_stationary_iterate(list, &self->error);
  if (!self->error.code)
    program_write(
        self, &outputs,
        &(all_points){self->scene_name, list, !code && list->doubted == 0});
  pn_chain_stationary_free(list);
}
