import type { KeyObject } from 'node:crypto'
import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { notFound, Problem } from '../../../platform/problem.ts'
import { open, type Place, seal } from '../../../platform/secrets/seal.ts'
import { newTimedId } from '../../../platform/time/uuid-v7.ts'
import { openUser } from '../../users/service.ts'
import {
  countNotes,
  holdSubject,
  holdUserNotes,
  insertNote,
  listNoteRows,
  type NoteRow,
} from './notes-queries.ts'
import type { NewNote } from './schemas.ts'

type New = z.output<typeof NewNote>
type Said = Pick<New, 'field' | 'text'>

const mostNotes = 200

/** Keeps what a person says of a finding beside it. */
export function addNote(tenant: Tenant, userId: string, { subject, submission_id, field, text }: New) {
  return tenant.transaction(async (tx) => {
    if (!(await holdUserNotes(tx, userId))) throw notFound('User', userId)
    if (!(await holdSubject(tx, userId, { subject, id: submission_id })))
      throw notFound('Submission', submission_id)
    if ((await countNotes(tx, userId)) >= mostNotes)
      throw new Problem(400, 'too-many-notes', [`User [${userId}] may have ${mostNotes} notes`])
    const { key } = await openUser(tx, userId)
    const id = newTimedId()
    const said: Said = { field, text }
    const sealed = seal(key, placeOf(id), JSON.stringify(said))
    const row = { id, subject, submission_id, created_at: new Date(), sealed }
    await insertNote(tx, userId, row)
    audit(tx, 'note.added', id)
    return present(key, row)
  })
}

/** All of a user, newest first. */
export async function listNotes(tx: Tx, userId: string, page = { skip: 0, limit: mostNotes }) {
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
    return { pagination: { offset, limit, count: notes.length, total_count }, notes }
  })
}

function present(key: KeyObject, { id, subject, submission_id, created_at, sealed }: NoteRow) {
  const { field, text }: Said = JSON.parse(open(key, placeOf(id), sealed).toString())
  return { id, subject, submission_id, field, text, created_at }
}

const placeOf = (row: string): Place => ({
  table: 'journey_notes',
  column: 'sealed',
  row,
  version: 1,
})
