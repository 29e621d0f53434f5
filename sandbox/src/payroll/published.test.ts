import { expect, test } from 'vitest'
import { addDays, addMonths } from '../calendar.ts'
import { runPayroll } from './run.ts'
import type { Frequency, NiLetter, PayRun } from './types.ts'

/*
 * Figures of the tax authority's own test data for payroll software, 2025/26 (rest of UK tax v1.0, Scottish tax v1.0,
 * Welsh tax v1.0, NIC test data v1.1). Contains public sector information licensed under the Open Government Licence v3.0.
 */

type Step = [pay: number, code: string, taxToDate: number]

const monthlyPay = [
  1156.25, 1156.26, 31123.26, 14465.71, 52681.25, 50000, 15000, 14000.55, 12590.45, 11245.05,
]
const weeklyPay = [267.07, 266.08, 853.05, 2021.09, 9834.16, 15000, 242.84, 243.83, 632.84, 2893.83]
const steps = (pays: number[], codes: [code: string, flat: string], taxes: number[]): Step[] =>
  pays.map((pay, n) => [pay, [codes[1], 'NT'][n - 8] ?? codes[0], taxes[n] as number])

const restOfUkMonthly = [21.4, 43, 10231, 15069.6, 37154.7, 58033.35, 63161.55, 67840.65, 38434.6, 0]
const restOfUkWeekly = [5, 9.8, 132, 487.8, 4087.4, 10463.08, 10198.21, 9933.78, 5872, 0]
const scottishMonthly = [20.33, 40.85, 11485.57, 16868.53, 40624.55, 63093.69, 68762.34, 73951.95, 38434.6, 0]
const scottishWeekly = [4.75, 9.31, 130.36, 508.47, 4588.97, 11435.57, 11198.86, 10962.63, 5872, 0]

const years: { name: string; frequency: Frequency; steps: Step[] }[] = [
  { name: '1257L', frequency: 'monthly', steps: steps(monthlyPay, ['1257L', 'BR'], restOfUkMonthly) },
  { name: '1257L', frequency: 'weekly', steps: steps(weeklyPay, ['1257L', 'BR'], restOfUkWeekly) },
  { name: 'C1257L', frequency: 'monthly', steps: steps(monthlyPay, ['C1257L', 'CBR'], restOfUkMonthly) },
  { name: 'C1257L', frequency: 'weekly', steps: steps(weeklyPay, ['C1257L', 'CBR'], restOfUkWeekly) },
  { name: 'S1257L', frequency: 'monthly', steps: steps(monthlyPay, ['S1257L', 'SBR'], scottishMonthly) },
  { name: 'S1257L', frequency: 'weekly', steps: steps(weeklyPay, ['S1257L', 'SBR'], scottishWeekly) },
  {
    name: 'BR',
    frequency: 'monthly',
    steps: [
      [2870.55, 'BR', 574],
      [3500.95, 'BR', 1274.2],
      [32000, 'BR', 7674.2],
    ],
  },
  {
    name: 'BR',
    frequency: 'weekly',
    steps: [
      [650.15, 'BR', 130],
      [995.55, 'BR', 329],
      [7100.35, 'BR', 1749.2],
    ],
  },
  {
    name: 'K585',
    frequency: 'monthly',
    steps: [
      [895, 'K585', 276.6],
      [1250, 'K585', 624.2],
      [765, 'K585', 874.8],
    ],
  },
  {
    name: 'K630',
    frequency: 'weekly',
    steps: [
      [150, 'K630', 54.2],
      [300, 'K630', 138.4],
      [245, 'K630', 211.8],
    ],
  },
  {
    name: 'SK585',
    frequency: 'monthly',
    steps: [
      [895, 'SK585', 275.63],
      [1250, 'SK585', 625.82],
      [765, 'SK585', 874.17],
    ],
  },
  {
    name: 'SK630',
    frequency: 'weekly',
    steps: [
      [150, 'SK630', 53.65],
      [300, 'SK630', 138.49],
      [245, 'SK630', 212.15],
    ],
  },
]

test.each(years)('published: tax to date of $name, $frequency', ({ frequency, steps }) => {
  const payslips = pay(frequency, steps)
  expect(payslips.map(({ yearToDate }) => yearToDate.incomeTax / 100)).toEqual(steps.map(([, , tax]) => tax))
})

const monthsAlone: Step[] = [
  ...([
    [39.24, '45L', 0],
    [39.25, '45L', 0.2],
    [3164.24, '45L', 625],
    [3164.25, '45L', 625.2],
  ] as Step[]),
  ...([
    [10450.24, '45L', 3536.06],
    [10500.78, '45L', 3558.15],
    [12539.24, '45L', 4475.25],
  ] as Step[]),
  ...([
    [12539.25, '45L', 4475.7],
    [99.99, 'BR', 19.8],
    [99.99, 'D0', 39.6],
    [99.99, 'D1', 44.55],
  ] as Step[]),
  ...([
    [950, 'K45', 197.6],
    [1120, 'K285', 271.6],
    [885, 'K401', 243.8],
    [2500, '999L', 333.2],
  ] as Step[]),
  ...([
    [3000, '1000L', 433],
    [5000, '1001L', 1037.66],
    [39.25, 'S45L', 0.19],
    [3164.24, 'S45L', 753.59],
  ] as Step[]),
  ...([
    [3164.25, 'S45L', 754.01],
    [10450.24, 'S45L', 3969.97],
    [10500.78, 'S45L', 3993.93],
  ] as Step[]),
  ...([
    [12539.24, 'S45L', 4972.17],
    [12539.25, 'S45L', 4972.65],
    [1450.03, 'SBR', 290],
  ] as Step[]),
  ...([
    [1450.03, 'SD0', 304.5],
    [1450.03, 'SD1', 609],
    [5300.67, 'SD2', 2385],
    [5300.67, 'SD3', 2544],
  ] as Step[]),
]
const weeksAlone: Step[] = [
  ...([
    [29.05, '145L', 0],
    [29.06, '145L', 0.2],
    [750.06, '145L', 144.4],
    [750.07, '145L', 144.4],
  ] as Step[]),
  ...([
    [2913.06, '145L', 1032.92],
    [2913.07, '145L', 1032.92],
    [101.99, 'BR', 20.2],
  ] as Step[]),
  ...([
    [101.99, 'D0', 40.4],
    [101.99, 'D1', 45.45],
    [560, 'K27', 113],
    [432, 'K159', 92.4],
  ] as Step[]),
  ...([
    [810, 'K306', 202.6],
    [750, '999L', 111.4],
    [900, '1000L', 141.4],
    [1500, '1001L', 377.8],
  ] as Step[]),
  ...([
    [29.06, 'S145L', 0.19],
    [750.06, 'S145L', 174.26],
    [2913.06, 'S145L', 1147.6],
  ] as Step[]),
  ...([
    [324.63, 'SBR', 64.8],
    [324.63, 'SD0', 68.04],
    [324.63, 'SD1', 136.08],
  ] as Step[]),
  ...([
    [1056.81, 'SD2', 475.2],
    [1056.81, 'SD3', 506.88],
  ] as Step[]),
]

test.each([
  { frequency: 'monthly' as const, alone: monthsAlone },
  { frequency: 'weekly' as const, alone: weeksAlone },
])('published: tax of the first period alone, $frequency', ({ frequency, alone }) => {
  // The first period is the same on both bases.
  for (const mark of ['', ' M1'])
    for (const [amount, code, tax] of alone)
      expect([code, amount, pay(frequency, [[amount, code + mark, tax]])[0]?.incomeTax]).toEqual([
        ...[code, amount, Math.round(tax * 100)],
      ])
})

type Contribution = [pay: number, employeeA: number, employeeB: number, employer: number]

// The steps of a penny around the thresholds, where rounding shows.
const contributions: Record<'weekly' | 'fortnightly', Contribution[]> = {
  weekly: [
    ...([
      [96.03, 0, 0, 0],
      [96.04, 0, 0, 0.01],
      [125, 0, 0, 4.35],
      [242.07, 0, 0, 21.91],
    ] as Contribution[]),
    ...([
      [242.08, 0.01, 0, 21.91],
      [242.31, 0.02, 0, 21.95],
      [242.32, 0.02, 0, 21.95],
    ] as Contribution[]),
    ...([
      [481.03, 19.12, 4.42, 57.75],
      [481.04, 19.12, 4.42, 57.76],
    ] as Contribution[]),
    ...([
      [966.64, 57.97, 13.4, 130.6],
      [966.65, 57.97, 13.41, 130.6],
    ] as Contribution[]),
    ...([
      [967.04, 58, 13.41, 130.66],
      [967.05, 58, 13.41, 130.66],
    ] as Contribution[]),
  ],
  fortnightly: [
    ...([
      [193.04, 0, 0, 0.01],
      [250, 0, 0, 8.55],
      [484.07, 0, 0, 43.66],
      [484.08, 0.01, 0, 43.66],
    ] as Contribution[]),
    ...([
      [484.32, 0.02, 0, 43.7],
      [962.03, 38.24, 8.84, 115.35],
      [962.04, 38.24, 8.84, 115.36],
    ] as Contribution[]),
    ...([
      [1933.72, 115.98, 26.82, 261.11],
      [1933.73, 115.98, 26.82, 261.11],
    ] as Contribution[]),
    ...([
      [1934.04, 116, 26.82, 261.16],
      [1934.05, 116, 26.82, 261.16],
    ] as Contribution[]),
  ],
}
type LetterB = [pay: number, employee: number, employer: number]
const letterB: Record<'four_weekly' | 'monthly', LetterB[]> = {
  four_weekly: [
    ...([
      [385.03, 0, 0],
      [385.04, 0, 0.01],
      [500, 0, 17.25],
      [967.07, 0, 87.31],
      [967.31, 0, 87.35],
    ] as LetterB[]),
    ...([
      [1924.04, 17.7, 230.86],
      [3866.68, 53.64, 522.25],
      [3867.04, 53.65, 522.31],
    ] as LetterB[]),
  ],
  monthly: [
    ...([
      [417.03, 0, 0],
      [417.04, 0, 0.01],
      [542, 0, 18.75],
      [1048.07, 0, 94.66],
      [1048.31, 0, 94.7],
    ] as LetterB[]),
    ...([
      [2083.05, 19.15, 249.91],
      [4188.53, 58.1, 565.73],
      [4189.05, 58.11, 565.81],
    ] as LetterB[]),
  ],
}

test('published: National Insurance of letters A and B', () => {
  const found = (frequency: Frequency, letter: NiLetter, amount: number) => {
    const [payslip] = pay(frequency, [[amount, 'NT', 0]], letter)
    return [frequency, letter, amount, (payslip?.employeeNi ?? 0) / 100, (payslip?.employerNi ?? 0) / 100]
  }
  for (const frequency of ['weekly', 'fortnightly'] as const)
    for (const [amount, employeeA, employeeB, employer] of contributions[frequency]) {
      expect(found(frequency, 'A', amount)).toEqual([frequency, 'A', amount, employeeA, employer])
      expect(found(frequency, 'B', amount)).toEqual([frequency, 'B', amount, employeeB, employer])
    }
  for (const frequency of ['four_weekly', 'monthly'] as const)
    for (const [amount, employee, employer] of letterB[frequency])
      expect(found(frequency, 'B', amount)).toEqual([frequency, 'B', amount, employee, employer])
})

function pay(frequency: Frequency, steps: Step[], letter: NiLetter = 'X') {
  const days = { weekly: 7, fortnightly: 14, four_weekly: 28, monthly: 0 }[frequency]
  const dates = steps.map((_, n) =>
    days === 0 ? addMonths('2025-04-30', n) : addDays('2025-04-06', n * days),
  )
  const line = { kind: 'basic', description: '', isFixed: true, isPensionable: false } as const
  const runs = steps.map(([amount], n): PayRun => {
    const payDate = dates[n] ?? ''
    const payments = [{ ...line, amount: Math.round(amount * 100), isTaxable: true, isNiable: true }]
    return { payDate, start: payDate, end: payDate, payments }
  })
  const taxCodes = steps.map(([, code], n) => ({ from: dates[n] ?? '', code, isCumulative: true }))
  return runPayroll(
    { frequency, isDirector: false, taxCodes, niLetters: [{ from: '', letter }], loans: [], pensions: [] },
    runs,
  )
}
