import { z } from 'zod'
import type { Tenant, Tx } from '../../platform/database/tenancy.ts'
import { audit } from '../../platform/database/tenancy.ts'
import { Body, Line } from '../../platform/http/wire.ts'
import { forbidden, invalid, notFound, unavailable } from '../../platform/problem.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { type FileProblem, problemWords, wordsOf } from './file-problems.ts'
import { mostFiles } from './limits.ts'
import { holdUserFiles } from './queries.ts'
import { problemsIn, problemText, type ReadInput } from './extract-submitted.ts'
import { openUploads, requireUploadsOn, takeUploads, type Upload } from './uploads.ts'

// The two ends of a request that submits files: what starts their reading, and what is said when it is over.

export const SubmittedFiles = Body({
  files: z
    .array(
      z.strictObject({
        path: Line(300).describe('As the presigned upload names it'),
        external_document_id: Line(255)
          .optional()
          .describe('Your own id of the document, if not given before'),
      }),
    )
    .min(1)
    .max(mostFiles),
}).meta({ id: 'SubmittedFiles' })

export const FileErrors = z.array(
  z
    .strictObject({
      file_name: z.string(),
      error: z.string().describe('Words for the person; `still processing`: it will be announced by webhook'),
      code: z.enum(problemWords).describe('The same as a stable word, for pages in other languages'),
    })
    .meta({ id: 'FileError' }),
)

export type SubmittedFiles = z.output<typeof SubmittedFiles>
type Files = SubmittedFiles['files']
type Asking = { tenant: Tenant; userId: string; authorisationId: string | undefined }

/** The request waits 25 seconds; what is read by then must have been stored and read back. */
const answerAfterMs = 20_000

/** Takes the files and starts their reading. Whatever is wrong with the request as a whole is refused; returns the task. */
export function requestReading(
  { tenant, userId, authorisationId }: Asking,
  type: Upload['type'],
  files: Files,
  schedule: (tx: Tx, input: z.input<typeof ReadInput>) => Promise<string>,
) {
  return tenant.transaction(async (tx) => {
    // First, as whoever erases them does.
    if (!(await holdUserFiles(tx, userId))) throw notFound('User', userId)
    await requireUploadsOn(tx, userId, type)
    const allowing = authorisationId === undefined ? {} : { id: authorisationId }
    const authorisation_id = await requireAuthorisation(tx, userId, allowing)
    const taken = await takeUploads(tx, { user_id: userId, type }, files)
    // Nobody has looked into the store yet: what is missing here was never offered to this user.
    const unknown = taken.flatMap((each, n) =>
      'problem' in each && each.problem === 'not-uploaded' ? [n] : [],
    )
    if (unknown.length > 0)
      throw invalid(...unknown.map((n) => `Field [files.${n}.path] is invalid: no such upload of this user`))
    audit(tx, 'document.submitted', userId)
    return schedule(tx, {
      user_id: userId,
      authorisation_id,
      files: taken.flatMap((each, n) => ('upload' in each ? [{ n, upload_id: each.upload.id }] : [])),
      problems: problemText(
        new Map(taken.flatMap((each, n) => ('problem' in each ? [[n, each.problem] as const] : []))),
      ),
      answer_at: new Date(Date.now() + answerAfterMs).toISOString(),
    })
  })
}

const refusals: Record<string, string> = {
  'authorisation-missing': 'The authorisation was withdrawn meanwhile; nothing was stored',
  'payslip-upload-off': 'Payslip upload was switched off meanwhile; nothing was stored',
}

/** What the reading came to, or undefined: it is still going on. */
export function outcomeOf(end: TaskEnd | undefined, userId: string) {
  if (end === undefined) return undefined
  if (end.state === 'gone' || end.state === 'cancelled') throw notFound('User', userId)
  if (end.state === 'dead') throw unavailable(new Error(end.reason))
  const outcome = end.outcome ?? {}
  if (typeof outcome.refused !== 'string') return outcome
  const text = refusals[outcome.refused]
  throw text ? forbidden(outcome.refused, text) : notFound('User', userId)
}

/** The files that left nothing, in the order in which they were sent. */
export async function presentProblems(
  tx: Tx,
  userId: string,
  files: Files,
  outcome: ReturnType<typeof outcomeOf>,
): Promise<z.output<typeof FileErrors>> {
  const problems: { n: number; problem: FileProblem }[] = outcome
    ? problemsIn(String(outcome.problems))
    : files.map((_, n) => ({ n, problem: 'still-processing' }))
  const ids = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const uploads = problems.length > 0 ? await openUploads(tx, userId, ids) : []
  return problems
    .sort((one, other) => one.n - other.n)
    .map(({ n, problem }) => ({
      file_name: uploads.find(({ id }) => id === ids[n])?.file_name ?? files[n]?.path ?? '',
      error: wordsOf(problem),
      code: problem,
    }))
}
