import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './processes.ts'

const prefix = 'payproof-test-'
const memoryDisk = '/dev/shm'
// A test run uses about 1 GB: its databases and the write-ahead log.
const neededBytes = 4 * 2 ** 30

/** Creates an empty folder. Unless private, it is accessible to the user that runs PostgreSQL. */
export function makeTestFolder(access: 'reachable' | 'private' = 'reachable'): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  if (access === 'reachable') chmodSync(folder, 0o755)
  return folder
}

/**
 * Creates an empty folder in memory, or on disk if memory is short. Copying the template database for a test file
 * creates 1,500 files, which takes 30 ms in memory and up to 300 ms of CPU time on a disk.
 */
export function makeMemoryFolder(): string {
  if (!existsSync(memoryDisk)) return makeTestFolder()
  removeAbandoned()
  const { bavail, bsize } = statfsSync(memoryDisk)
  if (bavail * bsize < neededBytes) return makeTestFolder()
  const folder = mkdtempSync(join(memoryDisk, `${prefix}${process.pid}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Removes folders of killed test runs, which would occupy memory until the machine restarts. */
function removeAbandoned() {
  for (const name of readdirSync(memoryDisk)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid && !isAlive(Number(pid))) rmSync(join(memoryDisk, name), { recursive: true, force: true })
  }
}
