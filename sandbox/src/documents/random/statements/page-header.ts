import type { SeededRandom } from '../../../random.ts'
import type { Pen } from '../../pen.ts'
import { widthOf } from '../../text-metrics.ts'
import { drawLabelledValues } from '../label-blocks.ts'
import type { RandomStatementFacts, StatementFact } from './header-facts.ts'
import { panelTexts } from './labels.ts'
import type { AmountFormatter } from './money.ts'
import { type RandomStatementPeriod, totalIn, totalOut } from './periods.ts'
import type { StatementPlan } from './plan.ts'
import type { StatementStyle } from './style.ts'

export const panelWidth = 112

export function createPageHeader(
  plan: StatementPlan,
  style: StatementStyle,
  facts: RandomStatementFacts,
  write: AmountFormatter,
  random: SeededRandom,
) {
  const { width, margin, accent, bold } = style
  const size = Math.min(9.5, Math.max(8, style.size))
  const look = { face: style.face, bold, size, leading: size * 1.25, accent, tint: style.tint }
  const [left, right] = [margin, width - margin]
  const bankSize = random.integer(13, 21)
  const isBankRight = random.chance(0.3)
  const isSummaryFirst = random.chance(0.3)
  const isShort = random.chance(0.15)
  const summaryForm = random.pick(['right', 'right', 'cells', 'below', 'tab'] as const)
  const panels = random.sample(panelTexts, 6)
  const continuationLabel = random.pick(['Statement continued', 'Continued', facts.title])

  function summaryOf(period: RandomStatementPeriod): StatementFact[] {
    const [opening, into, out, closing] = facts.summaryLabels
    const ends: StatementFact[] = [
      [opening, write.loose(period.opening)],
      [closing, write.loose(period.closing)],
    ]
    const turnover: StatementFact[] = [
      [into, write.loose(totalIn(period))],
      [out, write.loose(totalOut(period))],
    ]
    if (isShort && plan.balances !== 'none') return ends
    const [first, last] = ends as [StatementFact, StatementFact]
    return isSummaryFirst ? [...turnover, first, last] : [first, ...turnover, last]
  }

  /** Draws the header of the first page; returns the y position where the table can start. */
  function first(pen: Pen, period: RandomStatementPeriod, n: number): number {
    const top = margin + 18
    const strong = { size: bankSize, face: bold, colour: accent }
    const titleSize = Math.min(13, bankSize)
    if (plan.bank === 'head')
      pen.text(isBankRight ? right : left, top, facts.bank.name, {
        ...strong,
        align: isBankRight ? 'right' : 'left',
      })
    pen.text(isBankRight ? left : right, top, facts.title, {
      size: titleSize,
      colour: accent,
      align: isBankRight ? 'left' : 'right',
    })
    const { pairs, line } = facts.periodOf(period, n)
    if (line)
      pen.text(isBankRight ? left : right, top + 16, line, { size, align: isBankRight ? 'left' : 'right' })
    const isFactsRight = plan.sides === 'facts right'
    const factsWidth = Math.min(235, (right - left) / 2 - 20)
    const factsX = isFactsRight ? right - factsWidth : left
    const addressX = isFactsRight ? left + 8 : left + factsWidth + 40
    const block = top + 48
    const all = [...facts.pairs, ...pairs]
    const isWide = plan.facts === 'cells' || plan.facts === 'inline'
    const lines = plan.holder === 'label' ? facts.address : [facts.holder, ...facts.address]
    const room = isFactsRight && !isWide ? factsX - addressX - 12 : right - addressX
    let y = block
    for (const line of lines) {
      const lineWidth = widthOf({ text: line, face: style.face, size })
      pen.text(addressX, y, line, { size: lineWidth > room ? (size * room) / lineWidth : size })
      y += size * 1.25
    }
    let beside = block
    if (!isWide)
      beside = drawLabelledValues(pen, plan.facts, { x: factsX, y: block, width: factsWidth }, all, look)
    if (plan.summary === 'beside') {
      const form = summaryForm === 'cells' ? 'right' : summaryForm
      beside = drawLabelledValues(
        pen,
        form,
        { x: factsX, y: beside + 12, width: factsWidth },
        summaryOf(period),
        look,
      )
    }
    y = Math.max(y, beside) + 8
    if (isWide)
      y = drawLabelledValues(pen, plan.facts, { x: left, y: y + 6, width: right - left }, all, look) + 4
    if (plan.summary === 'under') {
      const form = summaryForm === 'below' || summaryForm === 'tab' ? 'right' : summaryForm
      const lineWidth = form === 'cells' ? right - left : 250
      y = drawLabelledValues(pen, form, { x: left, y: y + 6, width: lineWidth }, summaryOf(period), look) + 4
    }
    return y
  }

  function later(pen: Pen): number {
    const y = margin + 14
    if (plan.bank === 'head') pen.text(left, y, facts.bank.name, { face: bold, colour: accent, size })
    pen.right(right, y, continuationLabel, { size })
    pen.text(left, y + 13, `${facts.holder}  ${facts.accountNumber}`, { size: size - 1 })
    return y + 24
  }

  function panel(pen: Pen, period: RandomStatementPeriod, top: number, isFirst: boolean) {
    const x = plan.panel === 'left' ? left : right - panelWidth + 8
    const bottom = style.height - margin - 50
    const small = { ...look, size: 7, leading: 9 }
    let y = top + 10
    pen.box(x - 6, top - 2, panelWidth, bottom - top, { fill: style.tint })
    if (plan.summary === 'panel' && isFirst) {
      pen.text(x, y, 'Summary', { face: bold, size: 8, colour: accent })
      for (const [label, value] of summaryOf(period)) {
        y += 13
        pen.text(x, y, label, { size: 7 }).text(x, y + 9, value, { size: 8, face: bold })
        y += 9
      }
      y += 18
    }
    for (const [title = '', ...texts] of panels) {
      if (y + texts.length * small.leading + 20 > bottom) break
      pen.text(x, y, title, { face: bold, size: 8, colour: accent })
      y = pen.lines(x, y + 10, small.leading, texts, { size: 7 }) + 9
    }
  }

  return { first, later, panel, summaryOf, look }
}

export type PageHeader = ReturnType<typeof createPageHeader>
