import { expect } from 'vitest'
import { noSuch } from './messages.ts'
import { knowsWhoExists, needsApiKey, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { timestamp, uuid } from './shapes.ts'
import { look, nobodysId } from './world.ts'

const report = 'GET /users/{user_id}/report'
const file = 'GET /users/{user_id}/report/file'
const create = 'POST /users/{user_id}/report/links'
const list = 'GET /users/{user_id}/report/links'
const revoke = 'DELETE /users/{user_id}/report/links/{link_id}'

const signed: Promised[] = [
  {
    endpoint: report,
    says: 'a report with its signature',
    async call({ acme, aPerson }) {
      const reply = await acme('GET', `/users/${await aPerson()}/report?as_of=2026-05-31`)
      return look(reply, ({ report: { report_id, income, documents }, jws }) => ({
        report_id,
        as_of: income.as_of,
        documents,
        parts: jws.split('.').length,
      }))
    },
    expects: { status: 200, body: { report_id: uuid, as_of: '2026-05-31', documents: [], parts: 3 } },
  },
  {
    endpoint: file,
    says: 'the same report as a PDF',
    async call({ acme, aPerson }) {
      const reply = await acme('GET', `/users/${await aPerson()}/report/file?as_of=2026-05-31`)
      return { ...reply, body: { type: reply.headers['content-type'], start: reply.text.slice(0, 5) } }
    },
    expects: { status: 200, body: { type: 'application/pdf', start: '%PDF-' } },
  },
  ...[report, file].flatMap((endpoint): Promised[] => [
    {
      endpoint,
      says: 'as_of must be a date and commitments an amount',
      async call({ acme, aPerson }) {
        const path = endpoint.replace('GET ', '').replace('{user_id}', await aPerson())
        return acme('GET', `${path}?as_of=yesterday&commitments=-1.00`)
      },
      expects: { status: 400, errors: [/\[as_of\]/, /\[commitments\]/] },
    },
    ...knowsWhoExists(endpoint, 'User'),
    ...needsApiKey(endpoint),
    refusesRole(endpoint, 'Support', 'FullMember'),
  ]),
]

const links: Promised[] = [
  {
    endpoint: create,
    says: 'a link with its URL, which is returned only once',
    call: async ({ acme, aPerson }) => acme('POST', `/users/${await aPerson()}/report/links`, {}),
    expects: {
      status: 201,
      body: {
        link_id: uuid,
        report_id: uuid,
        created_at: timestamp,
        expires_at: timestamp,
        url: expect.stringMatching(/\/shared-reports\/[\w-]{43}$/),
      },
    },
  },
  {
    endpoint: create,
    says: 'a link is valid for 1 to 30 days',
    call: async ({ acme, aPerson }) =>
      acme('POST', `/users/${await aPerson()}/report/links`, { expires_in_days: 31 }),
    expects: { status: 400, errors: [/\[expires_in_days\]/] },
  },
  ...knowsWhoExists(create, 'User', { body: {} }),
  ...needsApiKey(create),
  refusesRole(create, 'Support', 'FullMember'),
  {
    endpoint: list,
    says: 'links without their URLs',
    async call({ acme, aPerson }) {
      const path = `/users/${await aPerson()}/report/links`
      await acme('POST', path, {})
      return look(await acme('GET', path), ({ links: all }) => ({ all }))
    },
    expects: {
      status: 200,
      body: {
        all: [
          {
            link_id: uuid,
            report_id: uuid,
            created_at: timestamp,
            expires_at: timestamp,
            status: 'open',
            opened: 0,
            last_opened_at: null,
          },
        ],
      },
    },
  },
  {
    endpoint: list,
    says: 'a page has at most 100 links',
    call: async ({ acme, aPerson }) => acme('GET', `/users/${await aPerson()}/report/links?limit=101`),
    expects: { status: 400, errors: [/\[limit\]/] },
  },
  ...knowsWhoExists(list, 'User'),
  ...needsApiKey(list),
  refusesRole(list, 'Support', 'FullMember'),
  {
    endpoint: revoke,
    says: 'a revoked link does not work any more',
    async call({ acme, aPerson }) {
      const path = `/users/${await aPerson()}/report/links`
      const { body } = await acme('POST', path, {})
      return acme('DELETE', `${path}/${body.link_id}`)
    },
    expects: { status: 200, body: { message: expect.stringMatching(/was revoked$/) } },
  },
  {
    endpoint: revoke,
    says: 'a link that the user does not have',
    call: async ({ acme, aPerson }) => acme('DELETE', `/users/${await aPerson()}/report/links/${nobodysId}`),
    expects: { status: 404, errors: [noSuch('Report link', nobodysId)] },
  },
  ...needsApiKey(revoke),
  refusesRole(revoke, 'Support', 'FullMember'),
]

export const reports = inArea('income', [...signed, ...links])
