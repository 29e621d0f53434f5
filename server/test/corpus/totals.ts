import type { DocumentScore } from './score-document.ts'

export type CorpusTotals = {
  documents: number
  /** Documents without a single error. */
  zeroError: number
  moneyExact: number
  /** Share of fields right, in percent. */
  fieldRate: number | null
  /** F1 of transactions on date, amount and description, in percent. */
  transactionF1: number | null
  /** F1 of transactions on date and amount alone, in percent. */
  moneyF1: number | null
  silent: number
  refused: number
  accused: number
  certified: number
  wronglyCertified: number
  cpuSecondsPerPage: number
}

export function computeTotals(scores: readonly DocumentScore[]): CorpusTotals {
  const sum = (read: (score: DocumentScore) => number) => scores.reduce((total, it) => total + read(it), 0)
  const count = (test: (score: DocumentScore) => boolean) => scores.filter(test).length
  const expected = sum((it) => it.transactionsExpected)
  const found = sum((it) => it.transactionsFound)
  const fields = sum((it) => it.fields)
  const computeF1 = (right: number) =>
    expected + found === 0 ? null : roundDown((200 * right) / (expected + found))
  return {
    documents: scores.length,
    zeroError: count(({ isRight }) => isRight),
    moneyExact: count(({ isMoneyExact }) => isMoneyExact),
    fieldRate: fields === 0 ? null : roundDown((100 * sum((it) => it.fieldsRight)) / fields),
    transactionF1: computeF1(sum((it) => it.transactionsRight)),
    moneyF1: computeF1(sum((it) => it.transactionsRightInMoney)),
    silent: count(({ isSilent }) => isSilent),
    refused: count(({ isRefused }) => isRefused),
    accused: count(({ isAccused }) => isAccused),
    certified: count(({ isCertified }) => isCertified),
    wronglyCertified: count(({ isWronglyCertified }) => isWronglyCertified),
    cpuSecondsPerPage:
      sum((it) => it.cpuSeconds) /
      Math.max(
        1,
        sum((it) => it.pages),
      ),
  }
}

// Rounded down to one decimal place, so that 100.0 means all.
const roundDown = (percentage: number) => Math.floor(percentage * 10 + 1e-9) / 10
