import type { BankStatementsResult, PayslipsResult, PresignedUploads } from '@payproof/sdk'
import { ApiError, call } from '../api.ts'
import { happened } from '../events/events.ts'
import { createStore } from '../store.ts'
import { putFile } from './put-file.ts'
import { outcomesOf, repliedPayslips, repliedStatements } from './results.ts'
import { createUploader, type Ports, type Uploader } from './uploader.ts'
import { isBusy, type Kind, listAt, noUploads, type Uploads } from './uploads.ts'

type Opened = { uploader: Uploader; store: ReturnType<typeof createStore<Uploads>> }
type Way = Pick<Ports, 'submit'> & { presign: (files: { file_name: string }[]) => Promise<PresignedUploads> }

const bodyOf = (files: readonly { path: string }[]) => ({ files: files.map(({ path }) => ({ path })) })
const asking = (key: string) => ({ headers: { 'idempotency-key': key } })

const ways: Record<Kind, Way> = {
  payslips: {
    presign: (files) => call('POST', '/payroll/entries/payslips/presign', { body: { files } }),
    async submit(files, key) {
      const options = { body: bodyOf(files), ...asking(key) }
      const reply = await call<PayslipsResult>('POST', '/payroll/entries/payslips', options)
      return outcomesOf(files, repliedPayslips(reply))
    },
  },
  bank_statements: {
    presign: (files) => call('PUT', '/documents/bank-statements/presign', { body: { files } }),
    async submit(files, key) {
      const options = { body: bodyOf(files), ...asking(key) }
      const reply = await call<BankStatementsResult>('PUT', '/documents/bank-statements', options)
      return outcomesOf(files, repliedStatements(reply))
    },
  },
}

const portsOf = ({ presign, submit }: Way): Ports => ({
  async askAddress(name) {
    const { presigned_urls } = await presign([{ file_name: nameFor(name) }])
    const [first] = presigned_urls
    if (!first) throw new ApiError(0, 'unexpected')
    return { url: first.presigned_url, path: first.path }
  },
  put: putFile,
  submit,
  codeOf: (error) => (error instanceof ApiError ? error.code : 'unexpected'),
  newId: () => crypto.randomUUID(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

const longestName = 200

/** A name as the service takes it: one line, not too long. */
const nameFor = (name: string) =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(-longestName)
    .trim() || 'document.pdf'

// Of the page, not of the screen: whoever goes back a screen finds the files still on their way.
const opened = new Map<Kind, Opened>()

function openFor(kind: Kind): Opened {
  const known = opened.get(kind)
  if (known) return known
  const store = createStore(noUploads)
  const uploader = createUploader(portsOf(ways[kind]), (state) => {
    tellProblems(store.read(), state)
    store.set(state)
    guard()
  })
  const fresh = { store, uploader }
  opened.set(kind, fresh)
  return fresh
}

/** Another file may always do better. */
function tellProblems(before: Uploads, after: Uploads) {
  const known = new Set(listAt(before, 'stopped').map(({ id }) => id))
  for (const { id, stage } of after.files)
    if (stage.at === 'stopped' && !known.has(id))
      happened({ name: 'error', code: stage.problem, recoverable: true })
}

export function useUploads(kind: Kind) {
  const { store, uploader } = openFor(kind)
  return { uploads: store.use(), uploader }
}

/** Forgets the files; what was handed in stays handed in. */
export function dropUploads(kind: Kind) {
  opened.get(kind)?.uploader.close()
  opened.delete(kind)
  guard()
}

/** Files that are chosen and not handed in: lost if the page goes. */
export const isUnshared = (uploads: Uploads) => isBusy(uploads) || listAt(uploads, 'sent').length > 0

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** The browser asks before the page goes while something would be lost, and only then. */
function guard() {
  if ([...opened.values()].some(({ store }) => isUnshared(store.read())))
    addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}
