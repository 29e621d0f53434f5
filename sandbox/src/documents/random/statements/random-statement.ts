import { addDays } from '../../../calendar.ts'
import { grouped } from '../../../money.ts'
import type { GeneratedStatement } from '../../../people/types.ts'
import type { SeededRandom } from '../../../random.ts'
import type { DrawnDocument } from '../../types.ts'
import type { RandomStatementTruth } from '../ground-truth.ts'
import { columnsIn, titlesOf } from './columns.ts'
import { factsOf } from './header-facts.ts'
import { layOutStatement, maxShift } from './lay-out-sheets.ts'
import { amountFormatter } from './money.ts'
import { createPageHeader, panelWidth } from './page-header.ts'
import { periodsOf, type RandomStatementPeriod } from './periods.ts'
import { chooseStatementPlan, type StatementPlan } from './plan.ts'
import { chooseStyle, type StatementStyle } from './style.ts'

/** Draws a bank statement in a unique random layout from a person's consecutive monthly statements. */
export function randomStatement(
  statements: GeneratedStatement[],
  random: SeededRandom,
): DrawnDocument<RandomStatementTruth> {
  const plan = chooseStatementPlan(random)
  const { person } = statements[0] as GeneratedStatement
  const periods = periodsOf(statements, plan, random)
  const [first, last] = [periods[0], periods.at(-1)] as [RandomStatementPeriod, RandomStatementPeriod]
  const facts = factsOf(person, last.end, plan, random)
  const style = chooseStyle(plan, random)
  const columnTitles = titlesOf(plan, random)
  const columns = fitColumns(plan, style, columnTitles, periods)
  const format = amountFormatter(plan)
  const head = createPageHeader(plan, style, facts, format, random)
  const { sheets, lines } = layOutStatement({ plan, style, facts, columns, periods, format, head, random })
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

/** Shrinks the text and drops optional columns until the description column is wide enough. */
function fitColumns(
  plan: StatementPlan,
  style: StatementStyle,
  columnTitles: ReturnType<typeof titlesOf>,
  periods: RandomStatementPeriod[],
) {
  const adjustments = [
    ...[8, 7.5, 7, 6.5].map((size) => () => {
      style.size = Math.min(style.size, size)
      style.leading = Math.min(style.leading, size * 1.35)
    }),
    () => dropColumn('reference'),
    () => dropColumn('code'),
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
  const dropColumn = (role: 'reference' | 'code') => {
    plan.columns = plan.columns.filter((one) => one !== role)
  }
  for (const adjust of [() => undefined, ...adjustments]) {
    adjust()
    const columns = columnsIn(areaOf(plan, style), plan, style, columnTitles, periods, amountFormatter(plan))
    if (columns) return columns
  }
  throw new Error('The columns of a statement do not fit on any page size')
}

function areaOf(plan: StatementPlan, style: StatementStyle) {
  const shift = plan.shift === 'none' ? 0 : maxShift
  return {
    left: style.margin + (plan.panel === 'left' ? panelWidth + 6 : 0),
    right: style.width - style.margin - (plan.panel === 'right' ? panelWidth + 6 : 0) - shift,
  }
}

function truthOf(
  plan: StatementPlan,
  facts: ReturnType<typeof factsOf>,
  first: RandomStatementPeriod,
  last: RandomStatementPeriod,
  lines: ReturnType<typeof layOutStatement>['lines'],
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
