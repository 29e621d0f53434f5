import type { SeededRandom } from '../../../random.ts'

export type StatementColumnRole =
  | 'date'
  | 'other date'
  | 'code'
  | 'reference'
  | 'description'
  | 'out'
  | 'in'
  | 'amount'
  | 'balance'

const choices = {
  paper: ['portrait', 'portrait', 'portrait', 'portrait', 'letter', 'landscape'],
  turned: ['no', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'all', 'one'],
  typeface: ['sans', 'sans', 'sans', 'serif', 'mono'],
  size: [6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10],
  rules: ['none', 'rows', 'days', 'bands', 'grid'],
  headers: ['known', 'known', 'known', 'known', 'unknown', 'missing'],
  areHeadersRepeated: [true, true, true, false],
  signs: [
    'two columns',
    'two columns',
    'two columns',
    'two columns',
    'two columns',
    'two columns',
    'in first',
    'in first',
    'in first',
    'minus',
    'minus',
    'dash',
    'minus after',
    'brackets',
    'CR and DR',
    'CR only',
    'plus and minus',
    'plus only',
    'unsigned',
    'unsigned',
    'sections',
  ],
  balanceAt: ['end', 'end', 'end', 'end', 'before the sums', 'after the date'],
  align: ['right', 'right', 'right', 'decimal', 'left'],
  pound: ['none', 'none', 'none', 'glued', 'glued', 'split', 'GBP before', 'GBP after'],
  isSuffixApart: [true, false],
  areThousandsGrouped: [true, true, true, false],
  balances: ['row', 'row', 'row', 'row', 'day', 'day', 'some', 'ends', 'none'],
  overdrawn: ['minus', 'minus', 'dash', 'minus after', 'brackets', 'OD', 'DR', 'D', 'CR and DR'],
  days: ['each', 'each', 'each', 'once', 'once', 'once', 'month headings', 'day headings', 'two columns'],
  dateForm: [
    'DD/MM/YYYY',
    'DD/MM/YY',
    'DD-MM-YYYY',
    'DD.MM.YYYY',
    'DD.MM.YY',
    'D MMM YYYY',
    'DD MMM YY',
    'DD MMM',
    'D MMM',
    'DDth MMM',
    'DDth MMMM YYYY',
    'MMM DD',
    'MMM D, YYYY',
    'DDMMM',
    'DDMMMYY',
    'YYYY-MM-DD',
    'DD/MM',
    'D MMMM',
    'DD-MMM-YYYY',
    'DD-MMM-YY',
    'www DD MMM',
    'www D MMM YYYY',
    'DD MMM YYYY',
    'D/M/YY',
    'DD MM YY',
  ],
  isDateInCapitals: [false, false, false, true],
  order: ['oldest', 'oldest', 'oldest', 'oldest', 'oldest', 'newest', 'newest', 'newest, days downwards'],
  wording: ['capitals', 'sentences', 'short', 'kind first'],
  room: ['wide', 'wide', 'narrow'],
  amountOn: ['first', 'first', 'last', 'middle'],
  isDateBesideAmount: [false, false, false, true],
  hasCodes: [true, false, false],
  hasReferences: [true, false, false, false, false],
  hasPromotions: [true, false, false, false],
  panel: ['none', 'none', 'none', 'none', 'left', 'right', 'right'],
  summary: ['beside', 'beside', 'under', 'under', 'panel', 'after', 'none', 'none'],
  totals: ['none', 'none', 'none', 'row', 'lines'],
  hasStart: [true, true, false],
  hasEnd: [true, false],
  isCarried: [true, false],
  periods: [1, 1, 1, 1, 1, 1, 1, 1, 2, 3],
  span: ['month', 'month', 'month', 'middle to middle', 'ten days', 'quarter'],
  shift: ['none', 'none', 'none', 'none', 'table', 'sums'],
  hasSecondHeader: [false, false, false, false, true],
  hasForeign: [false, false, true],
  hasNothings: [false, false, false, true],
  hasFiguresInside: [false, false, true],
  isOverdrawn: [false, false, false, true],
  isJoint: [false, false, false, false, true],
  isIbanPrinted: [true, false],
  period: ['range', 'range', 'range', 'year once', 'from and to', 'statement date'],
  facts: ['right', 'colon', 'below', 'cells', 'inline'],
  holder: ['address', 'address', 'label', 'both'],
  sides: ['facts right', 'facts right', 'facts left'],
  bank: ['head', 'head', 'head', 'foot'],
  foot: ['legal', 'legal', 'short', 'none'],
  pageNumbers: ['Page {n} of {of}', 'Page {n}', '{n}/{of}', 'none', 'Sheet {n} of {of}'],
  hasHiddenLabels: [...Array.from({ length: 14 }, () => false), true],
  hasUpcoming: [...Array.from({ length: 12 }, () => false), true],
} as const

type Choices = typeof choices
type ChosenOptions = { -readonly [Switch in keyof Choices]: Choices[Switch][number] }
/** The chosen layout options, stored with the ground truth so that errors can be attributed to options. */
export type StatementPlan = ChosenOptions & { columns: StatementColumnRole[] }

export const switchCount = Object.keys(choices).length + 1

export function chooseStatementPlan(random: SeededRandom): StatementPlan {
  const chosen = Object.fromEntries(
    Object.entries(choices).map(([name, values]) => [name, random.pick<unknown>(values)]),
  ) as ChosenOptions
  const plan = resolveConflicts(chosen)
  return { ...plan, columns: columnsOf(plan, random) }
}

const hasYear = (form: string) => form.includes('YY')

/** Resolves ambiguous combinations, so that every value can be derived from the document alone. */
function resolveConflicts(chosen: ChosenOptions): ChosenOptions {
  const plan = { ...chosen }
  const isOneColumn = () => plan.signs !== 'two columns' && plan.signs !== 'in first'
  if (plan.signs === 'sections') {
    // Here, only the section headings distinguish credits from debits.
    Object.assign(plan, { balances: 'none', headers: 'known', summary: 'beside', totals: 'row', periods: 1 })
    Object.assign(plan, { isCarried: false, hasSecondHeader: false, days: 'each', hasNothings: false })
  }
  if (plan.span === 'quarter' || plan.span === 'ten days') plan.periods = 1
  if (plan.days === 'two columns') Object.assign(plan, { headers: 'known', isDateBesideAmount: false })
  if (plan.days.endsWith('headings')) plan.isDateBesideAmount = false
  if (plan.order !== 'oldest') Object.assign(plan, { isCarried: false, periods: 1 })
  // If days are in descending order, ascending rows within a day are only recognisable with a balance in every row.
  if (plan.order === 'newest, days downwards' && plan.balances !== 'row') plan.order = 'newest'
  if (plan.signs === 'unsigned') plan.balances = 'row'
  // With unknown column titles, the direction can only be inferred from printed balances.
  if (plan.headers !== 'known' && (plan.balances === 'ends' || plan.balances === 'none'))
    plan.balances = 'day'
  if (plan.balances === 'none') {
    Object.assign(plan, { hasStart: false, hasEnd: false, isCarried: false })
    if (plan.summary === 'none') plan.summary = 'under'
  }
  if (plan.balances === 'ends') Object.assign(plan, { hasStart: true, hasEnd: true })
  const isOpeningNeeded =
    plan.headers !== 'known' || ['unsigned', 'CR only', 'plus only'].includes(plan.signs) || isOneColumn()
  const hasOpening = () => plan.summary !== 'none' || plan.hasStart
  if (isOpeningNeeded && !hasOpening()) plan.hasStart = true
  if (['CR only', 'plus only'].includes(plan.signs) && plan.balances === 'none') plan.balances = 'row'
  if (plan.summary === 'panel' && plan.panel === 'none') plan.summary = 'beside'
  if (plan.panel !== 'none' && plan.paper !== 'landscape' && plan.size > 8) plan.size = 8
  if (plan.totals === 'row' && isOneColumn() && plan.signs !== 'sections') plan.totals = 'lines'
  if (plan.shift === 'sums' && plan.balanceAt === 'after the date') plan.shift = 'table'
  const isWithLetters = /DR|OD|^D$|CR/.test(plan.signs + plan.overdrawn)
  if (plan.pound === 'GBP after' && isWithLetters) plan.pound = 'glued'
  // The year must be printed in some place.
  if (plan.period === 'year once' || plan.days === 'month headings' || plan.days === 'day headings')
    return plan
  if (plan.period === 'statement date' && !hasYear(plan.dateForm)) plan.dateForm = 'DD MMM YYYY'
  return plan
}

function columnsOf(plan: ChosenOptions, random: SeededRandom): StatementColumnRole[] {
  const amounts: StatementColumnRole[] =
    plan.signs === 'two columns' ? ['out', 'in'] : plan.signs === 'in first' ? ['in', 'out'] : ['amount']
  const textColumns: StatementColumnRole[] = ['description']
  if (plan.hasCodes) textColumns.splice(random.integer(0, 1), 0, 'code')
  if (plan.hasReferences) textColumns.splice(random.integer(0, textColumns.length), 0, 'reference')
  const balance: StatementColumnRole[] = plan.balances === 'none' ? [] : ['balance']
  const date: StatementColumnRole[] =
    plan.days === 'day headings'
      ? []
      : plan.days !== 'two columns'
        ? ['date']
        : random.chance(0.5)
          ? ['date', 'other date']
          : ['other date', 'date']
  if (plan.balanceAt === 'after the date') return [...date, ...balance, ...textColumns, ...amounts]
  if (plan.balanceAt === 'before the sums') return [...date, ...textColumns, ...balance, ...amounts]
  return [...date, ...textColumns, ...amounts, ...balance]
}
