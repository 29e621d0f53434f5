import { daysBetween } from '../../vocabulary/days.ts'
import {
  compareFindings,
  type FindingSeverity,
  type IncomeFindingCode,
} from '../../vocabulary/income-findings.ts'
import type { Agreement } from './agreement.ts'
import type { CorrectedDocument } from './corrected-documents.ts'
import type { IncomeEvidence } from './evidence.ts'
import type { compareIdentity } from './identity.ts'
import type { IncomeResult } from './model/summarise.ts'

export type IncomeFinding = {
  code: IncomeFindingCode
  severity: FindingSeverity
  message: string
  action: string
  submission_ids: string[]
  document_id: string | null
  locations: { page: number; box: [number, number, number, number] }[]
  fields: string[]
}

/** Tenure in months below which an employment counts as recently started. */
const recentStartMonths = 3
/** Change of pay at or below which pay counts as falling, as a share. */
const fallingShare = -0.1
const mostlyVariableShare = 0.5
/** Days after which an ended employment is no longer relevant. */
const endedDays = 90

type FindingInput = {
  evidence: IncomeEvidence
  result: IncomeResult
  agreement: readonly Agreement[]
  identity: ReturnType<typeof compareIdentity>
  corrections: readonly CorrectedDocument[]
}

/** Lists all risks, the most severe first. */
export function listIncomeFindings(input: FindingInput): IncomeFinding[] {
  return [
    ...documentFindings(input.evidence),
    ...unreadFindings(input.evidence),
    ...correctionFindings(input),
    ...agreementFindings(input.agreement),
    ...selfAdministeredFindings(input.evidence),
    ...identityFindings(input.identity),
    ...employmentFindings(input.result),
    ...payFindings(input.result),
    ...disputes(input.evidence),
  ].sort(compareFindings)
}

const finding = (
  code: IncomeFinding['code'],
  severity: IncomeFinding['severity'],
  message: string,
  action: string,
  where: Partial<Pick<IncomeFinding, 'submission_ids' | 'document_id' | 'locations' | 'fields'>> = {},
): IncomeFinding => ({
  code,
  severity,
  message,
  action,
  submission_ids: where.submission_ids ?? [],
  document_id: where.document_id ?? null,
  locations: where.locations ?? [],
  fields: where.fields ?? [],
})

function documentFindings({ lowTrust, included, paid }: IncomeEvidence) {
  // An unread document has no figure that could be included. Once it is checked, one finding says so.
  const shown = lowTrust.filter(({ id, is_unread }) => !(is_unread && included.has(id)))
  return shown.map(({ id, findings }) => {
    const submission_ids = paid.filter(({ document_id }) => document_id === id).map((each) => each.id)
    const locations = findings.flatMap(({ places }) => places.map(({ page, box }) => ({ page, box })))
    const fields = [...new Set(findings.flatMap((each) => each.fields))]
    const where = { submission_ids, document_id: id, locations, fields }
    const titles = [...new Set(findings.map(({ title }) => title))].join('; ')
    return included.has(id)
      ? finding(
          'document-included',
          'medium',
          `A low-trust document counts because it was included: ${titles}.`,
          'Read the recorded reason.',
          where,
        )
      : finding(
          'document-low-trust',
          'high',
          `A document has a low trust score and is not included in any figure: ${titles}.`,
          'Look at the marked places, and ask for the original.',
          where,
        )
  })
}

const typeNames = { payslip: 'payslip', bank_statement: 'bank statement' } as const

const unreadFindings = ({ unread, included }: IncomeEvidence) =>
  unread.map(({ id, type, missing, is_low_trust }) => {
    const where = { document_id: id, fields: missing }
    return included.has(id)
      ? finding(
          'unread-document-checked',
          is_low_trust ? 'medium' : 'low',
          `Your team has checked a ${is_low_trust ? 'low-trust ' : ''}${typeNames[type]} that could not be read. No figure of it counts.`,
          'Read the recorded reason.',
          where,
        )
      : finding(
          'unread-document',
          'medium',
          `A ${typeNames[type]} was sent that could not be read. No figure of it counts.`,
          'Look at the document.',
          where,
        )
  })

/** Only documents that are used are a risk: low-trust ones are in no figure, corrected or not. */
function correctionFindings({ evidence, result, corrections }: FindingInput) {
  const used = new Set([...result.usable, ...evidence.statements].map(({ id }) => id))
  const found = corrections.filter(({ submission_id, parts }) => used.has(submission_id) && parts.length > 0)
  const [first] = found
  if (!first) return []
  const values = found.reduce((sum, { corrected_values }) => sum + corrected_values, 0)
  const is = values === 1 ? 'value is' : 'values are'
  return [
    finding(
      'values-corrected',
      'medium',
      `${values} ${is} not as read from ${found.length === 1 ? 'the document' : `${found.length} documents`}: the team corrected ${values === 1 ? 'it' : 'them'}.`,
      'Compare with the document.',
      {
        submission_ids: found.map(({ submission_id }) => submission_id),
        document_id: found.length === 1 ? first.document_id : null,
      },
    ),
  ]
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function agreementFindings(agreement: readonly Agreement[]) {
  return agreement.flatMap(
    ({ between: [, second], result, not_seen, differing, difference, submission_ids }) => {
      const where = { submission_ids }
      if (second === 'payslip' && result === 'differs')
        return [
          finding(
            'sources-differ',
            'high',
            `${counted(differing, 'uploaded payslip differs', 'uploaded payslips differ')} from the payroll, by £${difference} in total.`,
            'The payroll is counted. Compare the documents.',
            where,
          ),
        ]
      if (second === 'tax_year' && result === 'differs')
        return [
          finding(
            'tax-year-differs',
            'high',
            `Pay differs from HMRC’s figures in ${counted(differing, 'case', 'cases')}, by £${difference} in total.`,
            'Compare the payslips of the year with HMRC’s figure.',
            where,
          ),
        ]
      if (second === 'bank' && not_seen > 0)
        return [
          finding(
            'income-not-in-bank',
            'medium',
            not_seen === 1
              ? '1 payment is not on the bank statement of its day.'
              : `${not_seen} payments are not on the bank statements of their days.`,
            'Ask which account the pay goes to.',
            where,
          ),
        ]
      return []
    },
  )
}

/** The applicant could have edited these payslips before they gave access to them. */
function selfAdministeredFindings({ paid, selfAdministered }: IncomeEvidence) {
  const submission_ids = paid
    .filter(({ account_id }) => account_id !== null && selfAdministered.has(account_id))
    .map(({ id }) => id)
  if (submission_ids.length === 0) return []
  return [
    finding(
      'self-administered-payroll',
      'medium',
      'The applicant administers the payroll that pays them.',
      'Compare the pay with HMRC’s figures or the bank statements.',
      { submission_ids },
    ),
  ]
}

const fieldNames = {
  name: 'name',
  date_of_birth: 'date of birth',
  ni_number: 'National Insurance number',
  address: 'address',
} as const

function identityFindings(identity: FindingInput['identity']) {
  return identity.flatMap(({ field, sources }) => {
    const differing = sources.filter(({ result }) => result === 'differs')
    if (differing.length === 0) return []
    const severity = field === 'address' ? 'low' : 'high'
    const message = `The ${fieldNames[field]} on the newest ${differing.map(({ source }) => source).join(' and ')} differs from the registered one.`
    const submission_ids = differing.map(({ submission_id }) => submission_id)
    return [
      finding('identity-differs', severity, message, 'Check who was paid.', {
        submission_ids,
        fields: [field],
      }),
    ]
  })
}

function employmentFindings({ employments, as_of, coverage, payments }: IncomeResult) {
  const findings: IncomeFinding[] = []
  if (!employments.some(({ status }) => status === 'active'))
    findings.push(
      finding(
        'no-current-income',
        'high',
        'No employment is known to be active.',
        'Ask for recent payslips.',
      ),
    )
  for (const {
    status,
    employer_name,
    leave_date,
    tenure_months,
    last_pay_date,
    payments: paid,
  } of employments) {
    const employer = employer_name ?? 'an employer without a name'
    const where = { submission_ids: paid[0] ? [paid[0].id] : [] }
    if (status === 'ended' && leave_date !== null && daysBetween(leave_date, as_of) <= endedDays)
      findings.push(
        finding(
          'employment-ended',
          'medium',
          `Employment at ${employer} ended on ${leave_date}.`,
          'Ask for the new employment.',
          where,
        ),
      )
    if (status === 'unknown')
      findings.push(
        finding(
          'no-recent-pay',
          'low',
          `The last pay from ${employer} was on ${last_pay_date}.`,
          'Ask for newer payslips.',
          where,
        ),
      )
    if (status === 'active' && tenure_months !== null && tenure_months < recentStartMonths)
      findings.push(
        finding(
          'recent-start',
          'medium',
          `Employment at ${employer} started ${tenure_months === 0 ? 'less than a month' : counted(tenure_months, 'month', 'months')} ago.`,
          'Check the terms of the probation period.',
          where,
        ),
      )
  }
  const [first] = payments.map(({ start }) => start).sort()
  for (const { start, end, days } of coverage.gaps) {
    // Days before the first pay period or after the last one are not reported as gaps. The coverage already shows
    // them.
    if (first === undefined || start < first || end === lastRequestedDay(coverage)) continue
    findings.push(
      finding(
        'gap',
        'medium',
        `No pay covers the ${days} days from ${start} to ${end}.`,
        'Ask for the missing payslips.',
      ),
    )
  }
  return findings
}

const lastRequestedDay = ({ gaps, requested }: IncomeResult['coverage']) => {
  const last = gaps.at(-1)
  return last && last.end.slice(0, 7) === requested.at(-1) ? last.end : undefined
}

function payFindings({ total }: IncomeResult) {
  const { year_on_year } = total.figures
  const { variable_share, submission_ids } = total.items
  const findings: IncomeFinding[] = []
  if (year_on_year.ratio !== null && Number(year_on_year.ratio) <= fallingShare)
    findings.push(
      finding(
        'falling-pay',
        'medium',
        `Gross pay of the last twelve months is ${percent(-Number(year_on_year.ratio))} lower than in the twelve before.`,
        'Ask for the reason.',
        { submission_ids: year_on_year.submission_ids },
      ),
    )
  if (variable_share !== null && Number(variable_share) > mostlyVariableShare)
    findings.push(
      finding(
        'mostly-variable',
        'medium',
        `${percent(Number(variable_share))} of the pay of the last twelve months is variable.`,
        'Rely on the averages rather than the annual figure.',
        { submission_ids },
      ),
    )
  return findings
}

const percent = (share: number) => `${Math.round(share * 100)} %`

const disputes = ({ notes }: IncomeEvidence) =>
  notes.map(({ submission_id, field }) =>
    finding(
      'disputed',
      'medium',
      'The applicant says that a figure is wrong.',
      'Read the note, and ask for evidence.',
      {
        submission_ids: [submission_id],
        fields: [field],
      },
    ),
  )
