import { widthOf } from '../../text-metrics.ts'
import { drawPairs } from '../label-blocks.ts'
import type { Pair } from './header-facts.ts'
import { summaryFigures } from './figures.ts'
import type { Slip } from './drawing-context.ts'
import { drawTable } from './tables.ts'
import { type Figure, titleWords } from './labels.ts'

/** Figures in columns, the period and the year in rows. */
function drawTransposed(slip: Slip, figures: Figure[], titles: [period: string, year: string]) {
  const { plan, payslip, look, left, money, words } = slip
  const { bold, size } = look
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
      if (n === 0) slip.pen().text(at, slip.y, text, style)
      else slip.pen().right(at + wide, slip.y, text, style)
      at += wide + 9
    }
    slip.y += look.leading
  }
  slip.y += 8
}

export function drawSummary(slip: Slip) {
  const { plan, payslip, look, left, right, random, money, words, printed } = slip
  const { bold } = look
  if (plan.summary === 'none') return
  const all = summaryFigures(plan, random)
  // So many columns fit beside each other.
  const figures = plan.summary === 'transposed' ? all.slice(0, right - left < 400 ? 3 : 5) : all
  const [period, year] = [random.pick(titleWords.thisPeriod), random.pick(titleWords.yearToDate)]
  slip.keep((figures.length + 3) * look.leading * 1.15 + 10)
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
    slip.y =
      drawTable(slip.pen(), { x: left, y: slip.y, width }, table, { ...plan, hasCodes: false }, look).y + 10
    return
  }
  if (plan.summary === 'transposed') {
    drawTransposed(slip, figures, [period, year])
    return
  }
  const half = Math.min(235, (right - left - 24) / 2)
  const block = (x: number, heading: string, pairs: Pair[]) => {
    slip.pen().text(x, slip.y, heading, { face: bold, colour: look.accent })
    return drawPairs(slip.pen(), 'right', { x, y: slip.y + look.leading * 1.2, width: half }, pairs, look)
  }
  const ofYear: Pair[] = figures.map((figure) => [words.year(figure), money(payslip.yearToDate[figure])])
  if (plan.summary === 'year only') {
    slip.y = block(left, year, ofYear) + 8
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
  slip.y = Math.max(...ends) + 8
}

export function drawEmployerShare(slip: Slip) {
  const { plan, payslip, look, left, random, money, words } = slip
  const { bold } = look
  if (plan.employerShare !== 'block') return
  slip.keep(70)
  slip.pen().text(left, slip.y, random.pick(titleWords.employer), { face: bold, colour: look.accent })
  const pairs: Pair[] = [
    [words.period('employerNi'), money(payslip.employerNi)],
    [words.period('employerPension'), money(payslip.employerPension)],
  ]
  slip.y =
    drawPairs(slip.pen(), 'right', { x: left, y: slip.y + look.leading * 1.2, width: 220 }, pairs, look) + 8
}

/** From the employment before, which is not part of this year's pay here. */
export function drawEarlierPay(slip: Slip) {
  const { plan, look, left, random, money } = slip
  if (!plan.hasEarlierPay) return
  slip.keep(60)
  const pairs: Pair[] = [
    ['Previous taxable pay (P45)', money(random.whole(100_000, 900_000))],
    ['Previous tax paid (P45)', money(random.whole(10_000, 90_000))],
  ]
  slip.y = drawPairs(slip.pen(), 'right', { x: left, y: slip.y, width: 240 }, pairs, look) + 8
}
