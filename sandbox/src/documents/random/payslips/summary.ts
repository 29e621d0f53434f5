import { widthOf } from '../../text-metrics.ts'
import { drawLabelledValues } from '../label-blocks.ts'
import type { PayslipDrawing } from './drawing-context.ts'
import { summaryFigures } from './figures.ts'
import type { PayslipFact } from './header-facts.ts'
import { type PayslipFigure, titleLabels } from './labels.ts'
import { drawTable } from './tables.ts'

/** Draws a table with figures as columns, and period and year to date as rows. */
function drawTransposed(
  drawing: PayslipDrawing,
  figures: PayslipFigure[],
  titles: [period: string, year: string],
) {
  const { plan, payslip, look, left, money, words } = drawing
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
      if (n === 0) drawing.pen().text(at, drawing.y, text, style)
      else drawing.pen().right(at + wide, drawing.y, text, style)
      at += wide + 9
    }
    drawing.y += look.leading
  }
  drawing.y += 8
}

export function drawSummary(drawing: PayslipDrawing) {
  const { plan, payslip, look, left, right, random, money, words, printed } = drawing
  const { bold } = look
  if (plan.summary === 'none') return
  const all = summaryFigures(plan, random)
  // Limit the columns to the available width.
  const figures = plan.summary === 'transposed' ? all.slice(0, right - left < 400 ? 3 : 5) : all
  const [period, year] = [random.pick(titleLabels.thisPeriod), random.pick(titleLabels.yearToDate)]
  drawing.ensureRoom((figures.length + 3) * look.leading * 1.15 + 10)
  for (const figure of figures) printed.year.add(figure)
  const isPeriodShown = plan.summary !== 'year only'
  const hasTotals = plan.hasTotals && plan.totalsAt === 'summary'
  printed.hasGross ||= isPeriodShown && figures.includes('grossPay')
  printed.hasTotalDeductions ||= hasTotals && isPeriodShown
  const totals: PayslipFact[] = hasTotals
    ? [[random.pick(titleLabels.totalDeductions), money(payslip.totalDeductions)]]
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
    drawing.y =
      drawTable(drawing.pen(), { x: left, y: drawing.y, width }, table, { ...plan, hasCodes: false }, look)
        .y + 10
    return
  }
  if (plan.summary === 'transposed') {
    drawTransposed(drawing, figures, [period, year])
    return
  }
  const half = Math.min(235, (right - left - 24) / 2)
  const block = (x: number, heading: string, pairs: PayslipFact[]) => {
    drawing.pen().text(x, drawing.y, heading, { face: bold, colour: look.accent })
    return drawLabelledValues(
      drawing.pen(),
      'right',
      { x, y: drawing.y + look.leading * 1.2, width: half },
      pairs,
      look,
    )
  }
  const ofYear: PayslipFact[] = figures.map((figure) => [
    words.year(figure),
    money(payslip.yearToDate[figure]),
  ])
  if (plan.summary === 'year only') {
    drawing.y = block(left, year, ofYear) + 8
    return
  }
  const ofPeriod: PayslipFact[] = [
    ...figures.map((figure): PayslipFact => [words.period(figure), money(payslip[figure])]),
    ...totals,
  ]
  const blocks: [string, PayslipFact[]][] = [
    [period, ofPeriod],
    [year, ofYear],
  ]
  const ends = (plan.isYearFirst ? blocks.reverse() : blocks).map(([heading, pairs], n) =>
    block(left + n * (half + 24), heading, pairs),
  )
  drawing.y = Math.max(...ends) + 8
}

export function drawEmployerShare(drawing: PayslipDrawing) {
  const { plan, payslip, look, left, random, money, words } = drawing
  const { bold } = look
  if (plan.employerShare !== 'block') return
  drawing.ensureRoom(70)
  drawing.pen().text(left, drawing.y, random.pick(titleLabels.employer), { face: bold, colour: look.accent })
  const pairs: PayslipFact[] = [
    [words.period('employerNi'), money(payslip.employerNi)],
    [words.period('employerPension'), money(payslip.employerPension)],
  ]
  drawing.y =
    drawLabelledValues(
      drawing.pen(),
      'right',
      { x: left, y: drawing.y + look.leading * 1.2, width: 220 },
      pairs,
      look,
    ) + 8
}

/** Draws figures of the previous employment (P45), as distractors. */
export function drawEarlierPay(drawing: PayslipDrawing) {
  const { plan, look, left, random, money } = drawing
  if (!plan.hasEarlierPay) return
  drawing.ensureRoom(60)
  const pairs: PayslipFact[] = [
    ['Previous taxable pay (P45)', money(random.integer(100_000, 900_000))],
    ['Previous tax paid (P45)', money(random.integer(10_000, 90_000))],
  ]
  drawing.y =
    drawLabelledValues(drawing.pen(), 'right', { x: left, y: drawing.y, width: 240 }, pairs, look) + 8
}
