import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FailureCode } from '../../src/connectors/failure.ts'
import { penceOf, sumOf } from '../../src/vocabulary/money.ts'
import { Payslip } from '../../src/vocabulary/payslip.ts'
import { failureOf, logInAndRetrieve, logInAs, retrievePayslips } from './logins.ts'
import type { SimulatedProvider } from './providers.ts'
import type { createTestContext } from './test-context.ts'
import { sortedFactsOf, truthOf } from './truth.ts'

const guide = readFileSync(new URL('../../../docs/guides/sandbox.md', import.meta.url), 'utf8')

const wilhelmina = 'wilhelmina.oakapple'
const people = [
  wilhelmina,
  'dashiell.pennyfeather',
  'barnaby.thistlewick',
  'quentin.snowberry',
  'henrietta.dovecote',
  'gwendolyn.larkspur',
  'xavier.inkwell',
  'josephine.candlewick',
  'nathaniel.quillfeather',
  'winifred.goldcrest',
  'mabel.tanglewood',
  'ottoline.brambleby',
]

/** Expected failure for each sandbox error. The sandbox guide lists which provider has which errors. */
const expectedFailures: Record<string, FailureCode | 'nothing' | 'nobody'> = {
  invalid_credentials: 'login-refused',
  account_locked: 'login-locked',
  password_expired: 'password-expired',
  account_disabled: 'login-disabled',
  terms_not_accepted: 'terms-not-accepted',
  mfa_unsupported: 'mfa-unsupported',
  mfa_failed: 'mfa-rejected',
  mfa_timeout: 'mfa-timeout',
  form_expired: 'provider-changed',
  session_expired: 'session-ended',
  invalid_token: 'session-ended',
  invalid_request: 'provider-changed',
  invalid_client: 'provider-changed',
  invalid_grant: 'consent-ended',
  invalid_scope: 'consent-ended',
  unsupported_grant_type: 'provider-changed',
  no_data: 'nothing',
  not_found: 'provider-changed',
  forbidden: 'payroll-not-permitted',
  no_match: 'nobody',
  ambiguous_match: 'nobody',
  rate_limited: 'provider-rate-limited',
  maintenance: 'provider-maintenance',
  provider_down: 'provider-down',
  server_error: 'provider-down',
  bad_response: 'provider-changed',
}

/**
 * Errors that a connector never sees: they occur on the provider's own pages, between provider and person, or at a
 * step that a bureau does not have.
 */
const unseenByConnector: Record<SimulatedProvider['connector']['authMethod'], string[]> = {
  login: [],
  oauth2: ['access_denied', 'unsupported_response_type', 'mfa_failed', 'mfa_timeout'],
  direct: ['invalid_client', 'unsupported_grant_type'],
}

const errorsAt = ({ connector, sandboxProvider }: SimulatedProvider) =>
  [...guide.matchAll(/^\| `(\w+)` \| \d+ \| [^|]+ \| ([^|]+) \|$/gm)]
    .filter(([, , places = '']) => places.split(', ').includes(sandboxProvider.replace('sandbox-', '')))
    .map(([, code = '']) => code)
    .filter((code) => !unseenByConnector[connector.authMethod].includes(code))

/**
 * Returns the steps at which errors are tested. Interrupted pages and documents of a website are tested in
 * web-portal/page-variations.test.ts, because the browser's retries are slow.
 */
const stepsOf = ({ connector }: SimulatedProvider): string[] =>
  connector.entry.kind === 'web-portal'
    ? ['login', 'mfa']
    : {
        login: ['login', 'mfa', 'list', 'payslip'],
        oauth2: ['token', 'list', 'payslip'],
        direct: ['login', 'list'],
      }[connector.authMethod]

/** Tests the contract of every connector against the real sandbox, which knows the right answers. */
export function checkContract(providers: SimulatedProvider[], context: ReturnType<typeof createTestContext>) {
  describe.each(providers)('$name', (provider) => {
    const {
      connector,
      sandbox,
      sandboxProvider,
      recentPeriod,
      timeoutMs: timeout,
      maxPeople,
      isBrief,
    } = provider
    const isEmployerGranted = ['employer-oauth2', 'employer-key'].includes(connector.entry.kind)
    const openSession = async (userName: string) =>
      (await logInAs(provider, context, userName))?.session ?? ''
    const readWith = (session: string) => retrievePayslips(provider, context, session)

    test('the right login gives a session, and a session gives payslips, newest first', {
      timeout,
    }, async () => {
      const signedIn = await logInAs(provider, context, wilhelmina)
      expect(signedIn).toMatchObject({ outcome: 'signed-in', session: expect.any(String) })
      if (signedIn?.expiresAt)
        expect(signedIn.expiresAt.getTime()).toBeGreaterThan(Date.now() + 24 * 3_600_000)
      const payslips = await readWith(signedIn?.session ?? '')
      const days = payslips.map(({ income_information }) => income_information.pay_date)
      expect(days.length).toBeGreaterThan(1)
      expect(days).toEqual(days.toSorted().toReversed())
    })

    test.each(people.slice(0, isBrief ? 1 : maxPeople))(
      'pay of %s is returned to the penny and adds up',
      { timeout },
      async (userName) => {
        const payslips = (await logInAndRetrieve(provider, context, userName)) ?? []
        expect(sortedFactsOf(payslips, provider)).toEqual(await truthOf(provider, userName, recentPeriod))
        expect(payslips.length).toBeGreaterThan(1)
        for (const payslip of payslips) {
          expect(Payslip.parse(payslip)).toEqual(payslip)
          const { earnings, deductions } = payslip.income_information
          const pence = (amount: string | null) => penceOf(amount ?? 'missing')
          const sum = (elements: { amount: string }[]) => sumOf(elements.map(({ amount }) => pence(amount)))
          expect(sum(earnings.earning_elements.filter(({ is_bik }) => !is_bik))).toBe(
            pence(earnings.gross_pay),
          )
          expect(sum(deductions.deductions_elements)).toBe(pence(deductions.total_deductions))
          expect(pence(earnings.gross_pay) - pence(deductions.total_deductions)).toBe(pence(earnings.net_pay))
        }
      },
    )

    if (isBrief) return

    test('the whole history of a person, page after page', { timeout }, async () => {
      const always = { from: null, to: null }
      const payslips = await retrievePayslips(provider, context, await openSession(wilhelmina), always)
      expect(payslips.length).toBeGreaterThan(20)
      expect(sortedFactsOf(payslips, provider)).toEqual(await truthOf(provider, wilhelmina, always))
    })

    test('only the days that were asked for, the first and the last included', { timeout }, async () => {
      const session = await openSession('barnaby.thistlewick')
      const days = (await truthOf(provider, 'barnaby.thistlewick', recentPeriod)).map(
        ({ days: [day = ''] = [] }) => day ?? '',
      )
      const [to = '', , , from = ''] = days.toSorted().toReversed()
      expect(await retrievePayslips(provider, context, session, { from, to })).toHaveLength(4)
      expect(await retrievePayslips(provider, context, session, { from, to: from })).toHaveLength(1)
      expect(await retrievePayslips(provider, context, session, { from: '2027-01-01', to: null })).toEqual([])
    })

    // Silas has no employer, so he is on no company's payroll.
    const withoutPayslips = isEmployerGranted
      ? ['rosalind.emberley']
      : ['silas.bellwether', 'rosalind.emberley']
    test.each(withoutPayslips)('that %s has no payslip yet is no failure', { timeout }, async (userName) => {
      expect(await logInAndRetrieve(provider, context, userName)).toEqual([])
    })

    test.each(errorsAt(provider))('error:%s is mapped to its failure code', { timeout }, async (code) => {
      const walking = logInAndRetrieve(provider, context, wilhelmina, `error:${code}`)
      const expected = expectedFailures[code]
      if (expected === 'nothing') expect(await walking).toEqual([])
      else if (expected === 'nobody') expect(await walking).toBeNull()
      else expect((await failureOf(walking)).code).toBe(expected)
    })

    const waits: [string, FailureCode, number][] = [
      ['rate_limited', 'provider-rate-limited', 30_000],
      ['maintenance', 'provider-maintenance', 900_000],
    ]
    test.each(waits.filter(([error]) => errorsAt(provider).includes(error)))(
      'a Retry-After (%s) is passed on',
      { timeout },
      async (error, code, retryAfterMs) => {
        const failure = await failureOf(logInAndRetrieve(provider, context, wilhelmina, `error:${error}`))
        expect([failure.code, failure.retryAfterMs]).toEqual([code, retryAfterMs])
      },
    )

    test('a provider that is off is down, and does well again when it is on', { timeout }, async () => {
      const session = await openSession(wilhelmina)
      await sandbox.control('PATCH', `/providers/${sandboxProvider}`, { is_down: true })
      expect((await failureOf(readWith(session))).code).toBe('provider-down')
      await sandbox.control('PATCH', `/providers/${sandboxProvider}`, { is_down: false })
      expect((await readWith(session)).length).toBeGreaterThan(1)
    })

    test('a slow provider is waited for', { timeout }, async () => {
      const startedAt = Date.now()
      const payslips = await logInAndRetrieve(provider, context, wilhelmina, 'slow:0.5')
      expect(sortedFactsOf(payslips ?? [], provider)).toEqual(
        await truthOf(provider, wilhelmina, recentPeriod),
      )
      expect(Date.now() - startedAt).toBeGreaterThan(900)
    })

    test.each(stepsOf(provider))(
      'a connection that is cut at %s means that the provider is unreachable',
      { timeout },
      async (step) => {
        const password = step === 'mfa' ? 'mfa:code+drop:mfa' : `drop:${step}`
        expect((await failureOf(logInAndRetrieve(provider, context, wilhelmina, password))).code).toBe(
          'provider-unreachable',
        )
        await sandbox.reset()
        expect((await logInAndRetrieve(provider, context, wilhelmina))?.length).toBeGreaterThan(1)
      },
    )

    test('new payslips are there when their day has come', { timeout }, async () => {
      const session = await openSession(wilhelmina)
      const before = await readWith(session)
      await sandbox.advance('P1M')
      expect(await readWith(session)).toHaveLength(before.length + 1)
    })

    test('what was ended is over; ending it again, or what cannot be read, hurts nobody', {
      timeout,
    }, async () => {
      const session = await openSession(wilhelmina)
      for (const one of [session, session, 'no session of ours']) await connector.endSession(one, context)
      await sandbox.control('PATCH', `/providers/${sandboxProvider}`, { is_down: true })
      await connector.endSession(session, context)
      await sandbox.control('PATCH', `/providers/${sandboxProvider}`, { is_down: false })
      // A bureau has no sessions; describing the person again is enough. FreeAgent cannot end a consent.
      if (connector.authMethod === 'direct' || sandboxProvider === 'freeagent') return
      expect((await failureOf(readWith(session))).code).toMatch(/^(session|consent)-ended$/)
    })

    test('a session ended by the provider is reported as ended', { timeout }, async () => {
      const session = await openSession(wilhelmina)
      await sandbox.control('DELETE', `/providers/${sandboxProvider}/sessions?user_name=${wilhelmina}`)
      if (connector.authMethod === 'direct')
        return expect((await readWith(session)).length).toBeGreaterThan(1)
      const ended = connector.authMethod === 'oauth2' ? 'consent-ended' : 'session-ended'
      expect((await failureOf(readWith(session))).code).toBe(ended)
    })

    test('what cannot be read as a session of ours is an ended one, and is not quoted', {
      timeout,
    }, async () => {
      for (const session of ['', 'canary', '{"canary":1}', '[]'])
        expect((await failureOf(connector.fetchPayslips(session, recentPeriod, context))).code).toBe(
          'session-ended',
        )
    })
  })
}
