import { randomBytes } from 'node:crypto'

/** Default seed. It is fixed, so that two runs make the same random choices. */
export const defaultSeed = 'c0ffee01'

/** Returns the seed to use. `random` draws a fresh seed; any other value must be 1 to 8 hexadecimal digits. */
export function chooseSeed(option: string | undefined): string {
  if (option === 'random') return randomBytes(4).toString('hex')
  const seed = option ?? defaultSeed
  if (!/^[0-9a-f]{1,8}$/i.test(seed))
    throw new Error(`--seed takes up to 8 hexadecimal digits or "random", not ${seed}`)
  return seed.toLowerCase()
}

/** Converts the seed to a 32-bit integer for randomFrom. */
export const seedNumber = (seed: string) => Number.parseInt(seed, 16)
