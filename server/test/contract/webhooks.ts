import { randomBytes } from 'node:crypto'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { aLoneWebhook, aWebhook } from './scenes.ts'
import {
  attempt,
  deliveryRecord,
  message,
  pagination,
  timestamp,
  uuid,
  webhook,
  webhookStatus,
} from './shapes.ts'
import { type ContractWorld, look } from './world.ts'

const kinds = [
  'user-payroll-submitted',
  'user-bank-statement-submitted',
  'user-taxauth-data-submitted',
  'account-status-changed',
  'authorisation-revoked',
  'journey-ended',
  'document-flagged',
  'income-summary-updated',
  'identity-mismatch',
  'review-status-changed',
]
const encryption_key = randomBytes(32).toString('base64')
const signing_secret = 'a secret between two'
const newSecret = { signing_secret: 'the next secret of two' }
const since = '2020-01-01T00:00:00Z'

const subscription = (changes: object = {}) => ({
  name: `loans ${randomBytes(5).toString('hex')}`,
  events: ['user-payroll-submitted'],
  url: 'https://receiver.example/hook',
  ...changes,
})

async function subscribe({ aRoomyClient }: ContractWorld, changes: object = {}) {
  const { ask } = await aRoomyClient()
  return ask('POST', '/webhooks', subscription(changes))
}

const unusable: [says: string, changes: object, field: string][] = [
  ['an event kind that does not exist', { events: ['user-created'] }, 'events.0'],
  ['no event at all', { events: [] }, 'events'],
  ['an address that is none', { url: 'receiver' }, 'url'],
  ['an address inside our network', { url: 'http://10.0.0.1/hook' }, 'url'],
  ['an address with a password in it', { url: 'https://me:secret@receiver.example/' }, 'url'],
  ['an address that is no web address', { url: 'ftp://receiver.example/' }, 'url'],
  [
    'payloads by http and without a key',
    { url: 'http://receiver.example/', config: { include_payload: true } },
    'config.include_payload',
  ],
  ['include_payload that is no boolean', { config: { include_payload: 'yes' } }, 'config.include_payload'],
  [
    'a content type we do not send',
    { config: { encrypted_content_type: 'text/html' } },
    'config.encrypted_content_type',
  ],
  ['a name of nothing but spaces', { name: '  ' }, 'name'],
]

const unusableSecrets: typeof unusable = [
  ['a secret of seven letters', { signing_secret: 'shorter' }, 'signing_secret'],
  ['an encryption key of 31 bytes', { encryption_key: randomBytes(31).toString('base64') }, 'encryption_key'],
  ['an encryption key of 33 bytes', { encryption_key: randomBytes(33).toString('base64') }, 'encryption_key'],
  ['an encryption key that is not Base64', { encryption_key: '*'.repeat(44) }, 'encryption_key'],
]

/**
 * Rows that check that webhooks of another client and unknown ones return 404, and that a role that is too low gets
 * 403.
 */
const refuses = (endpoint: string, body?: object): Promised[] => [
  {
    endpoint,
    says: 'a subscription of another client does not exist',
    async call(world) {
      const { path } = await aWebhook(world)
      const [method = '', place = ''] = endpoint.split(' ')
      return world.rival(method, place.replace('/webhooks/{webhook_id}', path), body)
    },
    expects: { status: 404, errors: [noSuch('Webhook')] },
  },
  ...knowsWhoExists(endpoint, 'Webhook', { body }),
  ...needsApiKey(endpoint),
  ...(endpoint.startsWith('GET ') ? [] : [refusesRole(endpoint, 'Support', 'Admin')]),
]

const creation: Promised[] = [
  {
    endpoint: 'POST /webhooks',
    says: 'the reply holds these five fields only',
    call: (world) => subscribe(world),
    expects: {
      status: 201,
      body: { ...webhook, events: ['user-payroll-submitted'], url: 'https://receiver.example/hook' },
    },
  },
  {
    endpoint: 'POST /webhooks',
    says: 'there are the three event kinds of the interface and the opt-in kinds',
    call: (world) => subscribe(world, { events: kinds }),
    expects: { status: 201, body: { ...webhook, events: kinds } },
  },
  {
    endpoint: 'POST /webhooks',
    says: 'secret, key of exactly 32 bytes and config are taken and not shown',
    call: (world) => subscribe(world, { signing_secret, encryption_key, config: { include_payload: true } }),
    expects: { status: 201, body: webhook },
  },
  {
    endpoint: 'POST /webhooks',
    says: 'payloads may go by http if they are encrypted',
    call: (world) =>
      subscribe(world, {
        url: 'http://receiver.example/',
        encryption_key,
        config: { include_payload: true },
      }),
    expects: { status: 201, body: webhook },
  },
  {
    endpoint: 'POST /webhooks',
    says: 'a missing field is named, an unknown one too',
    call: ({ acme }) => acme('POST', '/webhooks', { event: 'user-payroll-submitted' }),
    expects: { status: 400, errors: [missing('name'), missing('events'), missing('url'), unknown('event')] },
  },
  {
    endpoint: 'POST /webhooks',
    says: 'an unknown field of config is named',
    call: (world) => subscribe(world, { config: { payload: true } }),
    expects: { status: 400, errors: [unknown('config.payload')] },
  },
  ...[...unusable, ...unusableSecrets].map(
    ([says, changes, field]): Promised => ({
      endpoint: 'POST /webhooks',
      says,
      call: (world) => subscribe(world, changes),
      expects: { status: 400, errors: [invalid(field)] },
    }),
  ),
  {
    endpoint: 'POST /webhooks',
    says: 'the name must be unique',
    async call(world) {
      const { ask, name } = await aWebhook(world)
      return look(await ask('POST', '/webhooks', subscription({ name })), () => 'taken twice')
    },
    expects: { status: 400, errors: [/^A webhook named \[h[0-9a-f-]{36}\] already exists$/] },
  },
  {
    endpoint: 'POST /webhooks',
    says: 'names that differ only in case are the same name',
    async call(world) {
      const { ask } = await aWebhook(world)
      await ask('POST', '/webhooks', subscription({ name: 'Zürich Élan' }))
      return ask('POST', '/webhooks', subscription({ name: 'ZÜRICH éLAN' }))
    },
    expects: { status: 400, errors: ['A webhook named [ZÜRICH éLAN] already exists'] },
  },
  {
    endpoint: 'POST /webhooks',
    says: 'a name is taken only for the client that took it',
    async call(world) {
      const { name } = await aWebhook(world)
      const reply = await world.rival('POST', '/webhooks', subscription({ name }))
      await world.rival('DELETE', `/webhooks/${reply.body.webhook_id}`)
      return look(reply, (body) => ({ isShared: body.name === name }))
    },
    expects: { status: 201, body: { isShared: true } },
  },
  {
    endpoint: 'POST /webhooks',
    says: 'a client has fifty at most',
    async call({ aClient }) {
      const { ask } = await aClient()
      for (let made = 0; made < 50; made++) await ask('POST', '/webhooks', subscription())
      return ask('POST', '/webhooks', subscription())
    },
    expects: {
      status: 403,
      errors: ['A client can have 50 webhooks at most'],
      headers: { 'x-svc-error-code': 'too-many-webhooks' },
    },
  },
  refusesRole('POST /webhooks', 'FullMember', 'Admin'),
  ...needsApiKey('POST /webhooks'),
]

const reading: Promised[] = [
  {
    endpoint: 'GET /webhooks',
    says: 'lists the current subscriptions; secret and key cannot be read back',
    async call(world) {
      const { ask } = await aLoneWebhook(world, { signing_secret, encryption_key })
      return ask('GET', '/webhooks')
    },
    expects: { status: 200, body: { pagination: pagination(1, 20, 1, 1), webhooks: [webhook] } },
  },
  {
    endpoint: 'GET /webhooks',
    says: 'newest first',
    async call({ aClient }) {
      const { ask } = await aClient()
      for (const name of ['first', 'second', 'third']) await ask('POST', '/webhooks', subscription({ name }))
      const reply = await ask('GET', '/webhooks?offset=2&limit=2')
      return look(reply, (body) => body.webhooks.map(({ name }: { name: string }) => name))
    },
    expects: { status: 200, body: ['second', 'first'] },
  },
  {
    endpoint: 'GET /webhooks',
    says: 'those of another client are not in it',
    async call(world) {
      await aWebhook(world)
      return (await world.aClient()).ask('GET', '/webhooks')
    },
    expects: { status: 200, body: { pagination: pagination(1, 20, 0, 0), webhooks: [] } },
  },
  ...pages('GET /webhooks', { first: 1, max: 100, usual: 20 }),
  ...needsApiKey('GET /webhooks'),

  {
    endpoint: 'GET /webhooks/{webhook_id}',
    says: 'the same five fields; secret and key cannot be read back',
    async call(world) {
      const { ask, path } = await aWebhook(world, { signing_secret, encryption_key })
      return ask('GET', path)
    },
    expects: { status: 200, body: webhook },
  },
  {
    endpoint: 'GET /webhooks/{webhook_id}',
    says: 'a deleted one no longer exists',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      await ask('DELETE', path)
      return ask('GET', path)
    },
    expects: { status: 404, errors: [noSuch('Webhook')] },
  },
  ...refuses('GET /webhooks/{webhook_id}'),

  {
    endpoint: 'GET /webhooks/{webhook_id}/status',
    says: 'a new one is active and has sent nothing',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('GET', `${path}/status`)
    },
    expects: { status: 200, body: webhookStatus },
  },
  {
    endpoint: 'GET /webhooks/{webhook_id}/status',
    says: 'tells that there are a secret and a key, and the config, but neither secret nor key',
    async call(world) {
      const config = { include_payload: true, encrypted_content_type: 'application/octet-stream' }
      const { ask, path } = await aWebhook(world, { signing_secret, encryption_key, config })
      return ask('GET', `${path}/status`)
    },
    expects: {
      status: 200,
      body: {
        ...webhookStatus,
        config: { include_payload: true, encrypted_content_type: 'application/octet-stream' },
        signing: { ...webhookStatus.signing, is_signed: true },
        encryption: { is_encrypted: true, key_id: uuid, messages: 0 },
      },
    },
  },
  ...refuses('GET /webhooks/{webhook_id}/status'),
]

const changing: Promised[] = [
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    says: 'changes name, events and url',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('PATCH', path, { name: 'with a new name', events: kinds, url: 'https://other.example/' })
    },
    expects: {
      status: 200,
      body: { ...webhook, name: 'with a new name', events: kinds, url: 'https://other.example/' },
    },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    says: 'what is left out stays, of config too',
    async call(world) {
      const config = { include_payload: true, encrypted_content_type: 'application/json' }
      const { ask, path } = await aWebhook(world, { encryption_key, config })
      const before = await ask('GET', path)
      const after = await ask('PATCH', path, { config: { include_payload: false } })
      const status = await ask('GET', `${path}/status`)
      return look(after, (body) => ({
        isSame: JSON.stringify(body) === before.text,
        config: status.body.config,
      }))
    },
    expects: {
      status: 200,
      body: {
        isSame: true,
        config: { include_payload: false, encrypted_content_type: 'application/json' },
      },
    },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    says: 'a fetched subscription can be sent back',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      const fetched = await ask('GET', path)
      const reply = await ask('PATCH', path, fetched.body)
      return look(reply, () => ({ isSame: reply.text === fetched.text }))
    },
    expects: { status: 200, body: { isSame: true } },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    says: 'a taken name',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      await ask('POST', '/webhooks', subscription({ name: 'taken' }))
      return ask('PATCH', path, { name: 'taken' })
    },
    expects: { status: 400, errors: ['A webhook named [taken] already exists'] },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    says: 'a name that is taken in another case',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      await ask('POST', '/webhooks', subscription({ name: 'Taken' }))
      return ask('PATCH', path, { name: 'tAKEN' })
    },
    expects: { status: 400, errors: ['A webhook named [tAKEN] already exists'] },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    says: 'the own name can change its case',
    async call(world) {
      const { ask, path, name } = await aWebhook(world)
      return look(await ask('PATCH', path, { name: name.toUpperCase() }), (body) => ({
        isUpperCase: body.name === name.toUpperCase(),
      }))
    },
    expects: { status: 200, body: { isUpperCase: true } },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    says: 'its own name is not taken',
    async call(world) {
      const { ask, path, name } = await aWebhook(world)
      return look(await ask('PATCH', path, { name }), (body) => ({ isSame: body.name === name }))
    },
    expects: { status: 200, body: { isSame: true } },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    says: 'null unsets nothing here',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('PATCH', path, { name: null, events: null, url: null, config: null })
    },
    expects: { status: 400, errors: ['name', 'events', 'url', 'config'].map(invalid) },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    says: 'secret and key are exchanged by a rotation, and unknown fields are named',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('PATCH', path, { signing_secret, encryption_key, event: 'user-payroll-submitted' })
    },
    expects: {
      status: 400,
      errors: [unknown('signing_secret'), unknown('encryption_key'), unknown('event')],
    },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    says: 'an http address for one that sends payloads without a key',
    async call(world) {
      const { ask } = await world.aRoomyClient()
      const config = { include_payload: true }
      const { body } = await ask('POST', '/webhooks', subscription({ config }))
      return ask('PATCH', `/webhooks/${body.webhook_id}`, { url: 'http://receiver.example/' })
    },
    expects: { status: 400, errors: [invalid('config.include_payload')] },
  },
  ...unusable.map(
    ([says, changes, field]): Promised => ({
      endpoint: 'PATCH /webhooks/{webhook_id}',
      says,
      async call(world) {
        const { ask, path } = await aWebhook(world)
        return ask('PATCH', path, changes)
      },
      expects: { status: 400, errors: [invalid(field)] },
    }),
  ),
  {
    endpoint: 'GET /webhooks/{webhook_id}',
    says: 'a refused change has changed nothing',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      const before = await ask('GET', path)
      await ask('PATCH', path, { name: 'renamed', url: 'http://10.0.0.1/' })
      const after = await ask('GET', path)
      return look(after, () => ({ isSame: after.text === before.text }))
    },
    expects: { status: 200, body: { isSame: true } },
  },
  ...refuses('PATCH /webhooks/{webhook_id}', {}),

  {
    endpoint: 'DELETE /webhooks/{webhook_id}',
    says: 'removes a subscription and confirms in words',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('DELETE', path)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /webhooks/{webhook_id}',
    says: 'only once',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      await ask('DELETE', path)
      return ask('DELETE', path)
    },
    expects: { status: 404, errors: [noSuch('Webhook')] },
  },
  ...refuses('DELETE /webhooks/{webhook_id}'),
]

const paused = { state: 'paused', paused_at: timestamp, pause_reason: 'you paused it' }

const steering: Promised[] = [
  {
    endpoint: 'POST /webhooks/{webhook_id}/pause',
    says: 'answers how it stands now',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('POST', `${path}/pause`)
    },
    expects: { status: 200, body: { ...webhookStatus, ...paused } },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/pause',
    says: 'a second time changes nothing',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      const first = await ask('POST', `${path}/pause`)
      const second = await ask('POST', `${path}/pause`)
      return look(second, () => ({ isSame: second.text === first.text }))
    },
    expects: { status: 200, body: { isSame: true } },
  },
  ...refuses('POST /webhooks/{webhook_id}/pause'),
  {
    endpoint: 'POST /webhooks/{webhook_id}/resume',
    says: 'answers how it stands now',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      await ask('POST', `${path}/pause`)
      return ask('POST', `${path}/resume`)
    },
    expects: { status: 200, body: webhookStatus },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/resume',
    says: 'one that was never paused goes on',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('POST', `${path}/resume`)
    },
    expects: { status: 200, body: webhookStatus },
  },
  ...refuses('POST /webhooks/{webhook_id}/resume'),

  {
    endpoint: 'POST /webhooks/{webhook_id}/recover',
    says: 'is begun and confirmed in words',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('POST', `${path}/recover`, { since, until: '2099-01-01T00:00:00+01:00' })
    },
    expects: { status: 202, body: message },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/recover',
    says: 'until now, if nothing is said',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('POST', `${path}/recover`, { since })
    },
    expects: { status: 202, body: message },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/recover',
    says: 'a missing field is named, an unknown one too',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('POST', `${path}/recover`, { from: since })
    },
    expects: { status: 400, errors: [missing('since'), unknown('from')] },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/recover',
    says: 'times that are none',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('POST', `${path}/recover`, { since: 'yesterday', until: 7 })
    },
    expects: { status: 400, errors: [invalid('since'), invalid('until')] },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/recover',
    says: 'an end before its beginning',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('POST', `${path}/recover`, { since, until: since })
    },
    expects: { status: 400, errors: [invalid('until')] },
  },
  ...refuses('POST /webhooks/{webhook_id}/recover', { since }),

  {
    endpoint: 'POST /webhooks/{webhook_id}/test',
    says: 'sends made-up data now and answers what the receiver said',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('POST', `${path}/test`, {})
    },
    expects: {
      status: 200,
      body: {
        ...deliveryRecord,
        event_id: null,
        user_id: null,
        sequence: null,
        is_test: true,
        body: null,
        attempts: [attempt],
      },
    },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/test',
    says: 'of the kind asked for, also to one that is paused',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      await ask('POST', `${path}/pause`)
      return ask('POST', `${path}/test`, { event: 'user-bank-statement-submitted' })
    },
    expects: {
      status: 200,
      holds: { event: 'user-bank-statement-submitted', state: 'delivered', is_test: true },
    },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/test',
    says: 'one attempt: a refusal by the receiver is reported, not retried',
    async call(world) {
      const { ask, path, name } = await aWebhook(world)
      const refusal = { status: 503, body: 'closed today' }
      await fetch(`${world.receiver}/behaviours/${name}`, { method: 'PUT', body: JSON.stringify(refusal) })
      return ask('POST', `${path}/test`)
    },
    expects: {
      status: 200,
      holds: {
        state: 'dead',
        attempt_count: 1,
        next_attempt_at: null,
        body: null,
        attempts: [{ ...attempt, status: 503, answer: 'closed today' }],
      },
    },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/test',
    says: 'an event kind that does not exist, and an unknown field',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      return ask('POST', `${path}/test`, { event: 'user-created', kind: 'x' })
    },
    expects: { status: 400, errors: [invalid('event'), unknown('kind')] },
  },
  ...refuses('POST /webhooks/{webhook_id}/test', {}),
]

type Rotations = [says: string, settings: object, bodies: object[], holds: object]

const promotes = { rotation: 'added', promotes_at: timestamp, retires_at: timestamp }
const promoted = { rotation: 'promoted', promotes_at: null, retires_at: timestamp }
const settled = { is_signed: true, rotation: 'none', promotes_at: null, retires_at: null }

const rotations: Rotations[] = [
  [
    'add: the old secret stays, the new one comes beside it',
    { signing_secret },
    [newSecret],
    { signing: { is_signed: true, ...promotes } },
  ],
  ['add can be said', { signing_secret }, [{ ...newSecret, step: 'add' }], { signing: promotes }],
  [
    'promote: the new one takes the place of the old',
    { signing_secret },
    [newSecret, { step: 'promote' }],
    { signing: promoted },
  ],
  [
    'retire: the old one is forgotten',
    { signing_secret },
    [newSecret, { step: 'promote' }, { step: 'retire' }],
    { signing: settled },
  ],
  [
    'retire may come first: the new one is then the only one',
    { signing_secret },
    [newSecret, { step: 'retire' }],
    { signing: settled },
  ],
  ['a first secret needs no steps', {}, [newSecret], { signing: settled }],
  [
    'a key is exchanged at once, and gets a new id',
    { encryption_key },
    [{ encryption_key: randomBytes(32).toString('base64') }],
    { encryption: { is_encrypted: true, key_id: uuid, messages: 0 } },
  ],
  [
    'secret and key at once',
    {},
    [{ ...newSecret, encryption_key }],
    { signing: settled, encryption: { is_encrypted: true } },
  ],
]

type RefusedRotation = [says: string, settings: object, bodies: object[], error: string | RegExp]

const underWay = 'A rotation is under way already: promote and retire it first'
const notUnderWay = 'There is no rotation under way'

const refusedRotations: RefusedRotation[] = [
  ['nothing that comes in', {}, [{}], /\[signing_secret\].*\[encryption_key\]/],
  ['a second rotation before the first one ended', { signing_secret }, [newSecret, newSecret], underWay],
  [
    'a second rotation before the old secret is retired',
    { signing_secret },
    [newSecret, { step: 'promote' }, newSecret],
    underWay,
  ],
  ['promote without a rotation', { signing_secret }, [{ step: 'promote' }], notUnderWay],
  ['retire without a rotation', {}, [{ step: 'retire' }], notUnderWay],
  ['retire twice', { signing_secret }, [newSecret, { step: 'retire' }, { step: 'retire' }], notUnderWay],
  [
    'promote with something new',
    { signing_secret },
    [newSecret, { step: 'promote', encryption_key }],
    invalid('step'),
  ],
  ['a step that does not exist', { signing_secret }, [{ step: 'revoke' }], invalid('step')],
  ['an unknown field', {}, [{ ...newSecret, secret: 'x' }], unknown('secret')],
  ...unusableSecrets.map(
    ([says, body, field]): RefusedRotation => [says, { signing_secret }, [body], invalid(field)],
  ),
]

/** Sends the bodies in order; all except the last must succeed. */
async function rotate(world: ContractWorld, settings: object, bodies: object[]) {
  const { ask, path } = await aWebhook(world, settings)
  const replies = []
  for (const body of bodies) replies.push(await ask('POST', `${path}/rotate`, body))
  const last = replies.pop()
  const failed = replies.find(({ status }) => status !== 200)
  if (!last || failed) throw new Error(`an earlier step was refused: ${failed?.text}`)
  return last
}

const rotating: Promised[] = [
  ...rotations.map(
    ([says, settings, bodies, holds]): Promised => ({
      endpoint: 'POST /webhooks/{webhook_id}/rotate',
      says,
      call: (world) => rotate(world, settings, bodies),
      expects: { status: 200, holds },
    }),
  ),
  {
    endpoint: 'POST /webhooks/{webhook_id}/rotate',
    says: 'answers the whole status, without secret or key',
    call: (world) => rotate(world, { signing_secret }, [newSecret]),
    expects: {
      status: 200,
      body: { ...webhookStatus, signing: { is_signed: true, ...promotes } },
    },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/rotate',
    says: 'is promoted after 24 hours and retired after 48',
    async call(world) {
      const begun = Date.now()
      const hours = (text: string) => Math.round((Date.parse(text) - begun) / 3_600_000)
      return look(await rotate(world, { signing_secret }, [newSecret]), ({ signing }) => ({
        promotesIn: hours(signing.promotes_at),
        retiresIn: hours(signing.retires_at),
      }))
    },
    expects: { status: 200, body: { promotesIn: 24, retiresIn: 48 } },
  },
  ...refusedRotations.map(
    ([says, settings, bodies, error]): Promised => ({
      endpoint: 'POST /webhooks/{webhook_id}/rotate',
      says,
      call: (world) => rotate(world, settings, bodies),
      expects: { status: 400, errors: [error] },
    }),
  ),
  ...refuses('POST /webhooks/{webhook_id}/rotate', newSecret),
]

export const webhooks = inArea('webhooks', [...creation, ...reading, ...changing, ...steering, ...rotating])
