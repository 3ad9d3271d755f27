/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* pantin-eliminate: options, read the scene, eliminate, write. */
#include "programs/bodies.h"
#include "programs/eliminate/grow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Solves by one solver, and adds that to the results. */
static void add(program *self, eliminate_results *all,
                const pn_multiplier_type *solver, const pn_order_type *order)
{
  if (self->error.code || all->runs == ELIMINATE_RUNS_MAX ||
      program_interrupted())
    return;
  eliminate_run *run = &all->run[all->runs++];
  if (eliminate_run_make(run, all->of->system, solver, order, &self->error))
    return;
  eliminate_run_solve(run);
  if (eliminate_run_show(run, &self->error))
    return;
  run->microseconds = eliminate_run_time(run);
  if (!run->solved)
    self->status = PROGRAM_NOT_CONVERGED;
}

/* Compares two runs of --orders: the fewest operations first, else by name. */
static int compare(const void *a, const void *b)
{
  const eliminate_run *of_a = a, *of_b = b;
  const double in_a = eliminate_run_operations(of_a);
  const double in_b = eliminate_run_operations(of_b);
  if (in_a != in_b)
    return in_a > in_b ? 1 : -1;
  return of_a->order && of_b->order
             ? strcmp(of_a->order->name, of_b->order->name)
             : (of_a->order == NULL) - (of_b->order == NULL);
}

/* Eliminates in the order that was asked for, or in all of them. */
static void eliminate(program *self, const eliminate_request *asked,
                      const pn_system_scene *of)
{
  eliminate_results all = {.name = self->scene_name, .of = of};
  if (asked->orders) {
    for (size_t k = 0; pn_order_type_get(k); k++)
      add(self, &all, pn_multipliers_sparse, pn_order_type_get(k));
    add(self, &all, pn_multipliers_kkt, NULL);
  } else
    add(self, &all, eliminate_request_solver(asked),
        eliminate_request_order(asked));
  if (!self->error.code && all.runs > 0) {
    double least = INFINITY;
    for (size_t k = 0; k < all.runs; k++)
      least = fmin(least, eliminate_run_operations(&all.run[k]));
    for (size_t k = 0; k < all.runs; k++)
      all.run[k].least_operations = least;
    qsort(all.run, all.runs, sizeof *all.run, compare);
    program_write(
        self, asked->orders ? &eliminate_orders_outputs : &eliminate_outputs,
        &all);
  }
  for (size_t k = 0; k < all.runs; k++)
    eliminate_run_free(&all.run[k]);
}

int main(int argc, char **argv)
{
  static const char *const examples[] = {
      "pantin-eliminate puppet --plot puppet.svg",
      "pantin-eliminate ring-10 --orders", "pantin-eliminate star --solver kkt",
      "pantin-eliminate --grow 10:10000 --plot growth.svg", NULL};
  static const char default_scene[] = "puppet";
  eliminate_request asked;
  eliminate_request_init(&asked);
  program self = {
      .name = "pantin-eliminate",
      .purpose = "Eliminates the multipliers of jointed bodies: pattern, fill, "
                 "cost",
      .topic = "joints",
      .default_scene = default_scene,
      .options = asked.options,
      .examples = examples,
  };
  if (program_start(&self, argc, argv)) {
    pn_system_scene *of = NULL;
    if (eliminate_request_check(&asked, self.scene_name != default_scene,
                                &self.error))
      self.status = PROGRAM_USAGE;
    else if (asked.grow)
      grow(&self, &asked);
    else if ((of = bodies_read(self.scene, 0, &self.error)) &&
             !bodies_check_motors(&self, of->system))
      eliminate(&self, &asked, of);
    pn_system_scene_free(of);
  }
  return program_finish(&self);
}
