/* Loaded before libc (LD_PRELOAD): counts the calls that change files and, at the n-th, kills the process or fills the disk.
 *
 *   SHIM_AT=n       the call that it happens at, from 1
 *   SHIM_DO=kill    SIGKILL before the call
 *           term    SIGTERM before the call, which then goes on
 *           full    ENOSPC from this call on
 *           once    ENOSPC at this call only
 *   SHIM_COUNT=f    write the number of calls to this file at the end
 *
 * What goes to standard output and error does not count, nor does what goes to pipes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

/* Returns 1 where the call must fail. */
static int counted(void) {
    const char *at = getenv("SHIM_AT"), *what = getenv("SHIM_DO");
    long now = atomic_fetch_add(&calls, 1) + 1, n = at ? atol(at) : 0;
    if (!what || n == 0 || now < n) return 0;
    if (now == n && !strcmp(what, "kill")) syscall(SYS_kill, getpid(), SIGKILL);
    if (now == n && !strcmp(what, "term")) syscall(SYS_kill, getpid(), SIGTERM);
    if (!strcmp(what, "full") || (now == n && !strcmp(what, "once"))) {
        errno = ENOSPC;
        return 1;
    }
    return 0;
}

static int is_file(int fd) {
    struct stat st;
    return fd > 2 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t size) {
    if (is_file(fd) && counted()) return -1;
    return NEXT(write)(fd, data, size);
}

ssize_t writev(int fd, const struct iovec *parts, int n) {
    if (is_file(fd) && counted()) return -1;
    return NEXT(writev)(fd, parts, n);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    if (is_file(fd) && counted()) return -1;
    return NEXT(pwrite64)(fd, data, size, at);
}

/* File systems that allocate late find out here that the disk is full. */
int fsync(int fd) { return counted() ? -1 : NEXT(fsync)(fd); }

int fdatasync(int fd) { return counted() ? -1 : NEXT(fdatasync)(fd); }

/* These need no room on a disk, so they are counted and killed at, but never fail. */

int rename(const char *from, const char *to) {
    int saved = errno;
    counted();
    errno = saved;
    return NEXT(rename)(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    int saved = errno;
    counted();
    errno = saved;
    return NEXT(renameat)(from_folder, from, to_folder, to);
}

int unlink(const char *path) {
    int saved = errno;
    counted();
    errno = saved;
    return NEXT(unlink)(path);
}

int unlinkat(int folder, const char *path, int flags) {
    int saved = errno;
    counted();
    errno = saved;
    return NEXT(unlinkat)(folder, path, flags);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    int saved = errno;
    counted();
    errno = saved;
    return NEXT(linkat)(from_folder, from, to_folder, to, flags);
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("SHIM_COUNT");
    char text[32];
    if (!path) return;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
    if (fd >= 0) syscall(SYS_write, fd, text, (size_t)length);
}
