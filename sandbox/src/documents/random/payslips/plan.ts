import type { SeededRandom } from '../../../random.ts'

const choices = {
  paper: ['portrait', 'portrait', 'portrait', 'landscape', 'small', 'letter'],
  typeface: ['sans', 'sans', 'sans', 'serif', 'mono'],
  size: [7, 7.5, 8, 8.5, 9, 9.5, 10],
  facts: ['right', 'colon', 'below', 'above', 'cells', 'cells', 'grid', 'grid', 'inline', 'tab', 'tab'],
  factOrder: ['person first', 'pay first', 'mixed'],
  tables: [
    'side by side',
    'side by side',
    'deductions left',
    'stacked',
    'deductions first',
    'one list',
    'one list',
  ],
  listSigns: ['negative', 'section'],
  hasUnits: [true, true, false],
  hasRate: [true, false],
  hasCodes: [true, false, false, false],
  areDeductionsToDate: [true, false, false],
  isYearFirst: [true, false, false],
  hasTotals: [true, true, true, false],
  totalsAt: ['foot', 'foot', 'summary'],
  summary: ['one table', 'one table', 'two blocks', 'year only', 'transposed', 'transposed', 'none'],
  summaryAt: ['after', 'after', 'before', 'second page'],
  isNetInSummary: [true, false],
  netAt: ['after', 'after', 'before the tables', 'top right'],
  netForm: ['box', 'line', 'under its label', 'band'],
  employerShare: ['none', 'none', 'block', 'summary', 'summary'],
  pound: ['none', 'none', 'glued', 'split'],
  negative: ['minus', 'minus', 'minus after', 'brackets'],
  areThousandsGrouped: [true, true, false],
  dateForm: [
    'DD/MM/YYYY',
    'DD/MM/YY',
    'D MMM YYYY',
    'DD MMM YYYY',
    'D MMMM YYYY',
    'DD-MMM-YYYY',
    'DD.MM.YYYY',
    'DDth MMMM YYYY',
    'YYYY-MM-DD',
    'DD MMM YY',
    'DD-MM-YYYY',
    'DD.MM.YY',
    'D/M/YYYY',
    'DD-MMM-YY',
  ],
  period: ['none', 'range', 'range', 'from and to', 'end', 'none'],
  taxPeriod: ['none', 'number', 'word', 'word', 'with year'],
  isFrequencyPrinted: [true, false, false],
  basis: ['after', 'before', 'brackets', 'apart', 'slash'],
  name: ['full', 'full', 'titled', 'initial', 'capitals', 'surname first', 'surname first capitals'],
  isEmployerLabelled: [true, false, false],
  hasAddress: [true, true, false],
  isAddressLabelled: [true, false],
  hasEmployerAddress: [true, false, false],
  hasNiNumber: [true, true, true, true, false],
  hasNiLetter: [true, true, false],
  hasReference: [true, true, false],
  hasPayrollNumber: [true, true, true, false],
  hasRole: [true, false],
  hasDepartment: [true, false],
  hasBank: [true, false, false],
  hasMessages: [true, false],
  hasOtherDates: [true, true, false],
  hasAnnualPay: [true, false, false],
  hasEarlierPay: [true, false, false],
  isFactsLast: [true, false, false, false, false],
  isMailer: [true, false, false, false],
  lines: ['none', 'rules', 'boxes', 'bands'],
} as const

type Choices = typeof choices
export type PayslipPlan = { -readonly [Switch in keyof Choices]: Choices[Switch][number] }

export const payslipSwitchCount = Object.keys(choices).length

export function choosePayslipPlan(random: SeededRandom): PayslipPlan {
  const plan = Object.fromEntries(
    Object.entries(choices).map(([name, values]) => [name, random.pick<unknown>(values)]),
  ) as PayslipPlan
  if (!plan.hasUnits) plan.hasRate = false
  if (plan.paper === 'small')
    Object.assign(plan, { size: Math.min(plan.size, 7.5), facts: 'tab', netAt: 'after' })
  if (plan.paper === 'small' && plan.tables.includes('left')) plan.tables = 'stacked'
  if (plan.paper === 'small' && plan.tables === 'side by side') plan.tables = 'stacked'
  if (plan.typeface === 'mono' && plan.size > 7.5) plan.size = 7.5
  // Only these two kinds of summary can show the totals. Without them, totals could only be inferred by adding up.
  if (plan.totalsAt === 'summary' && !['one table', 'two blocks'].includes(plan.summary))
    plan.totalsAt = 'foot'
  if (plan.summary === 'none' || plan.summary === 'year only') plan.isNetInSummary = false
  if (plan.employerShare === 'summary' && plan.summary === 'none') plan.employerShare = 'block'
  // In a single list, only a heading or the signs separate payments from deductions. Gross pay is printed between
  // them, because a payment may also be negative.
  if (plan.tables === 'one list')
    Object.assign(plan, { areDeductionsToDate: false, hasTotals: true, totalsAt: 'foot' })
  return plan
}
