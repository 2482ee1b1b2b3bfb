/* A seam between a program and its system, loaded before its libraries (LD_PRELOAD).

   - WK_CLOCK names a file that holds one signed number of 8 bytes: so many seconds are added to the
     clock of the day. Clocks that only measure stay as they are.
   - WK_JOURNAL names a file to which every write to a file under WK_ROOT is added, with its content,
     and every sync: from it tests/drill/power.py makes what a disk may hold after a power cut.
     Each record is written at once (O_APPEND), so that the records of several processes keep their
     order. A write is noted when it was done, a sync when it begins and when it has ended: so no
     write counts as synced that came later than the sync. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

/* The clock. */

static int64_t offset(void) {
    static volatile int64_t *seconds = NULL;
    static int tried = 0;
    if (!tried) {
        tried = 1;
        const char *path = getenv("WK_CLOCK");
        int file = path ? REAL(open)(path, O_RDONLY) : -1;
        void *map = file < 0 ? MAP_FAILED : mmap(NULL, 8, PROT_READ, MAP_SHARED, file, 0);
        if (map != MAP_FAILED) seconds = map;
    }
    return seconds ? *seconds : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*next)(clockid_t, struct timespec *) = NULL;
    if (!next) next = real("clock_gettime");
    int done = next(clock, now);
    if (!done && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset();
    return done;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict into, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    into->tv_sec = now.tv_sec;
    into->tv_usec = now.tv_nsec / 1000;
    return 0;
}

/* The journal. A record: kind, length of the path, offset, length of the data; path; data. */

struct head {
    uint32_t kind, path;
    uint64_t at, size;
};

static int journal(void) {
    static int file = -2;
    if (file == -2) {
        const char *path = getenv("WK_JOURNAL");
        file = path ? REAL(open)(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    }
    return file;
}

static int is_ours(const char *path) {
    const char *root = getenv("WK_ROOT");
    return root && journal() >= 0 && !strncmp(path, root, strlen(root)) && !strstr(path, "-shm");
}

static int path_of(int file, char *path) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_ours(path);
}

static void note(char kind, const char *path, uint64_t at, const void *data, uint64_t size) {
    int saved = errno;
    struct head head = {(uint32_t)kind, (uint32_t)strlen(path), at, size};
    struct iovec parts[] = {
        {&head, sizeof head}, {(void *)path, head.path}, {(void *)data, size}};
    if (REAL(writev)(journal(), parts, 3) < 0) abort();
    errno = saved;
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    char path[PATH_MAX];
    ssize_t done = REAL(pwrite64)(file, data, size, at);
    if (done > 0 && file != journal() && path_of(file, path))
        note('w', path, (uint64_t)at, data, (uint64_t)done);
    return done;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    return pwrite64(file, data, size, at);
}

ssize_t write(int file, const void *data, size_t size) {
    char path[PATH_MAX];
    ssize_t done = REAL(write)(file, data, size);
    if (done > 0 && file > 2 && file != journal() && path_of(file, path)) {
        off_t after = lseek(file, 0, SEEK_CUR);
        if (after >= done) note('w', path, (uint64_t)(after - done), data, (uint64_t)done);
    }
    return done;
}

int ftruncate64(int file, off64_t size) {
    char path[PATH_MAX];
    int done = REAL(ftruncate64)(file, size);
    if (!done && path_of(file, path)) note('t', path, (uint64_t)size, "", 0);
    return done;
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

static int synced(int file, int (*sync)(int)) {
    char path[PATH_MAX];
    int ours = path_of(file, path);
    if (ours) note('b', path, (uint64_t)getpid(), "", 0);
    int done = sync(file);
    if (ours && !done) note('e', path, (uint64_t)getpid(), "", 0);
    return done;
}

int fsync(int file) { return synced(file, REAL(fsync)); }
int fdatasync(int file) { return synced(file, REAL(fdatasync)); }

int rename(const char *from, const char *to) {
    char path[PATH_MAX], target[PATH_MAX];
    int ours = realpath(from, path) && is_ours(path);
    int done = REAL(rename)(from, to);
    if (ours && !done && realpath(to, target)) note('r', path, 0, target, strlen(target));
    return done;
}

int unlink(const char *name) {
    char path[PATH_MAX];
    int ours = realpath(name, path) && is_ours(path);
    int done = REAL(unlink)(name);
    if (ours && !done) note('u', path, 0, "", 0);
    return done;
}

static void opened(int file, int flags) {
    char path[PATH_MAX];
    if (file >= 0 && (flags & O_TRUNC) && path_of(file, path)) note('t', path, 0, "", 0);
}

int open64(const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;
    va_end(more);
    int file = REAL(open64)(name, flags, mode);
    opened(file, flags);
    return file;
}

int open(const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0;
    va_end(more);
    int file = REAL(open)(name, flags, mode);
    opened(file, flags);
    return file;
}
