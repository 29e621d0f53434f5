import { createHmac, randomBytes } from 'node:crypto'
import { delivery } from './endpoints.ts'
import { payload, payroll, setReceiverBehaviour } from './payroll-announcement.ts'
import type { Promised } from './row.ts'
import { aDelivery, aLoneWebhook, aWebhookWithDelivery, decrypt, required } from './scenes.ts'
import { announcement } from './shapes.ts'
import { type ContractReply, type ContractWorld, nobodysId } from './world.ts'

// Requests that the service sends to webhooks: body, signature, encryption and retries.

const encryptionKey = randomBytes(32)
const encryption_key = encryptionKey.toString('base64')
const signing_secret = 'a secret between two'
const next_secret = 'the next secret of two'

const isSignedWith = ({ text, headers }: ContractReply, secret: string, header = 'x-svc-signature') =>
  headers[header] === createHmac('sha512', secret).update(text).digest('hex')

export const sentRequestRows: Promised[] = [
  {
    endpoint: delivery,
    says: 'new payroll data is announced to each subscription that lists its kind, without a payload',
    call: (world) => aDelivery(world),
    expects: { status: 200, body: payroll, headers: { 'content-type': 'application/json' } },
  },
  {
    endpoint: delivery,
    says: 'a subscription gets no event of a kind that it does not list',
    async call(world) {
      const hook = await aLoneWebhook(world, { events: ['user-taxauth-data-submitted'] })
      const user_id = await hook.aPerson()
      await hook.announce(user_id)
      const fields = { entry_id: nobodysId, account_id: nobodysId }
      await world.announce(hook.clientId, { event: 'user-taxauth-data-submitted', user_id, fields })
      return firstOf(await hook.arrivals(1))
    },
    expects: { status: 200, body: { ...payroll, event: 'user-taxauth-data-submitted' } },
  },
  {
    endpoint: delivery,
    says: 'include_payload adds the payload as it was published',
    async call(world) {
      const hook = await aLoneWebhook(world, { encryption_key, config: { include_payload: true } })
      await hook.announce(await hook.aPerson(), payload)
      const answer = firstOf(await hook.arrivals(1))
      return { ...answer, body: decrypt(answer, encryptionKey) }
    },
    expects: { status: 200, body: { ...payroll, payload } },
  },
  {
    endpoint: delivery,
    says: 'without include_payload no payload is sent, though there is one',
    async call(world) {
      const hook = await aLoneWebhook(world)
      await hook.announce(await hook.aPerson(), payload)
      return firstOf(await hook.arrivals(1))
    },
    expects: { status: 200, body: payroll },
  },
  {
    endpoint: delivery,
    says: 'X-Svc-Signature is the lowercase hexadecimal HMAC-SHA512 of the raw body',
    async call(world) {
      const answer = await aDelivery(world, { signing_secret })
      return { ...answer, body: { isSigned: isSignedWith(answer, signing_secret) } }
    },
    expects: { status: 200, body: { isSigned: true }, headers: { 'x-svc-signature': /^[0-9a-f]{128}$/ } },
  },
  {
    endpoint: delivery,
    says: 'without a signing secret there is no signature',
    async call(world) {
      const answer = await aDelivery(world)
      const names = Object.keys(answer.headers).filter((name) => name.includes('signature'))
      return { ...answer, body: { event: answer.body.event, names } }
    },
    expects: { status: 200, body: { event: 'user-payroll-submitted', names: [] } },
  },
  {
    endpoint: delivery,
    says: 'with an encryption key the body is AES-256-GCM ciphertext and tag in Base64',
    async call(world) {
      const answer = await aDelivery(world, { encryption_key })
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
    says: 'encrypted_content_type is the Content-Type of encrypted bodies',
    async call(world) {
      const config = { encrypted_content_type: 'application/octet-stream' }
      const answer = await aDelivery(world, { encryption_key, config })
      return { ...answer, body: decrypt(answer, encryptionKey) }
    },
    expects: { status: 200, body: payroll, headers: { 'content-type': 'application/octet-stream' } },
  },
  {
    endpoint: delivery,
    says: 'bodies are encrypted first, then signed',
    async call(world) {
      const answer = await aDelivery(world, { signing_secret, encryption_key })
      const { event } = decrypt(answer, encryptionKey)
      return { ...answer, body: { event, isSigned: isSignedWith(answer, signing_secret) } }
    },
    expects: { status: 200, body: { event: 'user-payroll-submitted', isSigned: true } },
  },
  {
    endpoint: delivery,
    says: 'webhook-signature is the HMAC-SHA256 of id, timestamp and body, as Standard Webhooks has it',
    async call(world) {
      const answer = await aDelivery(world, { signing_secret })
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
    says: 'every delivery has an id, the number of its attempt and its place among those about the user',
    async call(world) {
      const hook = await aLoneWebhook(world)
      const user = await hook.aPerson()
      await hook.announce(user)
      await hook.arrivals(1)
      await hook.announce(user)
      const answer = (await hook.arrivals(2))[1] as ContractReply
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
    says: 'during a rotation both secrets sign',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }])
      return { ...answer, body: identifySigners(answer) }
    },
    expects: { status: 200, body: { now: 'old', next: 'new', standard: 2 } },
  },
  {
    endpoint: delivery,
    says: 'a promoted secret signs first, and the old one still signs beside it',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }, { step: 'promote' }])
      return { ...answer, body: { ...identifySigners(answer), next: undefined } }
    },
    expects: { status: 200, body: { now: 'new', standard: 2 } },
  },
  {
    endpoint: delivery,
    says: 'only the new secret signs once the old one is retired',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }, { step: 'retire' }])
      return { ...answer, body: identifySigners(answer) }
    },
    expects: { status: 200, body: { now: 'new', next: 'none', standard: 1 } },
  },
  {
    endpoint: delivery,
    says: 'events of a paused webhook are delivered when it is resumed',
    async call(world) {
      const hook = await aLoneWebhook(world)
      required(await hook.ask('POST', `${hook.path}/pause`), 200)
      await hook.announce(await hook.aPerson())
      required(await hook.ask('POST', `${hook.path}/resume`), 200)
      return firstOf(await hook.arrivals(1))
    },
    expects: { status: 200, body: payroll },
  },
  {
    endpoint: delivery,
    says: 'a failed delivery is retried with the same id',
    async call(world) {
      const hook = await aLoneWebhook(world)
      await setReceiverBehaviour(world, hook.name, { status: 500, headers: { 'retry-after': '1' }, times: 1 })
      await hook.announce(await hook.aPerson())
      const [before, after] = (await hook.arrivals(2)) as [ContractReply, ContractReply]
      const isSame = before.headers['webhook-id'] === after.headers['webhook-id']
      return { ...after, body: { isSame } }
    },
    expects: { status: 200, body: { isSame: true }, headers: { 'x-svc-attempt': '2' } },
  },
  {
    endpoint: delivery,
    says: 'a redelivery keeps its id and continues the count of attempts',
    async call(world) {
      const { ask, deliveryPath, delivery_id, arrivals } = await aWebhookWithDelivery(world)
      required(await ask('POST', `${deliveryPath}/redeliver`), 202)
      const second = (await arrivals(2))[1] as ContractReply
      return { ...second, body: { ...second.body, isSame: second.headers['webhook-id'] === delivery_id } }
    },
    expects: { status: 200, body: { ...payroll, isSame: true }, headers: { 'x-svc-attempt': '2' } },
  },
  {
    endpoint: delivery,
    says: 'a redelivery about an erased user is a tombstone',
    async call(world) {
      const { ask, deliveryPath, user_id, arrivals } = await aWebhookWithDelivery(world)
      required(await ask('DELETE', `/users/${user_id}`), 200)
      required(await ask('POST', `${deliveryPath}/redeliver`), 202)
      return (await arrivals(2))[1] as ContractReply
    },
    expects: { status: 200, body: announcement, headers: { 'x-svc-tombstone': 'erased' } },
  },
  {
    endpoint: delivery,
    says: 'a test delivery is marked as one and has no real user',
    async call(world) {
      const { ask, path, arrivals } = await aLoneWebhook(world)
      required(await ask('POST', `${path}/test`, {}), 200)
      return firstOf(await arrivals(1))
    },
    expects: {
      status: 200,
      body: { ...payroll, user_id: nobodysId },
      headers: { 'x-svc-test': 'true', 'x-svc-attempt': '1' },
    },
  },
]

const firstOf = ([answer]: ContractReply[]) => answer as ContractReply

/** Returns the deliveries to a webhook whose secret went through these rotation steps. */
async function afterRotation(world: ContractWorld, steps: object[]) {
  const hook = await aLoneWebhook(world, { signing_secret })
  for (const step of steps) required(await hook.ask('POST', `${hook.path}/rotate`, step), 200)
  await hook.announce(await hook.aPerson())
  return firstOf(await hook.arrivals(1))
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
