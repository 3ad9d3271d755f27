/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What is noted of a pose; the history of a run, and its CSV. */
#include "programs/ik/ik.h"

#include <string.h>

static const quantity history[] = {
    {QUANTITY_NUMBER("iteration"), .format = "%4zu", .heading = "k"},
    {QUANTITY_AT(ik_iterate, distance), .unit = "m", .format = "  %12.5e"},
    {QUANTITY_AT(ik_iterate, constraint_inf), .unit = "m", .format = "  %10.2e",
     .heading = "|C| [m]"},
    {QUANTITY_AT(ik_iterate, pull), .format = "  %9.2e"},
    {QUANTITY_AT(ik_iterate, turn), .unit = "rad", .format = "  %10.3g"},
    {QUANTITY_AT(ik_iterate, damping), .format = "  %9.2g"},
    {QUANTITY_AT(ik_iterate, solves), .kind = QUANTITY_COUNT,
     .format = "  %6zu"},
};

quantity_rows ik_history(const ik_run *run)
{
  return (quantity_rows){QUANTITY_LIST(history),
                         QUANTITY_ROWS(run->history, run->steps + 1)};
}

void ik_run_note(ik_run *run)
{
  const pn_inverse_kinematics *ik = run->ik;
  run->now = (ik_iterate){ik->distance, ik->gap,     ik->pull,
                          ik->turn,     ik->damping, ik->solves};
  run->redundant = ik->joints->multipliers->dropped;
  memcpy(run->y, ik->y, pn_system_dimension(run->of->system) * sizeof *run->y);
}

int ik_csv_open(ik_run *run, const char *path, pn_error *error)
{
  run->row = ik_history(run);
  return quantity_stream_open(&run->csv, path, &run->row, 1, error);
}
