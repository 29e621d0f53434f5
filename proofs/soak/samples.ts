import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rssBytes } from '../../dev/faults/process-figures.ts'
import type { Faults } from '../../dev/faults/services.ts'
import { isSecondErasure, queryDuringFaults } from './query.ts'
import type { Sample } from './trend.ts'

export type SoakSamples = ReturnType<typeof startSampling>

const megabyte = 1024 ** 2

/** Samples memory, connections, file handles, rows, streams and disk at an interval, by the name of the figure. */
export function startSampling(options: {
  url: string
  services: Faults
  /** The process that is never killed. */
  steadyPid(): number | undefined
  everyMs: number
}) {
  const { url, services, steadyPid, everyMs } = options
  const figures = new Map<string, Sample[]>()
  const tables = new Map<string, Sample[]>()
  const ending = new AbortController()
  const startedAt = performance.now()
  const secondsNow = () => (performance.now() - startedAt) / 1_000
  const add = (map: Map<string, Sample[]>, name: string, value: number) => {
    const samples = map.get(name) ?? []
    map.set(name, samples)
    samples.push({ at: secondsNow(), value })
  }

  async function sampleAll() {
    const pid = steadyPid()
    if (pid !== undefined) {
      add(figures, 'memory of a process, MB', rssBytes(pid) / megabyte)
      add(figures, 'file handles of a process', countHandles(pid))
    }
    const natsPids = services.nats.pids()
    add(figures, 'memory of NATS, MB', natsPids.reduce((sum, one) => sum + rssBytes(one), 0) / megabyte)
    add(
      figures,
      'file handles of NATS',
      natsPids.reduce((sum, one) => sum + countHandles(one), 0),
    )
    add(figures, 'disk of NATS, MB', folderBytes(join(services.nats.folder, 'jetstream')) / megabyte)
    const streams = await fetch(`${services.nats.monitorUrl}/jsz`, { signal: AbortSignal.timeout(2_000) })
    const { messages, consumers } = (await streams.json()) as { messages: number; consumers: number }
    add(figures, 'messages in streams', messages)
    add(figures, 'consumers of streams', consumers)
    const backends = services.postgres.pids()
    add(figures, 'private memory of PostgreSQL, MB', sum(backends.map(anonymousBytes)) / megabyte)
    const [row] = await queryDuringFaults(url, databaseFigures)
    add(figures, 'database connections', row.connections)
    add(figures, 'waiting tasks', row.tasks)
    add(figures, 'waiting deliveries', row.deliveries)
    add(figures, 'size of the task table, MB', row.task_bytes / megabyte)
    for (const { name, rows } of await queryDuringFaults(url, countRows)) add(tables, name, rows)
    add(figures, databaseSize, row.database_bytes / megabyte)
  }

  async function run() {
    while (!ending.signal.aborted) {
      const nextAt = performance.now() + everyMs
      // A service may be stopped; its figures are sampled again at the next interval.
      await sampleAll().catch(() => undefined)
      await sleep(Math.max(0, nextAt - performance.now()), undefined, { signal: ending.signal }).catch(
        () => {},
      )
    }
  }
  const running = run()
  return {
    figures,
    tables,
    secondsNow,
    async stop() {
      ending.abort()
      await running
    },
  }
}

export const databaseSize = 'size of the database, MB'

const databaseFigures = `select
  (select count(*)::int from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()) as connections,
  (select count(*)::int from tasks where not (${isSecondErasure})) as tasks,
  (select count(*)::int from deliveries where state = 'waiting') as deliveries,
  pg_total_relation_size('tasks')::float as task_bytes,
  pg_database_size(current_database())::float as database_bytes`

const countRows = `select relname as name,
    (xpath('/row/rows/text()', query_to_xml(format('select count(*) as rows from %I', relname), false, true, '')))[1]::text::int
      as rows
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

function countHandles(pid: number) {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/** Memory that is not shared: shared buffers fill up for hours and say nothing about a leak. */
function anonymousBytes(pid: number) {
  try {
    const [, kilobytes = '0'] =
      /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}

/** Files may disappear while they are counted. */
function folderBytes(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .reduce(
        (total, entry) =>
          total + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      )
  } catch {
    return 0
  }
}
