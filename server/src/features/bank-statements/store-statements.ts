import type { KeyObject } from 'node:crypto'
import type { Tx } from '../../platform/database/tenancy.ts'
import { open, type Place, seal } from '../../platform/secrets/seal.ts'
import { newTimedId } from '../../platform/time/uuid-v7.ts'
import { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { Paper } from '../documents/provenance.ts'
import type { KeptFile } from '../documents/extract-submitted.ts'
import { openUser } from '../users/service.ts'
import { publish } from '../webhooks/service.ts'
import { creditsOf } from './credits.ts'
import { insertStatements } from './queries.ts'
import { type Content, presentStatement } from './wire.ts'

const placeOf = (column: string, row: string): Place => ({
  table: 'bank_statement_submissions',
  column,
  row,
  version: 1,
})
export const creditsPlace = (id: string) => placeOf('credits', id)

export const openContent = (key: KeyObject, { id, sealed }: { id: string; sealed: Buffer }): Content =>
  JSON.parse(open(key, placeOf('sealed', id), sealed).toString())

export const openPaper = (key: KeyObject, { id, provenance }: { id: string; provenance: Buffer }): Paper =>
  JSON.parse(open(key, placeOf('provenance', id), provenance).toString())

type Allowed = { user_id: string; authorisation_id: string }

/** Stores what was read from documents that are there now, and says so. Returns the submissions' ids. */
export async function storeStatements(tx: Tx, allowed: Allowed, kept: readonly KeptFile[]) {
  if (kept.length === 0) return []
  const { key } = await openUser(tx, allowed.user_id)
  const created_at = new Date()
  const stored = kept.map(({ upload, reading, paper }) => {
    const id = newTimedId()
    const statement = BankStatement.parse(reading.submission)
    const content: Content = {
      statement,
      bank_statement_probability: reading.bank_statement_probability,
      document_external_id: upload.external_id,
      document_filename: upload.file_name,
    }
    const { first_day, last_day, credits } = creditsOf(statement)
    const row = {
      ...allowed,
      id,
      created_at,
      document_id: upload.id,
      first_day,
      last_day,
      sealed: seal(key, placeOf('sealed', id), JSON.stringify(content)),
      credits: seal(key, creditsPlace(id), JSON.stringify(credits)),
      provenance: seal(key, placeOf('provenance', id), JSON.stringify(paper)),
    }
    return { row, content }
  })
  await insertStatements(
    tx,
    stored.map(({ row }) => row),
  )
  await publish(tx, {
    event: 'user-bank-statement-submitted',
    user_id: allowed.user_id,
    fields: {
      document_external_ids: stored.flatMap(({ content }) => content.document_external_id ?? []),
    },
    payload: {
      bank_statement_submissions: stored.map(({ row, content }) => presentStatement(row, content)),
    },
  })
  return stored.map(({ row }) => row.id)
}
