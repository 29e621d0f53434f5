import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { callbackWith, toldConnected, toldFailed } from '../accounts/oauth2/client-callback.ts'
import { requireAccountOf } from '../accounts/service.ts'
import { readConfiguration } from '../configuration/service.ts'
import type { JourneyEnd } from './schemas.ts'

type Outcome = z.output<typeof JourneyEnd>['outcome']

/** Where the person goes on, if their client has an address for it. What the page says chooses words of the query only. */
export function endJourney(tenant: Tenant, caller: Caller, { outcome }: z.output<typeof JourneyEnd>) {
  return tenant.transaction(async (tx) => {
    const told = await toldOf(tx, caller, outcome)
    const { client_callback_url } = await readConfiguration(tx)
    audit(tx, 'journey.ended', caller.id)
    return { redirect_to: client_callback_url === null ? null : callbackWith(client_callback_url, told) }
  })
}

async function toldOf(tx: Tx, caller: Caller, outcome: Outcome): Promise<Record<string, string>> {
  const userId = caller.id
  if (outcome.kind === 'failed') return toldFailed(outcome.error, userId)
  if (outcome.kind === 'connected') {
    const { id: accountId, payroll_provider: provider } = await requireAccountOf(
      tx,
      caller,
      outcome.account_id,
    )
    return toldConnected({ accountId, userId, provider })
  }
  return { user_id: userId, message: outcome.kind === 'documents' ? 'documents-submitted' : 'ended' }
}
