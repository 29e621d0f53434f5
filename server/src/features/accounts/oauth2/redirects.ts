import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { ClientConnectors } from '../../../connectors/registry.ts'
import type { Tenancy, Tx } from '../../../platform/database/tenancy.ts'
import { makeCode } from '../../../platform/secrets/codes.ts'
import type { CredentialHandoff } from '../../../platform/secrets/credential-handoff.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import type { TaskWaiter } from '../../../platform/tasks/wait-for-end.ts'
import type { AccountRow } from '../queries.ts'
import { effectiveStatus } from '../status-transitions.ts'

// Pending OAuth2 redirects to a provider and back. Tickets, states and browser tokens are random, and only their
// hashes are stored.

export type OAuth2Deps = {
  database: Tenancy
  keyring: Keyring
  connectors: ClientConnectors
  credentialHandoff: CredentialHandoff
  waiting: TaskWaiter
  baseUrl: string
}

export const hashToken = (token: string) => hash('sha256', token, 'buffer')

export const redirectUriOf = (baseUrl: string) => `${baseUrl}/oauth2/callback`

/**
 * Creates the link that takes the applicant to the provider. It works until the redirect succeeds, fails permanently
 * or expires.
 */
export async function createRedirect(
  tx: Tx,
  baseUrl: string,
  redirect: { accountId: string; expiresAt: Date; hostedJourneyId: string | null },
) {
  const ticket = makeCode(tx)
  const values = {
    ticket_hash: hashToken(ticket),
    state_hash: null,
    browser_hash: null,
    expires_at: redirect.expiresAt,
    // Overwritten on conflict, because this attempt may start from another journey or from none.
    journey_id: redirect.hostedJourneyId,
  }
  await tx
    .insertInto('oauth2_journeys')
    .values({ account_id: redirect.accountId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'account_id']).doUpdateSet(values))
    .execute()
  return `${startUrl(baseUrl)}${ticket}`
}

const startUrl = (baseUrl: string) => `${baseUrl}/oauth2/start?ticket=`

/** Returns the ticket of a link that createRedirect made. */
export const ticketOf = (baseUrl: string, link: string) => link.slice(startUrl(baseUrl).length)

/** Finds an unexpired redirect across all clients, because the browser that opens the link has no credential. */
export function findRedirect(tx: Tx, key: { ticket: string } | { state: string }) {
  const [column, value] =
    'ticket' in key ? (['ticket_hash', key.ticket] as const) : (['state_hash', key.state] as const)
  return tx
    .selectFrom('oauth2_journeys')
    .select(['client_id', 'account_id', 'browser_hash', 'journey_id'])
    .where(column, '=', hashToken(value))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Binds the redirect to this state and browser. Earlier states become invalid. */
export function recordDeparture(
  tx: Tx,
  accountId: string,
  { state, browser }: { state: string; browser: string },
) {
  return tx
    .updateTable('oauth2_journeys')
    .set({ state_hash: hashToken(state), browser_hash: hashToken(browser) })
    .where('account_id', '=', accountId)
    .execute()
}

/** Consumes a state. Returns true for exactly one caller. The account must be locked. */
export async function consumeState(tx: Tx, accountId: string, state: string) {
  const redirect = await tx
    .selectFrom('oauth2_journeys')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('state_hash', '=', hashToken(state))
    .executeTakeFirst()
  if (!redirect) return false
  await tx
    .updateTable('oauth2_journeys')
    .set({ state_hash: null, browser_hash: null })
    .where('account_id', '=', accountId)
    .execute()
  return true
}

export function deleteRedirect(tx: Tx, accountId: string) {
  return tx.deleteFrom('oauth2_journeys').where('account_id', '=', accountId).execute()
}

export const isAwaitingCallback = (account: AccountRow) =>
  account.pending_kind === 'oauth2' && effectiveStatus(account) === 'PENDING'

/** Opens the tenant of a redirect. The browser has no credential, so the actor is anonymous. */
export async function tenantForRedirect(
  { database, keyring }: OAuth2Deps,
  clientId: string,
  requestId: string,
) {
  const actor = { kind: 'public', id: 'anonymous', requestId } as const
  return database.tenant(clientId, actor, await keyring.of(clientId))
}
