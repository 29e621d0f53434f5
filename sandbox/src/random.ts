import { createHash } from 'node:crypto'

export type SeededRandom = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number
  /** Returns an integer between the bounds, both inclusive. */
  integer(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Picks `count` items without repeats, in list order. */
  sample<T>(list: readonly T[], count: number): T[]
}

/**
 * Creates a deterministic random generator that depends on the keys alone, not on earlier calls. Adding a person
 * therefore never changes another person.
 */
export function randomFor(...keys: (string | number)[]): SeededRandom {
  const hash = createHash('sha256').update(keys.join('\u0000')).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => hash.readUInt32LE(at)) as [number, number, number, number]

  // sfc32 is small and fast, but not suitable for cryptography.
  function fraction() {
    const t = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    c |= 0
    return (t >>> 0) / 4_294_967_296
  }

  for (let n = 0; n < 12; n++) fraction()
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))
  return {
    fraction,
    integer,
    chance: (probability) => fraction() < probability,
    pick: (list) => list[integer(0, list.length - 1)] as (typeof list)[number],
    sample(list, count) {
      const remaining = list.map((item, position) => ({ item, position }))
      const picked = Array.from({ length: Math.min(count, list.length) }, () =>
        remaining.splice(integer(0, remaining.length - 1), 1),
      ).flat()
      return picked.sort((one, other) => one.position - other.position).map(({ item }) => item)
    },
  }
}
