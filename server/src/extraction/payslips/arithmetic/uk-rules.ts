import { decimalOf } from '../../../vocabulary/money.ts'
import { taxYearOf } from '../../../vocabulary/payslip-figures.ts'
import type { Finding } from '../../document.ts'
import { taxMonthOf, taxWeekOf } from '../../paye/tax-calendar.ts'
import { insuranceDue } from '../../paye/national-insurance.ts'
import { taxDue } from '../../paye/income-tax.ts'
import type { Frequency } from '../facts/period.ts'
import { arithmetic } from '../findings.ts'
import type { Gathered } from '../extract-fields.ts'
import { deductionLine } from '../table/pay-lines.ts'

// What British payroll must come to. A difference has honest explanations, so each finding names them and none is high.

/** Pence. Tables round by the pound, software by the penny. */
const taxTolerance = 200
const insuranceTolerance = 100

export function ukFindings(read: Gathered): Finding[] {
  return [
    ...taxPeriodFindings(read),
    ...incomeTaxFindings(read),
    ...insuranceFindings(read),
    ...unitFindings(read),
  ]
}

type Byweekly = 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly'

/** As printed, else from the length of the period or the unit of the tax period. */
function frequencyOf({ period }: Gathered): Byweekly | null {
  const printed: Frequency | undefined = period.frequency?.value
  if (printed === 'weekly' || printed === 'fortnightly' || printed === 'four_weekly' || printed === 'monthly')
    return printed
  if (printed) return null
  if (period.taxPeriod?.unit === 'month') return 'monthly'
  const { start, end } = period
  const days = start && end ? (Date.parse(end.day) - Date.parse(start.day)) / 86_400_000 + 1 : 0
  if (days === 7) return 'weekly'
  if (days === 14) return 'fortnightly'
  if (days === 28 && period.taxPeriod?.unit === 'week') return 'four_weekly'
  return days >= 30 && days <= 31 ? 'monthly' : null
}

function taxPeriodFindings(read: Gathered): Finding[] {
  const { payDate, taxPeriod } = read.period
  if (!payDate || !taxPeriod?.unit) return []
  const expected = taxPeriod.unit === 'month' ? taxMonthOf(payDate.day) : taxWeekOf(payDate.day)
  const cycle = taxPeriod.unit === 'month' ? 12 : 53
  const off = Math.abs(taxPeriod.number - expected)
  const isNear = Math.min(off, cycle - off) <= (taxPeriod.unit === 'month' ? 1 : 4)
  if (off === 0 || (taxPeriod.unit === 'week' && isNear)) return []
  return [
    arithmetic(
      'ARITHMETIC_TAX_PERIOD',
      isNear ? 'low' : 'medium',
      'Day of payment and tax period do not fit',
      `A payment on ${payDate.day} falls into tax ${taxPeriod.unit} ${expected}, but the paper says ${taxPeriod.number}. Employers that pay early or number their own periods could explain it.`,
      [{ piece: taxPeriod.at[0], expected: String(expected), actual: String(taxPeriod.number) }],
      ['income_information.pay_date'],
    ),
  ]
}

/** Tax to date by the code, or of the period alone for W1 and M1. */
function incomeTaxFindings(read: Gathered): Finding[] {
  const { taxCode, period, year, stated, figures } = read
  const frequency = frequencyOf(read)
  if (!taxCode || !period.payDate || !frequency) return []
  const unit = frequency === 'monthly' ? 'month' : 'week'
  const tax = figures.taken
    .map(deductionLine)
    .filter(({ word }) => word === 'income_tax')
    .reduce((sum, { amount }) => sum + amount, 0)
  if (!figures.takenAdd) return []
  const isCumulative = taxCode.basis === null || taxCode.basis === 'cumulative'
  const taxYear = taxYearOf(period.payDate.day)
  const length = { weekly: 1, fortnightly: 2, four_weekly: 4, monthly: 1 }[frequency]
  const ofPeriod = stated.taxable.value?.pence
  const number = period.taxPeriod?.number ?? (unit === 'month' ? taxMonthOf(period.payDate.day) : null)
  const [taxable, times, actual] = isCumulative
    ? [year.taxable.value?.pence, number, year.tax.value?.pence]
    : [ofPeriod, length, tax]
  if (taxable === undefined || actual === undefined || times === null) return []
  const due = taxDue({ year: taxYear, code: taxCode.code, taxable, number: times, unit })
  if (due === null || Math.abs(due - actual) <= taxTolerance) return []
  // Half of the pay is the most that a K code takes.
  if (taxCode.code.includes('K') && actual < due) return []
  const figure = isCumulative ? year.tax.value : null
  return [
    arithmetic(
      'ARITHMETIC_INCOME_TAX',
      isCumulative ? 'low' : 'medium',
      'Income tax differs from what the code gives',
      `${taxCode.code} on taxable pay of £${decimalOf(taxable)} ${isCumulative ? `up to ${unit} ${times}` : 'in the period'} gives £${decimalOf(due)}; the paper says £${decimalOf(actual)}. Pay from an earlier employer, a code that changed in the year or a correction could explain it.`,
      [
        {
          piece: figure?.at[0] ?? figures.taken[0]?.cell.piece,
          expected: decimalOf(due),
          actual: decimalOf(actual),
        },
      ],
      [
        isCumulative
          ? 'income_information.earnings.year_to_date.total_tax_paid'
          : 'income_information.deductions.income_tax',
      ],
    ),
  ]
}

function insuranceFindings(read: Gathered): Finding[] {
  const { niLetter, stated, figures, period, identity } = read
  const frequency = frequencyOf(read)
  const earnings = stated.niable.value?.pence
  if (!niLetter || !frequency || earnings === undefined || !period.payDate || !figures.takenAdd) return []
  // Directors pay by the year, not by the period.
  if (/director/i.test(identity.role?.text ?? '')) return []
  const lines = figures.taken.filter((line) => deductionLine(line).word === 'national_insurance')
  const actual = lines.reduce((sum, { pence }) => sum + pence, 0)
  const due = insuranceDue({
    year: taxYearOf(period.payDate.day),
    letter: niLetter.value,
    earnings,
    frequency,
  })
  if (due === null || Math.abs(due - actual) <= insuranceTolerance) return []
  return [
    arithmetic(
      'ARITHMETIC_NATIONAL_INSURANCE',
      'medium',
      'National Insurance differs from what the category gives',
      `Category ${niLetter.value} on earnings of £${decimalOf(earnings)} gives £${decimalOf(due)}; the paper says £${decimalOf(actual)}. A director, more than one period in one payment, or a change of category could explain it.`,
      [{ piece: lines[0]?.cell.piece, expected: decimalOf(due), actual: decimalOf(actual) }],
      ['income_information.deductions.employee_ni'],
    ),
  ]
}

/** Hours times rate; a rate is rounded before it is printed. */
function unitFindings({ figures }: Gathered): Finding[] {
  return figures.earnings.flatMap(({ row, pence, cell }, n) => {
    const [times, each] = [
      Number(row.quantity?.figure?.decimal ?? Number.NaN),
      Number(row.rate?.figure?.decimal ?? Number.NaN),
    ]
    const product = Math.round(times * each * 100)
    const tolerance = Math.max(2, Math.abs(times) / 2 + 1)
    if (!Number.isFinite(product) || Math.abs(product - pence) <= tolerance) return []
    return [
      arithmetic(
        'ARITHMETIC_UNITS',
        'low',
        'Hours and rate do not give the amount',
        `${row.quantity?.text} at ${row.rate?.text} is £${decimalOf(product)}, but "${row.label.text}" is printed as £${decimalOf(pence)}. A factor for overtime could explain it.`,
        [{ piece: cell.piece, expected: decimalOf(product), actual: decimalOf(pence) }],
        [`income_information.earnings.earning_elements.${n}.amount`],
      ),
    ]
  })
}
