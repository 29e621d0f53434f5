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
  const { id, document_id } = row
  const subject = { id, source: 'Bank statement', account_id: null, document_id }
  return { submission, blocks, provenance: presentProvenance(subject, blocks, openSourceDocument(key, row)) }
}

/** Lists the credits of the statements that cover any of these days, grouped by statement, oldest upload first. */
export async function listCredits(tx: Tx, userId: string, days: { first: Day; last: Day }) {
  const { key } = await openUser(tx, userId)
  const rows = await listCreditRows(tx, userId, days)
  return rows.map(({ id, document_id, first_day, last_day, credits }) => ({
    id,
    document_id,
    first_day,
    last_day,
    ...(JSON.parse(unseal(key, creditsSealContext(id), credits).toString()) as Credits),
  }))
}

async function presentRows(tx: Tx, userId: string, rows: readonly StatementSubmissionRow[]) {
  if (rows.length === 0) return []
  const { key } = await openUser(tx, userId)
  return rows.map((row) => present(key, row))
}

const present = (key: KeyObject, row: StatementSubmissionRow) => presentStatement(row, openContent(key, row))
