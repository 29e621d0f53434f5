import { expect } from 'vitest'
import { invalid } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { pagination, timestamp, uuid } from './shapes.ts'
import { pagingRows, rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { mapBody } from './world.ts'

const list = 'GET /reviews'
const file = 'GET /reviews/export'
const views = 'GET /reviews/views'
const saveViews = 'PUT /reviews/views'
const rules = 'GET /reviews/rules'
const replaceRules = 'PUT /reviews/rules'
const ruleChanges = 'GET /reviews/rules/changes'
const read = 'GET /users/{user_id}/review'
const change = 'PATCH /users/{user_id}/review'
const decide = 'PUT /users/{user_id}/review/decision'
const addNote = 'POST /users/{user_id}/review/notes'
const notes = 'GET /users/{user_id}/review/notes'
const bulk = 'POST /users/bulk-invitations'

const text = 'The employer confirmed the pay by telephone.'
const review = {
  user_id: uuid,
  status: 'registered',
  status_at: timestamp,
  updated_at: timestamp,
  assignee: null,
  finding: null,
  advice: 'none',
  employer: null,
  annual_gross: null,
  decision: null,
  note_count: 0,
  assignable: expect.any(Array),
}
const { decision: _, note_count: __, assignable: ___, ...shared } = review
const author = { kind: 'api_key', id: uuid, name: null }

const queue: Row[] = [
  {
    endpoint: list,
    title: 'finds a user by the beginning of the surname',
    async call({ acme, createUserId }) {
      const id = await createUserId({ forename: 'Quintessa', surname: 'Ravelstone' })
      const reply = await acme('GET', '/reviews?search=rav&limit=100')
      return mapBody(reply, ({ reviews, next_cursor }) => ({
        found: reviews.filter((each: { user_id: string }) => each.user_id === id),
        next_cursor,
      }))
    },
    expects: {
      status: 200,
      body: {
        found: [
          {
            ...shared,
            forename: 'Quintessa',
            surname: 'Ravelstone',
            ext_id: null,
            created_at: timestamp,
            decision: null,
          },
        ],
        next_cursor: null,
      },
    },
  },
  {
    endpoint: list,
    title: 'reports invalid filters, sort and cursor by name',
    call: ({ acme }) =>
      acme('GET', '/reviews?status=unknown&advice=maybe&sort=name&gross_from=1&limit=101&assignee_id=x'),
    expects: {
      status: 400,
      errors: [
        /\[status/,
        /\[advice/,
        /\[sort\]/,
        /\[gross_from\]/,
        invalid('limit'),
        invalid('assignee_id'),
      ],
    },
  },
  ...requiresApiKey(list),
  {
    endpoint: file,
    title: 'returns the list as CSV',
    async call({ acme, createUserId }) {
      await createUserId({ forename: 'Quintessa', surname: 'Exportable' })
      const reply = await acme('GET', '/reviews/export?search=exportable')
      return {
        ...reply,
        body: { type: reply.headers['content-type'], lines: reply.text.split('\r\n').length > 2 },
      }
    },
    expects: { status: 200, body: { type: 'text/csv; charset=utf-8; header=present', lines: true } },
  },
  {
    endpoint: file,
    title: 'reports invalid filters by name',
    call: ({ acme }) => acme('GET', '/reviews/export?severity=worst'),
    expects: { status: 400, errors: [/\[severity/] },
  },
  ...requiresApiKey(file),
  rejectsRole(file, 'Support', 'FullMember'),
]

const viewEndpoints = [views, saveViews]

const savedViews: Row[] = [
  {
    endpoint: views,
    title: 'returns the saved views of the member',
    call: ({ supportMember }) => supportMember('GET', '/reviews/views'),
    expects: { status: 200, body: { views: expect.any(Array) } },
  },
  {
    endpoint: saveViews,
    title: 'replaces the earlier views',
    call: ({ fullMember }) =>
      fullMember('PUT', '/reviews/views', { views: [{ name: 'Ready', query: 'status=ready' }] }),
    expects: { status: 200, body: { views: [{ name: 'Ready', query: 'status=ready' }] } },
  },
  {
    endpoint: saveViews,
    title: 'reports a missing name and an invalid query by name',
    call: ({ fullMember }) => fullMember('PUT', '/reviews/views', { views: [{ query: 'a b' }] }),
    expects: { status: 400, errors: [/name/, /query/] },
  },
  ...viewEndpoints.flatMap((endpoint): Row[] => [
    ...requiresApiKey(endpoint),
    {
      endpoint,
      title: 'an API key is refused, because it has no views',
      call: ({ acme }) => acme(endpoint.split(' ')[0] ?? '', '/reviews/views', { views: [] }),
      expects: { status: 403, errors: [/key/] },
    },
  ]),
]

const sentRules = [
  { name: 'Three months of payslips', kind: 'min_months_covered', limit: '3', outcome: 'refer' },
  {
    name: 'No high risk',
    kind: 'no_finding_of_severity',
    severity: 'high',
    outcome: 'decline_suggested',
  },
  {
    name: 'No dispute',
    kind: 'no_finding_of_code',
    finding_codes: ['disputed'],
    outcome: 'refer',
  },
]
const storedRules = sentRules.map((rule) => ({ limit: null, severity: null, finding_codes: [], ...rule }))

const ruleRows: Row[] = [
  {
    endpoint: rules,
    title: 'a client without rules has version 0',
    call: async (world) => (await world.createClient()).call('GET', '/reviews/rules'),
    expects: { status: 200, body: { version: 0, updated_at: null, rules: [] } },
  },
  ...requiresApiKey(rules),
  rejectsRole(rules, 'Support', 'FullMember'),
  {
    endpoint: replaceRules,
    title: 'replaces the earlier rules',
    call: async (world) => (await world.createClient()).call('PUT', '/reviews/rules', { rules: sentRules }),
    expects: { status: 200, body: { version: 1, updated_at: timestamp, rules: storedRules } },
  },
  {
    endpoint: replaceRules,
    title: 'reports each invalid field of a rule by name',
    call: ({ acme }) =>
      acme('PUT', '/reviews/rules', {
        rules: [
          { name: 'No limit', kind: 'min_annual_gross', outcome: 'refer' },
          { name: '', kind: 'max_age', limit: '-1', outcome: 'approve' },
        ],
      }),
    expects: { status: 400, errors: [/limit/, /name/, /kind/, /limit/, /outcome/] },
  },
  {
    endpoint: replaceRules,
    title: 'a stale version is refused',
    async call(world) {
      const { call } = await world.createClient()
      await call('PUT', '/reviews/rules', { rules: sentRules })
      return call('PUT', '/reviews/rules', { version: 0, rules: [] })
    },
    expects: { status: 409, errors: [/version/], headers: { 'x-svc-error-code': 'rules-changed' } },
  },
  ...requiresApiKey(replaceRules),
  rejectsRole(replaceRules, 'FullMember', 'Admin'),
  {
    endpoint: ruleChanges,
    title: 'returns each change with the rules before and after',
    async call(world) {
      const { call } = await world.createClient()
      await call('PUT', '/reviews/rules', { rules: sentRules })
      await call('PUT', '/reviews/rules', { rules: [] })
      return call('GET', '/reviews/rules/changes')
    },
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 20, 2, 2),
        changes: [
          { version: 2, changed_at: timestamp, changed_by: author, before: storedRules, after: [] },
          { version: 1, changed_at: timestamp, changed_by: author, before: [], after: storedRules },
        ],
      },
    },
  },
  ...pagingRows(ruleChanges, {
    firstOffset: 1,
    maxLimit: 100,
    defaultLimit: 20,
    path: async () => '/reviews/rules/changes',
  }),
  ...requiresApiKey(ruleChanges),
  rejectsRole(ruleChanges, 'Support', 'FullMember'),
]

const single: Row[] = [
  {
    endpoint: read,
    title: 'a new user has the status registered and no assignee',
    call: async ({ acme, createUserId }) => acme('GET', `/users/${await createUserId()}/review`),
    expects: { status: 200, body: review },
  },
  ...rejectsUnknownIds(read, 'User'),
  ...requiresApiKey(read),
  rejectsRole(read, 'Support', 'FullMember'),
  {
    endpoint: change,
    title: 'changes the status to in_review',
    call: async ({ acme, createUserId }) =>
      acme('PATCH', `/users/${await createUserId()}/review`, { status: 'in_review' }),
    expects: { status: 200, body: { ...review, status: 'in_review' } },
  },
  {
    endpoint: change,
    title: 'an assignee who is no reviewer is refused',
    async call({ acme, createUserId }) {
      const id = await createUserId()
      return acme('PATCH', `/users/${id}/review`, { assignee_id: id })
    },
    expects: { status: 400, errors: [/\[assignee_id\]/] },
  },
  ...rejectsUnknownIds(change, 'User', { body: {} }),
  ...requiresApiKey(change),
  rejectsRole(change, 'Support', 'FullMember'),
  {
    endpoint: decide,
    title: 'records the decision with its reason',
    call: async ({ acme, createUserId }) =>
      acme('PUT', `/users/${await createUserId()}/review/decision`, { decision: 'approve', reason: text }),
    expects: {
      status: 200,
      body: {
        ...review,
        status: 'decided',
        decision: { decision: 'approve', reason: text, decided_at: timestamp, decided_by: author },
      },
    },
  },
  {
    endpoint: decide,
    title: 'reports an unknown decision and a missing reason by name',
    call: async ({ acme, createUserId }) =>
      acme('PUT', `/users/${await createUserId()}/review/decision`, { decision: 'maybe' }),
    expects: { status: 400, errors: [/\[decision\]/, /\[reason\]/] },
  },
  ...rejectsUnknownIds(decide, 'User', { body: { decision: 'approve', reason: text } }),
  ...requiresApiKey(decide),
  rejectsRole(decide, 'Support', 'FullMember'),
  {
    endpoint: addNote,
    title: 'returns the note with its author',
    call: async ({ acme, createUserId }) =>
      acme('POST', `/users/${await createUserId()}/review/notes`, { text }),
    expects: { status: 201, body: { note_id: uuid, text, created_at: timestamp, author } },
  },
  {
    endpoint: addNote,
    title: 'an empty note is refused',
    call: async ({ acme, createUserId }) =>
      acme('POST', `/users/${await createUserId()}/review/notes`, { text: ' ' }),
    expects: { status: 400, errors: [/\[text\]/] },
  },
  ...rejectsUnknownIds(addNote, 'User', { body: { text } }),
  ...requiresApiKey(addNote),
  rejectsRole(addNote, 'Support', 'FullMember'),
  {
    endpoint: notes,
    title: 'lists the notes, newest first',
    async call({ acme, createUserId }) {
      const path = `/users/${await createUserId()}/review/notes`
      await acme('POST', path, { text: 'first' })
      await acme('POST', path, { text: 'second' })
      return acme('GET', path)
    },
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 20, 2, 2),
        notes: [
          { note_id: uuid, text: 'second', created_at: timestamp, author },
          { note_id: uuid, text: 'first', created_at: timestamp, author },
        ],
      },
    },
  },
  ...pagingRows(notes, {
    firstOffset: 1,
    maxLimit: 100,
    defaultLimit: 20,
    path: async ({ createUserId }) => `/users/${await createUserId()}/review/notes`,
  }),
  ...rejectsUnknownIds(notes, 'User'),
  ...requiresApiKey(notes),
  rejectsRole(notes, 'Support', 'FullMember'),
]

const header = 'ext_id,forename,surname,date_of_birth,post_code,email'
const line = (ext_id: string) => `${ext_id},Quentin,Bulkhead,1990-01-31,LS1 4AP,${ext_id}@people.example`
let lines = 0
const freshId = () => `bulk-${Date.now()}-${lines++}`

const invitations: Row[] = [
  {
    endpoint: bulk,
    title: 'a dry run reports the errors of each line and changes nothing',
    call: ({ acme }) =>
      acme('POST', '/users/bulk-invitations', {
        csv: `${header}\n${line(freshId())}\n,Al,,x,LS1 4AP,a@b.example`,
      }),
    expects: {
      status: 200,
      body: {
        is_dry_run: true,
        line_count: 2,
        errors: [
          { line: 3, field: 'ext_id', message: expect.any(String) },
          { line: 3, field: 'surname', message: expect.any(String) },
          { line: 3, field: 'date_of_birth', message: expect.any(String) },
        ],
        invited: [],
      },
    },
  },
  {
    endpoint: bulk,
    title: 'creates a user and sends a link for each line',
    call: ({ acme }) =>
      acme('POST', '/users/bulk-invitations', { csv: `${header}\n${line(freshId())}`, dry_run: false }),
    expects: {
      status: 200,
      body: {
        is_dry_run: false,
        line_count: 1,
        errors: [],
        invited: [{ line: 2, user_id: uuid, ext_id: expect.stringMatching(/^bulk-/) }],
      },
    },
  },
  {
    endpoint: bulk,
    title: 'a first line without the column names is refused',
    call: ({ acme }) => acme('POST', '/users/bulk-invitations', { csv: 'name,mail\na,b' }),
    expects: { status: 400, errors: [/\[csv\]/] },
  },
  {
    endpoint: bulk,
    title: 'a file above the limit of invitations in 24 hours is refused',
    async call(world) {
      const { call, clientId } = await world.createClient()
      await world.api.sql(
        'insert into journey_invitations (client_id) select $1 from generate_series(1, 2000)',
        [clientId],
      )
      return call('POST', '/users/bulk-invitations', { csv: `${header}\n${line(freshId())}`, dry_run: false })
    },
    expects: { status: 429, errors: [/24 hours/] },
  },
  ...requiresApiKey(bulk),
  rejectsRole(bulk, 'Support', 'FullMember'),
]

export const reviews = inArea('reviews', [...queue, ...savedViews, ...ruleRows, ...single, ...invitations])
