import type { EarningsLine } from '../../../vocabulary/payslip-figures.ts'
import { looksLikeRole } from '../facts/name-patterns.ts'
import { basicPayTuning } from '../tuning/rows.ts'

// Finds the basic pay of a payslip on which no line is named so: the pay for the usual hours of work.

/**
 * Returns the lines that make up the basic pay. Those named after the work, such as `Kitchen hours` and `Bar hours`,
 * belong to it at any rate; those named after an unusual time, such as `Nights`, only at the basic rate. Returns none if
 * another line may be basic pay too.
 */
export function findBasicPay(earnings: EarningsLine[]): EarningsLine[] {
  const salary = findSalaryOnPayScale(earnings)
  if (salary) return [salary]
  const paidByRate = listPaidByRate(earnings)
  const named = paidByRate.filter(({ label }) => isNamedAfterWork(label))
  const usual = named.filter(({ label }) => !unusualTime.test(label))
  const work = usual.length > 0 ? usual : named.filter(({ label }) => !weekend.test(label))
  if (work.length === 0) {
    const isWork = paidByRate.every(({ label }) => !unusualTime.test(label) && !pieceWork.test(label))
    return paidByRate.length === 1 && isWork && isMainPay(paidByRate, earnings) ? paidByRate : []
  }
  const basicRate = Math.min(...work.map(rateOf))
  const basic = paidByRate.filter((line) => isBasicPay(line, work, basicRate))
  const mayBeBasic = (line: EarningsLine) =>
    !named.includes(line) &&
    !unusualTime.test(line.label) &&
    rateOf(line) < basicRate * basicPayTuning.minPremiumRate
  return isMainPay(basic, earnings) && !paidByRate.some(mayBeBasic) ? basic : []
}

/** Finds a salary that is named by its point on a pay scale. It must be the largest line and the only one of that form. */
function findSalaryOnPayScale(earnings: EarningsLine[]): EarningsLine | null {
  const [salary, ...others] = earnings.filter(
    ({ kind, label }) => kind === 'other' && payScale.test(label) && !besideSalary.test(label),
  )
  return salary && others.length === 0 && isMainPay([salary], earnings) ? salary : null
}

const rateOf = ({ rate }: EarningsLine) => Number(rate)

/** Lists the lines with quantity and rate that may be pay for work. Much lower rates are those of premiums. */
function listPaidByRate(earnings: EarningsLine[]): EarningsLine[] {
  const lines = earnings.filter(
    ({ label, kind, quantity, rate, amount }) =>
      (kind === 'other' || kind === 'shift') && quantity && rate && amount > 0 && !extraPay.test(label),
  )
  const [largest] = lines.toSorted((one, other) => other.amount - one.amount)
  const minRate = largest ? rateOf(largest) * basicPayTuning.minRateOfWork : 0
  return lines.filter((line) => rateOf(line) >= minRate)
}

function isBasicPay(line: EarningsLine, work: EarningsLine[], basicRate: number): boolean {
  if (rateOf(line) === basicRate) return work.includes(line) || unusualTime.test(line.label)
  // The same work at two rates is paid at a premium.
  const name = withoutRemark(line.label)
  const isOnce = work.filter(({ label }) => withoutRemark(label) === name).length === 1
  return work.includes(line) && isOnce && !unusualTime.test(line.label)
}

/** Whether no other line of unknown kind is larger. Holiday or sick pay may be. */
function isMainPay(lines: EarningsLine[], earnings: EarningsLine[]): boolean {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  return earnings.every(
    (line) =>
      lines.includes(line) || line.amount <= total || (line.kind !== 'other' && line.kind !== 'shift'),
  )
}

/** Removes the date before a description and the remark behind it: `Mon 01/09 Days`, `Ambient days - w/e 24/05`. */
const withoutRemark = (label: string): string =>
  label
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]* [\d/.]+ /i, '')
    .replace(/ [-–—(].*$/, '')
    .toLowerCase()

/** Whether the description is that of hours, shifts or a job: `Packing hours`, `Day rate`, `Kitchen porter`. */
const isNamedAfterWork = (label: string): boolean =>
  /\b(?:hours|hrs|shifts?|weekdays?|days?|nights?|lates?|early|earlies|evenings?|rate)$/.test(
    withoutRemark(label),
  ) || looksLikeRole(label)

const weekend = /\b(?:sun|sundays?|sat|saturdays?|weekends?|w\/end)\b/i

/** Matches times and kinds of work that may be paid at another rate than the usual work. */
const unusualTime =
  /\b(?:sun|sundays?|sat|saturdays?|weekends?|w\/end|nights?|lates?|early|earlies|evenings?|twilight|casual|relief)\b/i

/** Matches pay for units that are not hours. */
const pieceWork =
  /\b(?:units?|pieces?|piecework|boxes|punnets?|items?|drops?|deliver(?:y|ies)|jobs?|visits?|sessions?|lessons?|classes|miles?|parcels?|pallets?|trays?|kilos?|kg|tonnes?|loads?|words|pages?|cuts?|treatments?)\b/i

/** Matches pay besides that for usual work: premiums, additional hours, leave, expenses and corrections. */
const extraPay =
  /\b(?:overtime|o\/t|ot|additional|addl?|extra|excess|bank|holidays?|hols?|leave|unsocial|enhance[a-z]*|enh|prem(?:ium)?s?|plus|uplift|differential|cover|train(?:ing|ed)?|travel(?:ling)?|stand ?by|stand-by|on-call|call|recall|sick[a-z]*|absen[a-z]*|unpaid|toil|flexi|back|club|sleep(?:-in|ing|ins?)?|waking|fees?|retainer|bonus|allow(?:ance)?|allce|suppl?(?:ement)?|tronc|tips?|mileage|expenses?|keep(?:ing)?|kit|commission|double|half|third|time and|duty|duties|rest|lieu|notice|adj[a-z]*|correct[a-z]*|overpa[a-z]*|underpa[a-z]*|refund|meetings?|induction|top|loyalty|incentive|award|cancel[a-z]*|waiting|breaks?|protection|advance)\b|\b[12]\.\d+\b|\bx ?[1-3]\b/i

/** Matches a salary that is named by its point on a pay scale: `Teacher Main M6`, `UPS 3`, `SCP 12`, `NHS Band 5`. */
const payScale =
  /^(?:(?:un)?qualified |class(?:room)? )?(?:teach(?:ers?|ing)|head ?teachers?|lecturers?)\b.*\b(?:main|upper|leadership|unqualified|scale|range|[mul] ?\d{1,2})\b|\b(?:(?:leadership|unqualified|main|upper)(?: pay)? (?:scale|range|spine)|mps|ups|mpr|upr|uqt|lps|scp|njc|afc|spinal? point|spine point|band)\b ?(?:scp |point |pt |band )?[mul]?\d{1,2}[a-d]?\b/i

/** Matches payments beside the salary that may name its scale too: `Teacher SEN allowance 1`. */
const besideSalary =
  /\b(?:tlr|allowance|allow|supplement|enhancement|enh|premium|responsibility|sen|overtime|protection|acting|honorarium|cover|supply|adjustment|pension)\b/i
