import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from '../../dev/faults/services.ts'
import { nowMs } from '../programs/journal.ts'
import type { Kept } from '../programs/keep-running.ts'
import { chooseWeighted, type Random } from '../programs/random.ts'

/** What was done to the parts, from when to when. */
export type Strike = { name: string; from: number; to: number; hitsService: boolean }

type Fault = {
  name: string
  weight: number
  /** Two at once never hit the same part. */
  part: string
  hitsService: boolean
  /** False while the process is being restarted. */
  isPossible(): boolean
  act(): Promise<unknown>
}

type Process = Pick<Kept<unknown>, 'name' | 'message' | 'kill'>

export type Strikes = ReturnType<typeof openStrikes>

const twoAtOnce = 0.25
const startPollMs = 20
const requiredParts: Record<number, string> = { 1: 'worker', 5: 'postgres', 8: 'nats' }
const startLimitMs = 300_000

/** Injects faults one round at a time; which ones depends on the seed alone. */
export function openStrikes(options: { faults: Faults; processes: readonly Process[]; random: Random }) {
  const { faults, random } = options
  const list: Strike[] = []
  const all = [...options.processes.map(faultOf), ...faultsOfServices(faults, random)]

  async function strike({ name, hitsService, isPossible, act }: Fault, delayMs: number) {
    await sleep(delayMs)
    const deadline = nowMs() + startLimitMs
    while (!isPossible()) {
      if (nowMs() > deadline) throw new Error(`${name} did not start again`)
      await sleep(startPollMs)
    }
    // Known before it is over: whatever happens meanwhile happens under it.
    const entry: Strike = { name, from: nowMs(), to: Number.POSITIVE_INFINITY, hitsService }
    list.push(entry)
    await act()
    entry.to = nowMs()
  }

  return {
    list,
    /** One round: a fault, sometimes two. What was done is over when this resolves, and the services are back. */
    async next(round: number) {
      // Round 1 of ten hits a worker, and the next three hit neither another one nor a service: they measure what the death of a
      // worker alone costs. Rounds 5 and 8 hit PostgreSQL and NATS, so that ten rounds with any seed hit both.
      const place = round % 10
      const isQuiet = place >= 1 && place <= 4
      const isWorker = ({ part }: Fault) => part.startsWith('worker')
      const others = all.filter((fault) => !isQuiet || !(fault.hitsService || isWorker(fault)))
      const required = requiredParts[place]
      const first = chooseWeighted(
        random,
        required ? all.filter(({ part }) => part.startsWith(required)) : others,
      )
      const beside = others.filter(({ part }) => part !== first?.part)
      const second = random.happens(twoAtOnce) ? chooseWeighted(random, beside) : undefined
      const both = [first && strike(first, 0), second && strike(second, random.next() * 800)]
      // Both have ended before a failure of one is told: nothing is being started while everything is taken down.
      for (const end of await Promise.allSettled(both)) if (end.status === 'rejected') throw end.reason
    },
  }
}

// Each of these exists twice.
const weights: Record<string, number> = { worker: 15, dispatcher: 8, api: 8 }

function faultOf({ name, message, kill }: Process): Fault {
  const weight = weights[name.split(' ')[0] ?? ''] ?? 1
  return {
    name,
    weight,
    part: name,
    hitsService: false,
    isPossible: () => message() !== undefined,
    act: kill,
  }
}

function faultsOfServices(faults: Faults, random: Random): Fault[] {
  const service = { hitsService: true, isPossible: () => true }
  return [
    {
      ...service,
      name: 'nats killed',
      part: 'nats',
      weight: 12,
      async act() {
        const downMs = random.next() * 1_500
        await faults.killNats()
        await sleep(downMs)
        await faults.startNatsAgain()
      },
    },
    { ...service, name: 'nats wiped', part: 'nats', weight: 12, act: faults.wipeNats },
    {
      ...service,
      name: 'postgres restarted',
      part: 'postgres',
      weight: 14,
      act: faults.restartPostgresImmediately,
    },
  ]
}
