import { expect } from 'vitest'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey } from './refusals.ts'
import { inArea } from './row.ts'
import { anAccount, anAuthorisedUser, mfaCode } from './scenes.ts'
import { account, employer, message, pagination, payrollSubmission, provider } from './shapes.ts'
import { look, nobodysId } from './world.ts'

const pending = { pending: true } as const
const needsAuthorisation = {
  status: 403,
  errors: [/authorisation/i],
  headers: { 'x-svc-error-code': 'authorisation-missing' },
}

export const accounts = inArea('accounts', [
  {
    ...pending,
    endpoint: 'POST /accounts/direct-connections',
    says: 'one page with all submissions of every direct provider that knows the user',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      const reply = await world.acme('POST', '/accounts/direct-connections', { user_id })
      return look(reply, (body) => ({ ...body, payroll_submissions: [body.payroll_submissions[0]] }))
    },
    expects: {
      status: 201,
      body: {
        pagination: {
          offset: 1,
          limit: expect.any(Number),
          count: expect.any(Number),
          total_count: expect.any(Number),
        },
        payroll_submissions: [{ ...payrollSubmission, source: 'Payroll (via Direct Connection)' }],
      },
    },
  },
  {
    ...pending,
    endpoint: 'POST /accounts/direct-connections',
    says: 'nobody knows the user: an empty page',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world, { ni_number: 'QQ999999D' })
      return world.acme('POST', '/accounts/direct-connections', { user_id })
    },
    expects: {
      status: 201,
      body: { pagination: { ...pagination(1, 0, 0, 0), limit: expect.any(Number) }, payroll_submissions: [] },
    },
  },
  {
    ...pending,
    endpoint: 'POST /accounts/direct-connections',
    says: 'a missing field is named',
    call: ({ acme }) => acme('POST', '/accounts/direct-connections', {}),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    ...pending,
    endpoint: 'POST /accounts/direct-connections',
    says: 'a malformed id in the body, and an unknown field',
    call: ({ acme }) => acme('POST', '/accounts/direct-connections', { user_id: 'me', account: 1 }),
    expects: { status: 400, errors: [invalid('user_id'), unknown('account')] },
  },
  {
    ...pending,
    endpoint: 'POST /accounts/direct-connections',
    says: 'needs a valid authorisation of the user',
    call: async ({ acme, aPerson }) =>
      acme('POST', '/accounts/direct-connections', { user_id: await aPerson({ ni_number: 'QQ123456C' }) }),
    expects: needsAuthorisation,
  },
  {
    ...pending,
    endpoint: 'POST /accounts/direct-connections',
    says: 'x-svc-authorisation-id names the authorisation of another user',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      const { authorisation_id } = await anAuthorisedUser(world)
      return world.acme(
        'POST',
        '/accounts/direct-connections',
        { user_id },
        { 'x-svc-authorisation-id': authorisation_id },
      )
    },
    expects: needsAuthorisation,
  },
  ...needsApiKey('POST /accounts/direct-connections', pending),

  {
    ...pending,
    endpoint: 'PUT /accounts/{account_id}/mfa',
    says: 'the right answer returns the account',
    async call(world) {
      const { account_id } = await anAccount(world, { password: 'mfa:code' })
      return world.acme('PUT', `/accounts/${account_id}/mfa`, { mfa: mfaCode })
    },
    expects: { status: 200, body: { ...account, status: 'AUTHORISED', mfa_enabled: true } },
  },
  {
    ...pending,
    endpoint: 'PUT /accounts/{account_id}/mfa',
    says: 'a wrong answer says how many attempts are left',
    async call(world) {
      const { account_id } = await anAccount(world, { password: 'mfa:code' })
      return world.acme('PUT', `/accounts/${account_id}/mfa`, { mfa: '000000' })
    },
    expects: { status: 400, errors: [/\d/], headers: { 'x-svc-error-code': 'mfa-rejected' } },
  },
  {
    ...pending,
    endpoint: 'PUT /accounts/{account_id}/mfa',
    says: 'a missing field is named',
    async call(world) {
      const { account_id } = await anAccount(world, { password: 'mfa:code' })
      return world.acme('PUT', `/accounts/${account_id}/mfa`, {})
    },
    expects: { status: 400, errors: [missing('mfa')] },
  },
  {
    ...pending,
    endpoint: 'PUT /accounts/{account_id}/mfa',
    says: 'needs an authorisation that was not revoked',
    async call(world) {
      const { account_id, revoke } = await anAccount(world, { password: 'mfa:code' })
      await revoke()
      return world.acme('PUT', `/accounts/${account_id}/mfa`, { mfa: mfaCode })
    },
    expects: needsAuthorisation,
  },
  {
    ...pending,
    endpoint: 'PUT /accounts/{account_id}/mfa',
    says: 'an account of another client does not exist',
    async call(world) {
      const { account_id } = await anAccount(world, { password: 'mfa:code' })
      return world.rival('PUT', `/accounts/${account_id}/mfa`, { mfa: mfaCode })
    },
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  ...knowsWhoExists('PUT /accounts/{account_id}/mfa', 'Account', { ...pending, body: { mfa: mfaCode } }),
  ...needsApiKey('PUT /accounts/{account_id}/mfa', pending),

  {
    ...pending,
    endpoint: 'DELETE /accounts/{account_id}',
    says: 'confirms in words',
    async call(world) {
      return world.acme('DELETE', `/accounts/${(await anAccount(world)).account_id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    ...pending,
    endpoint: 'DELETE /accounts/{account_id}',
    says: 'an account of another client does not exist',
    async call(world) {
      return world.rival('DELETE', `/accounts/${(await anAccount(world)).account_id}`)
    },
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  {
    ...pending,
    endpoint: 'DELETE /accounts/{account_id}',
    says: 'the accounts of a deleted user went with the user',
    async call(world) {
      const { account_id, user_id } = await anAccount(world)
      await world.acme('DELETE', `/users/${user_id}`)
      return world.acme('DELETE', `/accounts/${account_id}`)
    },
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  ...knowsWhoExists('DELETE /accounts/{account_id}', 'Account', pending),
  ...needsApiKey('DELETE /accounts/{account_id}', pending),

  {
    ...pending,
    endpoint: 'GET /providers',
    says: 'a provider has these fields, and at least one login attempt',
    async call({ acme }) {
      return look(await acme('GET', '/providers'), ({ providers: [first] }) => ({
        first,
        mayTry: first?.max_login_attempts >= 1,
      }))
    },
    expects: { status: 200, body: { first: provider, mayTry: true } },
  },
  {
    ...pending,
    endpoint: 'GET /providers',
    says: 'an extra login field says how it is checked',
    async call({ acme }) {
      return look(await acme('GET', '/providers'), ({ providers }) => ({
        first: providers.flatMap((one: { extra_login_params: object[] }) => one.extra_login_params)[0],
      }))
    },
    expects: {
      status: 200,
      holds: {
        first: {
          key: expect.any(String),
          display_name: expect.any(String),
          validation: { required: expect.any(Boolean), type: expect.any(String) },
        },
      },
    },
  },
  {
    ...pending,
    endpoint: 'GET /providers',
    says: 'an employer names its providers by id',
    async call({ acme }) {
      return look(await acme('GET', '/providers'), ({ providers, employers: [first] }) => {
        const ids = providers.map(({ id }: { id: string }) => id)
        return { first, known: first?.providers.every((id: string) => ids.includes(id)) }
      })
    },
    expects: { status: 200, body: { first: employer, known: true } },
  },
  {
    ...pending,
    endpoint: 'GET /providers',
    says: 'a parent of providers has these fields',
    async call({ acme }) {
      return look(await acme('GET', '/providers'), ({ parent_provider_meta: [first] }) => ({ first }))
    },
    expects: {
      status: 200,
      body: { first: { id: expect.any(String), name: expect.any(String), logo_url: expect.any(String) } },
    },
  },
  {
    ...pending,
    endpoint: 'POST /accounts/direct-connections',
    says: 'the user with the given id does not exist',
    call: ({ acme }) => acme('POST', '/accounts/direct-connections', { user_id: nobodysId }),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
])
