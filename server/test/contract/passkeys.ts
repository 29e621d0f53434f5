import { expect } from 'vitest'
import { createPasskeyDevice } from '../passkey-device.ts'
import { missing } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { message, pagination, timestamp, uuid } from './shapes.ts'
import { pagingRows, rejectsRole, rejectsUnknownIds } from './shared-rows.ts'
import type { ContractCall, ContractWorld } from './world.ts'

const newDevice = () => createPasskeyDevice('localhost', 'http://localhost:8080')
const stepUp = '/members/sessions/current/authentications/passkey'
const passkey = { id: uuid, name: 'Laptop', created_at: timestamp, last_used_at: null }
const refused = { status: 403, headers: { 'x-svc-error-code': 'passkey-refused' } }

export async function registerPasskey(call: ContractCall, name = 'Laptop') {
  const device = newDevice()
  const { body } = await call('POST', '/members/passkeys/registration-options')
  const registration = { name, ...device.register(body.challenge) }
  return { device, registered: await call('POST', '/members/passkeys', registration) }
}

async function createMemberWithPasskey({ aMember, withToken }: ContractWorld) {
  const { id, token } = await aMember('Support')
  const call = withToken(token)
  return { id, call, ...(await registerPasskey(call)) }
}

const challengeOf = async ({ anonymous }: ContractWorld) =>
  (await anonymous('POST', '/members/passkeys/sign-in-options')).body.challenge as string

const requiresCredential = (endpoint: string): Row[] => {
  const [method = '', path = ''] = endpoint.split(' ')
  const address = path.replace(/\{\w+\}/, '00000000-0000-4000-8000-000000000000')
  return [
    {
      endpoint,
      title: 'a request without a credential is refused',
      call: ({ anonymous }) => anonymous(method, address),
      expects: { status: 401 },
    },
    {
      endpoint,
      title: 'an API key is refused',
      call: ({ acme }) => acme(method, address),
      expects: { status: 403, headers: { 'x-svc-error-code': 'api-key-refused' } },
    },
  ]
}

export const passkeys = inArea('members', [
  {
    endpoint: 'POST /members/passkeys/registration-options',
    title: 'returns the options for the browser',
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
  ...requiresCredential('POST /members/passkeys/registration-options'),
  {
    endpoint: 'POST /members/passkeys',
    title: 'returns the new passkey',
    call: async (world) => (await createMemberWithPasskey(world)).registered,
    expects: { status: 201, body: passkey },
  },
  {
    endpoint: 'POST /members/passkeys',
    title: 'reports each missing field by name',
    call: ({ owner }) => owner('POST', '/members/passkeys', {}),
    expects: {
      status: 400,
      errors: ['name', 'client_data', 'authenticator_data', 'public_key'].map((field) => missing(field)),
    },
  },
  {
    endpoint: 'POST /members/passkeys',
    title: 'a credential for another member’s challenge is refused',
    async call(world) {
      const registration = { name: 'Laptop', ...newDevice().register(await challengeOf(world)) }
      return world.owner('POST', '/members/passkeys', registration)
    },
    expects: refused,
  },
  ...requiresCredential('POST /members/passkeys'),
  {
    endpoint: 'GET /members/passkeys',
    title: 'lists the member’s own passkeys',
    call: async (world) => (await createMemberWithPasskey(world)).call('GET', '/members/passkeys'),
    expects: { status: 200, body: { pagination: pagination(1, 20, 1, 1), passkeys: [passkey] } },
  },
  ...pagingRows('GET /members/passkeys', { firstOffset: 1, maxLimit: 100, defaultLimit: 20 }),
  ...requiresCredential('GET /members/passkeys'),
  {
    endpoint: 'DELETE /members/passkeys/{id}',
    title: 'returns a confirmation message',
    async call(world) {
      const { call, registered } = await createMemberWithPasskey(world)
      return call('DELETE', `/members/passkeys/${registered.body.id}`)
    },
    expects: { status: 200, body: message },
  },
  ...rejectsUnknownIds('DELETE /members/passkeys/{id}', 'Passkey'),
  ...requiresCredential('DELETE /members/passkeys/{id}'),
  {
    endpoint: 'DELETE /members/{id}/passkeys',
    title: 'returns a confirmation message',
    async call(world) {
      return world.owner('DELETE', `/members/${(await createMemberWithPasskey(world)).id}/passkeys`)
    },
    expects: { status: 200, body: message },
  },
  ...rejectsUnknownIds('DELETE /members/{id}/passkeys', 'Member'),
  rejectsRole('DELETE /members/{id}/passkeys', 'FullMember', 'Admin'),
  ...requiresCredential('DELETE /members/{id}/passkeys'),
  {
    endpoint: 'POST /members/passkeys/sign-in-options',
    title: 'returns a challenge without a credential',
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
    title: 'returns a token and the member',
    async call(world) {
      const { device } = await createMemberWithPasskey(world)
      return world.anonymous('POST', '/members/passkeys/signin', device.answer(await challengeOf(world)))
    },
    expects: { status: 200, matches: { jwt: expect.any(String), member: { role: 'Support' } } },
  },
  {
    endpoint: 'POST /members/passkeys/signin',
    title: 'a sign-in from the console sets a session cookie',
    async call(world) {
      const { device } = await createMemberWithPasskey(world)
      const answer = { ...device.answer(await challengeOf(world)), browser: true }
      return world.anonymous('POST', '/members/passkeys/signin', answer, { 'sec-fetch-site': 'same-origin' })
    },
    expects: { status: 201, headers: { 'set-cookie': /HttpOnly; SameSite=Strict/ } },
  },
  {
    endpoint: 'POST /members/passkeys/signin',
    title: 'a cross-site request is refused',
    async call(world) {
      const answer = { ...newDevice().answer(await challengeOf(world)), browser: true }
      return world.anonymous('POST', '/members/passkeys/signin', answer, { 'sec-fetch-site': 'cross-site' })
    },
    expects: { status: 401, headers: { 'x-svc-error-code': 'cross-site-request' } },
  },
  {
    endpoint: 'POST /members/passkeys/signin',
    title: 'reports each missing field by name',
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
    title: 'an unknown passkey is refused',
    async call(world) {
      return world.anonymous('POST', '/members/passkeys/signin', newDevice().answer(await challengeOf(world)))
    },
    expects: refused,
  },
  {
    endpoint: `POST ${stepUp}`,
    title: 'a passkey authenticates the member for sensitive operations',
    async call(world) {
      const { call, device } = await createMemberWithPasskey(world)
      return call('POST', stepUp, device.answer(await challengeOf(world)))
    },
    expects: { status: 201, body: { authenticated_at: timestamp } },
  },
  {
    endpoint: `POST ${stepUp}`,
    title: 'reports each missing field by name',
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
    title: 'another member’s passkey is refused',
    async call(world) {
      const { device } = await createMemberWithPasskey(world)
      return world.owner('POST', stepUp, device.answer(await challengeOf(world)))
    },
    expects: refused,
  },
  ...requiresCredential(`POST ${stepUp}`),
])
