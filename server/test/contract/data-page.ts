import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { invalid, missing, notFoundMessage, unknown } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { createAuthorisedUser, pay } from './scenes.ts'
import { message, pagination, timestamp, uuid } from './shapes.ts'
import {
  pagingRows,
  rejectsRole,
  rejectsUnknownIds,
  requiresApiKey,
  requiresUserToken,
} from './shared-rows.ts'
import { type ContractWorld, mapBody, unknownId } from './world.ts'

// Endpoints of the applicant's data page (view, dispute, delete), and the journey statistics.

const findings = 'GET /journeys/current/findings'
const note = 'POST /journeys/current/notes'
const notes = 'GET /users/{user_id}/notes'
const answers = 'PUT /users/{user_id}/notes/{note_id}/answer'
const shared = 'GET /journeys/current/shared'
const revokeAuthorisation = 'PUT /journeys/current/authorisations/{authorisation_id}/revoke'
const exportData = 'GET /journeys/current/export'
const deleteData = 'DELETE /journeys/current/data'
const events = 'POST /journeys/current/events'
const funnel = 'GET /journeys/funnel'
const missingDocuments = 'POST /journeys/current/missing-documents'
const coverage = 'GET /users/{user_id}/coverage'
const employerMiss = 'POST /journeys/current/employer-misses'

const noon = (day: string) => `${day}T12:00:00.000Z`

/** Creates an applicant with two payslips, and a function that disputes the latest one. */
export async function createPaidPerson(world: ContractWorld) {
  const person = await createAuthorisedUser(world)
  await pay(world, person.user_id, [
    { start: '2026-03-01', end: '2026-03-31', net_pay: '2400.00' },
    { start: '2026-04-01', end: '2026-04-30', net_pay: '2500.00' },
  ])
  const { jobs } = (await person.asUser('GET', '/journeys/current/findings')).body
  const submission_id = jobs[0].submission_id as string
  const addNote = (changes: object = {}) =>
    person.asUser('POST', '/journeys/current/notes', {
      subject: 'job',
      submission_id,
      field: 'net_pay',
      text: 'It was more.',
      ...changes,
    })
  return { ...person, submission_id, addNote }
}

/** Opens a journey and returns a caller with its token. */
async function openJourneyCaller({ acme, anonymous, withToken, createUserId }: ContractWorld) {
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id: await createUserId() })).body
  const code = String(webapp_link).split('/').at(-1)
  return withToken((await anonymous('POST', '/journeys/sessions', { code })).body.token)
}

const eventsBody = (event: object) => ({ events: [{ id: randomUUID(), ...event }] })

const person: Row[] = [
  {
    endpoint: findings,
    title: 'returns the findings, one for each employment',
    call: async (world) => (await createPaidPerson(world)).asUser('GET', '/journeys/current/findings'),
    expects: {
      status: 200,
      body: {
        jobs: [
          {
            submission_id: uuid,
            account_id: uuid,
            source: 'direct',
            payslips: 2,
            payroll_provider: 'sandbox-bureau',
            employer_name: 'Quill & Thimble',
            role: 'Archivist',
            first_pay_date: noon('2026-03-31'),
            latest_pay_date: noon('2026-04-30'),
            pay_frequency: 'monthly',
            gross_pay: '2500.00',
            net_pay: '2500.00',
          },
        ],
        bank_accounts: [],
        tax_years: [],
        notes: [],
      },
    },
  },
  ...requiresUserToken(findings),
  {
    endpoint: note,
    title: 'returns the stored note with its subject',
    call: async (world) => (await createPaidPerson(world)).addNote(),
    expects: {
      status: 201,
      body: {
        id: uuid,
        created_at: timestamp,
        subject: 'job',
        submission_id: uuid,
        field: 'net_pay',
        text: 'It was more.',
        answer: null,
      },
    },
  },
  {
    endpoint: note,
    title: 'reports each missing field by name',
    call: async (world) => (await createAuthorisedUser(world)).asUser('POST', '/journeys/current/notes', {}),
    expects: { status: 400, errors: ['subject', 'submission_id', 'field', 'text'].map(missing) },
  },
  {
    endpoint: note,
    title: 'a field that the subject does not have is refused',
    call: async (world) => (await createPaidPerson(world)).addNote({ field: 'closing_balance' }),
    expects: { status: 400, errors: [invalid('field')] },
  },
  {
    endpoint: note,
    title: 'another user’s submission is not found',
    async call(world) {
      const { submission_id } = await createPaidPerson(world)
      return (await createPaidPerson(world)).addNote({ submission_id })
    },
    expects: { status: 404, errors: [notFoundMessage('Submission')] },
  },
  ...requiresUserToken(note),
  {
    endpoint: shared,
    title: 'returns the shared data with the client and the accepted term',
    call: async (world) => (await createPaidPerson(world)).asUser('GET', '/journeys/current/shared'),
    expects: {
      status: 200,
      matches: {
        client: { name: expect.any(String) },
        reference: expect.any(String),
        documents: [],
        authorisations: [{ id: uuid, status: 'active', is_valid: true }, { id: uuid }],
        accounts: [{ account_id: uuid, status: 'AUTHORISED', created_at: timestamp, submissions: 2 }],
        tax_years: 0,
        notes: 0,
        views: expect.any(Array),
      },
    },
  },
  ...requiresUserToken(shared),
  {
    endpoint: revokeAuthorisation,
    title: 'revokes the user’s authorisation',
    async call(world) {
      const { asUser, authorisation_id } = await createAuthorisedUser(world)
      return asUser('PUT', `/journeys/current/authorisations/${authorisation_id}/revoke`)
    },
    expects: {
      status: 200,
      matches: { id: uuid, status: 'revoked', is_valid: false, revoked_at: timestamp },
    },
  },
  {
    endpoint: revokeAuthorisation,
    title: 'another user’s authorisation is not found',
    async call(world) {
      const { authorisation_id } = await createAuthorisedUser(world)
      const { asUser } = await createAuthorisedUser(world)
      return asUser('PUT', `/journeys/current/authorisations/${authorisation_id}/revoke`)
    },
    expects: { status: 404, errors: [notFoundMessage('Authorisation')] },
  },
  ...requiresUserToken(revokeAuthorisation),
  {
    endpoint: exportData,
    title: 'returns all data of the user',
    async call(world) {
      const reply = await (await createPaidPerson(world)).asUser('GET', '/journeys/current/export')
      return mapBody(reply, ({ registration, payroll_submissions, ...rest }) => ({
        user_id: registration.user_id,
        payslips: payroll_submissions.length,
        rest: Object.keys(rest),
      }))
    },
    expects: {
      status: 200,
      body: {
        user_id: uuid,
        payslips: 2,
        rest: [
          'exported_at',
          'client',
          'notes',
          'missing_documents',
          'documents',
          'authorisations',
          'accounts',
          'bank_statement_submissions',
          'income_submissions',
        ],
      },
      headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
    },
  },
  ...requiresUserToken(exportData),
  {
    endpoint: deleteData,
    title: 'deletes the shared data and returns a confirmation message',
    call: async (world) => (await createPaidPerson(world)).asUser('DELETE', '/journeys/current/data'),
    expects: { status: 200, body: message },
  },
  {
    endpoint: deleteData,
    title: 'reports an unknown query field by name',
    call: async (world) =>
      (await createAuthorisedUser(world)).asUser('DELETE', '/journeys/current/data?all=1'),
    expects: { status: 400, errors: [unknown('all')] },
  },
  ...requiresUserToken(deleteData),
]

const counting: Row[] = [
  {
    endpoint: events,
    title: 'counts events that are new to the journey',
    async call(world) {
      const traveller = await openJourneyCaller(world)
      return traveller('POST', '/journeys/current/events', eventsBody({ name: 'view', view: 'welcome' }))
    },
    expects: { status: 201, body: { counted: 1 } },
  },
  {
    endpoint: events,
    title: 'an unknown view is refused',
    async call(world) {
      const traveller = await openJourneyCaller(world)
      return traveller('POST', '/journeys/current/events', eventsBody({ name: 'view', view: 'my salary' }))
    },
    expects: { status: 400, errors: [invalid('events.0.view')] },
  },
  {
    endpoint: events,
    title: 'a token that belongs to no journey is refused',
    async call(world) {
      const { asUser } = await createAuthorisedUser(world)
      return asUser('POST', '/journeys/current/events', eventsBody({ name: 'open' }))
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'journey-missing' } },
  },
  ...requiresUserToken(events),
]

export const dataPage = inArea('journeys', [
  ...person,
  ...counting,
  {
    endpoint: notes,
    title: 'lists the notes of a user, newest first',
    async call(world) {
      const { user_id, addNote } = await createPaidPerson(world)
      for (const text of ['First.', 'Second.']) await addNote({ text })
      return world.acme('GET', `/users/${user_id}/notes`)
    },
    expects: {
      status: 200,
      matches: { pagination: pagination(1, 100, 2, 2), notes: [{ text: 'Second.' }, { text: 'First.' }] },
    },
  },
  {
    endpoint: answers,
    title: 'stores the answer with the note',
    async call(world) {
      const { user_id, addNote } = await createPaidPerson(world)
      const { id } = (await addNote()).body
      return world.acme('PUT', `/users/${user_id}/notes/${id}/answer`, { text: 'We agree.' })
    },
    expects: {
      status: 200,
      matches: { text: 'It was more.', answer: { text: 'We agree.', answered_at: timestamp } },
    },
  },
  {
    endpoint: answers,
    title: 'reports a missing text by name',
    call: async ({ acme, createUserId }) =>
      acme('PUT', `/users/${await createUserId()}/notes/${unknownId}/answer`, {}),
    expects: { status: 400, errors: [missing('text')] },
  },
  {
    endpoint: answers,
    title: 'an unknown note id is not found',
    call: async ({ acme, createUserId }) =>
      acme('PUT', `/users/${await createUserId()}/notes/${unknownId}/answer`, { text: 'We agree.' }),
    expects: { status: 404, errors: [notFoundMessage('Note')] },
  },
  ...requiresApiKey(answers),
  rejectsRole(answers, 'Support', 'FullMember'),
  ...requiresApiKey(notes),
  ...rejectsUnknownIds(notes, 'User'),
  rejectsRole(notes, 'Support', 'FullMember'),
  ...pagingRows(notes, {
    firstOffset: 1,
    maxLimit: 200,
    defaultLimit: 100,
    path: async (world) => `/users/${await world.createUserId()}/notes`,
  }),
  {
    endpoint: missingDocuments,
    title: 'stores the missing document with its reason',
    call: async (world) =>
      (await createAuthorisedUser(world)).asUser('POST', '/journeys/current/missing-documents', {
        kind: 'payslips',
        reason: 'lost',
      }),
    expects: { status: 201, body: { kind: 'payslips', reason: 'lost', stated_at: timestamp } },
  },
  {
    endpoint: missingDocuments,
    title: 'an unknown reason is refused',
    call: async (world) =>
      (await createAuthorisedUser(world)).asUser('POST', '/journeys/current/missing-documents', {
        kind: 'payslips',
        reason: 'the dog ate them',
      }),
    expects: { status: 400, errors: [invalid('reason')] },
  },
  ...requiresUserToken(missingDocuments),
  {
    endpoint: coverage,
    title: 'returns the covered months and the missing documents',
    async call(world) {
      const { user_id, asUser } = await createPaidPerson(world)
      await asUser('POST', '/journeys/current/missing-documents', {
        kind: 'bank_statements',
        reason: 'another-reason',
      })
      return world.acme('GET', `/users/${user_id}/coverage`)
    },
    expects: {
      status: 200,
      matches: {
        user_id: uuid,
        months: expect.any(Array),
        missing_documents: [{ kind: 'bank_statements', reason: 'another-reason' }],
      },
    },
  },
  ...requiresApiKey(coverage),
  ...rejectsUnknownIds(coverage, 'User'),
  {
    endpoint: employerMiss,
    title: 'counts an employer once for each journey',
    async call(world) {
      const call = await openJourneyCaller(world)
      await call('POST', '/journeys/current/employer-misses', { query: 'Xylophone Works' })
      return call('POST', '/journeys/current/employer-misses', { query: 'xylophone works' })
    },
    expects: { status: 201, body: { is_counted: false } },
  },
  {
    endpoint: employerMiss,
    title: 'a query of more than 100 characters is refused',
    call: async (world) =>
      (await openJourneyCaller(world))('POST', '/journeys/current/employer-misses', {
        query: 'a'.repeat(101),
      }),
    expects: { status: 400, errors: [invalid('query')] },
  },
  {
    endpoint: employerMiss,
    title: 'a token that belongs to no journey is refused',
    call: async (world) =>
      (await createAuthorisedUser(world)).asUser('POST', '/journeys/current/employer-misses', {
        query: 'Acme',
      }),
    expects: { status: 403, headers: { 'x-svc-error-code': 'journey-missing' } },
  },
  ...requiresUserToken(employerMiss),
  {
    endpoint: funnel,
    title: 'the role Support may read it',
    call: ({ supportMember }) => supportMember('GET', '/journeys/funnel?from=2025-01-01&to=2025-01-31'),
    expects: {
      status: 200,
      matches: {
        from: '2025-01-01',
        to: '2025-01-31',
        milestones: ['opened', 'agreed', 'source_chosen', 'shared', 'finished'].map((name) => ({
          name,
          journeys: 0,
          lost: 0,
          median_seconds: null,
        })),
        stops: [],
        consent_test: null,
        providers: [],
        pagination: pagination(1, 20, 0, 0),
      },
    },
  },
  {
    endpoint: funnel,
    title: 'a from date after the to date is refused',
    call: ({ acme }) => acme('GET', '/journeys/funnel?from=2025-02-01&to=2025-01-31'),
    expects: { status: 400, errors: [invalid('to')] },
  },
  {
    endpoint: funnel,
    title: 'a journey token is refused',
    call: async (world) => (await openJourneyCaller(world))('GET', '/journeys/funnel'),
    expects: { status: 401 },
  },
  ...requiresApiKey(funnel),
  ...pagingRows(funnel, { firstOffset: 1, maxLimit: 100, defaultLimit: 20 }),
])
