import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { unavailable } from '../problem.ts'
import { type KeyVersions, versionsOf } from './key-versions.ts'

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
 * cost, and ends with the id of its pepper. Peppers of other cells, and of earlier versions of the cell key, are loaded by
 * `findCarriedPepper`. Hashes of older releases have no id: they were made with the first version.
 */
export function openPasswords(
  pepper: Buffer | KeyVersions,
  {
    memoryKiB,
    barePepper = () => versionsOf(pepper)()[0],
    findCarriedPepper = async () => undefined,
  }: {
    memoryKiB: number
    /** The pepper of hashes without an id. */
    barePepper?: () => Buffer
    findCarriedPepper?: (id: string) => Promise<Buffer | undefined>
  },
) {
  const peppers = versionsOf(pepper)
  const cores = availableParallelism()
  const withPermit = limitConcurrency(cores, cores * maxQueuedPerCore)
  const dummyHash = `$argon2id$m=${memoryKiB},t=${passes},p=1$${randomBytes(16).toString('base64')}$${randomBytes(tagLength).toString('base64')}`

  const computeTag = (
    password: string,
    nonce: Buffer,
    cost: { memory: number; passes: number },
    secret: Buffer,
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

  async function findPepper(id: string | undefined) {
    if (id === undefined) return barePepper()
    const own = peppers().find((version) => pepperId(version) === id)
    return own ?? (await findCarriedPepper(id)) ?? peppers()[0]
  }

  return {
    async hash(password: string) {
      const nonce = randomBytes(16)
      const [current] = peppers()
      const tag = await computeTag(password, nonce, { memory: memoryKiB, passes }, current)
      const bareHash = `$argon2id$m=${memoryKiB},t=${passes},p=1$${nonce.toString('base64')}$${tag.toString('base64')}`
      return withPepperId(bareHash, current)
    },
    /** Takes the same time for an unknown member (no hash), so that timing does not reveal which members exist. */
    async verify(password: string, hash: string | null) {
      const [, , cost = '', nonce = '', tag = '', id] = (hash ?? dummyHash).split('$')
      const [, memory, passCount] = /^m=(\d+),t=(\d+),p=1$/.exec(cost) ?? []
      const expected = Buffer.from(tag, 'base64')
      const costs = { memory: Number(memory), passes: Number(passCount) }
      const secret = await findPepper(id)
      const actual = await computeTag(password, Buffer.from(nonce, 'base64'), costs, secret)
      return timingSafeEqual(actual, expected) && hash !== null
    },
  }
}

/** Returns the id of a pepper, which identifies it in password hashes of other cells. */
export const pepperId = (pepper: Buffer) =>
  createHmac('sha256', pepper).update('pepper id').digest('base64url').slice(0, 11)

/** Appends the id of the pepper that a hash was made with, unless it has one. */
export function withPepperId(hash: string, pepper: Buffer) {
  const [, kind, cost, nonce, tag, id = pepperId(pepper)] = hash.split('$')
  return `$${kind}$${cost}$${nonce}$${tag}$${id}`
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
