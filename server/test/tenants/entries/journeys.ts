import { randomUUID } from 'node:crypto'
import { must, type TenantFixture } from '../fixture.ts'
import { type MatrixEntry, type Shape, shapes } from './entry.ts'
import { anAddress, forgetWithdrawals, freshUser } from './fresh-objects.ts'

// The hosted journey, and disputes about its data.

async function freshOwnAuthorisation(fixture: TenantFixture) {
  const { api, acme } = fixture
  await forgetWithdrawals(fixture)
  const body = { user_id: acme.ids.user_id, user_agent: 'matrix' }
  return { authorisation_id: (await must(api.acme, 'POST', '/authorisations', body)).id as string }
}

/** Returns the entry of an operation that concerns only the calling person, so that no id can be given. */
const ofPerson = (way: string, shape: Partial<Shape> = {}) =>
  shapes('user', { ...shape, request: () => ({ path: `/journeys/current${way}` }) })

const endedWith = (outcome: object) => ({ path: '/journeys/current/ends', body: { outcome } })

const noteOn = (about: object) => ({
  path: '/journeys/current/notes',
  body: { ...about, field: 'other', text: 'Plain.' },
})

export const journeyEntries: Record<string, MatrixEntry> = {
  getJourney: ofPerson(''),
  renewJourneySession: shapes('user', {
    endsWith: 'journey-missing',
    request: () => ({ path: '/journeys/sessions/renewals', body: {} }),
  }),
  readUnsentFiles: shapes('user', {
    endsWith: 'invalid-request',
    request: () => ({ path: '/journeys/current/readings', body: { files: [{ path: 'elsewhere' }] } }),
  }),
  confirmJourneyPerson: shapes('user', {
    endsWith: 'journey-missing',
    request: () => ({ path: '/journeys/current/confirmations', body: { date_of_birth: '1988-04-17' } }),
  }),
  // No provider listens at the configured URLs.
  createJourneyDirectConnection: shapes('user', {
    endsWith: 'provider-down',
    request: () => ({ path: '/journeys/current/direct-connections', body: {} }),
  }),
  endJourney: shapes(
    'user',
    { request: () => endedWith({ kind: 'documents' }) },
    {
      names: ['account_id'],
      request: ({ account_id }) => endedWith({ kind: 'connected', account_id }),
    },
  ),
  getJourneyFindings: ofPerson('/findings'),
  getJourneyShared: ofPerson('/shared'),
  exportJourneyData: ofPerson('/export'),
  // The call is invalid on purpose, because a successful one would leave no data for the other credentials.
  deleteJourneyData: ofPerson('/data?all=true', { endsWith: 'invalid-request' }),
  createJourneyNote: shapes(
    'user',
    {
      names: ['submission_id'],
      request: ({ submission_id }) => noteOn({ subject: 'job', submission_id }),
    },
    {
      names: ['statement_id'],
      request: ({ statement_id }) => noteOn({ subject: 'bank_account', submission_id: statement_id }),
    },
  ),
  withdrawAuthorisation: shapes('user', {
    names: ['authorisation_id'],
    fresh: freshOwnAuthorisation,
    request: ({ authorisation_id }) => ({
      path: `/journeys/current/authorisations/${authorisation_id}/revoke`,
    }),
  }),
  countJourneyEvents: shapes('user', {
    endsWith: 'journey-missing',
    request: () => ({
      path: '/journeys/current/events',
      body: { events: [{ id: randomUUID(), name: 'open' }] },
    }),
  }),
  // Each call has a new person, because one person receives at most five mails a day.
  createJourneyInvitation: shapes('client FullMember tokens +Underwriter', {
    names: ['user_id'],
    fresh: freshUser,
    request: ({ user_id }) => ({ path: '/journeys/invitations', body: { user_id, email: anAddress() } }),
  }),
  getJourneyFunnel: shapes('client Support read +Underwriter', {
    request: () => ({ path: '/journeys/funnel' }),
  }),
  stateMissingDocuments: shapes('user', {
    request: () => ({
      path: '/journeys/current/missing-documents',
      body: { kind: 'payslips', reason: 'lost' },
    }),
  }),
  getCoverage: shapes('client Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/coverage` }),
  }),
  countEmployerMiss: shapes('user', {
    endsWith: 'journey-missing',
    request: () => ({ path: '/journeys/current/employer-misses', body: { query: 'Xylophone Works' } }),
  }),
  listEmployerMisses: shapes('client Support read +Underwriter +Developer', {
    request: () => ({ path: '/employers/misses' }),
  }),
  // No note has this id, so that the notes of the fixture stay as they are.
  answerNote: shapes('client FullMember write +Underwriter', {
    names: ['user_id'],
    endsWith: 'not-found',
    request: ({ user_id }) => ({
      path: `/users/${user_id}/notes/${randomUUID()}/answer`,
      body: { text: 'We agree.' },
    }),
  }),
  listNotes: shapes('client FullMember read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/users/${user_id}/notes` }),
  }),
}
