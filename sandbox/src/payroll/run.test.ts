import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runPayroll } from './run.ts'
import { build, choices } from './testing/employments.ts'
import { niOf, taxOf } from './testing/oracle.ts'
import type { Deduction, Employment, Figures, Frequency, PayRun, Payslip, TaxYear } from './types.ts'

const years: TaxYear[] = ['2024-25', '2025-26', '2026-27']
const unitsInYear = ({ frequency }: Employment) => (frequency === 'monthly' ? 12 : 52)
const total = (lines: { amount: number }[]) => lines.reduce((all, { amount }) => all + amount, 0)

test('ten thousand employments: slips add up, figures to date roll, tax and NI are those of the annual computation', () => {
  const checked = { wholeYears: 0, directors: 0, contributions: 0 }
  fc.assert(
    fc.property(choices, (chosen) => {
      const { employment, runs } = build(chosen)
      const payslips = runPayroll(employment, runs)
      const broken = payslips.flatMap((payslip, n) => [
        ...brokenSums(payslip, runs[n] as PayRun),
        ...brokenFiguresToDate(payslip, payslips[n - 1]),
        ...(employment.isDirector ? [] : brokenContributions(payslip)),
      ])
      if (!employment.isDirector) checked.contributions += payslips.length
      for (const taxYear of years) {
        const ofYear = payslips.filter((payslip) => payslip.taxYear === taxYear)
        // The extra payment after 52 weeks is not part of the cumulative computation.
        const lastCumulative = ofYear.findLast(({ taxPeriod }) => taxPeriod <= unitsInYear(employment))
        if (lastCumulative && hasTaxOfItsCode(lastCumulative)) {
          broken.push(...brokenTaxToDate(employment, lastCumulative))
          if (lastCumulative.taxPeriod === unitsInYear(employment)) checked.wholeYears++
        }
        const last = ofYear.at(-1)
        if (last && employment.isDirector && ofYear.every(({ niLetter }) => niLetter === last.niLetter)) {
          broken.push(...brokenDirector(last))
          checked.directors++
        }
      }
      expect(payslips.length).toBe(runs.length)
      expect(broken).toEqual([])
    }),
    { numRuns: 10_000 },
  )
  // Not every year can be compared to the penny; enough of them must have been.
  expect(checked.wholeYears).toBeGreaterThan(3_000)
  expect(checked.directors).toBeGreaterThan(1_500)
  expect(checked.contributions).toBeGreaterThan(80_000)
}, 60_000)

test('on the week-1 and month-1 basis the tax depends on the period alone', () => {
  fc.assert(
    fc.property(choices, (chosen) => {
      const codes = chosen.codes.map(({ code }) => ({ code, isCumulative: false }))
      const { employment, runs } = build({ ...chosen, codes })
      const together = runPayroll(employment, runs).map(({ incomeTax }) => incomeTax)
      const alone = runs.map((run) => runPayroll(employment, [run])[0]?.incomeTax)
      expect(together).toEqual(alone)
    }),
    { numRuns: 500 },
  )
})

test('the extra payment after 52 weeks is taxed by itself, whatever the code', () => {
  const frequency = fc.constantFrom<Frequency>('weekly', 'fortnightly', 'four_weekly')
  fc.assert(
    fc.property(choices, frequency, (chosen, often) => {
      // Who is paid on the first day of a tax year is paid on the last too.
      const { employment, runs } = build({ ...chosen, frequency: often, payDay: 0, starts: 0, stays: 100 })
      const [extra] = runPayroll(employment, runs).slice(-1)
      const [alone] = runPayroll(employment, runs.slice(-1))
      expect(extra?.taxPeriod).toBe({ weekly: 53, fortnightly: 54, four_weekly: 56, monthly: 0 }[often])
      expect(extra?.incomeTax).toBe(alone?.incomeTax)
    }),
    { numRuns: 300 },
  )
})

test('more gross pay never means less tax to date', () => {
  fc.assert(
    fc.property(choices, fc.nat(), fc.integer({ min: 1, max: 500_000 }), (chosen, which, more) => {
      const { employment, runs } = build(chosen)
      const raised = runs.map((run, n) => (n === which % runs.length ? raise(run, more) : run))
      const before = runPayroll(employment, runs)
      const less = runPayroll(employment, raised).filter(
        ({ yearToDate }, n) => yearToDate.incomeTax < (before[n] as Payslip).yearToDate.incomeTax,
      )
      expect(less).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('what is paid later changes no slip of before', () => {
  fc.assert(
    fc.property(choices, fc.nat(), (chosen, cut) => {
      const { employment, runs } = build(chosen)
      const some = runs.slice(0, cut % (runs.length + 1))
      expect(runPayroll(employment, some)).toEqual(runPayroll(employment, runs).slice(0, some.length))
    }),
    { numRuns: 100 },
  )
})

function raise(run: PayRun, more: number): PayRun {
  const payments = run.payments.map((line, n) => (n === 0 ? { ...line, amount: line.amount + more } : line))
  return { ...run, payments }
}

function brokenSums(payslip: Payslip, run: PayRun): string[] {
  const { payments, deductions, grossPay, netPay, totalDeductions, incomeTax, employeeNi } = payslip
  const { employeePension, studentLoan, postgraduateLoan } = payslip
  const sacrificed = total(run.payments) - total(payments)
  const isLine = (kind: Deduction['kind'], figure: number) =>
    total(deductions.filter((line) => line.kind === kind)) === figure
  return brokenOf(payslip, {
    'gross is the sum of the payments': grossPay === total(payments),
    'payments less deductions are net': total(payments) - total(deductions) === netPay,
    'deductions add up': totalDeductions === total(deductions),
    'no line is zero': deductions.every(({ amount }) => amount !== 0),
    'tax has its line': isLine('income_tax', incomeTax),
    'NI has its line': isLine('national_insurance', employeeNi),
    'the pension has its line': isLine('pension', employeePension),
    'the loans have their lines':
      isLine('student_loan', studentLoan) && isLine('postgraduate_loan', postgraduateLoan),
    'what is sacrificed is paid in': sacrificed >= 0 && payslip.employerPension >= sacrificed,
    'net is not negative': netPay >= 0,
    'NI is not negative': employeeNi >= 0 && payslip.employerNi >= 0,
    'loans are whole pounds, not negative': [studentLoan, postgraduateLoan].every(
      (amount) => amount >= 0 && amount % 100 === 0,
    ),
    'half of the pay is the most tax': incomeTax <= Math.max(0, payslip.taxablePay / 2),
  })
}

function brokenFiguresToDate(payslip: Payslip, previous: Payslip | undefined): string[] {
  const { taxYear, ...toDate } = payslip.yearToDate
  const before = previous?.taxYear === taxYear ? previous.yearToDate : undefined
  const names = Object.keys(toDate) as (keyof Figures)[]
  return brokenOf(
    payslip,
    Object.fromEntries(names.map((name) => [name, toDate[name] === (before?.[name] ?? 0) + payslip[name]])),
  )
}

/** Whatever the codes before: a cumulative one sets the whole year right, unless half of the pay is not enough for it. */
const hasTaxOfItsCode = ({ isCumulative, incomeTax, taxablePay }: Payslip) =>
  isCumulative && incomeTax < Math.floor(Math.max(0, taxablePay) / 2)

function brokenTaxToDate(employment: Employment, last: Payslip): string[] {
  const { taxYear, taxCode, taxPeriod, yearToDate } = last
  const before = employment.before?.taxYear === taxYear ? employment.before : { taxablePay: 0, incomeTax: 0 }
  const inYear = unitsInYear(employment)
  const exact = taxOf(before.taxablePay + yearToDate.taxablePay, taxCode, taxYear, taxPeriod, inYear)
  const difference = before.incomeTax + yearToDate.incomeTax - exact
  // Until the year is over a limit is rounded up to the pound, so that up to a pound bears up to 21 % less.
  const isRight = taxPeriod === inYear ? difference === 0 : difference <= 0 && difference >= -22
  return brokenOf(last, { [`tax to date, by ${difference}`]: isRight })
}

function brokenContributions(payslip: Payslip): string[] {
  const { niablePay, niLetter, taxYear, frequency } = payslip
  const { employee, employer } = niOf(niablePay, niLetter, taxYear, frequency)
  return brokenOf(payslip, {
    'NI of the employee': employee === payslip.employeeNi,
    'NI of the employer': employer === payslip.employerNi,
  })
}

function brokenDirector({ niLetter, taxYear, yearToDate, ...last }: Payslip): string[] {
  const { employee, employer } = niOf(yearToDate.niablePay, niLetter, taxYear, 'annual')
  return brokenOf(last, {
    'NI of a director': employee === yearToDate.employeeNi,
    'NI for a director': employer === yearToDate.employerNi,
  })
}

/** The promises that a slip does not keep. */
const brokenOf = ({ payDate }: Pick<Payslip, 'payDate'>, promises: Record<string, boolean>): string[] =>
  Object.keys(promises).flatMap((promise) => (promises[promise] ? [] : [`${payDate}: ${promise}`]))
