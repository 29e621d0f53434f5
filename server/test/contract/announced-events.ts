import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import type { Promised } from './row.ts'
import { aLoneWebhook, aStranger, required } from './scenes.ts'
import { timestamp, uuid } from './shapes.ts'
import type { ContractReply, ContractWorld } from './world.ts'

// Bodies of each kind of event, as a webhook gets them.

type Webhook = Awaited<ReturnType<typeof aLoneWebhook>>

/** A row: what `cause` does to a new person is announced with these fields. */
const announces = (
  event: string,
  says: string,
  cause: (webhook: Webhook, userId: string, world: ContractWorld) => Promise<unknown>,
  fields: object,
): Promised => ({
  endpoint: delivery,
  says,
  async call(world) {
    const webhook = await aLoneWebhook(world, { events: [event] })
    await cause(webhook, await webhook.aPerson(), world)
    const [request] = await webhook.arrivals(1)
    return request as ContractReply
  },
  expects: { status: 200, body: { event, user_id: uuid, timestamp, ...fields } },
})

/** Connects a payroll account that belongs to another person. */
async function connect({ ask }: Webhook, user_id: string, world: ContractWorld, password = 'pass') {
  await ask('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const login = { user_name: await aStranger(world), password }
  required(await ask('POST', '/accounts', { user_id, payroll_provider: 'sandbox-payroll', ...login }), 201)
}

export const announcedEventRows: Promised[] = [
  announces(
    'account-status-changed',
    'account-status-changed has the status and reason of an account',
    (webhook, userId, world) => connect(webhook, userId, world, 'mfa:code'),
    { account_id: uuid, from_status: null, status: 'PENDING', reason: 'second-factor-asked' },
  ),
  announces(
    'authorisation-revoked',
    'authorisation-revoked says who withdrew which authorisation',
    async ({ ask }, user_id) => {
      const { body } = await ask('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
      await ask('PUT', `/authorisations/${body.id}/revoke`)
    },
    { authorisation_id: uuid, term_id: uuid, withdrawn_by: 'client', revoked_at: timestamp },
  ),
  announces(
    'journey-ended',
    'journey-ended has the outcome of a journey',
    async ({ ask }, user_id, { withToken }) => {
      const { webapp_link } = (await ask('POST', '/user-tokens', { user_id })).body
      const code = String(webapp_link).split('/').at(-1)
      const { token } = (await ask('POST', '/journeys/sessions', { code })).body
      await withToken(token)('POST', '/journeys/current/ends', { outcome: { kind: 'nothing' } })
    },
    { journey_id: uuid, outcome: 'abandoned', reason: 'nothing', account_id: null },
  ),
  announces(
    'document-flagged',
    'document-flagged has the trust score and findings of a document',
    ({ ask, path }) => ask('POST', `${path}/test`, { event: 'document-flagged' }),
    { document_id: uuid, type: 'payslip', trust_score: 'Low', finding_codes: ['BOX_OVER_TEXT'] },
  ),
  announces(
    'income-summary-updated',
    'income-summary-updated has the status of a changed income summary',
    connect,
    {
      model_id: 'income-1',
      as_of: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      status: expect.stringMatching(/^(partial|ready)$/),
    },
  ),
  announces(
    'review-status-changed',
    'review-status-changed has the decision of a review',
    async ({ ask }, userId) => {
      const decision = { decision: 'approve', reason: 'Three months of steady pay.' }
      required(await ask('PUT', `/users/${userId}/review/decision`, decision), 200)
    },
    { from_status: 'registered', status: 'decided', decision: 'approve', assignee_id: null },
  ),
  announces(
    'identity-mismatch',
    'identity-mismatch says in what an account differs from the registered person',
    connect,
    {
      account_id: uuid,
      document_id: null,
      identity_match: 'none',
      differences: expect.arrayContaining(['name', 'date_of_birth']),
    },
  ),
]
