/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanisms that grow: equal boxes in ball joints, by the library's
   generators. */
#include "programs/eliminate/grow.h"

#include "pantin/body/generate.h"

#include <gsl/gsl_errno.h>

/* Sizes [m] and masses [kg] of usual things; any others would do. */
static const double arm[] = {0.5, 0.1, 0.06}, plate[] = {0.5, 0.4, 0.1},
                    hub_size = 0.3, mass = 1.2;

static pn_generator_settings settings_of(const double *size)
{
  return (pn_generator_settings){
      .body = pn_body_make(pn_shape_box, size, mass),
      .hub = pn_body_make(pn_shape_sphere, &hub_size, mass),
      .joint = pn_joint_ball,
      .axis = {1, 0, 0},
      .spacing = size[0],
      .radius = hub_size,
      .to_joint = {0.2, 0.05, 0},
      .to_child = {0.2, 0.03, 0.01},
  };
}

/* What differs between them. */
static const struct {
  const pn_generator *const *generator;
  const double *size;
  size_t more; /* bodies beside the generator's count */
} kinds[GROW_TOPOLOGIES] = {{&pn_generate_chain, arm, 0},
                            {&pn_generate_ring, plate, 0},
                            {&pn_generate_tree, arm, 0},
                            {&pn_generate_star, arm, 1},
                            {&pn_generate_grid, plate, 0}};

const char *grow_name(size_t k)
{
  return (*kinds[k].generator)->name;
}

pn_system *grow_system(size_t k, size_t n, pn_error *error)
{
  pn_generator_settings settings = settings_of(kinds[k].size);
  settings.count = n - kinds[k].more;
  pn_system *system = pn_system_alloc();
  if (!system || (*kinds[k].generator)->make(&settings, system)) {
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    pn_system_free(system);
    return NULL;
  }
  return system;
}
