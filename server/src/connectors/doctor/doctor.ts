import { createHash, randomBytes } from 'node:crypto'
import { addDays, dayOf, taxYearOf } from '../../vocabulary/days.ts'
import { penceOf } from '../../vocabulary/money.ts'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { CatalogueEntry } from '../catalogue.ts'
import type { Connector, ConnectorContext, ConnectorSession, PersonToMatch } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import type { ProviderExchange } from '../transport.ts'
import { describeExchanges, nameRequest, type RequestShape } from './exchanges.ts'
import { type ProbeResult, probesOf, sendProbe } from './probes.ts'
import { compareShapes } from './shape.ts'

/** The simulator's behaviour, recorded in `expected/`. */
export type ExpectedProvider = {
  requests: Record<string, RequestShape>
  probes: Record<string, ProbeResult>
  /** Lifetime of access tokens in seconds; null if there are none. */
  access_seconds: number | null
}

export type DoctorCheck = {
  outcome: 'ok' | 'difference' | 'note'
  /** The assumption: hosts, sign-in, scopes, shape, errors, limits and so on. */
  about: string
  detail: string
}

export type DoctorOptions = {
  connector: Connector
  /** Without an expected provider nothing is compared, as for a provider that has no simulator yet. */
  expected: ExpectedProvider | null
  /** The test person at the provider. */
  person: PersonToMatch & { extra: Record<string, string> }
  redirectUri: string
  /** Lets the operator sign in at this address. Returns the address to which the provider redirected. */
  consent(url: string): Promise<string>
  context: ConnectorContext
  /** Whether the consent is kept instead of ended. */
  keepsConsent?: boolean
}

const hostTimeoutMs = 10_000
/** Days of pay that are read. */
const periodDays = 400
/** A moment at which every access token has expired, so that the session is renewed. */
const farFutureMs = 300 * 86_400_000

/**
 * Runs a connector against the provider's own test environment and compares every assumption with the simulator: hosts,
 * sign-in, scopes, replies, errors and limits.
 */
export async function examine(options: DoctorOptions) {
  const { connector, expected, context } = options
  const { entry } = connector
  const exchanges: ProviderExchange[] = []
  const observed = { ...context, onExchange: (one: ProviderExchange) => void exchanges.push(one) }
  const checks: DoctorCheck[] = await checkHosts(entry)
  const report = (outcome: DoctorCheck['outcome'], about: string, detail: string) =>
    void checks.push({ outcome, about, detail })

  try {
    await runConnector({ ...options, context: observed }, report)
  } catch (error) {
    if (!(error instanceof ConnectionFailure)) throw error
    report('difference', 'connector', `${error.code}${error.detail ? `: ${error.detail}` : ''}`)
  }
  const probes = await runProbes(entry, exchanges)
  const requests = describeExchanges(entry, exchanges)
  checks.push(
    ...checkSchemas(entry, exchanges),
    ...checkScopes(connector, exchanges),
    ...(expected ? checkAgainst(expected, { requests, probes, exchanges }) : []),
  )
  return {
    checks,
    exchanges,
    observed: { requests, probes, access_seconds: accessSecondsOf(exchanges) } satisfies ExpectedProvider,
  }
}

type Report = (outcome: DoctorCheck['outcome'], about: string, detail: string) => void

async function checkHosts(entry: CatalogueEntry): Promise<DoctorCheck[]> {
  const fields = ['address', 'authorize_url', 'token_url', 'revoke_url'] as const
  const origins = fields
    .map((field): unknown => Reflect.get(entry, field))
    .filter((url) => typeof url === 'string')
    .map((url) => new URL(url).origin)
  return Promise.all(
    [...new Set(origins)].map(async (origin): Promise<DoctorCheck> => {
      try {
        const signal = AbortSignal.timeout(hostTimeoutMs)
        const { status } = await fetch(origin, { redirect: 'manual', signal })
        return { outcome: 'ok', about: 'host', detail: `${origin} replies (status ${status})` }
      } catch (error) {
        const { cause } = error as { cause?: { code?: string } }
        return { outcome: 'difference', about: 'host', detail: `${origin}: ${cause?.code ?? 'no reply'}` }
      }
    }),
  )
}

/** Signs in, fetches data, renews the session and ends it. */
async function runConnector(options: DoctorOptions, report: Report) {
  const { connector, context } = options
  const signedIn = await signIn(options)
  if (!signedIn) return report('difference', 'sign-in', 'the provider has no record with these details')
  report('ok', 'sign-in', 'the connector has a session')
  let { session } = signedIn
  try {
    await fetchData(connector, session, context, report)
    const later = { ...context, now: () => new Date(context.now().getTime() + farFutureMs) }
    const renewed =
      connector.dataType === 'bank-accounts' ? null : await connector.renewSession(session, later)
    if (!renewed) return
    session = renewed.session
    report('ok', 'renewal', 'the session was renewed')
    await fetchData(connector, session, context, report)
  } finally {
    // Also after a failure: the consent of the test person must not stay open by accident.
    if (!options.keepsConsent) {
      await connector.endSession(session, context)
      report(
        'note',
        'consent',
        'the connector asked the provider to end the consent, if the provider has a way',
      )
    }
  }
}

async function signIn(options: DoctorOptions): Promise<ConnectorSession | null> {
  const { connector, person, redirectUri, consent, context } = options
  if (connector.authMethod === 'direct') return connector.matchPerson(person, context)
  if (connector.authMethod === 'login')
    throw new Error(`[${connector.entry.kind}] has no test environment of a real provider`)
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const state = randomBytes(16).toString('base64url')
  const userReference = `doctor-${state}`
  const from = addDays(dayOf(context.now()), -periodDays)
  const { url, pending = null } =
    connector.dataType === 'bank-accounts'
      ? await connector.startAuthorization({ state, redirectUri, userReference, from }, context)
      : { url: connector.authorizationUrl({ state, codeChallenge, redirectUri }) }
  const query = new URL(await consent(url)).searchParams
  if (query.get('state') !== state)
    throw new ConnectionFailure('provider-changed', { detail: 'another state' })
  if (query.has('error')) throw new ConnectionFailure('consent-refused')
  const code = query.get('code') ?? query.get('one-time-token') ?? ''
  const { extra, ni_number, date_of_birth, forename, surname } = person
  const found = { ni_number, date_of_birth, forename, surname }
  return connector.exchangeCode({ code, codeVerifier, redirectUri, extra, person: found, pending }, context)
}

async function fetchData(connector: Connector, session: string, context: ConnectorContext, report: Report) {
  const today = dayOf(context.now())
  const from = addDays(today, -periodDays)
  if (connector.dataType === 'tax-years') {
    const year = taxYearOf(today) - 2
    const income = await connector.fetchTaxYear(session, `${year}-${String(year + 1).slice(2)}`, context)
    return report(income ? 'ok' : 'note', 'data', income ? 'one tax year' : 'no data for that tax year')
  }
  if (connector.dataType === 'bank-accounts') {
    const accounts = await connector.fetchAccounts(session, { from, to: today }, context)
    return report(accounts.length > 0 ? 'ok' : 'note', 'data', `${accounts.length} bank accounts`)
  }
  const payslips = await connector.fetchPayslips(session, { from, to: null }, context)
  const wrong = payslips.filter((payslip) => !addsUp(payslip)).length
  report(payslips.length > 0 ? 'ok' : 'note', 'data', `${payslips.length} payslips`)
  if (wrong > 0) report('difference', 'arithmetic', `${wrong} payslips do not add up`)
}

/** Whether gross pay less deductions is the net pay. A payslip without these totals cannot be checked. */
function addsUp({ income_information: { earnings, deductions } }: Payslip) {
  const { gross_pay, net_pay } = earnings
  const { total_deductions } = deductions
  if (gross_pay === null || net_pay === null || total_deductions === null) return true
  return penceOf(gross_pay) - penceOf(total_deductions) === penceOf(net_pay)
}

/** Every reply that the connector could not parse, with the fields that do not match. */
const checkSchemas = (entry: CatalogueEntry, exchanges: readonly ProviderExchange[]): DoctorCheck[] => {
  const issues = exchanges.flatMap(({ request, schemaIssues }) =>
    schemaIssues.map((issue) => `${nameRequest(entry, request)}: ${issue}`),
  )
  if (issues.length === 0)
    return [
      { outcome: 'ok', about: 'schema', detail: `${exchanges.length} replies match the connector's schemas` },
    ]
  return [...new Set(issues)].map((detail) => ({ outcome: 'difference', about: 'schema', detail }))
}

/** Scopes that were requested and not granted. Providers without scopes return none. */
function checkScopes(connector: Connector, exchanges: readonly ProviderExchange[]): DoctorCheck[] {
  if (connector.authMethod !== 'oauth2' || connector.dataType === 'bank-accounts') return []
  const url = new URL(
    connector.authorizationUrl({ state: '', codeChallenge: '', redirectUri: 'https://x.example' }),
  )
  const requested = url.searchParams.get('scope')?.split(' ') ?? []
  const granted = exchanges.flatMap(({ bytes, request }) =>
    request.form?.grant_type === 'authorization_code' ? (scopeIn(bytes)?.split(' ') ?? []) : [],
  )
  if (requested.length === 0 || granted.length === 0) return []
  const missing = requested.filter((scope) => !granted.includes(scope))
  if (missing.length > 0)
    return [{ outcome: 'difference', about: 'scopes', detail: `not granted: ${missing.join(', ')}` }]
  return [{ outcome: 'ok', about: 'scopes', detail: `${requested.length} scopes granted` }]
}

const scopeIn = (bytes: Buffer) =>
  memberOf(bytes, 'scope', (value) => typeof value === 'string') as string | null

function memberOf(bytes: Buffer, name: string, isValid: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))[name]
    return isValid(value) ? value : null
  } catch {
    return null
  }
}

function accessSecondsOf(exchanges: readonly ProviderExchange[]): number | null {
  const tokens = exchanges.find(
    ({ request, status }) => request.form?.grant_type !== undefined && status < 300,
  )
  if (!tokens) return null
  return memberOf(tokens.bytes, 'expires_in', (value) => typeof value === 'number') as number | null
}

async function runProbes(
  entry: CatalogueEntry,
  exchanges: readonly ProviderExchange[],
): Promise<Record<string, ProbeResult>> {
  const data = exchanges.find(
    ({ request, status }) => request.method === 'GET' && status < 300 && !request.url.includes('{'),
  )
  const results: Record<string, ProbeResult> = {}
  for (const [name, probe] of Object.entries(probesOf(entry, data))) results[name] = await sendProbe(probe)
  return results
}

type Findings = {
  requests: Record<string, RequestShape>
  probes: Record<string, ProbeResult>
  exchanges: readonly ProviderExchange[]
}

function checkAgainst(expected: ExpectedProvider, { requests, probes, exchanges }: Findings): DoctorCheck[] {
  return [
    ...Object.entries(expected.requests).flatMap(([name, shape]) =>
      checkRequest(name, shape, requests[name]),
    ),
    ...Object.keys(requests)
      .filter((name) => !expected.requests[name])
      .map((name): DoctorCheck => ({ outcome: 'note', about: 'request', detail: `${name} is not recorded` })),
    ...Object.entries(expected.probes).map(([name, result]) => checkProbe(name, result, probes[name])),
    ...checkLifetime(expected.access_seconds, accessSecondsOf(exchanges)),
  ]
}

function checkRequest(name: string, expected: RequestShape, actual: RequestShape | undefined): DoctorCheck[] {
  if (!actual) return [{ outcome: 'note', about: 'request', detail: `${name} was not sent` }]
  const shape = compareShapes(expected.reply, actual.reply).map(
    ({ path, what, detail }): DoctorCheck => ({
      outcome: what === 'new' ? 'note' : 'difference',
      about: what === 'new' ? 'new field' : what === 'type' ? 'field type' : 'missing field',
      detail: `${name}: [${path}] ${detail}`,
    }),
  )
  const limits = expected.limit_headers
    .filter((header) => !actual.limit_headers.includes(header))
    .map(
      (header): DoctorCheck => ({
        outcome: 'difference',
        about: 'limits',
        detail: `${name}: no header ${header}`,
      }),
    )
  return shape.length + limits.length > 0
    ? [...shape, ...limits]
    : [{ outcome: 'ok', about: 'shape', detail: name }]
}

function checkProbe(name: string, expected: ProbeResult, actual: ProbeResult | undefined): DoctorCheck {
  if (!actual) return { outcome: 'note', about: 'errors', detail: `${name}: not sent` }
  const textOf = ({ status, code }: ProbeResult) => (code === null ? `${status}` : `${status} ${code}`)
  if (textOf(expected) === textOf(actual))
    return { outcome: 'ok', about: 'errors', detail: `${name}: ${textOf(actual)}` }
  const detail = `${name}: expected ${textOf(expected)}, is ${textOf(actual)}`
  return { outcome: 'difference', about: 'errors', detail }
}

function checkLifetime(expected: number | null, actual: number | null): DoctorCheck[] {
  if (expected === null || actual === null) return []
  const detail = `access tokens last ${actual} seconds`
  return expected === actual
    ? [{ outcome: 'ok', about: 'lifetime', detail }]
    : [{ outcome: 'difference', about: 'lifetime', detail: `${detail}, expected ${expected}` }]
}
