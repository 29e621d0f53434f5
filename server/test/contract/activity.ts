import { expect } from 'vitest'
import { invalid } from './messages.ts'
import { inArea } from './row.ts'
import { timestamp, uuid } from './shapes.ts'
import { rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'

const timeline = 'GET /users/{user_id}/timeline'
const activity = 'GET /activity'
const attention = 'GET /attention'
const flags = 'GET /users/flags'

const noActivity = {
  users_registered: 0,
  journeys: 0,
  connections_started: 0,
  connections_succeeded: 0,
  connections_failed: 0,
  payroll_submissions: 0,
  bank_statement_submissions: 0,
  tax_income_submissions: 0,
  deliveries_succeeded: 0,
  deliveries_failed: 0,
}
const today = () => new Date().toISOString().slice(0, 10)

export const activityRows = inArea('activity', [
  {
    endpoint: timeline,
    title: 'shows the registration of a user, also to the role Support',
    call: async ({ supportMember, createUserId }) =>
      supportMember('GET', `/users/${await createUserId()}/timeline`),
    expects: {
      status: 200,
      body: { timeline: [{ at: timestamp, kind: 'user.created', id: uuid }], next_cursor: null },
    },
  },
  {
    endpoint: timeline,
    title: 'a full page returns a cursor',
    call: async ({ acme, createUserId }) => acme('GET', `/users/${await createUserId()}/timeline?limit=1`),
    expects: { status: 200, matches: { next_cursor: expect.any(String) } },
  },
  {
    endpoint: timeline,
    title: 'a limit above 100 is refused',
    call: async ({ acme, createUserId }) =>
      acme('GET', `/users/${await createUserId()}/timeline?cursor=x&limit=101`),
    expects: { status: 400, errors: [invalid('limit')] },
  },
  ...rejectsUnknownIds(timeline, 'User'),
  ...requiresApiKey(timeline),
  {
    endpoint: activity,
    title: 'counts a registration on its day',
    async call({ createClient }) {
      const { call } = await createClient()
      const user = { forename: 'Edda', surname: 'Fennwick', date_of_birth: '1990-01-01' }
      await call('POST', '/users', { ...user, post_codes: ['LS1 4AP'], payroll_period_months: 3 })
      return call('GET', `/activity?from=${today()}`)
    },
    expects: {
      status: 200,
      matches: { days: [{ ...noActivity, day: expect.any(String), users_registered: 1 }] },
    },
  },
  {
    endpoint: activity,
    title: 'the role Support may read it',
    call: ({ supportMember }) => supportMember('GET', '/activity?from=2025-01-31&to=2025-01-31'),
    expects: {
      status: 200,
      body: { from: '2025-01-31', to: '2025-01-31', days: [{ day: '2025-01-31', ...noActivity }] },
    },
  },
  {
    endpoint: activity,
    title: 'a from date after the to date is refused',
    call: ({ acme }) => acme('GET', '/activity?from=2025-02-01&to=2025-01-31'),
    expects: { status: 400, errors: [invalid('to')] },
  },
  ...requiresApiKey(activity),
  {
    endpoint: attention,
    title: 'lists a paused webhook',
    async call({ createClient }) {
      const { call } = await createClient()
      const hook = { name: 'till', events: ['user-payroll-submitted'], url: 'https://till.example/hook' }
      const { webhook_id } = (await call('POST', '/webhooks', hook)).body
      await call('POST', `/webhooks/${webhook_id}/pause`)
      return call('GET', '/attention')
    },
    expects: {
      status: 200,
      body: {
        at: timestamp,
        items: expect.arrayContaining([
          {
            kind: 'webhook-paused',
            reason: 'you paused it',
            count: 1,
            is_capped: false,
            since: timestamp,
            examples: [{ id: uuid, user_id: null, name: 'till', at: timestamp }],
          },
        ]),
      },
    },
  },
  {
    endpoint: attention,
    title: 'the role Support may read it',
    call: ({ supportMember }) => supportMember('GET', '/attention'),
    expects: { status: 200, matches: { at: timestamp, items: expect.any(Array) } },
  },
  ...requiresApiKey(attention),
  {
    endpoint: flags,
    title: 'omits a user without flags, and the role Support may read it',
    call: async ({ supportMember, createUserId }) =>
      supportMember('GET', `/users/flags?user_ids=${await createUserId()}`),
    expects: { status: 200, body: { users: [] } },
  },
  {
    endpoint: flags,
    title: 'a malformed user id is refused',
    call: ({ acme }) => acme('GET', '/users/flags?user_ids=x'),
    expects: { status: 400, errors: [invalid('user_ids.0')] },
  },
  ...requiresApiKey(flags),
])
