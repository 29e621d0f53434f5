import { taxYearOf } from '../../vocabulary/days.ts'
import { decimalOf, type Pence } from '../../vocabulary/money.ts'
import { formatTaxYear } from '../../vocabulary/tax-income.ts'
import { assessAffordability } from './affordability.ts'
import { compareSources } from './agreement.ts'
import { listBankIncome } from './bank-income.ts'
import { listCorrectedDocuments, presentCorrections } from './corrected-documents.ts'
import type { IncomeEvidence } from './evidence.ts'
import { listIncomeFindings } from './findings.ts'
import { compareIdentity } from './identity.ts'
import { rateConfidence } from './model/figures.ts'
import { isMonthCovered, mergeRanges, splitByDays, sumByMonth } from './model/months.ts'
import type { IncomePayment } from './model/payments.ts'
import { type IncomeResult, incomeModelId } from './model/summarise.ts'
import type { IncomeSummaryReply, IncomeWorking } from './schemas.ts'

const amountOf = (pence: Pence | null) => (pence === null ? null : decimalOf(pence))
const paid = <T extends { gross: Pence | null; net: Pence | null }>({ gross, net, ...rest }: T) => ({
  gross: amountOf(gross),
  net: amountOf(net),
  ...rest,
})

type PresentedFigures = Pick<IncomeResult['total'], 'figures' | 'items'> & {
  annual: {
    amount: Pence | null
    reason: IncomeSummaryReply['income']['annual_gross']['reason']
    submission_ids: string[]
  }
}

function presentIncome(
  { annual, figures, items }: PresentedFigures,
  confidence: IncomeSummaryReply['income']['confidence'],
): IncomeSummaryReply['income'] {
  const { parts, regular, variable, variable_share, reason, expenses, benefits_in_kind, submission_ids } =
    items
  return {
    annual_gross: { ...annual, amount: amountOf(annual.amount) },
    last_12_months: paid(figures.last_12_months),
    averages: figures.averages.map(({ month_count, ...average }) => ({ month_count, ...paid(average) })),
    variability: figures.variability,
    year_on_year: figures.year_on_year,
    composition: {
      regular: decimalOf(regular),
      variable: decimalOf(variable),
      variable_share,
      reason,
      parts: parts
        .filter(({ amount }) => amount !== 0)
        .map(({ part, amount }) => ({ part, amount: decimalOf(amount) })),
      not_income: { expenses: decimalOf(expenses), benefits_in_kind: decimalOf(benefits_in_kind) },
      submission_ids,
    },
    confidence,
  }
}

export function presentSummary(
  user_id: string,
  evidence: IncomeEvidence,
  result: IncomeResult,
  commitments?: string,
): IncomeSummaryReply {
  const { as_of, payments, total } = result
  const { agreement, seenInBank } = compareSources(evidence, result)
  const identity = compareIdentity(evidence, result)
  const corrections = listCorrectedDocuments(evidence)
  const averageOfThree = total.figures.averages.find(({ month_count }) => month_count === 3)
  const isReady = total.annual.amount !== null && averageOfThree?.reason === null
  return {
    user_id,
    model_id: incomeModelId,
    as_of,
    status: payments.length === 0 ? 'none' : isReady ? 'ready' : 'partial',
    freshness: presentFreshness(evidence, result),
    coverage: presentCoverage(evidence, result),
    income: presentIncome(total, rateConfidence(payments, as_of, seenInBank)),
    employments: result.employments.map((each) => presentEmployment(each, as_of, seenInBank)),
    months: presentMonths(result, seenInBank),
    agreement,
    bank_income: listBankIncome(evidence, as_of),
    identity,
    affordability: assessAffordability(evidence, result, commitments),
    findings: listIncomeFindings({ evidence, result, agreement, identity, corrections }),
    rules: null,
    notes: evidence.notes,
    corrections,
  }
}

const sourceOf = ({ source }: IncomePayment) => (source === 'upload' ? 'payslip' : 'payroll')

function presentFreshness(
  { statements, taxYears }: IncomeEvidence,
  { usable, employments, as_of }: IncomeResult,
) {
  const newest = (days: string[]) => days.sort().at(-1) ?? null
  const payDates = (source: 'payroll' | 'payslip') =>
    newest(usable.filter((each) => sourceOf(each) === source).map(({ pay_date }) => pay_date))
  const due = employments.flatMap(({ next_pay_date }) => next_pay_date ?? []).sort()
  return {
    newest: {
      payroll: payDates('payroll'),
      payslip: payDates('payslip'),
      bank: newest(statements.map(({ last_day }) => last_day).filter((day) => day <= as_of)),
      tax_year: newest(taxYears.map(taxYearName)),
    },
    refresh_due: due[0] ?? null,
  }
}

const taxYearName = ({ income_period }: IncomeEvidence['taxYears'][number]) =>
  formatTaxYear(taxYearOf(income_period.start.slice(0, 10)))

function presentCoverage(
  { statements, taxYears, months_requested }: IncomeEvidence,
  { coverage }: IncomeResult,
) {
  const { requested, complete, payroll, payslip, gaps } = coverage
  const bank = mergeRanges(statements.map(({ first_day, last_day }) => ({ start: first_day, end: last_day })))
  return {
    months_requested,
    first_month: requested[0] ?? '',
    last_month: requested.at(-1) ?? '',
    months_complete: complete.length,
    months_by_source: {
      payroll: payroll.length,
      payslip: payslip.length,
      bank: requested.filter((month) => isMonthCovered(bank, month)).length,
    },
    tax_years: taxYears.map(taxYearName).sort(),
    gaps,
  }
}

function presentEmployment(
  employment: IncomeResult['employments'][number],
  as_of: string,
  seenInBank: ReadonlySet<string>,
): IncomeSummaryReply['employments'][number] {
  const {
    payments,
    span: _span,
    ranges: _ranges,
    amounts: _amounts,
    annual,
    figures,
    items,
    ...facts
  } = employment
  const { amount, reason, periods } = annual
  const submission_ids = periods.flatMap((period) => period.submission_ids).sort()
  return {
    ...facts,
    sources: [...new Set(payments.map(sourceOf))].sort(),
    income: presentIncome(
      { annual: { amount, reason, submission_ids }, figures, items },
      rateConfidence(payments, as_of, seenInBank),
    ),
    submission_ids: payments.map(({ id }) => id).sort(),
  }
}

function presentMonths({ months, sourceMonths, payments }: IncomeResult, seenInBank: ReadonlySet<string>) {
  const bank = sumByMonth(payments.filter(({ id }) => seenInBank.has(id)))
  const bySource = [
    { source: 'payroll' as const, amounts: sourceMonths.payroll },
    { source: 'payslip' as const, amounts: sourceMonths.payslip },
    { source: 'bank' as const, amounts: bank },
  ]
  return months.map(({ month, status, covered_days, gross, net, submission_ids }) => ({
    month,
    status,
    covered_days,
    gross: amountOf(gross),
    net: amountOf(net),
    sources: bySource.flatMap(({ source, amounts }) => {
      const found = amounts.get(month)
      if (!found) return []
      return [
        {
          source,
          gross: source === 'bank' ? null : amountOf(found.gross),
          net: amountOf(found.net),
          difference: found.net === null || net === null ? null : decimalOf(found.net - net),
        },
      ]
    }),
    submission_ids,
  }))
}

export function presentIncomeWorking(
  { payslips, paid: stored, inclusions }: IncomeEvidence,
  result: IncomeResult,
): IncomeWorking {
  const usable = new Map(result.usable.map((payment) => [payment.id, payment]))
  const unused = new Map(result.unused.map((each) => [each.id, each]))
  const corrected = new Map(stored.map((each) => [each.id, each.corrected]))
  return {
    model_id: incomeModelId,
    as_of: result.as_of,
    last_month: result.lastEnded,
    payslips: payslips.map(({ id, source, account_id, document_id, trust_score, payslip }) => ({
      submission_id: id,
      source,
      account_id,
      document_id,
      trust_score,
      employer_name: payslip.employment_information.employer_name,
      pay_date: payslip.income_information.pay_date,
      reason: unused.get(id)?.reason ?? null,
      counted_instead: unused.get(id)?.instead ?? [],
      ...presentPayment(usable.get(id)),
      corrections: presentCorrections(corrected.get(id) ?? []),
    })),
    annual: result.employments.map(({ employer_name, annual }) => ({
      employer_name,
      ...annual,
      amount: amountOf(annual.amount),
      periods: annual.periods.map((period) => ({ ...period, gross: amountOf(period.gross) })),
    })),
    inclusions,
  }
}

function presentPayment(payment: IncomePayment | undefined) {
  if (!payment)
    return {
      period: null,
      gross: null,
      net: null,
      expenses: null,
      benefits_in_kind: null,
      parts: [],
      shares: [],
    }
  const { start, end, is_period_derived, gross, net, expenses, benefits, parts } = payment
  const grossShares = gross === null ? null : splitByDays(gross, payment)
  const netShares = net === null ? null : splitByDays(net, payment)
  const months = [...(grossShares ?? netShares ?? new Map<string, Pence>()).keys()]
  return {
    period: { start, end, is_derived: is_period_derived },
    gross: amountOf(gross),
    net: amountOf(net),
    expenses: decimalOf(expenses),
    benefits_in_kind: decimalOf(benefits),
    parts: [...(parts ?? [])].map(([part, amount]) => ({ part, amount: decimalOf(amount) })),
    shares: months.map((month) => ({
      month,
      gross: amountOf(grossShares?.get(month) ?? null),
      net: amountOf(netShares?.get(month) ?? null),
    })),
  }
}
