import type { Random } from '../../../random.ts'
import { openSheet, type Pen } from '../../pen.ts'
import { fit } from '../../fit-text.ts'
import { widthOf } from '../../text-metrics.ts'
import type { Face, PayslipMatter, Sheet } from '../../types.ts'
import { drawPairs, type Look } from '../label-blocks.ts'
import type { Pair, SlipFacts } from './header-facts.ts'
import { slipMoney, wordsFor } from './figures.ts'
import { drawTables } from './payment-tables.ts'
import type { PayslipPlan } from './plan.ts'
import type { Printed, Slip } from './drawing-context.ts'
import { drawEarlierPay, drawEmployerShare, drawSummary } from './summary.ts'
import { messages, titleWords } from './labels.ts'

const sizes = {
  portrait: { width: 595.28, height: 841.89 },
  landscape: { width: 841.89, height: 595.28 },
  small: { width: 419.53, height: 595.28 },
  letter: { width: 612, height: 792 },
}
const faces: Record<PayslipPlan['typeface'], [Face, Face]> = {
  sans: ['sans', 'sans-bold'],
  serif: ['serif', 'serif-bold'],
  mono: ['mono', 'mono-bold'],
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
  const title = random.pick(titleWords.payslip)
  const pens: Pen[] = []
  const printed: Printed = {
    earnings: [],
    deductions: [],
    year: new Set(),
    hasGross: false,
    hasTotalDeductions: false,
  }
  const slip: Slip = {
    plan,
    payslip,
    look,
    left,
    right,
    random,
    money,
    words: wordsFor(random),
    printed,
    y: 0,
    pen: () => pens.at(-1) as Pen,
    keep(height) {
      if (slip.y + height > bottom) turn()
    },
  }

  function turn() {
    pens.push(openSheet(page, { size, face, colour: '#1a1a1a' }))
    slip.y = margin + 16
    if (plan.isMailer) {
      slip
        .pen()
        .text(
          left,
          slip.y - 6,
          `PRIVATE & CONFIDENTIAL   ${random.whole(1000, 9999)}/0${random.whole(1, 9)}/00${random.whole(1, 9)}`,
          { size: 6.5 },
        )
      slip.y += 10
    }
    const big = plan.isEmployerLabelled ? title : facts.employerName
    const fitted = fit(big, (right - left) * 0.62, { face: bold, size: 14 })
    slip.pen().text(left, slip.y, fitted.text, { face: bold, size: fitted.size, colour: look.accent })
    const atRight = plan.isEmployerLabelled ? '' : title
    if (plan.netAt !== 'top right' || pens.length > 1) slip.pen().right(right, slip.y, atRight, { size: 12 })
    slip.y += 12
    if (pens.length > 1) slip.pen().text(left, slip.y + 2, facts.name)
    else
      slip.y = slip.pen().lines(left, slip.y, look.leading, facts.employerLines, { size: Math.min(size, 8) })
    slip.y += 14
  }

  function drawNet(x: number, at: number, width: number): number {
    const label = random.pick(titleWords.net)
    const sum = money(payslip.netPay)
    const large = { face: bold, size: size + 2 }
    const needed = widthOf({ text: label, ...large }) + widthOf({ text: sum, ...large }) + 26
    const wide = Math.max(width, needed)
    const from = x + width - wide
    if (plan.netForm === 'under its label') {
      slip
        .pen()
        .right(x + width, at, label)
        .right(x + width, at + look.leading + 3, sum, { ...large })
      return at + 2.6 * look.leading
    }
    if (plan.netForm === 'band') slip.pen().box(from, at - size - 5, wide, size + 14, { fill: look.accent })
    if (plan.netForm === 'box') slip.pen().box(from, at - size - 5, wide, size + 14, { stroke: look.accent })
    const ink = plan.netForm === 'band' ? { ...large, colour: '#ffffff' } : large
    slip
      .pen()
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
      slip.y = slip.pen().lines(left, slip.y, look.leading, [...head, ...facts.addressLines]) + 10
    }
    if (plan.facts === 'cells' || plan.facts === 'grid' || plan.facts === 'inline') {
      const all =
        plan.factOrder === 'mixed'
          ? mixed
          : plan.factOrder === 'pay first'
            ? [...pay, ...first]
            : [...first, ...pay]
      slip.y = drawPairs(slip.pen(), plan.facts, { x: left, y: slip.y, width: right - left }, all, look) + 6
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
      drawPairs(slip.pen(), plan.facts, { x: left + n * (half + 24), y: slip.y, width: half }, pairs, look),
    )
    slip.y = Math.max(...ends) + 8
  }

  turn()
  if (plan.netAt === 'top right') drawNet(right - 190, margin + (plan.isMailer ? 26 : 16), 190)
  if (!plan.isFactsLast) drawFacts()
  if (plan.netAt === 'before the tables') slip.y = drawNet(right - 200, slip.y + 8, 200) + 6
  if (plan.summaryAt === 'before') drawSummary(slip)
  slip.y += 6
  drawTables(slip)
  if (plan.summaryAt === 'second page' && plan.summary !== 'none') turn()
  if (plan.summaryAt !== 'before') drawSummary(slip)
  drawEmployerShare(slip)
  drawEarlierPay(slip)
  if (plan.isFactsLast) {
    slip.keep(240)
    drawFacts()
  }
  if (plan.netAt === 'after') {
    slip.keep(50)
    slip.y = drawNet(right - 220, slip.y + 10, 220) + 6
  }
  if (plan.hasMessages) {
    for (const line of random.some(messages, random.whole(1, 3))) {
      slip.keep(12)
      slip.pen().text(left, slip.y, line, { size: Math.min(size, 8) })
      slip.y += 12
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
