/** Creates a seeded pseudo-random generator (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    /** Returns an integer from low to high, both included. */
    integer: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    chance: (share: number) => next() < share,
  }
}

export type ProofRandom = ReturnType<typeof randomFrom>

/** Makes a weighted random choice; undefined if there are no choices. */
export function chooseWeighted<T extends { weight: number }>(random: ProofRandom, choices: readonly T[]) {
  let rest = random.next() * choices.reduce((sum, { weight }) => sum + weight, 0)
  for (const choice of choices) {
    rest -= choice.weight
    if (rest < 0) return choice
  }
  return choices.at(-1)
}

/** Shuffles a list in place (Fisher–Yates). */
export function shuffle<T>(list: T[], random: ProofRandom): T[] {
  for (let last = list.length - 1; last > 0; last--) {
    const other = random.integer(0, last)
    const swapped = list[last] as T
    list[last] = list[other] as T
    list[other] = swapped
  }
  return list
}
