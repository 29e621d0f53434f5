import { lastDayOf } from './calendar.ts'
import type { Model } from './models.ts'
import { isPaid, type PaidMonth, type Person, placeOf } from './months.ts'
import { countries } from './tables.ts'

/**
 * Everything that is missing or wrong, in the words of the interface; empty where there is something to estimate. A month
 * that is left out anyway cannot spoil the others; where nothing is left to estimate, all of them are looked at.
 */
export function problemsOf(model: Model, months: readonly PaidMonth[], person: Person): string[] {
  const paid = months.filter(isPaid)
  const placed = paid.filter(({ place }) => place !== null)
  const asked = [placed, paid, months].find((some) => some.length > 0) ?? []
  return [
    ...new Set([
      ...birthProblems(model, asked, person),
      ...placeProblems(model, asked, person),
      ...payProblems(months, paid),
    ]),
  ]
}

const noBirth = '[date_of_birth] param is missing on the user and its payslips'

function birthProblems({ oldestAge }: Model, months: readonly PaidMonth[], person: Person) {
  if (months.length === 0) return person.date_of_birth === null ? [noBirth] : []
  return months.flatMap(({ month, birth }) => {
    if (birth === null) return [noBirth]
    if (birth.day > lastDayOf(month)) return [`[date_of_birth] param ${birth.day} is after the payslip month`]
    if (birth.age > oldestAge)
      return [`[date_of_birth] param ${birth.day} gives an age over ${oldestAge}, the ONS model limit`]
    return []
  })
}

function placeProblems({ findRegion }: Model, months: readonly PaidMonth[], person: Person) {
  const looked = months.length > 0 ? months : [placeOf([], person, findRegion)]
  if (looked.some(({ place }) => place !== null)) return []
  const tried = looked.flatMap(({ inVain }) => inVain)
  if (tried.length === 0) return ['[post_codes] param is missing on the user and its payslips']
  return tried.map((code) => `Postcode ${code} has no ONS region; supported: ${countries.join(', ')}`)
}

function payProblems(months: readonly PaidMonth[], paid: readonly PaidMonth[]) {
  if (months.length === 0) return ['payroll periods are missing']
  return paid.length === 0 ? ['payroll periods have no positive net pay'] : []
}
