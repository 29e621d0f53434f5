import type { KeyObject } from 'node:crypto'
import { keysOf, type Tx } from '../../platform/database/tenancy.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { newUuidV7 } from '../../platform/time/uuid-v7.ts'
import { BankStatement } from '../../vocabulary/bank-statement.ts'
import type { HeldDocument } from '../documents/extract-submitted.ts'
import type { SourceDocument } from '../documents/provenance.ts'
import { compareStatement } from '../identity/service.ts'
import { markIncomeChanged } from '../income-changes/service.ts'
import { openUser } from '../users/service.ts'
import { publish } from '../webhooks/service.ts'
import { type Credits, extractCredits } from './credits.ts'
import {
  insertStatements,
  listStatementsById,
  listUnhashedStatements,
  type NewStatement,
  storeAccountHash,
} from './queries.ts'
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

/** Encrypts the columns of an uploaded statement. */
export const sealStatement = (
  key: KeyObject,
  id: string,
  { content, credits, source }: { content: StatementContent; credits: Credits; source: SourceDocument },
) => ({
  sealed: seal(key, sealContext('sealed', id), JSON.stringify(content)),
  credits: seal(key, creditsSealContext(id), JSON.stringify(credits)),
  provenance: seal(key, sealContext('provenance', id), JSON.stringify(source)),
})

type AuthorisedUser = { user_id: string; authorisation_id: string }

/** Keyed hash of an account, or null if the statement does not show both numbers. */
export function hashAccount(
  tx: Tx,
  { sort_code, account_number }: Pick<BankStatement['account_information'], 'sort_code' | 'account_number'>,
) {
  const [sortCode, number] = [sort_code, account_number].map((text) => text?.replace(/\D/g, '') ?? '')
  if (sortCode?.length !== 6 || number?.length !== 8) return null
  return keysOf(tx).lookupHash('bank_statement_submissions.account', `${sortCode} ${number}`)
}

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
      account_id: null,
      document_id: upload.id,
      account_hash: hashAccount(tx, statement.account_information),
      identity_match: compareStatement(person, statement).match,
      first_day,
      last_day,
      ...sealStatement(key, id, { content, credits, source }),
    }
    return { row, content }
  })
  await insertAndPublish(tx, owner.user_id, stored)
  return stored.map(({ row }) => row.id)
}

/** A statement that the bank gave, with the details of its credits. */
export type RetrievedStatement = { statement: BankStatement; account_hash: Buffer; credits: Credits }

/** Stores statements that were retrieved through an account and publishes the same event as for uploads. */
export async function storeRetrievedStatements(
  tx: Tx,
  owner: AuthorisedUser & { account_id: string },
  retrieved: readonly RetrievedStatement[],
) {
  if (retrieved.length === 0) return []
  const { key, person } = await openUser(tx, owner.user_id)
  await hashOlderUploads(tx, owner.user_id, key)
  const created_at = new Date()
  const stored = retrieved.map(({ statement, account_hash, credits }) => {
    const id = newUuidV7()
    const content: StatementContent = {
      statement,
      bank_statement_probability: 1,
      document_external_id: null,
      document_filename: null,
    }
    const { first_day, last_day } = extractCredits(statement)
    const row = {
      ...owner,
      id,
      created_at,
      document_id: null,
      account_hash,
      identity_match: compareStatement(person, statement).match,
      first_day,
      last_day,
      sealed: seal(key, sealContext('sealed', id), JSON.stringify(content)),
      credits: seal(key, creditsSealContext(id), JSON.stringify(credits)),
      provenance: null,
    }
    return { row, content }
  })
  await insertAndPublish(tx, owner.user_id, stored)
  return stored.map(({ row }) => row.id)
}

async function insertAndPublish(
  tx: Tx,
  user_id: string,
  stored: readonly { row: NewStatement & { id: string }; content: StatementContent }[],
) {
  await insertStatements(
    tx,
    stored.map(({ row }) => row),
  )
  const rows = await listStatementsById(
    tx,
    stored.map(({ row }) => row.id),
  )
  const contents = new Map(stored.map(({ row, content }) => [row.id, content]))
  await publish(tx, {
    event: 'user-bank-statement-submitted',
    user_id,
    fields: {
      document_external_ids: stored.flatMap(({ content }) => content.document_external_id ?? []),
    },
    payload: {
      bank_statement_submissions: rows.map((row) =>
        presentStatement(row, contents.get(row.id) as StatementContent),
      ),
    },
  })
  await markIncomeChanged(tx, user_id)
}

/** Statements stored by older releases have no hash of their account, so they would not be recognised as duplicates. */
async function hashOlderUploads(tx: Tx, userId: string, key: KeyObject) {
  for (const row of await listUnhashedStatements(tx, userId)) {
    const hash = hashAccount(tx, openContent(key, row).statement.account_information)
    if (hash) await storeAccountHash(tx, row.id, hash)
  }
}
