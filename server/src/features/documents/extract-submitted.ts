import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { DocumentReading } from '../../extraction/document.ts'
import type { Reader } from '../../extraction/isolation/reader.ts'
import { createDuplicateFinding } from '../../extraction/trust/finding-codes.ts'
import { scoreTrust } from '../../extraction/trust/score.ts'
import { afterCommit, audit, type Tx } from '../../platform/database/tenancy.ts'
import type { MalwareScanner } from '../../platform/malware-scan/clamd.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'
import { notFound } from '../../platform/problem.ts'
import type { TaskOptions } from '../../platform/tasks/options.ts'
import type { TaskOutcome } from '../../platform/tasks/queries.ts'
import { catchRefusal } from '../../platform/tasks/refusal.ts'
import type { TaskResult, TaskRun } from '../../platform/tasks/task.ts'
import { BankStatement } from '../../vocabulary/bank-statement.ts'
import { CardStatement } from '../../vocabulary/card-statement.ts'
import { Payslip } from '../../vocabulary/payslip.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import type { Comparison } from '../identity/compare.ts'
import {
  compareCard,
  comparePayslip,
  compareStatement,
  holdsUnmatchedData,
  openReview,
} from '../identity/service.ts'
import { markIncomeChanged } from '../income-changes/service.ts'
import type { Person } from '../users/schemas.ts'
import { openUser } from '../users/service.ts'
import { eraseDocumentFile } from './erase.ts'
import { type FileProblem, isUnreadProblem } from './file-problems.ts'
import { describeSource } from './provenance.ts'
import { fetchQuarantined, leaveQuarantine, promote } from './quarantine.ts'
import { lockUserFiles } from './queries.ts'
import { addReadingTime, findReadingResume } from './reading-budget.ts'
import type { UnreadDocument } from './sealed-contents.ts'
import { findReadAhead } from './sealed-readings.ts'
import { admitDocument, storeDocument } from './store.ts'
import { openUploads, refuseUpload, requireUploadsEnabled, type Upload } from './uploads.ts'

// Turns submitted files into documents. Files are extracted in parallel outside any transaction, and stored in the
// transaction that completes the task.

/**
 * `n` is the index of the file in the request. The codes are not validated, because they may come from a newer
 * version.
 */
const FileProblems = z.array(z.object({ n: z.int(), problem: z.custom<FileProblem>() }))

/**
 * `n` is the index of the file in the request. `manual_review`: keep the document if it cannot be read. Tasks of older
 * versions do not have it.
 */
const SubmittedFile = z.object({
  n: z.int(),
  upload_id: z.uuid(),
  manual_review: z.boolean().optional(),
})

export const ReadInput = z.object({
  user_id: z.uuid(),
  authorisation_id: z.uuid(),
  files: z.array(SubmittedFile).max(12),
  /** Files rejected before extraction. */
  rejected: FileProblems.default([]),
  /** The rejected files as text, as sent by API processes of older versions. */
  problems: z.string().max(1_000).default(''),
  /** Deadline for replying to the request that waits for the task, or undefined if no request waits. */
  answer_at: z.iso.datetime().optional(),
})

type Input = z.output<typeof ReadInput>

export type ExtractionTools = {
  objects: ObjectStore
  scanner: MalwareScanner
  reader: Pick<Reader, 'read'>
  /** Time of document readers for one client in an hour. */
  maxClientReadingMs: number
  /** Time after which a task that no request waits for stores what is ready; see `limits.ts`. */
  backgroundReadingMs: number
}

/** Options of a task whose user has others: they run one at a time, so that one user does not fill the lane. */
export const oneAtATime = (userId: string): TaskOptions => ({ userId, key: `reading ${userId}` })

/** A file that was extracted as the expected type. Its object is stored, but it has no row yet. */
export type ExtractedFile = {
  n: number
  upload: Upload
  file: { bytes: Buffer; sha256: string }
  reading: DocumentReading
  /** Set if the document could not be read and is kept for manual review. */
  unread?: UnreadDocument
}
type RejectedFile = { n: number; upload: Upload | undefined; problem: FileProblem }

/** The part of a stored document that its submission is made from; sealed in the review while it is held. */
export type HeldDocument = {
  upload: Pick<Upload, 'id' | 'external_id' | 'file_name'>
  reading: Pick<DocumentReading, 'submission' | 'trust_score' | 'bank_statement_probability'>
  source: ReturnType<typeof describeSource>
}

export type StoredDocument = ExtractedFile & { source: ReturnType<typeof describeSource> }

type SubmissionKind = {
  type: Upload['type']
  /** Returns why the extraction result is rejected, or undefined if it is accepted. */
  refuse(reading: DocumentReading): FileProblem | undefined
  /** Lists the required values that were not found in a document that could not be read. */
  listMissing(reading: DocumentReading): string[]
  /** Returns the problem that is reported for a document which is stored without a submission. */
  keep?(reading: DocumentReading): FileProblem | undefined
  /** Lists the indexes of files whose content was already submitted in another document. */
  listKnown(tx: Tx, userId: string, files: readonly ExtractedFile[]): Promise<ReadonlySet<number>>
  /** Stores the submissions and publishes the event. The result becomes part of the task's outcome. */
  store(tx: Tx, input: Input, stored: readonly StoredDocument[]): Promise<TaskOutcome>
  /** Schedules the same task for the files that missed the deadline. */
  reschedule(tx: Tx, input: z.input<typeof ReadInput>, options: TaskOptions): Promise<string>
}

/**
 * Extracts the files of a request. Files that are ready before the deadline are stored now, the others by a follow-up
 * task.
 */
export async function extractSubmitted(
  job: TaskRun<Input>,
  tools: ExtractionTools,
  kind: SubmissionKind,
): Promise<TaskResult> {
  const { input, tenant } = job
  const { maxClientReadingMs: maxClientMs } = tools
  const ready = await catchRefusal(tenant.transaction((tx) => prepare(tx, input, kind.type, { maxClientMs })))
  if ('refused' in ready) return ready
  const { resumeAt } = ready
  let usedMs = 0
  const onUsed = (ms: number) => {
    usedMs += ms
  }
  const context = {
    owner: tenant.clientId,
    late: storeDeadline(input, tools.backgroundReadingMs),
    signal: job.signal,
    onUsed,
  }
  const results = await Promise.all(
    input.files.map(({ n, upload_id, manual_review }) => {
      const upload = ready.uploads.find(({ id }) => id === upload_id)
      if (!upload) return { n, upload, problem: 'expired' } as const
      if (resumeAt) return { n, upload, problem: 'still-processing' } as const
      return extractFile({ n, upload, manual_review }, { ...tools, ...context, key: ready.key }, kind)
    }),
  )
  job.signal.throwIfAborted()
  // Without progress in the background, the task fails, so that its attempts are counted.
  if (input.answer_at === undefined && !resumeAt && results.length > 0 && results.every(isStillReading))
    context.late.throwIfAborted()
  return async (tx) => {
    const locked = await catchRefusal(lockPreconditions(tx, input, kind.type))
    if ('refused' in locked) {
      audit(tx, 'document.discarded', input.user_id)
      for (const each of results)
        if (!('problem' in each)) await eraseDocumentFile(tx, input.user_id, each.upload.id)
      afterCommit(tx, () => clearQuarantine(tools.objects, results))
      return locked
    }
    await addReadingTime(tx, input.user_id, usedMs)
    return storeResults(tx, { input, objects: tools.objects, results, resumeAt }, kind)
  }
}

async function prepare(tx: Tx, input: Input, type: Upload['type'], budget: { maxClientMs: number }) {
  const { user_id, authorisation_id, files } = input
  await requireUploadsEnabled(tx, user_id, type)
  await requireAuthorisation(tx, user_id, { id: authorisation_id })
  const { key } = await openUser(tx, user_id)
  const ids = files.map(({ upload_id }) => upload_id)
  const resumeAt = await findReadingResume(tx, user_id, budget)
  return { key, uploads: await openUploads(tx, user_id, ids), resumeAt }
}

/** Checks the preconditions again, and locks the rows they depend on until the commit. */
async function lockPreconditions(tx: Tx, { user_id, authorisation_id }: Input, type: Upload['type']) {
  if (!(await lockUserFiles(tx, user_id))) throw notFound('User', user_id)
  await requireUploadsEnabled(tx, user_id, type)
  return { id: await requireAuthorisation(tx, user_id, { id: authorisation_id }) }
}

/**
 * Returns a signal that aborts when a request waits for its answer no longer or, if none waits, when the task should store
 * what is ready.
 */
function storeDeadline({ answer_at }: Input, backgroundReadingMs: number) {
  const restMs = answer_at === undefined ? 0 : Date.parse(answer_at) - Date.now()
  return AbortSignal.timeout(restMs > 0 ? restMs : backgroundReadingMs)
}

type ExtractionContext = ExtractionTools & {
  key: KeyObject
  owner: string
  late: AbortSignal
  signal: AbortSignal
  onUsed(ms: number): void
}

async function extractFile(
  { n, upload, manual_review }: { n: number; upload: Upload; manual_review: boolean | undefined },
  { late, key, owner, signal, onUsed, ...tools }: ExtractionContext,
  kind: SubmissionKind,
): Promise<ExtractedFile | RejectedFile> {
  const stillReading = { n, upload, problem: 'still-processing' } as const
  try {
    const file = await fetchQuarantined(tools, upload)
    if ('problem' in file) return { n, upload, ...file }
    late.throwIfAborted()
    const reading =
      findReadAhead(key, upload, file.sha256) ??
      (await tools.reader.read(file.bytes, {
        owner,
        onUsed,
        signal: AbortSignal.any([signal, late]),
      }))
    const problem = reading.rejection ?? kind.refuse(reading)
    const unread =
      manual_review && isUnreadProblem(problem) ? { problem, missing: kind.listMissing(reading) } : undefined
    if (problem && !unread) return { n, upload, problem }
    await promote(tools.objects, key, upload, file.bytes)
    return { n, upload, file, reading, ...(unread && { unread }) }
  } catch (error) {
    if (late.aborted && !signal.aborted) return stillReading
    throw error
  }
}

type ExtractionResults = {
  input: Input
  objects: ObjectStore
  results: readonly (ExtractedFile | RejectedFile)[]
  /** When the files that were not read are read, if the reading time of this hour is used. */
  resumeAt: Date | undefined
}

async function storeResults(
  tx: Tx,
  { input, objects, results, resumeAt }: ExtractionResults,
  kind: SubmissionKind,
): Promise<TaskOutcome> {
  const { user_id, authorisation_id } = input
  const extracted = results.filter((each) => 'reading' in each)
  const rejected = [...input.rejected, ...readProblems(input.problems)]
  const problems = new Map(rejected.map(({ n, problem }) => [n, problem]))
  for (const each of results) if ('problem' in each) problems.set(each.n, each.problem)
  const readFiles = extracted.filter(({ unread }) => unread === undefined)
  const knownFiles = await kind.listKnown(tx, user_id, readFiles)
  const { person } = await openUser(tx, user_id)
  const stored: StoredDocument[] = []
  const keptUploads = new Set<string>()
  for (const each of extracted) {
    const { upload, file, reading, unread } = each
    const { content_hash } = reading
    const admitted = knownFiles.has(each.n)
      ? ({ problem: 'duplicate' } as const)
      : await admitDocument(tx, user_id, { sha256: file.sha256, content_hash })
    if ('problem' in admitted) {
      problems.set(each.n, admitted.problem)
      await eraseDocumentFile(tx, user_id, upload.id)
      continue
    }
    const judged = admitted.isSentByAnotherUser ? withDuplicateFinding(reading) : reading
    const identity = compareDocument(person, judged)
    const identity_match = identity.match
    const card_statement = readCard(judged)
    await storeDocument(tx, {
      upload,
      authorisation_id,
      file,
      reading: judged,
      identity_match,
      card_statement,
      unread,
    })
    const kept = unread?.problem ?? kind.keep?.(judged)
    if (kept) {
      problems.set(each.n, kept)
      keptUploads.add(upload.id)
      continue
    }
    const document = { ...each, reading: judged, source: describeSource(judged, file.sha256) }
    if (identity_match !== 'none') stored.push(document)
    else if (!(await reviewIdentity(tx, { authorisation_id, document, identity }))) stored.push(document)
  }
  // The finding about an unread document is part of the income summary. Submissions mark the change themselves.
  if (extracted.some(({ upload, unread }) => unread && keptUploads.has(upload.id)))
    await markIncomeChanged(tx, user_id)
  const outcome = await kind.store(tx, input, stored)
  for (const { n, upload } of results)
    if (upload && isRefused(problems.get(n)) && !keptUploads.has(upload.id)) await refuseUpload(tx, upload)
  const late = input.files.filter(({ n }) => problems.get(n) === 'still-processing')
  if (late.length > 0) {
    const options = { ...oneAtATime(user_id), ...(resumeAt && { at: resumeAt }) }
    await kind.reschedule(tx, { user_id, authorisation_id, files: late }, options)
  }
  audit(tx, 'document.processed', user_id)
  afterCommit(tx, () => clearQuarantine(objects, results))
  return { ...outcome, authorisation_id, problems: [...problems].map(([n, problem]) => ({ n, problem })) }
}

/** The part of a payslip that identifies the person. It is compared even if the payslip is incomplete. */
const ShownPerson = z.object({ identity_information: Payslip.shape.identity_information })

const readCard = ({ kind, submission, verified }: DocumentReading) =>
  kind === 'card_statement' ? { ...CardStatement.parse(submission), verified } : undefined

function compareDocument(person: Person, { kind, submission }: DocumentReading): Comparison {
  if (submission === null) return { match: 'unknown', differences: [] }
  if (kind === 'payslip') return comparePayslip(person, ShownPerson.parse(submission))
  if (kind === 'card_statement') return compareCard(person, CardStatement.parse(submission))
  return compareStatement(person, BankStatement.parse(submission))
}

/** Opens the review of a document that shows another person. Returns true if its data is held instead of stored. */
async function reviewIdentity(
  tx: Tx,
  found: { authorisation_id: string; document: StoredDocument; identity: Comparison },
) {
  const { authorisation_id, document, identity } = found
  const { upload, reading, source } = document
  const { id, user_id, external_id, file_name } = upload
  const isHeld = await holdsUnmatchedData(tx)
  const { submission, trust_score, bank_statement_probability } = reading
  const data: HeldDocument = {
    upload: { id, external_id, file_name },
    reading: { submission, trust_score, bank_statement_probability },
    source,
  }
  const { differences } = identity
  await openReview(
    tx,
    { user_id, document_id: id, authorisation_id },
    { differences, ...(isHeld && { data }) },
  )
  return isHeld
}

const isStillReading = (result: ExtractedFile | RejectedFile) =>
  'problem' in result && result.problem === 'still-processing'

const isRefused = (problem: FileProblem | undefined) =>
  problem !== undefined && problem !== 'still-processing'

function withDuplicateFinding(reading: DocumentReading): DocumentReading {
  const findings = [...reading.findings, createDuplicateFinding()]
  return { ...reading, findings, trust_score: scoreTrust(reading.kind, findings) }
}

/**
 * Deletes the files from quarantine. Best effort: the bucket's lifecycle rule removes leftover files within a day.
 */
function clearQuarantine(objects: ObjectStore, results: readonly (ExtractedFile | RejectedFile)[]) {
  for (const each of results)
    if (each.upload && !isStillReading(each)) leaveQuarantine(objects, each.upload).catch(() => {})
}

/**
 * Reads problems from JSON or, if written by processes of older versions, from text such as `0:password 3:duplicate`.
 */
export function readProblems(problems: unknown): z.output<typeof FileProblems> {
  if (typeof problems !== 'string') return FileProblems.parse(problems)
  return [...problems.matchAll(/(\d+):(\S+)/g)].map(([, n, code]) => ({
    n: Number(n),
    problem: code as FileProblem,
  }))
}
