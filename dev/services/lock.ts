import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError, startTimeOf } from './processes.ts'

type Holder = { pid: number; startTime: string; nonce: string }

/**
 * Locks the folder, so that only one process runs services in it; returns a function that releases the lock.
 * The lock of a dead process is taken over.
 */
export function lockFolder(folder: string): () => void {
  const lockFile = join(folder, 'lock')
  const ours: Holder = {
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '',
    nonce: randomBytes(8).toString('hex'),
  }
  const draft = join(folder, `lock.${ours.nonce}`)
  writeFileSync(draft, JSON.stringify(ours))
  try {
    // link() is atomic: it creates the complete lock file or fails, so no process reads a partial one.
    while (!tryLink(draft, lockFile)) removeStale(lockFile, `${draft}.stale`, folder)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readHolder(lockFile)?.nonce === ours.nonce) rmSync(lockFile, { force: true })
  }
}

function removeStale(lockFile: string, aside: string, folder: string): void {
  throwIfHolderAlive(readHolder(lockFile), folder)
  try {
    renameSync(lockFile, aside)
  } catch {
    return
  }
  // Between our read and rename, another process may have replaced the stale lock with its own; that lock is
  // restored.
  try {
    throwIfHolderAlive(readHolder(aside), folder)
  } catch (error) {
    tryLink(aside, lockFile)
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function throwIfHolderAlive(holder: Holder | undefined, folder: string): void {
  if (holder && startTimeOf(holder.pid) === holder.startTime) {
    throw new ServiceError(
      `The services in ${folder} are already in use by process ${holder.pid}. Stop it first, or use another folder.`,
    )
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readHolder(lockFile: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')) as Holder
  } catch {
    return undefined
  }
}
