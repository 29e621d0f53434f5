import type { DocumentReading } from '../../server/src/extraction/document.ts'
import type { BankStatement } from '../../server/src/vocabulary/bank-statement.ts'
import { countCommon, type FieldVerdict, penceOf, penceText, verdictOn } from './comparing.ts'
import type { TruthOfStatement } from './documents.ts'
import type { ReadResult } from './reading.ts'

export type StatementScore = {
  transactions: { truth: number; read: number; right: number; withDescription: number }
  fields: Record<string, FieldVerdict>
  /** Whether every transaction and every field is right. */
  isExact: boolean
  isCertified: boolean
  /**
   * Whether the statement is certified although something is wrong. A missing field does not count as wrong; a
   * missing transaction does. Descriptions count if their own group is certified.
   */
  isWronglyCertified: boolean
}

export function scoreStatement({ document, reading }: ReadResult): StatementScore {
  const truth = document.truth as TruthOfStatement
  const extracted = submissionOf(reading)
  const rows = truth.transactions.map((one) => ({ ...one, key: keyOf(one) }))
  const read = (extracted?.transactions ?? []).map((one) => ({ ...one, key: keyOf(one) }))
  const withDescription = (one: { key: string; description: string }) =>
    `${one.key} ${collapseSpaces(one.description)}`
  const transactions = {
    truth: rows.length,
    read: read.length,
    right: countCommon(
      rows.map(({ key }) => key),
      read.map(({ key }) => key),
    ),
    withDescription: countCommon(rows.map(withDescription), read.map(withDescription)),
  }
  const fields = fieldVerdicts(truth, extracted)
  const verdicts = Object.values(fields)
  const isComplete = transactions.right === rows.length && transactions.right === read.length
  return {
    transactions,
    fields,
    isCertified: extracted !== null && reading.verified,
    isExact: extracted !== null && isComplete && verdicts.every((one) => one === 'right' || one === 'absent'),
    isWronglyCertified:
      extracted !== null &&
      reading.verified &&
      (!isComplete ||
        verdicts.includes('wrong') ||
        (reading.certified.includes('descriptions') && transactions.withDescription < rows.length)),
  }
}

const submissionOf = ({ kind, submission }: DocumentReading): BankStatement | null =>
  kind === 'bank_statement' ? (submission as BankStatement | null) : null

const keyOf = ({ date, amount }: { date: string; amount: string }) => `${date} ${penceOf(amount)}`
const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

function fieldVerdicts(
  truth: TruthOfStatement,
  extracted: BankStatement | null,
): Record<string, FieldVerdict> {
  const also = (path: string) => truth.also?.[path] ?? []
  const { account_information: account, statement_period: period, balance_information: balance } = truth
  const fieldVerdict = (path: string, own: string | null, read: string | null | undefined) =>
    verdictOn(own, read ?? null, also(path))
  const amountVerdict = (path: string, own: string | null, read: string | null | undefined) =>
    verdictOn(
      penceText(own),
      penceText(read),
      also(path).map((one) => String(penceOf(one))),
    )
  const [ofAccount, ofPeriod, ofBalance] = [
    extracted?.account_information,
    extracted?.statement_period,
    extracted?.balance_information,
  ]
  return {
    holder: fieldVerdict(
      'account_information.account_holder_name',
      account.account_holder_name,
      ofAccount?.account_holder_name,
    ),
    account: fieldVerdict(
      'account_information.account_number',
      account.account_number,
      ofAccount?.account_number,
    ),
    'sort code': fieldVerdict('account_information.sort_code', account.sort_code, ofAccount?.sort_code),
    bank: fieldVerdict('account_information.bank_name', account.bank_name, ofAccount?.bank_name),
    iban: fieldVerdict('account_information.iban', account.iban, ofAccount?.iban),
    start: fieldVerdict('statement_period.start_date', period.start_date, ofPeriod?.start_date),
    end: fieldVerdict('statement_period.end_date', period.end_date, ofPeriod?.end_date),
    opening: amountVerdict(
      'balance_information.opening_balance',
      balance.opening_balance,
      ofBalance?.opening_balance,
    ),
    closing: amountVerdict(
      'balance_information.closing_balance',
      balance.closing_balance,
      ofBalance?.closing_balance,
    ),
  }
}
