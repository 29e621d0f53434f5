import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import {
  codeFor,
  comeIn,
  describe as describePerson,
  type House,
  redirectUri,
  rightAnswer,
  verifier,
} from '../../test/provider-visits.ts'
import { type Sandbox, startSandbox } from '../../test/sandbox.ts'
import { readCatalogue } from './catalogue.ts'
import type { DirectConnector, LoginConnector, OAuth2Connector, Period, Talk } from './connector.ts'
import { ConnectionFailure, type FailureCode } from './failure.ts'
import { openConnectors } from './list.ts'
import { penceOf, sumOf } from './money.ts'
import { Payslip } from './payslip.ts'
import { openBrowsers } from './web-portal/browsers.ts'

// What every connector promises, whoever the provider is. The sandbox is the real program, and knows the truth.

const catalogueFile = fileURLToPath(new URL('../../catalogues/sandbox.json', import.meta.url))
const guide = readFileSync(new URL('../../../docs/guides/sandbox.md', import.meta.url), 'utf8')

const [here, elsewhere] = await Promise.all([
  startSandbox({ clock: '2026-07-10T09:00:00Z' }),
  startSandbox({ clock: '2026-03-20T09:00:00Z', seed: 'elsewhere' }),
])
const browsers = openBrowsers({ executablePath: '/usr/bin/chromium', most: 2 })
atEnd(() => browsers.close())
const talk: Talk = { now: () => new Date(), signal: new AbortController().signal, browsers }

/** Every provider of the catalogue, and a second one of each kind that nobody has written a line of code for. */
const houses = [...housesIn(here, ''), ...housesIn(elsewhere, 'second-')]

function housesIn(sandbox: Sandbox, prefix: string) {
  const catalogue = readCatalogue(catalogueFile, { sandboxUrl: sandbox.url })
  const providers = catalogue.providers.map((entry) => ({ ...entry, id: `${prefix}${entry.id}` }))
  return [...openConnectors({ ...catalogue, providers }).values()].map((connector) => {
    const { id } = connector.entry
    return { name: id, connector, sandbox, playedBy: id.replace(prefix, '') }
  })
}

const always: Period = { from: null, to: null }
const thisYear: Period = { from: '2026-01-01', to: null }
const secret = /canary|"token"|access_token|refresh_token|[\w-]{43}/

beforeEach(async () => {
  await Promise.all([here.reset(), elsewhere.reset()])
})

/** What it failed with, which must be one of ours and must not tell what nobody may know. */
async function failureOf(work: Promise<unknown>): Promise<ConnectionFailure> {
  const failure = await work.then(
    (result) => {
      throw new Error(`it did not fail: ${inspect(result).slice(0, 200)}`)
    },
    (error: unknown) => error,
  )
  if (!(failure instanceof ConnectionFailure)) throw failure
  expect(inspect(failure, { depth: 20, showHidden: true })).not.toMatch(secret)
  return failure
}

/** In, and as far as there is something to read. */
async function walk(house: House, userName: string, password: string, period = thisYear) {
  const signedIn = await comeIn(house, talk, userName, password)
  if (!signedIn) return null
  return read(house, signedIn.session, period)
}

async function read({ connector }: House, session: string, period = thisYear) {
  const renewed = await connector.renew(session, talk)
  return connector.fetchPayslips(renewed?.session ?? session, period, talk)
}

type TrueLine = { label: string; amount: string }
type TruePayslip = {
  paid_on: string
  period_from: string
  period_to: string
  tax_code: string
  employment: { employer: { legal_name: string; paye_reference: string } }
  employee: { national_insurance_number: string }
  earnings: TrueLine[]
  deductions: (TrueLine & { kind: string })[]
  totals: Record<'gross' | 'net' | 'deductions' | 'income_tax' | 'employee_ni' | 'employee_pension', string>
}

async function truthOf(sandbox: Sandbox, userName: string, { from, to }: Period): Promise<TruePayslip[]> {
  const all: TruePayslip[] = []
  for (let total = 1; all.length < total; ) {
    const page = await sandbox.control('GET', `/people/${userName}/payslips?limit=100&offset=${all.length}`)
    all.push(...page.payslips)
    total = page.total_count
  }
  return all.filter(({ paid_on }) => (from === null || paid_on >= from) && (to === null || paid_on <= to))
}

/** What must agree to the penny, in an order of its own: two may be paid on the same day. */
const told = (payslips: Payslip[]) =>
  payslips
    .map(({ employment_information, identity_information, income_information }) => ({
      employer: employment_information.employer_name,
      reference: employment_information.employer_tax_reference,
      ni_number: identity_information.NI_number,
      days: [
        income_information.pay_date,
        income_information.pay_interval_start,
        income_information.pay_interval_end,
      ],
      gross: income_information.earnings.gross_pay,
      net: income_information.earnings.net_pay,
      total: income_information.deductions.total_deductions,
      tax: income_information.deductions.income_tax,
      ni: income_information.deductions.employee_ni,
      pension: income_information.deductions.employee_pension,
      loans: income_information.deductions.loan_deductions,
      earnings: income_information.earnings.earning_elements.map(({ amount }) => amount).toSorted(),
      deductions: income_information.deductions.deductions_elements.map(({ amount }) => amount).toSorted(),
    }))
    .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))

const loans = ['student_loan', 'postgraduate_loan', 'loan']

const truth = (payslips: TruePayslip[]) =>
  payslips
    .map((payslip) => ({
      employer: payslip.employment.employer.legal_name,
      reference: payslip.employment.employer.paye_reference,
      ni_number: payslip.employee.national_insurance_number,
      days: [payslip.paid_on, payslip.period_from, payslip.period_to],
      gross: payslip.totals.gross,
      net: payslip.totals.net,
      total: payslip.totals.deductions,
      tax: payslip.totals.income_tax,
      ni: payslip.totals.employee_ni,
      pension: payslip.totals.employee_pension,
      loans: (
        payslip.deductions
          .filter(({ kind }) => loans.includes(kind))
          .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0) / 100
      ).toFixed(2),
      earnings: payslip.earnings.map(({ amount }) => amount).toSorted(),
      deductions: payslip.deductions.map(({ amount }) => amount).toSorted(),
    }))
    .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))

const people = [
  ...['wilhelmina.oakapple', 'dashiell.pennyfeather', 'barnaby.thistlewick', 'quentin.snowberry'],
  ...['henrietta.dovecote', 'gwendolyn.larkspur', 'xavier.inkwell', 'josephine.candlewick'],
  ...['nathaniel.quillfeather', 'winifred.goldcrest', 'mabel.tanglewood', 'ottoline.brambleby'],
]

/** What each error of the sandbox has to become; which provider has which, the guide says. */
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

/** These happen on pages of the provider, between it and the person, or at a step that a bureau does not have. */
const notOurs: Record<House['connector']['way'], string[]> = {
  login: [],
  oauth2: ['access_denied', 'unsupported_response_type', 'mfa_failed', 'mfa_timeout'],
  direct: ['invalid_client', 'unsupported_grant_type'],
}

const errorsAt = ({ connector, playedBy }: House) =>
  [...guide.matchAll(/^\| `(\w+)` \| \d+ \| [^|]+ \| ([^|]+) \|$/gm)]
    .filter(([, , places = '']) => places.split(', ').includes(playedBy.replace('sandbox-', '')))
    .map(([, code = '']) => code)
    .filter((code) => !notOurs[connector.way].includes(code))

describe.each(houses)('$name', (house) => {
  const { connector, sandbox, playedBy } = house

  test('the right login gives a session, and a session gives payslips, newest first', async () => {
    const signedIn = await comeIn(house, talk, 'wilhelmina.oakapple')
    expect(signedIn).toMatchObject({ outcome: 'signed-in', session: expect.any(String) })
    if (signedIn?.endsAt) expect(signedIn.endsAt.getTime()).toBeGreaterThan(Date.now() + 24 * 3_600_000)
    expect(signedIn?.session).not.toContain('pass')
    const days = (await read(house, signedIn?.session ?? '')).map(
      ({ income_information }) => income_information.pay_date,
    )
    expect(days.length).toBeGreaterThan(1)
    expect(days).toEqual(days.toSorted().toReversed())
  })

  test.each(people)('what %s was paid is told to the penny, and adds up', async (userName) => {
    const payslips = (await walk(house, userName, 'pass')) ?? []
    expect(told(payslips)).toEqual(truth(await truthOf(sandbox, userName, thisYear)))
    for (const payslip of payslips) {
      expect(Payslip.parse(payslip)).toEqual(payslip)
      const { earnings, deductions } = payslip.income_information
      const pence = (amount: string | null) => penceOf(amount ?? 'missing')
      const sum = (elements: { amount: string }[]) => sumOf(elements.map(({ amount }) => pence(amount)))
      expect(sum(earnings.earning_elements.filter(({ is_bik }) => !is_bik))).toBe(pence(earnings.gross_pay))
      expect(sum(deductions.deductions_elements)).toBe(pence(deductions.total_deductions))
      expect(pence(earnings.gross_pay) - pence(deductions.total_deductions)).toBe(pence(earnings.net_pay))
    }
  })

  test('the whole history of two jobs, page after page', async () => {
    const payslips = await walk(house, 'dashiell.pennyfeather', 'pass', always)
    expect(payslips?.length).toBeGreaterThan(50)
    expect(told(payslips ?? [])).toEqual(truth(await truthOf(sandbox, 'dashiell.pennyfeather', always)))
  })

  test('only the days that were asked for, the first and the last included', async () => {
    const signedIn = await comeIn(house, talk, 'barnaby.thistlewick')
    const [newest, , , oldest] = await truthOf(sandbox, 'barnaby.thistlewick', always)
    const period = { from: oldest?.paid_on ?? '', to: newest?.paid_on ?? '' }
    expect(await read(house, signedIn?.session ?? '', period)).toHaveLength(4)
    const single = { from: period.from, to: period.from }
    expect(await read(house, signedIn?.session ?? '', single)).toHaveLength(1)
    expect(await read(house, signedIn?.session ?? '', { from: '2027-01-01', to: null })).toEqual([])
  })

  test.each(['silas.bellwether', 'rosalind.emberley'])(
    'that %s has no payslip yet is no failure',
    async (userName) => {
      expect(await walk(house, userName, 'pass')).toEqual([])
    },
  )

  test.each(errorsAt(house))('error:%s is told by its name', async (code) => {
    const walking = walk(house, 'wilhelmina.oakapple', `error:${code}`)
    const expected = promised[code]
    if (expected === 'nothing') expect(await walking).toEqual([])
    else if (expected === 'nobody') expect(await walking).toBeNull()
    else expect((await failureOf(walking)).code).toBe(expected)
  })

  test('who asks for patience is told for how long', async () => {
    for (const [code, retryAfterMs] of [
      ['rate_limited', 30_000],
      ['maintenance', 900_000],
    ] as const) {
      const failure = await failureOf(walk(house, 'wilhelmina.oakapple', `error:${code}`))
      expect([failure.code, failure.retryAfterMs]).toEqual(['provider-down', retryAfterMs])
      await sandbox.reset()
    }
  })

  test('a provider that is off is down, and does well again when it is on', async () => {
    const signedIn = await comeIn(house, talk, 'wilhelmina.oakapple')
    await sandbox.control('PATCH', `/providers/${playedBy}`, { is_down: true })
    expect((await failureOf(read(house, signedIn?.session ?? ''))).code).toBe('provider-down')
    await sandbox.control('PATCH', `/providers/${playedBy}`, { is_down: false })
    expect((await read(house, signedIn?.session ?? '')).length).toBeGreaterThan(1)
  })

  test('a slow provider is waited for', async () => {
    const period = { from: '2026-02-01', to: '2026-03-10' }
    const startedAt = Date.now()
    const payslips = await walk(house, 'wilhelmina.oakapple', 'slow:0.5', period)
    expect(told(payslips ?? [])).toEqual(truth(await truthOf(sandbox, 'wilhelmina.oakapple', period)))
    expect(Date.now() - startedAt).toBeGreaterThan(900)
  })

  test.each(stepsOf(house))('a connection that is cut at %s is the provider being down', async (step) => {
    const password = step === 'mfa' ? 'mfa:code+drop:mfa' : `drop:${step}`
    expect((await failureOf(walk(house, 'wilhelmina.oakapple', password))).code).toBe('provider-down')
    await sandbox.reset()
    expect((await walk(house, 'wilhelmina.oakapple', 'pass'))?.length).toBeGreaterThan(1)
  })

  test('new payslips are there when their day has come', async () => {
    const before = (await walk(house, 'wilhelmina.oakapple', 'pass', always))?.length ?? 0
    const signedIn = await comeIn(house, talk, 'wilhelmina.oakapple')
    await sandbox.advance('P1M')
    expect(await read(house, signedIn?.session ?? '', always)).toHaveLength(before + 1)
  })

  test('what was ended is over; ending it again, or what cannot be read, hurts nobody', async () => {
    const signedIn = await comeIn(house, talk, 'wilhelmina.oakapple')
    const session = signedIn?.session ?? ''
    await connector.end(session, talk)
    await connector.end(session, talk)
    await connector.end('no session of ours', talk)
    await sandbox.control('PATCH', `/providers/${playedBy}`, { is_down: true })
    await connector.end(session, talk)
    await sandbox.reset()
    // Nobody has a session at a bureau: whoever can describe a person is let in again.
    if (connector.way === 'direct') return
    expect((await failureOf(read(house, session))).code).toMatch(/^(session|consent)-ended$/)
  })

  test('a session that the provider has ended is told as ended', async () => {
    const signedIn = await comeIn(house, talk, 'wilhelmina.oakapple')
    await sandbox.control('DELETE', `/providers/${playedBy}/sessions?user_name=wilhelmina.oakapple`)
    const reading = read(house, signedIn?.session ?? '')
    if (connector.way === 'direct') expect((await reading).length).toBeGreaterThan(1)
    else {
      const ended = connector.way === 'oauth2' ? 'consent-ended' : 'session-ended'
      expect((await failureOf(reading)).code).toBe(ended)
    }
  })

  test('what cannot be read as a session of ours is an ended one, and is not quoted', async () => {
    for (const session of ['', 'canary', '{"canary":1}', '[]'])
      expect((await failureOf(connector.fetchPayslips(session, always, talk))).code).toBe('session-ended')
  })

  if (connector.way === 'login') describeLogin(house, connector)
  if (connector.way === 'oauth2') describeOAuth2(house, connector)
  if (connector.way === 'direct') describeDirect(house, connector)
})

function stepsOf({ connector }: House): string[] {
  if (connector.way === 'login') return ['login', 'mfa', 'list', 'payslip']
  return connector.way === 'oauth2' ? ['token', 'list', 'payslip'] : ['login', 'list']
}

/** What holds where people type their password into our form. */
function describeLogin(house: House, connector: LoginConnector) {
  const { sandbox } = house
  const userName = 'wilhelmina.oakapple'
  const logIn = (password: string, user_name = userName) =>
    connector.logIn({ user_name, password, extra: {} }, talk)

  test('a wrong password and an unknown name are refused alike', async () => {
    const wrong = await failureOf(logIn('canary-password'))
    const unknown = await failureOf(logIn('pass', 'nobody.at.all'))
    expect([wrong.code, wrong.message]).toEqual(['login-refused', unknown.message])
    expect(unknown.code).toBe('login-refused')
  })

  test('wrong passwords lock in the end, and the right one does not help then', async () => {
    const { max_login_attempts } = connector.entry
    const codes = []
    for (let n = 0; n < max_login_attempts; n++) codes.push((await failureOf(logIn('canary'))).code)
    expect(codes).toEqual([...Array(max_login_attempts - 1).fill('login-refused'), 'login-locked'])
    expect((await failureOf(logIn('pass'))).code).toBe('login-locked')
  })

  test.each(['mfa:code', 'mfa:date', 'mfa:chars'])(
    '%s: wrong answers are counted, the right one opens',
    async (password) => {
      const asked = await logIn(password)
      if (asked.outcome !== 'asked') throw new Error('nothing was asked')
      expect(asked.pending).not.toContain(password)
      const wrong = await failureOf(connector.answer(asked.pending, 'canary', talk))
      expect([wrong.code, wrong.attemptsLeft]).toEqual(['mfa-rejected', 2])
      const signedIn = await connector.answer(
        asked.pending,
        await rightAnswer(sandbox, userName, asked),
        talk,
      )
      expect((await read(house, signedIn.session)).length).toBeGreaterThan(1)
    },
  )

  test('the third wrong answer is the last', async () => {
    const asked = await logIn('mfa:code')
    if (asked.outcome !== 'asked') throw new Error('nothing was asked')
    const left = []
    for (let n = 0; n < 3; n++)
      left.push((await failureOf(connector.answer(asked.pending, 'canary', talk))).attemptsLeft)
    expect(left).toEqual([2, 1, 0])
    const late = connector.answer(asked.pending, await rightAnswer(sandbox, userName, asked), talk)
    expect((await failureOf(late)).code).toBe('mfa-timeout')
  })

  test('an answer that comes too late is told as late', async () => {
    const asked = await logIn('mfa:date')
    if (asked.outcome !== 'asked') throw new Error('nothing was asked')
    await sandbox.advance('PT6M')
    const late = connector.answer(asked.pending, await rightAnswer(sandbox, userName, asked), talk)
    expect((await failureOf(late)).code).toBe('mfa-timeout')
  })

  test('a session ends when its time is over', async () => {
    const signedIn = await logIn('expire:5')
    if (signedIn.outcome !== 'signed-in') throw new Error('not signed in')
    await sandbox.advance('PT6M')
    expect((await failureOf(read(house, signedIn.session))).code).toBe('session-ended')
  })
}

/** What holds where people sign in at the provider itself. */
function describeOAuth2(house: House, connector: OAuth2Connector) {
  test('the person is sent to the provider with all that it has to know', () => {
    const request = { state: 'a state', codeChallenge: 'a challenge', redirectUri }
    const { origin, pathname, searchParams } = new URL(connector.authorizationUrl(request))
    expect(`${origin}${pathname}`).toBe(`${connector.entry.address}/oauth/authorize`)
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ response_type: 'code', client_id: 'payproof-sandbox', redirect_uri: redirectUri },
      ...{ scope: 'identity payslips', state: 'a state' },
      ...{ code_challenge: 'a challenge', code_challenge_method: 'S256' },
    })
  })

  test('we get to know who it was, and a code is good once', async () => {
    const code = await codeFor(connector, 'wilhelmina.oakapple')
    const grant = { code, codeVerifier: verifier, redirectUri }
    expect(await connector.exchange(grant, talk)).toMatchObject({
      ...{ outcome: 'signed-in', user_name: 'wilhelmina.oakapple@example.com' },
    })
    expect((await failureOf(connector.exchange(grant, talk))).code).toBe('consent-ended')
    const foreign = {
      ...grant,
      code: await codeFor(connector, 'wilhelmina.oakapple'),
      codeVerifier: 'x'.repeat(43),
    }
    expect((await failureOf(connector.exchange(foreign, talk))).code).toBe('consent-ended')
  })

  test('tokens that are nearly over are exchanged first; those that are good are left alone', async () => {
    const { session } = (await comeIn(house, talk, 'wilhelmina.oakapple')) ?? { session: '' }
    expect(await connector.renew(session, talk)).toBeNull()
    const later = { ...talk, now: () => new Date(Date.now() + 9.5 * 60_000) }
    const renewed = await connector.renew(session, later)
    expect(renewed?.session).not.toBe(session)
    expect((await connector.fetchPayslips(renewed?.session ?? '', thisYear, later)).length).toBeGreaterThan(1)
    // Whoever comes with the old one after that is taken for a thief, and everything ends.
    expect((await failureOf(connector.renew(session, later))).code).toBe('consent-ended')
    expect((await failureOf(connector.renew(renewed?.session ?? '', talk))).code).toBe('consent-ended')
  })

  test('a consent ends after its time', async () => {
    const { session } = (await comeIn(house, talk, 'wilhelmina.oakapple', 'expire:5')) ?? { session: '' }
    await house.sandbox.advance('PT6M')
    expect((await failureOf(read(house, session))).code).toBe('consent-ended')
  })
}

/** What holds where nobody takes part but us. */
function describeDirect({ sandbox }: House, connector: DirectConnector) {
  test('whoever is not described rightly in everything is nobody', async () => {
    const right = await describePerson(sandbox, 'wilhelmina.oakapple')
    for (const wrong of [
      { ni_number: 'QQ999999A' },
      { date_of_birth: '1901-01-01' },
      { surname: 'Appleoak' },
      { forename: 'Beatrice' },
      { post_codes: ['ZZ1 1ZZ'] },
    ])
      expect(await connector.match({ ...right, ...wrong }, talk)).toBeNull()
    expect(await connector.match({ ...right, forename: right.forename.toUpperCase() }, talk)).not.toBeNull()
  })
}

test.each(houses.filter(({ connector }) => connector.entry.extra_login_params.length > 0))(
  '$name: with an employee number there is one employment alone, and a wrong one is refused',
  async ({ connector, sandbox }) => {
    const [job] = (await sandbox.control('GET', '/people/dashiell.pennyfeather')).jobs
    const logIn = (employee_number: string) =>
      (connector as LoginConnector).logIn(
        { user_name: 'dashiell.pennyfeather', password: 'pass', extra: { employee_number } },
        talk,
      )
    const signedIn = await logIn(job.payroll_number)
    if (signedIn.outcome !== 'signed-in') throw new Error('not signed in')
    const payslips = await connector.fetchPayslips(signedIn.session, thisYear, talk)
    const employers = payslips.map(({ employment_information }) => employment_information.employer_name)
    expect([...new Set(employers)]).toEqual([job.employer.name])
    expect((await failureOf(logIn('canary'))).code).toBe('login-refused')
  },
)

test('every page and picture that the catalogue names is there', async () => {
  const { providers, parent_provider_meta, employers } = readCatalogue(catalogueFile, {
    sandboxUrl: here.url,
  })
  const addresses = [
    ...[...providers, ...parent_provider_meta, ...employers].map(({ logo_url }) => logo_url),
    ...[...providers, ...employers].map(({ url }) => url),
    ...providers.map(({ reset_url }) => reset_url),
  ]
  for (const address of new Set(addresses)) expect((await fetch(address)).status, address).toBe(200)
})
