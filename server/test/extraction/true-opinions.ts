import type { PageRegion, PayslipParse, PdfPage, StatementParse } from '../../src/extraction/document.ts'
import { parseAmount } from '../../src/extraction/model/amounts.ts'
import type { AnswerValue, PayslipAnswer, StatementAnswer } from '../../src/extraction/model/answer.ts'
import { type NumberedWord, numberLines } from '../../src/extraction/model/words.ts'
import { emptyPayslip, emptyStatement } from './model-answers.ts'

// The answers of a model that understands a document as the reader does, made from a reading of the reader.

const toAnswer = (words: readonly NumberedWord[]): AnswerValue => ({
  words: words.map(({ id }) => id),
  text: words.map(({ word }) => word.text).join(' '),
})

export const listWords = (pages: readonly PdfPage[]): NumberedWord[] =>
  numberLines(pages).flatMap(({ words }) => words)

const isInside = (
  { page, box: [left, top, right, bottom] }: PageRegion,
  { page: on, word }: NumberedWord,
) => {
  const centre = (word.x + word.right) / 2
  const middle = word.y - word.size * 0.3
  return on === page && centre > left && centre < right && middle > top && middle < bottom
}

function openFinder(pages: readonly PdfPage[], { provenance }: StatementParse | PayslipParse) {
  const words = listWords(pages)
  const taken = new Set<NumberedWord>()
  const at = (path: string): NumberedWord[] => {
    const place = provenance[path]?.place
    return place ? words.filter((word) => isInside(place, word)) : []
  }
  /** The first words of a text that are side by side. */
  const firstRun = (found: readonly NumberedWord[]) => {
    const gap = found.findIndex((word, n) => n > 0 && word.id !== (found[n - 1]?.id ?? 0) + 1)
    const run = gap < 0 ? found : found.slice(0, gap)
    return run.filter(({ line }) => line === run[0]?.line)
  }
  function take(found: readonly NumberedWord[]): AnswerValue | null {
    const isAmount = parseAmount(found.map(({ word }) => word.text).join(' ')) !== undefined
    if (!isAmount || found.some((word) => taken.has(word))) return null
    for (const word of found) taken.add(word)
    return toAnswer(found)
  }
  const pence = (word: NumberedWord) => parseAmount(word.word.text)?.pence
  return {
    words,
    taken,
    fact(path: string): AnswerValue | null {
      const found = firstRun(at(path))
      return found.length > 0 ? toAnswer(found) : null
    },
    amount: (path: string): AnswerValue | null => take(at(path)),
    /** Takes the only other amount on the line of a value, or the one with this value anywhere. */
    restOfLine(value: AnswerValue | null): AnswerValue | null {
      const line = words[value?.words[0] ?? -1]?.line
      const rest = words.filter((word) => word.line === line && !taken.has(word) && pence(word) !== undefined)
      return rest.length === 1 ? take(rest) : null
    },
    amountOf(sum: number): AnswerValue | null {
      const found = words.find((word) => !taken.has(word) && pence(word) === sum)
      return found ? take([found]) : null
    },
  }
}

/** Returns null if a value of the reading is not a text of its own on the pages. */
export function answerAsRead(pages: readonly PdfPage[], parse: StatementParse): StatementAnswer | null {
  const { fact, amount, restOfLine, amountOf } = openFinder(pages, parse)
  const { transactions } = parse.submission ?? { transactions: [] }
  const named = transactions.map((_, n) => ({
    date: fact(`transactions.${n}.date`),
    description: fact(`transactions.${n}.description`),
    amount: amount(`transactions.${n}.amount`),
  }))
  const opening_balance = amount('balance_information.opening_balance')
  const closing_balance = amount('balance_information.closing_balance')
  const rows = named.flatMap(({ date, description, amount: sum }, n) =>
    date && description && sum
      ? [
          {
            date,
            description,
            amount: sum,
            direction: transactions[n]?.type === 'credit' ? ('in' as const) : ('out' as const),
            balance: restOfLine(sum),
          },
        ]
      : [],
  )
  if (rows.length !== transactions.length) return null
  const sumOf = (direction: 'in' | 'out') =>
    rows.reduce(
      (sum, row) => sum + (row.direction === direction ? (parseAmount(row.amount.text)?.pence ?? 0) : 0),
      0,
    )
  return {
    ...emptyStatement,
    bank_name: fact('account_information.bank_name'),
    account_holder_name: fact('account_information.account_holder_name'),
    sort_code: fact('account_information.sort_code'),
    account_number: fact('account_information.account_number'),
    period_start: fact('statement_period.start_date'),
    period_end: fact('statement_period.end_date'),
    opening_balance,
    closing_balance,
    total_in: amountOf(sumOf('in')),
    total_out: amountOf(sumOf('out')),
    transactions: rows,
  }
}

/** Returns null if a value of the reading is not a text of its own on the pages. */
export function answerPayslipAsRead(pages: readonly PdfPage[], parse: PayslipParse): PayslipAnswer | null {
  const { fact, amount, restOfLine } = openFinder(pages, parse)
  const { earnings, deductions } = parse.submission?.income_information ?? {}
  if (!earnings || !deductions) return null
  const line = (path: string) => {
    const description = fact(`${path}.description`)
    const sum = amount(`${path}.amount`)
    return description && sum
      ? [
          {
            description,
            quantity: fact(`${path}.quantity`),
            rate: fact(`${path}.rate`),
            amount: sum,
            year_to_date: null,
          },
        ]
      : []
  }
  const prefix = 'income_information'
  const earned = earnings.earning_elements.flatMap((_, n) => line(`${prefix}.earnings.earning_elements.${n}`))
  const deducted = deductions.deductions_elements.flatMap((_, n) =>
    line(`${prefix}.deductions.deductions_elements.${n}`),
  )
  const isWhole =
    earned.length === earnings.earning_elements.length &&
    deducted.length === deductions.deductions_elements.length
  if (!isWhole) return null
  const totals = {
    gross_pay: amount(`${prefix}.earnings.gross_pay`),
    total_deductions: amount(`${prefix}.deductions.total_deductions`),
    net_pay: amount(`${prefix}.earnings.net_pay`),
  }
  const year = `${prefix}.earnings.year_to_date`
  const year_to_date = {
    gross_pay: amount(`${year}.gross_pay`),
    taxable_pay: amount(`${year}.total_taxable_earnings`),
    tax: amount(`${year}.total_tax_paid`),
    national_insurance: amount(`${year}.total_ni_paid`),
    net_pay: amount(`${year}.net_pay`),
  }
  const withYear = (lines: typeof earned) =>
    lines.map((each) => ({ ...each, year_to_date: restOfLine(each.amount) }))
  return {
    ...emptyPayslip,
    ...totals,
    employer_name: fact('employment_information.employer_name'),
    employee_name: fact('identity_information.name'),
    ni_number: fact('identity_information.NI_number'),
    tax_code: fact(`${prefix}.tax_code`),
    pay_date: fact(`${prefix}.pay_date`),
    period_start: fact(`${prefix}.pay_interval_start`),
    period_end: fact(`${prefix}.pay_interval_end`),
    earnings: withYear(earned),
    deductions: withYear(deducted),
    year_to_date,
  }
}
