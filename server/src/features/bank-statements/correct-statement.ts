import type { ParseCheck } from '../../extraction/document.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { BankStatement } from '../../vocabulary/bank-statement.ts'
import { decimalOf, type Pence, penceOf } from '../../vocabulary/money.ts'
import {
  applyCorrections,
  type CorrectionRequest,
  describeCorrected,
  isCorrected,
  listCorrected,
  summariseCorrected,
} from '../documents/corrections.ts'
import { compareStatement } from '../identity/service.ts'
import { openUser } from '../users/service.ts'
import { extractCredits } from './credits.ts'
import { findStatement, updateStatement } from './queries.ts'
import { hashAccount, openContent, openSourceDocument, sealStatement } from './store-statements.ts'

/**
 * Applies corrections to an uploaded statement and everything derived from it. Returns its comparison with the
 * registered person, or undefined if there is no such statement.
 */
export async function correctStatement(
  tx: Tx,
  by: { user_id: string; document_id: string },
  request: CorrectionRequest,
) {
  const { key, person } = await openUser(tx, by.user_id)
  const row = await findStatement(tx, by)
  if (!row?.provenance) return undefined
  const { id } = row
  const source = openSourceDocument(key, { id, provenance: row.provenance })
  const content = openContent(key, row)
  const { submission, team } = applyCorrections('bank_statement', source, content.statement, request)
  for (const [n, transaction] of submission.transactions.entries())
    if (isCorrected(team.values[`transactions.${n}.amount`]))
      transaction.type = transaction.amount.startsWith('-') ? 'debit' : 'credit'
  const statement = BankStatement.parse(submission)
  const checks = listCorrected(team.values).length > 0 ? checkStatement(statement) : []
  const { first_day, last_day, credits } = extractCredits(statement)
  const corrected = summariseCorrected(describeCorrected(team))
  const identity = compareStatement(person, statement)
  await updateStatement(tx, id, {
    account_hash: hashAccount(tx, statement.account_information),
    identity_match: identity.match,
    first_day,
    last_day,
    ...sealStatement(key, id, {
      content: { ...content, statement },
      credits: { ...credits, ...(corrected && { corrected }) },
      source: { ...source, team: { ...team, checks } },
    }),
  })
  return identity
}

/** Checks the figures of a statement against each other. The balances of single rows are not stored. */
function checkStatement({
  balance_information,
  statement_period,
  transactions,
}: BankStatement): ParseCheck[] {
  const opening = penceOrNull(balance_information.opening_balance)
  const closing = penceOrNull(balance_information.closing_balance)
  const checks: ParseCheck[] = []
  if (opening !== null && closing !== null) {
    const reached = transactions.reduce((sum, { amount }) => sum + (penceOrNull(amount) ?? 0), opening)
    checks.push({
      name: 'corrected-arithmetic',
      isPassed: reached === closing,
      note:
        reached === closing
          ? 'Opening balance and transactions add up to the closing balance'
          : `Opening balance and transactions add up to £${decimalOf(reached)}, but the closing balance is £${decimalOf(closing)}`,
    })
  }
  const { start_date, end_date } = statement_period
  const outside = transactions.find(
    ({ date }) => (start_date !== null && date < start_date) || (end_date !== null && date > end_date),
  )
  const isBackwards = start_date !== null && end_date !== null && start_date > end_date
  checks.push({
    name: 'corrected-dates',
    isPassed: !outside && !isBackwards,
    note: isBackwards
      ? `The period starts on ${start_date} and ends on ${end_date}`
      : outside
        ? `A transaction is dated ${outside.date}, outside the period of the statement`
        : 'All transactions are in the period of the statement',
  })
  return checks
}

const penceOrNull = (amount: string | null): Pence | null =>
  amount === null ? null : penceOf(amount.replaceAll(',', ''))
