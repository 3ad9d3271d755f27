/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Keeps damaged files away from HDF5, whose version 1.10 aborts on some,
   crashes on others and after a third kind cannot close itself, by a seal at
   the end of our own files, and a trial in a child process for those of others.
 */
#include "config.h"

#include "pantin/base/hdf5_private.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The seal: this word, and the checksum in bytes, the lowest first. HDF5 does
   not read what follows the end that its first block tells. */
static const char word[] = "pantin-2";
enum { WORD = sizeof word - 1, SUM = 8, SEAL = WORD + SUM };

/* A trial that takes longer than this [s] never ends. */
enum { LONGEST_TRIAL = 60 };

/* Adds bytes to a sum of FNV-1a. Each byte changes the sum by a map that is one
   to one, so that a change of one byte is always seen.
   Source: Fowler, Noll, Vo (1991). */
static uint64_t add_bytes(uint64_t sum, const unsigned char *byte, size_t count)
{
  static const uint64_t prime = 0x100000001b3;
  for (size_t k = 0; k < count; k++)
    sum = (sum ^ byte[k]) * prime;
  return sum;
}

/* Fills the seal of a file's first `length` bytes. -1 if they cannot be read.
 */
static int make_seal(FILE *stream, long length, unsigned char seal[SEAL])
{
  unsigned char block[1 << 14];
  uint64_t sum = 0xcbf29ce484222325;
  if (fseek(stream, 0, SEEK_SET) != 0)
    return -1;
  while (length > 0) {
    const size_t most = sizeof block,
                 wanted = (unsigned long)length < most ? (size_t)length : most;
    if (fread(block, 1, wanted, stream) != wanted)
      return -1;
    sum = add_bytes(sum, block, wanted);
    length -= (long)wanted;
  }
  memcpy(seal, word, WORD);
  for (size_t k = 0; k < SUM; k++)
    seal[WORD + k] = (unsigned char)(sum >> 8 * k);
  return 0;
}

int pni_hdf5_seal(const char *path)
{
  unsigned char seal[SEAL];
  FILE *stream = fopen(path, "r+b");
  if (!stream)
    return -1;
  int code = -1;
  if (fseek(stream, 0, SEEK_END) == 0 &&
      make_seal(stream, ftell(stream), seal) == 0 &&
      fseek(stream, 0, SEEK_END) == 0 && fwrite(seal, 1, SEAL, stream) == SEAL)
    code = 0;
  return fclose(stream) == 0 ? code : -1;
}

int pni_hdf5_is_sealed(const char *path)
{
  unsigned char there[SEAL], seal[SEAL];
  FILE *stream = fopen(path, "rb");
  if (!stream)
    return -1;
  int sealed = fseek(stream, -(long)SEAL, SEEK_END) == 0;
  if (sealed) {
    const long length = ftell(stream);
    sealed = fread(there, 1, SEAL, stream) == SEAL &&
             memcmp(there, word, WORD) == 0 &&
             make_seal(stream, length, seal) == 0 &&
             memcmp(there, seal, SEAL) == 0;
  }
  fclose(stream);
  return sealed;
}

/* Lets every signal that the program handles end this process, the alarm of a
   trial above all. */
static void forget_handlers(void)
{
  for (int number = 1; number < NSIG; number++) {
    struct sigaction is;
    if (sigaction(number, NULL, &is) == 0 && is.sa_handler != SIG_IGN)
      signal(number, SIG_DFL);
  }
}

int pni_hdf5_try(void (*read_it)(void *of), void *of)
{
  int complaints[2], status = -1;
  char one;
  if (pipe(complaints) != 0)
    return 1;
  const pid_t child = fork();
  if (child == 0) {
    /* What HDF5 prints, also when it closes itself, goes into the pipe. */
    dup2(complaints[1], STDERR_FILENO);
    close(complaints[0]);
    close(complaints[1]);
    forget_handlers();
    alarm(LONGEST_TRIAL);
    read_it(of);
    H5close();
    _exit(0);
  }
  const int failed = errno; /* of fork */
  close(complaints[1]);
  const int silent = child > 0 && read(complaints[0], &one, 1) == 0;
  close(complaints[0]);
  if (child < 0) {
    errno = failed;
    return 1;
  }
  waitpid(child, &status, 0);
  return silent && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}
