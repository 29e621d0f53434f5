import { join } from 'node:path'
import { type CellProcess, type RunningCell, startCell } from './cell.ts'
import {
  createClients,
  findRate,
  ourMain,
  type RollingSetup,
  type RollingSize,
  startCallers,
} from './setup.ts'
import { judge } from './verdict.ts'

/** Restarts every process of a cell with SIGTERM under load. */
export async function restartUnderLoad(
  setup: RollingSetup,
  size: RollingSize & { isSequential: boolean; seed: number },
) {
  const { world, services } = setup
  const env = setup.environment(world.template)
  const folder = join(services.folder, 'haproxy')
  const cell = await startCell({ folder, main: ourMain, env, apis: size.apis })
  try {
    const clients = await createClients(ourMain, env, size.clients)
    const callers = await startCallers(cell.balancer.url, clients, { ...size, receiver: setup.receiver })
    try {
      const rate = await findRate(callers, size)
      await callers.phase('rolling')
      const startedAt = performance.now()
      await restartAll(cell, size.isSequential)
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      const report = await callers.stop()
      const findings = await judge(
        services.postgres.superuserUrl(world.template),
        report,
        setup.receivedDeliveries,
      )
      return { report, findings, rate, seconds, restarts: cell.members.length }
    } finally {
      await callers.kill()
    }
  } finally {
    await cell.close()
  }
}

/**
 * Restarts one process after the other. To save time, the small form restarts one process of each role concurrently.
 */
async function restartAll({ members }: RunningCell, isSequential: boolean) {
  const restartInOrder = async (some: CellProcess[]) => {
    for (const member of some) await member.restart()
  }
  if (isSequential) return restartInOrder(members)
  const roles = Object.values(Object.groupBy(members, ({ role }) => role))
  await Promise.all(roles.map((some) => restartInOrder(some ?? [])))
}
