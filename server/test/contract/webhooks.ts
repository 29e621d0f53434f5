import { createHmac, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, pages } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { aDelivery, decrypt, fetchTaxIncome, uploadPayslip, uploadStatement } from './scenes.ts'
import { message, pagination, timestamp, uuid, webhook } from './shapes.ts'
import type { ContractWorld } from './world.ts'

const pending = { pending: true } as const
const kinds = ['user-payroll-submitted', 'user-bank-statement-submitted', 'user-taxauth-data-submitted']
const encryptionKey = randomBytes(32)
const signingSecret = 'a secret between two'

const subscription = (changes: object = {}) => ({
  name: `loans ${randomBytes(5).toString('hex')}`,
  events: ['user-payroll-submitted'],
  url: 'https://receiver.example/hook',
  ...changes,
})

const subscribe = ({ acme }: ContractWorld, changes: object = {}) =>
  acme('POST', '/webhooks', subscription(changes))

const unusable: [says: string, changes: object, field: string][] = [
  ['an event kind that does not exist', { events: ['user-created'] }, 'events.0'],
  ['no event at all', { events: [] }, 'events'],
  ['an address that is none', { url: 'receiver' }, 'url'],
  ['an encryption key of 31 bytes', { encryption_key: randomBytes(31).toString('base64') }, 'encryption_key'],
  ['an encryption key of 33 bytes', { encryption_key: randomBytes(33).toString('base64') }, 'encryption_key'],
  ['an encryption key that is not Base64', { encryption_key: '*'.repeat(44) }, 'encryption_key'],
  ['include_payload that is no boolean', { config: { include_payload: 'yes' } }, 'config.include_payload'],
]

const deliveries: Promised[] = [
  {
    ...pending,
    endpoint: delivery,
    says: 'new payroll data is announced to each subscription that lists its kind, without a payload',
    call: (world) => aDelivery(world),
    expects: { status: 200, body: { ...thin(), entry_id: uuid, account_id: uuid } },
  },
  {
    ...pending,
    endpoint: delivery,
    says: 'include_payload adds the submissions, with amounts as numbers and the phone as text',
    async call(world) {
      const sent = await aDelivery(world, { config: { include_payload: true } })
      const { entry_id, account_id, payroll_submissions } = sent.body.payload
      const [{ income_information, identity_information }] = payroll_submissions
      const { net_pay } = income_information.earnings
      return { ...sent, body: { entry_id, account_id, net_pay, phone: identity_information.phone } }
    },
    expects: {
      status: 200,
      body: {
        entry_id: uuid,
        account_id: uuid,
        net_pay: expect.any(Number),
        phone: expect.toBeOneOf([expect.any(String), null]),
      },
    },
  },
  {
    ...pending,
    endpoint: delivery,
    says: 'X-Svc-Signature is the lowercase hexadecimal HMAC-SHA512 of the raw body',
    async call(world) {
      const sent = await aDelivery(world, { signing_secret: signingSecret })
      const signature = createHmac('sha512', signingSecret).update(sent.text).digest('hex')
      return { ...sent, body: { isSigned: sent.headers['x-svc-signature'] === signature } }
    },
    expects: { status: 200, body: { isSigned: true } },
  },
  {
    ...pending,
    endpoint: delivery,
    says: 'without a signing secret there is no signature',
    async call(world) {
      const sent = await aDelivery(world)
      return { ...sent, body: { isSigned: 'x-svc-signature' in sent.headers } }
    },
    expects: { status: 200, body: { isSigned: false } },
  },
  {
    ...pending,
    endpoint: delivery,
    says: 'with an encryption key the body is AES-256-GCM ciphertext and tag in Base64',
    async call(world) {
      const sent = await aDelivery(world, { encryption_key: encryptionKey.toString('base64') })
      return { ...sent, body: decrypt(sent, encryptionKey) }
    },
    expects: {
      status: 200,
      body: { ...thin(), entry_id: uuid, account_id: uuid },
      headers: { 'x-svc-encryption-iv': /^[A-Za-z0-9+/]{16}$/ },
    },
  },
  {
    ...pending,
    endpoint: delivery,
    says: 'first encrypted, then signed',
    async call(world) {
      const sent = await aDelivery(world, {
        signing_secret: signingSecret,
        encryption_key: encryptionKey.toString('base64'),
      })
      const signature = createHmac('sha512', signingSecret).update(sent.text).digest('hex')
      const { event } = decrypt(sent, encryptionKey)
      return { ...sent, body: { event, isSigned: sent.headers['x-svc-signature'] === signature } }
    },
    expects: { status: 200, body: { event: 'user-payroll-submitted', isSigned: true } },
  },
  {
    ...pending,
    endpoint: delivery,
    says: 'payroll data from an uploaded payslip has no account',
    call: (world) => aDelivery(world, {}, async () => uploadPayslip(world, await world.aPerson())),
    expects: { status: 200, body: { ...thin(), entry_id: uuid, account_id: null } },
  },
  {
    ...pending,
    endpoint: delivery,
    says: 'an extracted bank statement is announced with the client’s own document ids',
    call: (world) =>
      aDelivery(world, { events: ['user-bank-statement-submitted'] }, async () =>
        uploadStatement(world, await world.aPerson()),
      ),
    expects: {
      status: 200,
      body: {
        ...thin(),
        event: 'user-bank-statement-submitted',
        document_external_ids: expect.any(Array),
      },
    },
  },
  {
    ...pending,
    endpoint: delivery,
    says: 'new tax-authority income is announced with entry and account',
    call: (world) =>
      aDelivery(world, { events: ['user-taxauth-data-submitted'] }, async () =>
        fetchTaxIncome(world, await world.aPerson({ taxauth_enabled: true })),
      ),
    expects: {
      status: 200,
      body: { ...thin(), event: 'user-taxauth-data-submitted', entry_id: uuid, account_id: uuid },
    },
  },
]

function thin() {
  return { event: 'user-payroll-submitted', user_id: uuid, timestamp }
}

export const webhooks = inArea('webhooks', [
  {
    ...pending,
    endpoint: 'POST /webhooks',
    says: 'the reply holds these five fields only',
    call: (world) => subscribe(world),
    expects: {
      status: 201,
      body: { ...webhook, events: ['user-payroll-submitted'], url: 'https://receiver.example/hook' },
    },
  },
  {
    ...pending,
    endpoint: 'POST /webhooks',
    says: 'there are three event kinds',
    call: (world) => subscribe(world, { events: kinds }),
    expects: { status: 201, body: { ...webhook, events: kinds } },
  },
  {
    ...pending,
    endpoint: 'POST /webhooks',
    says: 'secret, key of exactly 32 bytes and config are taken and not shown',
    call: (world) =>
      subscribe(world, {
        signing_secret: signingSecret,
        encryption_key: encryptionKey.toString('base64'),
        config: { include_payload: true },
      }),
    expects: { status: 201, body: webhook },
  },
  {
    ...pending,
    endpoint: 'POST /webhooks',
    says: 'a missing field is named, an unknown one too',
    call: ({ acme }) => acme('POST', '/webhooks', { event: 'user-payroll-submitted' }),
    expects: { status: 400, errors: [missing('name'), missing('events'), missing('url'), unknown('event')] },
  },
  ...unusable.map(
    ([says, changes, field]): Promised => ({
      ...pending,
      endpoint: 'POST /webhooks',
      says,
      call: (world) => subscribe(world, changes),
      expects: { status: 400, errors: [invalid(field)] },
    }),
  ),
  {
    ...pending,
    endpoint: 'POST /webhooks',
    says: 'the name must be unique',
    async call(world) {
      await subscribe(world, { name: 'taken' })
      return subscribe(world, { name: 'taken' })
    },
    expects: { status: 400, errors: [/\[(name|taken)\]/] },
  },
  {
    ...pending,
    endpoint: 'POST /webhooks',
    says: 'a name is taken only for the client that took it',
    async call(world) {
      await subscribe(world, { name: 'shared' })
      return world.rival('POST', '/webhooks', subscription({ name: 'shared' }))
    },
    expects: { status: 201, body: { ...webhook, name: 'shared' } },
  },
  ...needsApiKey('POST /webhooks', pending),

  {
    ...pending,
    endpoint: 'GET /webhooks',
    says: 'lists the current subscriptions; secret and key cannot be read back',
    async call({ aClient }) {
      const { ask } = await aClient()
      const secrets = { signing_secret: signingSecret, encryption_key: encryptionKey.toString('base64') }
      await ask('POST', '/webhooks', subscription(secrets))
      return ask('GET', '/webhooks')
    },
    expects: { status: 200, body: { pagination: pagination(1, 20, 1, 1), webhooks: [webhook] } },
  },
  ...pages('GET /webhooks', { first: 1, max: 100, usual: 20 }, pending),
  ...needsApiKey('GET /webhooks', pending),

  {
    ...pending,
    endpoint: 'DELETE /webhooks/{webhook_id}',
    says: 'removes a subscription and confirms in words',
    async call(world) {
      const { body } = await subscribe(world)
      return world.acme('DELETE', `/webhooks/${body.webhook_id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    ...pending,
    endpoint: 'DELETE /webhooks/{webhook_id}',
    says: 'a subscription of another client does not exist',
    async call(world) {
      const { body } = await subscribe(world)
      return world.rival('DELETE', `/webhooks/${body.webhook_id}`)
    },
    expects: { status: 404, errors: [noSuch('Webhook')] },
  },
  ...knowsWhoExists('DELETE /webhooks/{webhook_id}', 'Webhook', pending),
  ...needsApiKey('DELETE /webhooks/{webhook_id}', pending),
  ...deliveries,
])
