import { expect, test } from 'vitest'
import type {
  ConnectorContext,
  ConnectorSession,
  DirectConnector,
  OAuth2Connector,
} from '../../src/connectors/connector.ts'
import type { FailureCode } from '../../src/connectors/failure.ts'
import type { Browsers } from '../../src/connectors/web-portal/browsers.ts'
import { penceOf, sumOf } from '../../src/vocabulary/money.ts'
import { Payslip } from '../../src/vocabulary/payslip.ts'
import type { KitFault, KitSimulator } from './kit-simulator.ts'
import { failureOf } from './logins.ts'
import { createTestContext } from './test-context.ts'

// The contract of a connector that `npm run connector:new` has started, against its own simulator.

export const kitContext: ConnectorContext = {
  ...createTestContext({} as Browsers),
  now: () => new Date('2026-11-15T12:00:00Z'),
}

/** The invented person whom every simulator knows. */
export const kitPerson = {
  ni_number: 'QQ123456C',
  date_of_birth: '1991-03-14',
  forename: 'Ada',
  surname: 'Whitcombe',
  post_codes: ['TR11 3AA'],
}

/** Catalogue fields that all kinds have. */
export const kitEntry = (address: string) => ({
  id: 'kit',
  name: 'Kit',
  url: `${address}/`,
  logo_url: `${address}/logo.svg`,
  reset_url: `${address}/reset`,
  parent: null,
  max_login_attempts: 5,
  extra_login_params: [],
  address,
  per_second: 5,
  attempts_forgotten_after_hours: 24,
  client_id: 'payproof',
  client_secret: 'a-test-secret',
})

type FixturePayslip = { paid_on: string; gross: string; net: string; total_deductions: string }

type KitContract = {
  connector: OAuth2Connector | DirectConnector
  simulator: KitSimulator
  /** The payslips of the simulator, newest first. */
  payslips: readonly FixturePayslip[]
  signIn(): Promise<ConnectorSession | null>
}

const always = { from: null, to: null }

const faults: [string, KitFault, RegExp][] = [
  ['403', { status: 403 }, /^payroll-not-permitted$/],
  ['404', { status: 404 }, /^provider-changed$/],
  ['429', { status: 429, retryAfterSeconds: 7 }, /^provider-rate-limited$/],
  ['500', { status: 500 }, /^provider-down$/],
  ['503 for maintenance', { status: 503, body: '{"code":"maintenance"}' }, /^provider-maintenance$/],
  ['a redirect', { status: 302 }, /^provider-changed$/],
  ['a truncated reply', 'truncated', /^provider-changed$/],
  ['a reply of another shape', 'other-shape', /^provider-changed$/],
  ['a dropped connection', 'dropped', /^provider-unreachable$/],
]

/** Tests everything that the service relies on. */
export function checkKitContract({ connector, simulator, payslips, signIn }: KitContract) {
  // A person's token ends; an API key that is refused is a fault of the configuration.
  const unauthorised = connector.authMethod === 'direct' ? /^provider-changed$/ : /^(session|consent)-ended$/
  const openSession = async () => {
    const signedIn = await signIn()
    if (!signedIn)
      throw new Error(
        'matchPerson returned null: the simulator must know the person `kitPerson` of kit-contract.ts',
      )
    return signedIn.session
  }
  const fetchAll = async (period: Parameters<typeof connector.fetchPayslips>[1] = always) =>
    connector.fetchPayslips(await openSession(), period, kitContext)

  test('the session has no client secret and no personal data', async () => {
    const session = await openSession()
    for (const value of ['a-test-secret', kitPerson.ni_number, kitPerson.surname])
      expect(session.includes(value), value).toBe(false)
  })

  test('returns all pages, newest first, to the penny', async () => {
    const facts = (await fetchAll()).map(({ income_information: { pay_date, earnings, deductions } }) => ({
      paid_on: pay_date,
      gross: earnings.gross_pay,
      net: earnings.net_pay,
      total_deductions: deductions.total_deductions,
    }))
    const expected = payslips.map(({ paid_on, gross, net, total_deductions }) => ({
      paid_on,
      gross,
      net,
      total_deductions,
    }))
    expect(facts).toEqual(expected)
  })

  test('every payslip matches the schema and adds up', async () => {
    for (const payslip of await fetchAll()) {
      expect(Payslip.parse(payslip)).toEqual(payslip)
      const { earnings, deductions } = payslip.income_information
      const sum = (lines: { amount: string }[]) => sumOf(lines.map(({ amount }) => penceOf(amount)))
      expect(sum(earnings.earning_elements)).toBe(penceOf(earnings.gross_pay ?? ''))
      expect(sum(deductions.deductions_elements)).toBe(penceOf(deductions.total_deductions ?? ''))
    }
  })

  test('returns only the requested days, both inclusive', async () => {
    const days = payslips.map(({ paid_on }) => paid_on)
    // Several payslips can have the same day.
    const [newest = '', middle = '', oldest = ''] = new Set(days)
    expect(oldest, 'the fixtures need payslips of three days').not.toBe('')
    for (const [from, to] of [
      [oldest, middle],
      [newest, newest],
      ['2027-01-01', null],
    ] as const) {
      const expected = days.filter((day) => from <= day && (to === null || day <= to))
      const returned = await fetchAll({ from, to })
      expect(returned.map(({ income_information }) => income_information.pay_date)).toEqual(expected)
    }
  })

  test.each<(typeof faults)[number]>([['401', { status: 401 }, unauthorised], ...faults])(
    'maps %s to its failure code',
    async (_, fault, expected) => {
      const session = await openSession()
      simulator.fail(fault)
      try {
        const failure = await failureOf(connector.fetchPayslips(session, always, kitContext))
        expect(failure.code satisfies FailureCode).toMatch(expected)
        if (typeof fault === 'object' && fault.retryAfterSeconds !== undefined)
          expect(failure.retryAfterMs).toBe(fault.retryAfterSeconds * 1_000)
      } finally {
        simulator.fail(null)
      }
    },
  )

  test('a stored session that cannot be parsed has ended, and is not quoted', async () => {
    for (const session of ['', 'canary', '{"canary":1}', '[]'])
      expect((await failureOf(connector.fetchPayslips(session, always, kitContext))).code).toBe(
        'session-ended',
      )
  })

  test('ending a session never throws', async () => {
    const session = await openSession()
    for (const one of [session, session, 'no session of ours']) await connector.endSession(one, kitContext)
    simulator.fail('dropped')
    await connector.endSession(session, kitContext)
    simulator.fail(null)
    expect(await signIn()).not.toBeNull()
  })
}
