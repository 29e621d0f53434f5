import { expect, test } from 'vitest'
import type { Journey, JourneyAccount } from '../types.ts'
import {
  previousRoute,
  resolveRoute,
  routeAfterConsent,
  routeForAccount,
  routeOfLink,
  routeToResume,
  uploadOf,
} from './next-screen.ts'

const anAccount = (changes: Partial<JourneyAccount> = {}): JourneyAccount => ({
  account_id: 'a1',
  payroll_provider: 'sandbox-payroll',
  status: 'AUTHORISED',
  reason: 'connected',
  created_at: '2026-01-01T00:00:00Z',
  waiting: null,
  progress: 'reading',
  failure: null,
  submissions: 0,
  latest_pay_date: null,
  consent: null,
  ...changes,
})

const agreed = { id: 'x', accepted_at: '2026-01-01T00:00:00Z', expires_at: null, authorisation_version: 1 }
const until = '2026-01-01T00:15:00Z'

const aJourney = (changes: Partial<Journey> = {}): Journey => ({
  user_id: 'u',
  journey_id: 'j',
  environment: 'sandbox',
  reference: 'r',
  first_name: null,
  consent_layout: 'list',
  confirm_with: 'date_of_birth',
  period_months: 3,
  client: {
    name: 'Acme Lending',
    logo: null,
    brand_colour: null,
    has_callback: false,
    data_purpose: null,
    data_purpose_cy: null,
    next_steps: null,
    next_steps_cy: null,
    data_retention_months: null,
    privacy_notice_url: null,
    contact_email: null,
    contact_phone: null,
    fca_number: null,
    ico_number: null,
  },
  sources: ['payroll', 'bank_statements'],
  recurring: null,
  term: {
    id: 't',
    authorisation_version: 1,
    name: 'n',
    authorisation_text: 'x',
    authorisation_category: 'one_time',
    translations: [],
  },
  authorisation: agreed,
  accounts: [],
  documents: { payslips: 0, bank_statements: 0 },
  months: [],
  missing_documents: [],
  requested: null,
  session: { expires_at: until, link_expires_at: until },
  ...changes,
})

test.each(['source', 'employer', 'progress', 'documents'] as const)(
  'the screen %s leads to the consent until the applicant has agreed',
  (view) => {
    expect(resolveRoute({ view }, aJourney({ authorisation: null }))).toEqual({ view: 'consent' })
    expect(resolveRoute({ view }, aJourney())).toEqual({ view })
  },
)

test.each(['welcome', 'consent', 'review', 'done', 'mine', 'error'] as const)(
  '%s needs no agreement',
  (view) => {
    expect(resolveRoute({ view }, aJourney({ authorisation: null }))).toEqual({ view })
  },
)

test("the screen follows the account's status, whatever the address says", () => {
  const code = { kind: 'mfa', mfa_method: { type: 'Code', source: 'SMS' }, until } as const
  const cases: [Partial<JourneyAccount>, object][] = [
    [
      { status: 'PENDING', progress: 'waiting', waiting: code },
      { view: 'second_factor', account: 'a1' },
    ],
    [
      { status: 'PENDING', progress: 'waiting', waiting: { kind: 'oauth2', until } },
      { view: 'away', account: 'a1' },
    ],
    [{}, { view: 'progress', account: 'a1' }],
    [{ progress: 'nothing_found' }, { view: 'nothing_found', provider: 'sandbox-payroll' }],
    [
      { progress: 'failed', failure: 'provider-down' },
      { view: 'error', code: 'provider-down', provider: 'sandbox-payroll', account: 'a1' },
    ],
    [
      { status: 'EXPIRED', progress: 'failed', reason: 'window-passed' },
      { view: 'error', code: 'mfa-timeout', provider: 'sandbox-payroll', account: 'a1' },
    ],
    [
      { status: 'INVALID', progress: 'failed', reason: 'mfa-rejected' },
      { view: 'error', code: 'mfa-rejected', provider: 'sandbox-payroll', account: 'a1' },
    ],
  ]
  for (const [changes, route] of cases) {
    const journey = aJourney({ accounts: [anAccount(changes)] })
    for (const view of ['second_factor', 'away', 'progress'] as const) {
      expect(resolveRoute({ view, account: 'a1' }, journey)).toEqual(route)
    }
  }
})

test('an unknown account leads to the choice of sources', () => {
  for (const view of ['second_factor', 'away', 'progress'] as const) {
    expect(resolveRoute({ view, account: 'other' }, aJourney())).toEqual({ view: 'source' })
  }
})

test('the progress screen moves on when everything is read', () => {
  const journey = aJourney({ accounts: [anAccount({ progress: 'done' })] })
  expect(resolveRoute({ view: 'progress', account: 'a1' }, journey)).toEqual({
    view: 'progress',
    account: 'a1',
  })
  expect(routeForAccount(anAccount({ progress: 'done' }))).toEqual({ view: 'review' })
})

test('a returning person continues where they were', () => {
  expect(routeToResume(aJourney({ authorisation: null }))).toEqual({ view: 'consent' })
  expect(routeToResume(aJourney())).toEqual({ view: 'source' })
  expect(routeToResume(aJourney({ accounts: [anAccount()] }))).toEqual({ view: 'progress', account: 'a1' })
  expect(routeToResume(aJourney({ accounts: [anAccount({ progress: 'done' })] }))).toEqual({ view: 'review' })
  expect(routeToResume(aJourney({ documents: { payslips: 1, bank_statements: 0 } }))).toEqual({
    view: 'review',
  })
})

test('uploads are offered only where the client takes them', () => {
  expect(uploadOf(aJourney())).toEqual({ view: 'documents', kind: 'bank_statements' })
  expect(uploadOf(aJourney({ sources: ['payroll'] }))).toBeUndefined()
  expect(resolveRoute({ view: 'documents' }, aJourney({ sources: ['payroll'] }))).toEqual({ view: 'source' })
})

test('one screen back from a login is its provider', () => {
  expect(previousRoute({ view: 'login', provider: 'taxauth' })).toEqual({
    view: 'provider',
    provider: 'taxauth',
  })
  expect(previousRoute({ view: 'provider', provider: 'taxauth' })).toEqual({ view: 'source' })
  expect(previousRoute({ view: 'provider', provider: 'sandbox-payroll' })).toEqual({ view: 'employer' })
})

test('a link that asks for documents opens their upload screen, after consent', () => {
  const requested = { kind: 'bank_statements' as const, months: ['2026-03'] }
  const upload = { view: 'documents', kind: 'bank_statements' }
  expect(routeOfLink(aJourney({ requested }))).toEqual(upload)
  expect(routeToResume(aJourney({ requested }))).toEqual(upload)
  expect(routeOfLink(aJourney({ requested, authorisation: null }))).toEqual({ view: 'welcome' })
  expect(routeAfterConsent(aJourney({ requested }))).toEqual(upload)
  expect(routeAfterConsent(aJourney())).toEqual({ view: 'source' })
  const refused = { kind: 'payslips' as const, months: ['2026-03'] }
  expect(routeOfLink(aJourney({ requested: refused }))).toEqual({ view: 'welcome' })
  expect(routeOfLink(null)).toEqual({ view: 'welcome' })
})

test('a bank whose consent has to be confirmed comes first, on every way into the journey', () => {
  const consent = { confirm_by: until, is_due: true }
  const journey = aJourney({ accounts: [anAccount({ consent, progress: 'done' })] })
  const question = { view: 'keep_sharing', account: 'a1' }
  for (const routeOf of [routeOfLink, routeAfterConsent, routeToResume]) {
    expect(routeOf(journey)).toEqual(question)
    expect(routeOf({ ...journey, authorisation: null })).toEqual(question)
    const later = anAccount({ consent: { ...consent, is_due: false }, progress: 'done' })
    expect(routeOf(aJourney({ accounts: [later] }))).not.toEqual(question)
  }
  expect(resolveRoute({ view: 'keep_sharing', account: 'a1' }, journey)).toEqual(question)
  expect(resolveRoute({ view: 'keep_sharing', account: 'other' }, journey)).toEqual({ view: 'source' })
})
