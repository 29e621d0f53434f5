import type { HostileFile } from './files.ts'

/** From 0 up to 1, the same for the same seed. */
function lots(seed: number) {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Damage = (bytes: Buffer, lot: () => number) => Buffer

const at = (bytes: Buffer, lot: () => number) => Math.floor(lot() * bytes.length)

const damages: Record<string, Damage> = {
  'broken off': (bytes, lot) => bytes.subarray(0, at(bytes, lot)),
  'without its start': (bytes, lot) => bytes.subarray(at(bytes, lot)),
  'with one byte changed': (bytes, lot) => flipped(bytes, lot, 1),
  'with ten bytes changed': (bytes, lot) => flipped(bytes, lot, 10),
  'with two hundred bytes changed': (bytes, lot) => flipped(bytes, lot, 200),
  'with a hole of zeros': (bytes, lot) => {
    const copy = Buffer.from(bytes)
    const start = at(bytes, lot)
    return copy.fill(0, start, Math.min(copy.length, start + 500))
  },
  'with a piece twice': (bytes, lot) => {
    const start = at(bytes, lot)
    return Buffer.concat([bytes.subarray(0, start + 300), bytes.subarray(start)])
  },
  'with a piece missing': (bytes, lot) => {
    const start = at(bytes, lot)
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + 300)])
  },
  'with its numbers changed': (bytes, lot) => {
    const copy = Buffer.from(bytes)
    for (let n = 0; n < 30; n++) {
      const place = at(copy, lot)
      if (/\d/.test(String.fromCharCode(copy[place] ?? 0))) copy[place] = 48 + Math.floor(lot() * 10)
    }
    return copy
  },
}

function flipped(bytes: Buffer, lot: () => number, count: number): Buffer {
  const copy = Buffer.from(bytes)
  for (let n = 0; n < count; n++) copy[at(copy, lot)] = Math.floor(lot() * 256)
  return copy
}

/** Good papers, hurt at random places: each of them in every way, as often as told. */
export const damagedFrom = (papers: readonly Buffer[], times: number): HostileFile[] =>
  Object.entries(damages).flatMap(([name, damage], kind) =>
    Array.from({ length: times }, (_, n) => ({
      name: `damaged: ${name} (${n + 1})`,
      make: () => damage(papers[(kind + n) % papers.length] ?? Buffer.alloc(0), lots(kind * 1_000 + n)),
    })),
  )
