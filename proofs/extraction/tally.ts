import type { FieldVerdict } from './comparing.ts'
import type { Truth } from './documents.ts'
import { type PayslipScore, scorePayslip } from './payslips.ts'
import type { ReadResult } from './reading.ts'
import { type StatementScore, scoreStatement } from './statements.ts'

/** Number of right fields among all fields that were printed or extracted. */
export type Share = { right: number; of: number }
export type Shares = Record<string, Share>

type CommonTally = {
  documents: number
  exact: number
  certified: number
  falseCertified: number
  /** Names of the files that were certified wrongly. */
  wronglyCertified: string[]
  /** Shares by field name. */
  fields: Shares
  p50: number
  p95: number
}
export type StatementTally = CommonTally & { f1: number; transactions: number; described: Share }
export type PayslipTally = CommonTally & { all: Share }

export const ratio = ({ right, of }: Share): number => (of === 0 ? 1 : right / of)

export function tallyStatements(reads: ReadResult[]): StatementTally {
  const scores = reads.map(scoreStatement)
  const total = (pick: (score: StatementScore['transactions']) => number) =>
    scores.reduce((sum, { transactions }) => sum + pick(transactions), 0)
  const [truth, read, right] = [
    total((one) => one.truth),
    total((one) => one.read),
    total((one) => one.right),
  ]
  return {
    ...tallyCommon(reads, scores),
    f1: truth + read === 0 ? 1 : (2 * right) / (truth + read),
    transactions: truth,
    described: { right: total((one) => one.withDescription), of: truth },
    fields: countShares(scores.map(({ fields }) => fields)),
  }
}

export function tallyPayslips(reads: ReadResult[]): PayslipTally {
  const scores = reads.map(scorePayslip)
  const fields = countShares(scores.map((score) => score.fields))
  const sum = (pick: (share: Share) => number) =>
    Object.values(fields).reduce((all, one) => all + pick(one), 0)
  return {
    ...tallyCommon(reads, scores),
    fields,
    all: { right: sum(({ right }) => right), of: sum(({ of }) => of) },
  }
}

function tallyCommon(reads: ReadResult[], scores: (StatementScore | PayslipScore)[]) {
  const times = reads.map(({ ms }) => ms).sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
  return {
    documents: reads.length,
    exact: scores.filter(({ isExact }) => isExact).length,
    certified: scores.filter(({ isCertified }) => isCertified).length,
    falseCertified: scores.filter(({ isWronglyCertified }) => isWronglyCertified).length,
    wronglyCertified: reads
      .filter((_, n) => scores[n]?.isWronglyCertified)
      .map(({ document }) => document.name),
    p50: at(0.5),
    p95: at(0.95),
  }
}

function countShares(all: Record<string, FieldVerdict>[]): Shares {
  const shares: Shares = {}
  for (const [name, verdict] of all.flatMap((verdicts) => Object.entries(verdicts))) {
    shares[name] ??= { right: 0, of: 0 }
    if (verdict !== 'absent') shares[name].of++
    if (verdict === 'right') shares[name].right++
  }
  return shares
}

export type CalibrationBin = {
  from: number
  to: number
  documents: number
  meanPredicted: number
  statements: number
}
export type Calibration = { documents: number; brier: number; kindRight: number; bins: CalibrationBin[] }

const edges = [0, 0.05, 0.2, 0.5, 0.8, 0.95, 1.000001]

/** Measures the calibration of `bank_statement_probability`. */
export function calibrate(reads: ReadResult[]): Calibration {
  const predictions = reads.map(({ document, reading }) => ({
    p: reading.bank_statement_probability,
    is: isStatement(document.truth) ? 1 : 0,
    isKindRight: kindOf(document.truth) === (reading.kind === 'card_statement' ? 'other' : reading.kind),
  }))
  const bins = edges.slice(0, -1).map((from, n) => {
    const to = edges[n + 1] as number
    const inside = predictions.filter(({ p }) => p >= from && p < to)
    const mean = (pick: (one: { p: number; is: number }) => number) =>
      inside.length === 0 ? 0 : inside.reduce((sum, one) => sum + pick(one), 0) / inside.length
    return {
      from,
      to: Math.min(1, to),
      documents: inside.length,
      meanPredicted: mean(({ p }) => p),
      statements: mean(({ is }) => is),
    }
  })
  return {
    documents: predictions.length,
    brier: predictions.reduce((sum, { p, is }) => sum + (p - is) ** 2, 0) / Math.max(1, predictions.length),
    kindRight: predictions.filter(({ isKindRight }) => isKindRight).length,
    bins,
  }
}

const isStatement = (truth: Truth) => truth.kind === 'bank-statement'
const kindOf = (truth: Truth) => (truth.kind === 'bank-statement' ? 'bank_statement' : truth.kind)
