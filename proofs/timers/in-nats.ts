import { setTimeout as sleep } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { streamOf } from '../../server/src/platform/tasks/lanes.ts'
import { timer } from './kinds.ts'
import type { Site } from './setup.ts'

const everyMs = 20

/** Looks again and again how many timers NATS holds; stopping tells the most there ever were. */
export function watchInNats({ bus, name }: Site) {
  let isWatching = true
  async function watch() {
    const connection = bus.connection()
    if (!connection) throw new Error('NATS is away')
    const manager = await jetstreamManager(connection, { checkAPI: false })
    let most = 0
    while (isWatching) {
      const { state } = await manager.streams.info(streamOf(name, timer.lane))
      most = Math.max(most, state.messages)
      await sleep(everyMs)
    }
    return most
  }
  const watching = watch()
  // Whoever stops hears of it; until then it must not end the process.
  watching.catch(() => {})
  return {
    stop() {
      isWatching = false
      return watching
    },
  }
}
