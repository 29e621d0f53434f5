import { expect, test } from 'vitest'
import { addDays, addMonths } from '../calendar.ts'
import { runPayroll } from './run.ts'
import type { NiLetter, PayRun, PayrollFrequency } from './types.ts'

/*
 * Expected figures are from HMRC's test data for payroll software, 2025/26 (rest of UK tax v1.0, Scottish tax v1.0,
 * Welsh tax v1.0, NIC test data v1.1). Contains public sector information licensed under the Open Government Licence
 * v3.0.
 */

type Step = { pay: number; code: string }

const numbers = (text: string) => text.trim().split(/\s+/).map(Number)

const monthlyPay = '1156.25 1156.26 31123.26 14465.71 52681.25 50000 15000 14000.55 12590.45 11245.05'
const weeklyPay = '267.07 266.08 853.05 2021.09 9834.16 15000 242.84 243.83 632.84 2893.83'
const fullCodes = (prefix: string) => [...Array(8).fill(`${prefix}1257L`), `${prefix}BR`, 'NT']

const restOfUk = {
  monthly: '21.4 43 10231 15069.6 37154.7 58033.35 63161.55 67840.65 38434.6 0',
  weekly: '5 9.8 132 487.8 4087.4 10463.08 10198.21 9933.78 5872 0',
}
const scotland = {
  monthly: '20.33 40.85 11485.57 16868.53 40624.55 63093.69 68762.34 73951.95 38434.6 0',
  weekly: '4.75 9.31 130.36 508.47 4588.97 11435.57 11198.86 10962.63 5872 0',
}

/** Consecutive pay, tax codes and expected tax to date. */
const toDate: [frequency: PayrollFrequency, pay: string, codes: string[], tax: string][] = [
  ['monthly', monthlyPay, fullCodes(''), restOfUk.monthly],
  ['weekly', weeklyPay, fullCodes(''), restOfUk.weekly],
  ['monthly', monthlyPay, fullCodes('C'), restOfUk.monthly],
  ['weekly', weeklyPay, fullCodes('C'), restOfUk.weekly],
  ['monthly', monthlyPay, fullCodes('S'), scotland.monthly],
  ['weekly', weeklyPay, fullCodes('S'), scotland.weekly],
  ['monthly', '2870.55 3500.95 32000', ['BR', 'BR', 'BR'], '574 1274.2 7674.2'],
  ['weekly', '650.15 995.55 7100.35', ['BR', 'BR', 'BR'], '130 329 1749.2'],
  ['monthly', '895 1250 765', ['K585', 'K585', 'K585'], '276.6 624.2 874.8'],
  ['weekly', '150 300 245', ['K630', 'K630', 'K630'], '54.2 138.4 211.8'],
  ['monthly', '895 1250 765', ['SK585', 'SK585', 'SK585'], '275.63 625.82 874.17'],
  ['weekly', '150 300 245', ['SK630', 'SK630', 'SK630'], '53.65 138.49 212.15'],
]

test.each(toDate)('matches published tax to date: %s, %s', (frequency, pays, codes, taxes) => {
  const steps = numbers(pays).map((pay, n): Step => ({ pay, code: codes[n] ?? '' }))
  const taxToDate = run(frequency, steps).map(({ yearToDate }) => yearToDate.incomeTax / 100)
  expect(taxToDate).toEqual(numbers(taxes))
})

/** Lists of `code pay tax` for the first period of a tax year. */
const firstPeriod: Record<'monthly' | 'weekly', string> = {
  monthly: `
    45L 39.24 0, 45L 39.25 0.2, 45L 3164.24 625, 45L 3164.25 625.2, 45L 10450.24 3536.06, 45L 10500.78 3558.15,
    45L 12539.24 4475.25, 45L 12539.25 4475.7, BR 99.99 19.8, D0 99.99 39.6, D1 99.99 44.55, K45 950 197.6,
    K285 1120 271.6, K401 885 243.8, 999L 2500 333.2, 1000L 3000 433, 1001L 5000 1037.66, S45L 39.25 0.19,
    S45L 3164.24 753.59, S45L 3164.25 754.01, S45L 10450.24 3969.97, S45L 10500.78 3993.93, S45L 12539.24 4972.17,
    S45L 12539.25 4972.65, SBR 1450.03 290, SD0 1450.03 304.5, SD1 1450.03 609, SD2 5300.67 2385, SD3 5300.67 2544`,
  weekly: `
    145L 29.05 0, 145L 29.06 0.2, 145L 750.06 144.4, 145L 750.07 144.4, 145L 2913.06 1032.92, 145L 2913.07 1032.92,
    BR 101.99 20.2, D0 101.99 40.4, D1 101.99 45.45, K27 560 113, K159 432 92.4, K306 810 202.6, 999L 750 111.4,
    1000L 900 141.4, 1001L 1500 377.8, S145L 29.06 0.19, S145L 750.06 174.26, S145L 2913.06 1147.6,
    SBR 324.63 64.8, SD0 324.63 68.04, SD1 324.63 136.08, SD2 1056.81 475.2, SD3 1056.81 506.88`,
}

// In the first period, the tax is the same on the cumulative and on the week 1/month 1 basis.
test.each([
  ['monthly', ''],
  ['weekly', ''],
  ['monthly', ' M1'],
  ['weekly', ' W1'],
] as const)('matches published tax of the first period: %s%s', (frequency, mark) => {
  for (const line of firstPeriod[frequency].split(',')) {
    const [code = '', pay, tax] = line.trim().split(' ')
    const [payslip] = run(frequency, [{ pay: Number(pay), code: code + mark }])
    expect(`${line.trim()}: ${(payslip?.incomeTax ?? 0) / 100}`).toBe(`${line.trim()}: ${tax}`)
  }
})

/** Lists of `pay employee employer` in penny steps around the thresholds, to test rounding. */
const contributions: [letter: NiLetter, frequency: PayrollFrequency, lines: string][] = [
  [
    'A',
    'weekly',
    `96.03 0 0, 96.04 0 0.01, 125 0 4.35, 242.07 0 21.91, 242.08 0.01 21.91, 242.31 0.02 21.95, 242.32 0.02 21.95,
     481.03 19.12 57.75, 481.04 19.12 57.76, 966.64 57.97 130.6, 966.65 57.97 130.6, 967.04 58 130.66, 967.05 58 130.66`,
  ],
  [
    'A',
    'fortnightly',
    `193.04 0 0.01, 250 0 8.55, 484.07 0 43.66, 484.08 0.01 43.66, 484.32 0.02 43.7, 962.03 38.24 115.35,
     962.04 38.24 115.36, 1933.72 115.98 261.11, 1933.73 115.98 261.11, 1934.04 116 261.16, 1934.05 116 261.16`,
  ],
  [
    'B',
    'weekly',
    `242.07 0 21.91, 242.32 0 21.95, 481.03 4.42 57.75, 481.04 4.42 57.76, 966.64 13.4 130.6, 966.65 13.41 130.6,
     967.04 13.41 130.66, 967.05 13.41 130.66`,
  ],
  [
    'B',
    'fortnightly',
    `484.32 0 43.7, 962.03 8.84 115.35, 962.04 8.84 115.36, 1933.72 26.82 261.11, 1933.73 26.82 261.11,
     1934.04 26.82 261.16, 1934.05 26.82 261.16`,
  ],
  [
    'B',
    'four_weekly',
    `385.03 0 0, 385.04 0 0.01, 500 0 17.25, 967.07 0 87.31, 967.31 0 87.35, 1924.04 17.7 230.86,
     3866.68 53.64 522.25, 3867.04 53.65 522.31`,
  ],
  [
    'B',
    'monthly',
    `417.03 0 0, 417.04 0 0.01, 542 0 18.75, 1048.07 0 94.66, 1048.31 0 94.7, 2083.05 19.15 249.91,
     4188.53 58.1 565.73, 4189.05 58.11 565.81`,
  ],
]

test.each(contributions)(
  'matches published National Insurance: letter %s, %s',
  (letter, frequency, lines) => {
    for (const line of lines.split(',')) {
      const [pay = 0, ...due] = numbers(line)
      const [payslip] = run(frequency, [{ pay, code: 'NT' }], letter)
      expect([pay, (payslip?.employeeNi ?? 0) / 100, (payslip?.employerNi ?? 0) / 100]).toEqual([pay, ...due])
    }
  },
)

function run(frequency: PayrollFrequency, steps: Step[], letter: NiLetter = 'X') {
  const days = { weekly: 7, fortnightly: 14, four_weekly: 28, monthly: 0 }[frequency]
  const dates = steps.map((_, n) =>
    days === 0 ? addMonths('2025-04-30', n) : addDays('2025-04-06', n * days),
  )
  const line = { kind: 'basic', description: '', isFixed: true, isPensionable: false } as const
  const runs = steps.map(({ pay }, n): PayRun => {
    const payDate = dates[n] ?? ''
    const payments = [{ ...line, amount: Math.round(pay * 100), isTaxable: true, isNiable: true }]
    return { payDate, start: payDate, end: payDate, payments }
  })
  const taxCodes = steps.map(({ code }, n) => ({ from: dates[n] ?? '', code, isCumulative: true }))
  return runPayroll(
    { frequency, isDirector: false, taxCodes, niLetters: [{ from: '', letter }], loans: [], pensions: [] },
    runs,
  )
}
