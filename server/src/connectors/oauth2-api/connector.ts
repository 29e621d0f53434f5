import { z } from 'zod'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { EntryOf } from '../catalogue.ts'
import type { OAuth2Connector, Period, SignedIn, Talk } from '../connector.ts'
import type { FailureCode } from '../failure.ts'
import { textOrNull } from '../identity.ts'
import { readKept } from '../stored-session.ts'
import { handOver, readEach, readPages } from '../fetch-all.ts'
import { ask, isRefusedWith, requireBody } from '../transport.ts'
import { Page, Person, TheirPayslip, Tokens } from './replies.ts'
import { transform } from './transform.ts'

/** Their words for what went wrong. Any other means that we do not understand each other. */
const failures: Record<string, FailureCode> = {
  invalid_credentials: 'login-refused',
  account_locked: 'login-locked',
  account_disabled: 'login-disabled',
  password_expired: 'password-expired',
  terms_not_accepted: 'terms-not-accepted',
  mfa_unsupported: 'mfa-unsupported',
  invalid_grant: 'consent-ended',
  // What was agreed to does not reach so far: only the person can change that.
  invalid_scope: 'consent-ended',
  invalid_token: 'session-ended',
}

/** An access token that ends so soon may end while it is used. */
const nearlyOverMs = 60_000

const Kept = z.object({ access_token: z.string(), refresh_token: z.string(), access_ends_at: z.number() })

/** The person agrees at the provider; we get a code, tokens for it, and new tokens for old ones. */
export function oauth2Api(entry: EntryOf<'oauth2-api'>): OAuth2Connector {
  const { address, client_id, client_secret } = entry
  const basic = { id: client_id, secret: client_secret }

  return {
    way: 'oauth2',
    gives: 'payslips',
    entry,

    authorizationUrl({ state, codeChallenge, redirectUri }) {
      const parameters = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: redirectUri,
        scope: 'identity payslips',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })
      return `${address}/oauth/authorize?${parameters}`
    },

    async exchange({ code, codeVerifier, redirectUri }, talk) {
      const signedIn = await tokensFor(talk, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      })
      try {
        return { ...signedIn, user_name: await nameAt(kept(signedIn.session).access_token, talk) }
      } catch (failure) {
        // Nobody will ever use these tokens, so the consent must not stay behind.
        await revoke(signedIn.session, talk)
        throw failure
      }
    },

    async renew(session, talk) {
      const { access_token, refresh_token, access_ends_at } = kept(session)
      if (access_ends_at - talk.now().getTime() > nearlyOverMs && (await isGood(access_token, talk)))
        return null
      return tokensFor(talk, { grant_type: 'refresh_token', refresh_token })
    },

    async fetchPayslips(session, period, talk) {
      const { access_token } = kept(session)
      const ids = await listIds(access_token, period, talk)
      return handOver(await readEach(ids, (id) => readOne(access_token, id, talk), talk), period)
    },

    end: revoke,
  }

  async function revoke(session: string, talk: Talk) {
    try {
      const form = { token: kept(session).refresh_token }
      await ask(talk, { method: 'POST', url: `${address}/oauth/revoke`, form, basic }, z.unknown())
    } catch {
      // It ends by itself.
    }
  }

  /** Never tried again by itself: codes and refresh tokens are good once, and a second use ends the consent. */
  async function tokensFor(talk: Talk, form: Record<string, string>): Promise<SignedIn> {
    const reply = await ask(talk, { method: 'POST', url: `${address}/oauth/token`, form, basic }, Tokens)
    const { access_token, refresh_token, expires_in } = requireBody(reply, failures)
    const access_ends_at = talk.now().getTime() + expires_in * 1_000
    const keep: z.output<typeof Kept> = { access_token, refresh_token, access_ends_at }
    // How long they let us renew, they do not say.
    return { outcome: 'signed-in', session: JSON.stringify(keep), endsAt: null }
  }

  function whoIs(bearer: string, talk: Talk) {
    return ask(talk, { method: 'GET', url: `${address}/v1/me`, bearer }, Person)
  }

  /** Asked and not only reckoned: a provider can end a token before its time, and clocks differ. */
  async function isGood(token: string, talk: Talk) {
    return !isRefusedWith(await whoIs(token, talk), 'invalid_token')
  }

  async function nameAt(token: string, talk: Talk): Promise<string | null> {
    const reply = await whoIs(token, talk)
    const { email } = isRefusedWith(reply, 'no_data') ? {} : requireBody(reply, failures)
    return textOrNull(email)
  }

  function listIds(bearer: string, { from, to }: Period, talk: Talk): Promise<string[]> {
    return readPages<string, string>('', async (cursor) => {
      const query = { paid_from: from, paid_to: to, cursor: cursor || null }
      const reply = await ask(talk, { method: 'GET', url: `${address}/v1/payslips`, query, bearer }, Page)
      if (isRefusedWith(reply, 'no_data')) return { found: [], next: null }
      const { payslips, next_cursor } = requireBody(reply, failures)
      return { found: payslips.map(({ payslip_id }) => payslip_id), next: next_cursor }
    })
  }

  async function readOne(bearer: string, id: string, talk: Talk): Promise<Payslip> {
    const url = `${address}/v1/payslips/${id}`
    const reply = await ask(talk, { method: 'GET', url, bearer }, TheirPayslip)
    return transform(requireBody(reply, failures))
  }
}

const kept = (session: string) => readKept(Kept, session)
