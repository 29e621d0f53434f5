import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs } from '../programs/journal.ts'
import { type Random, randomFrom } from '../programs/random.ts'

/** One request. Not acknowledged, its tasks may exist or not: all of them or none. */
export type Batch = { numbers: number[]; isAcknowledged: boolean }

export type Load = ReturnType<typeof startLoad>

const clients = 8
const most = 9
const timeoutMs = 4_000
// After an outage the lost time is not caught up at once.
const lagMs = 2_000

/** Open-loop clients that schedule tasks at a fixed rate, whatever becomes of the answers. */
export function startLoad(options: { addresses(): string[]; perSecond: number; seed: number }) {
  const { addresses, perSecond, seed } = options
  const batches: Batch[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let lastNumber = 0
  let acknowledged = 0
  let isStopped = false

  // A generator for each client: their choices do not depend on how they interleave.
  async function client(index: number) {
    const random = randomFrom(seed + index * 1_000)
    let nextAt = nowMs() + random.next() * 500
    while (!isStopped) {
      await sleep(Math.max(0, nextAt - nowMs()))
      const address = choose(addresses(), random)
      if (!address || isStopped) {
        nextAt = nowMs() + 50
        continue
      }
      const numbers = Array.from({ length: random.whole(1, most) }, () => ++lastNumber)
      const batch = { numbers, isAcknowledged: false }
      batches.push(batch)
      nextAt = Math.max(nextAt, nowMs() - lagMs) + (numbers.length * clients * 1_000) / perSecond
      const status = await post(agent, `${address}/schedule`, { numbers })
      if (status !== 200) continue
      batch.isAcknowledged = true
      acknowledged += numbers.length
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, index) => client(index)))

  return {
    batches,
    requested: () => lastNumber,
    acknowledged: () => acknowledged,
    async stop() {
      isStopped = true
      await running
      agent.destroy()
    },
  }
}

const choose = <T>(choices: T[], random: Random) => choices[random.whole(0, choices.length - 1)]

/** The status, or undefined when there was no answer. */
function post(agent: Agent, url: string, body: object) {
  return new Promise<number | undefined>((resolve) => {
    const call = request(url, { agent, method: 'POST', timeout: timeoutMs }, (reply) => {
      reply.on('error', () => resolve(undefined))
      reply.on('end', () => resolve(reply.statusCode))
      reply.resume()
    })
    call.on('timeout', () => call.destroy(new Error('no answer in time')))
    call.on('error', () => resolve(undefined))
    call.end(JSON.stringify(body))
  })
}
