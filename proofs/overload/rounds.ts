import { rssBytes } from '../../dev/faults/process-figures.ts'
import type { Tally } from '../programs/raw-client.ts'
import type { Site } from './setup.ts'

/** HAProxy beside the callers, as on a machine of its own; on the same core as the service; or none. */
export type SetUp = 'beside' | 'same' | 'bare'

export const stateNames = ['calm', 'peak', 'over'] as const
type State = (typeof stateNames)[number]

const times = 5
const quietPerSecond = 10
// As many as answer at once what the service can do, and a few who wait.
const peakSockets = 24
const overSockets = 400

type Cost = { api: number; postgres: number }
type Stretch = {
  crowd: Tally | undefined
  quiet: Tally
  perSecond: number
  /** Of the quiet client's waits the one that this share of them does not exceed; endless where too many had no answer. */
  quietMs: number
  /** Processor time for each answer, refusals included, in milliseconds. */
  cost: Cost
}

export type Figures = {
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

/** Rounds of the three states in turn; what is compared are the medians of the rounds. */
export async function measureSetUp(
  site: Site,
  setUp: SetUp,
  { rounds, seconds, share }: { rounds: number; seconds: number; share: number },
  print: (line: string) => void,
): Promise<Figures> {
  const address = setUp === 'bare' ? site.api.address : site.balancer.url
  site.placeBalancer(setUp === 'same' ? 'service' : 'callers')
  const run = (state: State, perSecond = 0) => stretch(site, address, { state, seconds, perSecond, share })
  await run('peak')
  const done: Record<State, Stretch>[] = []
  for (let round = 0; round < rounds; round++) {
    const calm = await run('calm')
    const peak = await run('peak')
    const over = await run('over', peak.perSecond * times)
    done.push({ calm, peak, over })
    const waits = stateNames.map((state) => `${state} ${done[round]?.[state].quietMs.toFixed(1)}`).join(', ')
    print(
      `    ${setUp}: peak ${peak.perSecond.toFixed(0)}/s, over ${over.perSecond.toFixed(0)}/s ` +
        `(${(over.perSecond / peak.perSecond).toFixed(2)}), quiet client ${waits} ms`,
    )
  }
  const middle = (of: (round: Record<State, Stretch>) => number) => median(done.map(of))
  const each = (of: (stretch: Stretch) => number) => ({
    calm: middle(({ calm }) => of(calm)),
    peak: middle(({ peak }) => of(peak)),
    over: middle(({ over }) => of(over)),
  })
  const costIn = (state: State): Cost => ({
    api: middle((round) => round[state].cost.api),
    postgres: middle((round) => round[state].cost.postgres),
  })
  const quietMs = each((stretch) => stretch.quietMs)
  const crowds = done.flatMap(({ over, peak }) => [over.crowd, over.quiet, peak.crowd, peak.quiet])
  return {
    peakPerSecond: middle(({ peak }) => peak.perSecond),
    goodput: middle(({ peak, over }) => over.perSecond / peak.perSecond),
    offered: middle(({ peak, over }) => (over.crowd?.sent ?? 0) / seconds / peak.perSecond),
    withoutRetryAfter: crowds.reduce((sum, tally) => sum + (tally?.withoutRetryAfter ?? 0), 0),
    refused: done.reduce((sum, { over }) => sum + (over.crowd?.refusedMs.length ?? 0), 0),
    cost: { calm: costIn('calm'), peak: costIn('peak'), over: costIn('over') },
    megabytes: rssBytes(site.api.pid ?? 0) / 1e6,
    quietMs,
    quiet: { besidePeak: quietMs.over / quietMs.peak, besideCalm: quietMs.over / quietMs.calm },
  }
}

type Load = { state: State; seconds: number; perSecond: number; share: number }

async function stretch(site: Site, address: string, { state, seconds, perSecond, share }: Load) {
  const { callers, requests } = site
  const before = site.cpuSeconds()
  const crowding = { address, requests: requests.crowd, seconds }
  const [crowd, quiet] = await Promise.all([
    state === 'calm'
      ? undefined
      : callers.crowd.run(
          state === 'peak'
            ? { ...crowding, sockets: peakSockets }
            : { ...crowding, sockets: overSockets, perSecond },
        ),
    callers.quiet.run({
      address,
      requests: requests.quiet,
      seconds,
      sockets: 16,
      perSecond: quietPerSecond,
    }),
  ])
  const after = site.cpuSeconds()
  const answered = (crowd?.answeredMs.length ?? 0) + quiet.answeredMs.length
  // Whoever is refused has no answer at all.
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

export function listFigures({ goodput, offered, quiet, quietMs, cost, refused, ...more }: Figures) {
  const costs = ({ api, postgres }: Cost) => `${api.toFixed(2)} + ${postgres.toFixed(2)}`
  const waits = stateNames.map((state) => `${state} ${quietMs[state].toFixed(1)}`).join(', ')
  return (
    `peak ${more.peakPerSecond.toFixed(0)}/s, ${offered.toFixed(1)} × offered, goodput ${goodput.toFixed(2)}, ` +
    `${refused} refused; quiet client ${waits} ms (${quiet.besidePeak.toFixed(2)} × peak, ${quiet.besideCalm.toFixed(2)} × calm); ` +
    `an answer costs the API + PostgreSQL ${costs(cost.peak)} ms of processor at peak, ${costs(cost.over)} over; ` +
    `the API process has ${more.megabytes.toFixed(0)} MB`
  )
}

const percentile = (figures: number[], share: number) =>
  figures.toSorted((a, b) => a - b)[Math.min(figures.length - 1, Math.floor(figures.length * share))] ??
  Number.POSITIVE_INFINITY

const median = (figures: number[]) => percentile(figures, 0.5)
