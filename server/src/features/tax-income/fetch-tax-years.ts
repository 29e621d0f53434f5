import { z } from 'zod'
import type { Device, Talk, TaxConnector } from '../../connectors/connector.ts'
import { ConnectionFailure } from '../../connectors/failure.ts'
import type { SecretDesk } from '../../platform/secrets/credential-handoff.ts'
import type { Job } from '../../platform/tasks/task.ts'
import { dayOf } from '../../vocabulary/days.ts'
import { type TaxYear, type TaxYearIncome, taxYearsIn } from '../../vocabulary/tax-income.ts'
import { collect } from '../accounts/login/attempt.ts'
import { requireTaxauthOn } from '../accounts/service.ts'
import {
  keepRenewed,
  type Ready,
  RetrieveInput,
  type RetrieveTools,
  type Source,
} from '../payroll/retrieval/retrieve.ts'
import { talkOf } from '../providers/call-provider.ts'
import { storeYears } from './store-tax-years.ts'

export type TaxTools = RetrieveTools & { desk: SecretDesk }

export const TaxInput = RetrieveInput.extend({
  /** What the person's device says was left at the desk. */
  has_device: z.boolean().optional(),
})
type TaxJob = Job<z.output<typeof TaxInput>>

/** Nobody's figures of longer ago are of use, and each year is three requests of the few that everybody shares. */
const mostYears = 10
/** Most of it is waiting for turns while many clients ask at once; the task itself has two minutes more. */
const limitMs = 8 * 60_000
const afterNoTurnMs = 60_000

/** Tax years through an account. */
export const taxYearsOf = (job: TaxJob, tools: TaxTools): Omit<Source<TaxYearIncome[]>, 'tryAgain'> => ({
  noun: 'tax_income',
  requireOn: requireTaxauthOn,
  fetch: (_job, _tools, ready) => fetchYears(job, tools, ready),
  store: storeYears,
})

async function fetchYears(job: TaxJob, tools: TaxTools, ready: Ready): Promise<TaxYearIncome[]> {
  const { connector, period } = ready
  if (connector.gives !== 'tax-years') throw new Error(`[${connector.entry.id}] gives no tax years`)
  const device = job.input.has_device ? await deviceOf(job, tools) : null
  const years = taxYearsIn({ from: period.from ?? '', to: period.to }, dayOf(tools.clock.now()))
  const limit = AbortSignal.timeout(limitMs)
  const signal = AbortSignal.any([job.signal, limit])
  const about = { entry: connector.entry, device, isUrgent: job.input.why === 'query' }
  const talk = watched(talkOf({ signal, tenant: job.tenant }, tools, about), tools, connector)
  try {
    return await readAll(job, { ready, connector, talk }, years.slice(0, mostYears))
  } catch (error) {
    job.signal.throwIfAborted()
    if (!limit.aborted) throw error
    // Others were before us: that says nothing about the authority.
    const more = { isBusy: true, retryAfterMs: afterNoTurnMs, detail: 'its turns did not come in time' }
    throw new ConnectionFailure('provider-down', more)
  }
}

/** Every request tells how the authority is; how long we waited for our turn is not its fault. */
const watched = (talk: Talk, { health }: TaxTools, { entry }: TaxConnector): Talk => ({
  ...talk,
  inTurn: (send) => talk.inTurn(() => health.watch(entry.id, send)),
})

type Visit = { ready: Ready; connector: TaxConnector; talk: Talk }

async function readAll(job: TaxJob, { ready, connector, talk }: Visit, years: readonly TaxYear[]) {
  let session = ready.session
  if (session === undefined) throw new ConnectionFailure('session-ended')
  const renew = async (isRefused: boolean) => {
    const renewed = await connector.renew(session as string, talk, isRefused)
    if (renewed) session = await keepRenewed(job, ready, renewed)
  }
  await renew(false)
  const found: TaxYearIncome[] = []
  let isRenewed = false
  for (const year of years) {
    const read = () => connector.fetchTaxYear(session as string, year, talk)
    const income = await read().catch(async (error) => {
      const isOver = error instanceof ConnectionFailure && error.code === 'session-ended'
      if (!isOver || isRenewed) throw error
      // It may end a token before its time; the consent can go on all the same.
      isRenewed = true
      await renew(true)
      return read()
    })
    if (income) found.push(income)
  }
  return found
}

const DeviceLeft = z.object({ facts: z.record(z.string(), z.string()), at: z.string() })

/** Lost with the process that had it: then the authority is told of no device, and the figures come all the same. */
async function deviceOf(job: TaxJob, { desk }: TaxTools): Promise<Device> {
  return (await collect(desk, job.taskId, DeviceLeft)) ?? { facts: {}, at: '' }
}
