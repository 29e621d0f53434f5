import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, needsUserToken, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { anAuthorisedUser, pay } from './scenes.ts'
import { message, pagination, timestamp, uuid } from './shapes.ts'
import { type ContractWorld, look, nobodysId } from './world.ts'

// Endpoints of the person's data page, with which they see, dispute and delete data, and of the journey counts.

const findings = 'GET /journeys/current/findings'
const note = 'POST /journeys/current/notes'
const notes = 'GET /users/{user_id}/notes'
const answers = 'PUT /users/{user_id}/notes/{note_id}/answer'
const shared = 'GET /journeys/current/shared'
const withdraw = 'PUT /journeys/current/authorisations/{authorisation_id}/revoke'
const held = 'GET /journeys/current/export'
const erase = 'DELETE /journeys/current/data'
const events = 'POST /journeys/current/events'
const funnel = 'GET /journeys/funnel'
const missingDocuments = 'POST /journeys/current/missing-documents'
const coverage = 'GET /users/{user_id}/coverage'
const employerMiss = 'POST /journeys/current/employer-misses'

const noon = (day: string) => `${day}T12:00:00.000Z`

/** Creates an applicant with two payslips, and a function that disputes the latest one. */
async function somebodyPaid(world: ContractWorld) {
  const person = await anAuthorisedUser(world)
  await pay(world, person.user_id, [
    { start: '2026-03-01', end: '2026-03-31', net_pay: '2400.00' },
    { start: '2026-04-01', end: '2026-04-30', net_pay: '2500.00' },
  ])
  const { jobs } = (await person.asUser('GET', '/journeys/current/findings')).body
  const submission_id = jobs[0].submission_id as string
  const say = (changes: object = {}) =>
    person.asUser('POST', '/journeys/current/notes', {
      subject: 'job',
      submission_id,
      field: 'net_pay',
      text: 'It was more.',
      ...changes,
    })
  return { ...person, submission_id, say }
}

/** Returns the token of an applicant who opened their link. */
async function aTraveller({ acme, anonymous, withToken, aPerson }: ContractWorld) {
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id: await aPerson() })).body
  const code = String(webapp_link).split('/').at(-1)
  return withToken((await anonymous('POST', '/journeys/sessions', { code })).body.token)
}

const told = (event: object) => ({ events: [{ id: randomUUID(), ...event }] })

const person: Promised[] = [
  {
    endpoint: findings,
    says: 'what was found, one line for each job',
    call: async (world) => (await somebodyPaid(world)).asUser('GET', '/journeys/current/findings'),
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
  ...needsUserToken(findings),
  {
    endpoint: note,
    says: 'is kept beside what it is about',
    call: async (world) => (await somebodyPaid(world)).say(),
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
    says: 'a missing field is named',
    call: async (world) => (await anAuthorisedUser(world)).asUser('POST', '/journeys/current/notes', {}),
    expects: { status: 400, errors: ['subject', 'submission_id', 'field', 'text'].map(missing) },
  },
  {
    endpoint: note,
    says: 'a field that the subject does not have',
    call: async (world) => (await somebodyPaid(world)).say({ field: 'closing_balance' }),
    expects: { status: 400, errors: [invalid('field')] },
  },
  {
    endpoint: note,
    says: 'about what is somebody else’s',
    async call(world) {
      const { submission_id } = await somebodyPaid(world)
      return (await somebodyPaid(world)).say({ submission_id })
    },
    expects: { status: 404, errors: [noSuch('Submission')] },
  },
  ...needsUserToken(note),
  {
    endpoint: shared,
    says: 'what was shared, with whom and under which term',
    call: async (world) => (await somebodyPaid(world)).asUser('GET', '/journeys/current/shared'),
    expects: {
      status: 200,
      holds: {
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
  ...needsUserToken(shared),
  {
    endpoint: withdraw,
    says: 'an authorisation of one’s own is revoked',
    async call(world) {
      const { asUser, authorisation_id } = await anAuthorisedUser(world)
      return asUser('PUT', `/journeys/current/authorisations/${authorisation_id}/revoke`)
    },
    expects: { status: 200, holds: { id: uuid, status: 'revoked', is_valid: false, revoked_at: timestamp } },
  },
  {
    endpoint: withdraw,
    says: 'somebody else’s does not exist',
    async call(world) {
      const { authorisation_id } = await anAuthorisedUser(world)
      const { asUser } = await anAuthorisedUser(world)
      return asUser('PUT', `/journeys/current/authorisations/${authorisation_id}/revoke`)
    },
    expects: { status: 404, errors: [noSuch('Authorisation')] },
  },
  ...needsUserToken(withdraw),
  {
    endpoint: held,
    says: 'a file of everything that is held',
    async call(world) {
      const reply = await (await somebodyPaid(world)).asUser('GET', '/journeys/current/export')
      return look(reply, ({ registration, payroll_submissions, ...rest }) => ({
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
  ...needsUserToken(held),
  {
    endpoint: erase,
    says: 'what was shared is deleted',
    call: async (world) => (await somebodyPaid(world)).asUser('DELETE', '/journeys/current/data'),
    expects: { status: 200, body: message },
  },
  {
    endpoint: erase,
    says: 'takes no query',
    call: async (world) => (await anAuthorisedUser(world)).asUser('DELETE', '/journeys/current/data?all=1'),
    expects: { status: 400, errors: [unknown('all')] },
  },
  ...needsUserToken(erase),
]

const counting: Promised[] = [
  {
    endpoint: events,
    says: 'counts what is new to the journey',
    async call(world) {
      const traveller = await aTraveller(world)
      return traveller('POST', '/journeys/current/events', told({ name: 'view', view: 'welcome' }))
    },
    expects: { status: 201, body: { counted: 1 } },
  },
  {
    endpoint: events,
    says: 'a word that is none of ours',
    async call(world) {
      const traveller = await aTraveller(world)
      return traveller('POST', '/journeys/current/events', told({ name: 'view', view: 'my salary' }))
    },
    expects: { status: 400, errors: [invalid('events.0.view')] },
  },
  {
    endpoint: events,
    says: 'a token that came by no journey link',
    async call(world) {
      const { asUser } = await anAuthorisedUser(world)
      return asUser('POST', '/journeys/current/events', told({ name: 'open' }))
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'journey-missing' } },
  },
  ...needsUserToken(events),
]

export const ownPage = inArea('journeys', [
  ...person,
  ...counting,
  {
    endpoint: notes,
    says: 'what a user says, newest first',
    async call(world) {
      const { user_id, say } = await somebodyPaid(world)
      for (const text of ['First.', 'Second.']) await say({ text })
      return world.acme('GET', `/users/${user_id}/notes`)
    },
    expects: {
      status: 200,
      holds: { pagination: pagination(1, 100, 2, 2), notes: [{ text: 'Second.' }, { text: 'First.' }] },
    },
  },
  {
    endpoint: answers,
    says: 'the answer is kept beside the note',
    async call(world) {
      const { user_id, say } = await somebodyPaid(world)
      const { id } = (await say()).body
      return world.acme('PUT', `/users/${user_id}/notes/${id}/answer`, { text: 'We agree.' })
    },
    expects: {
      status: 200,
      holds: { text: 'It was more.', answer: { text: 'We agree.', answered_at: timestamp } },
    },
  },
  {
    endpoint: answers,
    says: 'a missing text is named',
    call: async ({ acme, aPerson }) => acme('PUT', `/users/${await aPerson()}/notes/${nobodysId}/answer`, {}),
    expects: { status: 400, errors: [missing('text')] },
  },
  {
    endpoint: answers,
    says: 'a note that never was',
    call: async ({ acme, aPerson }) =>
      acme('PUT', `/users/${await aPerson()}/notes/${nobodysId}/answer`, { text: 'We agree.' }),
    expects: { status: 404, errors: [noSuch('Note')] },
  },
  ...needsApiKey(answers),
  refusesRole(answers, 'Support', 'FullMember'),
  ...needsApiKey(notes),
  ...knowsWhoExists(notes, 'User'),
  refusesRole(notes, 'Support', 'FullMember'),
  ...pages(notes, {
    first: 1,
    max: 200,
    usual: 100,
    path: async (world) => `/users/${await world.aPerson()}/notes`,
  }),
  {
    endpoint: missingDocuments,
    says: 'is kept with its reason',
    call: async (world) =>
      (await anAuthorisedUser(world)).asUser('POST', '/journeys/current/missing-documents', {
        kind: 'payslips',
        reason: 'lost',
      }),
    expects: { status: 201, body: { kind: 'payslips', reason: 'lost', stated_at: timestamp } },
  },
  {
    endpoint: missingDocuments,
    says: 'a reason that is not listed',
    call: async (world) =>
      (await anAuthorisedUser(world)).asUser('POST', '/journeys/current/missing-documents', {
        kind: 'payslips',
        reason: 'the dog ate them',
      }),
    expects: { status: 400, errors: [invalid('reason')] },
  },
  ...needsUserToken(missingDocuments),
  {
    endpoint: coverage,
    says: 'the months that data covers, and what the user does not have',
    async call(world) {
      const { user_id, asUser } = await somebodyPaid(world)
      await asUser('POST', '/journeys/current/missing-documents', {
        kind: 'bank_statements',
        reason: 'another-reason',
      })
      return world.acme('GET', `/users/${user_id}/coverage`)
    },
    expects: {
      status: 200,
      holds: {
        user_id: uuid,
        months: expect.any(Array),
        missing_documents: [{ kind: 'bank_statements', reason: 'another-reason' }],
      },
    },
  },
  ...needsApiKey(coverage),
  ...knowsWhoExists(coverage, 'User'),
  {
    endpoint: employerMiss,
    says: 'counts once for a journey',
    async call(world) {
      const ask = await aTraveller(world)
      await ask('POST', '/journeys/current/employer-misses', { query: 'Xylophone Works' })
      return ask('POST', '/journeys/current/employer-misses', { query: 'xylophone works' })
    },
    expects: { status: 201, body: { is_counted: false } },
  },
  {
    endpoint: employerMiss,
    says: 'a text of more than 100 characters',
    call: async (world) =>
      (await aTraveller(world))('POST', '/journeys/current/employer-misses', { query: 'a'.repeat(101) }),
    expects: { status: 400, errors: [invalid('query')] },
  },
  {
    endpoint: employerMiss,
    says: 'a token that belongs to no journey',
    call: async (world) =>
      (await anAuthorisedUser(world)).asUser('POST', '/journeys/current/employer-misses', { query: 'Acme' }),
    expects: { status: 403, headers: { 'x-svc-error-code': 'journey-missing' } },
  },
  ...needsUserToken(employerMiss),
  {
    endpoint: funnel,
    says: 'the role Support may look',
    call: ({ supportMember }) => supportMember('GET', '/journeys/funnel?from=2025-01-01&to=2025-01-31'),
    expects: {
      status: 200,
      holds: {
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
    says: 'days in the wrong order',
    call: ({ acme }) => acme('GET', '/journeys/funnel?from=2025-02-01&to=2025-01-31'),
    expects: { status: 400, errors: [invalid('to')] },
  },
  {
    endpoint: funnel,
    says: 'a journey is no client',
    call: async (world) => (await aTraveller(world))('GET', '/journeys/funnel'),
    expects: { status: 401 },
  },
  ...needsApiKey(funnel),
  ...pages(funnel, { first: 1, max: 100, usual: 20 }),
])
