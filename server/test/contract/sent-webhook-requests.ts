import { createHmac, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import { payload, payroll, setReceiverBehaviour } from './payroll-announcement.ts'
import type { Promised } from './row.ts'
import { aDelivery, aLoneWebhook, aStranger, aWebhookWithDelivery, decrypt, required } from './scenes.ts'
import { announcement, timestamp, uuid } from './shapes.ts'
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
    says: 'a subscription that does not list the kind hears nothing of it',
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
    says: 'an account is announced with its status and reason to subscriptions that list account-status-changed',
    async call(world) {
      const hook = await aLoneWebhook(world, { events: ['account-status-changed'] })
      const user_id = await hook.aPerson()
      await hook.ask('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
      const login = { user_name: await aStranger(world), password: 'mfa:code' }
      const account = { user_id, payroll_provider: 'sandbox-payroll', ...login }
      required(await hook.ask('POST', '/accounts', account), 201)
      return firstOf(await hook.arrivals(1))
    },
    expects: {
      status: 200,
      body: {
        event: 'account-status-changed',
        user_id: uuid,
        timestamp,
        account_id: uuid,
        from_status: null,
        status: 'PENDING',
        reason: 'second-factor-asked',
      },
    },
  },
  {
    endpoint: delivery,
    says: 'a withdrawn authorisation is announced to subscriptions that list authorisation-revoked',
    async call(world) {
      const hook = await aLoneWebhook(world, { events: ['authorisation-revoked'] })
      const user_id = await hook.aPerson()
      const { body } = await hook.ask('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
      await hook.ask('PUT', `/authorisations/${body.id}/revoke`)
      return firstOf(await hook.arrivals(1))
    },
    expects: {
      status: 200,
      body: {
        event: 'authorisation-revoked',
        user_id: uuid,
        timestamp,
        authorisation_id: uuid,
        term_id: uuid,
        withdrawn_by: 'client',
        revoked_at: timestamp,
      },
    },
  },
  {
    endpoint: delivery,
    says: 'the end of a journey is announced to subscriptions that list journey-ended',
    async call(world) {
      const hook = await aLoneWebhook(world, { events: ['journey-ended'] })
      const user_id = await hook.aPerson()
      const { webapp_link } = (await hook.ask('POST', '/user-tokens', { user_id })).body
      const code = String(webapp_link).split('/').at(-1)
      const { token } = (await hook.ask('POST', '/journeys/sessions', { code })).body
      const person = world.withToken(token)
      await person('POST', '/journeys/current/ends', { outcome: { kind: 'nothing' } })
      return firstOf(await hook.arrivals(1))
    },
    expects: {
      status: 200,
      body: {
        event: 'journey-ended',
        user_id: uuid,
        timestamp,
        journey_id: uuid,
        outcome: 'abandoned',
        reason: 'nothing',
        account_id: null,
      },
    },
  },
  {
    endpoint: delivery,
    says: 'a flagged document is announced to subscriptions that list document-flagged',
    async call(world) {
      const hook = await aLoneWebhook(world, { events: ['document-flagged'] })
      await hook.ask('POST', `${hook.path}/test`, { event: 'document-flagged' })
      return firstOf(await hook.arrivals(1))
    },
    expects: {
      status: 200,
      body: {
        event: 'document-flagged',
        user_id: uuid,
        timestamp,
        document_id: uuid,
        type: 'payslip',
        trust_score: 'Low',
        finding_codes: ['BOX_OVER_TEXT'],
      },
    },
  },
  {
    endpoint: delivery,
    says: 'a changed income summary is announced to subscriptions that list income-summary-updated',
    async call(world) {
      const hook = await aLoneWebhook(world, { events: ['income-summary-updated'] })
      const user_id = await hook.aPerson()
      await hook.ask('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
      const login = { user_name: await aStranger(world), password: 'pass' }
      required(
        await hook.ask('POST', '/accounts', { user_id, payroll_provider: 'sandbox-payroll', ...login }),
        201,
      )
      return firstOf(await hook.arrivals(1))
    },
    expects: {
      status: 200,
      body: {
        event: 'income-summary-updated',
        user_id: uuid,
        timestamp,
        model_id: 'income-1',
        as_of: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        status: expect.stringMatching(/^(partial|ready)$/),
      },
    },
  },
  {
    endpoint: delivery,
    says: 'a decision is announced to subscriptions that list review-status-changed',
    async call(world) {
      const hook = await aLoneWebhook(world, { events: ['review-status-changed'] })
      const user_id = await hook.aPerson()
      const decision = { decision: 'approve', reason: 'Three months of steady pay.' }
      required(await hook.ask('PUT', `/users/${user_id}/review/decision`, decision), 200)
      return firstOf(await hook.arrivals(1))
    },
    expects: {
      status: 200,
      body: {
        event: 'review-status-changed',
        user_id: uuid,
        timestamp,
        from_status: 'registered',
        status: 'decided',
        decision: 'approve',
        assignee_id: null,
      },
    },
  },
  {
    endpoint: delivery,
    says: 'an account of another person is announced to subscriptions that list identity-mismatch',
    async call(world) {
      const hook = await aLoneWebhook(world, { events: ['identity-mismatch'] })
      const user_id = await hook.aPerson()
      await hook.ask('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
      const login = { user_name: await aStranger(world), password: 'pass' }
      required(
        await hook.ask('POST', '/accounts', { user_id, payroll_provider: 'sandbox-payroll', ...login }),
        201,
      )
      return firstOf(await hook.arrivals(1))
    },
    expects: {
      status: 200,
      body: {
        event: 'identity-mismatch',
        user_id: uuid,
        timestamp,
        account_id: uuid,
        document_id: null,
        identity_match: 'none',
        differences: expect.arrayContaining(['name', 'date_of_birth']),
      },
    },
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
    says: 'first encrypted, then signed',
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
    says: 'while a secret comes in, both sign',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }])
      return { ...answer, body: identifySigners(answer) }
    },
    expects: { status: 200, body: { now: 'old', next: 'new', standard: 2 } },
  },
  {
    endpoint: delivery,
    says: 'a promoted secret signs in the place of the old one, which still counts',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }, { step: 'promote' }])
      return { ...answer, body: { ...identifySigners(answer), next: undefined } }
    },
    expects: { status: 200, body: { now: 'new', standard: 2 } },
  },
  {
    endpoint: delivery,
    says: 'when the old secret is retired, the new one signs alone',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }, { step: 'retire' }])
      return { ...answer, body: identifySigners(answer) }
    },
    expects: { status: 200, body: { now: 'new', next: 'none', standard: 1 } },
  },
  {
    endpoint: delivery,
    says: 'what happens while a webhook is paused comes when it is resumed',
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
    says: 'a failed delivery is tried again under the same id',
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
    says: 'a delivery sent again keeps its id and counts its attempts on',
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
    says: 'of an erased user only a tombstone is sent again',
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
    says: 'a test says that it is one and speaks of nobody',
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
