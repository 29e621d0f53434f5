import type { z } from 'zod'
import type { Tenant } from '../../../platform/database/tenancy.ts'
import { paginationOf } from '../../../platform/http/wire.ts'
import { invalid } from '../../../platform/problem.ts'
import { addDays, dayOf, daysBetween } from '../../../vocabulary/days.ts'
import { compareLayouts, plannedPerLayout } from './consent-test.ts'
import { type Milestone, milestones, views } from './event-values.ts'
import { countMilestones, countStops, countTestedLayouts, type MilestoneRow } from './progress-queries.ts'
import { type FunnelCount, sumCounts } from './queries.ts'
import { type JourneyFunnel, steps } from './schemas.ts'

type Query = { from?: string | undefined; to?: string | undefined; offset: number; limit: number }
type Provider = z.output<typeof JourneyFunnel>['providers'][number]

const defaultDays = 30
const maxDays = 366

/** Returns the conversion funnel of a client's journeys by screen, step and provider. */
export async function readFunnel(tenant: Tenant, query: Query): Promise<z.output<typeof JourneyFunnel>> {
  const days = resolveDayRange(query)
  const { counts, reached, stops, tested } = await tenant.transaction(async (tx) => ({
    counts: await sumCounts(tx, days),
    reached: await countMilestones(tx, days),
    stops: await countStops(tx, days),
    tested: await countTestedLayouts(tx, days, plannedPerLayout),
  }))
  const all = counts.filter(({ provider }) => provider === '')
  const countOf = (name: string, detail: string) =>
    all.find((count) => count.name === name && count.detail === detail)?.journeys ?? 0
  const detailed = all.filter(({ name, detail }) => name !== 'view' && detail !== '')
  const providers = listProviders(counts)
  const { offset, limit } = query
  const page = providers.slice(offset - 1, offset - 1 + limit)
  return {
    ...days,
    milestones: listMilestones(reached),
    stops,
    consent_test: tested.length > 0 ? compareLayouts(tested) : null,
    screens: views.map((view) => ({ view, journeys: countOf('view', view) })),
    steps: steps.flatMap((name) => [
      { name, detail: null, journeys: countOf(name, '') },
      ...detailed
        .filter((count) => count.name === name)
        .map(({ detail, journeys }) => ({ name, detail, journeys })),
    ]),
    providers: page,
    pagination: paginationOf({ offset, limit }, page, providers.length),
  }
}

function listMilestones(reached: readonly MilestoneRow[]) {
  const rowOf = (name: Milestone | undefined) => reached.find((row) => row.name === name)
  return milestones.map((name, n) => {
    const { journeys = 0, median_seconds = null } = rowOf(name) ?? {}
    const before = n === 0 ? journeys : (rowOf(milestones[n - 1])?.journeys ?? 0)
    return { name, journeys, lost: before - journeys, median_seconds }
  })
}

/** Returns the requested days, by default the last thirty. */
export function resolveDayRange({ from, to = dayOf(new Date()) }: Pick<Query, 'from' | 'to'>) {
  const days = { from: from ?? addDays(to, 1 - defaultDays), to }
  const span = daysBetween(days.from, to)
  if (span < 0) throw invalid('Field [to] is invalid: must not be before [from]')
  if (span >= maxDays) throw invalid(`Field [from] is invalid: at most ${maxDays} days per request`)
  return days
}

/** Maps the name of a step to the field of a provider's funnel. Every other step counts as an error. */
const columns: Record<string, Exclude<keyof Provider, 'provider' | 'errors'>> = {
  provider_selected: 'selected',
  login_submitted: 'login_submitted',
  mfa_required: 'mfa_required',
  connected: 'connected',
  data_ready: 'data_ready',
}

function listProviders(counts: readonly FunnelCount[]) {
  const byProvider = new Map<string, Provider>()
  for (const { name, detail, provider, journeys } of counts) {
    if (provider === '') continue
    const row = byProvider.get(provider) ?? emptyProvider(provider)
    byProvider.set(provider, row)
    const column = columns[name]
    if (column) row[column] = journeys
    else row.errors.push({ code: detail, journeys })
  }
  for (const { errors } of byProvider.values()) errors.sort((one, other) => other.journeys - one.journeys)
  return [...byProvider.values()].sort(
    (one, other) => other.selected - one.selected || one.provider.localeCompare(other.provider),
  )
}

const emptyProvider = (provider: string): Provider => ({
  provider,
  selected: 0,
  login_submitted: 0,
  mfa_required: 0,
  connected: 0,
  data_ready: 0,
  errors: [],
})
