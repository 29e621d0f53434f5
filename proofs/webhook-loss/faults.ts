import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from '../../dev/faults/services.ts'
import type { SupervisedProcess } from '../programs/keep-running.ts'
import { type ProofRandom, shuffle } from '../programs/random.ts'

type Process = Pick<SupervisedProcess<unknown>, 'name' | 'kill'>
/**
 * A fault. `roll`, from 0 to 1, decides all its random aspects; it is drawn before the fault starts, so that timing
 * has no influence.
 */
type Fault = { name: string; inject(roll: number): Promise<unknown> }

export type WebhookFaults = ReturnType<typeof openFaults>

/** Share of rounds with two concurrent faults. */
const doubleFaultShare = 0.25

/** Injects all kinds of faults in shuffled rounds, so that even a short proof covers every kind. */
export function openFaults(options: {
  services: Faults
  processes: readonly Process[]
  random: ProofRandom
}) {
  const { services, processes, random } = options
  const counts: Record<string, number> = {}
  let remaining: Fault[] = []

  const killProcess = (kind: string): Fault => ({
    name: `${kind} killed`,
    inject: async (roll) =>
      choose(
        processes.filter(({ name }) => name.startsWith(kind)),
        roll,
      )?.kill(),
  })
  // The worker is listed twice, because it sends the deliveries and its death matters most.
  const all: Fault[] = [
    ...['worker', 'worker', 'dispatcher', 'publisher', 'api'].map(killProcess),
    {
      name: 'nats killed',
      async inject(roll) {
        await services.killNats()
        await sleep(roll * 1_500)
        await services.startNatsAgain()
      },
    },
    { name: 'nats wiped', inject: services.wipeNats },
    { name: 'postgres restarted', inject: services.restartPostgresImmediately },
  ]

  const choose = <T>(choices: readonly T[], roll: number) => choices[Math.floor(roll * choices.length)]

  function drawFault(): Fault {
    if (remaining.length === 0) remaining = shuffle([...all], random)
    return remaining.pop() as Fault
  }

  async function injectFault({ name, inject }: Fault, roll: number) {
    counts[name] = (counts[name] ?? 0) + 1
    await inject(roll)
  }

  return {
    counts,
    /** Number of faults in one round of all kinds. */
    kinds: all.length,
    count: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
    /** Injects one fault, or sometimes two. Resolves when the services are back. */
    async injectNext() {
      const first = drawFault()
      const isNats = ({ name }: Fault) => name.startsWith('nats')
      const second = random.chance(doubleFaultShare) ? drawFault() : undefined
      const [firstRoll, secondRoll, delay] = [random.next(), random.next(), random.next()]
      if (!second) return injectFault(first, firstRoll)
      // Two faults of NATS cannot overlap.
      if (isNats(first) && isNats(second)) {
        await injectFault(first, firstRoll)
        return injectFault(second, secondRoll)
      }
      const later = sleep(delay * 800).then(() => injectFault(second, secondRoll))
      // Wait for both faults before throwing, because nothing may be starting while the proof shuts everything down.
      for (const result of await Promise.allSettled([injectFault(first, firstRoll), later]))
        if (result.status === 'rejected') throw result.reason
    },
  }
}
