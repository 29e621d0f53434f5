import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { makeCode } from '../../../platform/secrets/codes.ts'

// People on their way to an OAuth2 provider and back. All that they carry is random and long, and kept as a hash.

export const hashOf = (ticket: string) => hash('sha256', ticket, 'buffer')

export const redirectUriOf = (baseUrl: string) => `${baseUrl}/oauth2/callback`

/** The link that takes the person to the provider; good until it has led to an end. */
export async function startJourney(
  tx: Tx,
  baseUrl: string,
  journey: { accountId: string; expiresAt: Date; hostedJourneyId: string | null },
) {
  const ticket = makeCode(tx)
  const values = {
    ticket_hash: hashOf(ticket),
    state_hash: null,
    browser_hash: null,
    expires_at: journey.expiresAt,
    // Also of one who left from elsewhere this time.
    journey_id: journey.hostedJourneyId,
  }
  await tx
    .insertInto('oauth2_journeys')
    .values({ account_id: journey.accountId, ...values })
    .onConflict((conflict) => conflict.columns(['client_id', 'account_id']).doUpdateSet(values))
    .execute()
  return `${baseUrl}/oauth2/start?ticket=${ticket}`
}

/** Whose journey it is. Asked by somebody without a credential, so over all clients. */
export function findJourney(tx: Tx, by: { ticket: string } | { state: string }) {
  const [column, value] =
    'ticket' in by ? (['ticket_hash', by.ticket] as const) : (['state_hash', by.state] as const)
  return tx
    .selectFrom('oauth2_journeys')
    .select(['client_id', 'account_id', 'browser_hash', 'journey_id'])
    .where(column, '=', hashOf(value))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** The person leaves for the provider, in this browser. Whatever left before cannot come back. */
export function leave(tx: Tx, accountId: string, { state, browser }: { state: string; browser: string }) {
  return tx
    .updateTable('oauth2_journeys')
    .set({ state_hash: hashOf(state), browser_hash: hashOf(browser) })
    .where('account_id', '=', accountId)
    .execute()
}

/** True for one caller only: a state is good once. The account must be held. */
export async function comeBack(tx: Tx, accountId: string, state: string) {
  const journey = await tx
    .selectFrom('oauth2_journeys')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('state_hash', '=', hashOf(state))
    .executeTakeFirst()
  if (!journey) return false
  await tx
    .updateTable('oauth2_journeys')
    .set({ state_hash: null, browser_hash: null })
    .where('account_id', '=', accountId)
    .execute()
  return true
}

export function forgetJourney(tx: Tx, accountId: string) {
  return tx.deleteFrom('oauth2_journeys').where('account_id', '=', accountId).execute()
}
