import { audit, keysOf, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { requireJourney } from '../sessions.ts'
import { countThings, type Thing } from './queries.ts'
import type { JourneyEvent } from './schemas.ts'

/** Counts what a journey did for the first time. Nothing else of an event is kept: neither its time nor its id. */
export function countEvents(tenant: Tenant, caller: Caller, events: readonly JourneyEvent[]) {
  const journeyId = requireJourney(caller)
  return tenant.transaction(async (tx) => {
    const all = events.map((event) => thingsOf(event).map((thing) => named(tx, journeyId, thing)))
    const each = new Map(all.flat().map((thing) => [thing.hash.toString('hex'), thing]))
    const first = await countThings(tx, { journeyId, userId: caller.id }, [...each.values()])
    const fresh = new Set(first.map((hash) => hash.toString('hex')))
    audit(tx, 'journey.counted', caller.id)
    // Of two that are the same, the first is the new one.
    const isNew = (things: Thing[]) =>
      things.filter(({ hash }) => fresh.delete(hash.toString('hex'))).length > 0
    return { counted: all.filter(isNew).length }
  })
}

/** A thing is counted as a whole, by its detail and by its provider; of screens only which. */
function thingsOf(event: JourneyEvent): Omit<Thing, 'hash'>[] {
  const { name, view, source, kind, code, last_view, provider = '' } = event
  const detail = view ?? source ?? kind ?? code ?? last_view ?? ''
  if (name === 'view') return [{ name, detail, provider: '' }]
  return [
    { name, detail: '', provider: '' },
    ...(detail ? [{ name, detail, provider: '' }] : []),
    ...(provider ? [{ name, detail: code ?? '', provider }] : []),
  ]
}

const named = (tx: Tx, journeyId: string, thing: Omit<Thing, 'hash'>): Thing => ({
  ...thing,
  hash: keysOf(tx).lookupHash('journey_steps.thing', JSON.stringify([journeyId, ...Object.values(thing)])),
})
