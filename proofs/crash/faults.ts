import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from '../../dev/faults/services.ts'
import { countRunning, nowMs } from '../programs/journal.ts'
import type { SupervisedProcess } from '../programs/keep-running.ts'
import { chooseWeighted, type ProofRandom } from '../programs/random.ts'

/** A fault that was injected, with its time span. */
export type InjectedFault = { name: string; from: number; to: number; hitsService: boolean }

type Fault = {
  name: string
  weight: number
  /** The process or service that the fault hits; two concurrent faults never hit the same one. */
  target: string
  hitsService: boolean
  /** Returns false while the process is being restarted. */
  isPossible(): boolean
  inject(): Promise<unknown>
}

type Process = Pick<SupervisedProcess<unknown>, 'name' | 'message' | 'pid' | 'kill'>

export type CrashFaults = ReturnType<typeof openFaults>

/** Share of rounds with two concurrent faults. */
const doubleFaultShare = 0.25
const startPollMs = 20
const requiredTargets: Record<number, string> = { 1: 'worker', 5: 'postgres', 8: 'nats' }
const startLimitMs = 300_000

/** Injects faults one round at a time. The choice of faults depends on the seed alone. */
export function openFaults(options: {
  services: Faults
  processes: readonly Process[]
  /** Folder of the journals of the workers. */
  journals: string
  random: ProofRandom
}) {
  const { services, random } = options
  const list: InjectedFault[] = []
  const all = [
    ...options.processes.map((process) => faultOf(process, options.journals)),
    ...faultsOfServices(services, random),
  ]

  async function injectFault({ name, hitsService, isPossible, inject }: Fault, delayMs: number) {
    await sleep(delayMs)
    const deadline = nowMs() + startLimitMs
    while (!isPossible()) {
      if (nowMs() > deadline) throw new Error(`${name} did not start again`)
      await sleep(startPollMs)
    }
    // The fault is listed before it is over, so that checks made meanwhile know about it.
    const entry: InjectedFault = { name, from: nowMs(), to: Number.POSITIVE_INFINITY, hitsService }
    list.push(entry)
    await inject()
    entry.to = nowMs()
  }

  return {
    list,
    /**
     * Runs one round with one fault, or sometimes two. Resolves when the faults are over and the services are back.
     */
    async injectNext(round: number) {
      // Of every ten rounds, round 1 kills a worker, and the next three hit neither another worker nor a service, so
      // that they measure the recovery from the death of one worker alone. Rounds 5 and 8 hit PostgreSQL and NATS, so
      // that ten rounds with any seed hit both.
      const roundOfTen = round % 10
      const isQuiet = roundOfTen >= 1 && roundOfTen <= 4
      const isWorker = ({ target }: Fault) => target.startsWith('worker')
      const others = all.filter((fault) => !isQuiet || !(fault.hitsService || isWorker(fault)))
      const required = requiredTargets[roundOfTen]
      const first = chooseWeighted(
        random,
        required ? all.filter(({ target }) => target.startsWith(required)) : others,
      )
      const candidates = others.filter(({ target }) => target !== first?.target)
      const second = random.chance(doubleFaultShare) ? chooseWeighted(random, candidates) : undefined
      const both = [first && injectFault(first, 0), second && injectFault(second, random.next() * 800)]
      // Wait for both faults before throwing, because nothing may be starting while the proof shuts everything down.
      for (const result of await Promise.allSettled(both))
        if (result.status === 'rejected') throw result.reason
    },
  }
}

// Relative probability of each kind of process. There are two processes of each kind.
const weights: Record<string, number> = { worker: 15, dispatcher: 8, api: 8 }

function faultOf({ name, message, pid, kill }: Process, journals: string): Fault {
  const isWorker = name.startsWith('worker')
  const weight = weights[name.split(' ')[0] ?? ''] ?? 1
  return {
    name,
    weight,
    target: name,
    hitsService: false,
    isPossible: () => message() !== undefined,
    async inject() {
      if (isWorker) await untilBusy(() => countRunning(journals, pid() ?? 0))
      return kill()
    },
  }
}

/** A few tasks, because one may end between the count and the kill. */
const minRunningTasks = 3
const busyPollMs = 5
const busyLimitMs = 5_000

/** Waits until a worker runs tasks, so that the kill interrupts some. Gives up if there is nothing to do. */
async function untilBusy(countTasks: () => number) {
  const deadline = nowMs() + busyLimitMs
  while (countTasks() < minRunningTasks && nowMs() < deadline) await sleep(busyPollMs)
}

function faultsOfServices(services: Faults, random: ProofRandom): Fault[] {
  const service = { hitsService: true, isPossible: () => true }
  return [
    {
      ...service,
      name: 'nats killed',
      target: 'nats',
      weight: 12,
      async inject() {
        const downMs = random.next() * 1_500
        await services.killNats()
        await sleep(downMs)
        await services.startNatsAgain()
      },
    },
    { ...service, name: 'nats wiped', target: 'nats', weight: 12, inject: services.wipeNats },
    {
      ...service,
      name: 'postgres restarted',
      target: 'postgres',
      weight: 14,
      inject: services.restartPostgresImmediately,
    },
  ]
}
