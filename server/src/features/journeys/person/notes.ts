import type { KeyObject } from 'node:crypto'
import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { paginationOf } from '../../../platform/http/wire.ts'
import { queueMail } from '../../../platform/mail/mailer.ts'
import { notFound, Problem } from '../../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../../platform/secrets/seal.ts'
import { newUuidV7 } from '../../../platform/time/uuid-v7.ts'
import { markIncomeChanged } from '../../income-changes/service.ts'
import { openUser } from '../../users/service.ts'
import { answerMail } from './answer-mail.ts'
import {
  countNotes,
  findNewestJourneyId,
  findNoteRow,
  insertNote,
  listNoteRows,
  lockSubject,
  lockUserNotes,
  type NoteRow,
  setAnswer,
} from './notes-queries.ts'
import type { NewNote } from './schemas.ts'
import { readClient } from './shared-data.ts'

type NoteInput = z.output<typeof NewNote>
type SealedNote = Pick<NoteInput, 'field' | 'text'>

const maxNotes = 200

/** Stores an applicant's comment on a finding. The finding itself is not changed. */
export function addNote(tenant: Tenant, userId: string, { subject, submission_id, field, text }: NoteInput) {
  return tenant.transaction(async (tx) => {
    if (!(await lockUserNotes(tx, userId))) throw notFound('User', userId)
    if (!(await lockSubject(tx, userId, { subject, id: submission_id })))
      throw notFound('Submission', submission_id)
    if ((await countNotes(tx, userId)) >= maxNotes)
      throw new Problem(400, 'too-many-notes', [`User [${userId}] may have ${maxNotes} notes`])
    const { key } = await openUser(tx, userId)
    const id = newUuidV7()
    const content: SealedNote = { field, text }
    const sealed = seal(key, sealContext(id), JSON.stringify(content))
    const row = { id, subject, submission_id, created_at: new Date(), sealed }
    await insertNote(tx, userId, row)
    audit(tx, 'note.added', id)
    await markIncomeChanged(tx, userId)
    return present(key, { ...row, sealed_answer: null, answered_at: null })
  })
}

type AnswerInput = { user_id: string; note_id: string; text: string }

/** Stores the client's answer to a note. The person gets a mail about the first answer, if there is an address. */
export function answerNote(tenant: Tenant, baseUrl: string, { user_id, note_id, text }: AnswerInput) {
  return tenant.transaction(async (tx) => {
    if (!(await lockUserNotes(tx, user_id))) throw notFound('User', user_id)
    const row = await findNoteRow(tx, user_id, note_id)
    if (!row) throw notFound('Note', note_id)
    const { key, person } = await openUser(tx, user_id)
    const at = new Date()
    const sealed = seal(key, answerSealContext(note_id), JSON.stringify({ text }))
    await setAnswer(tx, note_id, { sealed, at })
    audit(tx, 'note.answered', note_id)
    const journeyId = await findNewestJourneyId(tx, user_id)
    if (row.answered_at === null && person.email && journeyId) {
      const { name } = await readClient(tx)
      const link = `${baseUrl}/j/${journeyId}/mine`
      await queueMail(tx, tenant, answerMail(person.email, { clientName: name, link }), { userId: user_id })
    }
    return present(key, { ...row, sealed_answer: sealed, answered_at: at })
  })
}

/** Lists notes, newest first. */
export async function listNotes(tx: Tx, userId: string, page = { skip: 0, limit: maxNotes }) {
  const { key } = await openUser(tx, userId)
  return (await listNoteRows(tx, userId, page)).map((row) => present(key, row))
}

export function listNotePage(
  tenant: Tenant,
  { user_id, offset, limit }: { user_id: string; offset: number; limit: number },
) {
  return tenant.transaction(async (tx) => {
    const notes = await listNotes(tx, user_id, { skip: offset - 1, limit })
    audit(tx, 'note.listed', user_id)
    const total_count = await countNotes(tx, user_id)
    return { pagination: paginationOf({ offset, limit }, notes, total_count), notes }
  })
}

function present(key: KeyObject, { id, subject, submission_id, created_at, sealed, ...row }: NoteRow) {
  const { field, text }: SealedNote = JSON.parse(unseal(key, sealContext(id), sealed).toString())
  return { id, subject, submission_id, field, text, created_at, answer: openAnswer(key, { id, ...row }) }
}

function openAnswer(
  key: KeyObject,
  { id, sealed_answer, answered_at }: Pick<NoteRow, 'id' | 'sealed_answer' | 'answered_at'>,
) {
  if (!sealed_answer || !answered_at) return null
  const { text }: { text: string } = JSON.parse(unseal(key, answerSealContext(id), sealed_answer).toString())
  return { text, answered_at }
}

const answerSealContext = (row: string): SealContext => ({
  table: 'journey_notes',
  column: 'sealed_answer',
  row,
  version: 1,
})

const sealContext = (row: string): SealContext => ({
  table: 'journey_notes',
  column: 'sealed',
  row,
  version: 1,
})
