import { expect, test } from 'vitest'
import { decimal, grouped, totalOf } from '../../money.ts'
import type { PayrollDeduction, PayrollPayment } from '../../payroll/types.ts'
import { openWorld } from '../../people/world.ts'
import { formatDay } from '../pen.ts'
import { libraryPdf } from '../producers/library.ts'
import { readText } from '../read-back.ts'
import { findMisplacedTexts } from '../testing/misplaced-texts.ts'
import type { DrawingMark, PayslipPdfLayout, PayslipSource, PayslipTruth, Sheet, TextMark } from '../types.ts'
import { payslipLayouts } from './layouts.ts'

const world = openWorld({ seed: 'payslips' })
const today = '2026-11-15'

/** Expected money and pay date formats of each layout, independent of the implementation. */
const styles: Record<string, { money: (amount: number) => string; day: string }> = {
  strip: { money: decimal, day: 'DD/MM/YYYY' },
  ledger: { money: (amount) => `${amount < 0 ? '-' : ''}£${grouped(Math.abs(amount))}`, day: 'D MMM YYYY' },
  hospital: { money: grouped, day: 'DD MMM YYYY' },
  cards: { money: (amount) => `${amount < 0 ? '-' : ''}£${grouped(Math.abs(amount))}`, day: 'DD MMMM YYYY' },
  regions: { money: grouped, day: 'DD-MMM-YYYY' },
  columns: {
    money: (amount) => (amount < 0 ? `(${grouped(-amount)})` : grouped(amount)),
    day: 'D MMMM YYYY',
  },
  agency: { money: decimal, day: 'DD/MM/YY' },
  statement: {
    money: (amount) => (amount < 0 ? `(£${grouped(-amount)})` : `£${grouped(amount)}`),
    day: 'DDth MMMM YYYY',
  },
  mailer: { money: (amount) => `${decimal(Math.abs(amount))}${amount < 0 ? '-' : ''}`, day: 'DD MMM YY' },
  plain: { money: (amount) => `${amount < 0 ? '- ' : ''}£ ${grouped(Math.abs(amount))}`, day: 'D/M/YYYY' },
  bureau: { money: (amount) => `${grouped(Math.abs(amount))}${amount < 0 ? '-' : ''}`, day: 'DD.MM.YY' },
}

const isText = (mark: DrawingMark): mark is TextMark => 'text' in mark
const textsOf = (sheets: Sheet[]) => sheets.flatMap(({ marks }) => marks.filter(isText))
const pence = (amount: string) => Math.round(Number(amount) * 100)

/** Returns the first, middle, last and unusual payslips of every job. */
function representativePayslips(): PayslipSource[] {
  return world.named().flatMap((person) =>
    person.jobs.flatMap((job) => {
      const all = world.payslips(job, today)
      const unusual = [
        all.find(({ netPay }) => netPay === 0),
        all.find(({ incomeTax }) => incomeTax < 0),
        all.find(({ isCumulative }) => !isCumulative),
        all.toSorted((one, other) => lines(other) - lines(one))[0],
      ]
      const chosen = new Set([all[0], all[Math.floor(all.length / 2)], all.at(-1), ...unusual])
      return [...chosen]
        .filter((payslip) => payslip !== undefined)
        .map((payslip) => ({ person, job, payslip, address: world.address(person, payslip.payDate) }))
    }),
  )
}
const lines = ({ payments, deductions }: PayslipSource['payslip']) => payments.length + deductions.length

/** Returns the same payslip with other payments and deductions and matching totals. */
function withLines(
  content: PayslipSource,
  payments: PayrollPayment[],
  deductions: PayrollDeduction[],
): PayslipSource {
  const of = (kind: string) =>
    totalOf(deductions.filter((line) => line.kind === kind).map(({ amount }) => amount))
  const grossPay = totalOf(payments.map(({ amount }) => amount))
  const totalDeductions = totalOf(deductions.map(({ amount }) => amount))
  const figures = {
    grossPay,
    totalDeductions,
    netPay: grossPay - totalDeductions,
    incomeTax: of('income_tax'),
    employeeNi: of('national_insurance'),
    employeePension: of('pension'),
    studentLoan: of('student_loan'),
    postgraduateLoan: of('postgraduate_loan'),
  }
  return { ...content, payslip: { ...content.payslip, ...figures, payments, deductions } }
}

function extremes(): [name: string, content: PayslipSource][] {
  const person = world.named()[0] as PayslipSource['person']
  const job = person.jobs[0] as PayslipSource['job']
  const payslip = world.payslips(job, today).at(-1) as PayslipSource['payslip']
  const plain: PayslipSource = { person, job, payslip, address: world.address(person, today) }
  const pay = payslip.payments[0] as PayrollPayment
  const tax: PayrollDeduction = { kind: 'income_tax', description: 'Income tax', amount: 12_345 }
  const hours = (n: number): PayrollPayment => ({
    ...pay,
    kind: 'overtime',
    description: `Shift ${n} at the quay`,
    isFixed: n % 2 === 0,
    quantity: 750,
    rate: 1_300 + n,
    unit: 'hours',
    amount: Math.round(7.5 * (1_300 + n)),
  })
  const large = { ...plain.payslip.yearToDate, grossPay: 1_234_567_890, taxablePay: 1_111_111_111 }
  return [
    [
      'many lines',
      withLines(
        plain,
        Array.from({ length: 61 }, (_, n) => hours(n)),
        [
          tax,
          ...Array.from({ length: 43 }, (_, n) => ({
            kind: 'other' as const,
            description: `Canteen ${n}`,
            amount: n + 1,
          })),
        ],
      ),
    ],
    [
      'large sums',
      {
        ...withLines(
          plain,
          [
            { ...pay, amount: 987_654_321 },
            { ...pay, kind: 'absence', description: 'Unpaid leave', amount: -123_456_789 },
          ],
          [
            { ...tax, amount: 345_678_901 },
            { kind: 'pension', description: 'Pension', amount: 123_456_78 },
          ],
        ),
      },
    ],
    ['refund', withLines(plain, [pay], [{ ...tax, amount: -98_765 }])],
    ['nothing at all', withLines(plain, [], [])],
    [
      'long words',
      {
        ...withLines(
          plain,
          [
            {
              ...hours(1),
              description: 'Discretionary performance-related payment for the season before last',
            },
          ],
          [
            tax,
            {
              kind: 'other',
              description: 'Contribution to the sports and social club of the works',
              amount: 250,
            },
          ],
        ),
        person: {
          ...person,
          forename: 'Anne-Françoise Élodie',
          surname: 'Fotheringay-Sørensen-O’Shaughnessy',
        },
        job: {
          ...job,
          payrollNumber: 'LK-2024-000001234-B',
          role: 'Senior Deputy Assistant Lighthouse Illumination Coordinator',
          department: 'Lamps, Lenses, Horns and Associated Ironmongery',
          employer: {
            ...job.employer,
            name: 'The Association of Lighthouse Keepers and Fog Signal Engineers Ltd',
          },
        },
        address: {
          street: 'Flat 14b, The Old Lighthouse Keepers Cottages',
          city: 'Saint Aubin on the Rocks',
          county: 'The Northern Parishes',
          postCode: 'JE3 8AB',
          country: 'Jersey',
        },
      },
    ],
    [
      'large year',
      { ...plain, payslip: { ...payslip, yearToDate: large, isCumulative: false, taxCode: 'SK1475' } },
    ],
  ]
}

const ordinary = representativePayslips()
const strange = extremes().map(([, content]) => content)
const contents = [...ordinary, ...strange]

const dayForms = [
  'DD/MM/YYYY',
  'DD/MM/YY',
  'D/M/YYYY',
  'DD.MM.YY',
  'DD-MMM-YYYY',
  'D MMM YYYY',
  'DD MMM YYYY',
  'D MMMM YYYY',
  'DDth MMMM YYYY',
  'DD MMM YY',
]
const hasDay = (text: string, day: string) =>
  dayForms.some((form) => new RegExp(`(?<!\\d)${formatDay(day, form)}(?!\\d)`, 'i').test(text))

function amountsOf({ income_information: { earnings, deductions } }: PayslipTruth): string[] {
  const inLines = [...earnings.earning_elements, ...deductions.deductions_elements].map(
    ({ amount }) => amount,
  )
  const yearToDate = Object.values(earnings.year_to_date).filter((amount) => amount !== null)
  // Zero deductions have no line, and several loans or pensions have one line each.
  return [...inLines, ...yearToDate, earnings.gross_pay, earnings.net_pay, deductions.total_deductions]
}

test('there are eleven layouts with unique descriptions and metadata', () => {
  expect(payslipLayouts.map(({ id }) => id).sort()).toEqual(Object.keys(styles).sort())
  const drawings = payslipLayouts.map((layout) => layout.draw(ordinary[0] as PayslipSource).drawing)
  expect(new Set(drawings.map(({ creator }) => creator)).size).toBe(payslipLayouts.length)
  expect(new Set(payslipLayouts.map(({ about }) => about)).size).toBe(payslipLayouts.length)
})

test('the test payslips cover every frequency, zero net pay, negative payments and non-cumulative codes', () => {
  const payslips = ordinary.map(({ payslip }) => payslip)
  expect(new Set(payslips.map(({ frequency }) => frequency)).size).toBe(4)
  expect(payslips.some(({ netPay }) => netPay === 0)).toBe(true)
  expect(payslips.some(({ isCumulative }) => !isCumulative)).toBe(true)
  expect(payslips.some(({ payments }) => payments.some(({ amount }) => amount < 0))).toBe(true)
  expect(ordinary.length).toBeGreaterThan(80)
})

test.for(payslipLayouts)(
  '$id: every amount of the ground truth is printed in the format of the layout',
  (layout) => {
    const { money } = styles[layout.id] as (typeof styles)[string]
    for (const content of contents) {
      const { drawing, truth } = layout.draw(content)
      const printed = new Set(textsOf(drawing.sheets).map(({ text }) => text))
      const missing = amountsOf(truth).filter((amount) => !printed.has(money(pence(amount))))
      expect(missing).toEqual([])
    }
  },
)

test.for(payslipLayouts)('$id: the answer holds what is printed, and null for what is not', (layout) => {
  for (const content of contents) {
    const { drawing, truth } = layout.draw(content)
    const texts = textsOf(drawing.sheets)
    const printed = new Set(texts.map(({ text }) => text))
    const all = texts.map(({ text }) => text).join('\n')
    const squeezed = all.replaceAll(' ', '')
    const { identity_information: identity, employment_information: work, income_information: income } = truth

    const lines = [...income.earnings.earning_elements, ...income.deductions.deductions_elements]
    expect(
      [work.employer_name, ...lines.map(({ description }) => description)].filter(
        (text) => !printed.has(text),
      ),
    ).toEqual([])
    expect(all.replaceAll('\n', ' ')).toContain(identity.name)
    expect(income.earnings.earning_elements).toHaveLength(content.payslip.payments.length)
    expect(income.deductions.deductions_elements).toHaveLength(content.payslip.deductions.length)

    expect(squeezed.includes(content.person.niNumber)).toBe(identity.NI_number !== null)
    expect(all.includes(content.job.employer.payeReference)).toBe(work.employer_tax_reference !== null)
    expect(all.includes(content.address.postCode)).toBe(identity.address !== null)
    for (const part of Object.values(identity.address ?? {}))
      expect(all.replaceAll('\n', ' ')).toContain(part)
    for (const own of [work.role, work.payroll_number]) if (own !== null) expect(all).toContain(own)
    for (const { quantity, rate } of income.earnings.earning_elements)
      for (const figure of [quantity, rate])
        if (figure !== null) expect(squeezed.replaceAll(',', '')).toContain(figure.replace('-', ''))
    const { start, end, payDate } = content.payslip
    if (start !== payDate) expect(hasDay(all, start)).toBe(income.pay_interval_start !== null)
    if (end !== payDate) expect(hasDay(all, end)).toBe(income.pay_interval_end !== null)
    const [code = '', basis = ''] = income.tax_code.split(' ')
    expect(all).toContain(code)
    if (basis !== '') expect(all).toMatch(/\b(W1|M1)\b|non-cumulative/)

    const day = formatDay(income.pay_date, (styles[layout.id] as (typeof styles)[string]).day)
    const dates = texts.filter(({ role }) => role === 'pay_date').map(({ text }) => text.toLowerCase())
    expect(new Set(dates)).toEqual(new Set([day.toLowerCase()]))
  }
})

test.for(payslipLayouts)('$id: what a tampered twin may change is marked', (layout) => {
  const { money } = styles[layout.id] as (typeof styles)[string]
  for (const content of contents) {
    const { drawing, truth } = layout.draw(content)
    const texts = textsOf(drawing.sheets)
    const withRole = (name: string) => texts.filter(({ role }) => role === name).map(({ text }) => text)
    const { earnings, deductions } = truth.income_information

    expect(new Set(withRole('net_pay'))).toEqual(new Set([money(pence(earnings.net_pay))]))
    expect(new Set(withRole('gross_pay'))).toEqual(new Set([money(pence(earnings.gross_pay))]))
    expect(new Set(withRole('total_deductions'))).toEqual(
      new Set([money(pence(deductions.total_deductions))]),
    )
    expect(withRole('payment_amount')).toEqual(
      earnings.earning_elements.map(({ amount }) => money(pence(amount))),
    )
    if (content.payslip.incomeTax !== 0)
      expect(new Set(withRole('income_tax'))).toEqual(new Set([money(content.payslip.incomeTax)]))
    const others = content.payslip.deductions.filter(({ kind }) => kind !== 'income_tax')
    expect(withRole('deduction_amount').toSorted()).toEqual(
      others.map(({ amount }) => money(amount)).toSorted(),
    )
    expect(withRole('ytd').length > 0).toBe(
      Object.values(earnings.year_to_date).some((amount) => amount !== null),
    )
  }
})

test.for(payslipLayouts)(
  '$id: lines add up to their totals, and payments less deductions are net pay',
  (layout) => {
    for (const content of contents) {
      const { earnings, deductions } = layout.draw(content).truth.income_information
      const paid = totalOf(earnings.earning_elements.map(({ amount }) => pence(amount)))
      const taken = totalOf(deductions.deductions_elements.map(({ amount }) => pence(amount)))
      expect([paid, taken, paid - taken].map(decimal)).toEqual([
        earnings.gross_pay,
        deductions.total_deductions,
        earnings.net_pay,
      ])
      const named = [deductions.income_tax, deductions.employee_ni, deductions.employee_pension]
      const kinds = ['income_tax', 'national_insurance', 'pension']
      expect(named).toEqual(
        kinds.map((kind) => {
          const lines = content.payslip.deductions.filter((line) => line.kind === kind)
          return lines.length === 0 ? null : decimal(totalOf(lines.map(({ amount }) => amount)))
        }),
      )
    }
  },
)

test.for(payslipLayouts)('$id: no text overlaps, is crossed out or exceeds the sheet', (layout) => {
  for (const content of contents)
    expect(layout.draw(content).drawing.sheets.flatMap((sheet) => findMisplacedTexts(sheet, 8))).toEqual([])
})

test.for(payslipLayouts)('$id: drawing is deterministic', (layout) => {
  const again = openWorld({ seed: 'payslips' })
  const content = ordinary[0] as PayslipSource
  const person = again.find(content.person.userName) as PayslipSource['person']
  const job = person.jobs[0] as PayslipSource['job']
  const payslip = again.payslips(job, today)[0] as PayslipSource['payslip']
  const address = again.address(person, payslip.payDate)
  expect(layout.draw({ person, job, payslip, address })).toEqual(layout.draw(content))
})

test('no two layouts have the same labels', () => {
  const labels = (layout: PayslipPdfLayout) => {
    const each = ordinary.map(
      (content) => new Set(textsOf(layout.draw(content).drawing.sheets).map(({ text }) => text)),
    )
    const [first = new Set<string>(), ...others] = each
    return new Set(
      [...first].filter((text) => /[a-z]{3}/i.test(text) && others.every((texts) => texts.has(text))),
    )
  }
  const sets = payslipLayouts.map((layout) => ({ id: layout.id, labels: labels(layout) }))
  for (const [n, one] of sets.entries())
    for (const other of sets.slice(n + 1)) {
      const shared = [...one.labels].filter((label) => other.labels.has(label)).length
      const fewer = Math.min(one.labels.size, other.labels.size)
      expect(shared / fewer, `${one.id} and ${other.id}`).toBeLessThan(0.5)
    }
})

test('hospital: prints the salary in effect at the time, also before raises', () => {
  const nurse = world.find('beatrice.nightjar') ?? expect.unreachable()
  const job = nurse.jobs[0] ?? expect.unreachable()
  const hospital = payslipLayouts.find(({ id }) => id === 'hospital') ?? expect.unreachable()
  const salaries = world.payslips(job, today).map((payslip) => {
    const { drawing } = hospital.draw({ person: nurse, job, payslip, address: world.address(nurse, today) })
    const texts = textsOf(drawing.sheets).map(({ text }) => text)
    return texts[texts.indexOf('SAL/WAGE') + 1]
  })
  expect([...new Set(salaries)]).toEqual(['35,964.00', '37,338.00', '38,682.00'])
})

test('long payslips continue on further sheets', () => {
  const [many] = strange as [PayslipSource]
  for (const layout of payslipLayouts)
    expect(layout.draw(many).drawing.sheets.length, layout.id).toBeGreaterThan(1)
})

test.for(payslipLayouts)('$id: prints letters missing from the fonts without diacritics', async (layout) => {
  const content = ordinary[0] as PayslipSource
  const person = { ...content.person, forename: 'Łucja', surname: 'Ōkaşlı' }
  const { drawing, truth } = layout.draw({ ...content, person })
  expect(truth.identity_information.name).toMatch(/okasli/i)
  expect((await readText(await libraryPdf(drawing))).join('\n')).toContain(truth.identity_information.name)
})
