import type { KeyObject } from 'node:crypto'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { notFound } from '../../platform/problem.ts'
import { open } from '../../platform/secrets/seal.ts'
import type { TaskEnd } from '../../platform/tasks/wait-for-end.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { presentProvenance } from '../documents/provenance.ts'
import {
  outcomeOf,
  presentProblems,
  requestReading,
  type SubmittedFiles,
} from '../documents/extraction-requests.ts'
import { openUser } from '../users/service.ts'
import type { Credits } from './credits.ts'
import {
  type By,
  findStatement,
  listCreditRows,
  listStatements,
  listStatementsById,
  type StatementFilter,
  type StatementRow,
} from './queries.ts'
import { creditsPlace, openContent, openPaper } from './store-statements.ts'
import { read } from './tasks.ts'
import { presentStatement } from './wire.ts'

type Files = SubmittedFiles['files']
type Asking = Parameters<typeof requestReading>[0]

/** Starts the reading of submitted files; returns the task to wait for. */
export const requestStatements = (asking: Asking, files: Files) =>
  requestReading(asking, 'bank_statement', files, (tx, input) =>
    read.schedule(tx, input, { userId: asking.userId, awaited: true }),
  )

export function readStatements(
  tenant: Tenant,
  { userId, files }: { userId: string; files: Files },
  end: TaskEnd | undefined,
) {
  const outcome = outcomeOf(end, userId)
  return tenant.transaction(async (tx) => {
    const ids = String(outcome?.submissions ?? '').split(' ')
    const rows = await listStatementsById(tx, ids.filter(Boolean))
    audit(tx, 'bank_statement.read', userId)
    return {
      bank_statement_submissions: await presentRows(tx, userId, rows),
      bank_statement_errors: await presentProblems(tx, userId, files, outcome),
    }
  })
}

export function listStatementPage(
  tenant: Tenant,
  { offset, limit, ...filter }: StatementFilter & { offset: number; limit: number },
) {
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, filter.user_id)
    const { total, statements } = await listStatements(tx, filter, { skip: offset, limit })
    audit(tx, 'bank_statement.read', filter.user_id)
    return {
      pagination: { offset, limit, count: statements.length, total_count: total },
      bank_statement_submissions: statements.map((row) => present(key, row)),
    }
  })
}

/** A submission, and where each of its values stands on the paper. */
export function readProvenance(tenant: Tenant, { user_id, id }: { user_id: string; id: string }) {
  return tenant.transaction(async (tx) => {
    const traced = await traceStatement(tx, { user_id, id })
    if (!traced) throw notFound('Bank statement submission', id)
    audit(tx, 'bank_statement.traced', id)
    return { submission: traced.submission, provenance: traced.provenance }
  })
}

/** The same without a line in the audit log, for whoever leaves one of their own. */
export async function traceStatement(tx: Tx, by: By) {
  const { key } = await openUser(tx, by.user_id)
  const row = await findStatement(tx, by)
  if (!row) return undefined
  const submission = present(key, row)
  const { account_information, statement_period, balance_information, transactions } = submission
  const blocks = { account_information, statement_period, balance_information, transactions }
  const { id, document_id } = row
  const subject = { id, source: 'Bank statement', account_id: null, document_id }
  return { submission, blocks, provenance: presentProvenance(subject, blocks, openPaper(key, row)) }
}

/** What came in on the statements that cover any of these days, statement by statement, oldest upload first. */
export async function listCredits(tx: Tx, userId: string, days: { first: Day; last: Day }) {
  const { key } = await openUser(tx, userId)
  const rows = await listCreditRows(tx, userId, days)
  return rows.map(({ id, document_id, first_day, last_day, credits }) => ({
    id,
    document_id,
    first_day,
    last_day,
    ...(JSON.parse(open(key, creditsPlace(id), credits).toString()) as Credits),
  }))
}

async function presentRows(tx: Tx, userId: string, rows: readonly StatementRow[]) {
  if (rows.length === 0) return []
  const { key } = await openUser(tx, userId)
  return rows.map((row) => present(key, row))
}

const present = (key: KeyObject, row: StatementRow) => presentStatement(row, openContent(key, row))
