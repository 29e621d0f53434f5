import { expect, test } from 'vitest'
import { CatalogueEntry } from '../../../connectors/catalogue.ts'
import { listLoginProblems } from './fields.ts'

const aParam = (key: string, validation: object) => ({
  key,
  display_name: key,
  validation: { required: false, type: 'text', ...validation },
})

const entry = CatalogueEntry.parse({
  kind: 'login-api',
  id: 'mill',
  name: 'Mill Payroll',
  max_login_attempts: 5,
  url: 'http://mill.example',
  logo_url: 'http://mill.example/l.svg',
  reset_url: 'http://mill.example/r',
  address: 'http://mill.example/api',
  extra_login_params: [
    aParam('works_number', { required: true, min_length: 3, max_length: 5 }),
    aParam('birthday', { type: 'date', date_format: 'DD/MM/YYYY' }),
    aParam('started', { type: 'date' }),
    aParam('shift', { type: 'number' }),
  ],
})
const login = { user_name: 'marlow', password: ' ' }
const listProblems = (extra_login_params: Record<string, string>) =>
  listLoginProblems(entry, 'login', { ...login, extra_login_params })
const field = (key: string) => `[extra_login_params.${key}]`

test('names every missing, invalid and unknown field at once', () => {
  expect(listLoginProblems(entry, 'login', {})).toEqual([
    'Request is missing the required field [user_name]',
    'Request is missing the required field [password]',
    `Request is missing the required field ${field('works_number')}`,
  ])
  expect(listProblems({ works_number: '12', shift: 'late', hat: '7' })).toEqual([
    `Field ${field('works_number')} is invalid: needs at least 3 characters`,
    `Field ${field('shift')} is invalid: must be a number`,
    `Field ${field('hat')} is unknown`,
  ])
  expect(listProblems({ works_number: '123456' })[0]).toContain('has at most 5 characters')
})

test('treats names of Object.prototype as unknown fields', () => {
  expect(listProblems({ works_number: '123', constructor: 'x' })).toEqual([
    `Field ${field('constructor')} is unknown`,
  ])
})

test.each([
  ['birthday', '29/02/2024', true],
  ['birthday', '29/02/2023', false],
  ['birthday', '31/04/2023', false],
  ['birthday', '2024-02-29', false],
  ['birthday', '1/02/20234', false],
  ['birthday', '00/00/0000', false],
  ['started', '2024-02-29', true],
  ['started', '2024-2-9', false],
  ['shift', '2.5', true],
  ['shift', '-1', false],
])('%s %s: %s', (key, value, isRight) => {
  expect(listProblems({ works_number: '123', [key]: value })).toHaveLength(isRight ? 0 : 1)
})

test('refuses a password for an OAuth2 provider', () => {
  const oauth2 = { ...entry, extra_login_params: [] }
  expect(listLoginProblems(oauth2, 'oauth2', {})).toEqual([])
  expect(listLoginProblems(oauth2, 'oauth2', login)).toEqual([
    'Field [password] is invalid: [mill] asks for it itself, at authorization_url',
  ])
})
