/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* --save: the scene as a file, ours or MuJoCo's. */
#include "programs/bodies.h"
#include "programs/joints/joints.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

void joints_save(const joints_task *task)
{
  const pn_system *system = task->of->system;
  double *y = pn_alloc(pn_system_dimension(system), sizeof *y);
  pn_error *error = &task->self->error;
  if (!y) {
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    return;
  }
  pn_system_start(system, y);
  bodies_save(task->of, y, task->asked->save, error);
  pn_free(y);
}
