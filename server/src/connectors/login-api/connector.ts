import { z } from 'zod'
import type { Payslip } from '../../vocabulary/payslip.ts'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type {
  ConnectorContext,
  ConnectorSession,
  LoginConnector,
  MfaChallenge,
  PayDateRange,
} from '../connector.ts'
import { ConnectionFailure, type FailureCode } from '../failure.ts'
import { fetchAllPages, fetchEach, selectPayslips } from '../fetch-all.ts'
import { formLoginErrorCodes } from '../provider-error-codes.ts'
import { parseStored } from '../stored-session.ts'
import { isRefusedWith, requireBody, sendRequest } from '../transport.ts'
import { type Challenge, LoginApiPayslip, Page, Session, SignIn } from './replies.ts'
import { transform } from './transform.ts'

/** The provider's error codes. An unknown code is treated as a protocol mismatch. */
const failures: Record<string, FailureCode> = {
  ...formLoginErrorCodes,
  invalid_token: 'session-ended',
}

const StoredSession = z.object({ token: z.string() })
const PendingChallenge = z.object({ challenge: z.string() })

/** Connector for providers with a login API. Their session cannot be renewed but may last for months. */
export function loginApi(entry: CatalogueEntryOf<'login-api'>): LoginConnector {
  const { address } = entry

  return {
    authMethod: 'login',
    dataType: 'payslips',
    entry,

    async logIn({ user_name, password, extra }, context) {
      const json = { ...extra, user_name, password, stay_signed_in: true }
      const reply = await sendRequest(context, { method: 'POST', url: `${address}/session`, json }, SignIn)
      return toLoginResult(requireBody(reply, failures), context)
    },

    async answerMfa(pending, answer, context) {
      const { challenge } = parseStored(PendingChallenge, pending, 'mfa-timeout')
      const json = { challenge_id: challenge, answer, stay_signed_in: true }
      const url = `${address}/session/second-factor`
      return toSession(
        requireBody(await sendRequest(context, { method: 'POST', url, json }, Session), failures),
        context,
      )
    },

    renewSession: async () => null,

    async fetchPayslips(session, period, context) {
      const { token } = parseStored(StoredSession, session)
      const ids = await listIds(token, period, context)
      return selectPayslips(await fetchEach(ids, (id) => fetchOne(token, id, context), context), period)
    },

    async endSession(session, context) {
      try {
        const { token } = parseStored(StoredSession, session)
        await sendRequest(
          context,
          { method: 'DELETE', url: `${address}/session`, bearer: token },
          z.unknown(),
        )
      } catch {
        // Best effort: the session expires in any case.
      }
    },
  }

  function listIds(token: string, { from, to }: PayDateRange, context: ConnectorContext): Promise<string[]> {
    return fetchAllPages(1, async (page) => {
      const query = { from: toBritishDate(from), to: toBritishDate(to), page: String(page) }
      const reply = await sendRequest(
        context,
        { method: 'GET', url: `${address}/payslips`, query, bearer: token },
        Page,
      )
      if (isRefusedWith(reply, 'no_data')) return { items: [], next: null }
      const { pageSize, total, payslips } = requireBody(reply, failures)
      return { items: payslips.map(({ id }) => id), next: page * pageSize < total ? page + 1 : null }
    })
  }

  async function fetchOne(token: string, id: string, context: ConnectorContext): Promise<Payslip> {
    const url = `${address}/payslips/{id}`
    const reply = await sendRequest(
      context,
      { method: 'GET', url, ids: { id }, bearer: token },
      LoginApiPayslip,
    )
    return transform(requireBody(reply, failures))
  }
}

function toLoginResult(
  reply: z.output<typeof SignIn>,
  context: ConnectorContext,
): ConnectorSession | MfaChallenge {
  if (reply.status === 'signed_in') return toSession(reply, context)
  const { challenge_id, method } = reply satisfies z.output<typeof Challenge>
  if (!method) throw new ConnectionFailure('mfa-unsupported')
  return { outcome: 'mfa-required', method, pending: JSON.stringify({ challenge: challenge_id }) }
}

const toSession = (
  { session_token, expires_in_seconds }: z.output<typeof Session>,
  context: ConnectorContext,
): ConnectorSession => ({
  outcome: 'signed-in',
  session: JSON.stringify({ token: session_token }),
  expiresAt: new Date(context.now().getTime() + expires_in_seconds * 1_000),
})

/** Converts 2026-02-28 to 28/02/2026. */
const toBritishDate = (day: string | null) => day?.split('-').reverse().join('/') ?? null
