import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import type {
  AuthorizationGrant,
  ConnectorContext,
  ConnectorSession,
  LoginConnector,
  MfaChallenge,
  OAuth2Connector,
  PayDateRange,
  PersonToMatch,
} from '../../src/connectors/connector.ts'
import { ConnectionFailure } from '../../src/connectors/failure.ts'
import type { Sandbox } from '../sandbox.ts'
import { companyOf } from './consents.ts'
import type { SimulatedProvider } from './providers.ts'

export const verifier = 'a-verifier-that-is-long-enough-for-everybody-1234'
const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
export const redirectUri = 'http://127.0.0.1:4000/oauth2/callback'

/**
 * Logs in completely as a person with this password; returns null if a bureau finds no match. If our form has no
 * password, sets the sandbox's behaviour instead.
 */
export async function logInAs(
  { connector, sandbox, sandboxProvider }: SimulatedProvider,
  context: ConnectorContext,
  userName: string,
  password = 'pass',
): Promise<ConnectorSession | null> {
  if (connector.authMethod === 'login') return logIn(connector, sandbox, context, userName, password)
  const code = connector.authMethod === 'oauth2' ? await codeFor(connector, userName) : ''
  if (password !== 'pass') await sandbox.behave(sandboxProvider, userName, password)
  if (connector.authMethod === 'oauth2')
    return connector.exchangeCode(
      { code, codeVerifier: verifier, redirectUri, ...(await employerDetails(connector, sandbox, userName)) },
      context,
    )
  return connector.matchPerson(await descriptionOf(sandbox, userName), context)
}

/** The person and the company, by which an employer's payroll is searched. */
async function employerDetails(
  { entry }: OAuth2Connector,
  sandbox: Sandbox,
  userName: string,
): Promise<Pick<AuthorizationGrant, 'extra' | 'person'>> {
  if (entry.kind !== 'employer-oauth2') return { extra: {} }
  const { ni_number, date_of_birth, forename, surname } = await descriptionOf(sandbox, userName)
  const person = { ni_number, date_of_birth, forename, surname }
  return { extra: { company_name: await companyOf(sandbox, userName) }, person }
}

async function logIn(
  connector: LoginConnector,
  sandbox: Sandbox,
  context: ConnectorContext,
  user_name: string,
  password: string,
): Promise<ConnectorSession> {
  const outcome = await connector.logIn({ user_name, password, extra: {} }, context)
  if (outcome.outcome === 'signed-in') return outcome
  return connector.answerMfa(outcome.pending, await rightAnswer(sandbox, user_name, outcome), context)
}

export async function rightAnswer(
  sandbox: Sandbox,
  userName: string,
  { method }: MfaChallenge,
): Promise<string> {
  const { code, memorable_date, memorable_word } = (await sandbox.control('GET', `/people/${userName}`))
    .sign_in
  if (method.type === 'Code') return code
  if (method.type === 'Date') return inFormat(memorable_date, method.format)
  return method.positions.map((position) => memorable_word[position - 1]).join('')
}

function inFormat(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return format.replace('YYYY', year).replace('MM', month).replace('DD', date)
}

/** Returns the person's details as a client would send them to a bureau. */
export async function descriptionOf(sandbox: Sandbox, userName: string): Promise<PersonToMatch> {
  const { identity } = await sandbox.control('GET', `/people/${userName}`)
  const { ni_number, date_of_birth, forename, surname, addresses } = identity
  const post_codes = addresses.map(({ post_code }: { post_code: string }) => post_code)
  return { ni_number, date_of_birth, forename, surname, post_codes }
}

/** Takes the person's steps on the provider's pages, in a separate browser. Returns the authorisation code. */
export async function codeFor(connector: OAuth2Connector, userName: string): Promise<string> {
  const state = 'any state'
  const address = await connector.authorizationUrl({ state, codeChallenge, redirectUri })
  const first = await fetch(address)
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const [, flow = ''] = /name="flow" value="([^"]*)"/.exec(await first.text()) ?? []
  const send = (page: string, fields: Record<string, string>) =>
    fetch(new URL(page, address), {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ flow, ...fields }),
      redirect: 'manual',
    })
  await send('sign-in', { user_name: userName, password: 'pass' })
  const allowed = await send('consent', { decision: 'allow' })
  const { searchParams } = new URL(allowed.headers.get('location') ?? 'none:')
  if (searchParams.get('state') !== state) throw new Error('the person was not sent back')
  return searchParams.get('code') ?? ''
}

/** Logs in and retrieves payslips; returns null if the person was not found. */
export async function logInAndRetrieve(
  provider: SimulatedProvider,
  context: ConnectorContext,
  userName: string,
  password = 'pass',
) {
  const signedIn = await logInAs(provider, context, userName, password)
  return signedIn && retrievePayslips(provider, context, signedIn.session)
}

/** Retrieves payslips as the service does, renewing the session first if needed. */
export async function retrievePayslips(
  { connector, recentPeriod }: SimulatedProvider,
  context: ConnectorContext,
  session: string,
  period: PayDateRange = recentPeriod,
) {
  const renewed = await connector.renewSession(session, context)
  return connector.fetchPayslips(renewed?.session ?? session, period, context)
}

/** Matches test passwords, answers and sandbox tokens, which must not leak. */
const secret = /canary|access_token|refresh_token|[\w-]{43}/

/** Returns the failure of a call, which must be a ConnectionFailure and contain no secret. */
export async function failureOf(work: Promise<unknown>): Promise<ConnectionFailure> {
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
