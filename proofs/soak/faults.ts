import { setTimeout as sleep } from 'node:timers/promises'
import { freezeService } from '../../dev/faults/freeze.ts'
import type { Faults } from '../../dev/faults/services.ts'
import type { TcpProxy } from '../../dev/faults/tcp-proxy.ts'
import { chooseWeighted, type ProofRandom } from '../programs/random.ts'

type SoakProcess = { pid(): number | undefined; kill(): Promise<unknown> }
type SoakFault = { name: string; weight: number; inject(): Promise<unknown> }

export type SoakFaults = ReturnType<typeof startSoakFaults>

const pauseMs: [number, number] = [300, 2_000]
const cutMs: [number, number] = [200, 3_000]

/**
 * Injects one small fault after another, chosen by the seed. The steady process is paused and cut off but never
 * killed, because its memory is measured over the whole time.
 */
export function startSoakFaults(options: {
  services: Faults
  steady: SoakProcess
  other: SoakProcess
  nats: TcpProxy
  everyMs: [number, number]
  random: ProofRandom
}) {
  const { services, steady, other, nats, everyMs, random } = options
  const counts = new Map<string, number>()
  const failures: string[] = []
  const ending = new AbortController()

  const pauseProcess = async (process: SoakProcess) => {
    const pid = process.pid()
    if (pid === undefined) return
    const thaw = await freezeService(() => [pid])
    await sleep(random.integer(...pauseMs))
    await thaw()
  }
  const pauseService = async (pause: () => Promise<unknown>, resume: () => Promise<unknown>) => {
    await pause()
    await sleep(random.integer(...pauseMs))
    await resume()
  }
  const all: SoakFault[] = [
    { name: 'process killed', weight: 4, inject: () => other.kill() },
    { name: 'process paused', weight: 2, inject: () => pauseProcess(random.chance(0.5) ? steady : other) },
    {
      name: 'NATS connections cut',
      weight: 3,
      async inject() {
        nats.refuse()
        nats.cut()
        await sleep(random.integer(...cutMs))
        nats.pass()
      },
    },
    {
      name: 'NATS cut off',
      weight: 2,
      async inject() {
        nats.blackHole()
        await sleep(random.integer(...cutMs))
        nats.cut()
        nats.pass()
      },
    },
    { name: 'NATS paused', weight: 2, inject: () => pauseService(services.pauseNats, services.resumeNats) },
    {
      name: 'NATS killed',
      weight: 2,
      async inject() {
        await services.killNats()
        await services.startNatsAgain()
      },
    },
    {
      name: 'PostgreSQL paused',
      weight: 2,
      inject: () => pauseService(services.pausePostgres, services.resumePostgres),
    },
    { name: 'PostgreSQL restarted', weight: 1, inject: services.restartPostgresImmediately },
  ]

  async function run() {
    while (!ending.signal.aborted) {
      await sleep(random.integer(...everyMs), undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return
      const fault = chooseWeighted(random, all)
      if (!fault) return
      counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1)
      await fault.inject().catch((error: Error) => failures.push(`${fault.name}: ${error.message}`))
    }
  }
  const running = run()
  return {
    counts,
    /** Faults that could not be injected or ended. */
    failures,
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    async stop() {
      ending.abort()
      await running
    },
  }
}
