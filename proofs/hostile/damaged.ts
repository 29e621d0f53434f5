import type { HostileFile } from './files.ts'

/** Returns a deterministic generator of random numbers from 0 to 1. */
function seededRandom(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Damage = (bytes: Buffer, random: () => number) => Buffer

const randomPosition = (bytes: Buffer, random: () => number) => Math.floor(random() * bytes.length)

const damages: Record<string, Damage> = {
  truncated: (bytes, random) => bytes.subarray(0, randomPosition(bytes, random)),
  'without its start': (bytes, random) => bytes.subarray(randomPosition(bytes, random)),
  'with one byte changed': (bytes, random) => withRandomBytes(bytes, random, 1),
  'with ten bytes changed': (bytes, random) => withRandomBytes(bytes, random, 10),
  'with two hundred bytes changed': (bytes, random) => withRandomBytes(bytes, random, 200),
  'with a hole of zeros': (bytes, random) => {
    const copy = Buffer.from(bytes)
    const start = randomPosition(bytes, random)
    return copy.fill(0, start, Math.min(copy.length, start + 500))
  },
  'with a part repeated': (bytes, random) => {
    const start = randomPosition(bytes, random)
    return Buffer.concat([bytes.subarray(0, start + 300), bytes.subarray(start)])
  },
  'with a part missing': (bytes, random) => {
    const start = randomPosition(bytes, random)
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + 300)])
  },
  'with its numbers changed': (bytes, random) => {
    const copy = Buffer.from(bytes)
    for (let n = 0; n < 30; n++) {
      const position = randomPosition(copy, random)
      if (/\d/.test(String.fromCharCode(copy[position] ?? 0))) copy[position] = 48 + Math.floor(random() * 10)
    }
    return copy
  },
}

function withRandomBytes(bytes: Buffer, random: () => number, count: number): Buffer {
  const copy = Buffer.from(bytes)
  for (let n = 0; n < count; n++) copy[randomPosition(copy, random)] = Math.floor(random() * 256)
  return copy
}

/** Damages valid documents at random positions, each kind of damage `times` times. */
export const damagedFrom = (documents: readonly Buffer[], times: number): HostileFile[] =>
  Object.entries(damages).flatMap(([name, damage], kind) =>
    Array.from({ length: times }, (_, n) => ({
      name: `damaged: ${name} (${n + 1})`,
      make: () =>
        damage(documents[(kind + n) % documents.length] ?? Buffer.alloc(0), seededRandom(kind * 1_000 + n)),
    })),
  )
