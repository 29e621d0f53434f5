import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import type { Row } from './row.ts'
import { createIsolatedWebhook, createSandboxPerson, requireStatus } from './scenes.ts'
import { timestamp, uuid } from './shapes.ts'
import type { ContractReply, ContractWorld } from './world.ts'

// The webhook body of each event kind.

type Webhook = Awaited<ReturnType<typeof createIsolatedWebhook>>

/** A row: `cause` changes a new user, and the webhook receives the event with these fields. */
const eventRow = (
  event: string,
  title: string,
  cause: (webhook: Webhook, userId: string, world: ContractWorld) => Promise<unknown>,
  fields: object,
): Row => ({
  endpoint: delivery,
  title,
  async call(world) {
    const webhook = await createIsolatedWebhook(world, { events: [event] })
    await cause(webhook, await webhook.createUserId(), world)
    const [request] = await webhook.receivedRequests(1)
    return request as ContractReply
  },
  expects: { status: 200, body: { event, user_id: uuid, timestamp, ...fields } },
})

/** Connects a payroll account that belongs to another person. */
async function connect({ call }: Webhook, user_id: string, world: ContractWorld, password = 'pass') {
  await call('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const login = { user_name: await createSandboxPerson(world), password }
  requireStatus(
    await call('POST', '/accounts', { user_id, payroll_provider: 'sandbox-payroll', ...login }),
    201,
  )
}

export const eventKindRows: Row[] = [
  eventRow(
    'account-status-changed',
    'account-status-changed has the status and reason of an account',
    (webhook, userId, world) => connect(webhook, userId, world, 'mfa:code'),
    { account_id: uuid, from_status: null, status: 'PENDING', reason: 'second-factor-asked' },
  ),
  eventRow(
    'authorisation-revoked',
    'authorisation-revoked has the authorisation and who withdrew it',
    async ({ call }, user_id) => {
      const { body } = await call('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
      await call('PUT', `/authorisations/${body.id}/revoke`)
    },
    { authorisation_id: uuid, term_id: uuid, withdrawn_by: 'client', revoked_at: timestamp },
  ),
  eventRow(
    'journey-ended',
    'journey-ended has the outcome of a journey',
    async ({ call }, user_id, { withToken }) => {
      const { webapp_link } = (await call('POST', '/user-tokens', { user_id })).body
      const code = String(webapp_link).split('/').at(-1)
      const { token } = (await call('POST', '/journeys/sessions', { code })).body
      await withToken(token)('POST', '/journeys/current/ends', { outcome: { kind: 'nothing' } })
    },
    { journey_id: uuid, outcome: 'abandoned', reason: 'nothing', account_id: null },
  ),
  eventRow(
    'document-flagged',
    'document-flagged has the trust score and findings of a document',
    ({ call, path }) => call('POST', `${path}/test`, { event: 'document-flagged' }),
    { document_id: uuid, type: 'payslip', trust_score: 'Low', finding_codes: ['BOX_OVER_TEXT'] },
  ),
  eventRow(
    'income-summary-updated',
    'income-summary-updated has the status of a changed income summary',
    connect,
    {
      model_id: 'income-1',
      as_of: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      status: expect.stringMatching(/^(partial|ready)$/),
    },
  ),
  eventRow(
    'review-status-changed',
    'review-status-changed has the decision of a review',
    async ({ call }, userId) => {
      const decision = { decision: 'approve', reason: 'Three months of steady pay.' }
      requireStatus(await call('PUT', `/users/${userId}/review/decision`, decision), 200)
    },
    { from_status: 'registered', status: 'decided', decision: 'approve', assignee_id: null },
  ),
  eventRow(
    'identity-mismatch',
    'identity-mismatch has the differences between an account and the registered person',
    connect,
    {
      account_id: uuid,
      document_id: null,
      identity_match: 'none',
      differences: expect.arrayContaining(['name', 'date_of_birth']),
    },
  ),
]
