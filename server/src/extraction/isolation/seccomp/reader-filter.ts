import { compileFilter } from './compile.ts'

/**
 * System calls that the reader and its programs (Node, qpdf, pdftotext, Tesseract) need. There is no network, so
 * sockets can only be made in pairs. Not listed, among others: mount, ptrace, io_uring, bpf, keyctl, and changes of user
 * ids.
 */
export const allowedCalls = `
  access alarm arch_prctl brk capget chdir chmod clock_getres clock_gettime clock_nanosleep close close_range
  copy_file_range creat dup dup2 dup3 epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait
  eventfd eventfd2 execve execveat exit exit_group faccessat faccessat2 fadvise64 fallocate fchdir fchmod
  fchmodat fcntl fdatasync flock fork fstat fstatfs fsync ftruncate futex futex_waitv futimesat
  get_robust_list getcpu getcwd getdents getdents64 getegid geteuid getgid getgroups getitimer getpeername
  getpgid getpgrp getpid getppid getpriority getrandom getresgid getresuid getrlimit getrusage getsid
  getsockname getsockopt gettid gettimeofday getuid inotify_add_watch inotify_init inotify_init1
  inotify_rm_watch ioctl kill link linkat lseek lstat madvise membarrier mincore mkdir mkdirat mlock mmap
  mprotect mremap msync munlock munmap nanosleep newfstatat open openat pause pidfd_open pidfd_send_signal
  pipe pipe2 poll ppoll prctl pread64 preadv preadv2 prlimit64 pselect6 pwrite64 pwritev pwritev2 read
  readahead readlink readlinkat readv recvfrom recvmsg rename renameat renameat2 restart_syscall rmdir rseq
  rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait
  rt_tgsigqueueinfo sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getparam
  sched_getscheduler sched_rr_get_interval sched_setaffinity sched_yield select sendfile sendmsg sendto
  set_robust_list set_tid_address setitimer setpgid setpriority setrlimit setsid setsockopt shutdown
  sigaltstack signalfd signalfd4 socketpair splice stat statfs statx symlink symlinkat sysinfo tgkill time
  timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime
  timerfd_settime times tkill truncate umask uname unlink unlinkat utime utimensat utimes vfork wait4 waitid
  write writev
`
  .trim()
  .split(/\s+/)

/**
 * Compiles the filter of the reader, which bubblewrap applies after it has made the namespaces. Returns undefined on an
 * architecture without a table of system calls.
 */
export function compileReaderFilter(architecture: string = process.arch): Buffer | undefined {
  if (architecture !== 'x64' && architecture !== 'arm64') return undefined
  // Without clone3, programs fall back to clone, whose flags can be checked.
  return compileFilter(architecture, { allowed: allowedCalls, missing: ['clone3'], threadsOnly: true })
}
