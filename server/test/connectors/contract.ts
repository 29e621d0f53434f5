import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FailureCode } from '../../src/connectors/failure.ts'
import { penceOf, sumOf } from '../../src/vocabulary/money.ts'
import { Payslip } from '../../src/vocabulary/payslip.ts'
import type { House } from './providers.ts'
import type { createTestContext } from './test-context.ts'
import { toldIn, truthOf } from './truth.ts'
import { comeIn, failureOf, read, walk } from './visits.ts'

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

/** The expected failure for each sandbox error; the guide lists which provider has which. */
const promised: Record<string, FailureCode | 'nothing' | 'nobody'> = {
  invalid_credentials: 'login-refused',
  account_locked: 'login-locked',
  password_expired: 'password-expired',
  account_disabled: 'login-disabled',
  terms_not_accepted: 'terms-not-accepted',
  mfa_unsupported: 'mfa-unsupported',
  mfa_failed: 'mfa-rejected',
  mfa_timeout: 'mfa-timeout',
  form_expired: 'provider-down',
  session_expired: 'session-ended',
  invalid_token: 'session-ended',
  invalid_request: 'provider-down',
  invalid_client: 'provider-down',
  invalid_grant: 'consent-ended',
  invalid_scope: 'consent-ended',
  unsupported_grant_type: 'provider-down',
  no_data: 'nothing',
  not_found: 'provider-down',
  no_match: 'nobody',
  ambiguous_match: 'nobody',
  rate_limited: 'provider-down',
  maintenance: 'provider-down',
  provider_down: 'provider-down',
  server_error: 'provider-down',
  bad_response: 'provider-down',
}

/**
 * Errors on the provider's own pages, between provider and person, or at a step that a bureau does not have.
 */
const notOurs: Record<House['connector']['authMethod'], string[]> = {
  login: [],
  oauth2: ['access_denied', 'unsupported_response_type', 'mfa_failed', 'mfa_timeout'],
  direct: ['invalid_client', 'unsupported_grant_type'],
}

const errorsAt = ({ connector, playedBy }: House) =>
  [...guide.matchAll(/^\| `(\w+)` \| \d+ \| [^|]+ \| ([^|]+) \|$/gm)]
    .filter(([, , places = '']) => places.split(', ').includes(playedBy.replace('sandbox-', '')))
    .map(([, code = '']) => code)
    .filter((code) => !notOurs[connector.authMethod].includes(code))

/** Interrupted pages and documents of a website are tested in web-portal/page-variations.test.ts: the browser's retries are slow. */
const stepsOf = ({ connector }: House): string[] =>
  connector.entry.kind === 'web-portal'
    ? ['login', 'mfa']
    : {
        login: ['login', 'mfa', 'list', 'payslip'],
        oauth2: ['token', 'list', 'payslip'],
        direct: ['login', 'list'],
      }[connector.authMethod]

/** The contract of every connector, tested against the real sandbox, which knows the right answers. */
export function checkContract(houses: House[], context: ReturnType<typeof createTestContext>) {
  describe.each(houses)('$name', (house) => {
    const { connector, sandbox, playedBy, recently, timeoutMs: timeout, maxPeople, isBrief } = house
    const enter = async (userName: string) => (await comeIn(house, context, userName))?.session ?? ''
    const readWith = (session: string) => read(house, context, session)

    test('the right login gives a session, and a session gives payslips, newest first', {
      timeout,
    }, async () => {
      const signedIn = await comeIn(house, context, wilhelmina)
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
        const payslips = (await walk(house, context, userName)) ?? []
        expect(toldIn(payslips)).toEqual(await truthOf(house, userName, recently))
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
      const payslips = await read(house, context, await enter(wilhelmina), always)
      expect(payslips.length).toBeGreaterThan(20)
      expect(toldIn(payslips)).toEqual(await truthOf(house, wilhelmina, always))
    })

    test('only the days that were asked for, the first and the last included', { timeout }, async () => {
      const session = await enter('barnaby.thistlewick')
      const days = (await truthOf(house, 'barnaby.thistlewick', recently)).map(({ days: [day = ''] }) => day)
      const [to = '', , , from = ''] = days.toSorted().toReversed()
      expect(await read(house, context, session, { from, to })).toHaveLength(4)
      expect(await read(house, context, session, { from, to: from })).toHaveLength(1)
      expect(await read(house, context, session, { from: '2027-01-01', to: null })).toEqual([])
    })

    test.each(['silas.bellwether', 'rosalind.emberley'])(
      'that %s has no payslip yet is no failure',
      { timeout },
      async (userName) => {
        expect(await walk(house, context, userName)).toEqual([])
      },
    )

    test.each(errorsAt(house))('error:%s is mapped to its failure code', { timeout }, async (code) => {
      const walking = walk(house, context, wilhelmina, `error:${code}`)
      const expected = promised[code]
      if (expected === 'nothing') expect(await walking).toEqual([])
      else if (expected === 'nobody') expect(await walking).toBeNull()
      else expect((await failureOf(walking)).code).toBe(expected)
    })

    test.each([
      ['rate_limited', 30_000],
      ['maintenance', 900_000],
    ])('a Retry-After (%s) is passed on', { timeout }, async (code, retryAfterMs) => {
      const failure = await failureOf(walk(house, context, wilhelmina, `error:${code}`))
      expect([failure.code, failure.retryAfterMs]).toEqual(['provider-down', retryAfterMs])
    })

    test('a provider that is off is down, and does well again when it is on', { timeout }, async () => {
      const session = await enter(wilhelmina)
      await sandbox.control('PATCH', `/providers/${playedBy}`, { is_down: true })
      expect((await failureOf(readWith(session))).code).toBe('provider-down')
      await sandbox.control('PATCH', `/providers/${playedBy}`, { is_down: false })
      expect((await readWith(session)).length).toBeGreaterThan(1)
    })

    test('a slow provider is waited for', { timeout }, async () => {
      const startedAt = Date.now()
      const payslips = await walk(house, context, wilhelmina, 'slow:0.5')
      expect(toldIn(payslips ?? [])).toEqual(await truthOf(house, wilhelmina, recently))
      expect(Date.now() - startedAt).toBeGreaterThan(900)
    })

    test.each(stepsOf(house))(
      'a connection that is cut at %s is the provider being down',
      { timeout },
      async (step) => {
        const password = step === 'mfa' ? 'mfa:code+drop:mfa' : `drop:${step}`
        expect((await failureOf(walk(house, context, wilhelmina, password))).code).toBe('provider-down')
        await sandbox.reset()
        expect((await walk(house, context, wilhelmina))?.length).toBeGreaterThan(1)
      },
    )

    test('new payslips are there when their day has come', { timeout }, async () => {
      const session = await enter(wilhelmina)
      const before = await readWith(session)
      await sandbox.advance('P1M')
      expect(await readWith(session)).toHaveLength(before.length + 1)
    })

    test('what was ended is over; ending it again, or what cannot be read, hurts nobody', {
      timeout,
    }, async () => {
      const session = await enter(wilhelmina)
      for (const one of [session, session, 'no session of ours']) await connector.endSession(one, context)
      await sandbox.control('PATCH', `/providers/${playedBy}`, { is_down: true })
      await connector.endSession(session, context)
      await sandbox.control('PATCH', `/providers/${playedBy}`, { is_down: false })
      // A bureau has no sessions: describing the person again is enough.
      if (connector.authMethod === 'direct') return
      expect((await failureOf(readWith(session))).code).toMatch(/^(session|consent)-ended$/)
    })

    test('a session ended by the provider is reported as ended', { timeout }, async () => {
      const session = await enter(wilhelmina)
      await sandbox.control('DELETE', `/providers/${playedBy}/sessions?user_name=${wilhelmina}`)
      if (connector.authMethod === 'direct')
        return expect((await readWith(session)).length).toBeGreaterThan(1)
      const ended = connector.authMethod === 'oauth2' ? 'consent-ended' : 'session-ended'
      expect((await failureOf(readWith(session))).code).toBe(ended)
    })

    test('what cannot be read as a session of ours is an ended one, and is not quoted', {
      timeout,
    }, async () => {
      for (const session of ['', 'canary', '{"canary":1}', '[]'])
        expect((await failureOf(connector.fetchPayslips(session, recently, context))).code).toBe(
          'session-ended',
        )
    })
  })
}
