import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import type {
  Asked,
  LoginConnector,
  OAuth2Connector,
  Period,
  PersonSought,
  SignedIn,
  Talk,
} from '../../src/connectors/connector.ts'
import { ConnectionFailure } from '../../src/connectors/failure.ts'
import type { Sandbox } from '../sandbox.ts'
import type { House } from './providers.ts'

export const verifier = 'a-verifier-that-is-long-enough-for-everybody-1234'
const codeChallenge = createHash('sha256').update(verifier).digest('base64url')
export const redirectUri = 'http://127.0.0.1:4000/oauth2/callback'

/**
 * The whole way in, as a person with this password; null where a bureau knows nobody. Where no password is typed into our
 * form, the sandbox is told to behave as if it had been.
 */
export async function comeIn(
  { connector, sandbox, playedBy }: House,
  talk: Talk,
  userName: string,
  password = 'pass',
): Promise<SignedIn | null> {
  if (connector.way === 'login') return logIn(connector, sandbox, talk, userName, password)
  const code = connector.way === 'oauth2' ? await codeFor(connector, userName) : ''
  if (password !== 'pass') await sandbox.behave(playedBy, userName, password)
  if (connector.way === 'oauth2')
    return connector.exchange({ code, codeVerifier: verifier, redirectUri, extra: {} }, talk)
  return connector.match(await descriptionOf(sandbox, userName), talk)
}

async function logIn(
  connector: LoginConnector,
  sandbox: Sandbox,
  talk: Talk,
  user_name: string,
  password: string,
): Promise<SignedIn> {
  const outcome = await connector.logIn({ user_name, password, extra: {} }, talk)
  if (outcome.outcome === 'signed-in') return outcome
  return connector.answer(outcome.pending, await rightAnswer(sandbox, user_name, outcome), talk)
}

export async function rightAnswer(sandbox: Sandbox, userName: string, { method }: Asked): Promise<string> {
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

/** As a client of ours describes a person to a bureau. */
export async function descriptionOf(sandbox: Sandbox, userName: string): Promise<PersonSought> {
  const { identity } = await sandbox.control('GET', `/people/${userName}`)
  const { ni_number, date_of_birth, forename, surname, addresses } = identity
  const post_codes = addresses.map(({ post_code }: { post_code: string }) => post_code)
  return { ni_number, date_of_birth, forename, surname, post_codes }
}

/** What a person does on the pages of the provider, in a browser of their own. */
export async function codeFor(connector: OAuth2Connector, userName: string): Promise<string> {
  const state = 'any state'
  const first = await fetch(connector.authorizationUrl({ state, codeChallenge, redirectUri }))
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const [, flow = ''] = /name="flow" value="([^"]*)"/.exec(await first.text()) ?? []
  const send = (page: string, fields: Record<string, string>) =>
    fetch(`${connector.entry.address}/oauth/${page}`, {
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

/** In, and as far as there is something to read; null where nobody was found. */
export async function walk(house: House, talk: Talk, userName: string, password = 'pass') {
  const signedIn = await comeIn(house, talk, userName, password)
  return signedIn && read(house, talk, signedIn.session)
}

/** As a retrieval does it: whatever has to be renewed is renewed first. */
export async function read(
  { connector, recently }: House,
  talk: Talk,
  session: string,
  period: Period = recently,
) {
  const renewed = await connector.renew(session, talk)
  return connector.fetchPayslips(renewed?.session ?? session, period, talk)
}

/** Passwords and answers of tests say so; tokens of the sandbox have this form. */
const secret = /canary|access_token|refresh_token|[\w-]{43}/

/** What it failed with, which must be one of ours and must not tell what nobody may know. */
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
