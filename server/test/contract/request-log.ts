import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { invalid } from './messages.ts'
import { inArea } from './row.ts'
import { timestamp, uuid } from './shapes.ts'
import { rejectsRole, requiresApiKey } from './shared-rows.ts'

const endpoint = 'GET /request-log'

export const requestLog = inArea('request-log', [
  {
    endpoint,
    title: 'shows method, path, status, duration and caller of a request, but no values',
    async call({ acme, createUserId }) {
      const id = await createUserId()
      const { headers } = await acme('GET', `/users/${id}`)
      const path = `/request-log?request_id=${headers['x-request-id']}`
      await eventually(async () => (await acme('GET', path)).body.requests.length > 0, 30_000)
      return acme('GET', path)
    },
    expects: {
      status: 200,
      body: {
        requests: [
          {
            request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
            at: timestamp,
            method: 'GET',
            route: '/users/{user_id}',
            path: expect.stringMatching(/^\/users\/[0-9a-f-]{36}$/),
            operation_id: 'getUser',
            status: 200,
            duration_ms: expect.any(Number),
            actor_kind: 'api_key',
            actor_id: uuid,
            error_code: null,
            query: [],
            body_fields: [],
            error_fields: [],
          },
        ],
        next_cursor: null,
      },
    },
  },
  {
    endpoint,
    title: 'reports invalid filters by name',
    call: ({ acme }) => acme('GET', '/request-log?limit=101&status=404&method=FETCH'),
    expects: { status: 400, errors: [invalid('limit'), /\[method\]/, /\[status\]/] },
  },
  {
    endpoint,
    title: 'a made-up cursor is refused',
    call: ({ acme }) => acme('GET', '/request-log?cursor=x'),
    expects: { status: 400, errors: [invalid('cursor')] },
  },
  rejectsRole(endpoint, 'FullMember', 'Admin'),
  ...requiresApiKey(endpoint),
])
