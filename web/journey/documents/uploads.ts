import type { FileError } from '@payproof/sdk'
import { maxFiles } from './limits.ts'

// State of the uploads: selected, checked, uploaded, submitted, read. This is a pure reducer; uploader.ts performs
// the side effects.

export type DocumentKind = 'payslips' | 'bank_statements'

/** The service's problem codes for a file (docs/errors.md), and our own codes for files that are never uploaded. */
export type UploadProblem =
  | Exclude<FileError['code'], 'still-processing'>
  | 'too-many-files'
  | 'upload-failed'
  | 'photo-unreadable'

/** Extracted data by which the person recognises the file. */
export type ExtractedSummary =
  | { kind: 'payslip'; employer: string | null; payDate: string; gross: string | null; net: string | null }
  | {
      kind: 'statement'
      bank: string | null
      ending: string | null
      from: string | null
      to: string | null
      closing: string | null
    }

/** Stands for the values of a document that cannot be read: the client looks at it instead. */
type ForManualReview = { kind: 'manual'; as: DocumentKind }

/** Values or a note that the review shows for a file. */
export type ReviewSummary = ExtractedSummary | ForManualReview

export function kindOf(found: ReviewSummary): DocumentKind {
  if (found.kind === 'manual') return found.as
  return found.kind === 'payslip' ? 'payslips' : 'bank_statements'
}

export type UploadStage =
  | { at: 'checking' }
  | { at: 'waiting' }
  | { at: 'sending'; share: number }
  | { at: 'sent'; path: string }
  /** Being read before the review or, with what was found, being sent after it. */
  | { at: 'reading'; path: string; found?: ReviewSummary | null }
  /** Waiting for the person's review; null if reading takes too long to wait for. */
  | { at: 'found'; path: string; found: ReviewSummary | null }
  /** Null if it was read after the reply, so that its values are not known here. */
  | { at: 'read'; found: ReviewSummary | null }
  | { at: 'later'; path: string }
  /** With `unread`, the person can send the file anyway. */
  | { at: 'stopped'; problem: UploadProblem; unread?: { path: string; as: DocumentKind } }

export type FileUpload = { id: string; name: string; bytes: number; hash: string | null; stage: UploadStage }

/** `trouble` is the error code of the last request, if it failed as a whole. */
export type UploadState = { files: readonly FileUpload[]; trouble: string | null }

export const noUploads: UploadState = { files: [], trouble: null }

export type UploadOutcome =
  | { at: 'read'; found: ReviewSummary }
  | { at: 'later'; path: string }
  | { at: 'stopped'; problem: UploadProblem }

/**
 * The result of reading a file before it is sent, or why it cannot be used. `unread`: the kind of a document that was
 * recognised but cannot be read.
 */
export type UploadReading =
  | { found: ExtractedSummary | null }
  | { problem: UploadProblem; unread?: DocumentKind }

export type UploadEvent =
  | { kind: 'chosen'; files: readonly Chosen[] }
  | { kind: 'passed'; id: string; hash: string | null }
  | { kind: 'stopped'; id: string; problem: UploadProblem }
  | { kind: 'begun'; id: string }
  | { kind: 'progressed'; id: string; share: number }
  | { kind: 'sent'; id: string; path: string }
  | { kind: 'again'; id: string }
  | { kind: 'removed'; id: string }
  | { kind: 'checked' }
  /** The person wants to send a file that cannot be read. */
  | { kind: 'kept'; id: string }
  | { kind: 'found'; readings: ReadonlyMap<string, UploadReading> }
  | { kind: 'submitted' }
  | { kind: 'answered'; outcomes: ReadonlyMap<string, UploadOutcome> }
  | { kind: 'arrived'; documentIds: ReadonlySet<string> }
  | { kind: 'unanswered'; code: string }
  | { kind: 'troubled'; code: string }

/** A selected file. With a `problem`, it is listed, so that no selected file vanishes, but not uploaded. */
export type Chosen = { id: string; name: string; bytes: number; problem?: UploadProblem }

export function step(state: UploadState, event: UploadEvent): UploadState {
  switch (event.kind) {
    case 'chosen':
      return { files: [...state.files, ...admit(state, event.files)], trouble: null }
    case 'passed':
      return change(state, event.id, ['checking'], (file) => passed(state, file, event.hash))
    case 'stopped':
      return change(state, event.id, ['checking', 'waiting', 'sending'], (file) => ({
        ...file,
        stage: { at: 'stopped', problem: event.problem },
      }))
    case 'begun':
      return change(state, event.id, ['waiting'], (file) => ({ ...file, stage: { at: 'sending', share: 0 } }))
    case 'progressed':
      return change(state, event.id, ['sending'], (file) => ({
        ...file,
        stage: { at: 'sending', share: Math.min(1, Math.max(shareOf(file.stage), event.share)) },
      }))
    case 'sent':
      return change(state, event.id, ['sending'], (file) => ({
        ...file,
        stage: { at: 'sent', path: event.path },
      }))
    case 'again':
      return change({ ...state, trouble: null }, event.id, ['stopped'], (file) =>
        hasRoom(state) && canTryAgain(file) ? { ...file, stage: { at: 'checking' } } : file,
      )
    case 'removed':
      return {
        ...state,
        files: state.files.filter(({ id, stage }) => id !== event.id || stage.at === 'reading'),
      }
    case 'checked':
      return { files: state.files.map(checkedIn), trouble: null }
    case 'found':
      return { ...state, files: state.files.map((file) => reviewed(file, event.readings.get(file.id))) }
    case 'kept':
      return change(state, event.id, ['stopped'], (file) => (hasRoom(state) ? kept(file) : file))
    case 'submitted':
      return { files: state.files.map(handedIn), trouble: null }
    case 'answered':
      return {
        ...state,
        files: state.files.map((file) => {
          const stage = file.stage.at === 'reading' && event.outcomes.get(file.id)
          return stage ? { ...file, stage } : file
        }),
      }
    case 'arrived':
      return { ...state, files: state.files.map((file) => arrived(file, event.documentIds)) }
    case 'unanswered':
      return { files: state.files.map(handedBack), trouble: event.code }
    case 'troubled':
      return { ...state, trouble: event.code }
  }
}

/** Lists all files. Those beyond the limit per request are marked and can be retried when there is room. */
function admit(state: UploadState, chosen: readonly Chosen[]): FileUpload[] {
  const room = maxFiles - listUnderWay(state).length
  return chosen.map(({ problem, ...file }, n) => ({
    ...file,
    hash: null,
    stage: firstStage(problem ?? (n < room ? undefined : 'too-many-files')),
  }))
}

const firstStage = (problem: UploadProblem | undefined): UploadStage =>
  problem ? { at: 'stopped', problem } : { at: 'checking' }

function passed(state: UploadState, file: FileUpload, hash: string | null): FileUpload {
  const isKnown = state.files.some(
    (other) => other.id !== file.id && hash !== null && other.hash === hash && other.stage.at !== 'stopped',
  )
  return { ...file, hash, stage: isKnown ? { at: 'stopped', problem: 'duplicate' } : { at: 'waiting' } }
}

function arrived(file: FileUpload, documentIds: ReadonlySet<string>): FileUpload {
  const { stage } = file
  return stage.at === 'later' && documentIds.has(documentIdOf(stage.path))
    ? { ...file, stage: { at: 'read', found: null } }
    : file
}

/** The last part of the path of an upload is the id of the resulting document. */
export const documentIdOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const checkedIn = (file: FileUpload): FileUpload =>
  file.stage.at === 'sent' ? { ...file, stage: { at: 'reading', path: file.stage.path } } : file

function reviewed(file: FileUpload, reading: UploadReading | undefined): FileUpload {
  if (file.stage.at !== 'reading' || !reading) return file
  const { path } = file.stage
  if (!('problem' in reading)) return { ...file, stage: { at: 'found', path, found: reading.found } }
  const { problem, unread: as } = reading
  return { ...file, stage: { at: 'stopped', problem, ...(as && { unread: { path, as } }) } }
}

function kept(file: FileUpload): FileUpload {
  const unread = file.stage.at === 'stopped' ? file.stage.unread : undefined
  if (!unread) return file
  const { path, as } = unread
  return { ...file, stage: { at: 'found', path, found: { kind: 'manual', as } } }
}

const handedIn = (file: FileUpload): FileUpload =>
  file.stage.at === 'found' ? { ...file, stage: { ...file.stage, at: 'reading' } } : file

/** After a failed request, a file is where it was before. */
function handedBack(file: FileUpload): FileUpload {
  if (file.stage.at !== 'reading') return file
  const { path, found } = file.stage
  return { ...file, stage: found === undefined ? { at: 'sent', path } : { at: 'found', path, found } }
}

/**
 * Changes a file's stage. A late event for a file that was removed or has left the expected stage changes nothing.
 */
function change(
  state: UploadState,
  id: string,
  from: readonly UploadStage['at'][],
  next: (file: FileUpload) => FileUpload,
): UploadState {
  return {
    ...state,
    files: state.files.map((file) => (file.id === id && from.includes(file.stage.at) ? next(file) : file)),
  }
}

const shareOf = (stage: UploadStage) => (stage.at === 'sending' ? stage.share : 0)

const underWay: readonly UploadStage['at'][] = ['checking', 'waiting', 'sending', 'sent', 'reading', 'found']
const onTheWayUp: readonly UploadStage['at'][] = ['checking', 'waiting', 'sending']

/** Lists the files of the next or current submission. */
export const listUnderWay = ({ files }: UploadState) =>
  files.filter(({ stage }) => underWay.includes(stage.at))
export const listAt = ({ files }: UploadState, at: UploadStage['at']) =>
  files.filter(({ stage }) => stage.at === at)
export const hasRoom = (state: UploadState) => listUnderWay(state).length < maxFiles
/** Whether leaving the page now would lose files. */
export const isBusy = ({ files }: UploadState) => files.some(({ stage }) => onTheWayUp.includes(stage.at))
export const isReading = (state: UploadState) => listAt(state, 'reading').length > 0
/** Whether all uploadable files have arrived, and there is at least one. */
export const canCheck = (state: UploadState) =>
  !isBusy(state) && !isReading(state) && listAt(state, 'sent').length > 0
/** Whether all files were read and the person can review and send them. */
export const canSubmit = (state: UploadState) =>
  !isBusy(state) &&
  !isReading(state) &&
  listAt(state, 'sent').length === 0 &&
  listAt(state, 'found').length > 0
/** Whether reviewed files are being sent. */
export const isSending = ({ files }: UploadState) =>
  files.some(({ stage }) => stage.at === 'reading' && stage.found !== undefined)

const passing: readonly UploadProblem[] = ['too-many-files', 'upload-failed', 'not-uploaded', 'expired']

/** Whether the person can send a file although it cannot be read. */
export const canSendAnyway = ({ stage }: FileUpload) => stage.at === 'stopped' && stage.unread !== undefined

/**
 * Whether the client should get the file even if it cannot be read: the person wants that, or sends it before it was read,
 * and is not asked again.
 */
export const isForManualReview = (found: ReviewSummary | null) => found === null || found.kind === 'manual'

/** Whether the same file may work the next time. For other problems, the file must be replaced. */
export const canTryAgain = ({ stage }: FileUpload) =>
  stage.at === 'stopped' && passing.includes(stage.problem)
