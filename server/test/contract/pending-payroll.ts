import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import { invalid, missing, noSuch } from './messages.ts'
import { knowsWhoExists, needsApiKey, needsUserToken } from './refusals.ts'
import { inArea } from './row.ts'
import { aDelivery, anAccount, anAuthorisedUser, anEntry, decrypt, uploadPayslip } from './scenes.ts'
import { announcement, deductionElement, earningElement, message, payrollSubmission, uuid } from './shapes.ts'
import { type Ask, look, nobodysId } from './world.ts'

const pending = { pending: true } as const
const encryptionKey = randomBytes(32)
const query = (asUser: Ask, account_id: string, headers = {}) =>
  asUser('POST', '/payroll/entries/connections', { account_id }, headers)
const monthsAgo = (months: number) => new Date(Date.now() - months * 31 * 86_400_000).toISOString()
const needsAuthorisation = {
  status: 403,
  errors: [/authorisation/i],
  headers: { 'x-svc-error-code': 'authorisation-missing' },
}

export const payroll = inArea('payroll', [
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'new payroll: an entry with its submissions and the authorisation that allowed it',
    async call(world) {
      const { asUser, account_id } = await anAccount(world, { to: monthsAgo(3) })
      const reply = await query(asUser, account_id)
      return look(reply, (body) => ({ ...body, payroll_submissions: [body.payroll_submissions[0]] }))
    },
    expects: {
      status: 201,
      body: {
        account_id: uuid,
        entry_id: uuid,
        payroll_submissions: [
          {
            ...payrollSubmission,
            account_id: uuid,
            source: 'Payroll (via User Connection)',
            document_id: null,
            document_external_id: null,
            document_filename: null,
          },
        ],
        authorisation_id: uuid,
      },
    },
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'the elements of earnings and deductions have these fields',
    async call(world) {
      const { asUser, account_id } = await anAccount(world, { to: monthsAgo(3) })
      const reply = await query(asUser, account_id)
      return look(reply, ({ payroll_submissions: [{ income_information }] }) => ({
        earned: income_information.earnings.earning_elements[0],
        deducted: income_information.deductions.deductions_elements[0],
      }))
    },
    expects: { status: 201, body: { earned: earningElement, deducted: deductionElement } },
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'nothing new: no entry and an empty list',
    async call(world) {
      const { asUser, account_id } = await anAccount(world)
      return query(asUser, account_id)
    },
    expects: {
      status: 201,
      body: { account_id: uuid, entry_id: null, payroll_submissions: [], authorisation_id: uuid },
    },
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'x-svc-authorisation-id selects the authorisation to use',
    async call(world) {
      const { asUser, account_id, authorisation_id, user_id } = await anAccount(world)
      await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
      const reply = await query(asUser, account_id, { 'x-svc-authorisation-id': authorisation_id })
      return look(reply, (body) => ({ isSelected: body.authorisation_id === authorisation_id }))
    },
    expects: { status: 201, body: { isSelected: true } },
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'without the header the newest valid authorisation is used',
    async call(world) {
      const { asUser, account_id, user_id } = await anAccount(world)
      const newest = await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
      const reply = await query(asUser, account_id)
      return look(reply, (body) => ({ isNewest: body.authorisation_id === newest.body.id }))
    },
    expects: { status: 201, body: { isNewest: true } },
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'a missing field is named',
    call: async (world) => (await anAuthorisedUser(world)).asUser('POST', '/payroll/entries/connections', {}),
    expects: { status: 400, errors: [missing('account_id')] },
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'a malformed id in the body',
    call: async (world) => query((await anAuthorisedUser(world)).asUser, 'not-an-id'),
    expects: { status: 400, errors: [invalid('account_id')] },
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'a malformed x-svc-authorisation-id',
    call: async (world) =>
      query((await anAuthorisedUser(world)).asUser, nobodysId, { 'x-svc-authorisation-id': 'not-an-id' }),
    expects: { status: 400, errors: [/x-svc-authorisation-id/i] },
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'the account of another user does not exist',
    async call(world) {
      const { account_id } = await anAccount(world)
      return query((await anAuthorisedUser(world)).asUser, account_id)
    },
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'needs an authorisation that was not revoked',
    async call(world) {
      const { asUser, account_id, revoke } = await anAccount(world)
      await revoke()
      return query(asUser, account_id)
    },
    expects: needsAuthorisation,
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'x-svc-authorisation-id names a revoked one, though another is valid',
    async call(world) {
      const { asUser, account_id, authorisation_id, revoke, user_id } = await anAccount(world)
      await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
      await revoke()
      return query(asUser, account_id, { 'x-svc-authorisation-id': authorisation_id })
    },
    expects: needsAuthorisation,
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'payroll_connections_enabled is false for the user',
    async call(world) {
      const { asUser, account_id, user_id } = await anAccount(world)
      await world.acme('PATCH', `/users/${user_id}`, { payroll_connections_enabled: false })
      return query(asUser, account_id)
    },
    expects: { status: 403, errors: [/connection/i] },
  },
  {
    ...pending,
    endpoint: 'POST /payroll/entries/connections',
    says: 'payroll_connections_enabled is false for the client, and the user says nothing',
    async call(world) {
      const { asUser, account_id } = await anAccount(world)
      await world.acme('PATCH', '/configuration', { payroll_connections_enabled: false })
      const reply = await query(asUser, account_id)
      await world.acme('PATCH', '/configuration', { payroll_connections_enabled: true })
      return reply
    },
    expects: { status: 403, errors: [/connection/i] },
  },
  ...needsUserToken('POST /payroll/entries/connections', pending),

  {
    ...pending,
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    says: 'confirms in words',
    async call(world) {
      return world.acme('DELETE', `/payroll/entries/${(await anEntry(world)).entry_id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    ...pending,
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    says: 'an entry of another client does not exist',
    async call(world) {
      return world.rival('DELETE', `/payroll/entries/${(await anEntry(world)).entry_id}`)
    },
    expects: { status: 404, errors: [noSuch('Entry')] },
  },
  {
    ...pending,
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    says: 'the entries of a deleted user went with the user',
    async call(world) {
      const { entry_id, user_id } = await anEntry(world)
      await world.acme('DELETE', `/users/${user_id}`)
      return world.acme('DELETE', `/payroll/entries/${entry_id}`)
    },
    expects: { status: 404, errors: [noSuch('Entry')] },
  },
  ...knowsWhoExists('DELETE /payroll/entries/{entry_id}', 'Entry', pending),
  ...needsApiKey('DELETE /payroll/entries/{entry_id}', pending),

  {
    ...pending,
    endpoint: delivery,
    says: 'an account whose first retrieval left an entry is announced',
    call: (world) => aDelivery(world, {}, anAccount),
    expects: { status: 200, body: { ...announcement, entry_id: uuid, account_id: uuid } },
  },
  {
    ...pending,
    endpoint: delivery,
    says: 'include_payload adds the submissions, with amounts as numbers and the phone as text',
    async call(world) {
      const sealed = { config: { include_payload: true }, encryption_key: encryptionKey.toString('base64') }
      const sent = await aDelivery(world, sealed, anAccount)
      const { entry_id, account_id, payroll_submissions } = decrypt(sent, encryptionKey).payload
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
    says: 'payroll data from an uploaded payslip has no account',
    call: (world) => aDelivery(world, {}, async () => uploadPayslip(world, await world.aPerson())),
    expects: { status: 200, body: { ...announcement, entry_id: uuid, account_id: null } },
  },
])
