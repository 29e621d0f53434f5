import { randomBytes } from 'node:crypto'
import { invalid, missing, notFoundMessage, unknown } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { createIsolatedWebhook, createWebhook } from './scenes.ts'
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
import { pagingRows, rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { type ContractWorld, mapBody } from './world.ts'

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

async function subscribe({ clientForWebhook }: ContractWorld, changes: object = {}) {
  const { call } = await clientForWebhook()
  return call('POST', '/webhooks', subscription(changes))
}

const invalidSettings: [title: string, changes: object, field: string][] = [
  ['an unknown event kind is refused', { events: ['user-created'] }, 'events.0'],
  ['an empty list of events is refused', { events: [] }, 'events'],
  ['a malformed URL is refused', { url: 'receiver' }, 'url'],
  ['a private address is refused', { url: 'http://10.0.0.1/hook' }, 'url'],
  ['a URL with credentials is refused', { url: 'https://me:secret@receiver.example/' }, 'url'],
  ['a URL scheme other than http and https is refused', { url: 'ftp://receiver.example/' }, 'url'],
  [
    'unencrypted payloads over http are refused',
    { url: 'http://receiver.example/', config: { include_payload: true } },
    'config.include_payload',
  ],
  [
    'an include_payload that is not a boolean is refused',
    { config: { include_payload: 'yes' } },
    'config.include_payload',
  ],
  [
    'an unsupported encrypted_content_type is refused',
    { config: { encrypted_content_type: 'text/html' } },
    'config.encrypted_content_type',
  ],
  ['a blank name is refused', { name: '  ' }, 'name'],
]

const invalidSecrets: typeof invalidSettings = [
  ['a secret of 7 bytes is refused', { signing_secret: 'shorter' }, 'signing_secret'],
  [
    'an encryption key of 31 bytes is refused',
    { encryption_key: randomBytes(31).toString('base64') },
    'encryption_key',
  ],
  [
    'an encryption key of 33 bytes is refused',
    { encryption_key: randomBytes(33).toString('base64') },
    'encryption_key',
  ],
  ['an encryption key that is not Base64 is refused', { encryption_key: '*'.repeat(44) }, 'encryption_key'],
]

/**
 * Rows that check that webhooks of another client and unknown ones return 404, and that a role that is too low gets
 * 403.
 */
const rejectionRows = (endpoint: string, body?: object): Row[] => [
  {
    endpoint,
    title: 'another client’s webhook is not found',
    async call(world) {
      const { path } = await createWebhook(world)
      const [method = '', place = ''] = endpoint.split(' ')
      return world.rival(method, place.replace('/webhooks/{webhook_id}', path), body)
    },
    expects: { status: 404, errors: [notFoundMessage('Webhook')] },
  },
  ...rejectsUnknownIds(endpoint, 'Webhook', { body }),
  ...requiresApiKey(endpoint),
  ...(endpoint.startsWith('GET ') ? [] : [rejectsRole(endpoint, 'Support', 'Admin')]),
]

const creation: Row[] = [
  {
    endpoint: 'POST /webhooks',
    title: 'returns exactly five fields',
    call: (world) => subscribe(world),
    expects: {
      status: 201,
      body: { ...webhook, events: ['user-payroll-submitted'], url: 'https://receiver.example/hook' },
    },
  },
  {
    endpoint: 'POST /webhooks',
    title: 'accepts every event kind',
    call: (world) => subscribe(world, { events: kinds }),
    expects: { status: 201, body: { ...webhook, events: kinds } },
  },
  {
    endpoint: 'POST /webhooks',
    title: 'accepts a secret, a 32-byte key and config, and returns none of them',
    call: (world) => subscribe(world, { signing_secret, encryption_key, config: { include_payload: true } }),
    expects: { status: 201, body: webhook },
  },
  {
    endpoint: 'POST /webhooks',
    title: 'an http URL is accepted for encrypted payloads',
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
    title: 'reports missing and unknown fields by name',
    call: ({ acme }) => acme('POST', '/webhooks', { event: 'user-payroll-submitted' }),
    expects: { status: 400, errors: [missing('name'), missing('events'), missing('url'), unknown('event')] },
  },
  {
    endpoint: 'POST /webhooks',
    title: 'reports an unknown field of config by name',
    call: (world) => subscribe(world, { config: { payload: true } }),
    expects: { status: 400, errors: [unknown('config.payload')] },
  },
  ...invalidSettings.concat(invalidSecrets).map(
    ([title, changes, field]): Row => ({
      endpoint: 'POST /webhooks',
      title,
      call: (world) => subscribe(world, changes),
      expects: { status: 400, errors: [invalid(field)] },
    }),
  ),
  {
    endpoint: 'POST /webhooks',
    title: 'a second webhook of the same name is refused',
    async call(world) {
      const { call, name } = await createWebhook(world)
      return mapBody(await call('POST', '/webhooks', subscription({ name })), () => 'created twice')
    },
    expects: { status: 400, errors: [/^A webhook named \[h[0-9a-f-]{36}\] already exists$/] },
  },
  {
    endpoint: 'POST /webhooks',
    title: 'names are compared without regard to case',
    async call(world) {
      const { call } = await createWebhook(world)
      await call('POST', '/webhooks', subscription({ name: 'Zürich Élan' }))
      return call('POST', '/webhooks', subscription({ name: 'ZÜRICH éLAN' }))
    },
    expects: { status: 400, errors: ['A webhook named [ZÜRICH éLAN] already exists'] },
  },
  {
    endpoint: 'POST /webhooks',
    title: 'two clients may use the same name',
    async call(world) {
      const { name } = await createWebhook(world)
      const reply = await world.rival('POST', '/webhooks', subscription({ name }))
      await world.rival('DELETE', `/webhooks/${reply.body.webhook_id}`)
      return mapBody(reply, (body) => ({ isShared: body.name === name }))
    },
    expects: { status: 201, body: { isShared: true } },
  },
  {
    endpoint: 'POST /webhooks',
    title: 'a 51st webhook is refused',
    async call({ createClient }) {
      const { call } = await createClient()
      for (let made = 0; made < 50; made++) await call('POST', '/webhooks', subscription())
      return call('POST', '/webhooks', subscription())
    },
    expects: {
      status: 403,
      errors: ['A client can have 50 webhooks at most'],
      headers: { 'x-svc-error-code': 'too-many-webhooks' },
    },
  },
  rejectsRole('POST /webhooks', 'FullMember', 'Admin'),
  ...requiresApiKey('POST /webhooks'),
]

const reading: Row[] = [
  {
    endpoint: 'GET /webhooks',
    title: 'lists webhooks without secret and key',
    async call(world) {
      const { call } = await createIsolatedWebhook(world, { signing_secret, encryption_key })
      return call('GET', '/webhooks')
    },
    expects: { status: 200, body: { pagination: pagination(1, 20, 1, 1), webhooks: [webhook] } },
  },
  {
    endpoint: 'GET /webhooks',
    title: 'lists webhooks newest first',
    async call({ createClient }) {
      const { call } = await createClient()
      for (const name of ['first', 'second', 'third']) await call('POST', '/webhooks', subscription({ name }))
      const reply = await call('GET', '/webhooks?offset=2&limit=2')
      return mapBody(reply, (body) => body.webhooks.map(({ name }: { name: string }) => name))
    },
    expects: { status: 200, body: ['second', 'first'] },
  },
  {
    endpoint: 'GET /webhooks',
    title: 'omits webhooks of other clients',
    async call(world) {
      await createWebhook(world)
      return (await world.createClient()).call('GET', '/webhooks')
    },
    expects: { status: 200, body: { pagination: pagination(1, 20, 0, 0), webhooks: [] } },
  },
  ...pagingRows('GET /webhooks', { firstOffset: 1, maxLimit: 100, defaultLimit: 20 }),
  ...requiresApiKey('GET /webhooks'),

  {
    endpoint: 'GET /webhooks/{webhook_id}',
    title: 'returns exactly five fields, without secret and key',
    async call(world) {
      const { call, path } = await createWebhook(world, { signing_secret, encryption_key })
      return call('GET', path)
    },
    expects: { status: 200, body: webhook },
  },
  {
    endpoint: 'GET /webhooks/{webhook_id}',
    title: 'a deleted webhook is not found',
    async call(world) {
      const { call, path } = await createWebhook(world)
      await call('DELETE', path)
      return call('GET', path)
    },
    expects: { status: 404, errors: [notFoundMessage('Webhook')] },
  },
  ...rejectionRows('GET /webhooks/{webhook_id}'),

  {
    endpoint: 'GET /webhooks/{webhook_id}/status',
    title: 'a new webhook is active without deliveries',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('GET', `${path}/status`)
    },
    expects: { status: 200, body: webhookStatus },
  },
  {
    endpoint: 'GET /webhooks/{webhook_id}/status',
    title: 'shows config and whether a secret and a key are set, but not their values',
    async call(world) {
      const config = { include_payload: true, encrypted_content_type: 'application/octet-stream' }
      const { call, path } = await createWebhook(world, { signing_secret, encryption_key, config })
      return call('GET', `${path}/status`)
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
  ...rejectionRows('GET /webhooks/{webhook_id}/status'),
]

const changing: Row[] = [
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    title: 'changes name, events and url',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('PATCH', path, { name: 'with a new name', events: kinds, url: 'https://other.example/' })
    },
    expects: {
      status: 200,
      body: { ...webhook, name: 'with a new name', events: kinds, url: 'https://other.example/' },
    },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    title: 'omitted fields keep their values, those of config too',
    async call(world) {
      const config = { include_payload: true, encrypted_content_type: 'application/json' }
      const { call, path } = await createWebhook(world, { encryption_key, config })
      const before = await call('GET', path)
      const after = await call('PATCH', path, { config: { include_payload: false } })
      const status = await call('GET', `${path}/status`)
      return mapBody(after, (body) => ({
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
    title: 'a returned webhook can be sent back',
    async call(world) {
      const { call, path } = await createWebhook(world)
      const fetched = await call('GET', path)
      const reply = await call('PATCH', path, fetched.body)
      return mapBody(reply, () => ({ isSame: reply.text === fetched.text }))
    },
    expects: { status: 200, body: { isSame: true } },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    title: 'the name of another webhook is refused',
    async call(world) {
      const { call, path } = await createWebhook(world)
      await call('POST', '/webhooks', subscription({ name: 'taken' }))
      return call('PATCH', path, { name: 'taken' })
    },
    expects: { status: 400, errors: ['A webhook named [taken] already exists'] },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    title: 'the name of another webhook in another case is refused',
    async call(world) {
      const { call, path } = await createWebhook(world)
      await call('POST', '/webhooks', subscription({ name: 'Taken' }))
      return call('PATCH', path, { name: 'tAKEN' })
    },
    expects: { status: 400, errors: ['A webhook named [tAKEN] already exists'] },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    title: 'a webhook’s own name can change case',
    async call(world) {
      const { call, path, name } = await createWebhook(world)
      return mapBody(await call('PATCH', path, { name: name.toUpperCase() }), (body) => ({
        isUpperCase: body.name === name.toUpperCase(),
      }))
    },
    expects: { status: 200, body: { isUpperCase: true } },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    title: 'a webhook’s own name is accepted',
    async call(world) {
      const { call, path, name } = await createWebhook(world)
      return mapBody(await call('PATCH', path, { name }), (body) => ({ isSame: body.name === name }))
    },
    expects: { status: 200, body: { isSame: true } },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    title: 'null is refused for every field',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('PATCH', path, { name: null, events: null, url: null, config: null })
    },
    expects: { status: 400, errors: ['name', 'events', 'url', 'config'].map(invalid) },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    title: 'signing_secret and encryption_key are refused, because only a rotation changes them',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('PATCH', path, { signing_secret, encryption_key, event: 'user-payroll-submitted' })
    },
    expects: {
      status: 400,
      errors: [unknown('signing_secret'), unknown('encryption_key'), unknown('event')],
    },
  },
  {
    endpoint: 'PATCH /webhooks/{webhook_id}',
    title: 'an http URL is refused for unencrypted payloads',
    async call(world) {
      const { call } = await world.clientForWebhook()
      const config = { include_payload: true }
      const { body } = await call('POST', '/webhooks', subscription({ config }))
      return call('PATCH', `/webhooks/${body.webhook_id}`, { url: 'http://receiver.example/' })
    },
    expects: { status: 400, errors: [invalid('config.include_payload')] },
  },
  ...invalidSettings.map(
    ([title, changes, field]): Row => ({
      endpoint: 'PATCH /webhooks/{webhook_id}',
      title,
      async call(world) {
        const { call, path } = await createWebhook(world)
        return call('PATCH', path, changes)
      },
      expects: { status: 400, errors: [invalid(field)] },
    }),
  ),
  {
    endpoint: 'GET /webhooks/{webhook_id}',
    title: 'a refused change changes nothing',
    async call(world) {
      const { call, path } = await createWebhook(world)
      const before = await call('GET', path)
      await call('PATCH', path, { name: 'renamed', url: 'http://10.0.0.1/' })
      const after = await call('GET', path)
      return mapBody(after, () => ({ isSame: after.text === before.text }))
    },
    expects: { status: 200, body: { isSame: true } },
  },
  ...rejectionRows('PATCH /webhooks/{webhook_id}', {}),

  {
    endpoint: 'DELETE /webhooks/{webhook_id}',
    title: 'deletes the webhook and returns a confirmation message',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('DELETE', path)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /webhooks/{webhook_id}',
    title: 'a deleted webhook cannot be deleted again',
    async call(world) {
      const { call, path } = await createWebhook(world)
      await call('DELETE', path)
      return call('DELETE', path)
    },
    expects: { status: 404, errors: [notFoundMessage('Webhook')] },
  },
  ...rejectionRows('DELETE /webhooks/{webhook_id}'),
]

const paused = { state: 'paused', paused_at: timestamp, pause_reason: 'you paused it' }

const operating: Row[] = [
  {
    endpoint: 'POST /webhooks/{webhook_id}/pause',
    title: 'returns the paused status',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('POST', `${path}/pause`)
    },
    expects: { status: 200, body: { ...webhookStatus, ...paused } },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/pause',
    title: 'pausing twice returns the same status',
    async call(world) {
      const { call, path } = await createWebhook(world)
      const first = await call('POST', `${path}/pause`)
      const second = await call('POST', `${path}/pause`)
      return mapBody(second, () => ({ isSame: second.text === first.text }))
    },
    expects: { status: 200, body: { isSame: true } },
  },
  ...rejectionRows('POST /webhooks/{webhook_id}/pause'),
  {
    endpoint: 'POST /webhooks/{webhook_id}/resume',
    title: 'returns the active status',
    async call(world) {
      const { call, path } = await createWebhook(world)
      await call('POST', `${path}/pause`)
      return call('POST', `${path}/resume`)
    },
    expects: { status: 200, body: webhookStatus },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/resume',
    title: 'a webhook that was never paused stays active',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('POST', `${path}/resume`)
    },
    expects: { status: 200, body: webhookStatus },
  },
  ...rejectionRows('POST /webhooks/{webhook_id}/resume'),

  {
    endpoint: 'POST /webhooks/{webhook_id}/recover',
    title: 'queues the recovery and returns a confirmation message',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('POST', `${path}/recover`, { since, until: '2099-01-01T00:00:00+01:00' })
    },
    expects: { status: 202, body: message },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/recover',
    title: 'until defaults to the current time',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('POST', `${path}/recover`, { since })
    },
    expects: { status: 202, body: message },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/recover',
    title: 'reports missing and unknown fields by name',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('POST', `${path}/recover`, { from: since })
    },
    expects: { status: 400, errors: [missing('since'), unknown('from')] },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/recover',
    title: 'invalid times are refused',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('POST', `${path}/recover`, { since: 'yesterday', until: 7 })
    },
    expects: { status: 400, errors: [invalid('since'), invalid('until')] },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/recover',
    title: 'an until that is not after since is refused',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('POST', `${path}/recover`, { since, until: since })
    },
    expects: { status: 400, errors: [invalid('until')] },
  },
  ...rejectionRows('POST /webhooks/{webhook_id}/recover', { since }),

  {
    endpoint: 'POST /webhooks/{webhook_id}/test',
    title: 'sends sample data and returns the receiver’s response',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('POST', `${path}/test`, {})
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
    title: 'sends the requested event kind, also to a paused webhook',
    async call(world) {
      const { call, path } = await createWebhook(world)
      await call('POST', `${path}/pause`)
      return call('POST', `${path}/test`, { event: 'user-bank-statement-submitted' })
    },
    expects: {
      status: 200,
      matches: { event: 'user-bank-statement-submitted', state: 'delivered', is_test: true },
    },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/test',
    title: 'a failed test is reported without a retry',
    async call(world) {
      const { call, path, name } = await createWebhook(world)
      const refusal = { status: 503, body: 'closed today' }
      await fetch(`${world.receiver}/behaviours/${name}`, { method: 'PUT', body: JSON.stringify(refusal) })
      return call('POST', `${path}/test`)
    },
    expects: {
      status: 200,
      matches: {
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
    title: 'reports an unknown event kind and an unknown field by name',
    async call(world) {
      const { call, path } = await createWebhook(world)
      return call('POST', `${path}/test`, { event: 'user-created', kind: 'x' })
    },
    expects: { status: 400, errors: [invalid('event'), unknown('kind')] },
  },
  ...rejectionRows('POST /webhooks/{webhook_id}/test', {}),
]

type Rotations = [title: string, settings: object, bodies: object[], matches: object]

const promotes = { rotation: 'added', promotes_at: timestamp, retires_at: timestamp }
const promoted = { rotation: 'promoted', promotes_at: null, retires_at: timestamp }
const settled = { is_signed: true, rotation: 'none', promotes_at: null, retires_at: null }

const rotations: Rotations[] = [
  [
    'a new secret is added beside the current one',
    { signing_secret },
    [newSecret],
    { signing: { is_signed: true, ...promotes } },
  ],
  [
    'step add can be given explicitly',
    { signing_secret },
    [{ ...newSecret, step: 'add' }],
    { signing: promotes },
  ],
  [
    'promote makes the new secret the primary one',
    { signing_secret },
    [newSecret, { step: 'promote' }],
    { signing: promoted },
  ],
  [
    'retire removes the old secret',
    { signing_secret },
    [newSecret, { step: 'promote' }, { step: 'retire' }],
    { signing: settled },
  ],
  [
    'retire without promote leaves only the new secret',
    { signing_secret },
    [newSecret, { step: 'retire' }],
    { signing: settled },
  ],
  ['a first secret is active immediately', {}, [newSecret], { signing: settled }],
  [
    'a new encryption key replaces the old one immediately, with a new key_id',
    { encryption_key },
    [{ encryption_key: randomBytes(32).toString('base64') }],
    { encryption: { is_encrypted: true, key_id: uuid, messages: 0 } },
  ],
  [
    'a secret and a key can be set in one request',
    {},
    [{ ...newSecret, encryption_key }],
    { signing: settled, encryption: { is_encrypted: true } },
  ],
]

type RefusedRotation = [title: string, settings: object, bodies: object[], error: string | RegExp]

const underWay = 'A rotation is under way already: promote and retire it first'
const notUnderWay = 'There is no rotation under way'

const refusedRotations: RefusedRotation[] = [
  ['a body without a secret or a key is refused', {}, [{}], /\[signing_secret\].*\[encryption_key\]/],
  [
    'a second rotation is refused while the first is in progress',
    { signing_secret },
    [newSecret, newSecret],
    underWay,
  ],
  [
    'a second rotation is refused before the old secret is retired',
    { signing_secret },
    [newSecret, { step: 'promote' }, newSecret],
    underWay,
  ],
  ['promote is refused without a rotation', { signing_secret }, [{ step: 'promote' }], notUnderWay],
  ['retire is refused without a rotation', {}, [{ step: 'retire' }], notUnderWay],
  [
    'a second retire is refused',
    { signing_secret },
    [newSecret, { step: 'retire' }, { step: 'retire' }],
    notUnderWay,
  ],
  [
    'promote with a new key is refused',
    { signing_secret },
    [newSecret, { step: 'promote', encryption_key }],
    invalid('step'),
  ],
  ['an unknown step is refused', { signing_secret }, [{ step: 'revoke' }], invalid('step')],
  ['reports an unknown field by name', {}, [{ ...newSecret, secret: 'x' }], unknown('secret')],
  ...invalidSecrets.map(
    ([title, body, field]): RefusedRotation => [title, { signing_secret }, [body], invalid(field)],
  ),
]

/** Sends the bodies in order; all except the last must succeed. */
async function rotate(world: ContractWorld, settings: object, bodies: object[]) {
  const { call, path } = await createWebhook(world, settings)
  const replies = []
  for (const body of bodies) replies.push(await call('POST', `${path}/rotate`, body))
  const last = replies.pop()
  const failed = replies.find(({ status }) => status !== 200)
  if (!last || failed) throw new Error(`an earlier step was refused: ${failed?.text}`)
  return last
}

const rotating: Row[] = [
  ...rotations.map(
    ([title, settings, bodies, matches]): Row => ({
      endpoint: 'POST /webhooks/{webhook_id}/rotate',
      title,
      call: (world) => rotate(world, settings, bodies),
      expects: { status: 200, matches },
    }),
  ),
  {
    endpoint: 'POST /webhooks/{webhook_id}/rotate',
    title: 'returns the whole status without secret or key',
    call: (world) => rotate(world, { signing_secret }, [newSecret]),
    expects: {
      status: 200,
      body: { ...webhookStatus, signing: { is_signed: true, ...promotes } },
    },
  },
  {
    endpoint: 'POST /webhooks/{webhook_id}/rotate',
    title: 'a new secret is promoted after 24 hours, and the old one retired after 48',
    async call(world) {
      const begun = Date.now()
      const hours = (text: string) => Math.round((Date.parse(text) - begun) / 3_600_000)
      return mapBody(await rotate(world, { signing_secret }, [newSecret]), ({ signing }) => ({
        promotesIn: hours(signing.promotes_at),
        retiresIn: hours(signing.retires_at),
      }))
    },
    expects: { status: 200, body: { promotesIn: 24, retiresIn: 48 } },
  },
  ...refusedRotations.map(
    ([title, settings, bodies, error]): Row => ({
      endpoint: 'POST /webhooks/{webhook_id}/rotate',
      title,
      call: (world) => rotate(world, settings, bodies),
      expects: { status: 400, errors: [error] },
    }),
  ),
  ...rejectionRows('POST /webhooks/{webhook_id}/rotate', newSecret),
]

export const webhooks = inArea('webhooks', [...creation, ...reading, ...changing, ...operating, ...rotating])
