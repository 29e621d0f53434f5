import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../programs/random.ts'
import type { Span } from '../programs/webhook-plan.ts'
import type { Client } from './client.ts'
import type { Hook } from './hooks.ts'

/** From the answer to the pause to the moment at which the resumption was asked for. */
export type Pause = { index: number; from: number; to: number }

export type Pauses = ReturnType<typeof startPauses>

type Options = { client: Client; hooks: readonly Hook[]; random: Random; everyMs: Span; forMs: Span }

/** One subscription after another is paused for a while and resumed, as its client would. */
export function startPauses({ client, hooks, random, everyMs, forMs }: Options) {
  const list: Pause[] = []
  let isStopped = false
  let failure: unknown

  async function pauseInTurn() {
    while (!isStopped) {
      await sleep(random.whole(...everyMs))
      const hook = hooks[random.whole(0, hooks.length - 1)]
      if (isStopped || !hook) return
      await client.call('POST', `/webhooks/${hook.id}/pause`)
      const pause = { index: hook.index, from: Date.now(), to: Number.POSITIVE_INFINITY }
      list.push(pause)
      await sleep(random.whole(...forMs))
      pause.to = Date.now()
      await client.call('POST', `/webhooks/${hook.id}/resume`)
    }
  }
  const running = pauseInTurn().catch((error) => {
    failure = error
  })

  return {
    list,
    /** Whatever is paused is resumed first. */
    async stop() {
      isStopped = true
      await running
      if (failure) throw failure
    },
  }
}
