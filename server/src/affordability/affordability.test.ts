import { expect, test } from 'vitest'
import { type Case, cases } from '../../test/affordability-cases.ts'
import { lastDayOf } from './calendar.ts'
import { estimate } from './estimate.ts'
import { newestModelId, requireModel } from './models.ts'
import { type ApplicantFacts, isPaid, listPaidMonths, type NetPayPeriod } from './months.ts'
import { listInputProblems } from './problems.ts'

const model = requireModel('ons-fye2024-1')

for (const [about, all] of Object.entries(cases))
  test.for(all)(`${about}: %s`, ([_, applicant, paidPeriods, expects]) => {
    expect(answer(applicant, paidPeriods)).toEqual(expects)
  })

test('has more than sixty cases, almost all of them distinct', () => {
  const all = Object.values(cases).flat()
  expect(all.length).toBeGreaterThan(60)
  expect(
    new Set(all.map(([_, applicant, paidPeriods]) => JSON.stringify([applicant, paidPeriods]))).size,
  ).toBeGreaterThan(all.length - 20)
})

test('uses the newest model by default and rejects an unknown one', () => {
  expect(newestModelId).toBe('ons-fye2024-1')
  expect(() => requireModel('ons-fye1066-1')).toThrow(RangeError)
})

// Changing a table would change earlier estimates. Better figures must be added as a new table and a new model.
test('the tables of a model are unchanged', () => {
  expect(model.tables.map(({ name, sha256 }) => `${name} ${sha256.slice(0, 16)}`)).toEqual([
    'spending-fye2024 b2fab573835d5ffb',
    'age-factors-1 98bc0c1749936e1b',
    'country-factors-1 b58977377ebba550',
    'prices-2026-03 3add5dcce42c8a4e',
    'postcodes-2020 0b9207060e750309',
  ])
  for (const { source, year, licence, credit } of model.tables)
    expect([source, year, licence, credit].every((text) => text.length > 3)).toBe(true)
})

/** Evaluates a case in the same way as the service. */
function answer({ born = '1988-04-17', at = ['LS1 4AP'] }: Case[1], paidPeriods: readonly string[]) {
  const person: ApplicantFacts = { date_of_birth: born, post_codes: at }
  const months = listPaidMonths(paidPeriods.map(periodOf), person, model.findRegion)
  const problems = listInputProblems(model, months, person)
  if (problems.length > 0) return problems
  return months.filter(isPaid).flatMap(({ month, net, birth, residence }) => {
    if (!birth || !residence) return []
    const { country } = residence.region
    const { cost_of_living, housing, total } = estimate(model, { month, net, age: birth.age, country })
    return [`${month} ${cost_of_living.amount} + ${housing.amount} = ${total}`]
  })
}

function periodOf(text: string, at: number): NetPayPeriod {
  const [, days = '', net_pay = '', , born, , code] =
    /^(\S+) (\S+)( born (\S+))?( at (.+))?$/.exec(text) ?? []
  const [start = '', end = ''] = days.includes('..') ? days.split('..') : [`${days}-01`, lastDayOf(days)]
  return {
    id: String(at),
    start,
    end,
    pay_date: end,
    net_pay,
    date_of_birth: born ?? null,
    post_code: code ?? null,
  }
}
