import { expect } from 'vitest'
import { createPasskeyDevice } from '../passkey-device.ts'
import { missing } from './messages.ts'
import { knowsWhoExists, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { message, pagination, timestamp, uuid } from './shapes.ts'
import type { Ask, ContractWorld } from './world.ts'

const newDevice = () => createPasskeyDevice('localhost', 'http://localhost:8080')
const stepUp = '/members/sessions/current/authentications/passkey'
const passkey = { id: uuid, name: 'Laptop', created_at: timestamp, last_used_at: null }
const refused = { status: 403, headers: { 'x-svc-error-code': 'passkey-refused' } }

export async function registerPasskey(call: Ask, name = 'Laptop') {
  const device = newDevice()
  const { body } = await call('POST', '/members/passkeys/registration-options')
  const registration = { name, ...device.register(body.challenge) }
  return { device, registered: await call('POST', '/members/passkeys', registration) }
}

async function aMemberWithPasskey({ aMember, withToken }: ContractWorld) {
  const { id, token } = await aMember('Support')
  const call = withToken(token)
  return { id, call, ...(await registerPasskey(call)) }
}

const challengeOf = async ({ anonymous }: ContractWorld) =>
  (await anonymous('POST', '/members/passkeys/sign-in-options')).body.challenge as string

const noToken = (endpoint: string): Promised[] => {
  const [method = '', path = ''] = endpoint.split(' ')
  const address = path.replace(/\{\w+\}/, '00000000-0000-4000-8000-000000000000')
  return [
    {
      endpoint,
      says: 'no credential',
      call: ({ anonymous }) => anonymous(method, address),
      expects: { status: 401 },
    },
    {
      endpoint,
      says: 'no API key may do this',
      call: ({ acme }) => acme(method, address),
      expects: { status: 403, headers: { 'x-svc-error-code': 'api-key-refused' } },
    },
  ]
}

export const passkeys = inArea('members', [
  {
    endpoint: 'POST /members/passkeys/registration-options',
    says: 'answers what the browser needs',
    call: ({ owner }) => owner('POST', '/members/passkeys/registration-options'),
    expects: {
      status: 201,
      body: {
        challenge: expect.stringMatching(/^[\w-]{72}$/),
        relying_party_id: 'localhost',
        expires_at: timestamp,
        user_handle: expect.stringMatching(/^[\w-]{22}$/),
        user_name: expect.stringMatching(/@/),
        known_credential_ids: expect.any(Array),
      },
    },
  },
  ...noToken('POST /members/passkeys/registration-options'),
  {
    endpoint: 'POST /members/passkeys',
    says: 'answers the passkey',
    call: async (world) => (await aMemberWithPasskey(world)).registered,
    expects: { status: 201, body: passkey },
  },
  {
    endpoint: 'POST /members/passkeys',
    says: 'the name and the values of the browser are required',
    call: ({ owner }) => owner('POST', '/members/passkeys', {}),
    expects: {
      status: 400,
      errors: ['name', 'client_data', 'authenticator_data', 'public_key'].map((field) => missing(field)),
    },
  },
  {
    endpoint: 'POST /members/passkeys',
    says: 'a credential for a challenge of somebody else is refused',
    async call(world) {
      const registration = { name: 'Laptop', ...newDevice().register(await challengeOf(world)) }
      return world.owner('POST', '/members/passkeys', registration)
    },
    expects: refused,
  },
  ...noToken('POST /members/passkeys'),
  {
    endpoint: 'GET /members/passkeys',
    says: 'answers the own passkeys',
    call: async (world) => (await aMemberWithPasskey(world)).call('GET', '/members/passkeys'),
    expects: { status: 200, body: { pagination: pagination(1, 20, 1, 1), passkeys: [passkey] } },
  },
  ...pages('GET /members/passkeys', { first: 1, max: 100, usual: 20 }),
  ...noToken('GET /members/passkeys'),
  {
    endpoint: 'DELETE /members/passkeys/{id}',
    says: 'confirms in words',
    async call(world) {
      const { call, registered } = await aMemberWithPasskey(world)
      return call('DELETE', `/members/passkeys/${registered.body.id}`)
    },
    expects: { status: 200, body: message },
  },
  ...knowsWhoExists('DELETE /members/passkeys/{id}', 'Passkey'),
  ...noToken('DELETE /members/passkeys/{id}'),
  {
    endpoint: 'DELETE /members/{id}/passkeys',
    says: 'confirms in words',
    async call(world) {
      return world.owner('DELETE', `/members/${(await aMemberWithPasskey(world)).id}/passkeys`)
    },
    expects: { status: 200, body: message },
  },
  ...knowsWhoExists('DELETE /members/{id}/passkeys', 'Member'),
  refusesRole('DELETE /members/{id}/passkeys', 'FullMember', 'Admin'),
  ...noToken('DELETE /members/{id}/passkeys'),
  {
    endpoint: 'POST /members/passkeys/sign-in-options',
    says: 'answers a challenge to anyone',
    call: ({ anonymous }) => anonymous('POST', '/members/passkeys/sign-in-options'),
    expects: {
      status: 201,
      body: {
        challenge: expect.stringMatching(/^[\w-]{72}$/),
        relying_party_id: 'localhost',
        expires_at: timestamp,
      },
    },
  },
  {
    endpoint: 'POST /members/passkeys/signin',
    says: 'answers a token and the member',
    async call(world) {
      const { device } = await aMemberWithPasskey(world)
      return world.anonymous('POST', '/members/passkeys/signin', device.answer(await challengeOf(world)))
    },
    expects: { status: 200, holds: { jwt: expect.any(String), member: { role: 'Support' } } },
  },
  {
    endpoint: 'POST /members/passkeys/signin',
    says: 'a page of the console gets a cookie',
    async call(world) {
      const { device } = await aMemberWithPasskey(world)
      const answer = { ...device.answer(await challengeOf(world)), browser: true }
      return world.anonymous('POST', '/members/passkeys/signin', answer, { 'sec-fetch-site': 'same-origin' })
    },
    expects: { status: 201, headers: { 'set-cookie': /HttpOnly; SameSite=Strict/ } },
  },
  {
    endpoint: 'POST /members/passkeys/signin',
    says: 'a page of another site gets nothing',
    async call(world) {
      const answer = { ...newDevice().answer(await challengeOf(world)), browser: true }
      return world.anonymous('POST', '/members/passkeys/signin', answer, { 'sec-fetch-site': 'cross-site' })
    },
    expects: { status: 401, headers: { 'x-svc-error-code': 'cross-site-request' } },
  },
  {
    endpoint: 'POST /members/passkeys/signin',
    says: 'the values of the browser are required',
    call: ({ anonymous }) => anonymous('POST', '/members/passkeys/signin', {}),
    expects: {
      status: 400,
      errors: ['credential_id', 'client_data', 'authenticator_data', 'signature'].map((field) =>
        missing(field),
      ),
    },
  },
  {
    endpoint: 'POST /members/passkeys/signin',
    says: 'an unknown passkey is refused',
    async call(world) {
      return world.anonymous('POST', '/members/passkeys/signin', newDevice().answer(await challengeOf(world)))
    },
    expects: refused,
  },
  {
    endpoint: `POST ${stepUp}`,
    says: 'opens dangerous operations',
    async call(world) {
      const { call, device } = await aMemberWithPasskey(world)
      return call('POST', stepUp, device.answer(await challengeOf(world)))
    },
    expects: { status: 201, body: { authenticated_at: timestamp } },
  },
  {
    endpoint: `POST ${stepUp}`,
    says: 'the values of the browser are required',
    call: ({ owner }) => owner('POST', stepUp, {}),
    expects: {
      status: 400,
      errors: ['credential_id', 'client_data', 'authenticator_data', 'signature'].map((field) =>
        missing(field),
      ),
    },
  },
  {
    endpoint: `POST ${stepUp}`,
    says: 'a passkey of another member is refused',
    async call(world) {
      const { device } = await aMemberWithPasskey(world)
      return world.owner('POST', stepUp, device.answer(await challengeOf(world)))
    },
    expects: refused,
  },
  ...noToken(`POST ${stepUp}`),
])
