import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { notFound } from '../../platform/problem.ts'
import { unseal } from '../../platform/secrets/seal.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import {
  presentProblems,
  readOutcome,
  requestExtraction,
  type SubmittedFiles,
} from '../documents/extraction-requests.ts'
import { presentProvenance } from '../documents/provenance.ts'
import { openUser } from '../users/service.ts'
import type { Credits } from './credits.ts'
import {
  findLastRetrievedDay,
  findNewestOfAccount,
  findStatement,
  listCreditRows,
  listStatements,
  listStatementsById,
  type StatementFilter,
  type StatementKey,
  type StatementSubmissionRow,
} from './queries.ts'
import { creditsSealContext, openContent, openSourceDocument } from './store-statements.ts'
import { read } from './tasks.ts'
import { presentStatement } from './wire.ts'

type SubmittedFileList = SubmittedFiles['files']
type ExtractionRequest = Parameters<typeof requestExtraction>[0]

/** Schedules the extraction of submitted files. Returns the task id. */
export const requestStatements = (request: ExtractionRequest, files: SubmittedFileList) =>
  requestExtraction(request, 'bank_statement', files, (tx, input, options) =>
    read.schedule(tx, input, options),
  )

export function readStatements(
  tenant: Tenant,
  { userId, files }: { userId: string; files: SubmittedFileList },
  end: TaskEnd | undefined,
) {
  const outcome = readOutcome(end, userId)
  return tenant.transaction(async (tx) => {
    const rows = await listStatementsById(tx, readIds(outcome?.submissions ?? []))
    audit(tx, 'bank_statement.read', userId)
    return {
      bank_statement_submissions: await presentRows(tx, userId, rows),
      bank_statement_errors: await presentProblems(tx, userId, files, outcome),
    }
  })
}

/** Reads ids from JSON or, if written by workers of older versions, from text. */
const readIds = (ids: unknown) =>
  typeof ids === 'string' ? ids.split(' ').filter(Boolean) : z.array(z.uuid()).parse(ids)

export function listStatementPage(
  tenant: Tenant,
  { offset, limit, ...filter }: StatementFilter & { offset: number; limit: number },
) {
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, filter.user_id)
    const { total, statements } = await listStatements(tx, filter, { skip: offset, limit })
    audit(tx, 'bank_statement.read', filter.user_id)
    return {
      pagination: paginationOf({ offset, limit }, statements, total),
      bank_statement_submissions: statements.map((row) => present(key, row)),
    }
  })
}

export function readStatement(tenant: Tenant, by: { user_id: string; id: string }) {
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, by.user_id)
    const row = await findStatement(tx, by)
    if (!row) throw notFound('Bank statement submission', by.id)
    audit(tx, 'bank_statement.read', by.user_id)
    return present(key, row)
  })
}

/**
 * Returns a submission with the position of each value in its document, or undefined if the submission does not
 * exist.
 */
export async function traceStatement(tx: Tx, by: StatementKey) {
  const { key } = await openUser(tx, by.user_id)
  const row = await findStatement(tx, by)
  if (!row) return undefined
  const submission = present(key, row)
  const { account_information, statement_period, balance_information, transactions } = submission
  const blocks = { account_information, statement_period, balance_information, transactions }
  const { id, account_id, document_id, provenance } = row
  const source = account_id === null ? 'Bank statement' : 'Bank (via User Connection)'
  const subject = { id, source, account_id, document_id }
  const document = provenance && openSourceDocument(key, { id, provenance })
  return {
    submission,
    blocks,
    stored: openContent(key, row).statement,
    source: document,
    provenance: presentProvenance('bank_statement', subject, blocks, document),
  }
}

/**
 * Lists the credits of the statements that cover any of these days, grouped by statement, oldest first. A credit of an
 * uploaded statement is left out if the bank itself gave that account's transactions of that day.
 */
export async function listCredits(tx: Tx, userId: string, days: { first: Day; last: Day }) {
  const { key } = await openUser(tx, userId)
  const rows = await listCreditRows(tx, userId, days)
  const isFromBank = dayCoverage(rows)
  return rows.map(({ id, account_id, document_id, account_hash, first_day, last_day, credits }) => {
    const {
      account,
      credits: all,
      corrected = null,
    } = JSON.parse(unseal(key, creditsSealContext(id), credits).toString()) as Credits
    const counted = account_id === null ? all.filter(({ date }) => !isFromBank(account_hash, date)) : all
    return { id, account_id, document_id, first_day, last_day, account, credits: counted, corrected }
  })
}

/** Returns a function that tells whether the bank gave the transactions of an account on a day. */
function dayCoverage(rows: Awaited<ReturnType<typeof listCreditRows>>) {
  const retrieved = rows.filter(({ account_id }) => account_id !== null)
  return (account: Buffer | null, day: Day) =>
    account !== null &&
    retrieved.some(
      ({ account_hash, first_day, last_day }) =>
        account_hash?.equals(account) && first_day <= day && day <= last_day,
    )
}

async function presentRows(tx: Tx, userId: string, rows: readonly StatementSubmissionRow[]) {
  if (rows.length === 0) return []
  const { key } = await openUser(tx, userId)
  return rows.map((row) => present(key, row))
}

const present = (key: KeyObject, row: StatementSubmissionRow) => presentStatement(row, openContent(key, row))

/** Returns the newest statement of a bank account that was retrieved through this connection, or undefined. */
export async function findNewestStatement(tx: Tx, accountId: string, accountHash: Buffer) {
  const row = await findNewestOfAccount(tx, accountId, accountHash)
  if (!row) return undefined
  const { key } = await openUser(tx, row.user_id)
  return openContent(key, row).statement
}

/** Returns the day up to which every bank account of this connection was retrieved, or null. */
export const findRetrievedUntil = (tx: Tx, accountId: string) => findLastRetrievedDay(tx, accountId)
