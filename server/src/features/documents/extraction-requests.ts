import { z } from 'zod'
import type { Tenant, Tx } from '../../platform/database/tenancy.ts'
import { audit } from '../../platform/database/tenancy.ts'
import { Body, TextLine } from '../../platform/http/wire.ts'
import { forbidden, invalid, notFound, unavailable } from '../../platform/problem.ts'
import type { TaskOptions } from '../../platform/tasks/options.ts'
import { hasOpenTasks } from '../../platform/tasks/queries.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { oneAtATime, type ReadInput, readProblems } from './extract-submitted.ts'
import { describeFileProblem, type FileProblem, fileProblemCodes } from './file-problems.ts'
import { maxFiles } from './limits.ts'
import { lockUserFiles } from './queries.ts'
import { openUploads, requireUploadsEnabled, takeUploads, type Upload } from './uploads.ts'

const SubmittedFile = z
  .strictObject({
    path: TextLine(300).describe('The path returned when presigning'),
    external_document_id: TextLine(255)
      .optional()
      .describe('Your own id of the document, if not given when presigning'),
    manual_review: z
      .boolean()
      .optional()
      .describe(
        'Keep the document for manual review if it is recognised but cannot be read. Default: false. The error of the file is ' +
          'still listed, and the document has the part `unread`',
      ),
  })
  .meta({ id: 'SubmittedFile', description: 'An uploaded file.' })

export const SubmittedFiles = Body({
  files: z.array(SubmittedFile).min(1).max(maxFiles),
}).meta({ id: 'SubmittedFiles' })

export const FileErrors = z.array(
  z
    .strictObject({
      file_name: z.string(),
      error: z
        .string()
        .describe('Message for the user; `still processing`: the result will be sent by webhook'),
      code: z.enum(fileProblemCodes).describe('Stable code of the error, for translation'),
    })
    .meta({ id: 'FileError' }),
)

export type SubmittedFiles = z.output<typeof SubmittedFiles>
type SubmittedFileList = SubmittedFiles['files']
type ExtractionRequest = { tenant: Tenant; userId: string; authorisationId: string | undefined }

/**
 * Time after which the task replies. The request waits 25 s, so 5 s are left for storing the results and composing
 * the reply.
 */
const answerAfterMs = 20_000

/**
 * Claims the uploads and schedules their extraction. Returns the task id. Throws if the request as a whole is
 * invalid.
 */
export function requestExtraction(
  { tenant, userId, authorisationId }: ExtractionRequest,
  type: Upload['type'],
  files: SubmittedFileList,
  schedule: (tx: Tx, input: z.input<typeof ReadInput>, options: TaskOptions) => Promise<string>,
) {
  return tenant.transaction(async (tx) => {
    // Lock the user first, in the same order as when a user is erased, to avoid a deadlock.
    if (!(await lockUserFiles(tx, userId))) throw notFound('User', userId)
    await requireUploadsEnabled(tx, userId, type)
    const allowing = authorisationId === undefined ? {} : { id: authorisationId }
    const authorisation_id = await requireAuthorisation(tx, userId, allowing)
    const submitted = await takeUploads(tx, { user_id: userId, type }, files)
    // The object store has not been checked yet. Here, 'not-uploaded' means that the path was never presigned for
    // this user.
    const unknownFiles = submitted.flatMap((each, n) =>
      'problem' in each && each.problem === 'not-uploaded' ? [n] : [],
    )
    if (unknownFiles.length > 0)
      throw invalid(
        ...unknownFiles.map((n) => `Field [files.${n}.path] is invalid: no such upload of this user`),
      )
    audit(tx, 'document.submitted', userId)
    const hasOthers = await hasOpenTasks(tx, { lane: 'extract', userId })
    const options = { userId, awaited: true, ...(hasOthers && oneAtATime(userId)) }
    const input = {
      user_id: userId,
      authorisation_id,
      files: submitted.flatMap((each, n) =>
        'upload' in each
          ? [{ n, upload_id: each.upload.id, ...(files[n]?.manual_review && { manual_review: true }) }]
          : [],
      ),
      rejected: submitted.flatMap((each, n) => ('problem' in each ? [{ n, problem: each.problem }] : [])),
      answer_at: new Date(Date.now() + answerAfterMs).toISOString(),
    }
    return schedule(tx, input, options)
  })
}

const refusalTexts: Record<string, string> = {
  'authorisation-missing': 'The authorisation was withdrawn meanwhile; nothing was stored',
  'payslip-upload-off': 'Payslip upload was switched off meanwhile; nothing was stored',
}

/** Returns the outcome of the extraction task, or undefined while the task is running. */
export function readOutcome(end: TaskEnd | undefined, userId: string) {
  if (end === undefined) return undefined
  if (end.state === 'gone' || end.state === 'cancelled') throw notFound('User', userId)
  if (end.state === 'dead') throw unavailable(new Error(end.reason))
  const outcome = end.outcome ?? {}
  if (typeof outcome.refused !== 'string') return outcome
  const text = refusalTexts[outcome.refused]
  throw text ? forbidden(outcome.refused, text) : notFound('User', userId)
}

/** Returns the errors of the files that were not stored or not read, in request order. */
export async function presentProblems(
  tx: Tx,
  userId: string,
  files: SubmittedFileList,
  outcome: ReturnType<typeof readOutcome>,
): Promise<z.output<typeof FileErrors>> {
  const problems: { n: number; problem: FileProblem }[] = outcome
    ? readProblems(outcome.problems)
    : files.map((_, n) => ({ n, problem: 'still-processing' }))
  const ids = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const uploads = problems.length > 0 ? await openUploads(tx, userId, ids) : []
  return problems
    .sort((one, other) => one.n - other.n)
    .map(({ n, problem }) => ({
      file_name: uploads.find(({ id }) => id === ids[n])?.file_name ?? files[n]?.path ?? '',
      error: describeFileProblem(problem),
      code: problem,
    }))
}
