import { expect } from 'vitest'
import { invalid, missing, noSuch } from './messages.ts'
import { refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { message, timestamp } from './shapes.ts'
import type { ContractWorld } from './world.ts'

const settings = {
  organisation: 'contract-team',
  issuer: 'https://login.contract.example',
  oidc_client_id: 'payproof',
}
const input = { ...settings, oidc_client_secret: 'a secret at the provider' }

const shown = {
  ...settings,
  role_claim: null,
  role_mapping: [],
  is_required: false,
  redirect_uri: expect.stringMatching(/\/members\/sso\/callback$/),
  changed_at: timestamp,
}

/** A client with single sign-on, of one row alone. */
async function aClientWithSso({ aClient }: ContractWorld) {
  const { name, asOwner } = await aClient()
  const owner = await asOwner()
  await owner('PUT', '/members/sso', { ...input, organisation: name })
  return { owner, organisation: name }
}

const noToken = (endpoint: string): Promised[] => {
  const [method = '', path = ''] = endpoint.split(' ')
  return [
    {
      endpoint,
      says: 'no credential',
      call: ({ anonymous }) => anonymous(method, path),
      expects: { status: 401 },
    },
    {
      endpoint,
      says: 'no API key may do this',
      call: ({ acme }) => acme(method, path),
      expects: { status: 403, headers: { 'x-svc-error-code': 'api-key-refused' } },
    },
  ]
}

export const singleSignOn = inArea('members', [
  {
    endpoint: 'GET /members/policy',
    says: 'a second factor is not required unless the client wants it',
    call: ({ owner }) => owner('GET', '/members/policy'),
    expects: { status: 200, body: { require_second_factor: false } },
  },
  refusesRole('GET /members/policy', 'FullMember', 'Admin'),
  ...noToken('GET /members/policy'),
  {
    endpoint: 'PATCH /members/policy',
    says: 'answers the policy',
    async call({ aClient }) {
      const owner = await (await aClient()).asOwner()
      return owner('PATCH', '/members/policy', { require_second_factor: false })
    },
    expects: { status: 200, body: { require_second_factor: false } },
  },
  {
    endpoint: 'PATCH /members/policy',
    says: 'the value is true or false',
    call: ({ owner }) => owner('PATCH', '/members/policy', { require_second_factor: 'yes' }),
    expects: { status: 400, errors: [invalid('require_second_factor')] },
  },
  refusesRole('PATCH /members/policy', 'FullMember', 'Admin'),
  ...noToken('PATCH /members/policy'),
  {
    endpoint: 'PUT /members/sso',
    says: 'answers the settings without the secret',
    call: ({ owner }) => owner('PUT', '/members/sso', input),
    expects: { status: 200, body: shown },
  },
  {
    endpoint: 'PUT /members/sso',
    says: 'the provider and its client id are required',
    call: ({ owner }) => owner('PUT', '/members/sso', {}),
    expects: { status: 400, errors: [missing('organisation'), missing('issuer'), missing('oidc_client_id')] },
  },
  {
    endpoint: 'PUT /members/sso',
    says: 'an internal host is refused',
    call: ({ owner }) => owner('PUT', '/members/sso', { ...input, issuer: 'https://login.internal' }),
    expects: { status: 400, errors: [invalid('issuer')] },
  },
  refusesRole('PUT /members/sso', 'FullMember', 'Admin'),
  ...noToken('PUT /members/sso'),
  {
    endpoint: 'GET /members/sso',
    says: 'answers the settings',
    async call(world) {
      return (await aClientWithSso(world)).owner('GET', '/members/sso')
    },
    expects: { status: 200, body: { ...shown, organisation: expect.any(String) } },
  },
  {
    endpoint: 'GET /members/sso',
    says: 'single sign-on is off',
    call: async ({ aClient }) => (await (await aClient()).asOwner())('GET', '/members/sso'),
    expects: { status: 404, errors: [noSuch('Single sign-on of client')] },
  },
  refusesRole('GET /members/sso', 'FullMember', 'Admin'),
  ...noToken('GET /members/sso'),
  {
    endpoint: 'DELETE /members/sso',
    says: 'confirms in words',
    async call(world) {
      return (await aClientWithSso(world)).owner('DELETE', '/members/sso')
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /members/sso',
    says: 'single sign-on is off',
    call: async ({ aClient }) => (await (await aClient()).asOwner())('DELETE', '/members/sso'),
    expects: { status: 404, errors: [noSuch('Single sign-on of client')] },
  },
  refusesRole('DELETE /members/sso', 'FullMember', 'Admin'),
  ...noToken('DELETE /members/sso'),
  {
    endpoint: 'POST /members/sso/authorisations',
    says: 'answers where the browser goes, and binds the sign-in to it',
    async call(world) {
      const { organisation } = await aClientWithSso(world)
      return world.anonymous('POST', '/members/sso/authorisations', { organisation })
    },
    expects: {
      status: 201,
      body: { authorisation_url: expect.stringMatching(/\/members\/sso\/start$/) },
      headers: { 'set-cookie': /^payproof_sso=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/ },
    },
  },
  {
    endpoint: 'POST /members/sso/authorisations',
    says: 'the organisation is required',
    call: ({ anonymous }) => anonymous('POST', '/members/sso/authorisations', {}),
    expects: { status: 400, errors: [missing('organisation')] },
  },
  {
    endpoint: 'POST /members/sso/authorisations',
    says: 'a page of another site may not start a sign-in',
    call: ({ anonymous }) =>
      anonymous(
        'POST',
        '/members/sso/authorisations',
        { organisation: 'contract-team' },
        { 'sec-fetch-site': 'cross-site' },
      ),
    expects: { status: 401, headers: { 'x-svc-error-code': 'cross-site-request' } },
  },
  {
    endpoint: 'POST /members/sso/authorisations',
    says: 'no organisation has this name',
    call: ({ anonymous }) =>
      anonymous('POST', '/members/sso/authorisations', { organisation: 'unknown-team' }),
    expects: { status: 404, errors: [noSuch('Organisation', 'unknown-team')] },
  },
])
