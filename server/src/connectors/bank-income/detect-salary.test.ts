import { expect, test } from 'vitest'
import type { BookedTransaction } from './bank-account.ts'
import { detectIncome } from './detect-salary.ts'

let count = 0
const credit = (bookedOn: string, amount: number, more: Partial<BookedTransaction>): BookedTransaction => ({
  id: `t-${++count}`,
  bookedOn,
  amount,
  information: '',
  payerName: null,
  bankCode: null,
  categoryPurpose: null,
  ...more,
})
const payDays = ['2026-06-30', '2026-07-31', '2026-08-28', '2026-09-30', '2026-10-30']
/** The 5th, and the Monday after if that is a weekend. */
const rentDays = ['2026-06-05', '2026-07-06', '2026-08-05', '2026-09-07', '2026-10-05', '2026-11-05']
const on = (days: string[], more: Partial<BookedTransaction>, amounts: number[] = [218_744]) =>
  days.map((day, n) => credit(day, amounts[n % amounts.length] ?? 0, more))
const monthly = (more: Partial<BookedTransaction>, amounts?: number[]) => on(payDays, more, amounts)

test('a regular payer without evidence is reported, but does not count as pay', () => {
  const [found, ...others] = detectIncome(
    on(rentDays, { payerName: 'PEMBRIDGE & LYLE LLP', bankCode: 'BGC' }),
  )
  expect(others).toEqual([])
  expect(found).toMatchObject({ grade: 'regular', rhythm: 'monthly', evidence: ['regular'] })
  expect(found?.credits).toHaveLength(6)
})

test.each<[string, string, Partial<BookedTransaction>]>([
  ['a salary word', 'salary-word', { information: 'HARBOUR LANE SALARY' }],
  ['a short word by BACS', 'salary-word', { information: 'HARBOUR LANE PAY', bankCode: 'BGC' }],
  ['a short word alone', 'salary-word', { payerName: 'HARBOUR LANE', information: 'HARBOUR LANE SAL' }],
  ['a salary word that is cut off', 'salary-word', { information: 'FPI HARBOUR LANE BAKERY SALAR' }],
  ['a salary phrase that is cut off', 'salary-word', { information: 'BGC HARBOUR LANE MONTHLY P' }],
  ['an employee number', 'payroll-reference', { information: 'HARBOUR LANE EMP 00412' }],
  ['a tax month', 'payroll-reference', { information: 'HARBOUR LANE MTH 08' }],
  ['an NI number', 'payroll-reference', { information: 'HARBOUR LANE QQ123456C' }],
])('%s makes pay likely', (_what, evidence, more) => {
  const [found] = detectIncome([credit('2026-10-30', 200_000, more)])
  expect(found).toMatchObject({ grade: 'likely', evidence: [evidence] })
})

test('a purpose code or a known employer confirms pay', () => {
  const purpose = detectIncome([
    credit('2026-10-30', 200_000, { information: 'HL', categoryPurpose: 'SALA' }),
  ])
  expect(purpose[0]).toMatchObject({ grade: 'confirmed', evidence: ['purpose-code'] })
  const known = detectIncome([credit('2026-10-30', 200_000, { information: 'BGC HARBOUR LANE BAK 0042' })], {
    employers: ['Harbour Lane Bakery Ltd'],
  })
  expect(known[0]).toMatchObject({ grade: 'confirmed', evidence: ['known-employer'] })
})

test('amounts that differ by pence are those of PAYE; equal ones are not', () => {
  const more = { payerName: 'HARBOUR LANE BAKERY LTD', bankCode: 'BGC' }
  for (const amounts of [
    [218_744, 218_764, 218_744, 218_724],
    [218_744, 218_744, 218_744, 218_744, 218_764, 218_744],
  ]) {
    const [paye] = detectIncome(on(rentDays, more, amounts))
    expect(paye).toMatchObject({ grade: 'likely', evidence: ['tax-rounding', 'regular'] })
  }
  const [constant] = detectIncome(on(rentDays, more))
  expect(constant?.grade).toBe('regular')
})

/** The 25th, and the Friday before if that is a weekend. */
const movedDays = ['2026-04-24', '2026-05-25', '2026-06-25', '2026-07-24', '2026-08-25', '2026-09-25']
const hourly = [141_210, 158_344, 149_075, 162_930, 137_442, 155_018]
const employer = { payerName: 'HARBOUR LANE BAKERY LTD', information: '0042318' }

test.each<[string, BookedTransaction[]]>([
  ['pay days that move before weekends', on(movedDays, employer)],
  ['pay days on the last weekday of the month', monthly(employer)],
  ['different amounts in a band', on(rentDays, employer, hourly)],
  ['different amounts by faster payment', on(rentDays, { ...employer, bankCode: 'FPI' }, hourly)],
  [
    'different amounts that are less than most wages',
    on(
      rentDays,
      employer,
      hourly.map((amount) => amount / 2),
    ),
  ],
  [
    'faster payments that move before weekends',
    on(movedDays, { payerName: 'P MULLIGAN PLUMBING', bankCode: 'FPI' }),
  ],
])('%s make pay likely', (_what, credits) => {
  expect(detectIncome(credits)[0]).toMatchObject({ grade: 'likely', evidence: ['pay-pattern', 'regular'] })
})

test.each<[string, BookedTransaction[]]>([
  ['less than most wages', on(movedDays, employer, [84_000])],
  [
    'some by BACS and some by faster payment',
    on(movedDays, employer).map((one, n) => ({ ...one, bankCode: n % 2 ? 'FPI' : 'BGC' })),
  ],
  ['amounts far apart', on(rentDays, employer, [90_000, 310_000, 145_000, 220_000, 420_000, 130_000])],
  [
    'days on weekends',
    on(['2026-06-05', '2026-07-05', '2026-08-05', '2026-09-05', '2026-10-05'], employer, hourly),
  ],
  [
    'an invoice once',
    on(rentDays, employer, hourly).map((one, n) => (n === 2 ? { ...one, information: 'INV 204' } : one)),
  ],
  [
    'little that differs by the rounding of tax',
    on(movedDays, employer, [84_000, 84_020, 84_000, 84_020, 83_980, 84_000]),
  ],
  ['a pension whose word is cut off', monthly({ information: 'BGC TYNE WATER ADMIN PENSIO' })],
])('a payer with %s is regular only', (_what, credits) => {
  expect(detectIncome(credits).map(({ grade }) => grade)).toEqual(['regular'])
})

test.each<[string, Partial<BookedTransaction>]>([
  ['a flatmate who pays the rent each month', { payerName: 'NELL THORNAPPLE', information: 'RENT' }],
  ['a friend by faster payment', { information: 'FPI NELL THORNAPPLE DINNER' }],
  ['own savings', { payerName: 'OWN SAVINGS', information: 'SAVING' }],
  ['interest', { information: 'INTEREST PAID', bankCode: 'INT' }],
  ['a benefit', { payerName: 'DWP UNIVERSAL CREDIT', information: 'UC', bankCode: 'BGC' }],
  ['expenses of a known employer', { information: 'HARBOUR LANE BAKERY EXPENSES' }],
  ['a platform whose text is cut off', { information: 'FPI QUICKBITE RIDERS PAY' }],
  ['a pension by its purpose code', { payerName: 'PLUMBLINE MUTUAL LTD', categoryPurpose: 'PENS' }],
])('does not take %s for pay', (_what, more) => {
  const streams = detectIncome(monthly(more), { employers: ['Harbour Lane Bakery'] })
  expect(streams.filter(({ grade }) => grade !== 'regular')).toEqual([])
})

test('leaves out refunds of expenses on pay days whose text is cut off', () => {
  const pay = monthly({ information: 'BGC HARBOUR LANE BAKERY', bankCode: 'BGC' }, hourly)
  const refunds = on(
    payDays.slice(0, 2),
    { information: 'BGC HARBOUR LANE BAKERY E', bankCode: 'BGC' },
    [6_120],
  )
  for (const employers of [[], ['Harbour Lane Bakery']]) {
    const [found, ...others] = detectIncome([...pay, ...refunds], { employers })
    expect(found?.credits).toEqual(pay)
    expect(others).toEqual([])
  }
})

test('keeps a small payment on a pay day that is marked as salary', () => {
  const pay = monthly({ information: 'HARBOUR LANE BAKERY SALARY' })
  const bonus = on(payDays.slice(0, 1), { information: 'HARBOUR LANE BAKERY SALARY' }, [30_000])
  expect(detectIncome([...pay, ...bonus])[0]?.credits).toHaveLength(6)
})

test('keeps a second job at the same employer, which is paid on the same days', () => {
  const streams = detectIncome([...monthly(employer), ...monthly(employer, [42_000])])
  expect(streams.map(({ credits }) => credits.length)).toEqual([10])
})

test('keeps two employers apart and joins spellings of one', () => {
  const streams = detectIncome([
    ...monthly({ payerName: 'Harbour Lane Bakery Limited', information: 'PAYROLL' }),
    ...monthly({ payerName: 'HARBOUR LANE BAKERY LTD', information: 'PAYROLL' }, [5_000]),
    ...monthly({ payerName: 'OAKMANTLE ENGINEERING LTD', information: 'PAYROLL' }),
  ])
  expect(streams.map(({ credits }) => credits.length)).toEqual([10, 5])
})

test.each([
  ['weekly', 7, 'likely'],
  ['fortnightly', 14, 'likely'],
  ['four_weekly', 28, 'regular'],
] as const)('recognises a %s rhythm, also if one payment is missing', (rhythm, days, grade) => {
  const dates = Array.from({ length: 8 }, (_, n) =>
    new Date(Date.UTC(2026, 0, 2 + n * days)).toISOString().slice(0, 10),
  )
  const credits = dates
    .filter((_, n) => n !== 3)
    .map((day) => credit(day, 40_000, { payerName: 'QUAY CARE HOMES LTD', bankCode: 'BAC' }))
  expect(detectIncome(credits)[0]).toMatchObject({ rhythm, grade })
})

test('ignores debits', () => {
  expect(detectIncome([credit('2026-10-30', -200_000, { information: 'SALARY' })])).toEqual([])
})
