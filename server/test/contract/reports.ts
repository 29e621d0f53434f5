import { expect } from 'vitest'
import { notFoundMessage } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { timestamp, uuid } from './shapes.ts'
import { rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { mapBody, unknownId } from './world.ts'

const report = 'GET /users/{user_id}/report'
const file = 'GET /users/{user_id}/report/file'
const create = 'POST /users/{user_id}/report/links'
const list = 'GET /users/{user_id}/report/links'
const revoke = 'DELETE /users/{user_id}/report/links/{link_id}'

const signed: Row[] = [
  {
    endpoint: report,
    title: 'returns a report with its signature',
    async call({ acme, createUserId }) {
      const reply = await acme('GET', `/users/${await createUserId()}/report?as_of=2026-05-31`)
      return mapBody(reply, ({ report: { report_id, income, documents }, jws }) => ({
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
    title: 'returns the report as a PDF',
    async call({ acme, createUserId }) {
      const reply = await acme('GET', `/users/${await createUserId()}/report/file?as_of=2026-05-31`)
      return { ...reply, body: { type: reply.headers['content-type'], start: reply.text.slice(0, 5) } }
    },
    expects: { status: 200, body: { type: 'application/pdf', start: '%PDF-' } },
  },
  ...sharedRows(report),
  ...sharedRows(file),
]

/** Refusals that the report and its file have in common. */
function sharedRows(endpoint: string): Row[] {
  return [
    {
      endpoint,
      title: 'an invalid as_of and negative commitments are refused',
      async call({ acme, createUserId }) {
        const path = endpoint.replace('GET ', '').replace('{user_id}', await createUserId())
        return acme('GET', `${path}?as_of=yesterday&commitments=-1.00`)
      },
      expects: { status: 400, errors: [/\[as_of\]/, /\[commitments\]/] },
    },
    ...rejectsUnknownIds(endpoint, 'User'),
    ...requiresApiKey(endpoint),
    rejectsRole(endpoint, 'Support', 'FullMember'),
  ]
}

const links: Row[] = [
  {
    endpoint: create,
    title: 'creates a link and returns its URL, only in this reply',
    call: async ({ acme, createUserId }) => acme('POST', `/users/${await createUserId()}/report/links`, {}),
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
    title: 'an expiry of more than 30 days is refused',
    call: async ({ acme, createUserId }) =>
      acme('POST', `/users/${await createUserId()}/report/links`, { expires_in_days: 31 }),
    expects: { status: 400, errors: [/\[expires_in_days\]/] },
  },
  ...rejectsUnknownIds(create, 'User', { body: {} }),
  ...requiresApiKey(create),
  rejectsRole(create, 'Support', 'FullMember'),
  {
    endpoint: list,
    title: 'lists links without their URLs',
    async call({ acme, createUserId }) {
      const path = `/users/${await createUserId()}/report/links`
      await acme('POST', path, {})
      return mapBody(await acme('GET', path), ({ links: all }) => ({ all }))
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
    title: 'a limit above 100 is refused',
    call: async ({ acme, createUserId }) =>
      acme('GET', `/users/${await createUserId()}/report/links?limit=101`),
    expects: { status: 400, errors: [/\[limit\]/] },
  },
  ...rejectsUnknownIds(list, 'User'),
  ...requiresApiKey(list),
  rejectsRole(list, 'Support', 'FullMember'),
  {
    endpoint: revoke,
    title: 'revokes a link and returns a confirmation message',
    async call({ acme, createUserId }) {
      const path = `/users/${await createUserId()}/report/links`
      const { body } = await acme('POST', path, {})
      return acme('DELETE', `${path}/${body.link_id}`)
    },
    expects: { status: 200, body: { message: expect.stringMatching(/was revoked$/) } },
  },
  {
    endpoint: revoke,
    title: 'an unknown link id is not found',
    call: async ({ acme, createUserId }) =>
      acme('DELETE', `/users/${await createUserId()}/report/links/${unknownId}`),
    expects: { status: 404, errors: [notFoundMessage('Report link', unknownId)] },
  },
  ...requiresApiKey(revoke),
  rejectsRole(revoke, 'Support', 'FullMember'),
]

export const reports = inArea('income', [...signed, ...links])
