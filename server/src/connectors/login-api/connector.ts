import { z } from 'zod'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { EntryOf } from '../catalogue.ts'
import type { Asked, LoginConnector, Period, SignedIn, Talk } from '../connector.ts'
import { ConnectionFailure, type FailureCode } from '../failure.ts'
import { readKept } from '../stored-session.ts'
import { handOver, readEach, readPages } from '../fetch-all.ts'
import { ask, isRefusedWith, requireBody } from '../transport.ts'
import { type Challenge, Page, Session, SignIn, TheirPayslip } from './replies.ts'
import { transform } from './transform.ts'

/** Their words for what went wrong. Any other means that we do not understand each other. */
const failures: Record<string, FailureCode> = {
  invalid_credentials: 'login-refused',
  account_locked: 'login-locked',
  account_disabled: 'login-disabled',
  password_expired: 'password-expired',
  terms_not_accepted: 'terms-not-accepted',
  mfa_failed: 'mfa-rejected',
  mfa_timeout: 'mfa-timeout',
  mfa_unsupported: 'mfa-unsupported',
  session_expired: 'session-ended',
  invalid_token: 'session-ended',
}

const Kept = z.object({ token: z.string() })
const Pending = z.object({ challenge: z.string() })

/** A login over HTTP, then a session that cannot be renewed but may last for months. */
export function loginApi(entry: EntryOf<'login-api'>): LoginConnector {
  const { address } = entry

  return {
    way: 'login',
    gives: 'payslips',
    entry,

    async logIn({ user_name, password, extra }, talk) {
      const json = { ...extra, user_name, password, stay_signed_in: true }
      const reply = await ask(talk, { method: 'POST', url: `${address}/session`, json }, SignIn)
      return outcomeOf(requireBody(reply, failures), talk)
    },

    async answer(pending, answer, talk) {
      const { challenge } = readKept(Pending, pending, 'mfa-timeout')
      const json = { challenge_id: challenge, answer, stay_signed_in: true }
      const url = `${address}/session/second-factor`
      return signedIn(requireBody(await ask(talk, { method: 'POST', url, json }, Session), failures), talk)
    },

    renew: async () => null,

    async fetchPayslips(session, period, talk) {
      const { token } = readKept(Kept, session)
      const ids = await listIds(token, period, talk)
      return handOver(await readEach(ids, (id) => readOne(token, id, talk), talk), period)
    },

    async end(session, talk) {
      try {
        const { token } = readKept(Kept, session)
        await ask(talk, { method: 'DELETE', url: `${address}/session`, bearer: token }, z.unknown())
      } catch {
        // It ends by itself.
      }
    },
  }

  function listIds(token: string, { from, to }: Period, talk: Talk): Promise<string[]> {
    return readPages(1, async (page) => {
      const query = { from: british(from), to: british(to), page: String(page) }
      const reply = await ask(talk, { method: 'GET', url: `${address}/payslips`, query, bearer: token }, Page)
      if (isRefusedWith(reply, 'no_data')) return { found: [], next: null }
      const { pageSize, total, payslips } = requireBody(reply, failures)
      return { found: payslips.map(({ id }) => id), next: page * pageSize < total ? page + 1 : null }
    })
  }

  async function readOne(token: string, id: string, talk: Talk): Promise<Payslip> {
    const url = `${address}/payslips/${id}`
    const reply = await ask(talk, { method: 'GET', url, bearer: token }, TheirPayslip)
    return transform(requireBody(reply, failures))
  }
}

function outcomeOf(reply: z.output<typeof SignIn>, talk: Talk): SignedIn | Asked {
  if (reply.status === 'signed_in') return signedIn(reply, talk)
  const { challenge_id, method } = reply satisfies z.output<typeof Challenge>
  if (!method) throw new ConnectionFailure('mfa-unsupported')
  return { outcome: 'asked', method, pending: JSON.stringify({ challenge: challenge_id }) }
}

const signedIn = ({ session_token, expires_in_seconds }: z.output<typeof Session>, talk: Talk): SignedIn => ({
  outcome: 'signed-in',
  session: JSON.stringify({ token: session_token }),
  endsAt: new Date(talk.now().getTime() + expires_in_seconds * 1_000),
})

/** 2026-02-28 is 28/02/2026 here. */
const british = (day: string | null) => day?.split('-').reverse().join('/') ?? null
