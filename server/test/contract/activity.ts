import { expect } from 'vitest'
import { invalid } from './messages.ts'
import { knowsWhoExists, needsApiKey } from './refusals.ts'
import { inArea } from './row.ts'
import { timestamp, uuid } from './shapes.ts'

const timeline = 'GET /users/{user_id}/timeline'
const activity = 'GET /activity'
const attention = 'GET /attention'
const flags = 'GET /users/flags'

const nothing = {
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
    says: 'somebody new was registered, and the role Support may know',
    call: async ({ supportMember, aPerson }) => supportMember('GET', `/users/${await aPerson()}/timeline`),
    expects: {
      status: 200,
      body: { timeline: [{ at: timestamp, kind: 'user.created', id: uuid }], next_cursor: null },
    },
  },
  {
    endpoint: timeline,
    says: 'a page that is full names the next',
    call: async ({ acme, aPerson }) => acme('GET', `/users/${await aPerson()}/timeline?limit=1`),
    expects: { status: 200, holds: { next_cursor: expect.any(String) } },
  },
  {
    endpoint: timeline,
    says: 'a cursor that nobody gave',
    call: async ({ acme, aPerson }) => acme('GET', `/users/${await aPerson()}/timeline?cursor=x&limit=101`),
    expects: { status: 400, errors: [invalid('limit')] },
  },
  ...knowsWhoExists(timeline, 'User'),
  ...needsApiKey(timeline),
  {
    endpoint: activity,
    says: 'a day on which one user was registered',
    async call({ aClient }) {
      const { ask } = await aClient()
      const user = { forename: 'Edda', surname: 'Fennwick', date_of_birth: '1990-01-01' }
      await ask('POST', '/users', { ...user, post_codes: ['LS1 4AP'], payroll_period_months: 3 })
      return ask('GET', `/activity?from=${today()}`)
    },
    expects: {
      status: 200,
      holds: { days: [{ ...nothing, day: expect.any(String), users_registered: 1 }] },
    },
  },
  {
    endpoint: activity,
    says: 'the role Support may look',
    call: ({ supportMember }) => supportMember('GET', '/activity?from=2025-01-31&to=2025-01-31'),
    expects: {
      status: 200,
      body: { from: '2025-01-31', to: '2025-01-31', days: [{ day: '2025-01-31', ...nothing }] },
    },
  },
  {
    endpoint: activity,
    says: 'days in the wrong order',
    call: ({ acme }) => acme('GET', '/activity?from=2025-02-01&to=2025-01-31'),
    expects: { status: 400, errors: [invalid('to')] },
  },
  ...needsApiKey(activity),
  {
    endpoint: attention,
    says: 'a webhook that somebody paused',
    async call({ aClient }) {
      const { ask } = await aClient()
      const hook = { name: 'till', events: ['user-payroll-submitted'], url: 'https://till.example/hook' }
      const { webhook_id } = (await ask('POST', '/webhooks', hook)).body
      await ask('POST', `/webhooks/${webhook_id}/pause`)
      return ask('GET', '/attention')
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
    says: 'the role Support may look',
    call: ({ supportMember }) => supportMember('GET', '/attention'),
    expects: { status: 200, holds: { at: timestamp, items: expect.any(Array) } },
  },
  ...needsApiKey(attention),
  {
    endpoint: flags,
    says: 'a user with nothing to check is omitted, and the role Support may look',
    call: async ({ supportMember, aPerson }) =>
      supportMember('GET', `/users/flags?user_ids=${await aPerson()}`),
    expects: { status: 200, body: { users: [] } },
  },
  {
    endpoint: flags,
    says: 'an id that is none',
    call: ({ acme }) => acme('GET', '/users/flags?user_ids=x'),
    expects: { status: 400, errors: [invalid('user_ids.0')] },
  },
  ...needsApiKey(flags),
])
