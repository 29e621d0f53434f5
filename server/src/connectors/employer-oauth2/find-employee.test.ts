import { expect, test } from 'vitest'
import type { FailureCode } from '../failure.ts'
import { ConnectionFailure } from '../failure.ts'
import { chooseCompany } from './choose-company.ts'
import { findEmployee } from './find-employee.ts'

const ada = { forename: 'Ada', surname: 'Whitcombe', date_of_birth: '1990-05-04', ni_number: 'QQ123456C' }
const bo = { forename: 'Bo', surname: 'Larch', date_of_birth: '1985-01-02', ni_number: 'QQ654321A' }

function codeOf(work: () => unknown): FailureCode | 'none' {
  try {
    work()
    return 'none'
  } catch (error) {
    if (error instanceof ConnectionFailure) return error.code
    throw error
  }
}

test('finds the employee by NI number, whatever the name', () => {
  const married = { ...ada, surname: 'Larch', ni_number: 'qq 12 34 56 c' }
  expect(findEmployee([bo, married], ada)).toBe(married)
})

test('finds the employee by name and date of birth if the payroll has no NI number', () => {
  const unnumbered = { ...ada, forename: ' ADA ', ni_number: null }
  expect(findEmployee([bo, unnumbered], ada)).toBe(unnumbered)
})

test('finds the employee by name and date of birth if no NI number is registered', () => {
  expect(findEmployee([bo, ada], { ...ada, ni_number: null })).toBe(ada)
})

test('never takes an employee with another NI number', () => {
  const namesake = { ...ada, ni_number: 'QQ999999D' }
  expect(codeOf(() => findEmployee([namesake], ada))).toBe('employee-not-found')
})

test.each([
  ['another date of birth', { date_of_birth: '1990-05-05' }],
  ['no date of birth', { date_of_birth: null }],
  ['another surname', { surname: 'Whitcomb' }],
  ['no name', { forename: null, surname: null }],
])('does not find an employee with %s', (_case, change) => {
  expect(codeOf(() => findEmployee([{ ...ada, ni_number: null, ...change }], ada))).toBe('employee-not-found')
})

test('fails if several employees match', () => {
  const unnumbered = { ...ada, ni_number: null }
  expect(codeOf(() => findEmployee([unnumbered, { ...unnumbered }], ada))).toBe('employee-ambiguous')
  expect(codeOf(() => findEmployee([ada, { ...bo, ni_number: ada.ni_number }], ada))).toBe(
    'employee-ambiguous',
  )
})

test('finds no employee if no details of the person are registered', () => {
  const unknown = { forename: null, surname: null, date_of_birth: null, ni_number: null }
  expect(codeOf(() => findEmployee([{ ...unknown }, ada], unknown))).toBe('employee-not-found')
})

test('uses the only company, whatever its name', () => {
  expect(chooseCompany([{ name: 'Larch & Sons Ltd' }], undefined).name).toBe('Larch & Sons Ltd')
})

test('chooses among several companies by name, without regard to the legal form', () => {
  const companies = [{ name: 'Larch & Sons Ltd' }, { name: 'Pebble Ltd' }]
  expect(chooseCompany(companies, 'pebble limited').name).toBe('Pebble Ltd')
})

test.each([
  ['no name is given', [{ name: 'Larch Ltd' }, { name: 'Pebble Ltd' }], undefined],
  ['none has the name', [{ name: 'Larch Ltd' }, { name: 'Pebble Ltd' }], 'Rowan Ltd'],
  ['two have the name', [{ name: 'Larch Ltd' }, { name: 'Larch Limited' }], 'Larch'],
  ['the consent covers none', [], 'Larch'],
])('fails to choose a company if %s', (_case, companies, name) => {
  expect(codeOf(() => chooseCompany(companies, name))).toBe('company-not-found')
})
