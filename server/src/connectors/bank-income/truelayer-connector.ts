import { z } from 'zod'
import type { Day } from '../../vocabulary/payslip.ts'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { BankConnector, ConnectorContext, ConnectorSession } from '../connector.ts'
import { ConnectionFailure, type FailureCode } from '../failure.ts'
import { createTokenClient, StoredTokens } from '../oauth2-tokens.ts'
import { parseStored } from '../stored-session.ts'
import { isRefusedWith, type ProviderRequest, requireBody, sendRequest } from '../transport.ts'
import type { ConnectedAccount } from './bank-account.ts'
import {
  Accounts,
  Balance,
  Extension,
  Info,
  Me,
  Transactions,
  type TrueLayerAccount,
} from './truelayer-replies.ts'
import { toBookedTransaction, toConnectedAccount } from './truelayer-transform.ts'

const scope = 'info accounts balance transactions offline_access'
const dayMs = 86_400_000
/** The person has to confirm the consent again within this time. Used if TrueLayer does not report the time. */
const consentMs = 90 * dayMs
/** Some banks give older transactions only in the first minutes after the person signed in. */
const shortHistoryMs = 89 * dayMs

const StoredConnection = StoredTokens.extend({
  confirm_by: z.iso.datetime(),
  /** An extension names the redirect URI again. */
  redirect_uri: z.string(),
})
type StoredConnection = z.output<typeof StoredConnection>

/** Errors of the Data API. An unknown code is treated as a protocol mismatch. */
const failures: Record<string, FailureCode> = {
  unauthorized: 'session-ended',
  invalid_token: 'session-ended',
  access_denied: 'consent-ended',
  invalid_grant: 'consent-ended',
}

/**
 * Connector for bank accounts through TrueLayer's Data API v1. The person signs in at the bank through TrueLayer's pages.
 * `expiresAt` of a session is the day by which the person has to confirm the consent.
 */
export function trueLayerConnector(entry: CatalogueEntryOf<'bank-income'>): BankConnector {
  const { address, client_id, client_secret, authorize_url, token_url, revoke_url } = entry
  if (!authorize_url || !token_url) throw new Error(`[${entry.id}] needs authorize_url and token_url`)
  const tokens = createTokenClient({ token_url, client_id, client_secret, authentication: 'form' })

  const send = <Schema extends z.ZodType>(
    context: ConnectorContext,
    bearer: string,
    request: Pick<ProviderRequest, 'ids' | 'query'> & { path: string },
    schema: Schema,
  ) => {
    const { path, ...rest } = request
    return sendRequest(context, { ...rest, method: 'GET', url: `${address}/data/v1${path}`, bearer }, schema)
  }

  return {
    authMethod: 'oauth2',
    dataType: 'bank-accounts',
    entry,

    async startAuthorization({ state, redirectUri }) {
      const url = new URL(authorize_url)
      const parameters = {
        response_type: 'code',
        client_id,
        scope,
        redirect_uri: redirectUri,
        state,
        // TrueLayer offers the banks in `providers`. `provider_id` skips the choice, but only among these.
        providers: entry.institution_id,
        provider_id: entry.institution_id,
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return { url: url.href, pending: 'code' }
    },

    async exchangeCode({ code, redirectUri }, context) {
      if (code === '') throw new ConnectionFailure('consent-ended')
      const received = await tokens.exchange(context, { code, redirectUri })
      return { ...(await openConnection(received, redirectUri, context)), user_name: null }
    },

    async renewSession(session, context) {
      const stored = parse(session)
      if (Date.parse(stored.confirm_by) <= context.now().getTime())
        throw new ConnectionFailure('consent-ended')
      if (tokens.isFresh(stored, context)) return null
      return toSession({ ...stored, ...(await tokens.refresh(stored, context)) })
    },

    async confirmConsent(session, context) {
      const { refresh_token, redirect_uri } = parse(session)
      const json = {
        client_id,
        client_secret,
        refresh_token,
        redirect_uri,
        user_has_reconfirmed_consent: true,
      }
      const request = { method: 'POST' as const, url: `${address}/data/v1/connections/extend`, json }
      const extended = requireBody(await sendRequest(context, request, Extension), failures)
      // With `authentication_needed`, the bank wants the person to sign in again: that is a new consent for us.
      if (extended.action_needed !== 'no_action_needed' || !extended.access_token)
        throw new ConnectionFailure('consent-ended')
      const received = {
        access_token: extended.access_token,
        refresh_token: extended.refresh_token ?? refresh_token,
        access_ends_at: context.now().getTime() + (extended.expires_in ?? 0) * 1_000,
      }
      return openConnection(received, redirect_uri, context)
    },

    /** Reads all accounts at once: some banks give old transactions only soon after the consent. */
    async fetchAccounts(session, period, context) {
      const { access_token } = parse(session)
      const reply = await send(context, access_token, { path: '/accounts' }, Accounts)
      const found = requireBody(reply, failures).results
      const holderName = found.length > 0 ? await fetchHolderName(access_token, context) : null
      const accounts: ConnectedAccount[] = []
      for (const account of found)
        if ((account.currency ?? 'GBP') === 'GBP')
          accounts.push(await fetchAccount(access_token, { account, holderName }, period, context))
        else context.warn?.(`skipped an account in ${account.currency}`)
      return accounts
    },

    async endSession(session, context) {
      try {
        if (!revoke_url) return
        const bearer = await tokens.usableToken(parse(session), context)
        await sendRequest(context, { method: 'DELETE', url: revoke_url, bearer }, z.unknown())
      } catch {
        // The consent ends after 90 days in any case, if the person does not confirm it.
      }
    },
  }

  /** Reads until when the consent is valid. */
  async function openConnection(
    received: StoredTokens,
    redirect_uri: string,
    context: ConnectorContext,
  ): Promise<ConnectorSession> {
    const me = requireBody(await send(context, received.access_token, { path: '/me' }, Me), failures)
    const reported = me.results[0]?.consent_expires_at
    const confirmBy = reported ? new Date(reported) : new Date(context.now().getTime() + consentMs)
    return toSession({ ...received, confirm_by: confirmBy.toISOString(), redirect_uri })
  }

  /** Returns null if the bank does not give the name, which status 501 says. */
  async function fetchHolderName(bearer: string, context: ConnectorContext) {
    try {
      const reply = await send(context, bearer, { path: '/info' }, Info)
      if (isRefusedWith(reply, 'sca_exceeded', 'access_denied')) return null
      return requireBody(reply, failures).results[0]?.full_name ?? null
    } catch (error) {
      if (error instanceof ConnectionFailure && error.detail?.endsWith('status 501')) return null
      throw error
    }
  }

  async function fetchAccount(
    bearer: string,
    { account, holderName }: { account: TrueLayerAccount; holderName: string | null },
    period: { from: Day; to: Day },
    context: ConnectorContext,
  ): Promise<ConnectedAccount> {
    const ids = { account: account.account_id }
    const path = '/accounts/{account}/balance'
    const balance = requireBody(await send(context, bearer, { path, ids }, Balance), failures)
    const transactions = await fetchTransactions(bearer, ids, period, context)
    return toConnectedAccount(account, {
      bankName: entry.name,
      holderName,
      balance: balance.results[0]?.current ?? null,
      transactions: transactions.map(toBookedTransaction),
    })
  }

  async function fetchTransactions(
    bearer: string,
    ids: { account: string },
    period: { from: Day; to: Day },
    context: ConnectorContext,
  ) {
    const path = '/accounts/{account}/transactions'
    const now = context.now()
    // TrueLayer refuses a period that ends in the future.
    const endOfDay = new Date(Date.parse(period.to) + dayMs - 1)
    const to = (endOfDay < now ? endOfDay : now).toISOString()
    const fetchFrom = (from: string) =>
      send(context, bearer, { path, ids, query: { from, to } }, Transactions)
    const reply = await fetchFrom(`${period.from}T00:00:00.000Z`)
    if (!isRefusedWith(reply, 'sca_exceeded')) return requireBody(reply, failures).results
    context.warn?.('the bank gives recent transactions only')
    const recent = new Date(now.getTime() - shortHistoryMs).toISOString()
    return requireBody(await fetchFrom(recent), failures).results
  }
}

const parse = (session: string) => parseStored(StoredConnection, session)

const toSession = (stored: StoredConnection): ConnectorSession => ({
  outcome: 'signed-in',
  session: JSON.stringify(stored),
  expiresAt: new Date(stored.confirm_by),
})
