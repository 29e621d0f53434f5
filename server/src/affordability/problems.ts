import { lastDayOf } from './calendar.ts'
import type { OnsModel } from './models.ts'
import { type ApplicantFacts, findResidence, isPaid, type PaidMonth } from './months.ts'
import { countries } from './tables.ts'

/**
 * Lists missing or invalid inputs, in the wording of the API. The list is empty if an estimate is possible. Months
 * that are left out anyway are not checked, unless no month remains.
 */
export function listInputProblems(
  model: OnsModel,
  months: readonly PaidMonth[],
  person: ApplicantFacts,
): string[] {
  const paid = months.filter(isPaid)
  const withResidence = paid.filter(({ residence }) => residence !== null)
  const considered = [withResidence, paid, months].find((some) => some.length > 0) ?? []
  return [
    ...new Set([
      ...listBirthProblems(model, considered, person),
      ...listResidenceProblems(model, considered, person),
      ...listPayProblems(months, paid),
    ]),
  ]
}

const noBirth = '[date_of_birth] param is missing on the user and its payslips'

function listBirthProblems({ maxAge }: OnsModel, months: readonly PaidMonth[], person: ApplicantFacts) {
  if (months.length === 0) return person.date_of_birth === null ? [noBirth] : []
  return months.flatMap(({ month, birth }) => {
    if (birth === null) return [noBirth]
    if (birth.day > lastDayOf(month)) return [`[date_of_birth] param ${birth.day} is after the payslip month`]
    if (birth.age > maxAge)
      return [`[date_of_birth] param ${birth.day} gives an age over ${maxAge}, the ONS model limit`]
    return []
  })
}

function listResidenceProblems(
  { findRegion }: OnsModel,
  months: readonly PaidMonth[],
  person: ApplicantFacts,
) {
  const checked = months.length > 0 ? months : [findResidence([], person, findRegion)]
  if (checked.some(({ residence }) => residence !== null)) return []
  const tried = checked.flatMap(({ unmatchedPostcodes }) => unmatchedPostcodes)
  if (tried.length === 0) return ['[post_codes] param is missing on the user and its payslips']
  return tried.map((code) => `Postcode ${code} has no ONS region; supported: ${countries.join(', ')}`)
}

function listPayProblems(months: readonly PaidMonth[], paid: readonly PaidMonth[]) {
  if (months.length === 0) return ['payroll periods are missing']
  return paid.length === 0 ? ['payroll periods have no positive net pay'] : []
}
