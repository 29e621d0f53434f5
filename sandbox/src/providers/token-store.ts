import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { makeRoom } from './evict-oldest.ts'

/** Things kept for a while under a token that nobody can guess. When it is full, the oldest go. */
export type Shelf<T> = {
  put(thing: T, lifeMs: number): string
  find(token: string): T | undefined
  /** Takes it away; undefined where it was gone already. */
  take(token: string): T | undefined
  /** Returns how many of them had not ended yet. */
  removeWhere(test: (thing: T) => boolean): number
}

export const newToken = () => randomBytes(32).toString('base64url')

/** Whether a text could be a token at all. */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)

export function openShelf<T>(clock: Clock, most = 20_000): Shelf<T> {
  type Entry = { thing: T; since: number; lifeMs: number }
  const kept = new Map<string, Entry>()

  // Either way: whoever sets the clock back a year has not made anything last a year longer.
  const isOver = ({ since, lifeMs }: Entry) => Math.abs(clock.now().getTime() - since) >= lifeMs

  function find(token: string) {
    const entry = kept.get(token)
    return entry && !isOver(entry) ? entry.thing : undefined
  }

  function take(token: string) {
    const thing = find(token)
    kept.delete(token)
    return thing
  }

  function removeOver() {
    for (const [token, entry] of kept) if (isOver(entry)) kept.delete(token)
  }

  return {
    put(thing, lifeMs) {
      const token = newToken()
      kept.set(token, { thing, since: clock.now().getTime(), lifeMs })
      if (kept.size > most) removeOver()
      makeRoom(kept, most)
      return token
    },
    find,
    take,
    removeWhere(test) {
      const gone = [...kept].filter(([, { thing }]) => test(thing)).map(([token]) => token)
      return gone.filter((token) => take(token) !== undefined).length
    },
  }
}
