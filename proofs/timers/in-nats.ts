import { setTimeout as sleep } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { streamName } from '../../server/src/platform/tasks/lanes.ts'
import { timer } from './kinds.ts'
import type { TimersSetup } from './setup.ts'

const sampleMs = 20

/** Samples the number of timers in NATS; stop() returns the maximum. */
export function watchInNats({ bus, name }: TimersSetup) {
  let isWatching = true
  async function watch() {
    const connection = bus.connection()
    if (!connection) throw new Error('NATS is not connected')
    const manager = await jetstreamManager(connection, { checkAPI: false })
    let max = 0
    while (isWatching) {
      const { state } = await manager.streams.info(streamName(name, timer.lane))
      max = Math.max(max, state.messages)
      await sleep(sampleMs)
    }
    return max
  }
  const watching = watch()
  // stop() reports the error; this avoids an unhandled rejection until then.
  watching.catch(() => {})
  return {
    stop() {
      isWatching = false
      return watching
    },
  }
}
