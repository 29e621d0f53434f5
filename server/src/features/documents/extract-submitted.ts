import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Reading } from '../../extraction/document.ts'
import type { Reader } from '../../extraction/isolation/reader.ts'
import { duplicateOfAnotherUser } from '../../extraction/trust/finding-codes.ts'
import { trustOf } from '../../extraction/trust/score.ts'
import { afterCommit, audit, type Tx } from '../../platform/database/tenancy.ts'
import type { Scanner } from '../../platform/malware-scan/clamd.ts'
import type { Objects } from '../../platform/objects/objects.ts'
import { notFound } from '../../platform/problem.ts'
import { orRefused } from '../../platform/tasks/refusal.ts'
import type { Ending, Job } from '../../platform/tasks/task.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { openUser } from '../users/service.ts'
import { eraseFileOf } from './erase.ts'
import type { FileProblem } from './file-problems.ts'
import { paperOf } from './provenance.ts'
import { fetchQuarantined, leaveQuarantine, promote } from './quarantine.ts'
import { holdUserFiles } from './queries.ts'
import { admitDocument, storeDocument } from './store.ts'
import { openUploads, refuseUpload, requireUploadsOn, type Upload } from './uploads.ts'

// How submitted files become documents: read side by side with no transaction open, kept by the one that ends the task.

export const ReadInput = z.object({
  user_id: z.uuid(),
  authorisation_id: z.uuid(),
  /** By their places in the request. */
  files: z.array(z.object({ n: z.int(), upload_id: z.uuid() })).max(12),
  /** Of files that were refused before anything was read. */
  problems: z.string().max(1_000).default(''),
  /** When somebody who waits has to be answered; nobody waits for what is read later. */
  answer_at: z.iso.datetime().optional(),
})

type Input = z.output<typeof ReadInput>

export type ReadingTools = { objects: Objects; scanner: Scanner; reader: Pick<Reader, 'read'> }

/** A file that was read as what it should be; it is in the store, and nobody knows of it yet. */
export type ReadFile = {
  n: number
  upload: Upload
  file: { bytes: Buffer; sha256: string }
  reading: Reading
}
type Unread = { n: number; upload: Upload | undefined; problem: FileProblem }

/** A file that has become a document. */
export type KeptFile = ReadFile & { paper: ReturnType<typeof paperOf> }

type Kind = {
  type: Upload['type']
  /** Why this reading is of no use here. */
  refuse(reading: Reading): FileProblem | undefined
  /** Which of the files, apart from being documents, were known before. */
  known(tx: Tx, userId: string, files: readonly ReadFile[]): Promise<ReadonlySet<number>>
  /** Stores what the files say, and tells of it. What it returns is a part of the task's outcome. */
  store(tx: Tx, input: Input, kept: readonly KeptFile[]): Promise<Record<string, string | null>>
  /** The same task, later. */
  again(tx: Tx, input: Input): Promise<string>
}

/** Reads the files of a request. What is ready in time is stored at once, the rest by a further task. */
export async function readSubmitted(job: Job<Input>, tools: ReadingTools, kind: Kind): Promise<Ending> {
  const { input, tenant } = job
  const ready = await orRefused(tenant.transaction((tx) => prepare(tx, input, kind.type)))
  if ('refused' in ready) return ready
  const hands = { owner: tenant.clientId, late: lateness(input), signal: job.signal }
  const all = await Promise.all(
    input.files.map(({ n, upload_id }) => {
      const upload = ready.uploads.find(({ id }) => id === upload_id)
      if (!upload) return { n, upload, problem: 'expired' } as const
      return readOne({ n, upload }, { ...tools, ...hands, key: ready.key }, kind)
    }),
  )
  job.signal.throwIfAborted()
  return async (tx) => {
    const held = await orRefused(hold(tx, input, kind.type))
    if ('refused' in held) {
      audit(tx, 'document.discarded', input.user_id)
      for (const each of all) if (!('problem' in each)) await eraseFileOf(tx, input.user_id, each.upload.id)
      afterCommit(tx, () => clearQuarantine(tools.objects, all))
      return held
    }
    return keep(tx, input, tools.objects, all, kind)
  }
}

async function prepare(tx: Tx, input: Input, type: Upload['type']) {
  const { user_id, authorisation_id, files } = input
  await requireUploadsOn(tx, user_id, type)
  await requireAuthorisation(tx, user_id, { id: authorisation_id })
  const { key } = await openUser(tx, user_id)
  const ids = files.map(({ upload_id }) => upload_id)
  return { key, uploads: await openUploads(tx, user_id, ids) }
}

/** All as it was when the request came; it stays so until the commit. */
async function hold(tx: Tx, { user_id, authorisation_id }: Input, type: Upload['type']) {
  if (!(await holdUserFiles(tx, user_id))) throw notFound('User', user_id)
  await requireUploadsOn(tx, user_id, type)
  return { id: await requireAuthorisation(tx, user_id, { id: authorisation_id }) }
}

/** Aborted when whoever waits has to be answered; never, if that is over already. */
function lateness({ answer_at }: Input) {
  const restMs = answer_at === undefined ? 0 : Date.parse(answer_at) - Date.now()
  return restMs > 0 ? AbortSignal.timeout(restMs) : undefined
}

type Hands = ReadingTools & {
  key: KeyObject
  owner: string
  late: AbortSignal | undefined
  signal: AbortSignal
}

async function readOne(
  { n, upload }: { n: number; upload: Upload },
  { late, key, owner, signal, ...tools }: Hands,
  kind: Kind,
): Promise<ReadFile | Unread> {
  const stillReading = { n, upload, problem: 'still-processing' } as const
  try {
    const file = await fetchQuarantined(tools, upload)
    if ('problem' in file) return { n, upload, ...file }
    late?.throwIfAborted()
    const reading = await tools.reader.read(file.bytes, {
      owner,
      signal: late ? AbortSignal.any([signal, late]) : signal,
    })
    const problem = reading.rejection ?? kind.refuse(reading)
    if (problem) return { n, upload, problem }
    await promote(tools.objects, key, upload, file.bytes)
    return { n, upload, file, reading }
  } catch (error) {
    if (late?.aborted && !signal.aborted) return stillReading
    throw error
  }
}

async function keep(
  tx: Tx,
  input: Input,
  objects: Objects,
  all: readonly (ReadFile | Unread)[],
  kind: Kind,
): Promise<Record<string, string | null>> {
  const { user_id, authorisation_id } = input
  const read = all.filter((each) => 'reading' in each)
  const problems = new Map(problemsIn(input.problems).map(({ n, problem }) => [n, problem]))
  for (const each of all) if ('problem' in each) problems.set(each.n, each.problem)
  const known = await kind.known(tx, user_id, read)
  const kept: KeptFile[] = []
  for (const each of read) {
    const { upload, file, reading } = each
    const { content_hash } = reading
    const admitted = known.has(each.n)
      ? ({ problem: 'duplicate' } as const)
      : await admitDocument(tx, user_id, { sha256: file.sha256, content_hash })
    if ('problem' in admitted) {
      problems.set(each.n, admitted.problem)
      await eraseFileOf(tx, user_id, upload.id)
      continue
    }
    const judged = admitted.isAnothers ? withAnothers(reading) : reading
    await storeDocument(tx, { upload, authorisation_id, file, reading: judged })
    kept.push({ ...each, reading: judged, paper: paperOf(judged, file.sha256) })
  }
  const stored = await kind.store(tx, input, kept)
  for (const { n, upload } of all) if (upload && isRefused(problems.get(n))) await refuseUpload(tx, upload)
  const late = input.files.filter(({ n }) => problems.get(n) === 'still-processing')
  if (late.length > 0) await kind.again(tx, { user_id, authorisation_id, files: late, problems: '' })
  audit(tx, 'document.processed', user_id)
  afterCommit(tx, () => clearQuarantine(objects, all))
  return { ...stored, authorisation_id, problems: problemText(problems) }
}

const isRefused = (problem: FileProblem | undefined) =>
  problem !== undefined && problem !== 'still-processing'

function withAnothers(reading: Reading): Reading {
  const findings = [...reading.findings, duplicateOfAnotherUser()]
  return { ...reading, findings, trust_score: trustOf(reading.kind, findings) }
}

/** What is left there goes within a day by the store's own hand. */
function clearQuarantine(objects: Objects, all: readonly (ReadFile | Unread)[]) {
  for (const each of all)
    if (each.upload && !('problem' in each && each.problem === 'still-processing'))
      leaveQuarantine(objects, each.upload).catch(() => {})
}

// An outcome holds plain values only: `0:password 3:duplicate`.
export const problemText = (problems: ReadonlyMap<number, FileProblem>) =>
  [...problems].map(([n, problem]) => `${n}:${problem}`).join(' ')

export function problemsIn(text: string): { n: number; problem: FileProblem }[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const at = one.indexOf(':')
      return { n: Number(one.slice(0, at)), problem: one.slice(at + 1) as FileProblem }
    })
}
