import { expect } from 'vitest'
import { invalid, missing, notFoundMessage } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { message, timestamp } from './shapes.ts'
import { rejectsRole } from './shared-rows.ts'
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

/** Creates a client with single sign-on for one row. */
async function createClientWithSso({ createClient }: ContractWorld) {
  const { name, asOwner } = await createClient()
  const owner = await asOwner()
  await owner('PUT', '/members/sso', { ...input, organisation: name })
  return { owner, organisation: name }
}

const requiresCredential = (endpoint: string): Row[] => {
  const [method = '', path = ''] = endpoint.split(' ')
  return [
    {
      endpoint,
      title: 'a request without a credential is refused',
      call: ({ anonymous }) => anonymous(method, path),
      expects: { status: 401 },
    },
    {
      endpoint,
      title: 'an API key is refused',
      call: ({ acme }) => acme(method, path),
      expects: { status: 403, headers: { 'x-svc-error-code': 'api-key-refused' } },
    },
  ]
}

export const singleSignOn = inArea('members', [
  {
    endpoint: 'GET /members/policy',
    title: 'require_second_factor is false by default',
    call: ({ owner }) => owner('GET', '/members/policy'),
    expects: { status: 200, body: { require_second_factor: false } },
  },
  rejectsRole('GET /members/policy', 'FullMember', 'Admin'),
  ...requiresCredential('GET /members/policy'),
  {
    endpoint: 'PATCH /members/policy',
    title: 'returns the policy',
    async call({ createClient }) {
      const owner = await (await createClient()).asOwner()
      return owner('PATCH', '/members/policy', { require_second_factor: false })
    },
    expects: { status: 200, body: { require_second_factor: false } },
  },
  {
    endpoint: 'PATCH /members/policy',
    title: 'a value other than true or false is refused',
    call: ({ owner }) => owner('PATCH', '/members/policy', { require_second_factor: 'yes' }),
    expects: { status: 400, errors: [invalid('require_second_factor')] },
  },
  rejectsRole('PATCH /members/policy', 'FullMember', 'Admin'),
  ...requiresCredential('PATCH /members/policy'),
  {
    endpoint: 'PUT /members/sso',
    title: 'returns the settings without the secret',
    call: ({ owner }) => owner('PUT', '/members/sso', input),
    expects: { status: 200, body: shown },
  },
  {
    endpoint: 'PUT /members/sso',
    title: 'reports each missing field by name',
    call: ({ owner }) => owner('PUT', '/members/sso', {}),
    expects: { status: 400, errors: [missing('organisation'), missing('issuer'), missing('oidc_client_id')] },
  },
  {
    endpoint: 'PUT /members/sso',
    title: 'an internal host is refused',
    call: ({ owner }) => owner('PUT', '/members/sso', { ...input, issuer: 'https://login.internal' }),
    expects: { status: 400, errors: [invalid('issuer')] },
  },
  rejectsRole('PUT /members/sso', 'FullMember', 'Admin'),
  ...requiresCredential('PUT /members/sso'),
  {
    endpoint: 'GET /members/sso',
    title: 'returns the settings',
    async call(world) {
      return (await createClientWithSso(world)).owner('GET', '/members/sso')
    },
    expects: { status: 200, body: { ...shown, organisation: expect.any(String) } },
  },
  {
    endpoint: 'GET /members/sso',
    title: 'a client without single sign-on is not found',
    call: async ({ createClient }) => (await (await createClient()).asOwner())('GET', '/members/sso'),
    expects: { status: 404, errors: [notFoundMessage('Single sign-on of client')] },
  },
  rejectsRole('GET /members/sso', 'FullMember', 'Admin'),
  ...requiresCredential('GET /members/sso'),
  {
    endpoint: 'DELETE /members/sso',
    title: 'returns a confirmation message',
    async call(world) {
      return (await createClientWithSso(world)).owner('DELETE', '/members/sso')
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /members/sso',
    title: 'a client without single sign-on is not found',
    call: async ({ createClient }) => (await (await createClient()).asOwner())('DELETE', '/members/sso'),
    expects: { status: 404, errors: [notFoundMessage('Single sign-on of client')] },
  },
  rejectsRole('DELETE /members/sso', 'FullMember', 'Admin'),
  ...requiresCredential('DELETE /members/sso'),
  {
    endpoint: 'POST /members/sso/authorisations',
    title: 'returns the authorisation URL and sets the state cookie',
    async call(world) {
      const { organisation } = await createClientWithSso(world)
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
    title: 'organisation is required',
    call: ({ anonymous }) => anonymous('POST', '/members/sso/authorisations', {}),
    expects: { status: 400, errors: [missing('organisation')] },
  },
  {
    endpoint: 'POST /members/sso/authorisations',
    title: 'a cross-site request is refused',
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
    title: 'an unknown organisation is not found',
    call: ({ anonymous }) =>
      anonymous('POST', '/members/sso/authorisations', { organisation: 'unknown-team' }),
    expects: { status: 404, errors: [notFoundMessage('Organisation', 'unknown-team')] },
  },
])
