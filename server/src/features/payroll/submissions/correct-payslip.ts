import type { ParseCheck } from '../../../extraction/document.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { decimalOf, type Pence, penceOf, sumOf } from '../../../vocabulary/money.ts'
import { Payslip } from '../../../vocabulary/payslip.ts'
import {
  applyCorrections,
  type CorrectionRequest,
  describeCorrected,
  listCorrected,
  type TeamCorrections,
} from '../../documents/corrections.ts'
import { comparePayslip } from '../../identity/service.ts'
import { openUser } from '../../users/service.ts'
import { figuresOf } from '../income/rolling.ts'
import { findSubmission, hasUploadWithHash, updateSubmission } from '../queries.ts'
import { openContent } from './open-submissions.ts'
import { employmentHasher, naturalHash } from './payslip-hashes.ts'
import {
  contentSealContext,
  figuresSealContext,
  openSourceDocument,
  provenanceSealContext,
} from './sealed-columns.ts'
import { uploadHolder } from './store-uploaded.ts'

/**
 * Applies corrections to an uploaded payslip and everything derived from it. Returns its comparison with the registered
 * person, or undefined if there is no such payslip.
 */
export async function correctPayslip(
  tx: Tx,
  { user_id, document_id }: { user_id: string; document_id: string },
  request: CorrectionRequest,
) {
  const { key, person } = await openUser(tx, user_id)
  const row = await findSubmission(tx, { user_id, document_id })
  if (!row?.provenance) return undefined
  const { id } = row
  const source = openSourceDocument(key, { id, provenance: row.provenance })
  const content = openContent(key, row)
  const { submission, team } = applyCorrections('payslip', source, content.payslip, request)
  const corrected = listCorrected(team.values)
  const payslip = Payslip.parse(recomputeParts(submission, team))
  const checks = corrected.length > 0 ? checkPayslip(payslip) : []
  const identity = comparePayslip(person, payslip)
  const sealWith = (context: typeof contentSealContext, value: object) =>
    seal(key, context(id), JSON.stringify(value))
  await updateSubmission(tx, id, {
    pay_date: payslip.income_information.pay_date,
    natural_hash: await correctedHash(tx, user_id, { id, payslip }),
    employment_hash: employmentHasher(tx, uploadHolder)(payslip),
    identity_match: identity.match,
    sealed: sealWith(contentSealContext, { ...content, payslip, corrected: describeCorrected(team) }),
    figures: sealWith(figuresSealContext, figuresOf(payslip)),
    provenance: sealWith(provenanceSealContext, { ...source, team: { ...team, checks } }),
  })
  return identity
}

/**
 * Returns the hash that detects a second upload of the payslip. A payslip that was corrected to equal another one gets a
 * hash of its own, because the hashes of a user are unique.
 */
async function correctedHash(tx: Tx, user_id: string, { id, payslip }: { id: string; payslip: Payslip }) {
  const natural_hash = naturalHash(tx, uploadHolder, payslip)
  const isTaken = await hasUploadWithHash(tx, { user_id, natural_hash, except: id })
  return isTaken ? naturalHash(tx, `${uploadHolder} ${id}`, payslip) : natural_hash
}

const earningsPath = 'income_information.earnings'
const correctedLine = /^income_information\.earnings\.earning_elements\.(\d+)\.amount$/

/**
 * Recomputes the totals of fixed and variable pay after a correction of the earnings. Base salary and bonus are null
 * if a line that may be part of them was corrected, unless the team corrected or confirmed them.
 */
function recomputeParts(
  payslip: Payslip,
  { reading, values }: Pick<TeamCorrections, 'reading' | 'values'>,
): Payslip {
  const corrected = listCorrected(values)
  const { earnings } = payslip.income_information
  const lines = corrected.flatMap((path) => {
    const index = correctedLine.exec(path)?.[1]
    return index === undefined ? [] : (earnings.earning_elements[Number(index)] ?? [])
  })
  if (lines.length === 0 && !corrected.includes(`${earningsPath}.gross_pay`)) return payslip
  const paid = earnings.earning_elements.filter(({ is_bik }) => !is_bik)
  const total = (elements: typeof paid) => sumOf(elements.map(({ amount }) => penceOf(amount)))
  const isWhole = earnings.gross_pay !== null && total(paid) === penceOf(earnings.gross_pay)
  const part = (isFixed: boolean) =>
    isWhole ? decimalOf(total(paid.filter(({ is_fixed }) => is_fixed === isFixed))) : null
  const keeps = (name: 'base_salary' | 'bonus', mayBePart: (line: (typeof paid)[number]) => boolean) =>
    values[`${earningsPath}.${name}`] || !lines.some(mayBePart) ? earnings[name] : null
  const { fixed_pay_total, variable_pay_total } = (reading as Payslip).income_information.earnings
  const hadParts = fixed_pay_total !== null || variable_pay_total !== null
  return {
    ...payslip,
    income_information: {
      ...payslip.income_information,
      earnings: {
        ...earnings,
        base_salary: keeps('base_salary', ({ is_fixed }) => is_fixed),
        bonus: keeps('bonus', ({ type }) => type === 'Bonus'),
        fixed_pay_total: hadParts ? part(true) : null,
        variable_pay_total: hadParts ? part(false) : null,
      },
    },
  }
}

/** Checks the figures of a payslip against each other. Checks without the figures that they need are left out. */
function checkPayslip(payslip: Payslip): ParseCheck[] {
  const { pay_date, pay_interval_start, pay_interval_end, earnings, deductions } = payslip.income_information
  const gross = penceOrNull(earnings.gross_pay)
  const net = penceOrNull(earnings.net_pay)
  const earned = earnings.earning_elements.filter(({ is_bik }) => !is_bik)
  const deducted = deductions.deductions_elements
  const sum = (lines: readonly { amount: string }[]) => sumOf(lines.map(({ amount }) => penceOf(amount)))
  const stated = penceOrNull(deductions.total_deductions)
  const totalDeductions = stated ?? (deducted.length > 0 ? sum(deducted) : null)
  const checks: (ParseCheck | null)[] = [
    gross === null || net === null || totalDeductions === null
      ? null
      : compare('corrected-net', 'Gross pay less deductions is', gross - totalDeductions, 'net pay', net),
    gross === null || earned.length === 0
      ? null
      : compare('corrected-earnings', 'The earnings lines add up to', sum(earned), 'gross pay', gross),
    stated === null || deducted.length === 0
      ? null
      : compare(
          'corrected-deductions',
          'The deductions add up to',
          sum(deducted),
          'total of the deductions',
          stated,
        ),
    ...checkYearToDate(earnings, deductions),
    pay_interval_start === null
      ? null
      : checkOf(
          'corrected-period',
          pay_interval_start <= (pay_interval_end ?? pay_interval_start) && pay_interval_start <= pay_date,
          `The pay period starts on ${pay_interval_start}, and the pay date is ${pay_date}`,
        ),
  ]
  return checks.filter((check) => check !== null)
}

function checkYearToDate(
  { gross_pay, net_pay, year_to_date }: Payslip['income_information']['earnings'],
  { income_tax, employee_ni }: Payslip['income_information']['deductions'],
): ParseCheck[] {
  const pairs: [string, string | null, string | null | undefined][] = [
    ['Gross pay', gross_pay, year_to_date?.gross_pay],
    ['Net pay', net_pay, year_to_date?.net_pay],
    ['Income tax', income_tax, year_to_date?.total_tax_paid],
    ['National Insurance', employee_ni, year_to_date?.total_ni_paid],
  ]
  return pairs.flatMap(([label, period, toDate]) =>
    period === null || toDate === null || toDate === undefined || penceOf(period) <= penceOf(toDate)
      ? []
      : checkOf(
          'corrected-year-to-date',
          false,
          `${label} of £${period} is more than its year to date of £${toDate}`,
        ),
  )
}

const checkOf = (name: string, isPassed: boolean, note: string): ParseCheck => ({ name, isPassed, note })

const compare = (name: string, computes: string, computed: Pence, total: string, stated: Pence) =>
  checkOf(
    name,
    computed === stated,
    computed === stated
      ? `${computes} the ${total} of £${decimalOf(stated)}`
      : `${computes} £${decimalOf(computed)}, but the ${total} is £${decimalOf(stated)}`,
  )

const penceOrNull = (amount: string | null) => (amount === null ? null : penceOf(amount))
