import { expect, test } from 'vitest'
import { addDays, addMonths, type IsoDate } from '../calendar.ts'
import { runPayroll } from './run.ts'
import type {
  GeneratedPayslip,
  LoanPlan,
  NiLetter,
  PayrollEmployment,
  PayrollFrequency,
  PayrollPayment,
  SupportedTaxYear,
} from './types.ts'

/*
 * Expected figures are calculated by hand with exact fractions, as shown in the comments, and never copied from the
 * engine's output. Free pay used throughout: 1257L is 2 × 416.67 + 2579/12 rounded up (214.92) = 1048.26 a month, and
 * 2 × 96.16 + 2579/52 rounded up (49.60) = 241.92 a week.
 */

type Figure = Exclude<keyof GeneratedPayslip['yearToDate'], 'taxYear'> | 'totalDeductions'
type Example = {
  name: string
  year?: SupportedTaxYear
  frequency?: PayrollFrequency
  /** First tax month or pay period in which the employee is paid. */
  from?: number
  /** One tax code, or one for each payment; the suffix `M1` makes it non-cumulative. */
  code?: string | string[]
  letter?: NiLetter
  isDirector?: boolean
  plans?: LoanPlan[]
  pension?: Omit<PayrollEmployment['pensions'][number], 'from'>
  before?: [taxablePay: string, incomeTax: string]
  /** Pay in pounds, one entry for each period. */
  pay: string[]
  /** Expected figures of the last payslip. */
  is?: Partial<Record<Figure, string>>
  toDate?: Partial<Record<Figure, string>>
}

const examples: Example[] = [
  // 2500 − 1048.26 = 1451.74 → 1451 × 20 % = 290.20. NI (2500 − 1048) × 8 % = 116.16. Employer (2500 − 758) × 13.8 %
  // = 240.396 → 240.40. Net 2500 − 290.20 − 116.16.
  {
    name: '1257L, first month of 2024/25',
    year: '2024-25',
    pay: ['2500'],
    is: { incomeTax: '290.20', employeeNi: '116.16', employerNi: '240.40', netPay: '2093.64' },
  },
  // 600 − 241.92 = 358.08 → 358 × 20 %.
  { name: '1257L, first week', frequency: 'weekly', pay: ['600'], is: { incomeTax: '71.60' } },
  // 7500 − 3144.78 = 4355.22 → 4355 × 20 % = 871.00. Tax of the first two months: 5000 − 2096.52 = 2903.48 → 580.60.
  {
    name: '1257L, three months: truncated pounds are recovered later',
    pay: ['2500', '2500', '2500'],
    is: { incomeTax: '290.40' },
    toDate: { incomeTax: '871.00', taxablePay: '7500.00' },
  },
  // 1200 − 2 × 241.92 = 716.16 → 716 × 20 %.
  {
    name: '1257L, first fortnight has the free pay of two weeks',
    frequency: 'fortnightly',
    pay: ['1200'],
    is: { incomeTax: '143.20' },
  },
  // 2400 − 4 × 241.92 = 1432.32 → 1432 × 20 %.
  {
    name: '1257L, first four weeks',
    frequency: 'four_weekly',
    pay: ['2400'],
    is: { incomeTax: '286.40' },
  },
  // Limit 37700/12 = 3141.6666, tax at the limit 7540/12 = 628.3333. 5000 − 1048.26 → 3951; 628.3333 + (3951 −
  // 3141.6666) × 40 % = 628.3333 + 323.73336 = 952.06666.
  { name: '1257L at the higher rate', pay: ['5000'], is: { incomeTax: '952.06' } },
  // 4190.26 − 1048.26 = 3142, which equals the limit rounded up, so the rate is still 20 %.
  {
    name: 'the band is chosen by the limit rounded up to the pound',
    pay: ['4190.26'],
    is: { incomeTax: '628.40' },
  },
  // 3143: 628.3333 + 1.3334 × 40 % = 628.86666.
  { name: 'one pound above that limit', pay: ['4191.26'], is: { incomeTax: '628.86' } },
  // Limit 37700/52 = 725 exactly, tax at the limit 145. 1500 − 241.92 → 1258; 145 + 533 × 40 %.
  {
    name: '1257L weekly at the higher rate',
    frequency: 'weekly',
    pay: ['1500'],
    is: { incomeTax: '358.20' },
  },
  // Limit 125140/12 = 10428.3333, tax at the limit (7540 + 34976)/12 = 3543. 3543 + (15000 − 10428.3333) × 45 % =
  // 5600.250015.
  { name: '0T at the additional rate', code: '0T', pay: ['15000'], is: { incomeTax: '5600.25' } },
  // Code 0T has no free pay, not even the £9 that HMRC adds to other codes: 2000 × 20 %.
  { name: '0T has no free pay', code: '0T', pay: ['2000'], is: { incomeTax: '400.00' } },
  // 628.3333 + (5000 − 3141.6666) × 40 % = 1371.66666.
  { name: '0T at the higher rate', code: '0T', pay: ['5000'], is: { incomeTax: '1371.66' } },
  // 3000 − 7 × 1048.26 < 0.
  { name: 'mid-year start, nothing earned before', from: 7, pay: ['3000'], is: { incomeTax: '0.00' } },
  // 18000 − 7337.82 = 10662.18 → 10662 × 20 % = 2132.40 − 1742.00. Year-to-date figures include only pay from this
  // employer.
  {
    name: 'mid-year start with P45 figures of the previous employer',
    from: 7,
    before: ['15000', '1742.00'],
    pay: ['3000'],
    is: { incomeTax: '390.40' },
    toDate: { incomeTax: '390.40', taxablePay: '3000.00' },
  },
  // 4759/12 rounded up = 396.59; 1396.59 → 1396 × 20 %.
  { name: 'K475 adds to the pay', code: 'K475', pay: ['1000'], is: { incomeTax: '279.20' } },
  // 4759/52 rounded up = 91.52; 491.52 → 491 × 20 %.
  {
    name: 'CK475, weekly',
    code: 'CK475',
    frequency: 'weekly',
    pay: ['400'],
    is: { incomeTax: '98.20' },
  },
  // 2 × 416.67 + 5009/12 rounded up (417.42) = 1250.76; 1550.76 → 1550 × 20 % = 310, but tax is limited to half of
  // 300.
  { name: 'K1500 meets the 50 % limit', code: 'K1500', pay: ['300'], is: { incomeTax: '150.00' } },
  // 3300 + 2501.52 = 5801.52 → 5801 × 20 % = 1160.20 − 150.
  {
    name: 'tax deferred by the 50 % limit is collected in the next month',
    code: 'K1500',
    pay: ['300', '3000'],
    is: { incomeTax: '1010.20' },
    toDate: { incomeTax: '1160.20' },
  },
  // 3000 + 1250.76 → 4250; 628.3333 + (4250 − 3141.6666) × 40 % = 1071.66666.
  {
    name: 'tax above the 50 % limit is not collected later on the month 1 basis',
    code: 'K1500 M1',
    pay: ['300', '3000'],
    is: { incomeTax: '1071.66' },
  },
  // 1234.56 → 1234 × 20 %.
  { name: 'BR', code: 'BR', pay: ['1234.56'], is: { incomeTax: '246.80' } },
  // 2469.12 → 2469 × 20 % = 493.80 − 246.80.
  { name: 'BR is cumulative too', code: 'BR', pay: ['1234.56', '1234.56'], is: { incomeTax: '247.00' } },
  // 1000.99 → 1000 × 40 %, 45 %.
  { name: 'D0', code: 'D0', pay: ['1000.99'], is: { incomeTax: '400.00' } },
  { name: 'D1', code: 'D1', pay: ['1000.99'], is: { incomeTax: '450.00' } },
  { name: 'NT takes nothing', code: 'NT', pay: ['9000'], is: { incomeTax: '0.00' } },
  {
    name: 'NT refunds the tax of the year',
    code: ['1257L', 'NT'],
    pay: ['2500', '2500'],
    is: { incomeTax: '-290.20' },
    toDate: { incomeTax: '0.00' },
  },
  {
    name: 'NT refunds nothing on the month 1 basis',
    code: ['1257L', 'NT M1'],
    pay: ['2500', '2500'],
    is: { incomeTax: '0.00' },
    toDate: { incomeTax: '290.20' },
  },
  // Scotland 2025/26, annual limits divided by twelve: 235.5833, 1243.4166, 2591, 5202.5, 10428.3333. Tax at each
  // limit, truncated for each band and added up: 44.7608, + 201.5666 = 246.3274, + 282.9925 = 529.3199, + 1096.83 =
  // 1626.1499, + 2351.625 = 3977.7749. 1200 → 151 × 19 %.
  { name: 'S1257L, starter rate', code: 'S1257L', pay: ['1200'], is: { incomeTax: '28.69' } },
  // 2000 → 951; 44.7608 + 715.4167 × 20 % = 187.84414.
  { name: 'S1257L, basic rate', code: 'S1257L', pay: ['2000'], is: { incomeTax: '187.84' } },
  // 3000 → 1951; 246.3274 + 707.5834 × 21 % = 394.919914.
  { name: 'S1257L, intermediate rate', code: 'S1257L', pay: ['3000'], is: { incomeTax: '394.91' } },
  // 5000 → 3951; 529.3199 + 1360 × 42 % = 1100.5199.
  { name: 'S1257L, higher rate', code: 'S1257L', pay: ['5000'], is: { incomeTax: '1100.51' } },
  // 8000 → 6951; 1626.1499 + 1748.5 × 45 % = 2412.9749.
  { name: 'S1257L, advanced rate', code: 'S1257L', pay: ['8000'], is: { incomeTax: '2412.97' } },
  // 14000 → 12951; 3977.7749 + 2522.6667 × 48 % = 5188.654916.
  { name: 'S1257L, top rate', code: 'S1257L', pay: ['14000'], is: { incomeTax: '5188.65' } },
  // 2024/25: limit 13991/12 = 1165.9166, tax at the limit 36.5116 + 194.75 = 231.2616; + 785.0834 × 21 % =
  // 396.129114.
  {
    name: 'S1257L in 2024/25',
    code: 'S1257L',
    year: '2024-25',
    pay: ['3000'],
    is: { incomeTax: '396.12' },
  },
  // 2026/27: limit 16956/12 = 1413, tax at the limit 62.8108 + 216.4833 = 279.2941; + 538 × 21 % = 392.2741.
  {
    name: 'S1257L in 2026/27',
    code: 'S1257L',
    year: '2026-27',
    pay: ['3000'],
    is: { incomeTax: '392.27' },
  },
  // 1000.50 → 1000 × 20, 21, 42, 45, 48 %.
  { name: 'SBR', code: 'SBR', pay: ['1000.50'], is: { incomeTax: '200.00' } },
  { name: 'SD0', code: 'SD0', pay: ['1000.50'], is: { incomeTax: '210.00' } },
  { name: 'SD1', code: 'SD1', pay: ['1000.50'], is: { incomeTax: '420.00' } },
  { name: 'SD2', code: 'SD2', pay: ['1000.50'], is: { incomeTax: '450.00' } },
  { name: 'SD3', code: 'SD3', pay: ['1000.50'], is: { incomeTax: '480.00' } },
  // The calculation is the same as for 1257L at the higher rate.
  { name: 'C1257L is taxed as 1257L', code: 'C1257L', pay: ['5000'], is: { incomeTax: '952.06' } },
  // The tax of every month is 1451 × 20 %.
  {
    name: '1257L M1: each month is taxed separately',
    code: '1257L M1',
    pay: ['2500', '2500', '2500'],
    is: { incomeTax: '290.20' },
    toDate: { incomeTax: '870.60' },
  },
  // 5000 − 3144.78 = 1855.22 → 371.00 − 580.60.
  {
    name: 'a month without pay brings a refund',
    pay: ['2500', '2500', '0'],
    is: { incomeTax: '-209.60', netPay: '209.60' },
  },
  {
    name: 'a month without pay brings none on the month-1 basis',
    code: '1257L M1',
    pay: ['2500', '2500', '0'],
    is: { incomeTax: '0.00', netPay: '0.00' },
  },
  // 1100L: 2 × 416.67 + 1009/12 rounded up (84.09) = 917.43; 7500 − 2752.29 → 4747 × 20 % = 949.40 − 580.60.
  {
    name: 'a lower code holds for the whole year so far',
    code: ['1257L', '1257L', '1100L'],
    pay: ['2500', '2500', '2500'],
    is: { incomeTax: '368.80' },
  },
  // Code BR deducted 400 twice. 6000 − 3144.78 → 2855 × 20 % = 571 − 800.
  {
    name: 'the right code after BR on the month-1 basis',
    code: ['BR M1', 'BR M1', '1257L'],
    pay: ['2000', '2000', '2000'],
    is: { incomeTax: '-229.00' },
  },
  // 52 weeks: 31200 − 12579.84 → 18620 × 20 % = 3724. Week 53 separately: 71.60.
  {
    name: 'week 53 is taxed non-cumulatively',
    year: '2024-25',
    frequency: 'weekly',
    pay: Array.from({ length: 53 }, () => '600'),
    is: { incomeTax: '71.60' },
    toDate: { incomeTax: '3795.60' },
  },
  // 26 fortnights: 31200 − 12579.84 as in the previous example, 3724. Week 54 separately: 143.20.
  {
    name: 'the twenty-seventh fortnight is taxed non-cumulatively',
    frequency: 'fortnightly',
    pay: Array.from({ length: 27 }, () => '1200'),
    is: { incomeTax: '143.20' },
    toDate: { incomeTax: '3867.20' },
  },
  // Thirteen four-weekly periods: 3724, as in the previous examples. Week 56 separately: 286.40.
  {
    name: 'the fourteenth four-week period is taxed non-cumulatively',
    frequency: 'four_weekly',
    pay: Array.from({ length: 14 }, () => '2400'),
    is: { incomeTax: '286.40' },
    toDate: { incomeTax: '4010.40' },
  },
  // Taxed separately, 100 is below the free pay of a week; on the cumulative basis there would be a refund.
  {
    name: 'week 53 gives nothing back',
    year: '2024-25',
    frequency: 'weekly',
    pay: [...Array.from({ length: 52 }, () => '600'), '100'],
    is: { incomeTax: '0.00' },
    toDate: { incomeTax: '3724.00' },
  },
  {
    name: 'nor does the twenty-seventh fortnight',
    frequency: 'fortnightly',
    pay: [...Array.from({ length: 26 }, () => '1200'), '300'],
    is: { incomeTax: '0.00' },
  },
  {
    name: 'nor do the fourteenth four weeks',
    frequency: 'four_weekly',
    pay: [...Array.from({ length: 13 }, () => '2400'), '500'],
    is: { incomeTax: '0.00' },
  },
  // 5009/52 rounded up = 96.33, in one step because the code is not above 500; 600.33 − 96.33 = 504 × 20 %.
  {
    name: '500L is looked up whole',
    code: '500L',
    frequency: 'weekly',
    pay: ['600.33'],
    is: { incomeTax: '100.80' },
  },
  // (4189 − 1048) × 8 % = 251.28, (5000 − 4189) × 2 % = 16.22; employer (5000 − 417) × 15 %.
  { name: 'letter A', letter: 'A', pay: ['5000'], is: { employeeNi: '267.50', employerNi: '687.45' } },
  // 3141 × 1.85 % = 58.1085 → 58.11, + 16.22.
  { name: 'letter B', letter: 'B', pay: ['5000'], is: { employeeNi: '74.33', employerNi: '687.45' } },
  { name: 'letter C', letter: 'C', pay: ['5000'], is: { employeeNi: '0.00', employerNi: '687.45' } },
  // For letter H, the employer pays only above the upper limit: (5000 − 4189) × 15 %.
  { name: 'letter H', letter: 'H', pay: ['5000'], is: { employeeNi: '267.50', employerNi: '121.65' } },
  // 3141 × 2 % = 62.82, + 16.22.
  { name: 'letter J', letter: 'J', pay: ['5000'], is: { employeeNi: '79.04', employerNi: '687.45' } },
  { name: 'letter M', letter: 'M', pay: ['5000'], is: { employeeNi: '267.50', employerNi: '121.65' } },
  { name: 'letter V', letter: 'V', pay: ['5000'], is: { employeeNi: '267.50', employerNi: '121.65' } },
  { name: 'letter X', letter: 'X', pay: ['5000'], is: { employeeNi: '0.00', employerNi: '0.00' } },
  { name: 'letter Z', letter: 'Z', pay: ['5000'], is: { employeeNi: '79.04', employerNi: '121.65' } },
  {
    name: 'no employer pays for the young up to the limit',
    letter: 'M',
    pay: ['4189'],
    is: { employerNi: '0.00' },
  },
  // 251.28 + 0.25 × 2 % = 0.005: half a penny is disregarded.
  { name: 'half a penny of NI is disregarded', pay: ['4189.25'], is: { employeeNi: '251.28' } },
  // 251.28 + 0.29 × 2 % = 0.0058, whose third decimal 5 is rounded down. 0.30 × 2 % = 0.006, whose third decimal 6 is
  // rounded up.
  { name: 'so is what begins with half a penny', pay: ['4189.29'], is: { employeeNi: '251.28' } },
  { name: 'six tenths of a penny are a penny', pay: ['4189.30'], is: { employeeNi: '251.29' } },
  // (4189 − 758) × 13.8 % = 473.478 → 473.48; 10.05 × 13.8 % = 1.3869 → 1.39. Rounded only once, the total would be
  // 474.8649 → 474.86.
  {
    name: 'the employer’s bands are rounded one by one',
    year: '2024-25',
    pay: ['4199.05'],
    is: { employerNi: '474.87' },
  },
  // 0.10 × 15 % = 0.015 → 0.01.
  { name: 'half a penny of the employer’s is disregarded too', pay: ['417.10'], is: { employerNi: '0.01' } },
  // (500 − 242) × 8 %; (500 − 175) × 13.8 %.
  {
    name: 'letter A, weekly in 2024/25',
    year: '2024-25',
    frequency: 'weekly',
    pay: ['500'],
    is: { employeeNi: '20.64', employerNi: '44.85' },
  },
  // (1000 − 484) × 8 %; (1000 − 193) × 15 %.
  {
    name: 'letter A, fortnightly',
    frequency: 'fortnightly',
    pay: ['1000'],
    is: { employeeNi: '41.28', employerNi: '121.05' },
  },
  // (2000 − 967) × 8 %; (2000 − 385) × 15 %.
  {
    name: 'letter A, four-weekly',
    frequency: 'four_weekly',
    pay: ['2000'],
    is: { employeeNi: '82.64', employerNi: '242.25' },
  },
  // Pay of 12000 is below the threshold of 12570; employer (12000 − 5000) × 15 % − (6000 − 5000) × 15 %.
  {
    name: 'a director pays nothing before the year’s threshold',
    isDirector: true,
    pay: ['6000', '6000'],
    is: { employeeNi: '0.00', employerNi: '900.00' },
  },
  // (18000 − 12570) × 8 %.
  {
    name: 'a director in the month that passes it',
    isDirector: true,
    pay: ['6000', '6000', '6000'],
    is: { employeeNi: '434.40' },
  },
  // 37700 × 8 % + 3730 × 2 % − 35430 × 8 % = 3090.60 − 2834.40.
  {
    name: 'a director in the month that passes the upper limit',
    isDirector: true,
    pay: Array.from({ length: 9 }, () => '6000'),
    is: { employeeNi: '256.20' },
  },
  // 37700 × 8 % + (72000 − 50270) × 2 % = 3016 + 434.60; employer 67000 × 15 %.
  {
    name: 'a director’s whole year',
    isDirector: true,
    pay: Array.from({ length: 12 }, () => '6000'),
    toDate: { employeeNi: '3450.60', employerNi: '10050.00' },
  },
  // 26065/12 rounded down = 2172.08; 327.92 × 9 % = 29.51.
  { name: 'loan plan 1', plans: ['plan_1'], pay: ['2500'], is: { studentLoan: '29.00' } },
  // 28470/12 = 2372.50; 127.50 × 9 % = 11.475.
  { name: 'loan plan 2', plans: ['plan_2'], pay: ['2500'], is: { studentLoan: '11.00' } },
  // 32745/12 = 2728.75; 271.25 × 9 % = 24.41.
  { name: 'loan plan 4', plans: ['plan_4'], pay: ['3000'], is: { studentLoan: '24.00' } },
  { name: 'loan plan 5 is not repaid yet', plans: ['plan_5'], pay: ['2500'], is: { studentLoan: '0.00' } },
  // 25000/12 rounded down = 2083.33; 416.67 × 9 % = 37.50.
  {
    name: 'loan plan 5 from April 2026',
    year: '2026-27',
    plans: ['plan_5'],
    pay: ['2500'],
    is: { studentLoan: '37.00' },
  },
  // (2500 − 1750) × 6 %, in addition to plan 2.
  {
    name: 'postgraduate loan and plan 2',
    plans: ['plan_2', 'postgraduate'],
    pay: ['2500'],
    is: { studentLoan: '11.00', postgraduateLoan: '45.00' },
  },
  {
    name: 'plans 1 and 2 by the lower threshold, once',
    plans: ['plan_2', 'plan_1'],
    pay: ['2500'],
    is: { studentLoan: '29.00' },
  },
  // 24990/52 rounded down = 480.57; 119.43 × 9 % = 10.7487.
  {
    name: 'loan plan 1, weekly',
    year: '2024-25',
    frequency: 'weekly',
    plans: ['plan_1'],
    pay: ['600'],
    is: { studentLoan: '10.00' },
  },
  // Published example of a payroll firm: (1000/2 − 480.57) × 9 % × 2 = 3.4974.
  {
    name: 'loan plan 1, fortnightly, as published',
    year: '2024-25',
    frequency: 'fortnightly',
    plans: ['plan_1'],
    pay: ['1000'],
    is: { studentLoan: '3.00' },
  },
  // Published example of the same firm: (2000/2 − 524.90) × 9 % × 2 = 85.518.
  {
    name: 'loan plan 2, fortnightly, as published',
    year: '2024-25',
    frequency: 'fortnightly',
    plans: ['plan_2'],
    pay: ['2000'],
    is: { studentLoan: '85.00' },
  },
  // The threshold is 2 × 480.57 = 961.14; 11.12 × 9 % = 1.0008. A twenty-sixth of the annual threshold would be
  // 961.15, and nothing would be repaid.
  {
    name: 'the threshold of a fortnight is twice a week’s, cut to the penny',
    year: '2024-25',
    frequency: 'fortnightly',
    plans: ['plan_1'],
    pay: ['972.26'],
    is: { studentLoan: '1.00' },
  },
  // Pension is 85 % of 3000 = 2550, which leaves 450. Tax is capped at half of that, 225. NI is 8 % of 1952 = 156.16.
  // That leaves 68.84, less than the loan deduction of 74 (9 % of 827.92).
  {
    name: 'a loan takes the whole pounds that are left',
    code: 'K9999',
    plans: ['plan_1', 'postgraduate'],
    pension: { scheme: 'net_pay', employeeRate: 8_500, employerRate: 0, of: 'pensionable' },
    pay: ['3000'],
    is: { incomeTax: '225.00', studentLoan: '68.00', postgraduateLoan: '0.00', netPay: '0.84' },
  },
  // 5 % of 3000 = 150; tax (2850 − 1048.26 → 1801) × 20 %; NI on 3000: 1952 × 8 %; net 3000 − 360.20 − 156.16 − 150.
  {
    name: 'net pay pension: before tax, not before NI',
    pension: { scheme: 'net_pay', employeeRate: 500, employerRate: 300, of: 'pensionable' },
    pay: ['3000'],
    is: {
      grossPay: '3000.00',
      taxablePay: '2850.00',
      incomeTax: '360.20',
      employeeNi: '156.16',
      employeePension: '150.00',
      employerPension: '90.00',
      netPay: '2333.64',
    },
  },
  // Gross 2850; tax as in the previous example; NI (2850 − 1048) × 8 %; employer 90 + 150; net 2850 − 360.20 −
  // 144.16.
  {
    name: 'salary sacrifice: before both, and the employer pays it in',
    pension: { scheme: 'sacrifice', employeeRate: 500, employerRate: 300, of: 'pensionable' },
    pay: ['3000'],
    is: {
      grossPay: '2850.00',
      taxablePay: '2850.00',
      niablePay: '2850.00',
      incomeTax: '360.20',
      employeeNi: '144.16',
      employeePension: '0.00',
      employerPension: '240.00',
      netPay: '2345.64',
    },
  },
  // 3000 − 520 = 2480 × 5 % = 124, × 3 % = 74.40; tax (2876 − 1048.26 → 1827) × 20 %.
  {
    name: 'pension of qualifying earnings',
    pension: { scheme: 'net_pay', employeeRate: 500, employerRate: 300, of: 'qualifying' },
    pay: ['3000'],
    is: { employeePension: '124.00', employerPension: '74.40', incomeTax: '365.40' },
  },
  // (4189 − 520) × 5 %, × 3 %.
  {
    name: 'qualifying earnings end at the upper limit',
    pension: { scheme: 'net_pay', employeeRate: 500, employerRate: 300, of: 'qualifying' },
    pay: ['6000'],
    is: { employeePension: '183.45', employerPension: '110.07' },
  },
  // (500 − 120) × 5 %.
  {
    name: 'qualifying earnings of a week',
    frequency: 'weekly',
    pension: { scheme: 'net_pay', employeeRate: 500, employerRate: 300, of: 'qualifying' },
    pay: ['500'],
    is: { employeePension: '19.00', employerPension: '11.40' },
  },
]

test.each(examples)('$name', (example) => {
  const payslips = pay(example)
  const last = payslips.at(-1) as GeneratedPayslip
  expect(written(last, example.is)).toEqual(example.is ?? {})
  expect(written(last.yearToDate, example.toDate)).toEqual(example.toDate ?? {})
})

test('a week paid in two parts has the NI, loan and pension of one payment', () => {
  const example: Example = {
    name: '',
    frequency: 'weekly',
    code: '1257L M1',
    pay: [],
    plans: ['plan_1'],
    pension: { scheme: 'net_pay', employeeRate: 500, employerRate: 300, of: 'qualifying' },
  }
  const [whole, first, second] = [['700'], ['400', '300']].flatMap((parts) => {
    const days = parts.map((_, n) => addDays('2025-05-05', n))
    const runs = parts.map((amount, n) => runOf(days[n] as IsoDate, amount))
    return runPayroll(employmentOf(example, days), runs)
  }) as [GeneratedPayslip, GeneratedPayslip, GeneratedPayslip]
  for (const figure of [
    'employeeNi',
    'employerNi',
    'employeePension',
    'employerPension',
    'studentLoan',
  ] as const)
    expect(first[figure] + second[figure]).toBe(whole[figure])
  expect(first.incomeTax + second.incomeTax).toBe(whole.incomeTax)
})

test('expenses are paid in full, and other deductions stop when net pay reaches zero', () => {
  const run = runOf('2025-04-28', '500')
  const expenses = { ...payment('40'), kind: 'expenses' as const, isTaxable: false, isNiable: false }
  const [payslip] = runPayroll(employmentOf({ name: '', pay: [] }, ['2025-04-28']), [
    {
      ...run,
      payments: [...run.payments, { ...expenses, isPensionable: false }],
      otherDeductions: [
        { kind: 'attachment_of_earnings', description: 'Attachment', amount: 50_000 },
        { kind: 'loan', description: 'Season ticket', amount: 9_000 },
        { kind: 'other', description: 'Club', amount: 100 },
      ],
    },
  ])
  expect(payslip).toMatchObject({ grossPay: 54_000, taxablePay: 50_000, niablePay: 50_000, netPay: 0 })
  expect(payslip?.deductions.map(({ amount }) => amount)).toEqual([50_000, 4_000])
})

test('year-to-date figures restart on 6 April', () => {
  const runs = ['2025-04-05', '2025-04-06'].map((payDate) => runOf(payDate, '2500'))
  const [, second] = runPayroll(employmentOf({ name: '', pay: [] }, ['2025-04-05']), runs)
  expect(second).toMatchObject({ taxYear: '2025-26', taxPeriod: 1, incomeTax: 29_020 })
  expect(second?.yearToDate).toMatchObject({ taxYear: '2025-26', grossPay: 250_000 })
})

test('rejects input without tax tables, code or order', () => {
  const employment = employmentOf({ name: '', pay: [] }, ['2024-04-06'])
  expect(() => runPayroll(employment, [runOf('2024-04-05', '1')])).toThrow('no tax tables for 2024-04-05')
  expect(() => runPayroll(employment, [runOf('2027-04-06', '1')])).toThrow('no tax tables')
  expect(() => runPayroll({ ...employment, taxCodes: [] }, [runOf('2024-05-01', '1')])).toThrow('no tax code')
  expect(() =>
    runPayroll(
      employment,
      ['2024-06-01', '2024-05-01'].map((day) => runOf(day, '1')),
    ),
  ).toThrow('paid after')
  for (const code of ['', '1257', 'L1257', 'D2', 'CD3', 'SNT', 'K', '1257l', '1257L M2'])
    expect(() =>
      runPayroll({ ...employment, taxCodes: [{ from: '', code, isCumulative: true }] }, [
        runOf('2024-05-01', '1'),
      ]),
    ).toThrow()
})

function pay(example: Example): GeneratedPayslip[] {
  const dates = example.pay.map((_, n) => payDate(example, n + (example.from ?? 1)))
  const runs = example.pay.map((amount, n) => runOf(dates[n] as IsoDate, amount))
  return runPayroll(employmentOf(example, dates), runs)
}

/**
 * Returns the pay date. Weekly pay is on Saturdays from 6 April 2024 and on Sundays from 6 April 2025, so that the
 * tax year has an extra pay day.
 */
function payDate({ year = '2025-26', frequency = 'monthly' }: Example, period: number): IsoDate {
  const first = `${year.slice(0, 4)}-04-06`
  if (frequency === 'monthly') return addMonths(addDays(first, 22), period - 1)
  return addDays(first, 7 * { weekly: 1, fortnightly: 2, four_weekly: 4 }[frequency] * (period - 1))
}

function employmentOf(example: Example, dates: IsoDate[]): PayrollEmployment {
  const { code = '1257L', frequency = 'monthly', isDirector = false, letter = 'A' } = example
  const codes = Array.isArray(code) ? code : [code]
  const [taxablePay, incomeTax] = (example.before ?? ['0', '0']).map(pence) as [number, number]
  return {
    frequency,
    isDirector,
    taxCodes: codes.map((one, n) => ({ from: dates[n] ?? '', code: one, isCumulative: true })),
    niLetters: [{ from: '', letter }],
    loans: [{ from: '', plans: example.plans ?? [] }],
    pensions: example.pension ? [{ from: '', ...example.pension }] : [],
    p45Figures: { taxYear: example.year ?? '2025-26', taxablePay, incomeTax },
  }
}

const runOf = (payDate: IsoDate, amount: string) => ({
  payDate,
  start: payDate,
  end: payDate,
  payments: [payment(amount)],
})

const payment = (amount: string): PayrollPayment => ({
  kind: 'basic',
  description: 'Basic pay',
  amount: pence(amount),
  isFixed: true,
  isTaxable: true,
  isNiable: true,
  isPensionable: true,
})

const pence = (pounds: string) => Math.round(Number(pounds) * 100)

/** Returns the figures named in the example, formatted as pounds. */
const written = (from: Partial<Record<Figure, number>>, like: object = {}) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, ((from[key as Figure] ?? 0) / 100).toFixed(2)]))
