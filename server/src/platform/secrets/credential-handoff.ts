import {
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'
import { z } from 'zod'
import type { Bus } from '../bus/bus.ts'
import { unavailable } from '../problem.ts'
import { open, type Place, seal } from './seal.ts'

/**
 * How a password gets from the process that was told it to the worker that needs it: it is never written down. Whoever
 * was told keeps it in memory, at most five minutes; the worker asks over the bus and gets it sealed to a key that it
 * made for this one question.
 */
export type SecretDesk = {
  /** Keeps it for the worker of this task. The buffer belongs to the desk from now on, which overwrites it in the end. */
  leave(taskId: string, secret: Buffer): void
  /** Whether this may be left too though nobody waits for what comes of it: half of the desk is for those who do. */
  hasRoomToSpare(secret: Buffer): boolean
  /** The task is over. */
  forget(taskId: string): void
  /** Undefined when nobody has it any more. Whoever collects overwrites the buffer when done with it. */
  collect(taskId: string): Promise<Buffer | undefined>
  close(): void
}

const wanted = 'secrets.wanted'
const limits = { bytes: 16 * 1024, held: 10_000 }
const sweepEveryMs = 1_000
// The worker may be faster than the process that was told, and a message may be lost.
const askEveryMs = 300
/** What is said of a secret that was forgotten. */
const nothing = Buffer.alloc(0)

const Question = z.object({ taskId: z.string(), publicKey: z.string(), replyTo: z.string(), mac: z.base64() })
const Answer = z.object({ publicKey: z.string(), sealed: z.base64() })

export function openSecretDesk(parts: {
  bus: Bus
  key: Buffer
  keptMs?: number
  askedMs?: number
}): SecretDesk {
  const { bus, key, keptMs = 5 * 60_000, askedMs = 5_000 } = parts
  // In the order of their coming, so the oldest is first.
  const held = new Map<string, { secret: Buffer; until: number }>()
  // Nobody has to ask for five seconds after something that was here and is gone.
  const gone = new Set<string>()

  function forget(taskId: string) {
    if (!held.has(taskId)) return
    held.get(taskId)?.secret.fill(0)
    held.delete(taskId)
    gone.add(taskId)
    for (const oldest of gone) {
      if (gone.size <= limits.held) break
      gone.delete(oldest)
    }
  }

  const find = (taskId: string) => (gone.has(taskId) ? nothing : held.get(taskId)?.secret)

  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [taskId, { until }] of held) {
      if (until > now) break
      forget(taskId)
    }
  }, sweepEveryMs).unref()

  const stopAnswering = bus.hear(wanted, (message) => {
    const { mac, ...question } = Question.parse(message)
    const secret = find(question.taskId)
    if (!secret || !isSame(Buffer.from(mac, 'base64'), macOf(key, question))) return
    const mine = makeKeys()
    const shared = agree(mine.privateKey, question.publicKey)
    const words = { taskId: question.taskId, asker: question.publicKey, holder: mine.publicKey }
    const sealed = seal(sealingKey(key, shared, words), placeOf(question.taskId), secret)
    bus.tell(question.replyTo, { publicKey: mine.publicKey, sealed: sealed.toString('base64') })
  })

  /** Asks the other processes until one answers or the time is over. */
  function ask(taskId: string) {
    return new Promise<Buffer | undefined>((resolve) => {
      const mine = makeKeys()
      const question = { taskId, publicKey: mine.publicKey, replyTo: `secrets.given.${randomUUID()}` }
      const message = { ...question, mac: macOf(key, question).toString('base64') }
      const say = () => {
        // The request may have come to this very process meanwhile.
        const here = find(taskId)
        if (here) end(Buffer.from(here))
        else bus.tell(wanted, message)
      }
      const stopHearing = bus.hear(question.replyTo, (reply) => {
        const { publicKey, sealed } = Answer.parse(reply)
        const shared = agree(mine.privateKey, publicKey)
        const words = { taskId, asker: mine.publicKey, holder: publicKey }
        end(open(sealingKey(key, shared, words), placeOf(taskId), Buffer.from(sealed, 'base64')))
      })
      const again = setInterval(say, askEveryMs)
      const over = setTimeout(() => end(undefined), askedMs)
      function end(secret: Buffer | undefined) {
        clearInterval(again)
        clearTimeout(over)
        stopHearing()
        resolve(secret)
      }
      say()
    })
  }

  return {
    leave(taskId, secret) {
      if (secret.length > limits.bytes) throw new Error('A secret is larger than the desk takes')
      if (held.size >= limits.held) throw unavailable(new Error('The desk for secrets is full'))
      forget(taskId)
      gone.delete(taskId)
      held.set(taskId, { secret, until: performance.now() + keptMs })
    },
    hasRoomToSpare: (secret) => secret.length <= limits.bytes && held.size < limits.held / 2,
    forget,
    async collect(taskId) {
      const here = find(taskId)
      const secret = here ? Buffer.from(here) : await ask(taskId)
      return secret?.length ? secret : undefined
    },
    close() {
      clearInterval(sweep)
      stopAnswering()
      for (const taskId of held.keys()) forget(taskId)
    },
  }
}

function makeKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  return { privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
}

const agree = (privateKey: KeyObject, theirs: string) =>
  diffieHellman({
    privateKey,
    publicKey: createPublicKey({ key: Buffer.from(theirs, 'base64'), type: 'spki', format: 'der' }),
  })

/** Good for one answer to one question, and only for those who also hold the key of the cell. */
function sealingKey(key: Buffer, shared: Buffer, words: { taskId: string; asker: string; holder: string }) {
  const binding = `secret desk\0${words.taskId}\0${words.asker}\0${words.holder}`
  return Buffer.from(hkdfSync('sha256', shared, key, binding, 32))
}

const placeOf = (taskId: string): Place => ({
  table: 'secret desk',
  column: 'secret',
  row: taskId,
  version: 1,
})

const macOf = (key: Buffer, question: { taskId: string; publicKey: string; replyTo: string }) =>
  createHmac('sha256', key)
    .update(`secrets.wanted\0${question.taskId}\0${question.publicKey}\0${question.replyTo}`)
    .digest()

const isSame = (given: Buffer, right: Buffer) =>
  given.length === right.length && timingSafeEqual(given, right)
