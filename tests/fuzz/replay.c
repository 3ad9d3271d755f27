/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Gives a fuzz target every file of its corpus, each in a process of its own,
   and reports in TAP. It needs no fuzzer. A corpus of more than CORPUS_MAX
   files fails: `make fuzz-keep` chooses those that reach most. */
#include "config.h"

#include "fuzz.h"

#include <dirent.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, FILE_BYTES_MAX = 1 << 20, CORPUS_MAX = 25 };

/* Runs the target on one file; never returns. The bytes are in a block of
   their own length, so that a reader that goes past their end is seen. */
static void run_file(const char *path)
{
  static uint8_t buffer[FILE_BYTES_MAX];
  FILE *file = fopen(path, "rb");
  if (!file)
    exit(EXIT_FAILURE);
  const size_t length = fread(buffer, 1, sizeof buffer, file);
  const int read = !ferror(file);
  fclose(file);
  uint8_t *bytes = malloc(length ? length : 1);
  if (!read || !bytes)
    exit(EXIT_FAILURE);
  memcpy(bytes, buffer, length);
  LLVMFuzzerTestOneInput(bytes, length);
  free(bytes);
  exit(EXIT_SUCCESS);
}

/* Returns 1 if the target took the file. */
static int takes(const char *path)
{
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0)
    run_file(path);
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(void)
{
  const char *srcdir = getenv("srcdir");
  struct dirent **entry = NULL;
  char folder[PATH_ROOM], path[2 * PATH_ROOM];
  snprintf(folder, sizeof folder, "%s/tests/fuzz/corpus/%s",
           srcdir ? srcdir : ".", fuzz_topic);
  const int entries = scandir(folder, &entry, NULL, alphasort);
  int count = 0, failed = 0;
  for (int k = 0; k < entries; k++) {
    if (entry[k]->d_name[0] != '.') {
      snprintf(path, sizeof path, "%s/%s", folder, entry[k]->d_name);
      const int good = takes(path);
      failed += !good;
      printf("%s %d - %s\n", good ? "ok" : "not ok", ++count, entry[k]->d_name);
    }
    free(entry[k]);
  }
  free(entry);
  const int fits = count > 0 && count <= CORPUS_MAX;
  printf("%s %d - %d inputs in %s, at least 1 and at most %d\n",
         fits ? "ok" : "not ok", count + 1, count, folder, CORPUS_MAX);
  printf("1..%d\n", count + 1);
  return failed || !fits ? EXIT_FAILURE : EXIT_SUCCESS;
}
