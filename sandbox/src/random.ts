import { createHash } from 'node:crypto'

export type Random = {
  /** From 0 up to, not including, 1. */
  fraction(): number
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Some of a list, without repeats, in the order of the list. */
  some<T>(list: readonly T[], count: number): T[]
}

/**
 * Numbers that depend on the words alone: the same seed and place give the same numbers, whatever was asked for before.
 * So a person does not change when another one is added.
 */
export function randomFor(...words: (string | number)[]): Random {
  const hash = createHash('sha256').update(words.join('\u0000')).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => hash.readUInt32LE(at)) as [number, number, number, number]

  // sfc32, small and fast; nothing here is a secret.
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
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    fraction,
    whole,
    chance: (probability) => fraction() < probability,
    pick: (list) => list[whole(0, list.length - 1)] as (typeof list)[number],
    some(list, count) {
      const left = list.map((item, place) => ({ item, place }))
      const taken = Array.from({ length: Math.min(count, list.length) }, () =>
        left.splice(whole(0, left.length - 1), 1),
      ).flat()
      return taken.sort((one, other) => one.place - other.place).map(({ item }) => item)
    },
  }
}
