import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** Things kept for a while under a token that nobody can guess. When it is full, the oldest go. */
export type Shelf<T> = {
  put(thing: T, lifeMs: number): string
  find(token: string): T | undefined
  /** Takes it away; undefined where it was gone already. */
  take(token: string): T | undefined
  /** Returns how many of them had not ended yet. */
  removeWhere(test: (thing: T) => boolean): number
}

export function openShelf<T>(clock: Clock, most = 2_000): Shelf<T> {
  const kept = new Map<string, { thing: T; endsAt: number }>()

  function find(token: string) {
    const entry = kept.get(token)
    return entry && clock.now().getTime() < entry.endsAt ? entry.thing : undefined
  }

  function take(token: string) {
    const thing = find(token)
    kept.delete(token)
    return thing
  }

  return {
    put(thing, lifeMs) {
      const token = randomBytes(32).toString('base64url')
      kept.set(token, { thing, endsAt: clock.now().getTime() + lifeMs })
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
      return token
    },
    find,
    take,
    /** Returns how many of them had not ended yet. */
    removeWhere(test) {
      const gone = [...kept].filter(([, { thing }]) => test(thing)).map(([token]) => token)
      return gone.filter((token) => take(token) !== undefined).length
    },
  }
}

/** Whether a text could be a token at all. */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)
