import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type MemoryLimit = ReturnType<typeof openMemoryLimit>

const root = '/sys/fs/cgroup'

/** Files of a memory group in both versions of the kernel's control groups. */
const first = { folder: join(root, 'memory'), limit: 'memory.limit_in_bytes', kills: 'memory.oom_control' }
const second = { folder: root, limit: 'memory.max', kills: 'memory.events' }

/** Creates a control group whose processes are killed by the kernel when they use more memory, like a container. */
export function openMemoryLimit(name: string, bytes: number) {
  const version = existsSync(first.folder) ? first : second
  const folder = join(version.folder, `payproof-${process.pid}-${name}`)
  const path = (file: string) => join(folder, file)
  try {
    mkdirSync(folder)
    writeFileSync(path(version.limit), String(bytes))
  } catch (cause) {
    throw new Error(`could not limit memory in ${folder}; needs root and control groups`, { cause })
  }
  return {
    add: (pid: number) => writeFileSync(path('cgroup.procs'), String(pid)),
    /** Number of processes that the kernel has killed. */
    kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(path(version.kills), 'utf8'))?.[1]),
    /** Call it when the processes have ended. */
    close: () => rmdirSync(folder),
  }
}
