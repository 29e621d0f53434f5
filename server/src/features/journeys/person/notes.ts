import type { KeyObject } from 'node:crypto'
import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { paginationOf } from '../../../platform/http/wire.ts'
import { notFound, Problem } from '../../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../../platform/secrets/seal.ts'
import { newUuidV7 } from '../../../platform/time/uuid-v7.ts'
import { markIncomeChanged } from '../../income-changes/service.ts'
import { openUser } from '../../users/service.ts'
import {
  countNotes,
  insertNote,
  listNoteRows,
  lockSubject,
  lockUserNotes,
  type NoteRow,
} from './notes-queries.ts'
import type { NewNote } from './schemas.ts'

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
    return present(key, row)
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

function present(key: KeyObject, { id, subject, submission_id, created_at, sealed }: NoteRow) {
  const { field, text }: SealedNote = JSON.parse(unseal(key, sealContext(id), sealed).toString())
  return { id, subject, submission_id, field, text, created_at }
}

const sealContext = (row: string): SealContext => ({
  table: 'journey_notes',
  column: 'sealed',
  row,
  version: 1,
})
