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
import { type KeyVersions, versionsOf } from './key-versions.ts'
import { type SealContext, seal, unseal } from './seal.ts'

/**
 * Passes a credential from the process that received it to the worker that needs it, without ever storing it. The
 * receiving process keeps the credential in memory for at most five minutes. The worker requests it over the bus and
 * receives it encrypted to an ephemeral key.
 */
export type CredentialHandoff = {
  /**
   * Keeps the secret for the worker of this task. Takes ownership of the buffer and zeroes it when the secret is
   * discarded or expires.
   */
  deposit(taskId: string, secret: Buffer): void
  /**
   * Whether there is room for the secret of a background task. Half of the capacity is reserved for requests whose
   * user is waiting.
   */
  hasSpareCapacity(secret: Buffer): boolean
  /** Zeroes the secret once the task has ended. */
  discard(taskId: string): void
  /** Returns the secret, or undefined if no process has it any more. The caller must zero the buffer after use. */
  collect(taskId: string): Promise<Buffer | undefined>
  close(): void
}

const requestSubject = 'secrets.wanted'
const maxSecretBytes = 16 * 1024
const maxSecrets = 10_000
const sweepIntervalMs = 1_000
// The request is repeated, because the worker may send it before the secret is deposited, and messages may be lost.
const requestIntervalMs = 300
/** Reply of a process that has already discarded the secret, so that the worker does not wait for the timeout. */
const discardedMarker = Buffer.alloc(0)

const SecretRequest = z.object({
  taskId: z.string(),
  publicKey: z.string(),
  replyTo: z.string(),
  mac: z.base64(),
})
const SecretReply = z.object({ publicKey: z.string(), sealed: z.base64() })

export function openCredentialHandoff(options: {
  bus: Bus
  key: Buffer | KeyVersions
  ttlMs?: number
  requestTimeoutMs?: number
}): CredentialHandoff {
  const { bus, ttlMs = 5 * 60_000, requestTimeoutMs = 5_000 } = options
  const keys = versionsOf(options.key)
  // The map is in insertion order, so the first entry expires first.
  const secrets = new Map<string, { secret: Buffer; expiresAt: number }>()
  const discarded = new Set<string>()

  function discard(taskId: string) {
    if (!secrets.has(taskId)) return
    secrets.get(taskId)?.secret.fill(0)
    secrets.delete(taskId)
    discarded.add(taskId)
    for (const oldest of discarded) {
      if (discarded.size <= maxSecrets) break
      discarded.delete(oldest)
    }
  }

  const find = (taskId: string) => (discarded.has(taskId) ? discardedMarker : secrets.get(taskId)?.secret)

  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [taskId, { expiresAt }] of secrets) {
      if (expiresAt > now) break
      discard(taskId)
    }
  }, sweepIntervalMs).unref()

  const stopAnswering = bus.subscribe(requestSubject, (message) => {
    const { mac, ...request } = SecretRequest.parse(message)
    const secret = find(request.taskId)
    // The reply uses the version of the key that the request was made with.
    const key = keys().find((version) => isSame(Buffer.from(mac, 'base64'), macOf(version, request)))
    if (!secret || !key) return
    const ephemeral = makeKeyPair()
    const shared = deriveSharedSecret(ephemeral.privateKey, request.publicKey)
    const parties = { taskId: request.taskId, requester: request.publicKey, holder: ephemeral.publicKey }
    const sealed = seal(sealingKey(key, shared, parties), handoffSealContext(request.taskId), secret)
    bus.publish(request.replyTo, { publicKey: ephemeral.publicKey, sealed: sealed.toString('base64') })
  })

  /** Requests the secret from the other processes until one replies or the timeout ends. */
  function requestFromOthers(taskId: string) {
    return new Promise<Buffer | undefined>((resolve) => {
      const ephemeral = makeKeyPair()
      const [key] = keys()
      const request = { taskId, publicKey: ephemeral.publicKey, replyTo: `secrets.given.${randomUUID()}` }
      const message = { ...request, mac: macOf(key, request).toString('base64') }
      const send = () => {
        // The secret may have been deposited in this process in the meantime.
        const local = find(taskId)
        if (local) finish(Buffer.from(local))
        else bus.publish(requestSubject, message)
      }
      const stopHearing = bus.subscribe(request.replyTo, (reply) => {
        const { publicKey, sealed } = SecretReply.parse(reply)
        const shared = deriveSharedSecret(ephemeral.privateKey, publicKey)
        const parties = { taskId, requester: ephemeral.publicKey, holder: publicKey }
        finish(
          unseal(sealingKey(key, shared, parties), handoffSealContext(taskId), Buffer.from(sealed, 'base64')),
        )
      })
      const repeatTimer = setInterval(send, requestIntervalMs)
      const timeout = setTimeout(() => finish(undefined), requestTimeoutMs)
      function finish(secret: Buffer | undefined) {
        clearInterval(repeatTimer)
        clearTimeout(timeout)
        stopHearing()
        resolve(secret)
      }
      send()
    })
  }

  return {
    deposit(taskId, secret) {
      if (secret.length > maxSecretBytes) throw new Error(`The secret is larger than ${maxSecretBytes} bytes`)
      if (secrets.size >= maxSecrets) throw unavailable(new Error('The credential handoff is full'))
      discard(taskId)
      discarded.delete(taskId)
      secrets.set(taskId, { secret, expiresAt: performance.now() + ttlMs })
    },
    hasSpareCapacity: (secret) => secret.length <= maxSecretBytes && secrets.size < maxSecrets / 2,
    discard,
    async collect(taskId) {
      const local = find(taskId)
      const secret = local ? Buffer.from(local) : await requestFromOthers(taskId)
      return secret?.length ? secret : undefined
    },
    close() {
      clearInterval(sweep)
      stopAnswering()
      for (const taskId of secrets.keys()) discard(taskId)
    },
  }
}

function makeKeyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  return { privateKey, publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
}

const deriveSharedSecret = (privateKey: KeyObject, theirPublicKey: string) =>
  diffieHellman({
    privateKey,
    publicKey: createPublicKey({ key: Buffer.from(theirPublicKey, 'base64'), type: 'spki', format: 'der' }),
  })

/** Derives a one-time key for this reply. Deriving it also requires the key of the cell. */
function sealingKey(
  key: Buffer,
  shared: Buffer,
  { taskId, requester, holder }: { taskId: string; requester: string; holder: string },
) {
  // The label is part of the protocol between processes of different versions, so it must not be renamed.
  const binding = `secret desk\0${taskId}\0${requester}\0${holder}`
  return Buffer.from(hkdfSync('sha256', shared, key, binding, 32))
}

const handoffSealContext = (taskId: string): SealContext => ({
  table: 'secret desk',
  column: 'secret',
  row: taskId,
  version: 1,
})

const macOf = (key: Buffer, request: { taskId: string; publicKey: string; replyTo: string }) =>
  createHmac('sha256', key)
    .update(`secrets.wanted\0${request.taskId}\0${request.publicKey}\0${request.replyTo}`)
    .digest()

const isSame = (actual: Buffer, expected: Buffer) =>
  actual.length === expected.length && timingSafeEqual(actual, expected)
