import type { Confinement } from './confine.ts'
import { type ReaderChild, startReaderChild } from './reader-child.ts'

/** Thrown if no child process can read the file now. Callers should retry later. */
export class ReaderUnavailable extends Error {}

export type ReaderPoolOptions = {
  /** Sandboxes from strongest to weakest. Those that do not work on this machine are removed. */
  confinements: Confinement[]
  /** Number of idle, unused children that are kept ready. */
  spare: number
  showErrors: boolean
  onWarning?: ((message: string) => void) | undefined
}

const maxStarts = 5
// Each idle child uses about 120 MB.
const maxIdle = 6

/**
 * Creates a pool of pre-started child processes, because starting one takes longer than reading most files. A used
 * child is reused only for the same owner, so that a file that compromises a child cannot affect another client's
 * readings.
 */
export function createReaderPool({ confinements, spare, showErrors, onWarning }: ReaderPoolOptions) {
  const usableConfinements = [...confinements]
  // The oldest child is first.
  const idle: ReaderChild[] = []
  const all = new Set<ReaderChild>()
  const owners = new Map<ReaderChild, string>()
  let hasWorked = false
  let isClosed = false

  function start(): ReaderChild {
    const [confinement] = usableConfinements
    if (!confinement || isClosed) throw new ReaderUnavailable('could not start a reader process')
    const child = startReaderChild(confinement, showErrors)
    all.add(child)
    return child
  }

  function discard(child: ReaderChild) {
    all.delete(child)
    owners.delete(child)
    child.kill()
  }

  /** Takes an idle child. Prefers a child that was already used for this owner to an unused one. */
  function takeIdle(owner: string): ReaderChild | undefined {
    const sameOwner = idle.findLastIndex((child) => owners.get(child) === owner)
    const index = sameOwner >= 0 ? sameOwner : idle.findLastIndex(isUnused)
    return index >= 0 ? idle.splice(index, 1)[0] : undefined
  }

  const isUnused = (child: ReaderChild) => !owners.has(child)

  // Once a child has become ready, its sandbox is known to work, so later failures have another cause.
  function dropConfinement({ confinement }: ReaderChild) {
    if (hasWorked || usableConfinements[0] !== confinement) return
    usableConfinements.shift()
    if (usableConfinements[0]?.name === 'none') onWarning?.(unconfinedWarning)
  }

  return {
    async acquire(owner: string): Promise<ReaderChild> {
      for (let starts = 0; starts < maxStarts; starts++) {
        const child = takeIdle(owner) ?? start()
        if ((await child.ready) && child.isAlive()) {
          hasWorked = true
          owners.set(child, owner)
          return child
        }
        discard(child)
        dropConfinement(child)
      }
      throw new ReaderUnavailable('no reader process became ready')
    },
    release(child: ReaderChild) {
      if (isClosed) return discard(child)
      idle.push(child)
      if (idle.length <= maxIdle) return
      const [oldest] = idle.splice(
        idle.findIndex((candidate) => !isUnused(candidate)),
        1,
      )
      if (oldest) discard(oldest)
    },
    discard,
    warm() {
      if (all.size === 0) idle.push(start())
    },
    refillSpares() {
      while (hasWorked && !isClosed && idle.filter(isUnused).length < spare) idle.push(start())
    },
    /** Returns the name of the sandbox in use, or undefined before the first child is ready. */
    confinement: () => (hasWorked ? usableConfinements[0]?.name : undefined),
    close() {
      isClosed = true
      for (const child of all) discard(child)
    },
  }
}

const unconfinedWarning =
  'bubblewrap does not work on this machine: files are read WITHOUT a sandbox; set READER_SANDBOX=required to refuse them'
