/*
 * Adds an offset to the time of day of the process that preloads this library. The offset in nanoseconds is read from
 * a mapped file on every call, so it changes in all processes at the same moment. Nothing here allocates, locks or
 * keeps state, because PostgreSQL reads the time in signal handlers too. The monotonic clock and timers stay right, as
 * they do on a machine whose clock is set.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int64_t second_ns = 1000000000;
static int (*real_clock_gettime)(clockid_t, struct timespec *);
static const volatile int64_t *offset_ns;

__attribute__((constructor)) static void open_offset(void) {
  real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  const char *path = getenv("FAKE_CLOCK_FILE");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) offset_ns = mapped;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  /* Other constructors may run before ours. */
  if (!real_clock_gettime) real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  int result = real_clock_gettime(clock, time);
  if (result != 0 || !offset_ns || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  int64_t ns = time->tv_sec * second_ns + time->tv_nsec + *offset_ns;
  time->tv_sec = ns / second_ns;
  time->tv_nsec = ns % second_ns;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  int result = clock_gettime(CLOCK_REALTIME, &now);
  if (result != 0) return result;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *seconds) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (seconds) *seconds = now.tv_sec;
  return now.tv_sec;
}
