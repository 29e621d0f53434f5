import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { connectedQuery, failedQuery, withQuery } from '../accounts/oauth2/client-callback.ts'
import { requireAccountOf } from '../accounts/service.ts'
import { readConfiguration } from '../configuration/service.ts'
import type { JourneyEnd } from './schemas.ts'

type JourneyOutcome = z.output<typeof JourneyEnd>['outcome']

/** Redirect to the client's registered callback URL, if any. The page's input only selects query parameters, never the URL. */
export function endJourney(tenant: Tenant, caller: Caller, { outcome }: z.output<typeof JourneyEnd>) {
  return tenant.transaction(async (tx) => {
    const query = await callbackQuery(tx, caller, outcome)
    const { client_callback_url } = await readConfiguration(tx)
    audit(tx, 'journey.ended', caller.id)
    return { redirect_to: client_callback_url === null ? null : withQuery(client_callback_url, query) }
  })
}

async function callbackQuery(
  tx: Tx,
  caller: Caller,
  outcome: JourneyOutcome,
): Promise<Record<string, string>> {
  const userId = caller.id
  if (outcome.kind === 'failed') return failedQuery(outcome.error, userId)
  if (outcome.kind === 'connected') {
    const { id: accountId, payroll_provider: provider } = await requireAccountOf(
      tx,
      caller,
      outcome.account_id,
    )
    return connectedQuery({ accountId, userId, provider })
  }
  return { user_id: userId, message: outcome.kind === 'documents' ? 'documents-submitted' : 'ended' }
}
