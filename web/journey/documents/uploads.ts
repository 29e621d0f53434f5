import type { FileError } from '@payproof/sdk'
import { mostFiles } from './limits.ts'

// Files on their way: chosen, looked at here, sent to the store, handed in, read. Pure: what happens is told by events,
// and uploader.ts does what is due.

export type Kind = 'payslips' | 'bank_statements'

/** The service's words for a file (docs/errors.md), and those for what it never gets to see. */
export type Problem =
  | Exclude<FileError['code'], 'still-processing'>
  | 'too-many-files'
  | 'upload-failed'
  | 'photo-unreadable'

/** What was read of a file, for the person to recognise it by. */
export type Found =
  | { kind: 'payslip'; employer: string | null; payDate: string; gross: string | null; net: string | null }
  | {
      kind: 'statement'
      bank: string | null
      ending: string | null
      from: string | null
      to: string | null
      closing: string | null
    }

export type Stage =
  | { at: 'checking' }
  | { at: 'waiting' }
  | { at: 'sending'; share: number }
  | { at: 'sent'; path: string }
  | { at: 'reading'; path: string }
  | { at: 'read'; found: Found }
  | { at: 'later' }
  | { at: 'stopped'; problem: Problem }

export type Upload = { id: string; name: string; bytes: number; hash: string | null; stage: Stage }

/** `trouble`: why the last request as a whole came to nothing, in a word of the service's. */
export type Uploads = { files: readonly Upload[]; trouble: string | null }

export const noUploads: Uploads = { files: [], trouble: null }

export type Outcome = { at: 'read'; found: Found } | { at: 'later' } | { at: 'stopped'; problem: Problem }

export type UploadEvent =
  | { kind: 'chosen'; files: readonly Chosen[] }
  | { kind: 'passed'; id: string; hash: string | null }
  | { kind: 'stopped'; id: string; problem: Problem }
  | { kind: 'begun'; id: string }
  | { kind: 'progressed'; id: string; share: number }
  | { kind: 'sent'; id: string; path: string }
  | { kind: 'again'; id: string }
  | { kind: 'removed'; id: string }
  | { kind: 'submitted' }
  | { kind: 'answered'; outcomes: ReadonlyMap<string, Outcome> }
  | { kind: 'unanswered'; code: string }
  | { kind: 'troubled'; code: string }

/** `problem`: it is listed, so that nothing a person chose just vanishes, and goes nowhere. */
export type Chosen = { id: string; name: string; bytes: number; problem?: Problem }

export function step(state: Uploads, event: UploadEvent): Uploads {
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
    case 'unanswered':
      return { files: state.files.map(handedBack), trouble: event.code }
    case 'troubled':
      return { ...state, trouble: event.code }
  }
}

/** Every file is listed; those beyond what one request takes say so and can be tried again when there is room. */
function admit(state: Uploads, chosen: readonly Chosen[]): Upload[] {
  const room = mostFiles - listUnderWay(state).length
  return chosen.map(({ problem, ...file }, n) => ({
    ...file,
    hash: null,
    stage: firstStage(problem ?? (n < room ? undefined : 'too-many-files')),
  }))
}

const firstStage = (problem: Problem | undefined): Stage =>
  problem ? { at: 'stopped', problem } : { at: 'checking' }

function passed(state: Uploads, file: Upload, hash: string | null): Upload {
  const isKnown = state.files.some(
    (other) => other.id !== file.id && hash !== null && other.hash === hash && other.stage.at !== 'stopped',
  )
  return { ...file, hash, stage: isKnown ? { at: 'stopped', problem: 'duplicate' } : { at: 'waiting' } }
}

const handedIn = (file: Upload): Upload =>
  file.stage.at === 'sent' ? { ...file, stage: { at: 'reading', path: file.stage.path } } : file

const handedBack = (file: Upload): Upload =>
  file.stage.at === 'reading' ? { ...file, stage: { at: 'sent', path: file.stage.path } } : file

/** An event that comes too late, of a file that has gone on or is gone, changes nothing. */
function change(
  state: Uploads,
  id: string,
  from: readonly Stage['at'][],
  next: (file: Upload) => Upload,
): Uploads {
  return {
    ...state,
    files: state.files.map((file) => (file.id === id && from.includes(file.stage.at) ? next(file) : file)),
  }
}

const shareOf = (stage: Stage) => (stage.at === 'sending' ? stage.share : 0)

const underWay: readonly Stage['at'][] = ['checking', 'waiting', 'sending', 'sent', 'reading']
const onTheWayUp: readonly Stage['at'][] = ['checking', 'waiting', 'sending']

/** Those that the next request hands in, or this one has. */
export const listUnderWay = ({ files }: Uploads) => files.filter(({ stage }) => underWay.includes(stage.at))
export const listAt = ({ files }: Uploads, at: Stage['at']) => files.filter(({ stage }) => stage.at === at)
export const hasRoom = (state: Uploads) => listUnderWay(state).length < mostFiles
/** Something is lost if the page goes now. */
export const isBusy = ({ files }: Uploads) => files.some(({ stage }) => onTheWayUp.includes(stage.at))
export const isReading = (state: Uploads) => listAt(state, 'reading').length > 0
/** Everything that can be sent is there, and there is something. */
export const canSubmit = (state: Uploads) =>
  !isBusy(state) && !isReading(state) && listAt(state, 'sent').length > 0

const passing: readonly Problem[] = ['too-many-files', 'upload-failed', 'not-uploaded', 'expired']

/** The same file may do the next time; others have to be replaced. */
export const canTryAgain = ({ stage }: Upload) => stage.at === 'stopped' && passing.includes(stage.problem)
