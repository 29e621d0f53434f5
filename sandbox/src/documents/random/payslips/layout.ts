import type { SeededRandom } from '../../../random.ts'
import { fitToWidth } from '../../fit-text.ts'
import { createPen, type Pen } from '../../pen.ts'
import { widthOf } from '../../text-metrics.ts'
import type { FontFace, PayslipSource, Sheet } from '../../types.ts'
import { drawLabelledValues, type TextLook } from '../label-blocks.ts'
import type { PayslipDrawing, PrintedPayslip } from './drawing-context.ts'
import { figureLabels, moneyFormatter } from './figures.ts'
import type { PayslipFact, PayslipFacts } from './header-facts.ts'
import { messages, titleLabels } from './labels.ts'
import { drawTables } from './payment-tables.ts'
import type { PayslipPlan } from './plan.ts'
import { drawEarlierPay, drawEmployerShare, drawSummary } from './summary.ts'

const sizes = {
  portrait: { width: 595.28, height: 841.89 },
  landscape: { width: 841.89, height: 595.28 },
  small: { width: 419.53, height: 595.28 },
  letter: { width: 612, height: 792 },
}
const faces: Record<PayslipPlan['typeface'], [FontFace, FontFace]> = {
  sans: ['sans', 'sans-bold'],
  serif: ['serif', 'serif-bold'],
  mono: ['mono', 'mono-bold'],
}
const accents = ['#1f3d7a', '#7a1f3d', '#0f5c4a', '#333333', '#5b2a86', '#a34700', '#000000']

export function layOutPayslip(
  content: PayslipSource,
  plan: PayslipPlan,
  facts: PayslipFacts,
  random: SeededRandom,
) {
  const { payslip } = content
  const [face, bold] = faces[plan.typeface]
  const { size } = plan
  const look: TextLook = {
    face,
    bold,
    size,
    leading: size * 1.4,
    accent: random.pick(accents),
    tint: '#e9edf0',
  }
  const page = sizes[plan.paper]
  const margin = random.integer(28, 46)
  const [left, right, bottom] = [margin, page.width - margin, page.height - margin - 16]
  const money = moneyFormatter(plan)
  const title = random.pick(titleLabels.payslip)
  const pens: Pen[] = []
  const printed: PrintedPayslip = {
    earnings: [],
    deductions: [],
    year: new Set(),
    hasGross: false,
    hasTotalDeductions: false,
  }
  const drawing: PayslipDrawing = {
    plan,
    payslip,
    look,
    left,
    right,
    random,
    money,
    words: figureLabels(random),
    printed,
    y: 0,
    pen: () => pens.at(-1) as Pen,
    ensureRoom(height) {
      if (drawing.y + height > bottom) startSheet()
    },
  }

  function startSheet() {
    pens.push(createPen(page, { size, face, colour: '#1a1a1a' }))
    drawing.y = margin + 16
    if (plan.isMailer) {
      drawing
        .pen()
        .text(
          left,
          drawing.y - 6,
          `PRIVATE & CONFIDENTIAL   ${random.integer(1000, 9999)}/0${random.integer(1, 9)}/00${random.integer(1, 9)}`,
          { size: 6.5 },
        )
      drawing.y += 10
    }
    const heading = plan.isEmployerLabelled ? title : facts.employerName
    const fitted = fitToWidth(heading, (right - left) * 0.62, { face: bold, size: 14 })
    drawing.pen().text(left, drawing.y, fitted.text, { face: bold, size: fitted.size, colour: look.accent })
    const atRight = plan.isEmployerLabelled ? '' : title
    if (plan.netAt !== 'top right' || pens.length > 1)
      drawing.pen().right(right, drawing.y, atRight, { size: 12 })
    drawing.y += 12
    if (pens.length > 1) drawing.pen().text(left, drawing.y + 2, facts.name)
    else
      drawing.y = drawing
        .pen()
        .lines(left, drawing.y, look.leading, facts.employerLines, { size: Math.min(size, 8) })
    drawing.y += 14
  }

  function drawNet(x: number, at: number, width: number): number {
    const label = random.pick(titleLabels.net)
    const amount = money(payslip.netPay)
    const large = { face: bold, size: size + 2 }
    const needed = widthOf({ text: label, ...large }) + widthOf({ text: amount, ...large }) + 26
    const wide = Math.max(width, needed)
    const from = x + width - wide
    if (plan.netForm === 'under its label') {
      drawing
        .pen()
        .right(x + width, at, label)
        .right(x + width, at + look.leading + 3, amount, { ...large })
      return at + 2.6 * look.leading
    }
    if (plan.netForm === 'band')
      drawing.pen().box(from, at - size - 5, wide, size + 14, { fill: look.accent })
    if (plan.netForm === 'box')
      drawing.pen().box(from, at - size - 5, wide, size + 14, { stroke: look.accent })
    const ink = plan.netForm === 'band' ? { ...large, colour: '#ffffff' } : large
    drawing
      .pen()
      .text(from + 6, at, label, ink)
      .right(x + width - 6, at, amount, ink)
    return at + 2 * look.leading
  }

  function drawFacts() {
    const first = [...facts.person]
    const pay = [...facts.pay]
    const mixed = first
      .flatMap((pair, n) => [pair, ...(pay[n] ? [pay[n] as PayslipFact] : [])])
      .concat(pay.slice(first.length))
    if (facts.addressLines.length > 0) {
      const head = plan.isAddressLabelled ? [random.pick(['Address', 'Home address'])] : [facts.name]
      drawing.y = drawing.pen().lines(left, drawing.y, look.leading, [...head, ...facts.addressLines]) + 10
    }
    if (plan.facts === 'cells' || plan.facts === 'grid' || plan.facts === 'inline') {
      const all =
        plan.factOrder === 'mixed'
          ? mixed
          : plan.factOrder === 'pay first'
            ? [...pay, ...first]
            : [...first, ...pay]
      drawing.y =
        drawLabelledValues(
          drawing.pen(),
          plan.facts,
          { x: left, y: drawing.y, width: right - left },
          all,
          look,
        ) + 6
      return
    }
    const half = (right - left - 24) / 2
    const everySecond = (pairs: PayslipFact[], rest: number) => pairs.filter((_, n) => n % 2 === rest)
    const [one, other] =
      plan.factOrder === 'mixed'
        ? [everySecond(mixed, 0), everySecond(mixed, 1)]
        : plan.factOrder === 'pay first'
          ? [pay, first]
          : [first, pay]
    const ends = [one, other].map((pairs, n) =>
      drawLabelledValues(
        drawing.pen(),
        plan.facts,
        { x: left + n * (half + 24), y: drawing.y, width: half },
        pairs,
        look,
      ),
    )
    drawing.y = Math.max(...ends) + 8
  }

  startSheet()
  if (plan.netAt === 'top right') drawNet(right - 190, margin + (plan.isMailer ? 26 : 16), 190)
  if (!plan.isFactsLast) drawFacts()
  if (plan.netAt === 'before the tables') drawing.y = drawNet(right - 200, drawing.y + 8, 200) + 6
  if (plan.summaryAt === 'before') drawSummary(drawing)
  drawing.y += 6
  drawTables(drawing)
  if (plan.summaryAt === 'second page' && plan.summary !== 'none') startSheet()
  if (plan.summaryAt !== 'before') drawSummary(drawing)
  drawEmployerShare(drawing)
  drawEarlierPay(drawing)
  if (plan.isFactsLast) {
    drawing.ensureRoom(240)
    drawFacts()
  }
  if (plan.netAt === 'after') {
    drawing.ensureRoom(50)
    drawing.y = drawNet(right - 220, drawing.y + 10, 220) + 6
  }
  if (plan.hasMessages) {
    for (const line of random.sample(messages, random.integer(1, 3))) {
      drawing.ensureRoom(12)
      drawing.pen().text(left, drawing.y, line, { size: Math.min(size, 8) })
      drawing.y += 12
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
