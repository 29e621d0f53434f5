import { expect } from 'vitest'
import { invalid } from './messages.ts'
import { knowsWhoExists, needsApiKey, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { pagination, timestamp, uuid } from './shapes.ts'
import { look } from './world.ts'

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

const queue: Promised[] = [
  {
    endpoint: list,
    says: 'a user is found by the beginning of the name',
    async call({ acme, aPerson }) {
      const id = await aPerson({ forename: 'Quintessa', surname: 'Ravelstone' })
      const reply = await acme('GET', '/reviews?search=rav&limit=100')
      return look(reply, ({ reviews, next_cursor }) => ({
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
    says: 'filters, sort and cursor are checked',
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
  ...needsApiKey(list),
  {
    endpoint: file,
    says: 'the list as CSV',
    async call({ acme, aPerson }) {
      await aPerson({ forename: 'Quintessa', surname: 'Exportable' })
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
    says: 'filters are checked',
    call: ({ acme }) => acme('GET', '/reviews/export?severity=worst'),
    expects: { status: 400, errors: [/\[severity/] },
  },
  ...needsApiKey(file),
  refusesRole(file, 'Support', 'FullMember'),
]

const viewEndpoints = [views, saveViews]

const savedViews: Promised[] = [
  {
    endpoint: views,
    says: 'the saved views of the member',
    call: ({ supportMember }) => supportMember('GET', '/reviews/views'),
    expects: { status: 200, body: { views: expect.any(Array) } },
  },
  {
    endpoint: saveViews,
    says: 'the views replace the earlier ones',
    call: ({ fullMember }) =>
      fullMember('PUT', '/reviews/views', { views: [{ name: 'Ready', query: 'status=ready' }] }),
    expects: { status: 200, body: { views: [{ name: 'Ready', query: 'status=ready' }] } },
  },
  {
    endpoint: saveViews,
    says: 'a view needs a name and a query string',
    call: ({ fullMember }) => fullMember('PUT', '/reviews/views', { views: [{ query: 'a b' }] }),
    expects: { status: 400, errors: [/name/, /query/] },
  },
  ...viewEndpoints.flatMap((endpoint): Promised[] => [
    ...needsApiKey(endpoint),
    {
      endpoint,
      says: 'an API key has no views',
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

const ruleRows: Promised[] = [
  {
    endpoint: rules,
    says: 'a client without rules has version 0',
    call: async (world) => (await world.aClient()).ask('GET', '/reviews/rules'),
    expects: { status: 200, body: { version: 0, updated_at: null, rules: [] } },
  },
  ...needsApiKey(rules),
  refusesRole(rules, 'Support', 'FullMember'),
  {
    endpoint: replaceRules,
    says: 'the rules replace the earlier ones',
    call: async (world) => (await world.aClient()).ask('PUT', '/reviews/rules', { rules: sentRules }),
    expects: { status: 200, body: { version: 1, updated_at: timestamp, rules: storedRules } },
  },
  {
    endpoint: replaceRules,
    says: 'a rule has the fields of its kind',
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
    says: 'a stale version changes nothing',
    async call(world) {
      const { ask } = await world.aClient()
      await ask('PUT', '/reviews/rules', { rules: sentRules })
      return ask('PUT', '/reviews/rules', { version: 0, rules: [] })
    },
    expects: { status: 409, errors: [/version/], headers: { 'x-svc-error-code': 'rules-changed' } },
  },
  ...needsApiKey(replaceRules),
  refusesRole(replaceRules, 'FullMember', 'Admin'),
  {
    endpoint: ruleChanges,
    says: 'each change with the rules before and after',
    async call(world) {
      const { ask } = await world.aClient()
      await ask('PUT', '/reviews/rules', { rules: sentRules })
      await ask('PUT', '/reviews/rules', { rules: [] })
      return ask('GET', '/reviews/rules/changes')
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
  ...pages(ruleChanges, {
    first: 1,
    max: 100,
    usual: 20,
    path: async () => '/reviews/rules/changes',
  }),
  ...needsApiKey(ruleChanges),
  refusesRole(ruleChanges, 'Support', 'FullMember'),
]

const single: Promised[] = [
  {
    endpoint: read,
    says: 'a new user is registered and not assigned',
    call: async ({ acme, aPerson }) => acme('GET', `/users/${await aPerson()}/review`),
    expects: { status: 200, body: review },
  },
  ...knowsWhoExists(read, 'User'),
  ...needsApiKey(read),
  refusesRole(read, 'Support', 'FullMember'),
  {
    endpoint: change,
    says: 'the team starts the review',
    call: async ({ acme, aPerson }) =>
      acme('PATCH', `/users/${await aPerson()}/review`, { status: 'in_review' }),
    expects: { status: 200, body: { ...review, status: 'in_review' } },
  },
  {
    endpoint: change,
    says: 'only a reviewer can be assigned',
    async call({ acme, aPerson }) {
      const id = await aPerson()
      return acme('PATCH', `/users/${id}/review`, { assignee_id: id })
    },
    expects: { status: 400, errors: [/\[assignee_id\]/] },
  },
  ...knowsWhoExists(change, 'User', { body: {} }),
  ...needsApiKey(change),
  refusesRole(change, 'Support', 'FullMember'),
  {
    endpoint: decide,
    says: 'the decision is recorded with its reason',
    call: async ({ acme, aPerson }) =>
      acme('PUT', `/users/${await aPerson()}/review/decision`, { decision: 'approve', reason: text }),
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
    says: 'a decision needs a reason',
    call: async ({ acme, aPerson }) =>
      acme('PUT', `/users/${await aPerson()}/review/decision`, { decision: 'maybe' }),
    expects: { status: 400, errors: [/\[decision\]/, /\[reason\]/] },
  },
  ...knowsWhoExists(decide, 'User', { body: { decision: 'approve', reason: text } }),
  ...needsApiKey(decide),
  refusesRole(decide, 'Support', 'FullMember'),
  {
    endpoint: addNote,
    says: 'the note with its author',
    call: async ({ acme, aPerson }) => acme('POST', `/users/${await aPerson()}/review/notes`, { text }),
    expects: { status: 201, body: { note_id: uuid, text, created_at: timestamp, author } },
  },
  {
    endpoint: addNote,
    says: 'a note needs a text',
    call: async ({ acme, aPerson }) => acme('POST', `/users/${await aPerson()}/review/notes`, { text: ' ' }),
    expects: { status: 400, errors: [/\[text\]/] },
  },
  ...knowsWhoExists(addNote, 'User', { body: { text } }),
  ...needsApiKey(addNote),
  refusesRole(addNote, 'Support', 'FullMember'),
  {
    endpoint: notes,
    says: 'the notes, newest first',
    async call({ acme, aPerson }) {
      const path = `/users/${await aPerson()}/review/notes`
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
  ...pages(notes, {
    first: 1,
    max: 100,
    usual: 20,
    path: async ({ aPerson }) => `/users/${await aPerson()}/review/notes`,
  }),
  ...knowsWhoExists(notes, 'User'),
  ...needsApiKey(notes),
  refusesRole(notes, 'Support', 'FullMember'),
]

const header = 'ext_id,forename,surname,date_of_birth,post_code,email'
const line = (ext_id: string) => `${ext_id},Quentin,Bulkhead,1990-01-31,LS1 4AP,${ext_id}@people.example`
let lines = 0
const freshId = () => `bulk-${Date.now()}-${lines++}`

const invitations: Promised[] = [
  {
    endpoint: bulk,
    says: 'a dry run names what is wrong with each line and changes nothing',
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
    says: 'each line becomes a user who is sent a link',
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
    says: 'the first line names the columns',
    call: ({ acme }) => acme('POST', '/users/bulk-invitations', { csv: 'name,mail\na,b' }),
    expects: { status: 400, errors: [/\[csv\]/] },
  },
  {
    endpoint: bulk,
    says: 'the limit of invitations in 24 hours holds for the whole file',
    async call(world) {
      const { ask, clientId } = await world.aClient()
      await world.api.sql(
        'insert into journey_invitations (client_id) select $1 from generate_series(1, 2000)',
        [clientId],
      )
      return ask('POST', '/users/bulk-invitations', { csv: `${header}\n${line(freshId())}`, dry_run: false })
    },
    expects: { status: 429, errors: [/24 hours/] },
  },
  ...needsApiKey(bulk),
  refusesRole(bulk, 'Support', 'FullMember'),
]

export const reviews = inArea('reviews', [...queue, ...savedViews, ...ruleRows, ...single, ...invitations])
