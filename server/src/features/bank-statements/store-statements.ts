import type { KeyObject } from 'node:crypto'
import type { Tx } from '../../platform/database/tenancy.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { newUuidV7 } from '../../platform/time/uuid-v7.ts'
import { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { HeldDocument } from '../documents/extract-submitted.ts'
import type { SourceDocument } from '../documents/provenance.ts'
import { compareStatement } from '../identity/service.ts'
import { markIncomeChanged } from '../income-changes/service.ts'
import { openUser } from '../users/service.ts'
import { publish } from '../webhooks/service.ts'
import { extractCredits } from './credits.ts'
import { insertStatements } from './queries.ts'
import { presentStatement, type StatementContent } from './wire.ts'

const sealContext = (column: string, row: string): SealContext => ({
  table: 'bank_statement_submissions',
  column,
  row,
  version: 1,
})
export const creditsSealContext = (id: string) => sealContext('credits', id)

export const openContent = (
  key: KeyObject,
  { id, sealed }: { id: string; sealed: Buffer },
): StatementContent => JSON.parse(unseal(key, sealContext('sealed', id), sealed).toString())

export const openSourceDocument = (
  key: KeyObject,
  { id, provenance }: { id: string; provenance: Buffer },
): SourceDocument => JSON.parse(unseal(key, sealContext('provenance', id), provenance).toString())

type AuthorisedUser = { user_id: string; authorisation_id: string }

/** Stores the statements extracted from stored documents and publishes the event. Returns the submission ids. */
export async function storeStatements(tx: Tx, owner: AuthorisedUser, kept: readonly HeldDocument[]) {
  if (kept.length === 0) return []
  const { key, person } = await openUser(tx, owner.user_id)
  const created_at = new Date()
  const stored = kept.map(({ upload, reading, source }) => {
    const id = newUuidV7()
    const statement = BankStatement.parse(reading.submission)
    const content: StatementContent = {
      statement,
      bank_statement_probability: reading.bank_statement_probability,
      document_external_id: upload.external_id,
      document_filename: upload.file_name,
    }
    const { first_day, last_day, credits } = extractCredits(statement)
    const row = {
      ...owner,
      id,
      created_at,
      document_id: upload.id,
      identity_match: compareStatement(person, statement).match,
      first_day,
      last_day,
      sealed: seal(key, sealContext('sealed', id), JSON.stringify(content)),
      credits: seal(key, creditsSealContext(id), JSON.stringify(credits)),
      provenance: seal(key, sealContext('provenance', id), JSON.stringify(source)),
    }
    return { row, content }
  })
  await insertStatements(
    tx,
    stored.map(({ row }) => row),
  )
  await publish(tx, {
    event: 'user-bank-statement-submitted',
    user_id: owner.user_id,
    fields: {
      document_external_ids: stored.flatMap(({ content }) => content.document_external_id ?? []),
    },
    payload: {
      bank_statement_submissions: stored.map(({ row, content }) => presentStatement(row, content)),
    },
  })
  await markIncomeChanged(tx, owner.user_id)
  return stored.map(({ row }) => row.id)
}
