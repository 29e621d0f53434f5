import { createHmac, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { eventually } from '../engine.ts'
import { delivery } from './endpoints.ts'
import { invalid, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import {
  aDelivery,
  aLoneWebhook,
  announcePayroll,
  aStranger,
  aWebhook,
  aWebhookWithDelivery,
  decrypt,
  required,
} from './scenes.ts'
import { announcement, attempt, deliveryRecord, message, timestamp, uuid } from './shapes.ts'
import { type Ask, type ContractReply, type ContractWorld, look, nobodysId } from './world.ts'

const list = 'GET /webhooks/{webhook_id}/deliveries'
const one = 'GET /webhooks/{webhook_id}/deliveries/{delivery_id}'
/** The request body of a delivery as text. */
const said = expect.stringMatching(/^\{"event":"user-payroll-submitted",.*\}$/)
const again = 'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver'
const key = randomBytes(32)
const encryption_key = key.toString('base64')
const signing_secret = 'a secret between two'
const next_secret = 'the next secret of two'
const payload = { payroll_submissions: [{ net_pay: 1234.5 }] }
const payroll = { ...announcement, entry_id: uuid, account_id: uuid }

const isSignedWith = ({ text, headers }: ContractReply, secret: string, header = 'x-svc-signature') =>
  headers[header] === createHmac('sha512', secret).update(text).digest('hex')

const sent: Promised[] = [
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
      return first(await hook.arrivals(1))
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
      return first(await hook.arrivals(1))
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
      return first(await hook.arrivals(1))
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
      return first(await hook.arrivals(1))
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
      return first(await hook.arrivals(1))
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
      return first(await hook.arrivals(1))
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
      return first(await hook.arrivals(1))
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
      return first(await hook.arrivals(1))
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
      const answer = first(await hook.arrivals(1))
      return { ...answer, body: decrypt(answer, key) }
    },
    expects: { status: 200, body: { ...payroll, payload } },
  },
  {
    endpoint: delivery,
    says: 'without include_payload no payload is sent, though there is one',
    async call(world) {
      const hook = await aLoneWebhook(world)
      await hook.announce(await hook.aPerson(), payload)
      return first(await hook.arrivals(1))
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
      return { ...answer, body: decrypt(answer, key) }
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
      return { ...answer, body: decrypt(answer, key) }
    },
    expects: { status: 200, body: payroll, headers: { 'content-type': 'application/octet-stream' } },
  },
  {
    endpoint: delivery,
    says: 'first encrypted, then signed',
    async call(world) {
      const answer = await aDelivery(world, { signing_secret, encryption_key })
      const { event } = decrypt(answer, key)
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
      return { ...answer, body: signers(answer) }
    },
    expects: { status: 200, body: { now: 'old', next: 'new', standard: 2 } },
  },
  {
    endpoint: delivery,
    says: 'a promoted secret signs in the place of the old one, which still counts',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }, { step: 'promote' }])
      return { ...answer, body: { ...signers(answer), next: undefined } }
    },
    expects: { status: 200, body: { now: 'new', standard: 2 } },
  },
  {
    endpoint: delivery,
    says: 'when the old secret is retired, the new one signs alone',
    async call(world) {
      const answer = await afterRotation(world, [{ signing_secret: next_secret }, { step: 'retire' }])
      return { ...answer, body: signers(answer) }
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
      return first(await hook.arrivals(1))
    },
    expects: { status: 200, body: payroll },
  },
  {
    endpoint: delivery,
    says: 'a failed delivery is tried again under the same id',
    async call(world) {
      const hook = await aLoneWebhook(world)
      await behave(world, hook.name, { status: 500, headers: { 'retry-after': '1' }, times: 1 })
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
      return first(await arrivals(1))
    },
    expects: {
      status: 200,
      body: { ...payroll, user_id: nobodysId },
      headers: { 'x-svc-test': 'true', 'x-svc-attempt': '1' },
    },
  },
]

const first = ([answer]: ContractReply[]) => answer as ContractReply

async function behave({ receiver }: ContractWorld, name: string, behaviour: object) {
  await fetch(`${receiver}/behaviours/${name}`, { method: 'PUT', body: JSON.stringify(behaviour) })
}

/** Returns the deliveries to a webhook whose secret went through these rotation steps. */
async function afterRotation(world: ContractWorld, steps: object[]) {
  const hook = await aLoneWebhook(world, { signing_secret })
  for (const step of steps) required(await hook.ask('POST', `${hook.path}/rotate`, step), 200)
  await hook.announce(await hook.aPerson())
  return first(await hook.arrivals(1))
}

function signers(answer: ContractReply) {
  const signer = (header: string) => {
    if (!(header in answer.headers)) return 'none'
    if (isSignedWith(answer, signing_secret, header)) return 'old'
    return isSignedWith(answer, next_secret, header) ? 'new' : 'somebody else'
  }
  const standard = (answer.headers['webhook-signature'] ?? '').split(' ').length
  return { now: signer('x-svc-signature'), next: signer('x-svc-signature-next'), standard }
}

/** Requests the deliveries of a webhook that has one delivery. */
const asked =
  (query: (ids: { user_id: string; delivery_id: string }) => string) => async (world: ContractWorld) => {
    const { ask, path, ...ids } = await aWebhookWithDelivery(world)
    return ask('GET', `${path}/deliveries${query(ids)}`)
  }

const page = { deliveries: [deliveryRecord], next_cursor: null }
const nothing = { deliveries: [], next_cursor: null }

const log: Promised[] = [
  {
    endpoint: list,
    says: 'a delivery and what became of it',
    call: asked(() => ''),
    expects: { status: 200, body: page },
  },
  {
    endpoint: list,
    says: 'state, event and user filter',
    call: asked(({ user_id }) => `?state=delivered&event=user-payroll-submitted&user_id=${user_id}`),
    expects: { status: 200, body: page },
  },
  {
    endpoint: list,
    says: 'another state filters it away',
    call: asked(() => '?state=dead'),
    expects: { status: 200, body: nothing },
  },
  {
    endpoint: list,
    says: 'another event filters it away',
    call: asked(() => '?event=user-taxauth-data-submitted'),
    expects: { status: 200, body: nothing },
  },
  {
    endpoint: list,
    says: 'another user filters it away',
    call: asked(() => `?user_id=${nobodysId}`),
    expects: { status: 200, body: nothing },
  },
  {
    endpoint: list,
    says: 'newest first, and the cursor goes on from a full page',
    async call(world) {
      const { ask, path } = await threeWaiting(world)
      const whole = await ask('GET', `${path}/deliveries`)
      const page = await ask('GET', `${path}/deliveries?limit=2`)
      const rest = await ask('GET', `${path}/deliveries?limit=2&cursor=${page.body.next_cursor}`)
      return look(rest, () => ({
        sequences: whole.body.deliveries.map(({ sequence }: { sequence: number }) => sequence),
        isSame: ids(whole) === [ids(page), ids(rest)].join(),
        sizes: [page, rest].map(({ body }) => body.deliveries.length),
        end: rest.body.next_cursor,
      }))
    },
    expects: { status: 200, body: { sequences: [3, 2, 1], isSame: true, sizes: [2, 1], end: null } },
  },
  {
    endpoint: list,
    says: 'what waits at a paused webhook waits',
    async call(world) {
      const { ask, path } = await threeWaiting(world)
      return ask('GET', `${path}/deliveries?state=waiting&limit=1`)
    },
    expects: {
      status: 200,
      body: {
        deliveries: [
          {
            ...deliveryRecord,
            sequence: 3,
            state: 'waiting',
            attempt_count: 0,
            next_attempt_at: timestamp,
            ended_at: null,
          },
        ],
        next_cursor: uuid,
      },
    },
  },
  {
    endpoint: list,
    says: 'Support sees them too: they tell nothing about anybody',
    async call({ acme, supportMember }) {
      const hook = { name: randomBytes(8).toString('hex'), events: ['user-taxauth-data-submitted'] }
      const { body } = await acme('POST', '/webhooks', { ...hook, url: 'https://receiver.example/' })
      const reply = await supportMember('GET', `/webhooks/${body.webhook_id}/deliveries`)
      await acme('DELETE', `/webhooks/${body.webhook_id}`)
      return reply
    },
    expects: { status: 200, body: nothing },
  },
  {
    endpoint: list,
    says: 'filters that are wrong, and one that does not exist',
    call: asked(() => '?state=lost&event=user-created&user_id=me&cursor=next&limit=101&kind=x'),
    expects: {
      status: 400,
      errors: [...['state', 'event', 'user_id', 'cursor', 'limit'].map(invalid), unknown('kind')],
    },
  },
  {
    endpoint: list,
    says: 'a page holds one at least',
    call: asked(() => '?limit=0'),
    expects: { status: 400, errors: [invalid('limit')] },
  },
  {
    endpoint: list,
    says: 'a subscription of another client does not exist',
    call: async (world) => world.rival('GET', `${(await aWebhook(world)).path}/deliveries`),
    expects: { status: 404, errors: [noSuch('Webhook')] },
  },
  ...knowsWhoExists(list, 'Webhook'),
  ...needsApiKey(list),

  {
    endpoint: one,
    says: 'with its attempts: when, how long, and what was answered',
    async call(world) {
      const { ask, deliveryPath } = await aWebhookWithDelivery(world)
      return ask('GET', deliveryPath)
    },
    expects: { status: 200, body: { ...deliveryRecord, body: said, attempts: [attempt] } },
  },
  {
    endpoint: one,
    says: 'the first 4 KiB of the answer are kept',
    async call(world) {
      const hook = await aLoneWebhook(world)
      await behave(world, hook.name, { body: 'thanks '.repeat(1_000) })
      const { body } = await hook.ask('POST', `${hook.path}/test`, {})
      const reply = await hook.ask('GET', `${hook.path}/deliveries/${body.delivery_id}`)
      return look(reply, ({ attempts: [{ answer }] }) => ({
        length: answer.length,
        start: answer.slice(0, 6),
      }))
    },
    expects: { status: 200, body: { length: 4_096, start: 'thanks' } },
  },
  {
    endpoint: one,
    says: 'what the receiver answered is not shown to Support',
    async call(world) {
      const name = randomBytes(8).toString('hex')
      await behave(world, name, { body: 'Wilhelmina, thank you' })
      const events = ['user-taxauth-data-submitted']
      const url = `${world.receiver}/hooks/${name}`
      const { body } = await world.acme('POST', '/webhooks', { name, events, url })
      const path = `/webhooks/${body.webhook_id}`
      const test = await world.acme('POST', `${path}/test`, {})
      const reply = await world.supportMember('GET', `${path}/deliveries/${test.body.delivery_id}`)
      await world.acme('DELETE', path)
      return look(reply, ({ attempts }) => [test.body.attempts[0].answer, attempts[0].answer])
    },
    expects: { status: 200, body: ['Wilhelmina, thank you', null] },
  },
  ...nothingThere(one, (ask, path) => ask('GET', path)),
  {
    endpoint: again,
    says: 'is begun and confirmed in words',
    async call(world) {
      const { ask, deliveryPath } = await aWebhookWithDelivery(world)
      return ask('POST', `${deliveryPath}/redeliver`)
    },
    expects: { status: 202, body: message },
  },
  {
    endpoint: one,
    says: 'one that is in line again waits',
    async call(world) {
      const { ask, path, deliveryPath } = await aWebhookWithDelivery(world)
      await ask('POST', `${path}/pause`)
      await ask('POST', `${deliveryPath}/redeliver`)
      return ask('GET', deliveryPath)
    },
    expects: {
      status: 200,
      body: {
        ...deliveryRecord,
        state: 'waiting',
        next_attempt_at: timestamp,
        ended_at: null,
        body: said,
        attempts: [attempt],
      },
    },
  },
  {
    endpoint: again,
    says: 'a test is not sent again',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      const { delivery_id } = required(await ask('POST', `${path}/test`, {}), 200)
      return ask('POST', `${path}/deliveries/${delivery_id}/redeliver`)
    },
    expects: { status: 400, errors: ['A test is not sent again; make a new one'] },
  },
  ...nothingThere(again, (ask, path) => ask('POST', `${path}/redeliver`)),
  refusesRole(again, 'Support', 'Admin'),
]

/** Rows that check that a delivery is identified by its webhook and its id together. */
function nothingThere(
  endpoint: string,
  call: (ask: Ask, path: string) => Promise<ContractReply>,
): Promised[] {
  return [
    {
      endpoint,
      says: 'a delivery of another client does not exist',
      call: async (world) => call(world.rival, (await aWebhookWithDelivery(world)).deliveryPath),
      expects: { status: 404, errors: [noSuch('Webhook')] },
    },
    {
      endpoint,
      says: 'a delivery to another webhook is not to this one',
      async call(world) {
        const { ask, delivery_id } = await aWebhookWithDelivery(world)
        const url = 'https://receiver.example/'
        const other = { name: 'other', events: ['user-taxauth-data-submitted'], url }
        const { webhook_id } = required(await ask('POST', '/webhooks', other), 201)
        return call(ask, `/webhooks/${webhook_id}/deliveries/${delivery_id}`)
      },
      expects: { status: 404, errors: [noSuch('Delivery')] },
    },
    {
      endpoint,
      says: 'a delivery that does not exist',
      async call(world) {
        const { ask, path } = await aWebhook(world)
        return call(ask, `${path}/deliveries/${nobodysId}`)
      },
      expects: { status: 404, errors: [noSuch('Delivery', nobodysId)] },
    },
    {
      endpoint,
      says: 'a malformed id of a delivery names nothing',
      async call(world) {
        const { ask, path } = await aWebhook(world)
        return call(ask, `${path}/deliveries/not-an-id`)
      },
      expects: { status: 404, errors: [noSuch('Delivery', 'not-an-id')] },
    },
    ...knowsWhoExists(endpoint, 'Webhook'),
    ...needsApiKey(endpoint),
  ]
}

const ids = ({ body }: ContractReply) =>
  body.deliveries.map(({ delivery_id }: { delivery_id: string }) => delivery_id).join()

/** Creates three unsent deliveries about one user. */
async function threeWaiting(world: ContractWorld) {
  const hook = await aLoneWebhook(world)
  required(await hook.ask('POST', `${hook.path}/pause`), 200)
  const user = await hook.aPerson()
  for (let made = 0; made < 3; made++) await hook.announce(user)
  return hook
}

const event = { event_id: uuid, is_tombstone: false, body: payroll }
const cursor = expect.stringMatching(/./)

/**
 * Creates a client with this many published events and returns its feed. Events appear once no older transaction is
 * open.
 */
async function aFeed(world: ContractWorld, count: number) {
  const { ask, clientId } = await world.aClient()
  const { user_id } = required(await ask('POST', '/users', aPerson), 201)
  for (let made = 0; made < count; made++) await announcePayroll(world, clientId, user_id, payload)
  await eventually(async () => {
    const { events } = required(await ask('GET', '/events'), 200)
    return events.length === count
  })
  return { ask, clientId, user_id: user_id as string }
}

/** Returns the cursor at the end of the feed. All rows share one client, so its feed is longer than a page. */
async function endOfFeed(world: ContractWorld) {
  for (let cursor = '', pages = 0; pages < 100; pages++) {
    const page = required(await world.acme('GET', `/events${cursor && `?cursor=${cursor}`}`), 200)
    if (!page.has_more) return page.cursor as string
    cursor = page.cursor
  }
  throw new Error('the feed has no end')
}

const aPerson = {
  forename: 'Wilhelmina',
  surname: 'Oakapple',
  date_of_birth: '1990-01-01',
  post_codes: ['LS1 4AP'],
  payroll_period_months: 3,
}

const feed: Promised[] = [
  {
    endpoint: 'GET /events',
    says: 'the event feed returns the same events without a webhook',
    call: async (world) => (await aFeed(world, 1)).ask('GET', '/events'),
    expects: { status: 200, body: { events: [event], cursor, has_more: false } },
  },
  {
    endpoint: 'GET /events',
    says: 'of a client about whom nothing was published',
    async call(world) {
      await aFeed(world, 1)
      return (await world.aClient()).ask('GET', '/events')
    },
    expects: { status: 200, body: { events: [], cursor, has_more: false } },
  },
  {
    endpoint: 'GET /events',
    says: 'oldest first, and the cursor goes on',
    async call(world) {
      const { ask } = await aFeed(world, 3)
      const whole = await ask('GET', '/events')
      const page = await ask('GET', '/events?limit=2')
      const rest = await ask('GET', `/events?limit=2&cursor=${page.body.cursor}`)
      const times = whole.body.events.map(({ body }: { body: { timestamp: string } }) => body.timestamp)
      return look(rest, ({ events }) => ({
        isOrdered: JSON.stringify(times) === JSON.stringify(times.toSorted()),
        isSame: JSON.stringify([...page.body.events, ...events]) === JSON.stringify(whole.body.events),
        sizes: [page.body.events.length, events.length],
        more: [page.body.has_more, rest.body.has_more],
      }))
    },
    expects: {
      status: 200,
      body: { isOrdered: true, isSame: true, sizes: [2, 1], more: [true, false] },
    },
  },
  {
    endpoint: 'GET /events',
    says: 'the cursor of the end finds what comes later',
    async call(world) {
      const { ask, clientId, user_id } = await aFeed(world, 1)
      const end = (await ask('GET', '/events')).body.cursor
      const before = await ask('GET', `/events?cursor=${end}`)
      await announcePayroll(world, clientId, user_id)
      const after = await eventually(async () => {
        const reply = await ask('GET', `/events?cursor=${end}`)
        return (reply.status !== 200 || reply.body.events.length > 0) && reply
      })
      return look(after, ({ events }) => [before.body.events.length, events.length])
    },
    expects: { status: 200, body: [0, 1] },
  },
  {
    endpoint: 'GET /events',
    says: 'include_payload adds what was published',
    call: async (world) => (await aFeed(world, 1)).ask('GET', '/events?include_payload=true'),
    expects: { status: 200, holds: { events: [{ ...event, body: { ...payroll, payload } }] } },
  },
  {
    endpoint: 'GET /events',
    says: 'but never for Support',
    async call(world) {
      const { clientId } = world.api.world.clients.acme
      const user_id = await world.aPerson()
      const later = `/events?include_payload=true&cursor=${await endOfFeed(world)}`
      await announcePayroll(world, clientId, user_id, payload)
      const about = (reply: ContractReply) =>
        reply.body.events.findLast(({ body }: { body: { user_id: string } }) => body.user_id === user_id)
      const shown = await eventually(async () => about(await world.acme('GET', later)))
      const reply = await world.supportMember('GET', later)
      return look(reply, () => [shown.body, about(reply).body])
    },
    expects: { status: 200, body: [{ ...payroll, payload }, payroll] },
  },
  {
    endpoint: 'GET /events',
    says: 'of an erased user only that something happened is left',
    async call(world) {
      const { ask, user_id } = await aFeed(world, 1)
      await ask('DELETE', `/users/${user_id}`)
      return ask('GET', '/events?include_payload=true')
    },
    expects: {
      status: 200,
      body: { events: [{ event_id: uuid, is_tombstone: true, body: announcement }], cursor, has_more: false },
    },
  },
  {
    endpoint: 'GET /events',
    says: 'a page may hold 100 but not 101, and include_payload is true or false',
    call: ({ acme }) => acme('GET', '/events?limit=101&include_payload=yes&offset=1'),
    expects: { status: 400, errors: [invalid('limit'), invalid('include_payload'), unknown('offset')] },
  },
  ...['next', nobodysId, `-1.${nobodysId}`, `1.${nobodysId}.2`].map(
    (cursor): Promised => ({
      endpoint: 'GET /events',
      says: `[${cursor}] is no cursor of ours`,
      call: ({ acme }) => acme('GET', `/events?cursor=${cursor}`),
      expects: { status: 400, errors: [invalid('cursor')] },
    }),
  ),
  ...needsApiKey('GET /events'),
]

const recent = 'GET /events/recent'
const oneEvent = 'GET /events/{event_id}'
const statistics = 'GET /webhooks/{webhook_id}/statistics'

const inspector: Promised[] = [
  {
    endpoint: recent,
    says: 'events, newest first, with their deliveries',
    async call(world) {
      const { ask, delivery_id, user_id } = await aWebhookWithDelivery(world)
      const reply = await ask('GET', `/events/recent?user_id=${user_id}&event=user-payroll-submitted`)
      return look(reply, ({ events, next_cursor }) => ({
        events,
        next_cursor,
        isSame: events[0].deliveries[0].delivery_id === delivery_id,
      }))
    },
    expects: {
      status: 200,
      body: {
        events: [
          {
            event_id: uuid,
            event: 'user-payroll-submitted',
            user_id: uuid,
            created_at: timestamp,
            deliveries: [{ webhook_id: uuid, delivery_id: uuid, state: 'delivered' }],
          },
        ],
        next_cursor: null,
        isSame: true,
      },
    },
  },
  {
    endpoint: recent,
    says: 'filters are checked',
    call: ({ acme }) => acme('GET', '/events/recent?limit=101&event=none&user_id=x'),
    expects: { status: 400, errors: [invalid('limit'), /\[event\]/, invalid('user_id')] },
  },
  {
    endpoint: recent,
    says: 'a cursor that no page returned is refused',
    call: ({ acme }) => acme('GET', '/events/recent?cursor=x'),
    expects: { status: 400, errors: [invalid('cursor')] },
  },
  ...needsApiKey(recent),
  {
    endpoint: oneEvent,
    says: 'the event with its content',
    async call(world) {
      const { ask } = await aFeed(world, 1)
      const { events } = required(await ask('GET', '/events/recent'), 200)
      return ask('GET', `/events/${events[0].event_id}`)
    },
    expects: {
      status: 200,
      body: {
        event_id: uuid,
        event: 'user-payroll-submitted',
        user_id: uuid,
        created_at: timestamp,
        deliveries: [],
        is_tombstone: false,
        body: { ...payroll, payload },
      },
    },
  },
  ...knowsWhoExists(oneEvent, 'Event'),
  ...needsApiKey(oneEvent),
  {
    endpoint: statistics,
    says: 'attempts of the last 24 hours, by hour',
    async call(world) {
      const { ask, path } = await aWebhookWithDelivery(world)
      const reply = await ask('GET', `${path}/statistics`)
      return look(reply, ({ hours }) => ({
        count: hours.length,
        succeeded: hours.reduce((sum: number, hour: { succeeded: number }) => sum + hour.succeeded, 0),
        first: Object.keys(hours[0]),
      }))
    },
    expects: {
      status: 200,
      body: { count: 24, succeeded: 1, first: ['hour', 'succeeded', 'failed', 'median_ms', 'p95_ms'] },
    },
  },
  ...knowsWhoExists(statistics, 'Webhook'),
  ...needsApiKey(statistics),
]

export const deliveries = inArea('webhooks', [...sent, ...log, ...feed, ...inspector])
