import { needsAuthorisation, refused } from './accounts.ts'
import { missing, notFoundMessage } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { createAccount, createAuthorisedUser, createSandboxPerson, mfaCode } from './scenes.ts'
import { account } from './shapes.ts'
import { rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import type { ContractCall, ContractWorld } from './world.ts'

const endpoint = 'PUT /accounts/{account_id}/mfa'
const answer = (call: ContractCall, path: string, mfa = mfaCode, headers = {}) =>
  call('PUT', `${path}/mfa`, { mfa }, headers)

/** Creates an account that is waiting for MFA, of a person used by no other row. */
const createPendingAccount = async (world: ContractWorld, password = 'mfa:code') =>
  createAccount(world, { user_name: await createSandboxPerson(world), password })

const rightAnswer = {
  status: 200,
  body: { ...account, status: 'AUTHORISED', mfa_enabled: true },
}

const answered: Row[] = [
  {
    endpoint,
    title: 'the right code authorises the account',
    call: async (world) => answer(world.acme, (await createPendingAccount(world)).path),
    expects: rightAnswer,
  },
  {
    endpoint,
    title: 'a date in the requested format is accepted',
    call: async (world) =>
      answer(world.acme, (await createPendingAccount(world, 'mfa:date')).path, '03/02/2001'),
    expects: rightAnswer,
  },
  {
    endpoint,
    title: 'the requested characters, joined, are accepted',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      const user_name = await createSandboxPerson(world)
      const login = { user_id, payroll_provider: 'sandbox-payroll', user_name, password: 'mfa:chars' }
      const { account_id, mfa_method } = (await world.acme('POST', '/accounts', login)).body
      const letters = mfa_method.positions.map((position: number) => 'marmalade'[position - 1])
      return answer(world.acme, `/accounts/${account_id}`, letters.join(''))
    },
    expects: rightAnswer,
  },
  {
    endpoint,
    title: 'the user may answer with a user token',
    async call(world) {
      const { asUser, path } = await createPendingAccount(world)
      return answer(asUser, path)
    },
    expects: rightAnswer,
  },
  {
    endpoint,
    title: 'a wrong code is refused with the number of attempts left',
    call: async (world) => answer(world.acme, (await createPendingAccount(world)).path, '000000'),
    expects: refused('mfa-rejected', /\b2\b/),
  },
  {
    endpoint,
    title: 'the right code is accepted after a wrong one',
    async call(world) {
      const { path } = await createPendingAccount(world)
      await answer(world.acme, path, '000000')
      return answer(world.acme, path)
    },
    expects: rightAnswer,
  },
  {
    endpoint,
    title: 'the last wrong attempt makes the account INVALID',
    async call(world) {
      const { path } = await createPendingAccount(world)
      for (let wrong = 0; wrong < 2; wrong++) await answer(world.acme, path, '000000')
      const reply = await answer(world.acme, path, '000000')
      const { body } = await world.acme('GET', path)
      return { ...reply, body: { errors: [...reply.body.errors, body.status] } }
    },
    expects: refused('mfa-rejected', /./, /^INVALID$/),
  },
  {
    endpoint,
    title: 'an account that is not waiting for a code is refused',
    call: async (world) =>
      answer(world.acme, (await createAccount(world, { user_name: await createSandboxPerson(world) })).path),
    expects: refused('mfa-not-expected'),
  },
  {
    endpoint,
    title: 'a second answer is refused',
    async call(world) {
      const { path } = await createPendingAccount(world)
      await answer(world.acme, path)
      return answer(world.acme, path)
    },
    expects: refused('mfa-not-expected'),
  },
]

export const secondFactors = inArea('accounts', [
  ...answered,
  {
    endpoint,
    title: 'an answer after the time limit is refused',
    async call(world) {
      const { path, account_id } = await createPendingAccount(world)
      await world.api.sql(`update accounts set pending_until = now() - interval '1 second' where id = $1`, [
        account_id,
      ])
      return answer(world.acme, path)
    },
    expects: refused('mfa-timeout'),
  },
  {
    endpoint,
    title: 'reports each missing field by name',
    async call(world) {
      return world.acme('PUT', `${(await createPendingAccount(world)).path}/mfa`, {})
    },
    expects: { status: 400, errors: [missing('mfa')] },
  },
  {
    endpoint,
    title: 'a revoked authorisation is refused',
    async call(world) {
      const { path, revoke } = await createPendingAccount(world)
      await revoke()
      return answer(world.acme, path)
    },
    expects: needsAuthorisation,
  },
  {
    endpoint,
    title: 'x-svc-authorisation-id of another user’s authorisation is refused',
    async call(world) {
      const { path } = await createPendingAccount(world)
      const { authorisation_id } = await createAuthorisedUser(world)
      return answer(world.acme, path, mfaCode, { 'x-svc-authorisation-id': authorisation_id })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint,
    title: 'another client’s account is not found',
    call: async (world) => answer(world.rival, (await createPendingAccount(world)).path),
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  {
    endpoint,
    title: 'another user’s account is not found',
    async call(world) {
      const { path } = await createPendingAccount(world)
      return answer((await createAuthorisedUser(world)).asUser, path)
    },
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  rejectsRole(endpoint, 'Support', 'FullMember'),
  ...rejectsUnknownIds(endpoint, 'Account', { body: { mfa: mfaCode } }),
  ...requiresApiKey(endpoint),
])
