import { expect } from 'vitest'
import { missing, noSuch } from './messages.ts'
import { knowsWhoExists, needsApiKey, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { anAuthorisedUser, pay, uploadPayslip } from './scenes.ts'
import { timestamp, uuid } from './shapes.ts'
import { type ContractWorld, look, nobodysId } from './world.ts'

const summary = 'GET /users/{user_id}/income'
const working = 'GET /users/{user_id}/income/working'
const include = 'PUT /users/{user_id}/income/inclusions/{document_id}'
const exclude = 'DELETE /users/{user_id}/income/inclusions/{document_id}'

const asOf = '?as_of=2026-05-31'
const reason = 'The employer confirmed it by telephone.'

/** A user with three months of pay: £2,500.00 gross, £2,400.00 net. */
async function aPaidUser(world: ContractWorld) {
  const userId = await world.aPerson()
  await pay(world, userId, [
    { start: '2026-03-01', end: '2026-03-31', net_pay: '2400.00' },
    { start: '2026-04-01', end: '2026-04-30', net_pay: '2400.00' },
    { start: '2026-05-01', end: '2026-05-31', net_pay: '2400.00' },
  ])
  return userId
}

/** A user with an uploaded payslip of this trust score, which no other row uses. */
async function aScoredDocument(world: ContractWorld, trust_score: string) {
  const { user_id } = await anAuthorisedUser(world, { payslip_upload_enabled: true })
  const { document_id } = (await uploadPayslip(world, user_id)).submission
  await world.api.sql('update documents set trust_score = $1 where id = $2', [trust_score, document_id])
  return { user_id, document_id, path: `/users/${user_id}/income/inclusions/${document_id}` }
}

const summaries: Promised[] = [
  {
    endpoint: summary,
    says: 'a user without payslips has a summary without figures',
    async call({ acme, aPerson }) {
      const reply = await acme('GET', `/users/${await aPerson()}/income${asOf}`)
      return look(reply, ({ status, as_of, model_id, months, employments, income }) => ({
        status,
        as_of,
        model_id,
        months,
        employments,
        annual_gross: income.annual_gross,
      }))
    },
    expects: {
      status: 200,
      body: {
        status: 'none',
        as_of: '2026-05-31',
        model_id: 'income-1',
        months: [],
        employments: [],
        annual_gross: { amount: null, reason: 'no-active-employment', submission_ids: [] },
      },
    },
  },
  {
    endpoint: summary,
    says: 'every figure has its submissions',
    async call(world) {
      const reply = await world.acme('GET', `/users/${await aPaidUser(world)}/income${asOf}`)
      return look(reply, ({ status, income }) => ({
        status,
        annual_gross: income.annual_gross,
        average: income.averages[0],
      }))
    },
    expects: {
      status: 200,
      body: {
        status: 'ready',
        annual_gross: { amount: '30000.00', reason: null, submission_ids: [uuid, uuid, uuid] },
        average: {
          month_count: 3,
          gross: '2500.00',
          net: '2400.00',
          reason: null,
          months: ['2026-03', '2026-04', '2026-05'],
          submission_ids: [uuid, uuid, uuid],
        },
      },
    },
  },
  {
    endpoint: summary,
    says: 'as_of must be a date and commitments an amount',
    call: async ({ acme, aPerson }) =>
      acme('GET', `/users/${await aPerson()}/income?as_of=yesterday&commitments=-1.00`),
    expects: { status: 400, errors: [/\[as_of\]/, /\[commitments\]/] },
  },
  ...knowsWhoExists(summary, 'User'),
  ...needsApiKey(summary),
  refusesRole(summary, 'Support', 'FullMember'),
  {
    endpoint: working,
    says: 'the working shows how each payslip counts',
    async call(world) {
      const reply = await world.acme('GET', `/users/${await aPaidUser(world)}/income/working${asOf}`)
      return look(reply, ({ payslips: [newest], annual: [annual] }) => ({
        reason: newest.reason,
        period: newest.period,
        shares: newest.shares,
        periods: annual.periods.length,
        times: annual.periods_per_year,
      }))
    },
    expects: {
      status: 200,
      body: {
        reason: null,
        period: { start: '2026-05-01', end: '2026-05-31', is_derived: false },
        shares: [{ month: '2026-05', gross: '2500.00', net: '2400.00' }],
        periods: 3,
        times: 12,
      },
    },
  },
  {
    endpoint: working,
    says: 'as_of must be a date',
    call: async ({ acme, aPerson }) =>
      acme('GET', `/users/${await aPerson()}/income/working?as_of=2026-13-01`),
    expects: { status: 400, errors: [/\[as_of\]/] },
  },
  ...knowsWhoExists(working, 'User'),
  ...needsApiKey(working),
  refusesRole(working, 'Support', 'FullMember'),
]

const inclusions: Promised[] = [
  {
    endpoint: include,
    says: 'a low-trust document counts from now on, with the reason on record',
    async call(world) {
      const { path } = await aScoredDocument(world, 'Low')
      return world.acme('PUT', path, { reason })
    },
    expects: {
      status: 200,
      body: {
        user_id: uuid,
        document_id: uuid,
        reason,
        included_by: { kind: 'api_key', id: uuid },
        included_at: timestamp,
      },
    },
  },
  {
    endpoint: include,
    says: 'a reason is required',
    call: async ({ acme }) => acme('PUT', `/users/${nobodysId}/income/inclusions/${nobodysId}`, {}),
    expects: { status: 400, errors: [missing('reason')] },
  },
  {
    endpoint: include,
    says: 'a document of another trust score counts already',
    async call(world) {
      const { path } = await aScoredDocument(world, 'High')
      return world.acme('PUT', path, { reason })
    },
    expects: { status: 400, errors: [/its trust_score is not Low/] },
  },
  {
    endpoint: include,
    says: 'a document that the user does not have',
    call: async ({ acme, aPerson }) =>
      acme('PUT', `/users/${await aPerson()}/income/inclusions/${nobodysId}`, { reason }),
    expects: { status: 404, errors: [noSuch('Document', nobodysId)] },
  },
  ...needsApiKey(include),
  refusesRole(include, 'Support', 'FullMember'),
  {
    endpoint: exclude,
    says: 'an included document stops counting',
    async call(world) {
      const { path } = await aScoredDocument(world, 'Low')
      await world.acme('PUT', path, { reason })
      return world.acme('DELETE', path)
    },
    expects: { status: 200, body: { message: expect.stringMatching(/does not count any more$/) } },
  },
  {
    endpoint: exclude,
    says: 'a document that is not included',
    call: async ({ acme, aPerson }) =>
      acme('DELETE', `/users/${await aPerson()}/income/inclusions/${nobodysId}`),
    expects: { status: 404, errors: [noSuch('Inclusion', nobodysId)] },
  },
  ...needsApiKey(exclude),
  refusesRole(exclude, 'Support', 'FullMember'),
]

export const income = inArea('income', [...summaries, ...inclusions])
