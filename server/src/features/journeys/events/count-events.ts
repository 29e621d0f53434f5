import { audit, keysOf, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { chooseConsentLayout } from '../../../vocabulary/consent-layout.ts'
import { readConfiguration } from '../../configuration/service.ts'
import { findValidAuthorisation } from '../queries.ts'
import { requireJourney } from '../sessions.ts'
import { recordProgress } from './progress-queries.ts'
import { countSteps, type FunnelStep } from './queries.ts'
import type { JourneyEventInput } from './schemas.ts'

/**
 * Counts the steps that a journey has reached for the first time, and records its milestones and its last screen.
 * Nothing else of an event is stored.
 */
export function countEvents(tenant: Tenant, caller: Caller, events: readonly JourneyEventInput[]) {
  const journeyId = requireJourney(caller)
  return tenant.transaction(async (tx) => {
    const all = events.map((event) => stepsOf(event).map((step) => withHash(tx, journeyId, step)))
    const each = new Map(all.flat().map((step) => [step.hash.toString('hex'), step]))
    const first = await countSteps(tx, { journeyId, userId: caller.id }, [...each.values()])
    await recordProgress(
      tx,
      { journeyId, userId: caller.id },
      await summarise(tx, caller.id, journeyId, events),
    )
    const newHashes = new Set(first.map((hash) => hash.toString('hex')))
    audit(tx, 'journey.counted', caller.id)
    // If the batch contains duplicates, only the first one counts as new.
    const isNew = (steps: FunnelStep[]) =>
      steps.filter(({ hash }) => newHashes.delete(hash.toString('hex'))).length > 0
    return { counted: all.filter(isNew).length }
  })
}

async function summarise(tx: Tx, userId: string, journeyId: string, events: readonly JourneyEventInput[]) {
  const names = new Set(events.map(({ name }) => name))
  const views = events.flatMap(({ view }) => view ?? [])
  const lastView = views.at(-1) ?? null
  const afterLastView = events.slice(events.findLastIndex(({ name }) => name === 'view') + 1)
  const showsConsent = views.includes('consent')
  return {
    hasAgreed: names.has('consent_accepted'),
    hasChosenSource: names.has('source_selected'),
    hasShared: names.has('connected') || names.has('documents_submitted'),
    hasFinished: views.includes('done'),
    lastView,
    lastError: afterLastView.findLast(({ code }) => code !== undefined)?.code ?? null,
    consent: showsConsent
      ? await describeConsent(tx, userId, journeyId, names.has('consent_accepted'))
      : null,
  }
}

/** A person who has already agreed can go back to the consent screen; that is no part of a test. */
async function describeConsent(tx: Tx, userId: string, journeyId: string, hasJustAgreed: boolean) {
  const { consent_layout: setting } = await readConfiguration(tx)
  const isAsked = hasJustAgreed || (await findValidAuthorisation(tx, userId)) === undefined
  return { layout: chooseConsentLayout(setting, journeyId), isTested: setting === 'test' && isAsked }
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
