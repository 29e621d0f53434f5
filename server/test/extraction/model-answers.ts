import type { PdfPage } from '../../src/extraction/document.ts'
import type { AnswerValue, PayslipAnswer, StatementAnswer } from '../../src/extraction/model/answer.ts'
import { numberLines } from '../../src/extraction/model/words.ts'

// Helpers for the answers of a model that knows the document.

export type Finder = (text: string) => AnswerValue

/** Finds texts among the words, each time the next place where it is printed. */
export function findAmong(texts: readonly string[]): Finder {
  const taken = new Set<number>()
  return (text) => {
    const parts = text.split(' ')
    const start = texts.findIndex((_, n) =>
      parts.every((part, k) => texts[n + k] === part && !taken.has(n + k)),
    )
    if (start < 0) throw new Error(`"${text}" is not on the page`)
    const ids = parts.map((_, k) => start + k)
    for (const id of ids) taken.add(id)
    return { words: ids, text }
  }
}

export const findOn = (pages: readonly PdfPage[]): Finder =>
  findAmong(numberLines(pages).flatMap(({ words }) => words.map(({ word }) => word.text)))

export const emptyStatement: StatementAnswer = {
  bank_name: null,
  account_holder_name: null,
  sort_code: null,
  account_number: null,
  iban: null,
  period_start: null,
  period_end: null,
  opening_balance: null,
  closing_balance: null,
  total_in: null,
  total_out: null,
  transactions: [],
}

export const emptyPayslip: PayslipAnswer = {
  employer_name: null,
  employee_name: null,
  ni_number: null,
  tax_code: null,
  pay_date: null,
  period_start: null,
  period_end: null,
  earnings: [],
  deductions: [],
  gross_pay: null,
  total_deductions: null,
  net_pay: null,
  year_to_date: { gross_pay: null, taxable_pay: null, tax: null, national_insurance: null, net_pay: null },
}
