import { needsAuthorisation, refused } from './accounts.ts'
import { missing, noSuch } from './messages.ts'
import { knowsWhoExists, needsApiKey, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { anAccount, anAuthorisedUser, aStranger, mfaCode } from './scenes.ts'
import { account } from './shapes.ts'
import type { Ask, ContractWorld } from './world.ts'

const endpoint = 'PUT /accounts/{account_id}/mfa'
const answer = (ask: Ask, path: string, mfa = mfaCode, headers = {}) =>
  ask('PUT', `${path}/mfa`, { mfa }, headers)

/** Creates an account that waits for MFA, of a person whom no other row uses. */
const aWaiting = async (world: ContractWorld, password = 'mfa:code') =>
  anAccount(world, { user_name: await aStranger(world), password })

const right = {
  status: 200,
  body: { ...account, status: 'AUTHORISED', mfa_enabled: true },
}

const answered: Promised[] = [
  {
    endpoint,
    says: 'the right answer returns the account',
    call: async (world) => answer(world.acme, (await aWaiting(world)).path),
    expects: right,
  },
  {
    endpoint,
    says: 'a date in the form that was asked for is an answer',
    call: async (world) => answer(world.acme, (await aWaiting(world, 'mfa:date')).path, '03/02/2001'),
    expects: right,
  },
  {
    endpoint,
    says: 'the characters asked for, joined, are an answer',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      const user_name = await aStranger(world)
      const login = { user_id, payroll_provider: 'sandbox-payroll', user_name, password: 'mfa:chars' }
      const { account_id, mfa_method } = (await world.acme('POST', '/accounts', login)).body
      const letters = mfa_method.positions.map((position: number) => 'marmalade'[position - 1])
      return answer(world.acme, `/accounts/${account_id}`, letters.join(''))
    },
    expects: right,
  },
  {
    endpoint,
    says: 'the user may answer too',
    async call(world) {
      const { asUser, path } = await aWaiting(world)
      return answer(asUser, path)
    },
    expects: right,
  },
  {
    endpoint,
    says: 'a wrong answer says how many attempts are left',
    call: async (world) => answer(world.acme, (await aWaiting(world)).path, '000000'),
    expects: refused('mfa-rejected', /\b2\b/),
  },
  {
    endpoint,
    says: 'after a wrong answer the right one is still taken',
    async call(world) {
      const { path } = await aWaiting(world)
      await answer(world.acme, path, '000000')
      return answer(world.acme, path)
    },
    expects: right,
  },
  {
    endpoint,
    says: 'with the last attempt the account is invalid',
    async call(world) {
      const { path } = await aWaiting(world)
      for (let wrong = 0; wrong < 2; wrong++) await answer(world.acme, path, '000000')
      const reply = await answer(world.acme, path, '000000')
      const { body } = await world.acme('GET', path)
      return { ...reply, body: { errors: [...reply.body.errors, body.status] } }
    },
    expects: refused('mfa-rejected', /./, /^INVALID$/),
  },
  {
    endpoint,
    says: 'an account that waits for no answer',
    call: async (world) =>
      answer(world.acme, (await anAccount(world, { user_name: await aStranger(world) })).path),
    expects: refused('mfa-not-expected'),
  },
  {
    endpoint,
    says: 'an answer given before is not taken again',
    async call(world) {
      const { path } = await aWaiting(world)
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
    says: 'the time for it has passed',
    async call(world) {
      const { path, account_id } = await aWaiting(world)
      await world.api.sql(`update accounts set pending_until = now() - interval '1 second' where id = $1`, [
        account_id,
      ])
      return answer(world.acme, path)
    },
    expects: refused('mfa-timeout'),
  },
  {
    endpoint,
    says: 'a missing field is named',
    async call(world) {
      return world.acme('PUT', `${(await aWaiting(world)).path}/mfa`, {})
    },
    expects: { status: 400, errors: [missing('mfa')] },
  },
  {
    endpoint,
    says: 'needs an authorisation that was not revoked',
    async call(world) {
      const { path, revoke } = await aWaiting(world)
      await revoke()
      return answer(world.acme, path)
    },
    expects: needsAuthorisation,
  },
  {
    endpoint,
    says: 'x-svc-authorisation-id names the authorisation of another user',
    async call(world) {
      const { path } = await aWaiting(world)
      const { authorisation_id } = await anAuthorisedUser(world)
      return answer(world.acme, path, mfaCode, { 'x-svc-authorisation-id': authorisation_id })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint,
    says: 'an account of another client does not exist',
    call: async (world) => answer(world.rival, (await aWaiting(world)).path),
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  {
    endpoint,
    says: 'an account of another user does not exist',
    async call(world) {
      const { path } = await aWaiting(world)
      return answer((await anAuthorisedUser(world)).asUser, path)
    },
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  refusesRole(endpoint, 'Support', 'FullMember'),
  ...knowsWhoExists(endpoint, 'Account', { body: { mfa: mfaCode } }),
  ...needsApiKey(endpoint),
])
