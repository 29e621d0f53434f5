import { createHmac, randomBytes } from 'node:crypto'
import { delivery } from './endpoints.ts'
import { payload, payroll, setReceiverBehaviour } from './payroll-event.ts'
import type { Row } from './row.ts'
import {
  createIsolatedWebhook,
  createWebhookWithDelivery,
  decrypt,
  receiveDelivery,
  requireStatus,
} from './scenes.ts'
import { eventFields } from './shapes.ts'
import { type ContractReply, type ContractWorld, unknownId } from './world.ts'

// Requests that the service sends to webhooks: body, signature, encryption and retries.

const encryptionKey = randomBytes(32)
const encryption_key = encryptionKey.toString('base64')
const signing_secret = 'a secret between two'
const next_secret = 'the next secret of two'

const isSignedWith = ({ text, headers }: ContractReply, secret: string, header = 'x-svc-signature') =>
  headers[header] === createHmac('sha512', secret).update(text).digest('hex')

export const sentRequestRows: Row[] = [
  {
    endpoint: delivery,
    title: 'sends new payroll data, without payload, to each webhook that lists the event',
    call: (world) => receiveDelivery(world),
    expects: { status: 200, body: payroll, headers: { 'content-type': 'application/json' } },
  },
  {
    endpoint: delivery,
    title: 'a webhook receives no event that it does not list',
    async call(world) {
      const hook = await createIsolatedWebhook(world, { events: ['user-taxauth-data-submitted'] })
      const user_id = await hook.createUserId()
      await hook.publishEvent(user_id)
      const fields = { entry_id: unknownId, account_id: unknownId }
      await world.publishEvent(hook.clientId, { event: 'user-taxauth-data-submitted', user_id, fields })
      return firstOf(await hook.receivedRequests(1))
    },
    expects: { status: 200, body: { ...payroll, event: 'user-taxauth-data-submitted' } },
  },
  {
    endpoint: delivery,
    title: 'include_payload adds the published payload',
    async call(world) {
      const hook = await createIsolatedWebhook(world, { encryption_key, config: { include_payload: true } })
      await hook.publishEvent(await hook.createUserId(), payload)
      const answer = firstOf(await hook.receivedRequests(1))
      return { ...answer, body: decrypt(answer, encryptionKey) }
    },
    expects: { status: 200, body: { ...payroll, payload } },
  },
  {
    endpoint: delivery,
    title: 'without include_payload the published payload is not sent',
    async call(world) {
      const hook = await createIsolatedWebhook(world)
      await hook.publishEvent(await hook.createUserId(), payload)
      return firstOf(await hook.receivedRequests(1))
    },
    expects: { status: 200, body: payroll },
  },
  {
    endpoint: delivery,
    title: 'X-Svc-Signature is the lowercase hexadecimal HMAC-SHA512 of the raw body',
    async call(world) {
      const answer = await receiveDelivery(world, { signing_secret })
      return { ...answer, body: { isSigned: isSignedWith(answer, signing_secret) } }
    },
    expects: { status: 200, body: { isSigned: true }, headers: { 'x-svc-signature': /^[0-9a-f]{128}$/ } },
  },
  {
    endpoint: delivery,
    title: 'a webhook without a signing secret has no signature header',
    async call(world) {
      const answer = await receiveDelivery(world)
      const names = Object.keys(answer.headers).filter((name) => name.includes('signature'))
      return { ...answer, body: { event: answer.body.event, names } }
    },
    expects: { status: 200, body: { event: 'user-payroll-submitted', names: [] } },
  },
  {
    endpoint: delivery,
    title: 'with an encryption key, the body is AES-256-GCM ciphertext and tag in Base64',
    async call(world) {
      const answer = await receiveDelivery(world, { encryption_key })
      return { ...answer, body: decrypt(answer, encryptionKey) }
    },
    expects: {
      status: 200,
      body: payroll,
      headers: {
        'content-type': 'text/plain',
        'x-svc-encryption-iv': /^[A-Za-z0-9+/]{16}$/,
        'x-svc-key-id': /^[0-9a-f-]{36}$/,
      },
    },
  },
  {
    endpoint: delivery,
    title: 'encrypted_content_type is the Content-Type of encrypted bodies',
    async call(world) {
      const config = { encrypted_content_type: 'application/octet-stream' }
      const answer = await receiveDelivery(world, { encryption_key, config })
      return { ...answer, body: decrypt(answer, encryptionKey) }
    },
    expects: { status: 200, body: payroll, headers: { 'content-type': 'application/octet-stream' } },
  },
  {
    endpoint: delivery,
    title: 'the signature covers the encrypted body',
    async call(world) {
      const answer = await receiveDelivery(world, { signing_secret, encryption_key })
      const { event } = decrypt(answer, encryptionKey)
      return { ...answer, body: { event, isSigned: isSignedWith(answer, signing_secret) } }
    },
    expects: { status: 200, body: { event: 'user-payroll-submitted', isSigned: true } },
  },
  {
    endpoint: delivery,
    title: 'webhook-signature is the Standard Webhooks HMAC-SHA256 of id, timestamp and body',
    async call(world) {
      const answer = await receiveDelivery(world, { signing_secret })
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = answer.headers
      const expected = createHmac('sha256', signing_secret)
        .update(`${id}.${at}.${answer.text}`)
        .digest('base64')
      const isRecent = Math.abs(Number(at) - Date.now() / 1000) < 60
      return { ...answer, body: { isSigned: signature === `v1,${expected}`, isRecent } }
    },
    expects: { status: 200, body: { isSigned: true, isRecent: true } },
  },
  {
    endpoint: delivery,
    title: 'every delivery has an id, an attempt number and a sequence number per user',
    async call(world) {
      const hook = await createIsolatedWebhook(world)
      const user = await hook.createUserId()
      await hook.publishEvent(user)
      await hook.receivedRequests(1)
      await hook.publishEvent(user)
      const answer = (await hook.receivedRequests(2))[1] as ContractReply
      const { 'webhook-id': id, 'x-svc-delivery-id': same } = answer.headers
      return { ...answer, body: { isSame: id === same } }
    },
    expects: {
      status: 200,
      body: { isSame: true },
      headers: { 'webhook-id': /^[0-9a-f-]{36}$/, 'x-svc-attempt': '1', 'x-svc-sequence': '2' },
    },
  },
  {
    endpoint: delivery,
    title: 'during a rotation both secrets sign',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }])
      return { ...answer, body: identifySigners(answer) }
    },
    expects: { status: 200, body: { now: 'old', next: 'new', standard: 2 } },
  },
  {
    endpoint: delivery,
    title: 'a promoted secret signs first, followed by the old one',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }, { step: 'promote' }])
      return { ...answer, body: { ...identifySigners(answer), next: undefined } }
    },
    expects: { status: 200, body: { now: 'new', standard: 2 } },
  },
  {
    endpoint: delivery,
    title: 'after the old secret was retired only the new one signs',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }, { step: 'retire' }])
      return { ...answer, body: identifySigners(answer) }
    },
    expects: { status: 200, body: { now: 'new', next: 'none', standard: 1 } },
  },
  {
    endpoint: delivery,
    title: 'resuming a paused webhook delivers its waiting events',
    async call(world) {
      const hook = await createIsolatedWebhook(world)
      requireStatus(await hook.call('POST', `${hook.path}/pause`), 200)
      await hook.publishEvent(await hook.createUserId())
      requireStatus(await hook.call('POST', `${hook.path}/resume`), 200)
      return firstOf(await hook.receivedRequests(1))
    },
    expects: { status: 200, body: payroll },
  },
  {
    endpoint: delivery,
    title: 'a failed delivery is retried with the same id',
    async call(world) {
      const hook = await createIsolatedWebhook(world)
      await setReceiverBehaviour(world, hook.name, { status: 500, headers: { 'retry-after': '1' }, times: 1 })
      await hook.publishEvent(await hook.createUserId())
      const [before, after] = (await hook.receivedRequests(2)) as [ContractReply, ContractReply]
      const isSame = before.headers['webhook-id'] === after.headers['webhook-id']
      return { ...after, body: { isSame } }
    },
    expects: { status: 200, body: { isSame: true }, headers: { 'x-svc-attempt': '2' } },
  },
  {
    endpoint: delivery,
    title: 'a redelivery keeps its id and increments the attempt number',
    async call(world) {
      const { call, deliveryPath, delivery_id, receivedRequests } = await createWebhookWithDelivery(world)
      requireStatus(await call('POST', `${deliveryPath}/redeliver`), 202)
      const second = (await receivedRequests(2))[1] as ContractReply
      return { ...second, body: { ...second.body, isSame: second.headers['webhook-id'] === delivery_id } }
    },
    expects: { status: 200, body: { ...payroll, isSame: true }, headers: { 'x-svc-attempt': '2' } },
  },
  {
    endpoint: delivery,
    title: 'a redelivery about an erased user is a tombstone',
    async call(world) {
      const { call, deliveryPath, user_id, receivedRequests } = await createWebhookWithDelivery(world)
      requireStatus(await call('DELETE', `/users/${user_id}`), 200)
      requireStatus(await call('POST', `${deliveryPath}/redeliver`), 202)
      return (await receivedRequests(2))[1] as ContractReply
    },
    expects: { status: 200, body: eventFields, headers: { 'x-svc-tombstone': 'erased' } },
  },
  {
    endpoint: delivery,
    title: 'a test delivery is marked as a test and has no real user',
    async call(world) {
      const { call, path, receivedRequests } = await createIsolatedWebhook(world)
      requireStatus(await call('POST', `${path}/test`, {}), 200)
      return firstOf(await receivedRequests(1))
    },
    expects: {
      status: 200,
      body: { ...payroll, user_id: unknownId },
      headers: { 'x-svc-test': 'true', 'x-svc-attempt': '1' },
    },
  },
]

const firstOf = ([answer]: ContractReply[]) => answer as ContractReply

/** Returns the deliveries to a webhook whose secret went through these rotation steps. */
async function afterRotation(world: ContractWorld, steps: object[]) {
  const hook = await createIsolatedWebhook(world, { signing_secret })
  for (const step of steps) requireStatus(await hook.call('POST', `${hook.path}/rotate`, step), 200)
  await hook.publishEvent(await hook.createUserId())
  return firstOf(await hook.receivedRequests(1))
}

function identifySigners(answer: ContractReply) {
  const signer = (header: string) => {
    if (!(header in answer.headers)) return 'none'
    if (isSignedWith(answer, signing_secret, header)) return 'old'
    return isSignedWith(answer, next_secret, header) ? 'new' : 'unknown key'
  }
  const standard = (answer.headers['webhook-signature'] ?? '').split(' ').length
  return { now: signer('x-svc-signature'), next: signer('x-svc-signature-next'), standard }
}
