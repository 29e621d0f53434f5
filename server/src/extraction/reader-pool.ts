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

/** Children that are ready before they are needed: a start takes longer than most files. */
export function openPool({ confinements, spare, showErrors, onWarning }: PoolOptions) {
  const left = [...confinements]
  const idle: Child[] = []
  const all = new Set<Child>()
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
    child.end()
  }

  // A child that once became ready proves its confinement: what stops a later one is something else.
  function giveUpOn({ confinement }: Child) {
    if (hasWorked || left[0] !== confinement) return
    left.shift()
    if (left[0]?.name === 'none') onWarning?.(unconfined)
  }

  return {
    async take(): Promise<Child> {
      for (let starts = 0; starts < mostStarts; starts++) {
        const child = idle.pop() ?? start()
        if ((await child.ready) && child.isAlive()) {
          hasWorked = true
          return child
        }
        end(child)
        giveUpOn(child)
      }
      throw new ReaderUnavailable('No child becomes ready to read files')
    },
    giveBack(child: Child) {
      if (isClosed) end(child)
      else idle.push(child)
    },
    end,
    warm() {
      if (all.size === 0) idle.push(start())
    },
    standReady() {
      while (hasWorked && !isClosed && idle.length < spare) idle.push(start())
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
