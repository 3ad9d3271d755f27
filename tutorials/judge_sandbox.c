/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What a program that need not mean well may do besides computing: nothing. It
   may read the system's libraries and itself (Landlock), and neither start
   processes, nor signal them, write files or talk to anybody (seccomp). Both
   are Linux's; where one is missing, what the other and the limits of memory,
   time and files forbid stays forbidden.

   The compiler, which reads what an answer names, is shut in by Landlock alone;
   so is, from becoming another program, an answer that is not graded. */
#include "config.h"

#include "judge.h"

#if defined __linux__ && defined __has_include
#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#define WITH_LANDLOCK 1
#endif
#if __has_include(<linux/seccomp.h>) && \
    (defined __x86_64__ || defined __aarch64__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#define WITH_SECCOMP 1
#endif
#endif

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void limit(int resource, rlim_t most)
{
  const struct rlimit limits = {most, most};
  setrlimit(resource, &limits);
}

#if defined WITH_LANDLOCK && defined SYS_landlock_create_ruleset
/* Allows a folder, or a file, to be read and run. */
static void allow(int rules, const char *path, __u64 rights)
{
  struct landlock_path_beneath_attr beneath = {
      .allowed_access = rights, .parent_fd = open(path, O_PATH | O_CLOEXEC)};
  if (beneath.parent_fd < 0)
    return;
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath,
          0);
  close(beneath.parent_fd);
}

/* Where compilers, shells and the system's libraries are. */
static const char *const system_folders[] = {
    "/usr", "/bin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store"};

static void allow_system(int rules, __u64 rights)
{
  for (size_t k = 0; k < sizeof system_folders / sizeof system_folders[0]; k++)
    allow(rules, system_folders[k], rights);
}

static const __u64 reading = LANDLOCK_ACCESS_FS_READ_FILE;
static const __u64 running =
    LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
/* All rights of the first version but none of the later ones. */
static const __u64 all_rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

/* Starts rules that take away these rights; -1 where there is no Landlock. */
static int new_rules(__u64 rights)
{
  struct landlock_ruleset_attr of = {.handled_access_fs = rights};
  return (int)syscall(SYS_landlock_create_ruleset, &of, sizeof of, 0);
}

/* Puts the rules in force, and returns whether that went well. */
static int enforce(int rules)
{
  const int failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
                     syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  return !failed;
}

/* Hides all files but the program and what a program needs to start. */
static int hide_files(const char *program)
{
  const int rules = new_rules(all_rights);
  if (rules < 0)
    return 0;
  allow(rules, program, running);
  allow(rules, "/lib", running);
  allow(rules, "/lib64", running);
  allow(rules, "/usr/lib", running);
  allow(rules, "/usr/lib64", running);
  allow(rules, "/usr/local/lib", running);
  allow(rules, "/etc/ld.so.cache", reading);
  return enforce(rules);
}

int judge_sandbox_compiler(const char *folder, char **readable, int count)
{
  const int rules = new_rules(all_rights);
  if (rules < 0)
    return 0;
  allow_system(rules, running);
  allow(rules, "/etc/ld.so.cache", reading);
  allow(rules, "/dev/null", reading | LANDLOCK_ACCESS_FS_WRITE_FILE);
  allow(rules, folder, all_rights & ~(__u64)LANDLOCK_ACCESS_FS_EXECUTE);
  for (int k = 0; k < count; k++)
    allow(rules, readable[k], reading);
  return enforce(rules);
}

int judge_sandbox_programs(const char *program)
{
  const int rules = new_rules(LANDLOCK_ACCESS_FS_EXECUTE);
  if (rules < 0)
    return 0;
  allow_system(rules, LANDLOCK_ACCESS_FS_EXECUTE);
  allow(rules, program, LANDLOCK_ACCESS_FS_EXECUTE);
  return enforce(rules);
}
#else
static int hide_files(const char *program)
{
  (void)program;
  return 0;
}

int judge_sandbox_compiler(const char *folder, char **readable, int count)
{
  (void)folder;
  (void)readable;
  (void)count;
  return 0;
}

int judge_sandbox_programs(const char *program)
{
  (void)program;
  return 0;
}
#endif

#ifdef WITH_SECCOMP
#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* What fails without harm. */
static const int refused[] = {
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
    SYS_creat,
    SYS_unlink,
    SYS_rename,
    SYS_mkdir,
    SYS_rmdir,
    SYS_link,
    SYS_symlink,
    SYS_mknod,
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_renameat,
#endif
    SYS_clone,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_socket,
    SYS_socketpair,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_chroot,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_setpgid,
    SYS_setsid,
    SYS_shmget,
    SYS_memfd_create,
    SYS_unlinkat,
    SYS_renameat2,
    SYS_mkdirat,
    SYS_linkat,
    SYS_symlinkat,
    SYS_mknodat,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_truncate,
    SYS_setxattr,
    SYS_utimensat,
    SYS_setpriority,
#ifdef SYS_clone3
    SYS_clone3,
#endif
#ifdef SYS_openat2
    SYS_openat2,
#endif
#ifdef SYS_pidfd_open
    SYS_pidfd_open,
    SYS_pidfd_send_signal,
    SYS_io_uring_setup,
#endif
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
};

enum { FILTER_MAX = 256 };

/* A filter that is being written. */
typedef struct {
  struct sock_filter step[FILTER_MAX];
  unsigned short steps;
} filter;

static void add(filter *f, unsigned short code, uint32_t k, uint8_t yes,
                uint8_t no)
{
  f->step[f->steps++] = (struct sock_filter){code, yes, no, k};
}

static void load(filter *f, size_t offset)
{
  add(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void load_argument(filter *f, size_t which, int upper)
{
  load(f, offsetof(struct seccomp_data, args) + 8 * which + (upper ? 4 : 0));
}

static void answer(filter *f, uint32_t action)
{
  add(f, BPF_RET | BPF_K, action, 0, 0);
}

static const uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;

/* Lets a call pass only if its argument `which` is this. */
static void demand(filter *f, int call, size_t which, uint64_t value,
                   uint32_t otherwise)
{
  add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 7);
  load_argument(f, which, 0);
  add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)value, 0, 3);
  load_argument(f, which, 1);
  add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value >> 32), 0, 1);
  answer(f, SECCOMP_RET_ALLOW);
  answer(f, otherwise);
  load(f, offsetof(struct seccomp_data, nr));
}

/* Refuses a call whose argument `which` has one of these bits. */
static void forbid_bits(filter *f, int call, size_t which, uint32_t bits)
{
  add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
  load_argument(f, which, 0);
  add(f, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
  answer(f, refuse);
  load(f, offsetof(struct seccomp_data, nr));
}

/* Forbids the program all calls that reach beyond it. It may be started by this
   very pointer, whose value it does not know. */
static int forbid_calls(const char *program)
{
  const uint64_t own = (uint64_t)getpid();
  const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  static filter f;
  f.steps = 0;
  load(&f, offsetof(struct seccomp_data, arch));
  add(&f, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  answer(&f, SECCOMP_RET_KILL_PROCESS);
  load(&f, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  const uint32_t x32 = 0x40000000; /* calls by their other numbers */
  add(&f, BPF_JMP | BPF_JGE | BPF_K, x32, 0, 1);
  answer(&f, SECCOMP_RET_KILL_PROCESS);
#endif
  for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++) {
    add(&f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)refused[k], 0, 1);
    answer(&f, refuse);
  }
  demand(&f, SYS_kill, 0, own, refuse);
  demand(&f, SYS_tgkill, 0, own, refuse);
  demand(&f, SYS_tkill, 0, own, refuse);
  demand(&f, SYS_prlimit64, 2, 0, refuse);
  demand(&f, SYS_execve, 0, (uint64_t)(uintptr_t)program,
         SECCOMP_RET_KILL_PROCESS);
  forbid_bits(&f, SYS_openat, 2, writing);
#ifdef SYS_open
  forbid_bits(&f, SYS_open, 1, writing);
#endif
  answer(&f, SECCOMP_RET_ALLOW);
  const struct sock_fprog whole = {f.steps, f.step};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) == 0;
}
#else
static int forbid_calls(const char *program)
{
  (void)program;
  return 0;
}
#endif

int judge_sandbox(const char *program)
{
  enum { MEMORY_MAX = 1 << 30, FILES_MAX = 32 };
  limit(RLIMIT_AS, MEMORY_MAX);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, FILES_MAX);
  limit(RLIMIT_NPROC, 0);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    return 0;
  const int files = hide_files(program);
  const int calls = forbid_calls(program);
  return (files ? JUDGE_FILES_HIDDEN : 0) | (calls ? JUDGE_CALLS_FORBIDDEN : 0);
}

int judge_sandbox_has(void)
{
  int status = 0;
  const pid_t child = fork();
  if (child == 0)
    _exit(judge_sandbox("/"));
  return waitpid(child, &status, 0) == child && WIFEXITED(status)
             ? WEXITSTATUS(status)
             : 0;
}
