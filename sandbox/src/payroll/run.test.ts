import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runPayroll } from './run.ts'
import { buildEmployment, employmentChoices } from './testing/employments.ts'
import { oracleIncomeTax, oracleNationalInsurance } from './testing/oracle.ts'
import type {
  GeneratedPayslip,
  PayFigures,
  PayRun,
  PayrollDeduction,
  PayrollEmployment,
  PayrollFrequency,
  SupportedTaxYear,
} from './types.ts'

const years: SupportedTaxYear[] = ['2024-25', '2025-26', '2026-27']
const unitsInYear = ({ frequency }: PayrollEmployment) => (frequency === 'monthly' ? 12 : 52)
const total = (lines: { amount: number }[]) => lines.reduce((all, { amount }) => all + amount, 0)

test('ten thousand employments: payslips add up, year-to-date figures accumulate, tax and NI match the annual calculation', () => {
  const checked = { wholeYears: 0, directors: 0, contributions: 0 }
  fc.assert(
    fc.property(employmentChoices, (chosen) => {
      const { employment, runs } = buildEmployment(chosen)
      const payslips = runPayroll(employment, runs)
      const violations = payslips.flatMap((payslip, n) => [
        ...brokenSums(payslip, runs[n] as PayRun),
        ...brokenFiguresToDate(payslip, payslips[n - 1]),
        ...(employment.isDirector ? [] : brokenContributions(payslip)),
      ])
      if (!employment.isDirector) checked.contributions += payslips.length
      for (const taxYear of years) {
        const ofYear = payslips.filter((payslip) => payslip.taxYear === taxYear)
        // The extra payment after 52 weeks is excluded, because it is taxed non-cumulatively.
        const lastCumulative = ofYear.findLast(({ taxPeriod }) => taxPeriod <= unitsInYear(employment))
        if (lastCumulative && hasTaxOfItsCode(lastCumulative)) {
          violations.push(...brokenTaxToDate(employment, lastCumulative))
          if (lastCumulative.taxPeriod === unitsInYear(employment)) checked.wholeYears++
        }
        const last = ofYear.at(-1)
        if (last && employment.isDirector && ofYear.every(({ niLetter }) => niLetter === last.niLetter)) {
          violations.push(...brokenDirector(last))
          checked.directors++
        }
      }
      expect(payslips.length).toBe(runs.length)
      expect(violations).toEqual([])
    }),
    { numRuns: 10_000 },
  )
  // Not every year can be compared to the penny, so the test requires a minimum number of comparisons.
  expect(checked.wholeYears).toBeGreaterThan(3_000)
  expect(checked.directors).toBeGreaterThan(1_500)
  expect(checked.contributions).toBeGreaterThan(80_000)
})

test('week 1/month 1 tax depends on the period alone', () => {
  fc.assert(
    fc.property(employmentChoices, (chosen) => {
      const codes = chosen.codes.map(({ code }) => ({ code, isCumulative: false }))
      const { employment, runs } = buildEmployment({ ...chosen, codes })
      const together = runPayroll(employment, runs).map(({ incomeTax }) => incomeTax)
      const alone = runs.map((run) => runPayroll(employment, [run])[0]?.incomeTax)
      expect(together).toEqual(alone)
    }),
    { numRuns: 500 },
  )
})

test('the extra payment after 52 weeks is taxed non-cumulatively with any code', () => {
  const frequency = fc.constantFrom<PayrollFrequency>('weekly', 'fortnightly', 'four_weekly')
  fc.assert(
    fc.property(employmentChoices, frequency, (chosen, payFrequency) => {
      // If the first pay day is the first day of the tax year, there is an extra pay day on its last day.
      const { employment, runs } = buildEmployment({
        ...chosen,
        frequency: payFrequency,
        payDay: 0,
        startPercent: 0,
        endPercent: 100,
      })
      const [extra] = runPayroll(employment, runs).slice(-1)
      const [alone] = runPayroll(employment, runs.slice(-1))
      expect(extra?.taxPeriod).toBe(
        { weekly: 53, fortnightly: 54, four_weekly: 56, monthly: 0 }[payFrequency],
      )
      expect(extra?.incomeTax).toBe(alone?.incomeTax)
    }),
    { numRuns: 300 },
  )
})

test('more gross pay never means less tax to date', () => {
  fc.assert(
    fc.property(employmentChoices, fc.nat(), fc.integer({ min: 1, max: 500_000 }), (chosen, which, more) => {
      const { employment, runs } = buildEmployment(chosen)
      const raised = runs.map((run, n) => (n === which % runs.length ? raise(run, more) : run))
      const before = runPayroll(employment, runs)
      const less = runPayroll(employment, raised).filter(
        ({ yearToDate }, n) => yearToDate.incomeTax < (before[n] as GeneratedPayslip).yearToDate.incomeTax,
      )
      expect(less).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('later pay runs do not change earlier payslips', () => {
  fc.assert(
    fc.property(employmentChoices, fc.nat(), (chosen, cut) => {
      const { employment, runs } = buildEmployment(chosen)
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

function brokenSums(payslip: GeneratedPayslip, run: PayRun): string[] {
  const { payments, deductions, grossPay, netPay, totalDeductions, incomeTax, employeeNi } = payslip
  const { employeePension, studentLoan, postgraduateLoan } = payslip
  const sacrificed = total(run.payments) - total(payments)
  const isLine = (kind: PayrollDeduction['kind'], figure: number) =>
    total(deductions.filter((line) => line.kind === kind)) === figure
  return violationsOf(payslip, {
    'gross is the total of the payments': grossPay === total(payments),
    'payments less deductions are net': total(payments) - total(deductions) === netPay,
    'deductions add up': totalDeductions === total(deductions),
    'no line is zero': deductions.every(({ amount }) => amount !== 0),
    'tax has its line': isLine('income_tax', incomeTax),
    'NI has its line': isLine('national_insurance', employeeNi),
    'the pension has its line': isLine('pension', employeePension),
    'the loans have their lines':
      isLine('student_loan', studentLoan) && isLine('postgraduate_loan', postgraduateLoan),
    'sacrificed pay goes into the pension': sacrificed >= 0 && payslip.employerPension >= sacrificed,
    'net is not negative': netPay >= 0,
    'NI is not negative': employeeNi >= 0 && payslip.employerNi >= 0,
    'loans are whole pounds, not negative': [studentLoan, postgraduateLoan].every(
      (amount) => amount >= 0 && amount % 100 === 0,
    ),
    'tax is at most half of the pay': incomeTax <= Math.max(0, payslip.taxablePay / 2),
  })
}

function brokenFiguresToDate(payslip: GeneratedPayslip, previous: GeneratedPayslip | undefined): string[] {
  const { taxYear, ...toDate } = payslip.yearToDate
  const before = previous?.taxYear === taxYear ? previous.yearToDate : undefined
  const names = Object.keys(toDate) as (keyof PayFigures)[]
  return violationsOf(
    payslip,
    Object.fromEntries(names.map((name) => [name, toDate[name] === (before?.[name] ?? 0) + payslip[name]])),
  )
}

/**
 * Whether the tax to date is that of the current code. A cumulative code corrects the whole year, unless the 50 %
 * overriding limit applies.
 */
const hasTaxOfItsCode = ({ isCumulative, incomeTax, taxablePay }: GeneratedPayslip) =>
  isCumulative && incomeTax < Math.floor(Math.max(0, taxablePay) / 2)

function brokenTaxToDate(employment: PayrollEmployment, last: GeneratedPayslip): string[] {
  const { taxYear, taxCode, taxPeriod, yearToDate } = last
  const before =
    employment.p45Figures?.taxYear === taxYear ? employment.p45Figures : { taxablePay: 0, incomeTax: 0 }
  const inYear = unitsInYear(employment)
  const exact = oracleIncomeTax(
    before.taxablePay + yearToDate.taxablePay,
    taxCode,
    taxYear,
    taxPeriod,
    inYear,
  )
  const difference = before.incomeTax + yearToDate.incomeTax - exact
  // Before the end of the year, a band limit is rounded up to the pound, so up to one pound is taxed at a rate up to
  // 21 percentage points lower.
  const isRight = taxPeriod === inYear ? difference === 0 : difference <= 0 && difference >= -22
  return violationsOf(last, { [`tax to date, by ${difference}`]: isRight })
}

function brokenContributions(payslip: GeneratedPayslip): string[] {
  const { niablePay, niLetter, taxYear, frequency } = payslip
  const { employee, employer } = oracleNationalInsurance(niablePay, niLetter, taxYear, frequency)
  return violationsOf(payslip, {
    'NI of the employee': employee === payslip.employeeNi,
    'NI of the employer': employer === payslip.employerNi,
  })
}

function brokenDirector({ niLetter, taxYear, yearToDate, ...last }: GeneratedPayslip): string[] {
  const { employee, employer } = oracleNationalInsurance(yearToDate.niablePay, niLetter, taxYear, 'annual')
  return violationsOf(last, {
    'NI of a director': employee === yearToDate.employeeNi,
    'NI for a director': employer === yearToDate.employerNi,
  })
}

/** Lists the expectations that a payslip violates. */
const violationsOf = (
  { payDate }: Pick<GeneratedPayslip, 'payDate'>,
  expectations: Record<string, boolean>,
): string[] =>
  Object.keys(expectations).flatMap((expectation) =>
    expectations[expectation] ? [] : [`${payDate}: ${expectation}`],
  )
