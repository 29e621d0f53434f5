import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const derive = promisify(argon2)

export type Passwords = ReturnType<typeof openPasswords>

const passes = 3
const tagLength = 32

/**
 * Argon2id with three passes and a pepper that is not in the database. Concurrency is limited to the number of cores, so that
 * a flood of sign-ins queues instead of exhausting memory. Every hash records its own cost. A hash from another cell, made
 * before its client was moved, ends with the id of that cell's pepper, which `findCarriedPepper` loads.
 */
export function openPasswords(
  pepper: Buffer,
  {
    memoryKiB,
    findCarriedPepper = async () => undefined,
  }: { memoryKiB: number; findCarriedPepper?: (id: string) => Promise<Buffer | undefined> },
) {
  const withPermit = createPermits(availableParallelism())
  const dummyHash = `$argon2id$m=${memoryKiB},t=${passes},p=1$${randomBytes(16).toString('base64')}$${randomBytes(tagLength).toString('base64')}`

  const computeTag = (
    password: string,
    nonce: Buffer,
    cost: { memory: number; passes: number },
    secret = pepper,
  ) =>
    withPermit(() =>
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
      const tag = await computeTag(password, nonce, { memory: memoryKiB, passes })
      return `$argon2id$m=${memoryKiB},t=${passes},p=1$${nonce.toString('base64')}$${tag.toString('base64')}`
    },
    /** Takes equally long for an unknown member (no hash), so that timing does not reveal who exists. */
    async verify(password: string, hash: string | null) {
      const [, , cost = '', nonce = '', tag = '', pepperId] = (hash ?? dummyHash).split('$')
      const [, memory, passCount] = /^m=(\d+),t=(\d+),p=1$/.exec(cost) ?? []
      const expected = Buffer.from(tag, 'base64')
      const costs = { memory: Number(memory), passes: Number(passCount) }
      const secret = pepperId === undefined ? pepper : await findCarriedPepper(pepperId)
      const actual = await computeTag(password, Buffer.from(nonce, 'base64'), costs, secret)
      return timingSafeEqual(actual, expected) && hash !== null
    },
  }
}

/** Identifies a pepper in password hashes of other cells. */
export const pepperId = (pepper: Buffer) =>
  createHmac('sha256', pepper).update('pepper id').digest('base64url').slice(0, 11)

/** Converts a hash for another cell: appends the id of its pepper, unless it is the other cell's own. */
export function hashForOtherCell(hash: string, ownPepper: Buffer, otherPepper: Buffer) {
  const [, kind, cost, nonce, tag, hashPepperId = pepperId(ownPepper)] = hash.split('$')
  const bareHash = `$${kind}$${cost}$${nonce}$${tag}`
  return hashPepperId === pepperId(otherPepper) ? bareHash : `${bareHash}$${hashPepperId}`
}

function createPermits(count: number) {
  let free = count
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
