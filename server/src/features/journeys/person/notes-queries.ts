import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'
import type { Subject } from './schemas.ts'

/** Table of each note subject, and the column of journey_notes that refers to the table. */
const subjectTables = {
  job: { table: 'payroll_submissions', column: 'job_id' },
  bank_account: { table: 'bank_statement_submissions', column: 'bank_account_id' },
  tax_year: { table: 'tax_income_submissions', column: 'tax_year_id' },
} as const satisfies Record<Subject, { table: string; column: string }>

export type NoteRow = {
  id: string
  created_at: Date
  subject: Subject
  submission_id: string
  sealed: Buffer
  sealed_answer: Buffer | null
  answered_at: Date | null
}

/** Locks the user, which serialises changes of their notes. Returns false if the user does not exist. */
export async function lockUserNotes(tx: Tx, userId: string) {
  const { rows } = await sql`select from users where id = ${userId} for no key update`.execute(tx)
  return rows.length > 0
}

/** Whether the subject belongs to the user. Also prevents its deletion until the commit. */
export async function lockSubject(tx: Tx, userId: string, { subject, id }: { subject: Subject; id: string }) {
  const { rows } = await sql`select from ${sql.table(subjectTables[subject].table)}
    where user_id = ${userId} and id = ${id} for key share`.execute(tx)
  return rows.length > 0
}

export async function countNotes(tx: Tx, userId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from journey_notes where user_id = ${userId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertNote(
  tx: Tx,
  userId: string,
  note: Omit<NoteRow, 'sealed_answer' | 'answered_at'>,
) {
  const { id, created_at, subject, submission_id, sealed } = note
  await sql`insert into journey_notes (id, user_id, created_at, ${sql.ref(subjectTables[subject].column)}, sealed)
    values (${id}, ${userId}, ${created_at}, ${submission_id}, ${sealed})`.execute(tx)
}

const noteColumns = sql`id, created_at, sealed, sealed_answer, answered_at,
  coalesce(job_id, bank_account_id, tax_year_id) as submission_id,
  case when job_id is not null then 'job' when bank_account_id is not null then 'bank_account'
    else 'tax_year' end as subject`

export async function findNoteRow(tx: Tx, userId: string, id: string) {
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from journey_notes where user_id = ${userId} and id = ${id}`.execute(tx)
  return rows[0]
}

export async function setAnswer(tx: Tx, id: string, answer: { sealed: Buffer; at: Date }) {
  await sql`update journey_notes set sealed_answer = ${answer.sealed}, answered_at = ${answer.at}
    where id = ${id}`.execute(tx)
}

/** Finds the newest journey of a user, whose page is the way to their data. */
export async function findNewestJourneyId(tx: Tx, userId: string) {
  const { rows } = await sql<{ id: string }>`
    select id from journey_links where user_id = ${userId} order by expires_at desc limit 1`.execute(tx)
  return rows[0]?.id
}

/** Lists notes, newest first. */
export async function listNoteRows(tx: Tx, userId: string, { skip, limit }: { skip: number; limit: number }) {
  const { rows } = await sql<NoteRow>`
    select ${noteColumns} from journey_notes where user_id = ${userId}
      order by created_at desc, id desc offset ${skip} limit ${limit}`.execute(tx)
  return rows
}

export async function deleteNotes(tx: Tx, userId: string, before: Date | undefined) {
  await tx
    .deleteFrom('journey_notes')
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('created_at', '<=', before as Date))
    .execute()
}
