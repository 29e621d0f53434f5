import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type SmallDisk = ReturnType<typeof mountSmallDisk>

/** Mounts a RAM disk of a fixed size that can be filled and freed. Needs root. */
export function mountSmallDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder])
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Fills the disk to the last block. May be repeated to take space that was freed meanwhile. */
    fill: () => fillFile(ballast),
    /** Frees the space that `fill` took. */
    free: () => rmSync(ballast, { force: true }),
    freeBytes() {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize
    },
    unmount() {
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

/** A page of memory, the unit in which a RAM disk is filled. */
const pageBytes = 4_096
const chunkSizes = [1_024 * 1_024, pageBytes]

function fillFile(path: string) {
  const file = openSync(path, 'a')
  try {
    for (const size of chunkSizes) writeUntilFull(file, Buffer.alloc(size))
  } finally {
    closeSync(file)
  }
}

function writeUntilFull(file: number, chunk: Buffer) {
  try {
    while (writeSync(file, chunk) === chunk.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
