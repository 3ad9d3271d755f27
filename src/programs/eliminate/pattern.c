/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The blocks of a matrix before and after its elimination: with letters, and
   as squares. Both triangles are shown, block rows in the order in which they
   are eliminated. */
#include "programs/eliminate/eliminate.h"

#include <gsl/gsl_errno.h>

/* With letters: the most block rows that have gaps between their columns; the
   most letters of a name. */
enum { WIDE_MAX = 24, NAME_MAX_SHOWN = 24 };

/* The most blocks that are drawn; the most block rows that have gaps. */
enum { DRAWN_MAX = 100000, GAPS_MAX = 100 };

/* The gap on each side of a block, as a part of its order. */
static const double gap = 0.06;

const pn_block_matrix *eliminate_after(const eliminate_run *run)
{
  return run->elimination ? run->elimination->factor->L : NULL;
}

size_t eliminate_fill(const eliminate_run *run)
{
  return run->elimination ? run->elimination->factor->fill : 0;
}

static int has(const pn_block_matrix *matrix, size_t i, size_t j)
{
  return pn_block_matrix_at(matrix, i > j ? i : j, i > j ? j : i) != NULL;
}

void eliminate_pattern_print(FILE *stream, const eliminate_run *run)
{
  const pn_block_matrix *A = run->matrix->A, *L = eliminate_after(run);
  int width = 0;
  for (size_t k = 0; k < A->blocks; k++) {
    const int length =
        snprintf(NULL, 0, "%.*s", NAME_MAX_SHOWN, eliminate_run_label(run, k));
    width = length > width ? length : width;
  }
  for (size_t i = 0; i < A->blocks; i++) {
    fprintf(stream, "%3zu %-*.*s %zu ", i + 1, width, NAME_MAX_SHOWN,
            eliminate_run_label(run, i), A->order[i]);
    for (size_t j = 0; j < A->blocks; j++) {
      const char mark = has(A, i, j) ? 'x' : L && has(L, i, j) ? '+' : '.';
      fprintf(stream, "%s%c", A->blocks <= WIDE_MAX ? " " : "", mark);
    }
    fputc('\n', stream);
  }
}

/* Writes a block's corners; and its rank, which chooses the colour of the
   diagonal. */
static void row(pn_plot *plot, const pn_block_matrix *A, size_t i, size_t j)
{
  const double inset = A->blocks <= GAPS_MAX ? gap : 0;
  const double m = (double)A->order[i], n = (double)A->order[j];
  const double x = (double)A->first[j] + inset * n;
  const double y = (double)A->first[i] + inset * m;
  pn_plot_row(plot, 7,
              (double[]){x + n / 2, y + m / 2, x, x + n * (1 - 2 * inset), y,
                         y + m * (1 - 2 * inset), (double)i + 1});
}

/* Writes the blocks of `matrix` off the diagonal that `but` does not have. */
static void off_diagonal(pn_plot *plot, const pn_block_matrix *matrix,
                         const pn_block_matrix *but)
{
  for (size_t j = 0; j < matrix->blocks; j++)
    for (size_t k = matrix->column[j] + 1; k < matrix->column[j + 1]; k++)
      if (!but || !has(but, matrix->row[k], j)) {
        row(plot, matrix, matrix->row[k], j);
        row(plot, matrix, j, matrix->row[k]);
      }
}

int eliminate_pattern_data(pn_plot *plot, const eliminate_run *run,
                           size_t number, pn_error *error)
{
  const pn_block_matrix *A = run->matrix->A, *L = eliminate_after(run);
  const size_t stored = pn_block_matrix_stored(L ? L : A);
  if (stored > DRAWN_MAX)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "a pattern of %zu blocks is not drawn: at most %d",
                        stored, DRAWN_MAX);
  pn_plot_printf(plot, "$DIAGONAL%zu << EOD\n", number);
  for (size_t k = 0; k < A->blocks; k++)
    row(plot, A, k, k);
  pn_plot_printf(plot, "EOD\n$OLD%zu << EOD\n", number);
  off_diagonal(plot, A, NULL);
  pn_plot_printf(plot, "EOD\n$NEW%zu << EOD\n", number);
  if (L)
    off_diagonal(plot, L, A);
  pn_plot_printf(plot, "EOD\n");
  return GSL_SUCCESS;
}

void eliminate_pattern_draw(pn_plot *plot, const eliminate_run *run,
                            size_t number, int with_new)
{
  const pn_block_matrix *A = run->matrix->A;
  /* Small blocks need a border to be seen. */
  const char *style = A->blocks <= GAPS_MAX ? "noborder" : "border";
  pn_plot_printf(plot,
                 "set xrange [0:%zu]\nset yrange [%zu:0]\n"
                 "set cbrange [1:%zu]\nset style fill solid %s\nplot ",
                 A->rows, A->rows, A->blocks > 1 ? A->blocks : 2, style);
  if (pn_block_matrix_stored(A) > A->blocks)
    pn_plot_printf(plot,
                   "$OLD%zu using 1:2:3:4:5:6 with boxxyerror lc rgb "
                   "'#7fb2d8', ",
                   number);
  if (with_new && eliminate_fill(run) > 0)
    pn_plot_printf(plot,
                   "$NEW%zu using 1:2:3:4:5:6 with boxxyerror lc rgb "
                   "'#d55e00', ",
                   number);
  pn_plot_printf(plot,
                 "$DIAGONAL%zu using 1:2:3:4:5:6:7 with boxxyerror lc "
                 "palette\n",
                 number);
}
