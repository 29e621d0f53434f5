import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from '../../dev/faults/services.ts'
import type { Kept } from '../programs/keep-running.ts'
import { type Random, shuffle } from '../programs/random.ts'

type Process = Pick<Kept<unknown>, 'name' | 'kill'>
/** `roll`, from 0 to 1, decides everything that is random about one fault; drawn before it starts, so that timing has no influence. */
type Fault = { name: string; act(roll: number): Promise<unknown> }

export type Strikes = ReturnType<typeof openStrikes>

const twoAtOnce = 0.25

/** Everything is hit in turn, in an order that changes each time: even a short proof has seen all of it. */
export function openStrikes(options: { faults: Faults; processes: readonly Process[]; random: Random }) {
  const { faults, processes, random } = options
  const counts: Record<string, number> = {}
  let deck: Fault[] = []

  const processOf = (kind: string): Fault => ({
    name: `${kind} killed`,
    act: async (roll) =>
      choose(
        processes.filter(({ name }) => name.startsWith(kind)),
        roll,
      )?.kill(),
  })
  // A worker twice: it is the sender, and its death is what this is about.
  const all: Fault[] = [
    ...['worker', 'worker', 'dispatcher', 'publisher', 'api'].map(processOf),
    {
      name: 'nats killed',
      async act(roll) {
        await faults.killNats()
        await sleep(roll * 1_500)
        await faults.startNatsAgain()
      },
    },
    { name: 'nats wiped', act: faults.wipeNats },
    { name: 'postgres restarted', act: faults.restartPostgresImmediately },
  ]

  const choose = <T>(choices: readonly T[], roll: number) => choices[Math.floor(roll * choices.length)]

  function draw(): Fault {
    if (deck.length === 0) deck = shuffle([...all], random)
    return deck.pop() as Fault
  }

  async function strike({ name, act }: Fault, roll: number) {
    counts[name] = (counts[name] ?? 0) + 1
    await act(roll)
  }

  return {
    counts,
    inATurn: all.length,
    count: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
    /** One fault, sometimes two. The services are back when this resolves. */
    async next() {
      const first = draw()
      const isNats = ({ name }: Fault) => name.startsWith('nats')
      const second = random.happens(twoAtOnce) ? draw() : undefined
      const [firstRoll, secondRoll, delay] = [random.next(), random.next(), random.next()]
      if (!second) return strike(first, firstRoll)
      // NATS cannot be killed while it is being killed.
      if (isNats(first) && isNats(second)) {
        await strike(first, firstRoll)
        return strike(second, secondRoll)
      }
      const later = sleep(delay * 800).then(() => strike(second, secondRoll))
      // Both have ended before a failure of one is told: nothing is being started while everything is taken down.
      for (const end of await Promise.allSettled([strike(first, firstRoll), later]))
        if (end.status === 'rejected') throw end.reason
    },
  }
}
