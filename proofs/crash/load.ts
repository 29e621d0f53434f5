import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { nowMs } from '../programs/journal.ts'
import { type ProofRandom, randomFrom } from '../programs/random.ts'

/** The tasks scheduled by one request. If the request was not acknowledged, either all of them exist or none. */
export type ScheduledBatch = {
  numbers: number[]
  isAcknowledged: boolean
  /** Times of the wall clock; `answeredAt` is missing without an acknowledgement. */
  sentAt: number
  answeredAt?: number
}

export type CrashLoad = ReturnType<typeof startLoad>

const clients = 8
const maxBatchSize = 9
const timeoutMs = 4_000
// Maximum lost time that is caught up after an outage.
const maxLagMs = 2_000

/** Starts open-loop clients that schedule tasks at a fixed rate, regardless of the replies. */
export function startLoad(options: { addresses(): string[]; perSecond: number; seed: number }) {
  const { addresses, perSecond, seed } = options
  const batches: ScheduledBatch[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  let lastNumber = 0
  let acknowledged = 0
  let isStopped = false

  // Each client has its own random generator, so that choices do not depend on interleaving.
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
      const numbers = Array.from({ length: random.integer(1, maxBatchSize) }, () => ++lastNumber)
      const batch: ScheduledBatch = { numbers, isAcknowledged: false, sentAt: Date.now() }
      batches.push(batch)
      nextAt = Math.max(nextAt, nowMs() - maxLagMs) + (numbers.length * clients * 1_000) / perSecond
      const status = await post(agent, `${address}/schedule`, { numbers })
      if (status !== 200) continue
      batch.isAcknowledged = true
      batch.answeredAt = Date.now()
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

const choose = <T>(choices: T[], random: ProofRandom) => choices[random.integer(0, choices.length - 1)]

/** Sends a POST; returns the status, or undefined if there was no reply. */
function post(agent: Agent, url: string, body: object) {
  return new Promise<number | undefined>((resolve) => {
    const call = request(url, { agent, method: 'POST', timeout: timeoutMs }, (reply) => {
      reply.on('error', () => resolve(undefined))
      reply.on('end', () => resolve(reply.statusCode))
      reply.resume()
    })
    call.on('timeout', () => call.destroy(new Error('timed out')))
    call.on('error', () => resolve(undefined))
    call.end(JSON.stringify(body))
  })
}
