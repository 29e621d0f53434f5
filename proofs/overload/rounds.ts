import { rssBytes } from '../../dev/faults/process-figures.ts'
import type { LoadTally } from '../programs/raw-client.ts'
import type { OverloadSetup } from './setup.ts'

/**
 * Position of HAProxy: on the callers' cores, as on a separate machine (beside); on the service's cores (same); or
 * without HAProxy (bare).
 */
export type BalancerPosition = 'beside' | 'same' | 'bare'

export const stateNames = ['calm', 'peak', 'over'] as const
type State = (typeof stateNames)[number]

const overloadFactor = 5
const quietPerSecond = 10
// `peakSockets` just saturates the service, with a short queue; `overSockets` overloads it.
const peakSockets = 24
const overSockets = 400

type Cost = { api: number; postgres: number }
type StateFigures = {
  crowd: LoadTally | undefined
  quiet: LoadTally
  perSecond: number
  /** Latency percentile of the quiet client; infinite if too many requests had no successful reply. */
  quietMs: number
  /** CPU milliseconds per successful reply, including the cost of refused requests. */
  cost: Cost
}

export type OverloadFigures = {
  peakPerSecond: number
  goodput: number
  offered: number
  withoutRetryAfter: number
  refused: number
  cost: Record<State, Cost>
  megabytes: number
  quietMs: Record<State, number>
  quiet: { besidePeak: number; besideCalm: number }
}

/** Measures the three states in several rounds; the figures are medians over the rounds. */
export async function measurePosition(
  setup: OverloadSetup,
  position: BalancerPosition,
  { rounds, seconds, share }: { rounds: number; seconds: number; share: number },
  print: (line: string) => void,
): Promise<OverloadFigures> {
  const address = position === 'bare' ? setup.api.address : setup.balancer.url
  setup.placeBalancer(position === 'same' ? 'service' : 'callers')
  const run = (state: State, perSecond = 0) =>
    measureState(setup, address, { state, seconds, perSecond, share })
  await run('peak')
  const done: Record<State, StateFigures>[] = []
  for (let round = 0; round < rounds; round++) {
    const calm = await run('calm')
    const peak = await run('peak')
    const over = await run('over', peak.perSecond * overloadFactor)
    done.push({ calm, peak, over })
    const waits = stateNames.map((state) => `${state} ${done[round]?.[state].quietMs.toFixed(1)}`).join(', ')
    print(
      `    ${position}: peak ${peak.perSecond.toFixed(0)}/s, over ${over.perSecond.toFixed(0)}/s ` +
        `(${(over.perSecond / peak.perSecond).toFixed(2)}), quiet client ${waits} ms`,
    )
  }
  const medianOf = (pick: (round: Record<State, StateFigures>) => number) => median(done.map(pick))
  const byState = (pick: (figures: StateFigures) => number) => ({
    calm: medianOf(({ calm }) => pick(calm)),
    peak: medianOf(({ peak }) => pick(peak)),
    over: medianOf(({ over }) => pick(over)),
  })
  const costIn = (state: State): Cost => ({
    api: medianOf((round) => round[state].cost.api),
    postgres: medianOf((round) => round[state].cost.postgres),
  })
  const quietMs = byState((figures) => figures.quietMs)
  const crowds = done.flatMap(({ over, peak }) => [over.crowd, over.quiet, peak.crowd, peak.quiet])
  return {
    peakPerSecond: medianOf(({ peak }) => peak.perSecond),
    goodput: medianOf(({ peak, over }) => over.perSecond / peak.perSecond),
    offered: medianOf(({ peak, over }) => (over.crowd?.sent ?? 0) / seconds / peak.perSecond),
    withoutRetryAfter: crowds.reduce((sum, tally) => sum + (tally?.withoutRetryAfter ?? 0), 0),
    refused: done.reduce((sum, { over }) => sum + (over.crowd?.refusedMs.length ?? 0), 0),
    cost: { calm: costIn('calm'), peak: costIn('peak'), over: costIn('over') },
    megabytes: rssBytes(setup.api.pid ?? 0) / 1e6,
    quietMs,
    quiet: { besidePeak: quietMs.over / quietMs.peak, besideCalm: quietMs.over / quietMs.calm },
  }
}

type StateOptions = { state: State; seconds: number; perSecond: number; share: number }

async function measureState(
  setup: OverloadSetup,
  address: string,
  { state, seconds, perSecond, share }: StateOptions,
) {
  const { callers, requests } = setup
  const before = setup.cpuSeconds()
  const crowdLoad = { address, requests: requests.crowd, seconds }
  const [crowd, quiet] = await Promise.all([
    state === 'calm'
      ? undefined
      : callers.crowd.run(
          state === 'peak'
            ? { ...crowdLoad, sockets: peakSockets }
            : { ...crowdLoad, sockets: overSockets, perSecond },
        ),
    callers.quiet.run({
      address,
      requests: requests.quiet,
      seconds,
      sockets: 16,
      perSecond: quietPerSecond,
    }),
  ])
  const after = setup.cpuSeconds()
  const answered = (crowd?.answeredMs.length ?? 0) + quiet.answeredMs.length
  // A request without a successful reply counts as infinite latency.
  const lost = quiet.sent + quiet.unsent - quiet.answeredMs.length
  const quietMs = [...quiet.answeredMs, ...Array<number>(lost).fill(Number.POSITIVE_INFINITY)]
  return {
    crowd,
    quiet,
    perSecond: answered / seconds,
    quietMs: percentile(quietMs, share),
    cost: {
      api: ((after.api - before.api) * 1000) / answered,
      postgres: ((after.postgres - before.postgres) * 1000) / answered,
    },
  }
}

export function listFigures({ goodput, offered, quiet, quietMs, cost, refused, ...more }: OverloadFigures) {
  const costs = ({ api, postgres }: Cost) => `${api.toFixed(2)} + ${postgres.toFixed(2)}`
  const waits = stateNames.map((state) => `${state} ${quietMs[state].toFixed(1)}`).join(', ')
  return (
    `peak ${more.peakPerSecond.toFixed(0)}/s, ${offered.toFixed(1)} × offered, goodput ${goodput.toFixed(2)}, ` +
    `${refused} refused; quiet client ${waits} ms (${quiet.besidePeak.toFixed(2)} × peak, ${quiet.besideCalm.toFixed(2)} × calm); ` +
    `CPU per reply of API + PostgreSQL ${costs(cost.peak)} ms at peak, ${costs(cost.over)} ms over; ` +
    `memory of the API process ${more.megabytes.toFixed(0)} MB`
  )
}

const percentile = (figures: number[], share: number) =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * share))] ??
  Number.POSITIVE_INFINITY

const median = (figures: number[]) => percentile(figures, 0.5)
