import type { Confinement } from './confine.ts'
import { type Child, startChild } from './reader-child.ts'

/** Nobody can read the file now; it is worth another try later. */
export class ReaderUnavailable extends Error {}

export type PoolOptions = {
  /** From the strongest on; those that do not work here are left out. */
  confinements: Confinement[]
  /** How many children stand ready beyond those that read. */
  spare: number
  showErrors: boolean
  onWarning?: ((message: string) => void) | undefined
}

const mostStarts = 5
// Each holds about 120 MB.
const mostIdle = 6

/**
 * Children that are ready before they are needed: a start takes longer than most files. A child that has read a file is
 * for files of the same owner only: whatever a file does to it, no other owner's readings are touched.
 */
export function openPool({ confinements, spare, showErrors, onWarning }: PoolOptions) {
  const left = [...confinements]
  // The longest idle first.
  const idle: Child[] = []
  const all = new Set<Child>()
  const owners = new Map<Child, string>()
  let hasWorked = false
  let isClosed = false

  function start(): Child {
    const [confinement] = left
    if (!confinement || isClosed) throw new ReaderUnavailable('No child can be started to read files')
    const child = startChild(confinement, showErrors)
    all.add(child)
    return child
  }

  function end(child: Child) {
    all.delete(child)
    owners.delete(child)
    child.end()
  }

  /** One that has read for the owner, or else one that has read for nobody. */
  function takeIdle(owner: string): Child | undefined {
    const own = idle.findLastIndex((child) => owners.get(child) === owner)
    const at = own >= 0 ? own : idle.findLastIndex(isUnused)
    return at >= 0 ? idle.splice(at, 1)[0] : undefined
  }

  const isUnused = (child: Child) => !owners.has(child)

  // A child that once became ready proves its confinement: what stops a later one is something else.
  function giveUpOn({ confinement }: Child) {
    if (hasWorked || left[0] !== confinement) return
    left.shift()
    if (left[0]?.name === 'none') onWarning?.(unconfined)
  }

  return {
    async take(owner: string): Promise<Child> {
      for (let starts = 0; starts < mostStarts; starts++) {
        const child = takeIdle(owner) ?? start()
        if ((await child.ready) && child.isAlive()) {
          hasWorked = true
          owners.set(child, owner)
          return child
        }
        end(child)
        giveUpOn(child)
      }
      throw new ReaderUnavailable('No child becomes ready to read files')
    },
    giveBack(child: Child) {
      if (isClosed) return end(child)
      idle.push(child)
      if (idle.length <= mostIdle) return
      const [oldest] = idle.splice(
        idle.findIndex((one) => !isUnused(one)),
        1,
      )
      if (oldest) end(oldest)
    },
    end,
    warm() {
      if (all.size === 0) idle.push(start())
    },
    standReady() {
      while (hasWorked && !isClosed && idle.filter(isUnused).length < spare) idle.push(start())
    },
    /** What children run behind; undefined before the first is ready. */
    confinement: () => (hasWorked ? left[0]?.name : undefined),
    close() {
      isClosed = true
      for (const child of all) end(child)
    },
  }
}

const unconfined =
  'bubblewrap does not work here: files are read WITHOUT a sandbox; READER_SANDBOX=required would refuse them'
