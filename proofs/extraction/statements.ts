import type { Reading } from '../../server/src/extraction/document.ts'
import type { BankStatement } from '../../server/src/vocabulary/bank-statement.ts'
import { common, penceOf, sumText, type Verdict, verdictOn } from './comparing.ts'
import type { TruthOfStatement } from './documents.ts'
import type { Read } from './reading.ts'

export type StatementScore = {
  transactions: { truth: number; read: number; right: number; described: number }
  facts: Record<string, Verdict>
  /** Every transaction and every fact is right. */
  isExact: boolean
  isCertified: boolean
  /** Certified with anything wrong; a fact that is left open is not wrong, a transaction that is left out is. */
  isFalse: boolean
}

export function scoreStatement({ paper, reading }: Read): StatementScore {
  const truth = paper.truth as TruthOfStatement
  const said = submissionOf(reading)
  const rows = truth.transactions.map((one) => ({ ...one, key: keyOf(one) }))
  const read = (said?.transactions ?? []).map((one) => ({ ...one, key: keyOf(one) }))
  const described = (one: { key: string; description: string }) => `${one.key} ${spaced(one.description)}`
  const transactions = {
    truth: rows.length,
    read: read.length,
    right: common(
      rows.map(({ key }) => key),
      read.map(({ key }) => key),
    ),
    described: common(rows.map(described), read.map(described)),
  }
  const facts = factsOf(truth, said)
  const verdicts = Object.values(facts)
  const isComplete = transactions.right === rows.length && transactions.right === read.length
  return {
    transactions,
    facts,
    isCertified: said !== null && reading.verified,
    isExact: said !== null && isComplete && verdicts.every((one) => one === 'right' || one === 'unasked'),
    isFalse: said !== null && reading.verified && !(isComplete && !verdicts.includes('wrong')),
  }
}

const submissionOf = ({ kind, submission }: Reading): BankStatement | null =>
  kind === 'bank_statement' ? (submission as BankStatement | null) : null

const keyOf = ({ date, amount }: { date: string; amount: string }) => `${date} ${penceOf(amount)}`
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()

function factsOf(truth: TruthOfStatement, said: BankStatement | null): Record<string, Verdict> {
  const also = (path: string) => truth.also?.[path] ?? []
  const { account_information: account, statement_period: period, balance_information: balance } = truth
  const fact = (path: string, own: string | null, read: string | null | undefined) =>
    verdictOn(own, read ?? null, also(path))
  const sum = (path: string, own: string | null, read: string | null | undefined) =>
    verdictOn(
      sumText(own),
      sumText(read),
      also(path).map((one) => String(penceOf(one))),
    )
  const [ofAccount, ofPeriod, ofBalance] = [
    said?.account_information,
    said?.statement_period,
    said?.balance_information,
  ]
  return {
    holder: fact(
      'account_information.account_holder_name',
      account.account_holder_name,
      ofAccount?.account_holder_name,
    ),
    account: fact('account_information.account_number', account.account_number, ofAccount?.account_number),
    'sort code': fact('account_information.sort_code', account.sort_code, ofAccount?.sort_code),
    bank: fact('account_information.bank_name', account.bank_name, ofAccount?.bank_name),
    iban: fact('account_information.iban', account.iban, ofAccount?.iban),
    start: fact('statement_period.start_date', period.start_date, ofPeriod?.start_date),
    end: fact('statement_period.end_date', period.end_date, ofPeriod?.end_date),
    opening: sum('balance_information.opening_balance', balance.opening_balance, ofBalance?.opening_balance),
    closing: sum('balance_information.closing_balance', balance.closing_balance, ofBalance?.closing_balance),
  }
}
