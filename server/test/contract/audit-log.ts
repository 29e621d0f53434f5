import { expect } from 'vitest'
import { invalid } from './messages.ts'
import { needsApiKey, refusesRole } from './refusals.ts'
import { inArea } from './row.ts'
import { timestamp, uuid } from './shapes.ts'

const endpoint = 'GET /audit-log'

export const auditLog = inArea('audit-log', [
  {
    endpoint,
    says: 'names actor, action and subject of a change, with its place in the hash chain',
    async call({ acme, aPerson }) {
      return acme('GET', `/audit-log?subject_id=${await aPerson()}`)
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
    says: 'a full page has the cursor of the next one',
    async call({ acme, aPerson }) {
      await aPerson()
      return acme('GET', '/audit-log?limit=1')
    },
    expects: { status: 200, holds: { next_cursor: expect.any(String) } },
  },
  {
    endpoint,
    says: 'a cursor that no page returned is refused',
    call: ({ acme }) => acme('GET', '/audit-log?cursor=x'),
    expects: { status: 400, errors: [invalid('cursor')] },
  },
  {
    endpoint,
    says: 'a page holds at most 100 lines',
    call: ({ acme }) => acme('GET', '/audit-log?limit=101'),
    expects: { status: 400, errors: [invalid('limit')] },
  },
  refusesRole(endpoint, 'FullMember', 'Admin'),
  ...needsApiKey(endpoint),
])
