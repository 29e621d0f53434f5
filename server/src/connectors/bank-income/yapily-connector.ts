import { z } from 'zod'
import type { Day } from '../../vocabulary/payslip.ts'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { BankConnector, ConnectorContext, ConnectorSession } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import { parseStored } from '../stored-session.ts'
import { type ProviderReply, type ProviderRequest, sendRequest } from '../transport.ts'
import type { BookedTransaction, ConnectedAccount } from './bank-account.ts'
import {
  Accounts,
  AuthorisationRequest,
  BareConsent,
  Consent,
  Institutions,
  Transactions,
  type YapilyAccount,
} from './yapily-replies.ts'
import { toBookedTransaction, toConnectedAccount } from './yapily-transform.ts'

const featureScope = ['ACCOUNTS', 'ACCOUNT_TRANSACTIONS', 'IDENTITY']
/** Maximum page size of Yapily. */
const pageSize = 1_000
/** Yapily refuses a confirmation in the future, so allow for our clock being ahead of theirs. */
const clockSkewMs = 60_000
/** No person has this many transactions in the longest period. A provider that returns more is faulty. */
const maxTransactions = 50_000

const StoredConsent = z.object({
  consent_id: z.string(),
  consent_token: z.string(),
  reconfirm_by: z.iso.datetime().nullable(),
})
type StoredConsent = z.output<typeof StoredConsent>

export type ConsentState = 'awaiting' | 'authorised' | 'reconfirm' | 'refused' | 'ended'

const consentStates: Record<string, ConsentState> = {
  AWAITING_AUTHORIZATION: 'awaiting',
  AWAITING_DECOUPLED_AUTHORIZATION: 'awaiting',
  AWAITING_PRE_AUTHORIZATION: 'awaiting',
  AWAITING_SCA_CODE: 'awaiting',
  AUTHORIZED: 'authorised',
  AWAITING_RE_AUTHORIZATION: 'reconfirm',
  REJECTED: 'refused',
  FAILED: 'ended',
  REVOKED: 'ended',
  EXPIRED: 'ended',
  INVALID: 'ended',
  CONSUMED: 'ended',
}

/** Operations that only tests and operators use, beside those of every bank connector. */
type YapilyOperations = {
  /** Lists banks whose accounts and transactions can be read. */
  listInstitutions(context: ConnectorContext): Promise<{ id: string; name: string }[]>
  readConsent(consentId: string, context: ConnectorContext): Promise<ConsentState>
}

/**
 * Connector for bank accounts through Yapily Connect, which holds the licence. The person consents at the bank; the
 * consent has to be confirmed again every 90 days. `expiresAt` of a session is that day.
 */
export function yapilyConnector(entry: CatalogueEntryOf<'bank-income'>): BankConnector & YapilyOperations {
  const { address, client_id, client_secret } = entry
  // Yapily's credentials are UUIDs and tokens, so form encoding does not change them.
  const basic = { id: client_id, secret: client_secret }

  const send = <Schema extends z.ZodType>(
    context: ConnectorContext,
    request: Omit<ProviderRequest, 'basic' | 'url'> & { path: string },
    schema: Schema,
  ) => {
    const { path, ...rest } = request
    return sendRequest(context, { ...rest, url: `${address}${path}`, basic }, schema)
  }

  return {
    authMethod: 'oauth2',
    dataType: 'bank-accounts',
    entry,

    async startAuthorization({ state, redirectUri, userReference, from }, context) {
      const callback = new URL(redirectUri)
      callback.searchParams.set('state', state)
      const json = {
        applicationUserId: userReference,
        institutionId: entry.institution_id,
        callback: callback.href,
        oneTimeToken: true,
        accountRequest: { transactionFrom: `${from}T00:00:00.000Z`, featureScope },
      }
      const request = { method: 'POST' as const, path: '/account-auth-requests', json }
      const { id, authorisationUrl } = requireReply(await send(context, request, AuthorisationRequest)).data
      return { url: authorisationUrl, pending: id }
    },

    /** The code is the one-time token. If the callback had none, the consent itself is read. */
    async exchangeCode({ code, pending = null }, context) {
      if (pending === null) throw new ConnectionFailure('consent-ended')
      const consent =
        code === '' ? await fetchConsent(pending, context) : await exchangeOneTimeToken(code, context)
      if (consent.id !== pending) throw new ConnectionFailure('identity-mismatch')
      return { ...toSession(consent), user_name: null }
    },

    /** Yapily's tokens do not change. A consent that was not confirmed in time no longer works. */
    async renewSession(session, context) {
      const { reconfirm_by } = parse(session)
      if (reconfirm_by !== null && Date.parse(reconfirm_by) <= context.now().getTime())
        throw new ConnectionFailure('consent-ended')
      return null
    },

    /** Reads all accounts at once: some banks give old transactions only soon after the consent. */
    async fetchAccounts(session, { from, to }, context) {
      const stored = parse(session)
      const reply = await send(
        context,
        { method: 'GET', path: '/accounts', headers: { consent: stored.consent_token } },
        Accounts,
      )
      const accounts: ConnectedAccount[] = []
      for (const account of requireReply(reply).data)
        accounts.push(await fetchAccount(stored, account, { from, to }, context))
      return accounts
    },

    async endSession(session, context) {
      try {
        const ids = { consent: parse(session).consent_id }
        await send(context, { method: 'DELETE', path: '/consents/{consent}', ids }, z.unknown())
      } catch {
        // The consent ends after 90 days in any case, if the person does not confirm it.
      }
    },

    async listInstitutions(context) {
      const reply = await send(context, { method: 'GET', path: '/institutions' }, Institutions)
      return requireReply(reply)
        .data.filter(({ features }) =>
          featureScope.slice(0, 2).every((feature) => features.includes(feature)),
        )
        .map(({ id, name }) => ({ id, name }))
    },

    async readConsent(consentId, context) {
      const { status } = await fetchConsent(consentId, context)
      return stateOf(status)
    },

    async confirmConsent(session, context) {
      const { consent_id } = parse(session)
      const request = {
        method: 'POST' as const,
        path: '/consents/{consent}/extend',
        ids: { consent: consent_id },
        json: { lastConfirmedAt: new Date(context.now().getTime() - clockSkewMs).toISOString() },
      }
      const reply = await send(context, request, Consent)
      // Yapily refuses to extend a consent that was revoked, rejected or has expired.
      if ('refusal' in reply && [400, 404].includes(reply.refusal.status))
        throw new ConnectionFailure('consent-ended')
      return toSession(requireReply(reply).data)
    },
  }

  async function exchangeOneTimeToken(oneTimeToken: string, context: ConnectorContext) {
    const request = { method: 'POST' as const, path: '/consent-one-time-token', json: { oneTimeToken } }
    const reply = await send(context, request, BareConsent)
    if ('refusal' in reply && reply.refusal.status === 404) throw new ConnectionFailure('consent-ended')
    return requireReply(reply)
  }

  async function fetchConsent(consentId: string, context: ConnectorContext) {
    const request = { method: 'GET' as const, path: '/consents/{consent}', ids: { consent: consentId } }
    const reply = await send(context, request, Consent)
    if ('refusal' in reply && reply.refusal.status === 404) throw new ConnectionFailure('consent-ended')
    return requireReply(reply).data
  }

  async function fetchAccount(
    stored: StoredConsent,
    account: YapilyAccount,
    period: { from: Day; to: Day },
    context: ConnectorContext,
  ): Promise<ConnectedAccount> {
    const transactions: BookedTransaction[] = []
    let offset = 0
    let isLast = false
    while (!isLast) {
      const { data } = requireReply(await fetchPage(stored, account.id, { ...period, offset }, context))
      transactions.push(...data.flatMap((one) => toBookedTransaction(one) ?? []))
      offset += data.length
      isLast = data.length < pageSize
      if (offset > maxTransactions)
        throw new ConnectionFailure('provider-changed', { detail: 'the list does not end' })
    }
    return toConnectedAccount(account, { bankName: entry.name, transactions })
  }

  function fetchPage(
    { consent_token }: StoredConsent,
    accountId: string,
    { from, to, offset }: { from: Day; to: Day; offset: number },
    context: ConnectorContext,
  ) {
    const query = {
      from: `${from}T00:00:00.000Z`,
      before: `${dayAfter(to)}T00:00:00.000Z`,
      limit: String(pageSize),
      offset: String(offset),
      sort: 'date',
    }
    const path = '/accounts/{account}/transactions'
    const headers = { consent: consent_token }
    return send(context, { method: 'GET', path, ids: { account: accountId }, query, headers }, Transactions)
  }
}

const dayAfter = (day: Day) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

const parse = (session: string) => parseStored(StoredConsent, session)

function stateOf(status: string): ConsentState {
  const state = Object.hasOwn(consentStates, status) ? consentStates[status] : undefined
  if (!state) throw new ConnectionFailure('provider-changed', { detail: 'unknown status of a consent' })
  return state
}

function toSession({ id, status, consentToken, reconfirmBy }: Consent): ConnectorSession {
  const state = stateOf(status)
  if (state === 'refused') throw new ConnectionFailure('consent-refused')
  if (state !== 'authorised' || !consentToken) throw new ConnectionFailure('consent-ended')
  const stored: StoredConsent = {
    consent_id: id,
    consent_token: consentToken,
    reconfirm_by: reconfirmBy ? new Date(reconfirmBy).toISOString() : null,
  }
  return {
    outcome: 'signed-in',
    session: JSON.stringify(stored),
    expiresAt: reconfirmBy ? new Date(reconfirmBy) : null,
  }
}

/**
 * Returns the body. A 403 means that the consent ended or must be confirmed again; every other refusal is a protocol
 * mismatch or a fault of our credentials.
 */
function requireReply<T>(reply: ProviderReply<T>): T {
  if ('body' in reply) return reply.body
  const { status, source } = reply.refusal
  if (status === 403) throw new ConnectionFailure('consent-ended')
  throw new ConnectionFailure('provider-changed', { detail: `${source}: status ${status}` })
}
