import { decimal } from '../../../money.ts'
import type { Random } from '../../../random.ts'
import { openSheet, type Pen } from '../../drafting.ts'
import { fit } from '../../fitting.ts'
import { widthOf } from '../../measuring.ts'
import type { Face, PayslipMatter, PayslipTruth, Sheet } from '../../types.ts'
import { drawPairs, type Look } from '../blocks.ts'
import type { Pair, SlipFacts } from './facts.ts'
import { slipMoney, summaryFigures, wordsFor } from './figures.ts'
import type { PayslipPlan } from './plan.ts'
import {
  deductionTable,
  drawTable,
  heightOfTable,
  leastRoom,
  paymentTable,
  roomIn,
  type SlipTable,
  yearFigureOf,
} from './tables.ts'
import { type Figure, messages, titleWords } from './words.ts'

type Earnings = PayslipTruth['income_information']['earnings']['earning_elements']

/** What came to stand on the paper, for the right answer. */
export type Printed = {
  earnings: Earnings
  deductions: { description: string; amount: string }[]
  year: Set<Figure>
  hasGross: boolean
  hasTotalDeductions: boolean
}

const sizes = {
  portrait: { width: 595.28, height: 841.89 },
  landscape: { width: 841.89, height: 595.28 },
  small: { width: 419.53, height: 595.28 },
  letter: { width: 612, height: 792 },
}
const faces: Record<PayslipPlan['typeface'], [Face, Face]> = {
  ...{ sans: ['sans', 'sans-bold'], serif: ['serif', 'serif-bold'], mono: ['mono', 'mono-bold'] },
}
const accents = ['#1f3d7a', '#7a1f3d', '#0f5c4a', '#333333', '#5b2a86', '#a34700', '#000000']

export function layOutSlip(matter: PayslipMatter, plan: PayslipPlan, facts: SlipFacts, random: Random) {
  const { payslip } = matter
  const [face, bold] = faces[plan.typeface]
  const { size } = plan
  const look: Look = { face, bold, size, leading: size * 1.4, accent: random.pick(accents), tint: '#e9edf0' }
  const page = sizes[plan.paper]
  const margin = random.whole(28, 46)
  const [left, right, bottom] = [margin, page.width - margin, page.height - margin - 16]
  const money = slipMoney(plan)
  const words = wordsFor(random)
  const title = random.pick(titleWords.payslip)
  const pens: Pen[] = []
  const printed: Printed = {
    ...{ earnings: [], deductions: [], year: new Set() },
    hasGross: false,
    hasTotalDeductions: false,
  }
  let y = 0

  const pen = () => pens.at(-1) as Pen

  function turn() {
    pens.push(openSheet(page, { size, face, colour: '#1a1a1a' }))
    y = margin + 16
    if (plan.isMailer) {
      pen().text(
        left,
        y - 6,
        `PRIVATE & CONFIDENTIAL   ${random.whole(1000, 9999)}/0${random.whole(1, 9)}/00${random.whole(1, 9)}`,
        { size: 6.5 },
      )
      y += 10
    }
    const big = plan.isEmployerLabelled ? title : facts.employerName
    const fitted = fit(big, (right - left) * 0.62, { face: bold, size: 14 })
    pen().text(left, y, fitted.text, { face: bold, size: fitted.size, colour: look.accent })
    const atRight = plan.isEmployerLabelled ? '' : title
    if (plan.netAt !== 'top right' || pens.length > 1) pen().right(right, y, atRight, { size: 12 })
    y += 12
    if (pens.length > 1) pen().text(left, y + 2, facts.name)
    else y = pen().lines(left, y, look.leading, facts.employerLines, { size: Math.min(size, 8) })
    y += 14
  }

  const keep = (height: number) => {
    if (y + height > bottom) turn()
  }

  function drawNet(x: number, at: number, width: number): number {
    const label = random.pick(titleWords.net)
    const sum = money(payslip.netPay)
    const large = { face: bold, size: size + 2 }
    const needed = widthOf({ text: label, ...large }) + widthOf({ text: sum, ...large }) + 26
    const wide = Math.max(width, needed)
    const from = x + width - wide
    if (plan.netForm === 'under its label') {
      pen()
        .right(x + width, at, label)
        .right(x + width, at + look.leading + 3, sum, { ...large })
      return at + 2.6 * look.leading
    }
    if (plan.netForm === 'band') pen().box(from, at - size - 5, wide, size + 14, { fill: look.accent })
    if (plan.netForm === 'box') pen().box(from, at - size - 5, wide, size + 14, { stroke: look.accent })
    const ink = plan.netForm === 'band' ? { ...large, colour: '#ffffff' } : large
    pen()
      .text(from + 6, at, label, ink)
      .right(x + width - 6, at, sum, ink)
    return at + 2 * look.leading
  }

  function drawFacts() {
    const first = [...facts.person]
    const pay = [...facts.pay]
    const mixed = first
      .flatMap((pair, n) => [pair, ...(pay[n] ? [pay[n] as Pair] : [])])
      .concat(pay.slice(first.length))
    if (facts.addressLines.length > 0) {
      const head = plan.isAddressLabelled ? [random.pick(['Address', 'Home address'])] : [facts.name]
      y = pen().lines(left, y, look.leading, [...head, ...facts.addressLines]) + 10
    }
    if (plan.facts === 'cells' || plan.facts === 'grid' || plan.facts === 'inline') {
      const all =
        plan.factOrder === 'mixed'
          ? mixed
          : plan.factOrder === 'pay first'
            ? [...pay, ...first]
            : [...first, ...pay]
      y = drawPairs(pen(), plan.facts, { x: left, y, width: right - left }, all, look) + 6
      return
    }
    const half = (right - left - 24) / 2
    const odd = (pairs: Pair[], rest: number) => pairs.filter((_, n) => n % 2 === rest)
    const [one, other] =
      plan.factOrder === 'mixed'
        ? [odd(mixed, 0), odd(mixed, 1)]
        : plan.factOrder === 'pay first'
          ? [pay, first]
          : [first, pay]
    const ends = [one, other].map((pairs, n) =>
      drawPairs(pen(), plan.facts, { x: left + n * (half + 24), y, width: half }, pairs, look),
    )
    y = Math.max(...ends) + 8
  }

  function drawTables() {
    const payments = paymentTable(payslip, plan, money, random)
    const deductions = deductionTable(payslip, plan, money, random)
    const isBeside = plan.tables === 'side by side' || plan.tables === 'deductions left'
    const half = (right - left - 16) / 2
    const isFitting = (width: number) =>
      [payments, deductions].every((table) => roomIn(width, table, plan, look) > leastRoom)
    for (const spare of ['rate', 'units']) {
      if (isFitting(isBeside ? half : right - left)) break
      payments.columns = payments.columns.filter(({ of }) => of !== spare)
    }
    const hasColumn = (of: string) => payments.columns.some((column) => column.of === of)
    const done = (table: SlipTable, labels: string[]) => {
      if (table === payments) {
        printed.earnings = payslip.payments.map(({ amount, quantity, rate }, n) => ({
          description: labels[n] ?? '',
          amount: decimal(amount),
          quantity: hasColumn('units') && quantity !== undefined ? decimal(quantity) : null,
          rate: hasColumn('rate') && rate !== undefined ? decimal(rate) : null,
        }))
        printed.hasGross ||= table.total !== null
        return
      }
      printed.deductions = payslip.deductions.map(({ amount }, n) => ({
        ...{ description: labels[n] ?? '', amount: decimal(amount) },
      }))
      printed.hasTotalDeductions ||= table.total !== null
      for (const deduction of plan.areDeductionsToDate ? payslip.deductions : []) {
        const figure = yearFigureOf(deduction)
        if (figure) printed.year.add(figure)
      }
    }
    if (plan.tables === 'one list') {
      drawOneList(payments, deductions, done)
      return
    }
    const isSwapped = plan.tables === 'deductions left' || plan.tables === 'deductions first'
    const order = isSwapped ? [deductions, payments] : [payments, deductions]
    const heights = order.map((table) => heightOfTable(table, look))
    if (isBeside) {
      keep(Math.max(...heights))
      const ends = order.map((table, n) => {
        const place = { x: left + n * (half + 16), y, width: half }
        const drawn = drawTable(pen(), place, table, plan, look)
        done(table, drawn.labels)
        return drawn.y
      })
      if (plan.lines === 'boxes')
        for (const n of [0, 1])
          pen().box(left + n * (half + 16), y - size - 5, half, Math.max(...ends) - y + 6, {
            stroke: look.accent,
          })
      y = Math.max(...ends) + 12
      return
    }
    for (const [n, table] of order.entries()) {
      keep(heights[n] ?? 0)
      const drawn = drawTable(pen(), { x: left, y, width: right - left }, table, plan, look)
      done(table, drawn.labels)
      y = drawn.y + 12
    }
  }

  /** Payments and deductions in the same columns: told apart by a heading between them, or by their signs. */
  function drawOneList(
    payments: SlipTable,
    deductions: SlipTable,
    done: (table: SlipTable, labels: string[]) => void,
  ) {
    const isSigned = plan.listSigns === 'negative'
    const taken = deductions.rows.map((row, n) => ({
      ...row,
      cells: {
        ...row.cells,
        year: '',
        amount: money((isSigned ? -1 : 1) * (payslip.deductions[n]?.amount ?? 0)),
      },
    }))
    const between = isSigned ? [] : [{ label: deductions.title, cells: {} }]
    const total = deductions.total ? [deductions.total] : []
    const rows = [
      ...payments.rows,
      ...(payments.total ? [payments.total] : []),
      ...between,
      ...taken,
      ...total,
    ]
    const title = isSigned ? random.pick(['Description', 'Details', 'Pay and deductions']) : payments.title
    keep(heightOfTable({ ...payments, rows }, look))
    const width = Math.min(right - left, 420)
    const drawn = drawTable(
      pen(),
      { x: left, y, width },
      { title, columns: payments.columns, rows, total: null },
      plan,
      look,
    )
    done(payments, drawn.labels.slice(0, payments.rows.length))
    const from = payments.rows.length + (payments.total ? 1 : 0) + between.length
    done(deductions, drawn.labels.slice(from, from + taken.length))
    y = drawn.y + 12
  }

  /** Figures in columns, the period and the year in rows. */
  function drawTransposed(figures: Figure[], titles: [period: string, year: string]) {
    const lines = [
      ['', ...figures.map((figure) => words.period(figure))],
      [titles[0], ...figures.map((figure) => money(payslip[figure]))],
      [titles[1], ...figures.map((figure) => money(payslip.yearToDate[figure]))],
    ]
    const small = { face: bold, size: Math.min(size, 7.5) }
    const widths = (lines[0] ?? []).map((_, n) =>
      Math.max(...lines.map((line) => widthOf({ text: line[n] ?? '', ...small }))),
    )
    const ordered = plan.isYearFirst ? [lines[0], lines[2], lines[1]] : lines
    for (const [row, line] of ordered.entries()) {
      let at = left
      for (const [n, text] of (line ?? []).entries()) {
        const wide = widths[n] ?? 0
        const style = row === 0 || n === 0 ? small : { size: small.size }
        if (n === 0) pen().text(at, y, text, style)
        else pen().right(at + wide, y, text, style)
        at += wide + 9
      }
      y += look.leading
    }
    y += 8
  }

  function drawSummary() {
    if (plan.summary === 'none') return
    const all = summaryFigures(plan, random)
    // So many columns fit beside each other.
    const figures = plan.summary === 'transposed' ? all.slice(0, page.width < 500 ? 3 : 5) : all
    const [period, year] = [random.pick(titleWords.thisPeriod), random.pick(titleWords.yearToDate)]
    keep((figures.length + 3) * look.leading * 1.15 + 10)
    for (const figure of figures) printed.year.add(figure)
    const isPeriodShown = plan.summary !== 'year only'
    const hasTotals = plan.hasTotals && plan.totalsAt === 'summary'
    printed.hasGross ||= isPeriodShown && figures.includes('grossPay')
    printed.hasTotalDeductions ||= hasTotals && isPeriodShown
    const totals: Pair[] = hasTotals
      ? [[random.pick(titleWords.totalDeductions), money(payslip.totalDeductions)]]
      : []
    if (plan.summary === 'one table') {
      const columns = [
        { of: 'amount', title: period },
        { of: 'year', title: year },
      ]
      const rows = [
        ...figures.map((figure) => ({
          label: words.period(figure),
          cells: { amount: money(payslip[figure]), year: money(payslip.yearToDate[figure]) },
        })),
        ...totals.map(([label, amount]) => ({ label, cells: { amount } })),
      ]
      const table = {
        title: random.pick(['Summary', 'Totals', 'Balances', ' ']),
        columns: plan.isYearFirst ? columns.reverse() : columns,
        rows,
        total: null,
      }
      const width = Math.min(right - left, 330)
      y = drawTable(pen(), { x: left, y, width }, table, { ...plan, hasCodes: false }, look).y + 10
      return
    }
    if (plan.summary === 'transposed') {
      drawTransposed(figures, [period, year])
      return
    }
    const half = Math.min(235, (right - left - 24) / 2)
    const block = (x: number, heading: string, pairs: Pair[]) => {
      pen().text(x, y, heading, { face: bold, colour: look.accent })
      return drawPairs(pen(), 'right', { x, y: y + look.leading * 1.2, width: half }, pairs, look)
    }
    const ofYear: Pair[] = figures.map((figure) => [words.year(figure), money(payslip.yearToDate[figure])])
    if (plan.summary === 'year only') {
      y = block(left, year, ofYear) + 8
      return
    }
    const ofPeriod: Pair[] = [
      ...figures.map((figure): Pair => [words.period(figure), money(payslip[figure])]),
      ...totals,
    ]
    const blocks: [string, Pair[]][] = [
      [period, ofPeriod],
      [year, ofYear],
    ]
    const ends = (plan.isYearFirst ? blocks.reverse() : blocks).map(([heading, pairs], n) =>
      block(left + n * (half + 24), heading, pairs),
    )
    y = Math.max(...ends) + 8
  }

  function drawEmployerShare() {
    if (plan.employerShare !== 'block') return
    keep(70)
    pen().text(left, y, random.pick(titleWords.employer), { face: bold, colour: look.accent })
    const pairs: Pair[] = [
      [words.period('employerNi'), money(payslip.employerNi)],
      [words.period('employerPension'), money(payslip.employerPension)],
    ]
    y = drawPairs(pen(), 'right', { x: left, y: y + look.leading * 1.2, width: 220 }, pairs, look) + 8
  }

  /** From the employment before, which is not part of this year's pay here. */
  function drawEarlierPay() {
    if (!plan.hasEarlierPay) return
    keep(60)
    const pairs: Pair[] = [
      ['Previous taxable pay (P45)', money(random.whole(100_000, 900_000))],
      ['Previous tax paid (P45)', money(random.whole(10_000, 90_000))],
    ]
    y = drawPairs(pen(), 'right', { x: left, y, width: 240 }, pairs, look) + 8
  }

  turn()
  if (plan.netAt === 'top right') drawNet(right - 190, margin + (plan.isMailer ? 26 : 16), 190)
  if (!plan.isFactsLast) drawFacts()
  if (plan.netAt === 'before the tables') y = drawNet(right - 200, y + 8, 200) + 6
  if (plan.summaryAt === 'before') drawSummary()
  y += 6
  drawTables()
  if (plan.summaryAt === 'second page' && plan.summary !== 'none') turn()
  if (plan.summaryAt !== 'before') drawSummary()
  drawEmployerShare()
  drawEarlierPay()
  if (plan.isFactsLast) {
    keep(240)
    drawFacts()
  }
  if (plan.netAt === 'after') {
    keep(50)
    y = drawNet(right - 220, y + 10, 220) + 6
  }
  if (plan.hasMessages) {
    for (const line of random.some(messages, random.whole(1, 3))) {
      keep(12)
      pen().text(left, y, line, { size: Math.min(size, 8) })
      y += 12
    }
  }
  const pages = pens.length
  if (pages > 1)
    pens.forEach(
      (one, n) => void one.right(right, page.height - margin + 4, `Page ${n + 1} of ${pages}`, { size: 7 }),
    )
  const sheets: Sheet[] = pens.map(({ sheet }) => sheet)
  return { sheets, printed }
}
