import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { DocumentReading, PayslipReading, Provenance } from '../src/extraction/document.ts'
import type { ReadOptions } from '../src/extraction/isolation/reader.ts'
import { createRejectedReading } from '../src/extraction/rejections.ts'
import { read as readStatements } from '../src/features/bank-statements/tasks.ts'
import { erase } from '../src/features/documents/erase.ts'
import { describeFileProblem, type FileProblem } from '../src/features/documents/file-problems.ts'
import { backgroundReadingMs as defaultBackgroundReadingMs } from '../src/features/documents/limits.ts'
import { readAhead } from '../src/features/documents/read-ahead.ts'
import { readPayslips } from '../src/features/payroll/tasks.ts'
import { audit, type Tx } from '../src/platform/database/tenancy.ts'
import { openDispatcher } from '../src/platform/tasks/dispatch/dispatcher.ts'
import { openWorker } from '../src/platform/tasks/work/worker.ts'
import { openLog } from '../src/platform/telemetry/log.ts'
import { openDependencies } from '../src/process/dependencies.ts'
import { listLanes } from '../src/process/lanes.ts'
import type { CardStatement } from '../src/vocabulary/card-statement.ts'
import { type Call, startApi } from './api.ts'
import { atEnd } from './at-end.ts'
import { eventually } from './engine.ts'
import { aPayslip } from './features/sample-payslips.ts'
import { aStatement, type SampleTransaction } from './features/sample-statements.ts'
import { startObjects } from './objects.ts'
import { createUser } from './people.ts'
import { environmentFor } from './template.ts'

// Files that contain their own extraction result, for tests of the steps after extraction. They are independent of
// the real reader, and the test decides when reading ends.

/** Time that each reading takes according to the reader. */
export const plannedReadingMs = 25

type PlannedReading = Partial<DocumentReading> & { hold?: string }

let fileCount = 0

/** Creates a file that passes as a PDF and is read with the given result. */
export function createTestFile(planned: PlannedReading): Buffer<ArrayBuffer> {
  return Buffer.from(`%PDF-1.7\n%${++fileCount} ${JSON.stringify(planned)}\n%%EOF\n`)
}

const place = { page: 1, box: [10, 20.123, 60, 30] as [number, number, number, number] }
const printed = { place, method: 'text', confidence: 'printed' } as const

export function createPayslipFile(
  changes: Parameters<typeof aPayslip>[0] = {},
  planned: PlannedReading = {},
) {
  const submission: PayslipReading = aPayslip(changes)
  const provenance: Provenance = {
    'income_information.pay_date': printed,
    'income_information.earnings.net_pay': { ...printed, confidence: 'proven' },
  }
  return createTestFile({
    kind: 'payslip',
    trust_score: 'High',
    verified: true,
    submission,
    provenance,
    ...planned,
  })
}

export function createStatementFile(lines: SampleTransaction[], planned: PlannedReading = {}) {
  const submission = aStatement(lines)
  const provenance: Provenance = { 'transactions.0.amount': { ...printed, confidence: 'proven' } }
  return createTestFile({
    kind: 'bank_statement',
    trust_score: 'High',
    verified: true,
    submission,
    provenance,
    bank_statement_probability: 0.98,
    ...planned,
  })
}

/** The statement of another person's credit card. */
export function createCardStatementFile(planned: PlannedReading = {}) {
  const submission: CardStatement = {
    card_information: {
      card_holder_name: 'Ms Ottoline Frobisher',
      card_number_ending: '7781',
      provider_name: 'Tamarisk Bank',
    },
    statement_date: '2026-05-07',
    statement_period: { start_date: null, end_date: null },
    balance_information: {
      opening_balance: '1,288.14',
      closing_balance: '1,364.82',
      credit_limit: '4,000.00',
    },
    payment_information: { minimum_payment: '25.00', due_date: '2026-06-01' },
    transactions: [
      { date: '2026-04-12', description: 'PELLOW GROCERS', amount: '1,076.68', type: 'charge' },
      { date: '2026-04-20', description: 'PAYMENT RECEIVED', amount: '-1,000.00', type: 'credit' },
    ],
  }
  return createTestFile({
    kind: 'card_statement',
    trust_score: 'High',
    verified: true,
    submission,
    ...planned,
  })
}

/** Opens a reader for files created by `createTestFile`. A file on hold is read once the test releases it. */
function openTestReader() {
  const holds = new Map<string, PromiseWithResolvers<void>>()
  const holdOf = (name: string) => {
    const known = holds.get(name) ?? Promise.withResolvers<void>()
    holds.set(name, known)
    return known
  }
  const startedReads: string[] = []
  return {
    release: (name: string) => holdOf(name).resolve(),
    untilReadingStarts: (name: string) => eventually(() => startedReads.includes(name)),
    async read(bytes: Uint8Array, { signal, onUsed }: ReadOptions = {}): Promise<DocumentReading> {
      onUsed?.(plannedReadingMs)
      const text = Buffer.from(bytes).toString()
      const { hold, ...planned }: PlannedReading = JSON.parse(
        text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1),
      )
      if (hold !== undefined) {
        startedReads.push(hold)
        const stopped = Promise.withResolvers<never>()
        signal?.addEventListener('abort', () => stopped.reject(signal.reason))
        await Promise.race([holdOf(hold).promise, stopped.promise])
      }
      const content_hash = createHash('sha256').update(JSON.stringify(planned)).digest('hex')
      const reading = { ...createRejectedReading('empty'), reason: null, rejection: null, content_hash }
      return { ...reading, pages: [{ width: 595, height: 842, source: 'text' }], ...planned }
    },
  }
}

type Kind = 'payslip' | 'bank_statement'

const uploadPaths = {
  payslip: {
    presign: ['POST', '/payroll/entries/payslips/presign'],
    submit: ['POST', '/payroll/entries/payslips'],
  },
  bank_statement: {
    presign: ['PUT', '/documents/bank-statements/presign'],
    submit: ['PUT', '/documents/bank-statements'],
  },
} as const

/**
 * Starts the service with a real object store and this reader, unless the test has its own workers. With
 * `readsDocuments`, files are read by the reader of the service.
 */
export async function startDocumentTests({
  hasWorker = true,
  readsDocuments = false,
  backgroundReadingMs = defaultBackgroundReadingMs,
  settings: more = {} as Record<string, string>,
  log = openLog('error'),
} = {}) {
  const { settings, objects } = await startObjects()
  const api = await startApi({ ...settings, ...more }, 'api')
  const dependencies = await openDependencies(api.config, log)
  const lanes = listLanes('', ['extract', 'erase'])
  const dispatcher = openDispatcher({ ...dependencies, lanes, replicas: 1, keptDays: 7 })
  const reader = openTestReader()
  const tools = {
    objects,
    scanner: dependencies.scanner,
    reader: readsDocuments ? dependencies.documentReader : reader,
    maxClientReadingMs: 3_600_000,
    backgroundReadingMs,
  }
  const tasks = [
    readPayslips.withDeps(tools),
    readStatements.withDeps(tools),
    readAhead.withDeps(tools),
    erase.withDeps({ objects }),
  ]
  const worker = hasWorker ? openWorker({ ...dependencies, lanes, tasks, replicas: 1 }) : undefined
  atEnd(async () => {
    await worker?.close(5_000)
    await dispatcher.close()
    await dependencies.close()
  })
  const clientId = api.world.clients.acme.clientId

  /** Runs work in a transaction of the client, as features do. */
  async function inTransaction<T>(work: (tx: Tx) => Promise<T>) {
    const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
    const tenant = dependencies.database.tenant(clientId, actor, await dependencies.keyring.of(clientId))
    return tenant.transaction((tx) => {
      audit(tx, 'test.acted')
      return work(tx)
    })
  }

  /** Creates a user who has accepted a term and can upload. */
  async function aPerson(changes: object = {}, call: Call = api.acme) {
    const { user_id } = await createUser(call, { payslip_upload_enabled: true, ...changes })
    const accepted = await call('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    const asUser = api.withToken((await call('POST', '/user-tokens', { user_id })).body.token)
    const authorisation_id = accepted.body.id as string
    /** Uploads files through presigned URLs; returns their paths. */
    async function upload(kind: Kind, contents: Buffer<ArrayBuffer>[]) {
      const [method, path] = uploadPaths[kind].presign
      const files = contents.map((_, n) => ({ file_name: `${n}.pdf`, external_id: `mine-${n}` }))
      const reply = await asUser(method, path, { files })
      expect(reply.status, reply.text).toBe(200)
      const offered = reply.body.presigned_urls as { presigned_url: string; path: string }[]
      for (const [n, body] of contents.entries()) {
        const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' }
        const put = await fetch(offered[n]?.presigned_url ?? '', { method: 'PUT', headers, body })
        expect(put.status).toBe(200)
      }
      return offered.map(({ path: at }) => ({ path: at }))
    }
    const submitFiles = (kind: Kind, files: object[], headers = {}) => {
      const [method, path] = uploadPaths[kind].submit
      return asUser(method, path, { files }, headers)
    }
    return {
      user_id,
      authorisation_id,
      asUser,
      upload,
      submitFiles,
      submit: async (kind: Kind, contents: Buffer<ArrayBuffer>[]) =>
        submitFiles(kind, await upload(kind, contents)),
      revoke: () => call('PUT', `/authorisations/${authorisation_id}/revoke`),
    }
  }

  /** Counts a user's rows in the database. */
  async function stored(user_id: string) {
    const [rows] = await api.sql(
      `select (select count(*)::int from documents where user_id = $1) as documents,
        (select count(*)::int from payroll_entries where user_id = $1) as entries,
        (select count(*)::int from payroll_submissions where user_id = $1) as payslips,
        (select count(*)::int from bank_statement_submissions where user_id = $1) as statements,
        (select count(*)::int from events where user_id = $1) as events`,
      [user_id],
    )
    return rows as Record<'documents' | 'entries' | 'payslips' | 'statements' | 'events', number>
  }
  /** Returns the user's events in the feed, where they appear once no older transaction is open. */
  const eventAbout = (user_id: string) =>
    eventually(async () => {
      const { body } = await api.acme('GET', '/events?include_payload=true')
      return body.events.find((event: { body: { user_id: string } }) => event.body.user_id === user_id)
    })
  /** Lists the user's objects in the store. */
  const filesOf = async (user_id: string) => [
    ...(await objects.list(`quarantine/${clientId}/${user_id}/`)),
    ...(await objects.list(`documents/${clientId}/${user_id}/`)),
  ]
  /** Environment of a process that uses the same store. */
  const environment = { ...environmentFor(api.world, api.databaseName), ...settings }
  return {
    ...api,
    environment,
    objects,
    dependencies,
    reader,
    inTransaction,
    aPerson,
    stored,
    eventAbout,
    filesOf,
  }
}

/** Returns the problem reported for the file at this index of the request. */
export const fileError = (n: number, problem: FileProblem) => ({
  file_name: `${n}.pdf`,
  error: describeFileProblem(problem),
  code: problem,
})
