/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Prints the tables of the thesis beside ours.

     tables summary     what the scenes say, beside the thesis
     tables 3.1 .. 3.6  of frames.csv in this folder
     tables kappas      where CMA-ES ends with a kappa
     tables methods     CMA-ES beside the scan, on the same frames
     tables rules       rules for alpha, on frames and in the simulation, and
     tables simulation  what more can be tuned, as studies.sh has made them
     tables parameters
     tables FILE points SCENE PHASE
                        log10 cond(A) and alpha of the frames, to be drawn; any
                        table can be of another FILE

   Source: Kraiem (2022), chapter 3. */
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program with this message unless `ok`. */
static void require(int ok, const char *what)
{
  if (ok)
    return;
  fprintf(stderr, "tables: %s\n", what);
  exit(EXIT_FAILURE);
}

/* Prints a table of studies.sh, which is a text in this folder. */
static void print_text(const char *name)
{
  char path[4096], line[256];
  snprintf(path, sizeof path, "%s/%s.txt", FOLDER, name);
  FILE *file = fopen(path, "r");
  require(file != NULL, "cannot read a table of studies.sh");
  while (fgets(line, sizeof line, file))
    fputs(line, stdout);
  fclose(file);
}

/* Reads a row: scene, phase, bounds, name, and the columns of pantin-tune. */
static int read_row(const char *line, tables_row *row)
{
  return sscanf(line,
                "%15[^,],%15[^,],%15[^,],%15[^,],%lf,%*f,%lf,%lf,%lf,%lf,%lf,"
                "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf",
                row->scene, row->phase, row->bounds, row->method, &row->frame,
                &row->rows, &row->contacts, &row->b, &row->alpha, &row->kappa,
                &row->f, &row->f_before, &row->sweeps, &row->sweeps_before,
                &row->error, &row->error_before, &row->condition, &row->range,
                &row->flat, &row->state, &row->solves) == 21;
}

/* Reads all rows, but not those of frames without a contact or joint, in which
   there is nothing to tune. */
static tables_data read_all(const char *path)
{
  tables_data data = {0};
  char line[512];
  FILE *file = fopen(path, "r");
  require(file != NULL, "cannot read the table of frames");
  while (fgets(line, sizeof line, file)) {
    require(data.count < TABLES_ROWS, "too many frames");
    if (read_row(line, &data.row[data.count]) && data.row[data.count].rows > 0)
      data.count++;
  }
  fclose(file);
  return data;
}

int main(int argc, char **argv)
{
  const char *path = FOLDER "/frames.csv";
  static const char *const texts[] = {"rules", "simulation", "parameters"};
  for (size_t k = 0; argc == 2 && k < sizeof texts / sizeof texts[0]; k++)
    if (strcmp(argv[1], texts[k]) == 0) {
      print_text(texts[k]);
      return EXIT_SUCCESS;
    }
  if (argc > 1 && strstr(argv[1], ".csv")) {
    path = argv[1];
    argc--;
    argv++;
  }
  static tables_data data;
  data = read_all(path);
  require(argc > 1 && tables_print(&data, argc - 1, argv + 1),
          "say: tables [FILE] "
          "summary|3.1|3.2|3.3|3.4|3.5|3.6|kappas|methods|points SCENE "
          "PHASE, or tables rules|simulation|parameters");
  return EXIT_SUCCESS;
}
