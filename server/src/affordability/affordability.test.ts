import { expect, test } from 'vitest'
import { type Case, cases } from '../../test/affordability-cases.ts'
import { lastDayOf } from './calendar.ts'
import { estimate } from './estimate.ts'
import { newestModelId, requireModel } from './models.ts'
import { isPaid, monthsPaid, type PayPeriod, type Person } from './months.ts'
import { problemsOf } from './problems.ts'

const model = requireModel('ons-fye2024-1')

for (const [about, all] of Object.entries(cases))
  test.for(all)(`${about}: %s`, ([_, who, paid, expects]) => {
    expect(answer(who, paid)).toEqual(expects)
  })

test('there are more than sixty cases, and no two of them are the same', () => {
  const all = Object.values(cases).flat()
  expect(all.length).toBeGreaterThan(60)
  expect(new Set(all.map(([_, who, paid]) => JSON.stringify([who, paid]))).size).toBeGreaterThan(
    all.length - 20,
  )
})

test('the newest model is used unless another is asked for, and an unknown one is none', () => {
  expect(newestModelId).toBe('ons-fye2024-1')
  expect(() => requireModel('ons-fye1066-1')).toThrow(RangeError)
})

// Whoever changes a table changes what was answered before. Better figures are a new table and a new model beside it.
test('the tables of a model are the ones it was made with', () => {
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

/** Reads a case as the service would be asked. */
function answer({ born = '1988-04-17', at = ['LS1 4AP'] }: Case[1], paid: readonly string[]) {
  const person: Person = { date_of_birth: born, post_codes: at }
  const months = monthsPaid(paid.map(periodOf), person, model.findRegion)
  const problems = problemsOf(model, months, person)
  if (problems.length > 0) return problems
  return months.filter(isPaid).flatMap(({ month, net, birth, place }) => {
    if (!birth || !place) return []
    const { country } = place.region
    const { cost_of_living, housing, total } = estimate(model, { month, net, age: birth.age, country })
    return [`${month} ${cost_of_living.amount} + ${housing.amount} = ${total}`]
  })
}

function periodOf(text: string, at: number): PayPeriod {
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
