/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/eliminate/study.h"

#include "programs/eliminate/report.h"

/* Solves by one solver, and adds that to the study. */
static void add(program *self, eliminate_study *study,
                const pn_multiplier_type *solver, const pn_order_type *order)
{
  if (self->error.code || study->runs == ELIMINATE_RUNS_MAX ||
      program_interrupted())
    return;
  eliminate_run *run =
      eliminate_run_alloc(study->of->system, solver, order, &self->error);
  if (!run)
    return;
  eliminate_run_show(run, &self->error);
  eliminate_run_solve(run);
  study->microseconds[study->runs] = eliminate_run_time(run);
  study->run[study->runs++] = run;
  if (run->failed)
    self->status = PROGRAM_NOT_CONVERGED;
}

static void write_one(program *self, const eliminate_study *study)
{
  if (self->json)
    eliminate_json(stdout, study);
  else if (!self->quiet)
    eliminate_table(stdout, study);
  if (self->csv)
    eliminate_csv(self->csv, study, &self->error);
  if (self->plot)
    eliminate_picture(self->plot, study, &self->error);
}

static void write_orders(program *self, const eliminate_study *study)
{
  if (self->json)
    eliminate_orders_json(stdout, study);
  else if (!self->quiet)
    eliminate_orders_table(stdout, study);
  if (self->csv)
    eliminate_orders_csv(self->csv, study, &self->error);
  if (self->plot)
    eliminate_orders_picture(self->plot, study, &self->error);
}

void eliminate_do(program *self, const eliminate_request *asked,
                  const pn_system_scene *of)
{
  eliminate_study study = {.name = self->scene_name, .of = of};
  if (asked->orders) {
    for (size_t k = 0; pn_order_type_get(k); k++)
      add(self, &study, pn_multipliers_sparse, pn_order_type_get(k));
    add(self, &study, pn_multipliers_kkt, NULL);
  } else
    add(self, &study, eliminate_request_solver(asked),
        eliminate_request_order(asked));
  if (!self->error.code && study.runs > 0 && asked->orders)
    write_orders(self, &study);
  else if (!self->error.code && study.runs > 0)
    write_one(self, &study);
  for (size_t k = 0; k < study.runs; k++)
    eliminate_run_free(study.run[k]);
}
