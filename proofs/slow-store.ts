import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../dev/faults/processes.ts'
import { startReadOnlyProxy } from '../dev/faults/read-only-proxy.ts'
import { startTcpProxy } from '../dev/faults/tcp-proxy.ts'
import { generateDocuments } from '../sandbox/src/documents/bulk-generation.ts'
import { askForObjects } from '../server/test/objects-on-demand.ts'
import { runSql } from '../server/test/open-test-api.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { measure, measureFindings } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { type Findings, listRows } from './programs/findings.ts'
import { keepAllRunning } from './programs/keep-running.ts'
import { checkErasures, listLedger } from './slow-store/erasures.ts'
import { callerAt, uploadStatement } from './slow-store/people.ts'
import { type RequestedErasure, runRound, type StoreFault, type Submission } from './slow-store/round.ts'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
/** Each way, so that a call takes five seconds. */
const slowMs = 2_500
const settleLimitMs = 300_000
const startLimitSeconds = 60
const replyLimitSeconds = 60
const sizes = { full: { rounds: 4, people: 5 }, small: { rounds: 1, people: 2 } }

/**
 * Breaks the object store in five ways while statements are submitted and users erased, and compares what is stored
 * with what was acknowledged. Uploads go straight to the store, as those of browsers do.
 */
export async function prove({ full }: ProveOptions) {
  const size = full ? sizes.full : sizes.small
  const folder = await mkdtemp(join(tmpdir(), 'payproof-slow-store-'))
  const closing: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const { world, services, stop } = await makeWorld({ durable: true })
    closing.push(stop)
    const { settings, objects } = await askForObjects(world, { versions: true })
    closing.push(() => objects.close())
    const { hostname: host, port } = new URL(settings.S3_ENDPOINT ?? '')
    const tcp = await startTcpProxy({ host, port: Number(port) })
    closing.push(tcp.close)
    const front = await startReadOnlyProxy(tcp)
    closing.push(front.close)
    const env = {
      ...environmentFor(world, world.template),
      ...settings,
      // The reader of documents starts other programs.
      PATH: '/usr/local/bin:/usr/bin:/bin',
      S3_ENDPOINT: front.endpoint,
      S3_PUBLIC_ENDPOINT: settings.S3_ENDPOINT ?? '',
      ERASURE_LEDGER: 's3',
    }
    const running = await keepAllRunning<{ listening: string }>(
      [1, 2].map((number) => ({ name: `service ${number}`, program: main, args: ['all'], env })),
    )
    closing.push(() => Promise.all(running.map((process) => process.close())))
    const address = running[0]?.message()?.listening ?? ''
    const call = callerAt(address, { 'x-api-key': world.clients.acme.apiKey })
    const url = services.postgres.superuserUrl(world.template)

    const faults: StoreFault[] = [
      { name: 'slow', inject: () => tcp.delay(slowMs), heal: tcp.pass },
      { name: 'stalled', inject: tcp.blackHole, heal: tcp.pass },
      {
        name: 'refusing',
        inject() {
          tcp.refuse()
          tcp.cut()
        },
        heal: tcp.pass,
      },
      {
        name: 'read-only',
        inject: () => front.setReadOnly(true),
        heal: () => front.setReadOnly(false),
      },
      {
        name: 'one object lost',
        inject: ([person]) => objects.deletePrefix(person?.path ?? ''),
        heal: () => undefined,
        losesUpload: true,
      },
    ]
    const files = await makeStatements(folder, faults.length * size.rounds * (size.people + 1))
    const submissions: Submission[] = []
    const erasures: RequestedErasure[] = []
    const rounds: Awaited<ReturnType<typeof runRound>>[] = []
    for (let n = 0; n < size.rounds; n++) {
      for (const fault of faults) {
        const round = await runRound(fault, size.people, {
          call,
          upload: () => uploadStatement(address, call, takeFile(files)),
          startProcess: () => timeStart(env),
        })
        rounds.push(round)
        submissions.push(...round.submissions, round.after)
        erasures.push(...round.erasures)
        const { statuses, startSeconds, slowestReplySeconds, recoverySeconds } = round
        print(
          `  ${fault.name}: ${JSON.stringify({ statuses, startSeconds, slowestReplySeconds, recoverySeconds })}`,
        )
      }
    }
    const findings: Findings = {
      ...(await untilSettled(url, submissions)),
      ...(await checkErasures(call, erasures, await listLedger(objects))),
      'processes that crashed': running.flatMap(({ accidents }) => accidents),
    }
    for (const line of listRows(findings)) print(line)
    const slowest = (read: (round: (typeof rounds)[number]) => number) => Math.max(...rounds.map(read))
    return [
      ...measureFindings(findings, ['lost', 'doubled', 'erased without a record', 'not erased']),
      measure('faults', rounds.length, { exactly: faults.length * size.rounds }),
      measure('acknowledged statements', submissions.filter(({ isAcknowledged }) => isAcknowledged).length, {
        atLeast: 1,
      }),
      measure('acknowledged erasures', erasures.filter(({ isAcknowledged }) => isAcknowledged).length, {
        atLeast: 1,
      }),
      measure(
        'requests that do not need the store and failed',
        rounds.reduce((sum, { failedReads }) => sum + failedReads, 0),
        {
          exactly: 0,
        },
      ),
      measure(
        'slowest reply of a request that needs the store',
        slowest(({ slowestReplySeconds }) => slowestReplySeconds),
        {
          unit: 's',
          atMost: replyLimitSeconds,
          timed: true,
        },
      ),
      measure(
        'slowest start of a process',
        slowest(({ startSeconds }) => startSeconds),
        {
          unit: 's',
          atMost: startLimitSeconds,
          timed: true,
        },
      ),
      measure(
        'slowest read meanwhile',
        slowest(({ slowestReadSeconds }) => slowestReadSeconds),
        {
          unit: 's',
          timed: true,
        },
      ),
      measure(
        'slowest recovery',
        slowest(({ recoverySeconds }) => recoverySeconds),
        { unit: 's', timed: true },
      ),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Returns the seconds until another process was ready. */
async function timeStart(env: Record<string, string>) {
  const startedAt = performance.now()
  const program = await startProgram({ name: 'another process', program: main, args: ['api'], env })
  const seconds = (performance.now() - startedAt) / 1_000
  await program.kill()
  return seconds
}

/** Waits until no task is left, then compares the stored statements with the acknowledgements. */
async function untilSettled(url: string, submissions: readonly Submission[]): Promise<Findings> {
  const deadline = performance.now() + settleLimitMs
  for (;;) {
    const [left] = await runSql(url, "select count(*)::int as count from tasks where lane = 'extract'")
    if (left.count === 0 || performance.now() > deadline) break
    await sleep(500)
  }
  const rows = await runSql(
    url,
    'select user_id, count(*)::int as count from bank_statement_submissions group by user_id',
  )
  const counts = new Map(rows.map(({ user_id, count }) => [user_id as string, count as number]))
  const findings: Record<'lost' | 'doubled', string[]> = { lost: [], doubled: [] }
  for (const { person, isAcknowledged, losesUpload, round } of submissions) {
    const count = counts.get(person.userId) ?? 0
    if (count > 1) findings.doubled.push(`${round}: ${count} statements of ${person.userId}`)
    if (count === 0 && isAcknowledged && !losesUpload)
      findings.lost.push(`${round}: statement of ${person.userId}`)
  }
  return findings
}

async function makeStatements(folder: string, count: number) {
  await generateDocuments({
    until: '2026-10-31',
    producer: 'library',
    isScanned: false,
    tamper: null,
    count,
    seed: 'slow-store',
    kinds: ['statement'],
    out: folder,
  })
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'))
  return Promise.all(names.map((name) => readFile(join(folder, name))))
}

function takeFile(files: Buffer<ArrayBuffer>[]) {
  const file = files.pop()
  if (!file) throw new Error('no statement left')
  return file
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
