/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pantin-eliminate can do: one solver on a scene, all orders on a scene,
   or all solvers on mechanisms that grow. */
#ifndef PROGRAMS_ELIMINATE_STUDY_H
#define PROGRAMS_ELIMINATE_STUDY_H

#include "pantin/body/scene.h"
#include "programs/eliminate/request.h"
#include "programs/program.h"

/* Does what was asked with a scene, and writes it. */
void eliminate_do(program *self, const eliminate_request *asked,
                  const pn_system_scene *of);

/* --grow */
void eliminate_grow(program *self, const eliminate_request *asked);

#endif
