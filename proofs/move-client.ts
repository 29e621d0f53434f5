import { setTimeout as sleep } from 'node:timers/promises'
import { seedUsers } from '../server/test/seed-users.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { openCaller } from './move-client/calls.ts'
import { type MoveReport, startCells } from './move-client/cells.ts'
import { findBadFiles, storeFiles } from './move-client/files.ts'
import { startLoad } from './move-client/load.ts'
import { startReceiver } from './move-client/receiver.ts'
import { openTokens } from './move-client/tokens.ts'
import { judge } from './move-client/verdict.ts'
import type { Findings } from './programs/findings.ts'
import { randomFrom } from './programs/random.ts'

type Size = {
  seeded: number
  files: number
  perSecond: number
  beforeMs: number
  afterMs: number
  andBack: boolean
}

const small: Size = {
  seeded: 1_000,
  files: 0,
  perSecond: 20,
  beforeMs: 2_500,
  afterMs: 2_500,
  andBack: true,
}
const large: Size = {
  seeded: 20_000,
  files: 500,
  perSecond: 40,
  beforeMs: 10_000,
  afterMs: 10_000,
  andBack: true,
}

/** Moves a client to another cell and back under load, while two other clients must not be affected. */
export async function prove({ full, seed: seedText }: ProveOptions) {
  const size = full ? large : small
  const seed = seedNumber(seedText)
  const cells = await startCells({ withFiles: size.files > 0 })
  const receiver = await startReceiver()
  try {
    const { acme, rival } = cells.world.clients
    const seeded = await seedUsers(cells.world, cells.cells.a0.superuserUrl, acme.clientId, size.seeded)
    const files = await storeFiles(cells.cells.a0.environment, acme.clientId, {
      users: seeded,
      count: size.files,
    })
    const caller = openCaller(cells.router.url, { 'x-api-key': acme.apiKey })
    await caller.call('POST', '/webhooks', {
      name: 'proof',
      events: ['user-payroll-submitted'],
      url: receiver.url,
    })
    const tokens = await openTokens(cells.router.url, acme, { name: 'acme', userId: seeded[0] ?? '' })
    const load = startLoad(caller, { perSecond: size.perSecond, invites: true, random: randomFrom(seed) })
    const bystanders = [rival.apiKey, cells.neighbour.apiKey].map((key, index) => {
      const bystander = openCaller(cells.router.url, { 'x-api-key': key })
      const random = randomFrom(seed + index + 1)
      return startLoad(bystander, { perSecond: size.perSecond / 4, invites: false, random })
    })
    print(`  ${seeded.length} users and ${files.length} files created, load started`)
    await sleep(size.beforeMs)
    const moves: MoveReport[] = []
    const move = async (from: 'a0' | 'b0', to: 'a0' | 'b0') => {
      const moved = await cells.move(from, to, 'acme')
      moves.push(moved)
      print(`  ${describe(moved)}`)
    }
    await move('a0', 'b0')
    await sleep(size.afterMs)
    const findings: Findings = { 'tokens rejected after the move': await tokens.check() }
    if (size.andBack) {
      await move('b0', 'a0')
      await sleep(size.afterMs)
      findings['tokens rejected after the move back'] = await tokens.check()
    }
    for (const each of [load, ...bystanders]) await each.stop()

    const at = size.andBack ? 'a0' : 'b0'
    const verdict = await judge({ cells, at, seeded, caller, load, bystanders, receiver })
    Object.assign(findings, verdict.findings, {
      'missing or changed files': await findBadFiles(cells.cells[at].environment, files),
    })
    for (const [kind, list] of Object.entries(findings))
      print(`  ${kind}: ${list.length}${list.length > 0 ? `, e.g. ${list.slice(0, 3).join('; ')}` : ''}`)
    const longestClosedMs = Math.max(...moves.map((moved) => moved.closed_ms))
    return [
      ...measureFindings(findings, [
        'lost users',
        'lost events',
        'missing deliveries',
        'failed requests of other clients',
      ]),
      measure('users before the move', size.seeded),
      measure('files', files.length),
      measure('users created during the moves', load.users.length),
      measure('events created during the moves', load.events.length),
      // If no write is refused during a move, there was no load, and the proof is meaningless.
      measure('writes refused during the moves', caller.counts.refused, { atLeast: 1 }),
      measure('repeated deliveries', verdict.repeats),
      measure('longest time without writes', longestClosedMs / 1_000, { unit: 's', timed: true }),
      measure('longest request including retries', caller.longestMs() / 1_000, { unit: 's', timed: true }),
    ]
  } finally {
    await receiver.close()
    await cells.close()
  }
}

const describe = ({ rows, files, audit_lines, rounds, closed_ms, reads_refused_ms }: MoveReport) =>
  `moved ${rows} rows, ${files} files and ${audit_lines} audit lines in ${rounds} rounds; ` +
  `writes refused for ${closed_ms} ms, reads for ${reads_refused_ms} ms of them`

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
