import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { unavailable } from '../problem.ts'

const derive = promisify(argon2)

export type Passwords = ReturnType<typeof openPasswords>

const passes = 3
const tagLength = 32
// A hash takes about 0.2 s, so a full queue delays a sign-in by about 5 s; later ones are shed with 503.
const maxQueuedPerCore = 25
const retryAfterSeconds = 5

/**
 * Hashes passwords with Argon2id, three passes and a pepper that is not in the database. Concurrency is limited to
 * the number of cores and the queue is bounded, so that a flood of sign-ins cannot exhaust memory. Every hash records its own
 * cost. If a client was moved from another cell, hashes created there end with the id of that cell's pepper, which
 * `findCarriedPepper` loads.
 */
export function openPasswords(
  pepper: Buffer,
  {
    memoryKiB,
    findCarriedPepper = async () => undefined,
  }: { memoryKiB: number; findCarriedPepper?: (id: string) => Promise<Buffer | undefined> },
) {
  const cores = availableParallelism()
  const withPermit = limitConcurrency(cores, cores * maxQueuedPerCore)
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
    /** Takes the same time for an unknown member (no hash), so that timing does not reveal which members exist. */
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

/** Returns the id of a pepper, which identifies it in password hashes of other cells. */
export const pepperId = (pepper: Buffer) =>
  createHmac('sha256', pepper).update('pepper id').digest('base64url').slice(0, 11)

/**
 * Converts a hash for another cell: appends the id of the pepper it was made with, unless that is the other cell's
 * own pepper.
 */
export function hashForOtherCell(hash: string, ownPepper: Buffer, otherPepper: Buffer) {
  const [, kind, cost, nonce, tag, hashPepperId = pepperId(ownPepper)] = hash.split('$')
  const bareHash = `$${kind}$${cost}$${nonce}$${tag}`
  return hashPepperId === pepperId(otherPepper) ? bareHash : `${bareHash}$${hashPepperId}`
}

function limitConcurrency(maxConcurrent: number, maxQueued: number) {
  const semaphore = createSemaphore({ maxConcurrent, maxQueued })
  return async <T>(work: () => Promise<T>) => {
    const isAdmitted = await semaphore.acquire(undefined)
    if (!isAdmitted) throw unavailable(new Error('the queue of password hashes is full'), retryAfterSeconds)
    try {
      return await work()
    } finally {
      semaphore.release()
    }
  }
}
