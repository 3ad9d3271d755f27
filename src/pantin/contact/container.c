/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A ball of radius r at x in a sphere of radius R has the gap R - |x| - r, and
   the normal -x / |x| of the wall points inwards; at the very centre any
   normal will do. */
#include "pantin/contact/container.h"

static size_t round_walls(const pn_container *container, pn_vec3 x, double r,
                          pn_wall wall[PN_CONTAINER_WALLS])
{
  const double distance = pn_vec3_norm(x);
  wall[0].gap = container->size[0] - distance - r;
  wall[0].normal =
      distance > 0 ? pn_vec3_scale(-1 / distance, x) : pn_vec3_make(0, 0, 1);
  return 1;
}

static pn_vec3 sphere_extent(const pn_container *container)
{
  const double R = container->size[0];
  return pn_vec3_make(R, R, R);
}

static pn_vec3 disk_extent(const pn_container *container)
{
  const double R = container->size[0];
  return pn_vec3_make(R, 0, R);
}

/* Gives the six walls of a box, the floor first. */
static size_t box_walls(const pn_container *container, pn_vec3 x, double r,
                        pn_wall wall[PN_CONTAINER_WALLS])
{
  const double *half = container->size;
  wall[0] = (pn_wall){half[2] + x.z - r, {0, 0, 1}};
  wall[1] = (pn_wall){half[0] + x.x - r, {1, 0, 0}};
  wall[2] = (pn_wall){half[0] - x.x - r, {-1, 0, 0}};
  wall[3] = (pn_wall){half[1] + x.y - r, {0, 1, 0}};
  wall[4] = (pn_wall){half[1] - x.y - r, {0, -1, 0}};
  wall[5] = (pn_wall){half[2] - x.z - r, {0, 0, -1}};
  return 6;
}

static pn_vec3 box_extent(const pn_container *container)
{
  const double *half = container->size;
  return pn_vec3_make(half[0], half[1], half[2]);
}

static size_t floor_walls(const pn_container *container, pn_vec3 x, double r,
                          pn_wall wall[PN_CONTAINER_WALLS])
{
  (void)container;
  wall[0] = (pn_wall){x.z - r, {0, 0, 1}};
  return 1;
}

static pn_vec3 no_extent(const pn_container *container)
{
  (void)container;
  return pn_vec3_make(0, 0, 0);
}

static const pn_container_shape sphere = {
    .name = "sphere",
    .summary = "the inside of a sphere",
    .sizes = 1,
    .dimensions = 3,
    .bounded = 1,
    .walls = round_walls,
    .extent = sphere_extent,
};

static const pn_container_shape disk = {
    .name = "disk",
    .summary = "the inside of an upright disk, in the plane y = 0",
    .sizes = 1,
    .dimensions = 2,
    .bounded = 1,
    .walls = round_walls,
    .extent = disk_extent,
};

static const pn_container_shape box = {
    .name = "box",
    .summary = "a box with six walls",
    .sizes = 3,
    .dimensions = 3,
    .bounded = 1,
    .walls = box_walls,
    .extent = box_extent,
};

static const pn_container_shape tube = {
    .name = "tube",
    .summary = "an upright tube, closed below at z = 0",
    .sizes = 0,
    .dimensions = 1,
    .bounded = 0,
    .walls = floor_walls,
    .extent = no_extent,
};

static const pn_container_shape plane = {
    .name = "plane",
    .summary = "the space above z = 0",
    .sizes = 0,
    .dimensions = 3,
    .bounded = 0,
    .walls = floor_walls,
    .extent = no_extent,
};

const pn_container_shape *const pn_container_sphere = &sphere;
const pn_container_shape *const pn_container_disk = &disk;
const pn_container_shape *const pn_container_box = &box;
const pn_container_shape *const pn_container_tube = &tube;
const pn_container_shape *const pn_container_plane = &plane;

/* Lists the family; a new shape is added here. */
const pn_container_shape *pn_container_shape_get(size_t k)
{
  const pn_container_shape *const shapes[] = {&sphere, &disk, &box, &tube,
                                              &plane};
  return k < sizeof shapes / sizeof shapes[0] ? shapes[k] : NULL;
}

int pn_container_holds(const pn_container *container, pn_vec3 x, double r)
{
  pn_wall wall[PN_CONTAINER_WALLS];
  const size_t walls = container->shape->walls(container, x, r, wall);
  for (size_t k = 0; k < walls; k++)
    if (!(wall[k].gap >= 0))
      return 0;
  return 1;
}
