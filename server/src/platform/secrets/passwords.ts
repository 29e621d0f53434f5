import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const derive = promisify(argon2)

export type Passwords = ReturnType<typeof openPasswords>

const passes = 3
const tagLength = 32

/**
 * Argon2id, three passes over so much memory, with a pepper that is not in the database. As many at once as there are
 * cores: a flood of sign-ins waits instead of filling the memory. Every hash carries its own cost. One that was made in
 * another cell, before its client came here, ends with the name of that cell's pepper, which `carried` finds.
 */
export function openPasswords(
  pepper: Buffer,
  {
    memoryKiB,
    carried = async () => undefined,
  }: { memoryKiB: number; carried?: (id: string) => Promise<Buffer | undefined> },
) {
  const take = semaphore(availableParallelism())
  const nobody = `$argon2id$m=${memoryKiB},t=${passes},p=1$${randomBytes(16).toString('base64')}$${randomBytes(tagLength).toString('base64')}`

  const tagOf = (
    password: string,
    nonce: Buffer,
    cost: { memory: number; passes: number },
    secret = pepper,
  ) =>
    take(() =>
      derive('argon2id', {
        message: Buffer.from(password.normalize('NFKC')),
        nonce,
        parallelism: 1,
        memory: cost.memory,
        passes: cost.passes,
        tagLength,
        secret,
      }),
    )

  return {
    async hash(password: string) {
      const nonce = randomBytes(16)
      const tag = await tagOf(password, nonce, { memory: memoryKiB, passes })
      return `$argon2id$m=${memoryKiB},t=${passes},p=1$${nonce.toString('base64')}$${tag.toString('base64')}`
    },
    /** Takes as long for a member who does not exist (no hash) as for one who does. */
    async verify(password: string, hash: string | null) {
      const [, , cost = '', nonce = '', tag = '', pepperId] = (hash ?? nobody).split('$')
      const [, memory, times] = /^m=(\d+),t=(\d+),p=1$/.exec(cost) ?? []
      const expected = Buffer.from(tag, 'base64')
      const costs = { memory: Number(memory), passes: Number(times) }
      const secret = pepperId === undefined ? pepper : await carried(pepperId)
      const actual = await tagOf(password, Buffer.from(nonce, 'base64'), costs, secret)
      return timingSafeEqual(actual, expected) && hash !== null
    },
  }
}

/** How a pepper is called in the hashes that were made with it elsewhere. */
export const pepperId = (pepper: Buffer) =>
  createHmac('sha256', pepper).update('pepper id').digest('base64url').slice(0, 11)

/** The same hash for another cell: it names its pepper, unless that is the other cell's own. */
export function hashElsewhere(hash: string, own: Buffer, other: Buffer) {
  const [, kind, cost, nonce, tag, madeWith = pepperId(own)] = hash.split('$')
  const there = `$${kind}$${cost}$${nonce}$${tag}`
  return madeWith === pepperId(other) ? there : `${there}$${madeWith}`
}

function semaphore(places: number) {
  let free = places
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
