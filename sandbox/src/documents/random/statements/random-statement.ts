import { addDays } from '../../../calendar.ts'
import { grouped } from '../../../money.ts'
import type { Statement } from '../../../people/types.ts'
import type { Random } from '../../../random.ts'
import type { Drawn } from '../../types.ts'
import type { RandomStatementTruth } from '../ground-truth.ts'
import { columnsIn, titlesOf } from './columns.ts'
import { factsOf } from './header-facts.ts'
import { openHead, panelWidth } from './page-header.ts'
import { type Period, periodsOf } from './periods.ts'
import { penceWriter } from './money.ts'
import { drawPlan, type Plan } from './plan.ts'
import { layOut, mostShift } from './lay-out-sheets.ts'
import { drawStyle, type Style } from './style.ts'

/** A statement of somebody's account in a layout that no other paper has; `statements` are one person's, month after month. */
export function randomStatement(statements: Statement[], random: Random): Drawn<RandomStatementTruth> {
  const plan = drawPlan(random)
  const { person } = statements[0] as Statement
  const periods = periodsOf(statements, plan, random)
  const [first, last] = [periods[0], periods.at(-1)] as [Period, Period]
  const facts = factsOf(person, last.end, plan, random)
  const style = drawStyle(plan, random)
  const heads = titlesOf(plan, random)
  const columns = fitted(plan, style, heads, periods)
  const write = penceWriter(plan)
  const head = openHead(plan, style, facts, write, random)
  const { sheets, lines } = layOut({ plan, style, facts, columns, periods, write, head, random })
  return {
    drawing: {
      title: `${facts.title} ${facts.accountNumber}`,
      creator: `${facts.bank.name} documents`,
      madeOn: addDays(last.end, 1),
      sheets,
    },
    truth: truthOf(plan, facts, first, last, lines),
  }
}

/** Where the description has too little room, letters get smaller and columns that can be spared go. */
function fitted(plan: Plan, style: Style, heads: ReturnType<typeof titlesOf>, periods: Period[]) {
  const reliefs = [
    ...[8, 7.5, 7, 6.5].map((size) => () => {
      style.size = Math.min(style.size, size)
      style.leading = Math.min(style.leading, size * 1.35)
    }),
    () => spare('reference'),
    () => spare('code'),
    () => {
      plan.panel = 'none'
      if (plan.summary === 'panel') plan.summary = 'under'
    },
    () => {
      style.gutter = 7
      style.size = 6
      plan.pound = 'none'
    },
    () => {
      plan.paper = 'landscape'
      ;[style.width, style.height] = [841.89, 595.28]
    },
  ]
  const spare = (role: 'reference' | 'code') => {
    plan.columns = plan.columns.filter((one) => one !== role)
  }
  for (const relieve of [() => undefined, ...reliefs]) {
    relieve()
    const columns = columnsIn(areaOf(plan, style), plan, style, heads, periods, penceWriter(plan))
    if (columns) return columns
  }
  throw new Error('The columns of a statement do not fit on any paper')
}

function areaOf(plan: Plan, style: Style) {
  const shift = plan.shift === 'none' ? 0 : mostShift
  return {
    left: style.margin + (plan.panel === 'left' ? panelWidth + 6 : 0),
    right: style.width - style.margin - (plan.panel === 'right' ? panelWidth + 6 : 0) - shift,
  }
}

function truthOf(
  plan: Plan,
  facts: ReturnType<typeof factsOf>,
  first: Period,
  last: Period,
  lines: ReturnType<typeof layOut>['lines'],
): RandomStatementTruth {
  const { bank } = facts
  const isPeriodPrinted = plan.period !== 'statement date'
  const [opening, closing] = [grouped(first.opening), grouped(last.closing)]
  const hasOpening = plan.summary !== 'none' || plan.hasStart
  const hasClosing = plan.summary !== 'none' || plan.hasEnd
  const days = lines.map(({ date }) => date).sort()
  return {
    kind: 'bank-statement',
    layout: 'random',
    account_information: {
      account_holder_name: facts.holder,
      account_number: facts.accountNumber,
      sort_code: bank.sortCode,
      bank_name: plan.bank === 'head' ? bank.name : bank.legal,
      iban: plan.isIbanPrinted ? facts.iban : null,
    },
    statement_period: {
      start_date: isPeriodPrinted ? first.start : null,
      end_date: isPeriodPrinted ? last.end : null,
    },
    balance_information: {
      opening_balance: hasOpening ? opening : null,
      closing_balance: hasClosing ? closing : null,
    },
    transactions: lines,
    also: {
      'account_information.bank_name': [bank.name, bank.legal, bank.legal.replace(/ plc$/, '')],
      ...(!isPeriodPrinted && {
        'statement_period.start_date': [first.start, days[0] ?? ''],
        'statement_period.end_date': [last.end, days.at(-1) ?? ''],
      }),
      ...(!hasOpening && { 'balance_information.opening_balance': [opening] }),
      ...(!hasClosing && { 'balance_information.closing_balance': [closing] }),
    },
    switches: plan,
  }
}
