import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { writeHeapSnapshot } from 'node:v8'
import { readCatalogue } from '../server/src/connectors/catalogue.ts'
import { runSql } from '../server/test/open-test-api.ts'
import { openSandboxProcess } from '../server/test/sandbox-process.ts'
import { environmentFor, makeWorld } from '../server/test/template.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { openCanaries, type SecretCanaries } from './secrets-scan/canaries.ts'
import { type ScannedProcess, startProcess } from './secrets-scan/processes.ts'
import { openProvider } from './secrets-scan/provider.ts'
import { openScanner, type SecretHit, type SecretScanner } from './secrets-scan/scanner.ts'
import { openScenario } from './secrets-scan/scenario.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

// Replies that must occur. Without them, the secrets were not used and the run proves nothing.
const requiredReplies = [
  'crash login-lost',
  'plain: wrong login-refused',
  'plain: right 201',
  'strange: right provider-changed',
  'answer: wrong mfa-rejected',
  'answer: right 200',
  'consent: callback 200',
  'reconnect: right 200',
]

const plantedSecrets = 6

/**
 * Uses marked secrets in every operation, then searches logs, database, WAL, NATS, heaps and replies for them in
 * several encodings.
 */
export async function prove({ full, seed }: ProveOptions) {
  const { rounds, withPortal } = full ? { rounds: 10, withPortal: true } : { rounds: 1, withPortal: false }
  const testWorld = await makeWorld({ durable: true })
  const { world, services } = testWorld
  const closing: (() => Promise<unknown>)[] = [testWorld.stop]
  try {
    const canaries = openCanaries(seed)
    const scanner = openScanner(canaries)
    const provider = await openProvider(canaries)
    closing.push(provider.close)
    const folder = join(services.folder, 'processes')
    mkdirSync(folder)
    const portals = withPortal ? await openPortal(closing) : []
    const CATALOGUE = join(services.folder, 'catalogue.json')
    writeFileSync(CATALOGUE, JSON.stringify({ providers: [...provider.entries, ...portals] }))
    // Temporary files of browsers are written to the scanned folder, too.
    const TMPDIR = join(folder, 'temporary')
    mkdirSync(TMPDIR)
    const env = { ...environmentFor(world, world.template), CATALOGUE, TMPDIR, LOG_LEVEL: 'debug' }
    const running: ScannedProcess[] = []
    closing.push(() => Promise.all(running.map((process) => process.kill())))
    const start = async (name: string, ...args: string[]) => {
      const started = await startProcess({ name, args, env, folder })
      running.push(started)
      return started
    }
    const api = await start('api', 'api')
    await start('dispatcher', 'dispatcher')
    let worker = await start('worker-0', 'worker')
    let crashes = 0
    const scenario = openScenario({
      address: api.address,
      apiKey: world.clients.acme.apiKey,
      canaries,
      provider,
      async crashWorker() {
        await worker.kill()
        running.splice(running.indexOf(worker), 1)
        worker = await start(`worker-${++crashes}`, 'worker')
      },
    })
    for (let round = 0; round < rounds; round++) await scenario.run()
    for (const { id } of portals) await scenario.visit(id)
    await scenario.sendWithoutSecrets()
    // Gives buffered logs, metrics and task results time to be written.
    await sleep(2_000)
    const replies = Map.groupBy(scenario.replies, ({ step, code, status }) => `${step} ${code ?? status}`)
    print(
      `  ${canaries.count()} secrets of ${canaries.kinds().size} kinds, ${scenario.replies.length} replies, ${crashes} crashes`,
    )
    print(`  ${[...replies.keys()].filter((text) => !text.startsWith('without secrets')).join('; ')}`)

    const expected = [...requiredReplies, ...portals.map(() => 'portal login-refused')]
    const missing = expected.filter((text) => !replies.has(text))
    for (const text of missing) print(`  did not happen: ${text}`)

    const hits: SecretHit[] = []
    for (const { step, text } of scenario.replies) hits.push(...scanner.inText(`reply to ${step}`, text))
    hits.push(...(await scanProcesses(scanner, [api, worker])))
    hits.push(...(await scanStores(scanner, testWorld, join(folder, 'heaps'))))
    for (const { where, encoding, kind, context } of hits.slice(0, 30))
      print(`  ${kind ?? 'a secret'} in ${encoding}: ${where}: ${context}`)

    const missed = await plantSecrets(scanner, testWorld, canaries, folder)
    for (const location of missed) print(`  planted but not found: ${location}`)
    const megabytes = Math.round(scanner.bytesRead() / 1e6)
    return [
      measure('secrets found', hits.length, { exactly: 0 }),
      measure('secrets used', canaries.count()),
      measure('searched', megabytes, { unit: 'MB' }),
      measure('planted secrets found', plantedSecrets - missed.length, { exactly: plantedSecrets }),
      measure('expected replies that did not occur', missing.length, { exactly: 0 }),
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Starts the sandbox provider that has only a website, which the service visits with a browser. */
async function openPortal(closing: (() => Promise<unknown>)[]) {
  const sandbox = await openSandboxProcess()
  closing.push(sandbox.stop)
  const file = fileURLToPath(new URL('../server/catalogues/sandbox.json', import.meta.url))
  return readCatalogue(file, { sandboxUrl: sandbox.url }).providers.filter(
    ({ kind }) => kind === 'web-portal',
  )
}

/** Scans metrics and heap snapshots of running processes. */
async function scanProcesses(scanner: SecretScanner, running: readonly ScannedProcess[]) {
  const hits: SecretHit[] = []
  for (const { name, address, writeHeap } of running) {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    hits.push(...scanner.inText(`metrics of ${name}`, metrics))
    hits.push(...scanner.inFile(await writeHeap(), `heap of ${name}`))
  }
  return hits
}

/** Scans all logs, a database dump, the database files with the write-ahead log, and the files of NATS. */
async function scanStores(scanner: SecretScanner, { services, world }: World, heaps: string) {
  const { postgres } = services
  const url = postgres.superuserUrl(world.template)
  await runSql(url, 'checkpoint')
  const dump = execFileSync('pg_dump', [url], { maxBuffer: 1024 ** 3 }).toString('latin1')
  const isInside = postgres.dataFolder.startsWith(services.folder)
  return [
    ...scanner.inText('dump of the database', dump),
    ...(isInside ? [] : scanner.inFolder(postgres.dataFolder, 'files of PostgreSQL')),
    // The services folder includes all logs and the files of NATS.
    ...scanner.inFolder(services.folder, 'services folder', (path) => !path.startsWith(heaps)),
  ]
}

/** Tests the scanner: writes secrets where they must not be, and returns those that it does not find. */
async function plantSecrets(
  scanner: SecretScanner,
  { services, world }: World,
  canaries: SecretCanaries,
  folder: string,
) {
  const url = services.postgres.superuserUrl(world.template)
  const [first, second, third] = [1, 2, 3].map(() => canaries.typed('planted')) as [string, string, string]
  const log = join(folder, 'api.log')
  appendFileSync(log, `${JSON.stringify({ msg: `login with ${first}` })}\n`)
  appendFileSync(log, `${encodeURIComponent(second)}\n`)
  await runSql(url, 'create table planted (text text, bytes bytea)')
  await runSql(url, 'insert into planted values ($1, $2)', [
    Buffer.from(third).toString('base64'),
    Buffer.from(third),
  ])
  await runSql(url, 'checkpoint')
  const dump = execFileSync('pg_dump', ['-t', 'planted', url]).toString('latin1')
  const heap = writeHeapSnapshot(join(folder, 'heaps', 'ours.heapsnapshot'))
  const inDump = scanner.inText('dump', dump)
  const found: Record<string, boolean> = {
    'two lines of a log': scanner.inFile(log).filter(({ kind }) => kind === 'planted').length === 2,
    'base64 in the dump': inDump.some(({ encoding }) => encoding.startsWith('base64')),
    'bytes in the dump': inDump.some(({ encoding }) => encoding === 'hex'),
    'the files of the database': scanner.inFolder(services.postgres.dataFolder, 'files').length >= 2,
    'the heap of this process': scanner
      // This process holds every secret of the run, so hundreds of others may precede the planted ones.
      .inFile(heap, heap, Number.POSITIVE_INFINITY)
      .some(({ kind }) => kind === 'planted'),
    'a reply': scanner.inText('reply', JSON.stringify({ errors: [`[${first}] is wrong`] })).length === 1,
  }
  return Object.keys(found).filter((location) => !found[location])
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
