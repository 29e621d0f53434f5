import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError, startTimeOf } from './processes.ts'

type Holder = { pid: number; startTime: string; nonce: string }

/**
 * Makes this process the only one that runs services in the folder; gives back how to release it.
 * The lock of a process that no longer lives is taken over.
 */
export function lockFolder(folder: string): () => void {
  const lockFile = join(folder, 'lock')
  const mine: Holder = {
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '',
    nonce: randomBytes(8).toString('hex'),
  }
  const draft = join(folder, `lock.${mine.nonce}`)
  writeFileSync(draft, JSON.stringify(mine))
  try {
    // Linking either creates the complete lock or fails: nobody ever reads half of one.
    while (!tryLink(draft, lockFile)) removeStale(lockFile, `${draft}.stale`, folder)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readHolder(lockFile)?.nonce === mine.nonce) rmSync(lockFile, { force: true })
  }
}

function removeStale(lockFile: string, aside: string, folder: string): void {
  refuseLiving(readHolder(lockFile), folder)
  try {
    renameSync(lockFile, aside)
  } catch {
    return
  }
  // Between reading and moving, another starter may have replaced the stale lock by its own: give it back.
  try {
    refuseLiving(readHolder(aside), folder)
  } catch (error) {
    tryLink(aside, lockFile)
    throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function refuseLiving(holder: Holder | undefined, folder: string): void {
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
