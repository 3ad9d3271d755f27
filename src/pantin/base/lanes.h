/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Vectors of four numbers side by side. Three of them hold a vector of space,
   or a row of a block of order 3; the fourth is whatever follows in memory, and
   is not to be read. Each operation is that of the plain code on each number,
   so that the bits are the same. */
#ifndef PANTIN_BASE_LANES_H
#define PANTIN_BASE_LANES_H

#include <string.h>

/* PNI_PLAIN, which make coverage defines, has each function compiled once and
   none expanded where it is called: so a branch of the source counts once, and
   none counts that belongs to another processor. */
#if defined(__GNUC__) && !defined(PNI_PLAIN)
#define PNI_INLINE static inline __attribute__((always_inline))
#else
#define PNI_INLINE static inline
#endif

/* Brings x into [lo, hi]; a NaN stays one. Each line is one instruction without
   a branch, where fmin and fmax would be calls. */
PNI_INLINE double pni_clip(double x, double lo, double hi)
{
  const double above = x < lo ? lo : x;
  return above > hi ? hi : above;
}

/* PNI_WIDE, before a function with a loop over rows, compiles it a second time
   for processors with vectors of four numbers, which then run that version. The
   bits are the same, as no sum is taken in another order and no product is
   fused with a sum. Functions called in such a loop must be PNI_INLINE. It does
   not help sums over entries, where each addition waits for the last. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) &&         \
    defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) &&                \
    !defined(__SANITIZE_THREAD__) && !defined(PNI_PLAIN)
#define PNI_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define PNI_WIDE
#endif

/* PNI_UNROLL, before a loop of at most six turns, unrolls it whole, so that its
   numbers can stay in registers. */
#if defined(__GNUC__) && !defined(__clang__)
#define PNI_UNROLL _Pragma("GCC unroll 6")
#else
#define PNI_UNROLL
#endif

/* PNI_LANES says whether the compiler knows vectors of four and their
   shuffles. */
#if defined(__x86_64__) && (defined(__clang__) || __GNUC__ >= 12)
#define PNI_LANES 4

typedef double pni_lanes __attribute__((vector_size(PNI_LANES * 8)));
typedef long long pni_mask __attribute__((vector_size(PNI_LANES * 8)));

/* The functions below are always inlined: how they would return vectors does
   not matter. GCC gives this warning where they are called, so that it is to
   stay off to the end of a file that includes this one: nothing pops it. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Returns the four numbers that start there. */
PNI_INLINE pni_lanes lanes_load(const double *from)
{
  pni_lanes v;
  memcpy(&v, from, sizeof v);
  return v;
}

/* Returns the bits of the four numbers that start there. */
PNI_INLINE pni_mask lanes_bits(const double *from)
{
  pni_mask v;
  memcpy(&v, from, sizeof v);
  return v;
}

/* Returns three numbers, and 0. It does not wait for what was stored just now
   together with a fourth number. They should be in memory: if they are in
   registers, GCC makes the 0 by a move that Valgrind 3.19 does not know. */
PNI_INLINE pni_lanes lanes_load_3(const double *from)
{
  return (pni_lanes){from[0], from[1], from[2], 0};
}

/* Returns the absolute values of four numbers. */
PNI_INLINE pni_lanes lanes_absolute(const pni_lanes *v)
{
  return (pni_lanes)((pni_mask)*v & (long long)(~0ULL >> 1));
}

/* Returns the numbers of `one` where the mask is set, else of `other`. */
PNI_INLINE pni_lanes lanes_choose(const pni_mask *is_one, const pni_lanes *one,
                                  const pni_lanes *other)
{
  return (pni_lanes)((*is_one & (pni_mask)*one) |
                     (~*is_one & (pni_mask)*other));
}

/* Returns the greater of each two numbers, or `other` where one is NaN. */
PNI_INLINE pni_lanes lanes_greater(const pni_lanes *one, const pni_lanes *other)
{
  const pni_mask is_one = *one > *other;
  return lanes_choose(&is_one, one, other);
}

/* Returns the greatest of four numbers, none of them NaN. */
PNI_INLINE double lanes_greatest(const pni_lanes *v)
{
  const double low = (*v)[0] > (*v)[1] ? (*v)[0] : (*v)[1];
  const double high = (*v)[2] > (*v)[3] ? (*v)[2] : (*v)[3];
  return low > high ? low : high;
}

/* Adds four numbers to a sum, one after the other. */
PNI_INLINE double lanes_add(double sum, const pni_lanes *v)
{
  return (((sum + (*v)[0]) + (*v)[1]) + (*v)[2]) + (*v)[3];
}

/* Stores all four numbers. */
PNI_INLINE void lanes_store(double *to, const pni_lanes *v)
{
  memcpy(to, v, sizeof *v);
}

/* Stores the first three numbers. */
PNI_INLINE void lanes_store_3(double *to, const pni_lanes *v)
{
  to[0] = (*v)[0];
  to[1] = (*v)[1];
  to[2] = (*v)[2];
}

/* Returns (y, z, x). */
PNI_INLINE pni_lanes lanes_turn(const pni_lanes *v)
{
  return __builtin_shufflevector(*v, *v, 1, 2, 0, 3);
}

/* Returns the vector product a x b. */
PNI_INLINE pni_lanes lanes_cross(const pni_lanes *a, const pni_lanes *b)
{
  const pni_lanes z = *a * lanes_turn(b) - lanes_turn(a) * *b; /* z, x, y */
  return lanes_turn(&z);
}

/* Returns (a0 x + a1 y) + a2 z: the product of a matrix of columns x, y, z with
   a vector. */
PNI_INLINE pni_lanes lanes_combine(const double *a, const pni_lanes column[3])
{
  return a[0] * column[0] + a[1] * column[1] + a[2] * column[2];
}

/* Turns three rows into columns. */
PNI_INLINE void lanes_transpose(pni_lanes v[3])
{
  const pni_lanes low = __builtin_shufflevector(v[0], v[1], 0, 4, 2, 6);
  const pni_lanes high = __builtin_shufflevector(v[0], v[1], 1, 5, 3, 7);
  const pni_lanes last = v[2];
  v[0] = __builtin_shufflevector(low, last, 0, 1, 4, 5);
  v[1] = __builtin_shufflevector(high, last, 0, 1, 5, 5);
  v[2] = __builtin_shufflevector(low, last, 2, 3, 6, 7);
}

/* Turns four rows into columns. */
PNI_INLINE void lanes_swap(pni_lanes v[PNI_LANES])
{
  const pni_lanes a = __builtin_shufflevector(v[0], v[1], 0, 4, 2, 6);
  const pni_lanes b = __builtin_shufflevector(v[0], v[1], 1, 5, 3, 7);
  const pni_lanes c = __builtin_shufflevector(v[2], v[3], 0, 4, 2, 6);
  const pni_lanes d = __builtin_shufflevector(v[2], v[3], 1, 5, 3, 7);
  v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  v[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  v[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}
#endif

#endif
