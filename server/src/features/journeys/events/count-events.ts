import { audit, keysOf, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { requireJourney } from '../sessions.ts'
import { countSteps, type FunnelStep } from './queries.ts'
import type { JourneyEventInput } from './schemas.ts'

/**
 * Counts the steps that a journey has reached for the first time. Nothing else of an event is stored, not even its
 * time or id.
 */
export function countEvents(tenant: Tenant, caller: Caller, events: readonly JourneyEventInput[]) {
  const journeyId = requireJourney(caller)
  return tenant.transaction(async (tx) => {
    const all = events.map((event) => stepsOf(event).map((step) => withHash(tx, journeyId, step)))
    const each = new Map(all.flat().map((step) => [step.hash.toString('hex'), step]))
    const first = await countSteps(tx, { journeyId, userId: caller.id }, [...each.values()])
    const newHashes = new Set(first.map((hash) => hash.toString('hex')))
    audit(tx, 'journey.counted', caller.id)
    // If the batch contains duplicates, only the first one counts as new.
    const isNew = (steps: FunnelStep[]) =>
      steps.filter(({ hash }) => newHashes.delete(hash.toString('hex'))).length > 0
    return { counted: all.filter(isNew).length }
  })
}

/**
 * Lists the steps that an event counts as. An event counts in total, by detail and by provider; a view only by
 * screen.
 */
function stepsOf(event: JourneyEventInput): Omit<FunnelStep, 'hash'>[] {
  const { name, view, source, kind, code, last_view, provider = '' } = event
  const detail = view ?? source ?? kind ?? code ?? last_view ?? ''
  if (name === 'view') return [{ name, detail, provider: '' }]
  return [
    { name, detail: '', provider: '' },
    ...(detail ? [{ name, detail, provider: '' }] : []),
    ...(provider ? [{ name, detail: code ?? '', provider }] : []),
  ]
}

const withHash = (tx: Tx, journeyId: string, step: Omit<FunnelStep, 'hash'>): FunnelStep => ({
  ...step,
  hash: keysOf(tx).lookupHash('journey_steps.thing', JSON.stringify([journeyId, ...Object.values(step)])),
})
