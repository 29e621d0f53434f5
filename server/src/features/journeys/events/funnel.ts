import type { z } from 'zod'
import type { Tenant } from '../../../platform/database/tenancy.ts'
import { invalid } from '../../../platform/problem.ts'
import { addDays, dayOf, daysBetween } from '../../../vocabulary/days.ts'
import { views } from './event-values.ts'
import { type Count, sumCounts } from './queries.ts'
import { type JourneyFunnel, steps } from './schemas.ts'

type Query = { from?: string | undefined; to?: string | undefined; offset: number; limit: number }
type Provider = z.output<typeof JourneyFunnel>['providers'][number]

const usualDays = 30
const mostDays = 366

/** How far the journeys of a client came, screen by screen, step by step and provider by provider. */
export async function readFunnel(tenant: Tenant, query: Query): Promise<z.output<typeof JourneyFunnel>> {
  const days = requireDays(query)
  const counts = await tenant.transaction((tx) => sumCounts(tx, days))
  const all = counts.filter(({ provider }) => provider === '')
  const countOf = (name: string, detail: string) =>
    all.find((count) => count.name === name && count.detail === detail)?.journeys ?? 0
  const detailed = all.filter(({ name, detail }) => name !== 'view' && detail !== '')
  const providers = providersIn(counts)
  const { offset, limit } = query
  const page = providers.slice(offset - 1, offset - 1 + limit)
  return {
    ...days,
    screens: views.map((view) => ({ view, journeys: countOf('view', view) })),
    steps: steps.flatMap((name) => [
      { name, detail: null, journeys: countOf(name, '') },
      ...detailed
        .filter((count) => count.name === name)
        .map(({ detail, journeys }) => ({ name, detail, journeys })),
    ]),
    providers: page,
    pagination: { offset, limit, count: page.length, total_count: providers.length },
  }
}

/** The days that were asked for; the last thirty unless somebody says otherwise. */
export function requireDays({ from, to = dayOf(new Date()) }: Pick<Query, 'from' | 'to'>) {
  const days = { from: from ?? addDays(to, 1 - usualDays), to }
  const span = daysBetween(days.from, to)
  if (span < 0) throw invalid('Field [to] is invalid: must not be before [from]')
  if (span >= mostDays) throw invalid(`Field [from] is invalid: at most ${mostDays} days are told of at once`)
  return days
}

/** Where the count of a step stands in a provider's line. */
const columns: Record<string, Exclude<keyof Provider, 'provider' | 'errors'>> = {
  provider_selected: 'selected',
  login_submitted: 'login_submitted',
  mfa_required: 'mfa_required',
  connected: 'connected',
  data_ready: 'data_ready',
}

function providersIn(counts: readonly Count[]) {
  const lines = new Map<string, Provider>()
  for (const { name, detail, provider, journeys } of counts) {
    if (provider === '') continue
    const line = lines.get(provider) ?? emptyLine(provider)
    lines.set(provider, line)
    const column = columns[name]
    if (column) line[column] = journeys
    else line.errors.push({ code: detail, journeys })
  }
  for (const { errors } of lines.values()) errors.sort((one, other) => other.journeys - one.journeys)
  return [...lines.values()].sort(
    (one, other) => other.selected - one.selected || one.provider.localeCompare(other.provider),
  )
}

const emptyLine = (provider: string): Provider => ({
  provider,
  selected: 0,
  login_submitted: 0,
  mfa_required: 0,
  connected: 0,
  data_ready: 0,
  errors: [],
})
