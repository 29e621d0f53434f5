import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresMajor } from '../dev/postgres-release.ts'
import { seedUsers } from '../server/test/seed-users.ts'
import { areAllReached, describeMeasurements, measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { openCaller } from './move-client/calls.ts'
import { findBadFiles, storeFiles } from './move-client/files.ts'
import { startLoad } from './move-client/load.ts'
import { startReceiver } from './move-client/receiver.ts'
import { openTokens } from './move-client/tokens.ts'
import { judgeClient } from './move-client/verdict.ts'
import { type Findings, listRows } from './programs/findings.ts'
import { randomFrom } from './programs/random.ts'
import { startUpgradeCells, type UpgradeCells } from './upgrade-postgres/cells.ts'
import { runSection } from './upgrade-postgres/runbook.ts'

type Size = { seeded: number; files: number; perSecond: number; calmMs: number }

const small: Size = { seeded: 300, files: 20, perSecond: 8, calmMs: 2_000 }
const large: Size = { seeded: 20_000, files: 500, perSecond: 40, calmMs: 10_000 }

const upgrades: readonly { from: PostgresMajor; to: PostgresMajor }[] = [
  { from: 15, to: 17 },
  { from: 15, to: 18 },
]
const clientNames = ['acme', 'rival'] as const

/**
 * Runs the commands of docs/operations/postgresql-upgrade.md under load: every client moves from PostgreSQL 15 to 17,
 * and in a second run to 18.
 */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const seed = seedNumber(seedText)
  const measurements = []
  for (const [n, versions] of upgrades.entries()) {
    const part = await upgrade(versions, full ? large : small, seed + n * 10)
    const prefix = `${versions.from} to ${versions.to}`
    print(`  ${prefix}: ${areAllReached(part) ? 'reached' : 'MISSED'}: ${describeMeasurements(part)}`)
    measurements.push(...part.map((one) => ({ ...one, name: `${prefix}: ${one.name}` })))
  }
  return measurements
}

async function upgrade(versions: { from: PostgresMajor; to: PostgresMajor }, size: Size, seed: number) {
  const cells = await startUpgradeCells(versions)
  const closing: (() => Promise<unknown>)[] = [cells.close]
  try {
    const clients: Awaited<ReturnType<typeof openClient>>[] = []
    for (const [n, name] of clientNames.entries()) {
      const client = await openClient(cells, name, size, randomFrom(seed + n))
      closing.push(client.close)
      clients.push(client)
    }
    const found = await cells.versions()
    await sleep(size.calmMs)

    const startedAt = performance.now()
    await runSection('Prepare the new cell', cells.variables)
    await cells.startNewCell()
    const moves = (await runSection('Move the clients', cells.variables)) as MoveFigures[]
    const seconds = (performance.now() - startedAt) / 1_000
    print(
      `  ${versions.from} to ${versions.to}: ${seconds.toFixed(1)} s, ${moves.map(describeMove).join('; ')}`,
    )
    await sleep(size.calmMs)
    for (const { load } of clients) await load.stop()
    print(`  checking ${clients.map(({ load }) => load.users.length).join(' and ')} created users`)

    const findings: Findings = {
      'wrong versions': found.join() === `${versions.from},${versions.to}` ? [] : [found.join()],
      // The verification of the runbook fails if the audit log is damaged or an invariant is violated.
      'failed verification': await verify(cells),
      'clients left behind': await cells
        .query('a0')(
          "select id::text from clients where id not in (select client_id from client_moves where state = 'moved')",
        )
        .then((rows) => rows.map(({ id }) => String(id))),
    }
    for (const client of clients)
      for (const [kind, rows] of Object.entries(await client.judge()))
        findings[kind] = [...(findings[kind] ?? []), ...rows]
    for (const line of listRows(findings)) print(line)

    const sum = (count: (client: (typeof clients)[number]) => number) =>
      clients.reduce((total, client) => total + count(client), 0)
    return [
      ...measureFindings(findings, [
        'lost users',
        'lost events',
        'missing deliveries',
        'duplicate or misordered events in the feed',
      ]),
      measure('clients', moves.length, { exactly: clients.length }),
      measure(
        'users before the move',
        sum(({ seeded }) => seeded.length),
      ),
      measure(
        'files',
        sum(({ files }) => files.length),
      ),
      measure(
        'users created meanwhile',
        sum(({ load }) => load.users.length),
        { atLeast: 1 },
      ),
      measure(
        'events created meanwhile',
        sum(({ load }) => load.events.length),
        { atLeast: 1 },
      ),
      // If no write is refused during a move, there was no load, and the proof is meaningless.
      measure(
        'refused and repeated writes',
        sum(({ caller }) => caller.counts.refused),
        { atLeast: 1 },
      ),
      measure(
        'repeated deliveries',
        sum(({ countRepeats }) => countRepeats()),
      ),
      measure('longest time without writes', Math.max(...moves.map(({ closed_ms }) => closed_ms)) / 1_000, {
        unit: 's',
        timed: true,
      }),
      measure(
        'longest request including retries',
        Math.max(...clients.map(({ caller }) => caller.longestMs())) / 1_000,
        { unit: 's', timed: true },
      ),
      measure('duration', seconds, { unit: 's', timed: true }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

type MoveFigures = {
  closed_ms: number
  reads_refused_ms: number
  rows: number
  files: number
  audit_lines: number
}

/** Gives a client data, tokens and a webhook, and starts its load. */
async function openClient(
  cells: UpgradeCells,
  name: (typeof clientNames)[number],
  size: Size,
  random: ReturnType<typeof randomFrom>,
) {
  const { world, router, environments, urls } = cells
  const keys = world.clients[name]
  const { clientId } = keys
  const seeded = await seedUsers(world, urls.a0, clientId, size.seeded)
  const files = await storeFiles(environments.a0, clientId, { users: seeded, count: size.files })
  const receiver = await startReceiver()
  const caller = openCaller(router.url, { 'x-api-key': keys.apiKey })
  const hook = { name: 'proof', events: ['user-payroll-submitted'], url: receiver.url }
  await caller.call('POST', '/webhooks', hook)
  const tokens = await openTokens(router.url, keys, { name, userId: seeded[0] ?? '' })
  const load = startLoad(caller, { perSecond: size.perSecond, invites: true, random })
  return {
    seeded,
    files,
    caller,
    load,
    countRepeats: () => [...receiver.deliveries.values()].filter((count) => count > 1).length,
    /** Compares the acknowledgements with the data of the new cell. */
    async judge(): Promise<Findings> {
      const query = cells.query('b0')
      const { inboxUrl } = world
      return {
        ...(await judgeClient({ query, clientId, inboxUrl, seeded, caller, load, receiver })),
        'tokens rejected after the move': await tokens.check(),
        'missing or changed files': await findBadFiles(environments.b0, files),
      }
    },
    async close() {
      await load.stop()
      await receiver.close()
    },
  }
}

async function verify(cells: UpgradeCells): Promise<string[]> {
  try {
    const [audit, invariants] = await runSection('Verify', cells.variables)
    return [audit?.intact, invariants?.passed].every((passed) => passed === true)
      ? []
      : [JSON.stringify({ audit, invariants })]
  } catch (error) {
    return [(error as Error).message]
  }
}

const describeMove = ({ rows, files, audit_lines, closed_ms, reads_refused_ms }: MoveFigures) =>
  `moved ${rows} rows, ${files} files and ${audit_lines} audit lines; writes refused for ${closed_ms} ms, reads for ` +
  `${reads_refused_ms} ms of them`

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
