import type {
  BankStatementsResult,
  JourneyFileReadings,
  JourneyShared,
  PayslipsResult,
  PresignedUploads,
} from '@payproof/sdk'
import { ApiError, call } from '../api.ts'
import { emitEvent } from '../events/events.ts'
import { readJourney } from '../journey.ts'
import { createStore } from '../store.ts'
import { putFile } from './put-file.ts'
import { outcomesOf, payslipResults, readingOf, statementResults } from './results.ts'
import { createUploader, type Ports, type Uploader } from './uploader.ts'
import {
  type DocumentKind,
  isBusy,
  listAt,
  noUploads,
  type UploadReading,
  type UploadState,
} from './uploads.ts'

type Opened = { uploader: Uploader; store: ReturnType<typeof createStore<UploadState>> }
type DocumentRequests = Pick<Ports, 'submit'> & {
  presign: (files: { file_name: string }[]) => Promise<PresignedUploads>
}

const bodyOf = (files: readonly { path: string; manualReview?: boolean }[]) => ({
  files: files.map(({ path, manualReview }) => ({ path, ...(manualReview && { manual_review: true }) })),
})
const idempotencyHeader = (key: string) => ({ headers: { 'idempotency-key': key } })

const requestsByKind: Record<DocumentKind, DocumentRequests> = {
  payslips: {
    presign: (files) => call('POST', '/payroll/entries/payslips/presign', { body: { files } }),
    async submit(files, key) {
      const options = { body: bodyOf(files), ...idempotencyHeader(key) }
      const reply = await call<PayslipsResult>('POST', '/payroll/entries/payslips', options)
      return outcomesOf(files, payslipResults(reply))
    },
  },
  bank_statements: {
    presign: (files) => call('PUT', '/documents/bank-statements/presign', { body: { files } }),
    async submit(files, key) {
      const options = { body: bodyOf(files), ...idempotencyHeader(key) }
      const reply = await call<BankStatementsResult>('PUT', '/documents/bank-statements', options)
      return outcomesOf(files, statementResults(reply))
    },
  },
}

async function presignOne({ presign }: DocumentRequests, name: string) {
  const { presigned_urls } = await presign([{ file_name: nameFor(name) }])
  const [first] = presigned_urls
  if (!first) throw new ApiError(0, 'unexpected')
  return { url: first.presigned_url, headers: first.headers, path: first.path }
}

/** Uploads a file again as the other kind, because an upload belongs to one kind. */
async function submitAsOther(kind: DocumentKind, file: Blob, name: string, manualReview: boolean) {
  const other = kind === 'payslips' ? 'bank_statements' : 'payslips'
  if (!readJourney()?.sources.includes(other)) return undefined
  const requests = requestsByKind[other]
  const address = await presignOne(requests, name)
  const isSent = await putFile(address, file, { onShare: () => {}, signal: new AbortController().signal })
  if (!isSent) return undefined
  const id = crypto.randomUUID()
  return (await requests.submit([{ id, path: address.path, manualReview }], id)).get(id)
}

const readingPausesMs = [1_000, 3_000, 6_000]

/** Reads the files for the review. A file that takes longer than about a minute is reviewed without its values. */
async function readAhead(kind: DocumentKind, files: readonly { id: string; path: string }[]) {
  const read = () => call<JourneyFileReadings>('POST', '/journeys/current/readings', { body: bodyOf(files) })
  let reply = await read()
  for (const pauseMs of readingPausesMs) {
    if (!reply.files.some(({ problem }) => problem === 'still-processing')) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    reply = await read()
  }
  const sources = readJourney()?.sources ?? []
  return new Map(
    files.map(({ id, path }): [string, UploadReading] => {
      const reading = reply.files.find((each) => each.path === path)
      return [id, reading ? readingOf(reading, kind, sources) : { found: null }]
    }),
  )
}

const portsOf = (kind: DocumentKind): Ports => ({
  presign: (name) => presignOne(requestsByKind[kind], name),
  put: putFile,
  readAhead: (files) => readAhead(kind, files),
  submit: requestsByKind[kind].submit,
  submitAsOther: (file, name, manualReview) => submitAsOther(kind, file, name, manualReview),
  codeOf: (error) => (error instanceof ApiError ? error.code : 'unexpected'),
  newId: () => crypto.randomUUID(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

const maxNameLength = 200

/** Makes a file name that the service accepts: one line of limited length. */
const nameFor = (name: string) =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(-maxNameLength)
    .trim() || 'document.pdf'

// Uploads are kept by the page rather than the screen, so that they continue when the person goes back.
const opened = new Map<DocumentKind, Opened>()

function openFor(kind: DocumentKind): Opened {
  const known = opened.get(kind)
  if (known) return known
  const store = createStore(noUploads)
  const uploader = createUploader(portsOf(kind), (state) => {
    reportProblems(store.read(), state)
    store.set(state)
    guard()
  })
  const fresh = { store, uploader }
  opened.set(kind, fresh)
  return fresh
}

/** Reports new problems as events. All are recoverable, because a different file may always work. */
function reportProblems(before: UploadState, after: UploadState) {
  const known = new Set(listAt(before, 'stopped').map(({ id }) => id))
  for (const { id, stage } of after.files)
    if (stage.at === 'stopped' && !known.has(id))
      emitEvent({ name: 'error', code: stage.problem, recoverable: true })
}

export function useUploads(kind: DocumentKind) {
  const { store, uploader } = openFor(kind)
  return { uploads: store.use(), uploader }
}

/** Looks up which of the files that took longer to read have been stored in the meantime. */
export async function readArrivals(kind: DocumentKind) {
  const { documents } = await call<JourneyShared>('GET', '/journeys/current/shared')
  opened.get(kind)?.uploader.arrive(new Set(documents.map(({ id }) => id)))
}

/** Clears the list; submitted files stay submitted. */
export function dropUploads(kind: DocumentKind) {
  opened.get(kind)?.uploader.close()
  opened.delete(kind)
  guard()
}

/** Whether selected files are not submitted yet and would be lost. */
export const isUnshared = (uploads: UploadState) =>
  isBusy(uploads) || listAt(uploads, 'sent').length + listAt(uploads, 'found').length > 0

const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Asks for confirmation before leaving, but only while files would be lost. */
function guard() {
  if ([...opened.values()].some(({ store }) => isUnshared(store.read())))
    addEventListener('beforeunload', askBeforeUnload)
  else removeEventListener('beforeunload', askBeforeUnload)
}
