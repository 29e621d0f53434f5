import { z } from 'zod'
import { beginningOf, type TaxYear, taxYearFrom } from '../../vocabulary/tax-income.ts'
import type { EntryOf } from '../catalogue.ts'
import type { SignedIn, Talk, TaxConnector } from '../connector.ts'
import { ConnectionFailure, type FailureCode } from '../failure.ts'
import { readKept } from '../stored-session.ts'
import { ask, isRefusedWith, type Reply, type Request, requireBody } from '../transport.ts'
import { fraudPrevention } from './fraud-prevention.ts'
import { joinYear } from './join-tax-year.ts'
import { Employment, Income, Tax, Tokens } from './replies.ts'

/** Its words for what went wrong. Any other means that we do not understand each other. */
const failures: Record<string, FailureCode> = {
  // Where tokens are given.
  invalid_grant: 'consent-ended',
  invalid_scope: 'consent-ended',
  account_locked: 'login-locked',
  account_disabled: 'login-disabled',
  password_expired: 'password-expired',
  terms_not_accepted: 'terms-not-accepted',
  mfa_unsupported: 'mfa-unsupported',
  // Where figures are.
  INVALID_TOKEN: 'session-ended',
  INVALID_CREDENTIALS: 'session-ended',
  UNAUTHORIZED: 'session-ended',
  // What was agreed to does not reach so far: only the person can change that.
  INVALID_SCOPE: 'consent-ended',
}

/** It has nothing of that year, or nothing of a year so long ago. */
const notAvailable = ['NOT_FOUND', 'MATCHING_RESOURCE_NOT_FOUND', 'NO_DATA', 'TAX_YEAR_INVALID']
/** A good token, but of somebody else. */
const ofSomebodyElse = ['UNAUTHORIZED', 'FORBIDDEN', 'RESOURCE_FORBIDDEN']

const summaries = {
  income: { path: 'individual-income', version: '1.2', reply: Income },
  employment: { path: 'individual-employment', version: '1.2', reply: Employment },
  tax: { path: 'individual-tax', version: '1.1', reply: Tax },
} as const

type Summary = keyof typeof summaries

const scope = Object.values(summaries)
  .map(({ path }) => `read:${path}`)
  .join(' ')

/** An access token that ends so soon may end while it is used. */
const nearlyOverMs = 5 * 60_000
const dayMs = 86_400_000

const Kept = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  access_ends_at: z.number(),
  consent_ends_at: z.number(),
  utr: z.string().regex(/^\d{10}$/),
})
type Kept = z.output<typeof Kept>

/** Annual figures of people who are registered for Self Assessment, with their consent. */
export function taxAuthority(entry: EntryOf<'tax-authority'>): TaxConnector {
  const { address, authorize_url, revoke_url, client_id, client_secret, media_name, consent_days } = entry
  const client = { client_id, client_secret }

  /** The authority counts each of these; so nothing is asked again by itself. */
  const askInTurn = <Schema extends z.ZodType>(talk: Talk, request: Request, promised: Schema) =>
    talk.inTurn(() => ask(talk, { ...request, isOnce: true }, promised))

  return {
    way: 'oauth2',
    gives: 'tax-years',
    entry,

    authorizationUrl({ state, codeChallenge, redirectUri }) {
      const parameters = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })
      return `${authorize_url}?${parameters}`
    },

    async exchange({ code, codeVerifier, redirectUri, extra }, talk) {
      const utr = extra.unique_tax_reference ?? ''
      const consent_ends_at = talk.now().getTime() + consent_days * dayMs
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const kept = await tokensFor(talk, { ...form, code_verifier: codeVerifier }, { utr, consent_ends_at })
      try {
        await requireSamePerson(kept, talk)
      } catch (failure) {
        // Nobody will ever use these tokens, so the consent must not stay behind.
        await revoke(kept, talk)
        throw failure
      }
      return { ...signedIn(kept), user_name: utr }
    },

    async renew(session, talk, isRefused = false) {
      const { refresh_token, access_ends_at, ...kept } = readKept(Kept, session)
      if (!isRefused && access_ends_at - talk.now().getTime() > nearlyOverMs) return null
      return signedIn(await tokensFor(talk, { grant_type: 'refresh_token', refresh_token }, kept))
    },

    async fetchTaxYear(session, year, talk) {
      const kept = readKept(Kept, session)
      const income = await read('income', kept, year, talk)
      // Without it there is nothing to add the others to.
      if (income === null) return null
      const [employment, tax] = await Promise.all([
        read('employment', kept, year, talk),
        read('tax', kept, year, talk),
      ])
      return joinYear(year, { income, employment, tax })
    },

    async end(session, talk) {
      try {
        await revoke(readKept(Kept, session), talk)
      } catch {
        // What cannot be read was never good for anything.
      }
    },
  }

  /** Never tried again by itself: codes and refresh tokens are good once, and a second use ends the consent. */
  async function tokensFor(
    talk: Talk,
    form: Record<string, string>,
    { utr, consent_ends_at }: Pick<Kept, 'utr' | 'consent_ends_at'>,
  ): Promise<Kept> {
    const url = `${address}/oauth/token`
    const reply = await askInTurn(talk, { method: 'POST', url, form: { ...client, ...form } }, Tokens)
    const { access_token, refresh_token, expires_in } = requireBody(reply, failures)
    const access_ends_at = talk.now().getTime() + expires_in * 1_000
    return { access_token, refresh_token, access_ends_at, consent_ends_at, utr }
  }

  async function revoke({ refresh_token }: Kept, talk: Talk) {
    if (!revoke_url) return
    try {
      const form = { ...client, token: refresh_token }
      await askInTurn(talk, { method: 'POST', url: revoke_url, form }, z.unknown())
    } catch {
      // It ends by itself.
    }
  }

  function askFor<Name extends Summary>(
    name: Name,
    { access_token: bearer, utr }: Kept,
    year: TaxYear,
    talk: Talk,
  ) {
    const { path, version, reply } = summaries[name]
    const request: Request = {
      method: 'GET',
      url: `${address}/${path}/sa/${utr}/annual-summary/${year}`,
      bearer,
      accept: `application/vnd.${media_name}.${version}+json`,
      headers: fraudPrevention(entry, talk.device),
    }
    return askInTurn(talk, request, reply) as Promise<Reply<z.output<(typeof summaries)[Name]['reply']>>>
  }

  async function read<Name extends Summary>(name: Name, kept: Kept, year: TaxYear, talk: Talk) {
    const reply = await askFor(name, kept, year, talk)
    return isRefusedWith(reply, ...notAvailable) ? null : requireBody(reply, failures)
  }

  /** A token opens the figures of whoever signed in, and of nobody else: one question shows whose it is. */
  async function requireSamePerson(kept: Kept, talk: Talk) {
    const lastYear = taxYearFrom(beginningOf(talk.now().toISOString().slice(0, 10)) - 1)
    const reply = await askFor('income', kept, lastYear, talk)
    if (isRefusedWith(reply, ...ofSomebodyElse)) throw new ConnectionFailure('identity-mismatch')
    if (!isRefusedWith(reply, ...notAvailable)) requireBody(reply, failures)
  }
}

const signedIn = (kept: Kept): SignedIn => ({
  outcome: 'signed-in',
  session: JSON.stringify(kept),
  endsAt: new Date(kept.consent_ends_at),
})
