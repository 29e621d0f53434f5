import { checkFile } from './checking.ts'
import type { UploadAddress } from './put-file.ts'
import {
  canCheck,
  canSubmit,
  isForManualReview,
  listAt,
  noUploads,
  step,
  type UploadEvent,
  type UploadOutcome,
  type UploadProblem,
  type UploadReading,
  type UploadState,
} from './uploads.ts'

type Sent = { id: string; path: string }
/** `manualReview`: the client gets the file even if it cannot be read. */
type Reviewed = Sent & { manualReview: boolean }

/** The uploader's external dependencies. */
export type Ports = {
  /** Requests a presigned URL for one file; throws if there is none. */
  presign: (name: string) => Promise<UploadAddress & { path: string }>
  put: (
    address: UploadAddress,
    file: Blob,
    options: { onShare: (share: number) => void; signal: AbortSignal },
  ) => Promise<boolean>
  /** Reads the files without sending them. */
  readAhead: (files: readonly Sent[]) => Promise<ReadonlyMap<string, UploadReading>>
  /** Submits the files. `key` is the same for the same files, so that a retry submits them only once. */
  submit: (files: readonly Reviewed[], key: string) => Promise<ReadonlyMap<string, UploadOutcome>>
  /** Submits a file as the other kind of document; undefined if the client does not accept that kind. */
  submitAsOther?: (file: Blob, name: string, manualReview: boolean) => Promise<UploadOutcome | undefined>
  /** Returns the service's error code for an exception. */
  codeOf: (error: unknown) => string
  newId: () => string
  pause: (ms: number) => Promise<void>
}

export type Uploader = ReturnType<typeof createUploader>

/** Maximum number of parallel uploads; more don't make a phone's connection faster. */
const maxParallelUploads = 3
const pausesMs = [1_000, 4_000]

/** Uploads files and dispatches an event for every step. */
export function createUploader(ports: Ports, onChange: (state: UploadState) => void) {
  let state = noUploads
  const blobs = new Map<string, Blob>()
  const running = new Map<string, AbortController>()
  let lastSubmission: { paths: string; key: string } | undefined

  function dispatch(event: UploadEvent) {
    state = step(state, event)
    onChange(state)
    startPending()
  }

  /** Starts pending work; called after every event. */
  function startPending() {
    for (const { id } of listAt(state, 'checking')) if (!running.has(id)) void run(id, check)
    const free = maxParallelUploads - listAt(state, 'sending').length
    for (const { id, name } of listAt(state, 'waiting').slice(0, free))
      if (!running.has(id)) void run(id, (file, signal) => send(id, name, file, signal))
  }

  type Work = (file: Blob, signal: AbortSignal, id: string) => Promise<UploadEvent | undefined>

  /** Runs one step at a time per file; dispatches its result after the step is no longer counted as running. */
  async function run(id: string, work: Work) {
    const file = blobs.get(id)
    const ending = new AbortController()
    running.set(id, ending)
    const event = file && (await work(file, ending.signal, id).catch(() => failed(id)))
    running.delete(id)
    if (event && !ending.signal.aborted) dispatch(event)
  }

  async function check(file: Blob, _: AbortSignal, id: string): Promise<UploadEvent> {
    const checked = await checkFile(file)
    return 'problem' in checked ? { kind: 'stopped', id, ...checked } : { kind: 'passed', id, ...checked }
  }

  /** Uploads a file. Each attempt uses a new presigned URL, because the last one may be used or expired. */
  async function send(id: string, name: string, file: Blob, signal: AbortSignal) {
    dispatch({ kind: 'begun', id })
    for (const pause of [...pausesMs, undefined]) {
      const address = await ports.presign(name).catch((error: unknown) => {
        if (!signal.aborted) dispatch({ kind: 'troubled', code: ports.codeOf(error) })
        return undefined
      })
      if (!address || signal.aborted) break
      const onShare = (share: number) => dispatch({ kind: 'progressed', id, share })
      if (await ports.put(address, file, { onShare, signal }))
        return { kind: 'sent', id, path: address.path } as const
      if (signal.aborted || pause === undefined) break
      await ports.pause(pause)
    }
    return failed(id)
  }

  /** Submits files that are of the other kind as that kind. If that fails, the first outcome stays. */
  async function withOtherKinds(files: readonly Reviewed[], outcomes: ReadonlyMap<string, UploadOutcome>) {
    const corrected = new Map(outcomes)
    for (const { id, manualReview } of files) {
      const file = blobs.get(id)
      const name = state.files.find((each) => each.id === id)?.name
      if (!file || name === undefined || !isOtherKind(outcomes.get(id))) continue
      const other = await ports.submitAsOther?.(file, name, manualReview).catch(() => undefined)
      if (other && other.at !== 'stopped') corrected.set(id, other)
    }
    return corrected
  }

  return {
    read: () => state,
    add(files: readonly File[]) {
      const chosen = files.map((file) => ({ id: ports.newId(), name: file.name, bytes: file.size, file }))
      for (const { id, file } of chosen) blobs.set(id, file)
      dispatch({ kind: 'chosen', files: chosen.map(({ file: _, ...rest }) => rest) })
    },
    addStopped: (name: string, problem: UploadProblem) =>
      dispatch({ kind: 'chosen', files: [{ id: ports.newId(), name, bytes: 0, problem }] }),
    again: (id: string) => dispatch({ kind: 'again', id }),
    /** Moves a file that cannot be read to the review, so that it is sent anyway. */
    keep: (id: string) => dispatch({ kind: 'kept', id }),
    remove(id: string) {
      running.get(id)?.abort()
      dispatch({ kind: 'removed', id })
      if (!state.files.some((file) => file.id === id)) blobs.delete(id)
    },
    /** Reads the uploaded files for the person's review. Nothing is sent. */
    async readAhead() {
      if (!canCheck(state)) return
      const files = listAt(state, 'sent').flatMap(({ id, stage }) =>
        stage.at === 'sent' ? [{ id, path: stage.path }] : [],
      )
      dispatch({ kind: 'checked' })
      try {
        dispatch({ kind: 'found', readings: await ports.readAhead(files) })
      } catch (error) {
        dispatch({ kind: 'unanswered', code: ports.codeOf(error) })
      }
    },
    /** Submits the reviewed files. Returns the results, or undefined if the state does not allow submitting. */
    async submit() {
      if (!canSubmit(state)) return undefined
      const files = listAt(state, 'found').flatMap(({ id, stage }) =>
        stage.at === 'found' ? [{ id, path: stage.path, manualReview: isForManualReview(stage.found) }] : [],
      )
      const paths = files.map(({ path }) => path).join(' ')
      if (lastSubmission?.paths !== paths) lastSubmission = { paths, key: ports.newId() }
      dispatch({ kind: 'submitted' })
      try {
        const outcomes = await withOtherKinds(files, await ports.submit(files, lastSubmission.key))
        dispatch({ kind: 'answered', outcomes })
        return outcomes
      } catch (error) {
        dispatch({ kind: 'unanswered', code: ports.codeOf(error) })
        return undefined
      }
    },
    /** Marks files as read that the service has stored since they were submitted. */
    arrive: (documentIds: ReadonlySet<string>) => dispatch({ kind: 'arrived', documentIds }),
    close() {
      for (const ending of running.values()) ending.abort()
    },
  }
}

const isOtherKind = (outcome: UploadOutcome | undefined) =>
  outcome?.at === 'stopped' &&
  (outcome.problem === 'not-a-payslip' || outcome.problem === 'not-a-bank-statement')

const failed = (id: string) => ({ kind: 'stopped', id, problem: 'upload-failed' }) as const
