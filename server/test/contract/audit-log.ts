import { expect } from 'vitest'
import { invalid } from './messages.ts'
import { inArea } from './row.ts'
import { timestamp, uuid } from './shapes.ts'
import { rejectsRole, requiresApiKey } from './shared-rows.ts'

const endpoint = 'GET /audit-log'

export const auditLog = inArea('audit-log', [
  {
    endpoint,
    title: 'shows actor, action and subject of a change, and its hash in the chain',
    async call({ acme, createUserId }) {
      return acme('GET', `/audit-log?subject_id=${await createUserId()}`)
    },
    expects: {
      status: 200,
      body: {
        audit_lines: [
          {
            at: timestamp,
            actor_kind: 'api_key',
            actor_id: uuid,
            action: 'user.created',
            subject_id: uuid,
            request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
            chain: expect.stringMatching(/^\d+\/\d+$/),
            hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        ],
        next_cursor: null,
      },
    },
  },
  {
    endpoint,
    title: 'a full page returns the cursor of the next one',
    async call({ acme, createUserId }) {
      await createUserId()
      return acme('GET', '/audit-log?limit=1')
    },
    expects: { status: 200, matches: { next_cursor: expect.any(String) } },
  },
  {
    endpoint,
    title: 'a made-up cursor is refused',
    call: ({ acme }) => acme('GET', '/audit-log?cursor=x'),
    expects: { status: 400, errors: [invalid('cursor')] },
  },
  {
    endpoint,
    title: 'a limit above 100 is refused',
    call: ({ acme }) => acme('GET', '/audit-log?limit=101'),
    expects: { status: 400, errors: [invalid('limit')] },
  },
  rejectsRole(endpoint, 'FullMember', 'Admin'),
  ...requiresApiKey(endpoint),
])
