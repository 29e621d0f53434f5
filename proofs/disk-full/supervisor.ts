import { setTimeout as sleep } from 'node:timers/promises'
import type { Faults } from '../../dev/faults/services.ts'
import { answersHttp } from '../../dev/services/ports.ts'

const checkEveryMs = 1_000
const maxFailedChecks = 3

/**
 * Does what Kubernetes does for PostgreSQL and NATS: starts a server that exited, and restarts NATS after three
 * failed liveness probes, because NATS switches JetStream off when it cannot write.
 */
export function superviseServices(services: Faults) {
  const ending = new AbortController()
  let restarts = 0

  /** A start fails while the disk is full; it is tried again at the next check. */
  async function restart(start: () => Promise<unknown>) {
    await start().then(
      () => restarts++,
      () => undefined,
    )
  }

  async function keepPostgres() {
    while (!ending.signal.aborted) {
      await sleep(checkEveryMs)
      if (services.postgres.pids().length === 0) await restart(services.startPostgresAgain)
    }
  }

  async function keepNats() {
    let failed = 0
    while (!ending.signal.aborted) {
      await sleep(checkEveryMs)
      failed = (await answersHttp(`${services.nats.monitorUrl}/healthz?js-enabled-only=true`))
        ? 0
        : failed + 1
      if (services.nats.pids().length === 0 || failed >= maxFailedChecks) {
        failed = 0
        await restart(services.startNatsAgain)
      }
    }
  }

  const running = Promise.all([keepPostgres(), keepNats()])
  return {
    restarts: () => restarts,
    async stop() {
      ending.abort()
      await running
    },
  }
}
