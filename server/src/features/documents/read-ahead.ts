import { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { catchRefusal } from '../../platform/tasks/refusal.ts'
import { defineTask, type TaskResult, type TaskRun } from '../../platform/tasks/task.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { openUser } from '../users/service.ts'
import { type ExtractionTools, oneAtATime } from './extract-submitted.ts'
import type { FileProblem } from './file-problems.ts'
import { fetchQuarantined } from './quarantine.ts'
import { lockUserFiles, putReading } from './queries.ts'
import { addReadingTime, findReadingResume } from './reading-budget.ts'
import { type AheadReading, openReading, sealReading } from './sealed-readings.ts'
import { listOpenUploads, openUploads, type Upload } from './uploads.ts'

// Reads uploaded files before the person sends them. Nothing is stored but the sealed reading beside the upload, which
// is deleted with it. The extraction after sending uses the reading, so a file is read once.

type ReadAheadResult = { upload: Upload; ahead: AheadReading } | { upload: Upload; problem: FileProblem }

const ReadAheadInput = z.object({
  user_id: z.uuid(),
  authorisation_id: z.uuid(),
  upload_ids: z.array(z.uuid()).max(12),
})

export const readAhead = defineTask({
  kind: 'document.read-ahead',
  lane: 'extract',
  input: ReadAheadInput,
  timeoutMs: 300_000,
  run: (job, tools: ExtractionTools): Promise<TaskResult> => readUploads(job, tools),
})

/** Schedules the reading of files that were uploaded but not sent. Returns the task id. */
export function requestReadAhead(tenant: Tenant, userId: string, paths: readonly string[]) {
  return tenant.transaction(async (tx) => {
    if (!(await lockUserFiles(tx, userId))) throw notFound('User', userId)
    const authorisation_id = await requireAuthorisation(tx, userId, {})
    const uploads = await listOpenUploads(tx, userId, paths)
    const unknown = paths.flatMap((path, n) => (uploads.some((each) => each.path === path) ? [] : [n]))
    if (unknown.length > 0)
      throw invalid(...unknown.map((n) => `Field [files.${n}.path] is invalid: no such upload of this user`))
    audit(tx, 'document.read_ahead_requested', userId)
    const upload_ids = uploads.map(({ id }) => id)
    return readAhead.schedule(
      tx,
      { user_id: userId, authorisation_id, upload_ids },
      { ...oneAtATime(userId), awaited: true },
    )
  })
}

async function readUploads(
  job: TaskRun<z.output<typeof ReadAheadInput>>,
  tools: ExtractionTools,
): Promise<TaskResult> {
  const { input, tenant } = job
  const { user_id, authorisation_id, upload_ids } = input
  const ready = await catchRefusal(
    tenant.transaction(async (tx) => {
      await requireAuthorisation(tx, user_id, { id: authorisation_id })
      const { key } = await openUser(tx, user_id)
      const resumeAt = await findReadingResume(tx, user_id, { maxClientMs: tools.maxClientReadingMs })
      const uploads = await openUploads(tx, user_id, upload_ids)
      return { key, isBudgetUsed: resumeAt !== undefined, uploads }
    }),
  )
  if ('refused' in ready) return ready
  let usedMs = 0
  // Files that are not ready by then are read when the person asks again.
  const late = AbortSignal.timeout(tools.backgroundReadingMs)
  const options = {
    owner: tenant.clientId,
    signal: AbortSignal.any([job.signal, late]),
    onUsed: (ms: number) => {
      usedMs += ms
    },
  }
  const results = await Promise.all(
    ready.uploads.map(async (upload): Promise<ReadAheadResult> => {
      if (upload.sealedReading) return { upload, ahead: openReading(ready.key, upload, upload.sealedReading) }
      if (ready.isBudgetUsed) return { upload, problem: 'still-processing' }
      const file = await fetchQuarantined(tools, upload)
      if ('problem' in file) return { upload, problem: file.problem }
      const reading = await tools.reader.read(file.bytes, options).catch((error: unknown) => {
        if (late.aborted && !job.signal.aborted) return undefined
        throw error
      })
      return reading
        ? { upload, ahead: { sha256: file.sha256, reading } }
        : { upload, problem: 'still-processing' }
    }),
  )
  job.signal.throwIfAborted()
  return async (tx) => {
    await addReadingTime(tx, user_id, usedMs)
    for (const each of results)
      if ('ahead' in each && !each.upload.sealedReading)
        await putReading(tx, each.upload.id, sealReading(ready.key, each.upload, each.ahead))
    audit(tx, 'document.read_ahead', user_id)
    return {
      problems: results.flatMap((each) =>
        'problem' in each ? [{ id: each.upload.id, problem: each.problem }] : [],
      ),
    }
  }
}

/** Lists the readings of uploads, by path. Files that were not read have none. */
export async function listReadAhead(tx: Tx, userId: string, paths: readonly string[]) {
  const { key } = await openUser(tx, userId)
  const uploads = await listOpenUploads(tx, userId, paths)
  return new Map(
    uploads.map((upload) => [
      upload.path,
      {
        id: upload.id,
        type: upload.type,
        reading: upload.sealedReading && openReading(key, upload, upload.sealedReading).reading,
      },
    ]),
  )
}
