import { decimalOf } from '../../vocabulary/money.ts'
import type { Gate } from '../document.ts'
import { contradictionsOf, partsTwice } from './arithmetic/contradictions.ts'
import { looseYear } from './arithmetic/cross-checks.ts'
import { yearProblem } from './arithmetic/plausible-year-to-date.ts'
import { unconfirmedPay } from './arithmetic/unconfirmed-pay.ts'
import { hasLegalForm, hasTitle, looksLikeFirm } from './facts/name-patterns.ts'
import type { Gathered } from './extract-fields.ts'
import { deductionLine } from './table/pay-lines.ts'
import type { Row } from './table/rows.ts'
import { meaningOf } from './text/label-meaning.ts'
import type { Piece } from './text/lines.ts'

// All gates have to be passed before a payslip counts as verified. A doubt anywhere is a gate that stays shut.

/** Of a hundred: words of a scan below this may be misread. */
const leastCertainty = 80

export function gatesOf(read: Gathered): Gate[] {
  const { figures, period, taxCode, niNumbers, identity, facts } = read
  const gate = (name: string, isPassed: boolean, note: string): Gate => ({ name, isPassed, note })
  const { gross, deductions, net } = figures
  const contradictions = [...contradictionsOf(read).map(({ message }) => message), ...partsTwice(read)]
  const badYear = yearProblem(read) ?? looseYear(read)
  const weakest = leastSure(read)
  const unconfirmed = unconfirmedPay(read)
  const [left, units, unknown] = [leftOver(read), oddUnits(read), unknownKinds(read)]
  return [
    gate(
      'net',
      figures.closes,
      figures.closes
        ? 'gross less deductions is the net pay that is printed'
        : 'no gross, deductions and net pay were found that fit together',
    ),
    gate(
      'earnings',
      figures.earningsAdd,
      figures.earningsAdd
        ? `${figures.earnings.length} lines of pay add up to ${sumText(gross?.pence)}`
        : 'the lines of pay do not add up to the gross pay',
    ),
    gate(
      'deductions',
      figures.takenAdd && (figures.taken.length > 0 || deductions?.pence === 0),
      figures.takenAdd
        ? `${figures.taken.length} deductions add up to ${sumText(deductions?.pence)}`
        : 'the deductions do not add up to their total',
    ),
    gate('complete', left === null, left ?? 'every line of the tables is in a sum'),
    gate('units', units === null, units ?? 'hours times rate is the amount wherever both are printed'),
    gate(
      'kinds',
      unknown === null,
      unknown ?? 'tax and National Insurance are among the deductions, or too little was paid',
    ),
    gate(
      'one-reading',
      !figures.isAmbiguous,
      figures.isAmbiguous
        ? 'other sums on the paper fit together as well'
        : 'no other sums on the paper fit together',
    ),
    gate(
      'agreement',
      contradictions.length === 0,
      contradictions[0] ?? 'what is printed twice says the same',
    ),
    gate(
      'positive',
      (net?.pence ?? -1) >= 0 && (gross?.pence ?? -1) >= 0,
      'net and gross pay are not negative',
    ),
    gate(
      'pay-date',
      period.payDate?.isSure === true && !period.isContradicted,
      period.payDate === null
        ? 'no day of payment is printed'
        : period.isContradicted
          ? 'more than one day of payment is printed'
          : 'the day of payment is printed beside its label',
    ),
    gate(
      'tax-code',
      taxCode !== null,
      taxCode === null ? 'no tax code was read' : 'the tax code has a form that HMRC uses',
    ),
    gate(
      'ni-number',
      niNumbers.size === 1 || (niNumbers.size === 0 && !hasNiLabel(read)),
      niNumbers.size > 1
        ? 'more than one National Insurance number is printed'
        : 'the National Insurance number is printed once, or not at all',
    ),
    gate(
      'names',
      isNamed(identity.name, (text) => hasTitle(text)) &&
        isNamed(identity.employer, (text) => hasLegalForm(text) || looksLikeFirm(text)),
      'employee and employer are named where their names stand',
    ),
    gate(
      'pay',
      unconfirmed === null,
      unconfirmed ?? 'National Insurance, tax, hours or the year belong to this pay',
    ),
    gate('year-to-date', badYear === null, badYear ?? 'every sum of the year is confirmed by another figure'),
    gate('period', isPeriodSound(read), 'the period is read wherever the paper names one'),
    gate(
      'recognition',
      weakest >= leastCertainty,
      weakest >= leastCertainty ? 'every figure was read clearly' : 'a figure was recognised with doubt',
    ),
    gate(
      'labels',
      facts.labels('taxCode').length === 0 || taxCode !== null,
      'every label that is known has its value',
    ),
  ]
}

const sumText = (pence: number | undefined) => (pence === undefined ? 'nothing' : `£${decimalOf(pence)}`)

const isNamed = (named: { text: string; isLabelled: boolean } | null, isSure: (text: string) => boolean) =>
  named !== null && (named.isLabelled || isSure(named.text))

const hasNiLabel = ({ facts }: Gathered) =>
  facts.labels('niNumber').some(({ text }) => /number|\bno\b|nino/i.test(text))

/** Pence: pay above this has National Insurance, in a week, and tax, in a month. */
const leastWithNi = 30_000
const leastWithTax = 130_000

/** No tax or no National Insurance is told as nothing; a deduction of an unknown name may have been it. */
function unknownKinds({ figures, niLetter, taxCode }: Gathered): string | null {
  const lines = figures.taken.map(deductionLine)
  const gross = figures.gross?.pence ?? 0
  const unknown = lines.find(({ word, amount }) => word === 'other' && amount !== 0)
  const has = (word: string) => lines.some((line) => line.word === word)
  const isFree = /^[CX]$/.test(niLetter?.value ?? '') || taxCode?.code === 'NT'
  const isOdd =
    (!has('national_insurance') && gross > leastWithNi && !isFree) ||
    (!has('income_tax') && gross > leastWithTax)
  return unknown && isOdd ? `"${unknown.label}" may be tax or National Insurance` : null
}

/** A line of a table that no sum needed may be one that was misread. */
function leftOver({ figures, rows }: Gathered): string | null {
  const chosen = new Set([...figures.earnings, ...figures.taken].map(({ row }) => row.label.words[0]))
  // A summary under the tables tells tax and National Insurance again.
  const isAgain = ({ label, amounts }: Row) =>
    !figures.isByArithmetic &&
    figures.taken.some(
      ({ row, pence }) =>
        meaningOf(row.label.text).kind === meaningOf(label.text).kind &&
        amounts.some(({ piece }) => piece.figure?.pence === pence),
    )
  const left = rows.find(
    (row) =>
      row.side !== null &&
      !row.isSum &&
      !row.isBenefit &&
      !chosen.has(row.label.words[0]) &&
      row.amounts.some(({ piece }) => piece.figure?.pence !== 0) &&
      !isAgain(row),
  )
  return left ? `"${left.label.text}" is in no sum` : null
}

/** Overtime is paid at these times the rate that is printed. */
const factors = [1, 1.25, 1.33, 4 / 3, 1.5, 2]

/** Without the rate, an amount that no rate of whole pence gives speaks against the hours. */
function isWholeRate(times: number, pence: number): boolean {
  const each = Math.round(pence / times)
  return Number.isFinite(each) && each !== 0 && Math.abs(each * times - pence) <= 0.5
}

function oddUnits({ figures }: Gathered): string | null {
  const odd = figures.earnings.find(({ row, pence }) => {
    const times = Number(row.quantity?.figure?.decimal ?? Number.NaN)
    const each = Number(row.rate?.figure?.decimal ?? Number.NaN)
    const product = times * each * 100
    const isNear = (factor: number) =>
      Math.abs(product * factor - pence) <= Math.max(2, Math.abs(times) / 2 + 1)
    if (row.others.length > 0 || row.amounts.length > 1) return true
    if (row.quantity && !row.rate) return !isWholeRate(times, pence)
    return Number.isFinite(product) && !factors.some((factor) => isNear(factor) || isNear(-factor))
  })
  return odd ? `hours and rate of "${odd.row.label.text}" do not give its amount` : null
}

function isPeriodSound({ period, facts }: Gathered): boolean {
  const { start, end, payDate } = period
  if (start && end && start.day > end.day) return false
  if (payDate && start && payDate.day < start.day) return false
  const isNamed = facts.labels('start').some(({ text }) => /period|start|begin|commenc/i.test(text))
  return !(isNamed && start === null)
}

/** The least certain word of all that the figures rest on. */
function leastSure({ figures, period, taxCode, niNumber, identity }: Gathered): number {
  const used: Piece[] = [
    ...[...figures.earnings, ...figures.taken].flatMap(({ cell, row }) => [cell.piece, row.label]),
    ...[figures.gross, figures.deductions, figures.net].flatMap((value) => value?.at ?? []),
    ...(period.payDate?.at ?? []),
    ...(taxCode?.at ?? []),
    ...(niNumber?.at ?? []),
    ...(identity.name?.at ?? []),
    ...(identity.employer?.at ?? []),
  ]
  return Math.min(100, ...used.flatMap(({ words }) => words.map(({ certainty }) => certainty ?? 100)))
}
