import type { PageWord } from '../../../document.ts'
import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import { classifyTitle } from '../../text/titles.ts'
import { parseNumber } from '../../text/values.ts'
import { countForm } from '../cells/label-pieces.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import { amountOf, type PayRow } from './pay-row.ts'
import { type LabelAndUnits, parseUnitsAndLabel, unitsInWords } from './units-in-text.ts'
import { isProduct } from './units-product.ts'

// Completes rows with a quantity and rate that are printed outside their columns, if the product is the amount.

/** Adds quantity and rate from the label, the columns before it or the note behind the amount. */
export function addPrintedUnits(lines: PayslipLine[], row: PayRow): PayRow {
  const withUnits = addUnitsBeforeLabel(lines, splitUnitsFromLabel(lines, row))
  return addCountBeforeRate(addUnitsBehindAmount(lines, withUnits))
}

/** Finds rows such as `Hours 28` and `Per hour £12.75` whose product is the amount of the next row, `Wages £357.00`. */
export function findUnitRows(rows: PayRow[]): { used: Set<PayRow>; completed: Map<PayRow, PayRow> } {
  const used = new Set<PayRow>()
  const completed = new Map<PayRow, PayRow>()
  for (const [n, row] of rows.entries()) {
    const rateRow = rows[n - 1]
    const rate = rateRow?.amounts.at(-1)
    const isRate = rateRow && classifyTitle(rateRow.label.text)?.role === 'rate' && rate
    if (!isRate || row.quantity || rateRow.label.block !== row.label.block) continue
    const units = (amountOf(row) / 100 / Number(rate.piece.figure?.decimal)).toFixed(2)
    const quantity = rateRow.unitsAbove.find(({ figure }) => Number(figure?.decimal).toFixed(2) === units)
    if (!quantity) continue
    used.add(rateRow)
    completed.set(row, { ...row, quantity, rate: rate.piece })
  }
  return { used, completed }
}

const listPiecesBehind = (lines: PayslipLine[], { line }: PayRow, { x }: TextPiece) =>
  (lines[line]?.pieces ?? []).filter((piece) => piece.x > x)

/** Whether the row is a note behind an amount: `15 hours at 14.20` behind `213.00`. */
export function isUnitsBehindAmount(lines: PayslipLine[], { line, label, amounts }: PayRow): boolean {
  const pieces = lines[line]?.pieces ?? []
  const before = pieces[pieces.findIndex(({ words }) => words.includes(label.words[0] as PageWord)) - 1]
  const text = `${label.text} ${amounts[0]?.piece.text ?? ''}`
  const isBehind = before?.figure?.pence != null
  const isUnderLabel = before === undefined && /^[-−]?[\d.]+ ?\p{L}* ?[x×@]$/u.test(label.text)
  return (isBehind || isUnderLabel) && unitsInWords.test(text)
}

/** Reads quantity and rate from a note behind the amount, if their product is the amount. */
function addUnitsBehindAmount(lines: PayslipLine[], row: PayRow): PayRow {
  const amount = row.amounts.at(-1)
  if (!amount || row.quantity || row.side === 'deductions') return row
  const behind = listPiecesBehind(lines, row, amount.piece)
  if (row.label.x > amount.piece.x) return splitUnitsBehindAmount(row, amount, behind)
  const [, quantity = '', rate = ''] = unitsInWords.exec(behind.map(({ text }) => text).join(' ')) ?? []
  const [first] = behind
  if (quantity === '' || !first) return row
  const toPiece = (text: string) => ({ ...first, text, figure: parseNumber(text) })
  const units = { quantity: toPiece(quantity), rate: toPiece(rate) }
  return isProduct(units.quantity, units.rate, amount.piece.figure?.pence ?? 0) ? { ...row, ...units } : row
}

/** Separates label, quantity and rate behind an amount: `142.50 | On-call, 5 sessions at | 28.50`. */
function splitUnitsBehindAmount(row: PayRow, amount: NumberCell, behind: TextPiece[]): PayRow {
  const units = parseUnitsAndLabel(behind.map(({ text }) => text).join(' '))
  const toPiece = (text: string) => ({ ...row.label, text, figure: parseNumber(text) })
  return applyUnits(row, amount, units, toPiece) ?? row
}

/** Returns the row with the parsed label, quantity, unit and rate, or null if their product is not the amount. */
function applyUnits(
  row: PayRow,
  amount: NumberCell,
  { label, quantity, unit, rate }: LabelAndUnits,
  toPiece: (number: string) => TextPiece,
): PayRow | null {
  const units = { quantity: toPiece(quantity), rate: toPiece(rate) }
  if (label === '' || !isProduct(units.quantity, units.rate, amount.piece.figure?.pence ?? 0)) return null
  return {
    ...row,
    ...units,
    unit: /^h/i.test(unit) ? 'hours' : /^d/i.test(unit) ? 'days' : row.unit,
    label: { ...row.label, text: label.replace(/[\s:(,–—-]+$/, '') },
  }
}

/** Reads the quantity from a text such as `3 days` in its own column, if its product with the rate is the amount. */
function addCountBeforeRate(row: PayRow): PayRow {
  const pence = row.amounts.at(-1)?.piece.figure?.pence
  if (pence == null || row.quantity || !row.rate) return row
  for (const piece of row.labelPieces) {
    const figure = countForm.test(piece.text) ? parseNumber(piece.text.split(' ')[0] ?? '') : null
    const quantity = { ...piece, text: figure?.decimal ?? '', figure }
    if (figure && isProduct(quantity, row.rate, pence)) return { ...row, quantity }
  }
  return row
}

/** Reads quantity and rate in columns to the left of the description, if their product is the amount. */
function addUnitsBeforeLabel(lines: PayslipLine[], row: PayRow): PayRow {
  const amount = row.amounts.at(-1)
  if (!amount || row.quantity) return row
  const pieces = lines[row.line]?.pieces ?? []
  const label = pieces.findIndex(({ words }) => words.includes(row.label.words[0] as PageWord))
  const before = pieces.slice(0, Math.max(0, label))
  const numbers = before.slice(before.findLastIndex(({ figure }) => figure === null) + 1)
  const pence = amount.piece.figure?.pence ?? 0
  const nearest = numbers.at(-1)
  if (row.rate) return nearest && isProduct(nearest, row.rate, pence) ? { ...row, quantity: nearest } : row
  const [first, second] = numbers.slice(-2)
  if (!first || !second || !isProduct(first, second, pence)) return row
  return { ...row, quantity: first, rate: second }
}

/**
 * Separates quantity and rate from the label of a row if their product is the amount: `Hours worked 31.5 @ 12.75`
 * before `401.63`.
 */
function splitUnitsFromLabel(lines: PayslipLine[], row: PayRow): PayRow {
  const amount = row.amounts.at(-1)
  if (!amount || row.quantity || row.side === 'deductions') return row
  const before = (lines[row.line]?.pieces ?? []).filter(({ x }) => x >= row.label.x && x < amount.piece.x)
  const units = parseUnitsAndLabel(before.map((piece) => piece.text).join(' '))
  const toPiece = (number: string): TextPiece => ({
    ...(before.find((piece) => piece.text.includes(number)) ?? row.label),
    text: number,
    figure: parseNumber(number),
  })
  const split = applyUnits(row, amount, units, toPiece)
  return split ? { ...split, amounts: [amount], unexplained: [] } : row
}
