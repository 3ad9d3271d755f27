/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* An HDF5 file made of an input: of its bytes as they are, if they begin like
   one, else as a text that describes one, a line for each data set:

     real frame000001/b 3 -0.1 0 0.2      so many numbers; those that are not
     whole frame000001/A/p 4 0 1 2 3      given are 0, and of more than 1000
                                          none is stored
     text kind pantin-frames
     attribute frame000001/ time 2.385

   HDF5 1.10 does not survive everything that a file can say, so that random
   bytes are mostly a test of it. A description is always a sound file, with
   contents that nobody expects. */
#ifndef PANTIN_TESTS_FUZZ_HDF5_INPUT_H
#define PANTIN_TESTS_FUZZ_HDF5_INPUT_H

#include <stddef.h>
#include <stdint.h>

/* Returns the path of the file, which the next call overwrites. */
const char *fuzz_hdf5_file(const uint8_t *bytes, size_t length);

#endif
