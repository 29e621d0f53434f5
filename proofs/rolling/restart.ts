import { join } from 'node:path'
import { type Cell, type Member, startCell } from './cell.ts'
import { createClients, findRate, ourMain, type Site, type Size, startCallers } from './setup.ts'
import { judge } from './verdict.ts'

/** Every process of a cell is ended by SIGTERM and started again, while callers come at their rate. */
export async function restartUnderLoad(site: Site, size: Size & { isInTurn: boolean; seed: number }) {
  const { world, services } = site
  const env = site.environment(world.template)
  const folder = join(services.folder, 'haproxy')
  const cell = await startCell({ folder, main: ourMain, env, apis: size.apis })
  try {
    const clients = await createClients(ourMain, env, size.clients)
    const callers = await startCallers(cell.balancer.url, clients, { ...size, receiver: site.receiver })
    try {
      const rate = await findRate(callers, size)
      await callers.phase('rolling')
      const startedAt = performance.now()
      await restartAll(cell, size.isInTurn)
      const seconds = Math.round((performance.now() - startedAt) / 1_000)
      const report = await callers.stop()
      const findings = await judge(services.postgres.superuserUrl(world.template), report, site.arrived)
      return { report, findings, rate, seconds, restarts: cell.members.length }
    } finally {
      await callers.kill()
    }
  } finally {
    await cell.close()
  }
}

/** One after the other; in the small form, to save time, one of each role at once. */
async function restartAll({ members }: Cell, isInTurn: boolean) {
  const inTurn = async (some: Member[]) => {
    for (const member of some) await member.restart()
  }
  if (isInTurn) return inTurn(members)
  const roles = Object.values(Object.groupBy(members, ({ role }) => role))
  await Promise.all(roles.map((some) => inTurn(some ?? [])))
}
