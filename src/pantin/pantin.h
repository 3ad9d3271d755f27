/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* All of the installed library, floor by floor. */
#ifndef PANTIN_PANTIN_H
#define PANTIN_PANTIN_H

#include "pantin/base/error.h"
#include "pantin/base/mat3.h"
#include "pantin/base/quat.h"
#include "pantin/base/vec3.h"

#include "pantin/linear/block.h"
#include "pantin/linear/factor.h"

#include "pantin/lcp/lcp.h"
#include "pantin/lcp/operator.h"
#include "pantin/lcp/solver.h"

#include "pantin/body/assembly.h"
#include "pantin/body/body.h"
#include "pantin/body/joint.h"
#include "pantin/body/scene.h"
#include "pantin/body/shape.h"
#include "pantin/body/system.h"

#include "pantin/multipliers/multipliers.h"

#include "pantin/dynamics/correction.h"
#include "pantin/dynamics/dynamics.h"
#include "pantin/dynamics/integrator.h"
#include "pantin/dynamics/inverse.h"
#include "pantin/dynamics/inverse_kinematics.h"
#include "pantin/dynamics/measure.h"
#include "pantin/dynamics/simulation.h"

#include "pantin/contact/balls.h"
#include "pantin/contact/collision.h"
#include "pantin/contact/container.h"
#include "pantin/contact/geom.h"
#include "pantin/contact/step_info.h"
#include "pantin/contact/stepper.h"
#include "pantin/contact/world.h"
#include "pantin/contact/world_scene.h"

#include "pantin/tuning/cmaes.h"
#include "pantin/tuning/fitness.h"
#include "pantin/tuning/frames.h"
#include "pantin/tuning/pgs.h"
#include "pantin/tuning/tune.h"

#include "pantin/chain/case.h"
#include "pantin/chain/chain.h"
#include "pantin/chain/solver.h"

#endif
