import { z } from 'zod'
import { Body, MultilineText, Pounds, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { findingCodes, findingSeverities } from '../../vocabulary/income-findings.ts'
import { employmentTypes, Money, payFrequencies } from '../../vocabulary/payslip.ts'
import { CorrectedFields } from '../documents/corrections.ts'
import { Note } from '../journeys/person/schemas.ts'
import { RuleCheck } from '../reviews/rules/schemas.ts'
import { affordabilityReasons, stressPercent } from './affordability.ts'
import { agreementResults, agreementSources } from './agreement.ts'
import { correctedParts } from './corrected-documents.ts'
import { identityFields, identityResults } from './identity.ts'
import { annualReasons, employmentStatusReasons } from './model/employments.ts'
import { confidenceLevels, figureReasons } from './model/figures.ts'
import { payParts } from './model/pay-parts.ts'
import { unusedPayslipReasons } from './model/payments.ts'
import { incomeModelId, maxSummaryMonths } from './model/summarise.ts'

const Amount = Pounds.describe('Pounds, two decimals')
const Ratio = z.string().describe('Decimal with four places: 0.0500 is 5 %')
const Day = z.string().meta({ type: 'string', format: 'date' })
const Month = z.string().meta({ type: 'string', pattern: '^\\d{4}-\\d{2}$' })
const SubmissionIds = z.array(Uuid).describe('The submissions that the figure rests on')
const FigureReason = z.enum(figureReasons).nullable().describe('Why a value is null')

const evidence = {
  reason: FigureReason,
  months: z.array(Month).describe('The months used'),
  submission_ids: SubmissionIds,
}
const pay = {
  gross: Amount.nullable().describe('Gross pay; null if it is not known'),
  net: Amount.nullable().describe('Net pay; null if it is not known'),
}
const MonthlyPay = z.strictObject({ ...pay, ...evidence }).meta({ id: 'IncomeMonthlyPay' })
const AveragePay = z
  .strictObject({ month_count: z.int().describe('How many months the average covers'), ...pay, ...evidence })
  .meta({ id: 'IncomeAverage' })
const RatioFigure = z
  .strictObject({ ratio: Ratio.nullable().describe('Decimal with four places: 0.0500 is 5 %'), ...evidence })
  .meta({ id: 'IncomeRatio' })
const PayPart = z
  .strictObject({ part: z.enum(payParts).describe('Kind of pay'), amount: Amount })
  .meta({ id: 'IncomePayPart' })
const Period = {
  start: Day.describe('First day'),
  end: Day.describe('Last day'),
}
const AnnualGross = z
  .strictObject({
    amount: Amount.nullable(),
    reason: z.enum(annualReasons).nullable().describe('Why the amount is null'),
    submission_ids: SubmissionIds,
  })
  .meta({ id: 'IncomeAnnualGross' })
const NotIncome = z
  .strictObject({ expenses: Amount, benefits_in_kind: Amount })
  .meta({ id: 'IncomeNotCounted' })
const Composition = z
  .strictObject({
    regular: Amount,
    variable: Amount,
    variable_share: Ratio.nullable().describe('Variable pay ÷ all pay; null without pay'),
    reason: FigureReason,
    parts: z.array(PayPart).describe('Amounts by kind of pay'),
    not_income: NotIncome.describe('Listed on payslips, never counted as income'),
    submission_ids: SubmissionIds,
  })
  .meta({ id: 'IncomeComposition' })

const Income = z
  .strictObject({
    annual_gross: AnnualGross.describe(
      'Median of the last three complete periods × 52, 26, 13 or 12; in total, of all active employments',
    ),
    last_12_months: MonthlyPay.describe('The twelve calendar months that ended last'),
    averages: z.array(AveragePay).describe('Over 3, 6 and 12 complete calendar months'),
    variability: RatioFigure.describe('Standard deviation ÷ mean of monthly net pay, over 12 or 6 months'),
    year_on_year: RatioFigure.describe('Change of gross pay against the twelve months before'),
    composition: Composition.describe('Parts of gross pay with a pay date in the 12 months up to as_of'),
    confidence: z
      .enum(confidenceLevels)
      .describe(
        'high: all pay of the last 12 months comes from a payroll connection or is on a bank statement; low: a low-trust ' +
          'document was included; none: no pay',
      ),
  })
  .meta({ id: 'IncomeFigures' })

const Employment = z
  .strictObject({
    employer_name: z.string().nullable(),
    employer_names: z.array(z.string()).describe('All spellings and former names'),
    employer_tax_references: z.array(z.string()).describe('PAYE references of the employer, newest first'),
    role: z.string().nullable().describe('Job title, as given by the source'),
    type: z.enum(employmentTypes).nullable().describe('Type of the employment, as given by the source'),
    is_director: z.boolean().nullable(),
    start_date: Day.nullable(),
    leave_date: Day.nullable(),
    status: z.enum(['active', 'ended', 'unknown']).describe('Whether the employment still pays'),
    status_reason: z.enum(employmentStatusReasons).describe('What the status is derived from'),
    tenure_months: z.int().nullable().describe('Whole months; null if no start date is stated'),
    pay_frequency: z.enum(payFrequencies).nullable(),
    last_pay_date: Day,
    next_pay_date: Day.nullable().describe('Expected, without regard to weekends and holidays'),
    sources: z.array(z.enum(['payroll', 'payslip'])).describe('Where the payslips come from'),
    income: Income,
    submission_ids: SubmissionIds,
  })
  .meta({ id: 'IncomeEmployment' })

const MonthSource = z
  .strictObject({
    source: z.enum(['payroll', 'payslip', 'bank']),
    ...pay,
    difference: Amount.nullable().describe('Net pay of this source minus the counted net pay'),
  })
  .meta({ id: 'IncomeMonthSource' })
const SummaryMonth = z
  .strictObject({
    month: Month.describe('Calendar month (YYYY-MM)'),
    status: z
      .enum(['complete', 'part', 'none'])
      .describe('part: not over, not fully covered, or someone started or left; left out of averages'),
    covered_days: z.int().describe('Days of the month that payslips cover'),
    ...pay,
    sources: z.array(MonthSource).describe('The same month as each source shows it'),
    submission_ids: SubmissionIds,
  })
  .meta({ id: 'IncomeMonth' })

const FindingLocation = z
  .strictObject({
    page: z.int().describe('Page of the document, starting at 1'),
    box: z.array(z.number()).describe('Left, top, right and bottom, in points'),
  })
  .meta({ id: 'IncomeFindingLocation' })
const Finding = z
  .strictObject({
    code: z.enum(findingCodes),
    severity: z.enum(findingSeverities),
    message: z.string(),
    action: z.string().describe('What to do next'),
    submission_ids: z.array(Uuid).describe('The submissions that the finding is about'),
    document_id: Uuid.nullable(),
    locations: z.array(FindingLocation).describe('In points from the top left of the page'),
    fields: z.array(z.string()),
  })
  .meta({ id: 'IncomeFinding' })

const Newest = z
  .strictObject({
    payroll: Day.nullable(),
    payslip: Day.nullable().describe('Newest pay date of an uploaded payslip'),
    bank: Day.nullable().describe('Last day of the newest bank statement'),
    tax_year: z.string().nullable(),
  })
  .meta({ id: 'IncomeNewestData' })
const Freshness = z
  .strictObject({
    newest: Newest.describe('The newest data of each source; null if there is none'),
    refresh_due: Day.nullable().describe('The next expected pay date'),
  })
  .meta({ id: 'IncomeFreshness' })

const MonthsBySource = z
  .strictObject({
    payroll: z.int(),
    payslip: z.int().describe('Months covered by uploaded payslips'),
    bank: z.int().describe('Months covered by bank statements'),
  })
  .meta({ id: 'IncomeMonthsBySource' })
const Gap = z
  .strictObject({ ...Period, days: z.int().describe('Number of days without a payslip') })
  .meta({ id: 'IncomeGap' })
const Coverage = z
  .strictObject({
    months_requested: z.int().describe('Months that you request for the user (`payroll_period_months`)'),
    first_month: Month.describe('First month of the requested period'),
    last_month: Month.describe('Last month of the requested period'),
    months_complete: z.int().describe('Months that payslips cover completely'),
    months_by_source: MonthsBySource.describe('Months with data, by source'),
    tax_years: z.array(z.string()),
    gaps: z.array(Gap).describe('Days without a payslip during an employment'),
  })
  .meta({ id: 'IncomeCoverage' })

const Agreement = z
  .strictObject({
    between: z.array(z.enum(agreementSources)).describe('Two sources'),
    result: z.enum(agreementResults).describe('Whether the two sources agree'),
    compared: z.int().describe('Payments or tax years that were compared'),
    agreeing: z.int().describe('How many of them agree'),
    differing: z.int().describe('How many of them differ'),
    not_seen: z.int().describe('Payments that the second source lacks, although it covers their days'),
    difference: Amount.nullable().describe('Second source minus first; for tax years, pay minus HMRC'),
    submission_ids: z.array(Uuid).describe('The submissions that were compared'),
  })
  .meta({ id: 'IncomeAgreement' })

const IdentitySource = z
  .strictObject({
    source: z.enum(['payroll', 'payslip']),
    submission_id: Uuid,
    result: z.enum(identityResults).describe('Whether the source agrees with the registered person'),
  })
  .meta({ id: 'IncomeIdentitySource' })
const IdentityComparison = z
  .strictObject({
    field: z.enum(identityFields).describe('The compared detail'),
    sources: z.array(IdentitySource).describe('The result for each source'),
  })
  .meta({ id: 'IncomeIdentityComparison' })

const EstimatedExpenditure = z
  .strictObject({
    month: Month.describe('Month of the estimate'),
    cost_of_living: Amount,
    housing: Amount,
    total: Amount,
  })
  .meta({ id: 'IncomeExpenditure' })
const Stress = z
  .strictObject({
    percent: z.int().describe('By how much pay falls and spending rises, in per cent'),
    left: Amount.nullable().describe('What is left a month in that case'),
  })
  .meta({ id: 'IncomeStress' })
const Affordability = z
  .strictObject({
    model_id: z.string().describe('Model of the expenditure estimate'),
    net_monthly: Amount.nullable().describe('Average of three months'),
    expenditure: EstimatedExpenditure.nullable(),
    commitments: Amount.describe('As sent with the request'),
    left: Amount.nullable().describe('Net pay minus expenditure and commitments, a month'),
    stress: Stress.describe(`Net pay ${stressPercent} % lower and spending ${stressPercent} % higher`),
    reason: z.enum(affordabilityReasons).nullable(),
    submission_ids: SubmissionIds,
  })
  .meta({ id: 'IncomeAffordability' })

const CorrectedDocument = z
  .strictObject({
    document_id: Uuid,
    submission_id: Uuid,
    type: z.enum(['payslip', 'bank_statement']).describe('Kind of document'),
    corrected_values: z.int().describe('How many of its values the team corrected'),
    parts: z
      .array(z.enum(correctedParts))
      .describe(
        'What the corrected values may change: figures of gross or net pay, comparisons with the bank, or a field of the ' +
          'identity',
      ),
    corrected_by: z.array(z.enum(['api_key', 'member'])).describe('Kinds of callers that corrected them'),
    last_corrected_at: z
      .string()
      .meta({ type: 'string', format: 'date-time' })
      .describe('Time of the last correction (UTC)'),
  })
  .meta({ id: 'IncomeCorrectedDocument', description: 'A document with values that the team corrected.' })

const modelId = z.literal(incomeModelId).describe('Version of the model; a change of its rules gets a new id')
const asOf = Day.describe('The day that the summary is calculated for')

const BankIncome = z
  .strictObject({
    payer: z.string().describe('As the bank names it'),
    grade: z
      .enum(['confirmed', 'likely', 'regular'])
      .describe(
        'confirmed: marked as salary by the bank, or the payer is the employer of a payslip or tax year. ' +
          'likely: the text or the amounts are those of a payroll. regular: paid regularly, kind unknown; not counted as pay',
      ),
    evidence: z
      .array(
        z.enum([
          'purpose-code',
          'known-employer',
          'salary-word',
          'payroll-reference',
          'tax-rounding',
          'weekly-bacs',
          'pay-pattern',
          'regular',
        ]),
      )
      .describe('Reasons for the grade, strongest first'),
    pay_frequency: z
      .enum(['weekly', 'fortnightly', 'four_weekly', 'monthly'])
      .nullable()
      .describe('Rhythm of the credits; null if there are fewer than three or no rhythm'),
    credits: z.int().describe('Number of credits'),
    first_date: Day.describe('Day of the first credit'),
    latest_date: Day.describe('Day of the latest credit'),
    latest_amount: z.string().describe('Net amount in pounds'),
    median_amount: z.string().describe('Net amount in pounds'),
    submission_ids: z.array(Uuid).describe('Bank statement submissions with the credits'),
  })
  .meta({ id: 'BankIncome', description: 'Credits of one payer that are pay, or that arrive regularly.' })

export const IncomeSummary = z
  .strictObject({
    user_id: Uuid,
    model_id: modelId,
    as_of: asOf,
    status: z
      .enum(['none', 'partial', 'ready'])
      .describe('ready: there are an annual figure and an average of three months; none: no payslip counts'),
    freshness: Freshness.describe('How recent the data is'),
    coverage: Coverage.describe('Which months the data covers'),
    income: Income.describe('Of all employments'),
    employments: z.array(Employment).describe('Latest pay date first'),
    months: z.array(SummaryMonth).max(maxSummaryMonths).describe('Oldest first'),
    agreement: z.array(Agreement).describe('Sources compared with each other'),
    bank_income: z
      .array(BankIncome)
      .max(100)
      .describe(
        'Income that connected banks show, latest first. It confirms figures and is never added to them',
      ),
    identity: z
      .array(IdentityComparison)
      .describe('The registered person compared with the newest payslip of each source'),
    affordability: Affordability.describe('What is left of the income after an estimate of spending'),
    findings: z.array(Finding).describe('Worst first'),
    rules: RuleCheck.nullable().describe(
      'Your review rules, checked with the figures above; null if you have none, and in reports',
    ),
    notes: z.array(Note).describe('What the applicant says about figures, newest first'),
    corrections: z
      .array(CorrectedDocument)
      .describe(
        'Documents with values that your team corrected, latest first. Figures with one of these submissions use ' +
          'them, and the document does not prove them',
      ),
  })
  .meta({ id: 'IncomeSummary', description: 'The income of a user over all sources, with its evidence.' })

const IncludedBy = z
  .strictObject({ kind: z.enum(['api_key', 'member']).describe('Kind of the caller'), id: Uuid })
  .meta({ id: 'IncomeIncludedBy' })
const Inclusion = z
  .strictObject({
    user_id: Uuid,
    document_id: Uuid,
    reason: z.string(),
    included_by: IncludedBy.describe('Who included the document, or has checked it'),
    included_at: Timestamp.describe('When the document was included or checked'),
    is_unread: z
      .boolean()
      .describe(
        'Whether the document could not be read: your team has checked it, but it has no figure that could count',
      ),
  })
  .meta({
    id: 'IncomeInclusion',
    description: 'A low-trust document that counts, or an unread document that was checked, and why.',
  })

export const InclusionReply = Inclusion
export const NewInclusion = Body(
  { reason: MultilineText(500).describe('Why the document counts, or what an unread document shows') },
  { ignored: ['user_id', 'document_id', 'included_by', 'included_at', 'is_unread'] },
).meta({ id: 'NewIncomeInclusion' })

const WorkingPeriod = z
  .strictObject({ ...Period, is_derived: z.boolean().describe('From pay date and frequency') })
  .meta({ id: 'IncomeWorkingPeriod' })
const MonthShare = z
  .strictObject({ month: Month.describe('Calendar month (YYYY-MM)'), ...pay })
  .meta({ id: 'IncomeMonthShare' })
const WorkingPayslip = z
  .strictObject({
    submission_id: Uuid,
    source: z.enum(['direct', 'connection', 'upload']),
    account_id: Uuid.nullable(),
    document_id: Uuid.nullable(),
    trust_score: z.string().nullable(),
    employer_name: z.string().nullable(),
    pay_date: Day,
    reason: z.enum(unusedPayslipReasons).nullable().describe('Why it is not counted; null if it is'),
    counted_instead: z.array(Uuid).describe('The submissions that are counted in its place'),
    period: WorkingPeriod.nullable().describe('The pay period; null if it is not known'),
    gross: Amount.nullable().describe('Without expenses and benefits in kind'),
    net: Amount.nullable().describe('Without expenses'),
    expenses: Amount.nullable().describe('Repaid expenses, which are not income'),
    benefits_in_kind: Amount.nullable().describe('Benefits in kind, which are not income'),
    parts: z.array(PayPart).describe('Amounts by kind of pay'),
    shares: z.array(MonthShare).describe('Split over calendar months by days'),
    corrections: CorrectedFields.describe(
      'Values that the team corrected; personal details without the values',
    ),
  })
  .meta({ id: 'IncomeWorkingPayslip' })

const AnnualPeriod = z
  .strictObject({
    ...Period,
    gross: Amount.nullable().describe('Gross pay of the period'),
    submission_ids: SubmissionIds,
  })
  .meta({ id: 'IncomeAnnualPeriod' })
const AnnualWorking = z
  .strictObject({
    employer_name: z.string().nullable(),
    amount: Amount.nullable(),
    reason: z.enum(annualReasons).nullable(),
    periods_per_year: z.int().nullable().describe('52, 26, 13 or 12'),
    periods: z.array(AnnualPeriod).describe('The last three complete periods, newest first'),
  })
  .meta({ id: 'IncomeAnnualWorking' })

export const IncomeWorking = z
  .strictObject({
    model_id: modelId,
    as_of: asOf,
    last_month: Month.describe('The last calendar month that has ended'),
    payslips: z.array(WorkingPayslip).describe('All stored payslips, newest pay date first'),
    annual: z.array(AnnualWorking).describe('One for each employment, in the order of the summary'),
    inclusions: z
      .array(Inclusion)
      .describe('Low-trust documents that count, unread documents that were checked, and why'),
  })
  .meta({
    id: 'IncomeWorking',
    description: 'Every number used, so that the summary can be reproduced by hand.',
  })

export const SummaryQuery = z.strictObject({
  as_of: z.iso.date().optional().describe('Default: today. Payslips with a later pay date are left out'),
})
export const SummaryOptions = SummaryQuery.extend({
  commitments: Money.refine((amount) => !amount.startsWith('-'), 'must not be negative')
    .optional()
    .describe('Monthly commitments that you know of, such as 350.00. Subtracted from what is left'),
})

export type IncomeSummaryReply = z.output<typeof IncomeSummary>
export type IncomeWorking = z.output<typeof IncomeWorking>
