import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'
const ticksPerSecond = 100

/** The two versions of the kernel's control groups: where they are, and how to read the CPU seconds of one. */
const versions = [
  {
    parent: join(root, 'cpuacct'),
    controller: 'cpuacct',
    readSeconds: (folder: string) => Number(readFileSync(join(folder, 'cpuacct.usage'), 'utf8')) / 1e9,
  },
  {
    parent: root,
    controller: '',
    readSeconds: (folder: string) =>
      Number(/^usage_usec (\d+)$/m.exec(readFileSync(join(folder, 'cpu.stat'), 'utf8'))?.[1]) / 1e6,
  },
] as const

/**
 * Moves a process into a control group, which counts its CPU time and that of all its later descendants. Their own
 * counters miss some: the processes of a sandbox that is killed are not waited for. Returns undefined if this user
 * may not create groups.
 */
export function openCpuGroup(pid: number) {
  const version = versions.find(({ parent }) => existsSync(parent))
  if (!version) return undefined
  const { parent, controller, readSeconds } = version
  const folder = join(parent, `payproof-proof-${pid}`)
  const before = groupOf(pid, controller)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'cgroup.procs'), String(pid))
  } catch {
    return undefined
  }
  return {
    ticks: () => readSeconds(folder) * ticksPerSecond,
    /** Moves the processes that still run back to where the first one came from. */
    close() {
      try {
        const left = readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean)
        for (const process of left) writeFileSync(join(parent, before, 'cgroup.procs'), process)
        rmdirSync(folder)
      } catch {
        // A process started or ended meanwhile. A group that is left over does no harm.
      }
    },
  }
}

/** Path of the group that a process is in, from a line such as `2:cpuacct:/` or `0::/user.slice`. */
function groupOf(pid: number, controller: string) {
  for (const line of readFileSync(`/proc/${pid}/cgroup`, 'utf8').split('\n')) {
    const [, controllers = '', path = '/'] = line.split(':')
    if (controllers.split(',').includes(controller)) return path
  }
  return '/'
}
