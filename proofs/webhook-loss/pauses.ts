import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofRandom } from '../programs/random.ts'
import type { DurationRange } from '../programs/webhook-plan.ts'
import type { RetryingClient } from './client.ts'
import type { CreatedWebhook } from './hooks.ts'

/** A pause, from its acknowledgement to the request to resume. */
export type Pause = { index: number; from: number; to: number }

type Options = {
  client: RetryingClient
  hooks: readonly CreatedWebhook[]
  random: ProofRandom
  everyMs: DurationRange
  forMs: DurationRange
}

/** Pauses and resumes one random webhook after another, as its client would. */
export function startPauses({ client, hooks, random, everyMs, forMs }: Options) {
  const list: Pause[] = []
  let isStopped = false
  let failure: unknown

  async function pauseInTurn() {
    while (!isStopped) {
      await sleep(random.integer(...everyMs))
      const hook = hooks[random.integer(0, hooks.length - 1)]
      if (isStopped || !hook) return
      await client.call('POST', `/webhooks/${hook.id}/pause`)
      const pause = { index: hook.index, from: Date.now(), to: Number.POSITIVE_INFINITY }
      list.push(pause)
      await sleep(random.integer(...forMs))
      pause.to = Date.now()
      await client.call('POST', `/webhooks/${hook.id}/resume`)
    }
  }
  const running = pauseInTurn().catch((error) => {
    failure = error
  })

  return {
    list,
    /** Stops after a paused webhook is resumed. */
    async stop() {
      isStopped = true
      await running
      if (failure) throw failure
    },
  }
}
