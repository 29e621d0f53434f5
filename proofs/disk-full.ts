import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsOf } from '../dev/faults/services.ts'
import { mountSmallDisk } from '../dev/faults/small-disk.ts'
import { installNats } from '../dev/nats-release.ts'
import { makeTestFolder } from '../dev/services/test-folder.ts'
import { makeWorld } from '../server/test/template.ts'
import { checkMeanwhile } from './crash/checks.ts'
import { startLoad } from './crash/load.ts'
import { startProcesses } from './crash/processes.ts'
import { makeTables } from './crash/tables.ts'
import { examine } from './crash/verdict.ts'
import { runOutage } from './disk-full/outage.ts'
import { superviseServices } from './disk-full/supervisor.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { isClean, listRows } from './programs/findings.ts'
import { randomFrom } from './programs/random.ts'

const postgresMegabytes = 400
const natsMegabytes = 50
const perSecond = 65
const warmUpMs = 2_000
const settleMs = 2_000
const sizes = {
  full: { rounds: 12, fullForMs: [2_000, 30_000] as [number, number] },
  small: { rounds: 3, fullForMs: [2_000, 6_000] as [number, number] },
}
/** The disks that are filled, in turn. */
const targets = [['postgres'], ['nats'], ['postgres', 'nats']] as const

/**
 * Fills the disks of PostgreSQL and NATS under load, frees them again, and compares effects with acknowledgements. A
 * supervisor restarts a service that exits or fails its health check, as Kubernetes does.
 */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const size = full ? sizes.full : sizes.small
  const seed = seedNumber(seedText)
  const random = randomFrom(seed)
  const folder = makeTestFolder()
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const mountAt = (path: string, megabytes: number) => {
    const disk = mountSmallDisk(makeTestFolder(), megabytes)
    closing.push(disk.unmount)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(disk.folder, path)
    return disk
  }
  try {
    const disks = {
      postgres: mountAt(join(folder, 'postgres'), postgresMegabytes),
      // The log of NATS stays outside.
      nats: mountAt(join(folder, 'nats/jetstream'), natsMegabytes),
    }
    const { world, services, stop } = await makeWorld({
      durable: true,
      folder,
      postgresSettings,
      // JetStream of Debian's NATS 2.9 hangs for good after a full disk, and its health check does not notice.
      natsProgram: installNats(),
    })
    closing.push(stop)
    const url = services.postgres.superuserUrl(world.template)
    await makeTables(url)
    const journals = join(services.folder, 'journals')
    mkdirSync(journals)
    const supervisor = superviseServices(faultsOf(services))
    closing.push(supervisor.stop)
    const processes = await startProcesses(world, journals)
    closing.push(processes.close)
    const addresses = () => processes.apis.flatMap((api) => api.message()?.address ?? [])
    const load = startLoad({ addresses, perSecond, seed: seed + 1 })
    closing.push(load.stop)
    await sleep(warmUpMs)

    const outages: Awaited<ReturnType<typeof runOutage>>[] = []
    let meanwhile = {}
    for (let round = 0; round < size.rounds && isClean(meanwhile); round++) {
      const names = targets[round % targets.length] ?? []
      const outage = await runOutage({
        disks: names.map((name) => disks[name]),
        fullForMs: random.integer(...size.fullForMs),
        acknowledged: load.acknowledged,
      })
      outages.push(outage)
      print(`  ${names.join(' and ')}: ${JSON.stringify(outage)}; restarts ${supervisor.restarts()}`)
      await sleep(settleMs)
      meanwhile = await checkMeanwhile(url)
    }
    await load.stop()
    const findings = isClean(meanwhile) ? await examine({ world, url, processes, load }) : meanwhile
    for (const line of listRows(findings)) print(line)
    return [
      ...measureFindings(findings, ['lost', 'doubled', 'not finished']),
      measure('acknowledged tasks', load.acknowledged(), { atLeast: 1 }),
      measure('unacknowledged tasks', load.requested() - load.acknowledged(), { atLeast: 1 }),
      measure('full disks', outages.length, { exactly: size.rounds }),
      measure('restarts of a service by its supervisor', supervisor.restarts()),
      measure(
        'slowest recovery after space returned',
        Math.max(...outages.map(({ recoveryMs }) => recoveryMs)) / 1_000,
        { unit: 's', timed: true },
      ),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Small segments of the write-ahead log, because the disk is small. */
const postgresSettings = { max_wal_size: '96MB', min_wal_size: '32MB', shared_buffers: '64MB' }

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
