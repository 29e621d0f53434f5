import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type CatalogueEntry, readCatalogue } from '../../src/connectors/catalogue.ts'
import type { ConnectorContext } from '../../src/connectors/connector.ts'
import { expectedFileOf } from '../../src/connectors/doctor/command.ts'
import { type DoctorCheck, type ExpectedProvider, examine } from '../../src/connectors/doctor/doctor.ts'
import { describeExchanges } from '../../src/connectors/doctor/exchanges.ts'
import { Items, PayslipReport } from '../../src/connectors/employer-key/replies.ts'
import { createConnectors } from '../../src/connectors/registry.ts'
import type { ProviderExchange } from '../../src/connectors/transport.ts'
import type { Browsers } from '../../src/connectors/web-portal/browsers.ts'
import { atEnd } from '../at-end.ts'
import { startSandbox } from '../sandbox.ts'
import { consentAs, describeTestPerson } from './consents.ts'
import { redirectUri } from './logins.ts'
import { createTestContext } from './test-context.ts'
import { truelayerEntryAt } from './truelayer.ts'

// The connector doctor against the simulators, and against simulators that were changed in a known way.
// RECORD_EXPECTED=1 rewrites the recorded behaviour of the simulators.
// biome-ignore lint/style/noProcessEnv: whether files are rewritten.
const isRecording = process.env.RECORD_EXPECTED === '1'

const sandbox = await startSandbox({ clock: '2026-11-10T09:00:00Z', optedInEmployers: 'all' })
const catalogueFile = fileURLToPath(new URL('../../catalogues/sandbox.json', import.meta.url))
const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const commandLine = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
atEnd(() => rmSync(folder, { recursive: true, force: true }))
const context: ConnectorContext = {
  ...createTestContext({} as Browsers),
  now: () => new Date('2026-11-10T09:00:00Z'),
}
const wilhelmina = 'wilhelmina.oakapple'
/** People whose replies are recorded; they differ in frequency, directorship and deductions. */
const recorded = [wilhelmina, 'barnaby.thistlewick', 'eudora.brackenmoor', 'mabel.tanglewood']
const ids = [
  'freeagent',
  'xero',
  'staffology',
  'employment-hero',
  'taxauth',
  'sandbox-bank',
  'sandbox-bank-truelayer',
] as const
type ProviderId = (typeof ids)[number]

function entryAt(id: ProviderId, sandboxUrl = sandbox.url): CatalogueEntry {
  const { providers } = readCatalogue(catalogueFile, { sandboxUrl })
  const entry = [...providers, truelayerEntryAt(sandboxUrl)].find((one) => one.id === id)
  if (!entry) throw new Error(`no provider ${id}`)
  return entry
}

async function examineAs(
  userName: string,
  entry: CatalogueEntry,
  expected: ExpectedProvider | null,
  more: Partial<ConnectorContext> = {},
) {
  const connector = createConnectors({ providers: [entry], parent_provider_meta: [], employers: [] }).get(
    entry.id,
  )
  if (!connector) throw new Error(`no connector for ${entry.id}`)
  return examine({
    connector,
    expected,
    person: await describeTestPerson(sandbox, userName),
    redirectUri,
    consent: (url) => consentAs(userName, url),
    context: { ...context, ...more },
  })
}

const readExpected = (entry: CatalogueEntry): ExpectedProvider =>
  JSON.parse(readFileSync(expectedFileOf(entry), 'utf8'))

/** Records the simulator as several people see it. PDF files are not read for it. */
async function record(entry: CatalogueEntry) {
  const exchanges: ProviderExchange[] = []
  let expected: ExpectedProvider | undefined
  const readDocument: ConnectorContext['readDocument'] = async () =>
    ({ kind: 'other', submission: null }) as Awaited<ReturnType<ConnectorContext['readDocument']>>
  for (const userName of recorded) {
    const result = await examineAs(userName, entry, null, { readDocument })
    exchanges.push(...result.exchanges)
    expected = result.observed
  }
  const all = { ...expected, requests: describeExchanges(entry, exchanges) }
  writeFileSync(expectedFileOf(entry), `${JSON.stringify(all, null, 2)}\n`)
}

const namesOf = (checks: readonly DoctorCheck[], outcome: DoctorCheck['outcome']) =>
  checks.filter((check) => check.outcome === outcome).map(({ about, detail }) => `${about}: ${detail}`)

test.each(ids)('%s: every assumption holds at the simulator', async (id) => {
  const entry = entryAt(id)
  if (isRecording) await record(entry)
  const { checks, exchanges } = await examineAs(wilhelmina, entry, readExpected(entry))
  expect(namesOf(checks, 'difference')).toEqual([])
  expect(namesOf(checks, 'note').filter((name) => name.startsWith('new field'))).toEqual([])
  expect(namesOf(checks, 'ok').length).toBeGreaterThan(5)
  expect(exchanges.length).toBeGreaterThan(3)
})

type Change = (
  reply: { status: number; body: unknown; headers: Record<string, string> },
  path: string,
) => void

/** Starts a proxy in front of the sandbox that changes JSON replies. */
async function startChanged(change: Change): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? '/'
    const reply = await fetch(`${sandbox.url}${path}`, {
      method: request.method ?? 'GET',
      headers: forwarded(request),
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const headers = Object.fromEntries(
      [...reply.headers].filter(
        ([name]) => !['content-length', 'transfer-encoding', 'connection'].includes(name),
      ),
    )
    const bytes = Buffer.from(await reply.arrayBuffer())
    const isJson = headers['content-type']?.includes('json')
    const changed = { status: reply.status, headers, body: isJson ? JSON.parse(bytes.toString()) : undefined }
    change(changed, path)
    response.writeHead(changed.status, changed.headers)
    response.end(isJson ? JSON.stringify(changed.body) : bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function forwarded({ headers }: IncomingMessage): Record<string, string> {
  const wanted = ['authorization', 'content-type', 'accept', 'cookie', 'user-agent', 'xero-tenant-id']
  return Object.fromEntries(wanted.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))
}

test('names every change of a simulator', async () => {
  const url = await startChanged((reply, path) => {
    const body = reply.body as Record<string, Record<string, unknown>>
    if (path.startsWith('/xero/connect/token') && reply.status === 200)
      Object.assign(body, { expires_in: 3_600, scope: 'openid payroll.employees.read' })
    if (path.startsWith('/xero/connect/token') && reply.status === 400)
      Object.assign(body, { error: 'bad_grant' })
    if (path.startsWith('/xero/connections') && reply.status === 401) reply.status = 403
    if (/\/Employees\/[\w-]+\/Tax/.test(path)) {
      delete body.employeeTax?.taxCode
      Object.assign(body.employeeTax ?? {}, { isDirector: 'No', region: 'Scotland' })
    }
    if (path.includes('/PayRuns')) delete reply.headers['x-minlimit-remaining']
  })
  const entry = entryAt('xero', url)
  const { checks } = await examineAs(wilhelmina, entry, readExpected(entry))
  const tax = 'GET {address}/payroll.xro/2.0/Employees/{id}/Tax'
  const differences = namesOf(checks, 'difference')
  expect(differences).toEqual(
    expect.arrayContaining([
      `missing field: ${tax}: [employeeTax.taxCode] expected string`,
      `field type: ${tax}: [employeeTax.isDirector] expected boolean, is string`,
      expect.stringMatching(/^schema: GET .*\/Tax: \[employeeTax\.isDirector\] /),
      expect.stringMatching(/^connector: provider-changed/),
      expect.stringMatching(/^scopes: not granted: .*payroll\.payslip\.read/),
      'errors: token request with a wrong refresh token: expected 400 invalid_grant, is 400 bad_grant',
      'errors: data request without credentials: expected 401, is 403',
      'lifetime: access tokens last 3600 seconds, expected 1800',
    ]),
  )
  expect(namesOf(checks, 'note')).toContain(`new field: ${tax}: [employeeTax.region] string`)
})

test('names a limit header that is gone, and a host without a reply', async () => {
  const url = await startChanged((reply) => {
    delete reply.headers['x-minlimit-remaining']
  })
  const entry = { ...entryAt('xero', url), token_url: 'http://127.0.0.1:9/connect/token' } as CatalogueEntry
  const refused = await examineAs(wilhelmina, entry, readExpected(entry))
  expect(namesOf(refused.checks, 'difference')).toContainEqual(
    expect.stringMatching(/^host: http:\/\/127\.0\.0\.1:9: /),
  )
  const reachable = entryAt('xero', url)
  const { checks } = await examineAs(wilhelmina, reachable, readExpected(reachable))
  expect(namesOf(checks, 'difference')).toContain(
    'limits: GET {address}/payroll.xro/2.0/PayRuns: no header x-minlimit-remaining',
  )
})

/** Writes a catalogue with the sandbox's address and the file of a person. */
async function writeInputs(userName: string) {
  const catalogue = join(folder, 'catalogue.json')
  writeFileSync(
    catalogue,
    readFileSync(catalogueFile, 'utf8').replaceAll(/\{(client_)?sandbox\}/g, sandbox.url),
  )
  const person = join(folder, `${userName}.json`)
  writeFileSync(person, JSON.stringify(await describeTestPerson(sandbox, userName)))
  return ['--catalogue', catalogue, '--person', person]
}

test('the command prints the checks and writes fixtures without personal data', async () => {
  const fixtures = join(folder, 'fixtures')
  const inputs = await writeInputs(wilhelmina)
  const words = ['connector', 'doctor', '--provider', 'staffology', ...inputs, '--record', fixtures]
  const { stdout } = await promisify(execFile)(process.execPath, [commandLine, ...words])
  expect(stdout).toMatch(/Staffology: \d+ assumptions hold, 0 differ, \d+ notes\n$/)
  const files = readdirSync(fixtures)
  expect(files.length).toBeGreaterThan(4)
  const { identity, jobs } = await sandbox.control('GET', `/people/${wilhelmina}`)
  const { forename, surname, ni_number, date_of_birth, email } = identity
  const values = [forename, surname, ni_number, date_of_birth, email, jobs[0].employer.name]
  for (const file of files) {
    const text = readFileSync(join(fixtures, file), 'utf8')
    for (const value of values) expect(text.includes(value), `${value} in ${file}`).toBe(false)
  }
  const payslip = files.find((file) => file.includes('payslip-1')) ?? ''
  expect(readFileSync(join(fixtures, payslip), 'utf8')).toContain('"payPeriod": "Monthly"')
  const replyIn = (part: string) =>
    JSON.parse(readFileSync(join(fixtures, files.find((file) => file.includes(part)) ?? ''), 'utf8')).reply
  expect(PayslipReport.safeParse(replyIn('payslip-1')).error).toBeUndefined()
  expect(Items.safeParse(replyIn('payrunentries')).error).toBeUndefined()
})

test('the command takes the redirect from the terminal', async () => {
  const inputs = await writeInputs(wilhelmina)
  const words = ['connector', 'doctor', '--provider', 'freeagent', ...inputs, '--json', '--keep-consent']
  const child = spawn(process.execPath, [main, ...words], { stdio: ['pipe', 'pipe', 'pipe'] })
  let [out, err, isAsked] = ['', '', false]
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', async (chunk) => {
    err += chunk
    const [url] = /http\S+approve_app\S+/.exec(err) ?? []
    if (!url || isAsked || !err.includes('paste')) return
    isAsked = true
    child.stdin.write(`${await consentAs(wilhelmina, url)}\n`)
  })
  const status = await new Promise((resolve) => child.on('exit', resolve))
  expect([status, err.split('\n')[0]]).toEqual([
    0,
    'Open this address, sign in as the test person and agree:',
  ])
  const checks: DoctorCheck[] = JSON.parse(out)
  expect(checks.filter(({ outcome }) => outcome === 'difference')).toEqual([])
  expect(checks.some(({ about }) => about === 'sign-in')).toBe(true)
})

test('the command names wrong options and missing credentials', async () => {
  const run = (words: string[]) =>
    promisify(execFile)(process.execPath, [main, 'connector', 'doctor', ...words], { env: {} }).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    )
  expect(await run([])).toContain('usage: connector doctor')
  expect(await run(['--profile', 'unknown'])).toContain('[unknown] is not one of the profiles hmrc')
  expect(await run(['--profile', 'xero'])).toContain('PROVIDER_CLIENT_ID')
})

test('every provider of a real kind has a recorded simulator', () => {
  for (const id of ids) expect(existsSync(expectedFileOf(entryAt(id))), id).toBe(true)
})
