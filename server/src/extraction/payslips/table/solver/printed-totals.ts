import { classifyLabel } from '../../text/label-meaning.ts'
import type { PayAmountKind } from '../../text/labels.ts'
import { isTitleOfSomeDeductions } from '../../text/titles.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import type { LabelledPayAmount } from '../labelled-amounts.ts'
import { listCandidates } from './candidates.ts'
import type { PayAmount, PaySolution } from './pay-solution.ts'

// Finds where the computed totals of a solution are printed without a label of their own.

/**
 * Finds the computed total of the deductions in a row of totals or among numbers without labels: `Totals 3,000.00
 * 521.76`. A zero must be in a row of totals.
 */
export function findPrintedTotal(
  { totalDeductions, earningLines, deductionLines, gross, net }: Omit<PaySolution, 'isAmbiguous'>,
  cells: NumberCell[],
  amounts: LabelledPayAmount[],
): PayAmount | null {
  if (!totalDeductions || totalDeductions.isPrinted) return null
  const lines = earningLines.concat(deductionLines)
  const usedByLines = lines.map(({ cell }) => cell.piece)
  const usedByPay = [gross, net].flatMap((value) => value?.at ?? [])
  const used = new Set(usedByLines.concat(usedByPay))
  const isNamedTotal = (kind: PayAmountKind | null) => kind === 'subtotal' || kind === 'totalDeductions'
  const isTotal = (cell: NumberCell) => {
    const label = cell.labelPieces.at(-1)
    const kind = label && classifyLabel(label.text).kind
    const isOfSome = cell.sectionTitle !== null && isTitleOfSomeDeductions(cell.sectionTitle.text)
    if (kind !== undefined) return isNamedTotal(kind) && !(kind === 'subtotal' && isOfSome)
    // Gross and net pay are solved, so a label that calls this number gross or net belongs to another number.
    const names = amounts.filter(
      (amount) => amount.cell === cell && amount.kind !== 'gross' && amount.kind !== 'net',
    )
    return names.length === 0 ? totalDeductions.pence !== 0 : names.some(({ kind }) => isNamedTotal(kind))
  }
  const matches = cells.filter(
    (cell) =>
      cell.piece.figure?.pence != null &&
      Math.abs(cell.piece.figure.pence) === Math.abs(totalDeductions.pence) &&
      !used.has(cell.piece) &&
      !cell.isInSentence &&
      cell.section !== 'year' &&
      isTotal(cell),
  )
  return matches.length > 0
    ? { pence: totalDeductions.pence, at: matches.map(({ piece }) => piece), isPrinted: true }
    : null
}

/**
 * Finds the computed gross pay among numbers that no label names as another amount, such as a sum below the column of
 * the earnings.
 */
export function findPrintedGross(
  { gross, earningLines, deductionLines, totalDeductions, net }: Omit<PaySolution, 'isAmbiguous'>,
  cells: NumberCell[],
  amounts: LabelledPayAmount[],
): PayAmount | null {
  if (!gross || gross.isPrinted || gross.pence === 0) return null
  const used = new Set([
    ...earningLines.concat(deductionLines).map(({ cell }) => cell.piece),
    ...(totalDeductions?.at ?? []),
    ...(net?.at ?? []),
  ])
  const isUnnamed = (cell: NumberCell) => {
    const label = cell.labelPieces.at(-1)
    const kind = label ? classifyLabel(label.text).kind : null
    const names = amounts.filter((amount) => amount.cell === cell).map((amount) => amount.kind)
    return [kind, ...names].every((name) => name === null || name === 'subtotal' || name === 'gross')
  }
  const matches = cells.filter(
    (cell) =>
      cell.piece.figure?.pence === gross.pence &&
      !used.has(cell.piece) &&
      !cell.isInSentence &&
      cell.section !== 'year' &&
      isUnnamed(cell),
  )
  return matches.length > 0
    ? { pence: gross.pence, at: matches.map(({ piece }) => piece), isPrinted: true }
    : null
}

/**
 * Finds an unlabelled number that equals gross pay less deductions. It is probably the net pay, but it does not
 * verify the payslip.
 */
export function findUnlabelledNet(
  {
    gross,
    totalDeductions,
    deductionsAddUp,
  }: Pick<PaySolution, 'gross' | 'totalDeductions' | 'deductionsAddUp'>,
  cells: NumberCell[],
): PayAmount | null {
  if (!gross || !totalDeductions || !deductionsAddUp || totalDeductions.pence === 0) return null
  const pence = gross.pence - totalDeductions.pence
  const matches = cells.filter(({ piece, isInSentence }) => piece.figure?.pence === pence && !isInSentence)
  return matches.length > 0 ? { pence, at: matches.map(({ piece }) => piece), isPrinted: true } : null
}

/** Returns the net pay if the payslip has only one, even if it is printed beside the year-to-date table. */
export function findOnlyNet(amounts: LabelledPayAmount[]): PayAmount | null {
  const [only, ...others] = listCandidates(amounts, 'net')
  return others.length === 0 ? (only?.value ?? null) : null
}
