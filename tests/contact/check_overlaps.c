/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that boxes which overlap are found, each pair once, as by looking at
   all pairs and as by the sweep of ODE, while they move and change the axis
   along which they are spread. */
#include "pantin/contact/collision_private.h"

#include "pantin/base/alloc.h"

#include "draw.h"
#include "test.h"

#include <ode/ode.h>
#include <stdint.h>
#include <string.h>

enum { BOXES = 120, STEPS = 12 };

static double box[BOXES][6];
static pni_overlaps *overlaps;
static int found[BOXES][BOXES], wanted[BOXES][BOXES];

static void begin(void)
{
  draw_open();
  memset(found, 0, sizeof found);
  memset(wanted, 0, sizeof wanted);
  overlaps = pni_overlaps_alloc(BOXES);
  ck_assert_ptr_nonnull(overlaps);
}

static void end(void)
{
  pni_overlaps_free(overlaps);
  draw_close();
}

static void note(void *to, size_t a, size_t b)
{
  int(*const pairs)[BOXES] = to;
  pairs[a < b ? a : b][a < b ? b : a]++;
}

/* Draws boxes about points that are spread along the axes. */
static void draw_boxes(const double spread[3])
{
  for (size_t k = 0; k < BOXES; k++)
    for (int i = 0; i < 3; i++) {
      const double middle = spread[i] * draw_uniform();
      box[k][2 * i] = middle - 0.3 - 0.2 * draw_uniform();
      box[k][2 * i + 1] = middle + 0.3 + 0.2 * draw_uniform();
    }
}

static void move_boxes(void)
{
  for (size_t k = 0; k < BOXES; k++)
    for (int i = 0; i < 3; i++) {
      const double way = 0.02 * draw_uniform();
      box[k][2 * i] += way;
      box[k][2 * i + 1] += way;
    }
}

/* Finds the pairs by looking at all. Returns how many. */
static size_t look_at_all(void)
{
  size_t count = 0;
  for (size_t a = 0; a < BOXES; a++)
    for (size_t b = a + 1; b < BOXES; b++) {
      int meet = (float)box[a][0] <= (float)box[b][1] &&
                 (float)box[b][0] <= (float)box[a][1];
      for (int i = 1; i < 3; i++)
        meet = meet && box[a][2 * i] <= box[b][2 * i + 1] &&
               box[b][2 * i] <= box[a][2 * i + 1];
      wanted[a][b] = meet;
      count += (size_t)meet;
    }
  return count;
}

static size_t find(size_t most, pni_overlaps_note *to)
{
  memset(found, 0, sizeof found);
  return pni_overlaps_find(overlaps, (const double(*)[6])box, BOXES, most, to,
                           found);
}

START_TEST(pairs_are_those_of_all)
{
  static const double spreads[][3] = {
      {3, 1, 1}, {1, 4, 0.1}, {0.5, 0.5, 6}, {0, 0, 0}, {2, 2, 2}};
  for (size_t s = 0; s < sizeof spreads / sizeof *spreads; s++) {
    draw_boxes(spreads[s]);
    for (int step = 0; step < STEPS; step++) {
      const size_t count = look_at_all();
      ck_assert_uint_gt(count, BOXES);
      ck_assert_uint_eq(find(SIZE_MAX, note), count);
      ck_assert_mem_eq(found, wanted, sizeof found);
      ck_assert_uint_eq(find(count, NULL), count);
      ck_assert_uint_gt(find(count / 2, NULL), count / 2);
      move_boxes();
    }
  }
}
END_TEST

static void note_ode(void *to, dGeomID a, dGeomID b)
{
  note(to, (size_t)(uintptr_t)dGeomGetData(a),
       (size_t)(uintptr_t)dGeomGetData(b));
}

/* Boxes in rows, which begin where others end but for rounding, and some that
   are turned. */
START_TEST(pairs_are_those_of_ode)
{
  dInitODE2(0);
  dSpaceID space = dSweepAndPruneSpaceCreate(NULL, dSAP_AXES_XYZ);
  dGeomID geom[BOXES];
  for (size_t k = 0; k < BOXES; k++) {
    geom[k] = dCreateBox(space, 0.1, 0.2, 0.3);
    dGeomSetData(geom[k], (void *)(uintptr_t)k);
  }
  size_t count = 0, close = 0;
  for (int step = 0; step < STEPS; step++) {
    for (size_t k = 0; k < BOXES; k++) {
      const double x = 1e-8 * draw_uniform(), y = 1e-16 * draw_uniform();
      const dQuaternion turned = {1, k % 3 ? 0 : draw_uniform(), 0, 0};
      dGeomSetPosition(geom[k], 0.1 * (double)(k % 8) + x,
                       0.2 * (double)(k / 8 % 3) + y, 0.3 * (double)(k / 24));
      dGeomSetQuaternion(geom[k], turned);
      dGeomGetAABB(geom[k], box[k]);
    }
    memset(wanted, 0, sizeof wanted);
    dSpaceCollide(space, wanted, note_ode);
    count += find(SIZE_MAX, note);
    ck_assert_mem_eq(found, wanted, sizeof found);
    for (size_t a = 0; a < BOXES; a++)
      for (size_t b = a + 1; b < BOXES; b++)
        close +=
            wanted[a][b] && (box[a][0] > box[b][1] || box[b][0] > box[a][1]);
  }
  ck_assert_uint_gt(count, STEPS * BOXES);
  ck_assert_uint_gt(close, 0); /* only rounding lets some meet */
  dSpaceDestroy(space);
  dCloseODE();
}
END_TEST

START_TEST(failed_allocations_leak_nothing)
{
  pni_overlaps *made = NULL;
  size_t k;
  for (k = 1; !made; k++) {
    ck_assert_uint_lt(k, 10);
    pn_alloc_fail_at(k);
    made = pni_overlaps_alloc(BOXES);
    pn_alloc_fail_at(0);
  }
  ck_assert_uint_gt(k, 4);
  ck_assert_uint_eq(pni_overlaps_find(made, NULL, 0, 0, NULL, NULL), 0);
  pni_overlaps_free(made);
  pni_overlaps_free(NULL);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("overlaps");
  TCase *boxes = tcase_create("boxes");
  tcase_add_checked_fixture(boxes, begin, end);
  tcase_add_test(boxes, pairs_are_those_of_all);
  tcase_add_test(boxes, pairs_are_those_of_ode);
  tcase_add_test(boxes, failed_allocations_leak_nothing);
  suite_add_tcase(suite, boxes);
  return test_run(suite);
}
