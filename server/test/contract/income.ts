import { expect } from 'vitest'
import { missing, notFoundMessage } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { createAuthorisedUser, pay, uploadPayslip } from './scenes.ts'
import { timestamp, uuid } from './shapes.ts'
import { rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { type ContractWorld, mapBody, unknownId } from './world.ts'

const summary = 'GET /users/{user_id}/income'
const working = 'GET /users/{user_id}/income/working'
const include = 'PUT /users/{user_id}/income/inclusions/{document_id}'
const exclude = 'DELETE /users/{user_id}/income/inclusions/{document_id}'

const asOf = '?as_of=2026-05-31'
const reason = 'The employer confirmed it by telephone.'

/** Creates a user with three months of pay: £2,500.00 gross, £2,400.00 net. */
async function createPaidUser(world: ContractWorld) {
  const userId = await world.createUserId()
  await pay(world, userId, [
    { start: '2026-03-01', end: '2026-03-31', net_pay: '2400.00' },
    { start: '2026-04-01', end: '2026-04-30', net_pay: '2400.00' },
    { start: '2026-05-01', end: '2026-05-31', net_pay: '2400.00' },
  ])
  return userId
}

/** Creates a user with an uploaded payslip of this trust score, for one row. */
async function createScoredDocument(world: ContractWorld, trust_score: string) {
  const { user_id } = await createAuthorisedUser(world, { payslip_upload_enabled: true })
  const { document_id } = (await uploadPayslip(world, user_id)).submission
  await world.api.sql('update documents set trust_score = $1 where id = $2', [trust_score, document_id])
  return { user_id, document_id, path: `/users/${user_id}/income/inclusions/${document_id}` }
}

/** Creates a user with a document that could not be read, for one row. */
async function createUnreadDocument(world: ContractWorld) {
  const scored = await createScoredDocument(world, 'High')
  await world.api.sql('update documents set is_unread = true where id = $1', [scored.document_id])
  return scored
}

const summaries: Row[] = [
  {
    endpoint: summary,
    title: 'a user without payslips has a summary without figures',
    async call({ acme, createUserId }) {
      const reply = await acme('GET', `/users/${await createUserId()}/income${asOf}`)
      return mapBody(reply, ({ status, as_of, model_id, months, employments, income }) => ({
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
    title: 'every figure lists its submission_ids',
    async call(world) {
      const reply = await world.acme('GET', `/users/${await createPaidUser(world)}/income${asOf}`)
      return mapBody(reply, ({ status, income }) => ({
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
    title: 'an invalid as_of and negative commitments are refused',
    call: async ({ acme, createUserId }) =>
      acme('GET', `/users/${await createUserId()}/income?as_of=yesterday&commitments=-1.00`),
    expects: { status: 400, errors: [/\[as_of\]/, /\[commitments\]/] },
  },
  ...rejectsUnknownIds(summary, 'User'),
  ...requiresApiKey(summary),
  rejectsRole(summary, 'Support', 'FullMember'),
  {
    endpoint: working,
    title: 'shows how each payslip counts',
    async call(world) {
      const reply = await world.acme('GET', `/users/${await createPaidUser(world)}/income/working${asOf}`)
      return mapBody(reply, ({ payslips: [newest], annual: [annual] }) => ({
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
    title: 'an invalid as_of is refused',
    call: async ({ acme, createUserId }) =>
      acme('GET', `/users/${await createUserId()}/income/working?as_of=2026-13-01`),
    expects: { status: 400, errors: [/\[as_of\]/] },
  },
  ...rejectsUnknownIds(working, 'User'),
  ...requiresApiKey(working),
  rejectsRole(working, 'Support', 'FullMember'),
]

const inclusions: Row[] = [
  {
    endpoint: include,
    title: 'a low-trust document counts after its inclusion, and the reason is recorded',
    async call(world) {
      const { path } = await createScoredDocument(world, 'Low')
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
        is_unread: false,
      },
    },
  },
  {
    endpoint: include,
    title: 'an unread document is checked, and what it shows is recorded',
    async call(world) {
      const { path } = await createUnreadDocument(world)
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
        is_unread: true,
      },
    },
  },
  {
    endpoint: include,
    title: 'a reason is required',
    call: async ({ acme }) => acme('PUT', `/users/${unknownId}/income/inclusions/${unknownId}`, {}),
    expects: { status: 400, errors: [missing('reason')] },
  },
  {
    endpoint: include,
    title: 'a document whose trust_score is not Low is refused',
    async call(world) {
      const { path } = await createScoredDocument(world, 'High')
      return world.acme('PUT', path, { reason })
    },
    expects: { status: 400, errors: [/its trust_score is not Low/] },
  },
  {
    endpoint: include,
    title: 'an unknown document id is not found',
    call: async ({ acme, createUserId }) =>
      acme('PUT', `/users/${await createUserId()}/income/inclusions/${unknownId}`, { reason }),
    expects: { status: 404, errors: [notFoundMessage('Document', unknownId)] },
  },
  ...requiresApiKey(include),
  rejectsRole(include, 'Support', 'FullMember'),
  {
    endpoint: exclude,
    title: 'an included document stops counting',
    async call(world) {
      const { path } = await createScoredDocument(world, 'Low')
      await world.acme('PUT', path, { reason })
      return world.acme('DELETE', path)
    },
    expects: { status: 200, body: { message: expect.stringMatching(/does not count any more$/) } },
  },
  {
    endpoint: exclude,
    title: 'a checked document is not checked any more',
    async call(world) {
      const { path } = await createUnreadDocument(world)
      await world.acme('PUT', path, { reason })
      return world.acme('DELETE', path)
    },
    expects: { status: 200, body: { message: expect.stringMatching(/is not checked any more$/) } },
  },
  {
    endpoint: exclude,
    title: 'a document that is not included is not found',
    call: async ({ acme, createUserId }) =>
      acme('DELETE', `/users/${await createUserId()}/income/inclusions/${unknownId}`),
    expects: { status: 404, errors: [notFoundMessage('Inclusion', unknownId)] },
  },
  ...requiresApiKey(exclude),
  rejectsRole(exclude, 'Support', 'FullMember'),
]

export const income = inArea('income', [...summaries, ...inclusions])
