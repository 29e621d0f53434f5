import { join } from 'node:path'
import { askForObjects } from '../server/test/objects-on-demand.ts'
import { openTestApi } from '../server/test/open-test-api.ts'
import { createUser } from '../server/test/people.ts'
import { openSandboxProcess } from '../server/test/sandbox-process.ts'
import { makeWorld } from '../server/test/template.ts'
import { openCanaries } from '../server/test/tenants/canaries.ts'
import {
  createSubject,
  createTenantFixture,
  createWebhook,
  must,
  type TenantFixture,
} from '../server/test/tenants/fixture.ts'
import { readDocument } from './fuzz/api-document.ts'
import { findForeignAuditLines } from './fuzz/audit-lines.ts'
import { makeFuzzCredentials } from './fuzz/credentials.ts'
import { describeFindings } from './fuzz/findings.ts'
import { type FaultKind, faultKinds, openJudge } from './fuzz/judge.ts'
import { type FuzzClient, fuzzClients, type KnownIds, openKnownIds } from './fuzz/known-ids.ts'
import { runFuzz } from './fuzz/run.ts'
import { openSender } from './fuzz/send.ts'
import { startService } from './fuzz/service.ts'
import { shrinkRequest } from './fuzz/shrink.ts'
import { measure } from './harness/measurement.ts'
import type { ProveOptions } from './harness/proof.ts'
import { seedNumber } from './harness/seed.ts'
import { randomFrom } from './programs/random.ts'

const sizes = { small: 20_000, full: 1_000_000 }
/**
 * The stated capacity of a process is as many requests at once as it has database connections. Some requests use two, and
 * tasks use them too. With this share, no request should ever be refused for lack of a connection.
 */
const concurrency = 16
const databaseConnections = 40
const refreshEvery = 1_000
/** Caches, prepared statements and compiled code are filled after this share of the requests. */
const warmUpShare = 0.3
const maxHeapGrowth = 32e6
const maxPrintedLines = 10

/** At full size, requests wait as long as in production. The small form also runs on busy machines. */
const waitMs = { full: '250', small: '10000' }

const settings = {
  // As in production: the judge outside compares the replies, so that a fault of the check inside shows too.
  CHECK_REPLIES: 'false',
  // Includes the reason of every 503.
  LOG_LEVEL: 'warn',
  DATABASE_CONNECTIONS: String(databaseConnections),
}

/** Sends random requests, valid and not, to every operation with every credential, and judges every reply. */
export async function prove({ full, seed }: ProveOptions) {
  const { world, services, stop } = await makeWorld({ durable: false })
  const sandbox = await openSandboxProcess()
  const { settings: objectSettings, objects } = await askForObjects(world)
  await objects.close()
  const environment = {
    ...objectSettings,
    ...settings,
    DATABASE_WAIT_MS: waitMs[full ? 'full' : 'small'],
    SANDBOX_URL: sandbox.url,
  }
  // This one prepares data and renews credentials; the other one gets the random requests.
  const api = await openTestApi(world, environment, 'api')
  const service = await startService(api.environment, join(services.folder, 'fuzzed-service.log'))
  try {
    const fixture = await createTenantFixture(api)
    const document = readDocument()
    const ids = openKnownIds(document.root)
    const random = randomFrom(seedNumber(seed))
    const findUser = (client: FuzzClient) => findLivingUser(fixture, ids, client, random)
    await addRows(fixture, ids)
    const credentials = await makeFuzzCredentials(fixture, findUser)
    await protectStaff(fixture, ids)
    const judge = openJudge(document, ids)
    const sender = openSender(service.address, concurrency)
    const requests = sizeOf(full)
    let warm = await service.measureMemory()
    const result = await runFuzz({
      document,
      credentials,
      ids,
      judge,
      sender,
      seed: seedNumber(seed),
      requests,
      concurrency,
      username: fixture.target.email,
      refreshEvery,
      warmUpShare,
      onProgress: (done) => print(`${formatCount(done)} of ${formatCount(requests)} requests`),
      async refresh() {
        await sandbox.reset()
        await addRows(fixture, ids)
      },
      async onWarm() {
        warm = await service.measureMemory()
      },
    })
    const end = await service.measureMemory()
    const { findings } = result
    const lines = await describeFindings(findings, {
      address: service.address,
      seed,
      explain: service.explain,
      shrink: (finding) => shrinkRequest(finding, sender, judge),
    })
    for (const line of lines) print(line)
    sender.close()
    const foreignLines = await findForeignAuditLines(api, ids)
    for (const line of foreignLines.slice(0, maxPrintedLines)) print(line)
    print(`401 by credential: ${JSON.stringify(Object.fromEntries(result.refused))}`)
    for (const [reason, count] of result.failedRenewals) print(`could not renew ${count} times, ${reason}`)
    print(`replies by status: ${JSON.stringify(Object.fromEntries([...result.statuses].sort()))}`)
    const neverCalled = document.operations.filter(({ operationId }) => !result.called.has(operationId))
    const neverSucceeded = document.operations.filter(({ operationId }) => !result.succeeded.has(operationId))
    print(`without a success: ${neverSucceeded.map(({ operationId }) => operationId).join(', ') || 'none'}`)
    return [
      ...faultKinds.map((kind) => measure(kind, findings.countOf(kind), barOf(kind, full))),
      measure('audit lines with an id of another client', foreignLines.length, { exactly: 0 }),
      measure('requests', requests),
      measure('operations not called', neverCalled.length, { exactly: 0 }),
      measure('operations with a success', result.succeeded.size),
      measure('credentials', credentials.length),
      measure('concurrent requests', concurrency),
      measure('ids compared', ids.count()),
      measure('heap growth after warm-up', (end.heapBytes - warm.heapBytes) / 1e6, {
        unit: 'MB',
        atMost: maxHeapGrowth / 1e6,
      }),
      measure('resident memory after warm-up', warm.rssBytes / 1e6, { unit: 'MB' }),
      measure('resident memory at the end', end.rssBytes / 1e6, { unit: 'MB' }),
      measure('rate', requests / result.seconds, { unit: 'requests/s', timed: true }),
    ]
  } finally {
    await service.stop()
    await api.close()
    await sandbox.stop()
    await stop()
  }
}

/** A busy machine has less capacity than a quiet one, so the 503s of the small form have no bar. */
function barOf(kind: FaultKind, full: boolean) {
  if (kind !== '503 below capacity') return { exactly: 0 }
  return full ? { exactly: 0, timed: true } : { timed: true }
}

/** Size of the run; FUZZ_REQUESTS overrides it while a developer looks for a fault. */
function sizeOf(full: boolean) {
  // biome-ignore lint/style/noProcessEnv: proofs have no other settings.
  const { FUZZ_REQUESTS } = process.env
  return FUZZ_REQUESTS ? Number(FUZZ_REQUESTS) : full ? sizes.full : sizes.small
}

/** Creates a person with payslips, documents and consents, and a webhook, for each client. */
async function addRows(fixture: TenantFixture, ids: KnownIds) {
  for (const client of fuzzClients) {
    try {
      const rows = await createRows(fixture, client)
      ids.addFamily(client, rows)
      for (const [kind, id] of rows) {
        ids.add(client, kind, id)
        ids.claim(client, id)
      }
    } catch (error) {
      // A concurrent request may delete the person at any moment; the next refresh creates another one.
      print(`could not add rows of ${client}: ${(error as Error).message}`)
    }
  }
}

async function createRows({ api }: TenantFixture, client: FuzzClient): Promise<[kind: string, id: string][]> {
  const call = api[client]
  // Requests may have switched this on; the payslips of the new person would then be held back.
  await must(call, 'PATCH', '/configuration', { hold_unmatched_data: false })
  const term = { name: 'Plain', authorisation_text: 'Plain.', authorisation_category: 'recurring' }
  const { id: term_id } = await must(call, 'POST', '/authorisations/terms', term)
  const owner = client === 'acme' ? 'subject' : 'rival'
  const person = await createSubject(api, client, openCanaries(), owner, term_id)
  // A client has at most 50 webhooks.
  await api.sql(
    `delete from webhooks where client_id = $1 and id not in
       (select id from webhooks where client_id = $1 order by created_at desc limit 20)`,
    [api.world.clients[client].clientId],
  )
  const webhook = await createWebhook(api, client, openCanaries(), person.user_id)
  const { ext_id: _, tax_account_id, tax_entry_id, statement_id, report_link_id, ...rows } = person
  return [
    ...Object.entries({ ...rows, ...webhook, term_id: String(term_id) }),
    ['account_id', tax_account_id],
    ['entry_id', tax_entry_id],
    ['submission_id', statement_id],
    ['link_id', report_link_id],
  ]
}

/** Keeps the members and keys of the run's credentials out of the requests. */
async function protectStaff({ api }: TenantFixture, ids: KnownIds) {
  const rows = await api.sql('select id from members union all select id from api_keys')
  ids.protect(...rows.map(({ id }) => id as string))
}

const maxLookups = 5

async function findLivingUser(
  { api }: TenantFixture,
  ids: KnownIds,
  client: FuzzClient,
  random: ReturnType<typeof randomFrom>,
) {
  for (let n = 0; n < maxLookups; n++) {
    const id = ids.pick(client, 'user_id', random)
    if (id && (await api[client]('GET', `/users/${id}`)).status === 200) return id
  }
  return (await createUser(api[client])).user_id
}

const formatCount = (count: number) => count.toLocaleString('en-GB')

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
