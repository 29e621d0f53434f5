import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { markJourneyEnded } from '../access/links.ts'
import { connectedQuery, failedQuery, withQuery } from '../accounts/oauth2/client-redirect.ts'
import { requireAccountOf } from '../accounts/service.ts'
import { readConfiguration } from '../configuration/service.ts'
import { markIncomeChanged } from '../income-changes/service.ts'
import { type NewEvent, publishOptIn } from '../webhooks/service.ts'
import { countDocuments } from './queries.ts'
import type { JourneyEnd } from './schemas.ts'

type JourneyOutcome = z.output<typeof JourneyEnd>['outcome']

/**
 * Ends the journey and returns a redirect to the client's registered callback URL, if there is one. The page's input
 * only selects query parameters, never the URL.
 */
export function endJourney(tenant: Tenant, caller: Caller, { outcome }: z.output<typeof JourneyEnd>) {
  return tenant.transaction(async (tx) => {
    const query = await callbackQuery(tx, caller, outcome)
    const { client_callback_url } = await readConfiguration(tx)
    audit(tx, 'journey.ended', caller.id)
    await markIncomeChanged(tx, caller.id)
    if (caller.kind === 'user' && caller.journeyId)
      await publishEnd(
        tx,
        { journey_id: caller.journeyId, user_id: caller.id },
        await endOf(tx, caller.id, outcome),
      )
    return { redirect_to: client_callback_url === null ? null : withQuery(client_callback_url, query) }
  })
}

type End = Omit<NewEvent<'journey-ended'>['fields'], 'journey_id'>

/** Publishes the end of a journey, unless the journey has already ended. */
export async function publishEnd(
  tx: Tx,
  { journey_id, user_id }: { journey_id: string; user_id: string },
  end: End,
) {
  if (!(await markJourneyEnded(tx, { id: journey_id, user_id }))) return
  await publishOptIn(tx, { event: 'journey-ended', user_id, fields: { journey_id, ...end } })
}

async function endOf(tx: Tx, userId: string, outcome: JourneyOutcome): Promise<End> {
  if (outcome.kind === 'connected')
    return { outcome: 'finished', reason: 'connected', account_id: outcome.account_id }
  if (outcome.kind === 'failed') return { outcome: 'abandoned', reason: outcome.error, account_id: null }
  // An event about data needs better evidence than a report of the page, so the documents are counted.
  const { payslips, bank_statements } = await countDocuments(tx, userId)
  return outcome.kind === 'documents' && payslips + bank_statements > 0
    ? { outcome: 'finished', reason: 'documents', account_id: null }
    : { outcome: 'abandoned', reason: 'nothing', account_id: null }
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
