import { z } from 'zod'
import type { FieldGroup } from '../../extraction/document.ts'
import { TextLine } from '../../platform/http/wire.ts'
import { monthsBefore } from '../../vocabulary/days.ts'
import { decimalOf, penceOf } from '../../vocabulary/money.ts'
import { type Day, payFrequencies } from '../../vocabulary/payslip.ts'
import type { DocumentType } from './queries.ts'

// The fields of a document that the team may correct, with the format of their values. Paths are those of the
// submission; `*` is the index of a line. Flags and figures that we compute are not among them.

type FieldFormat = 'text' | 'day' | 'amount' | 'balance' | 'frequency' | 'decimal'

export type CorrectableField = {
  format: FieldFormat
  /** A submission needs this value, so it can be changed but not removed. */
  isRequired?: boolean
  /** Group whose certificate ends when the value is corrected; null if no certificate covers the field. */
  group: FieldGroup | null
}

const fieldsOf = (format: FieldFormat, group: FieldGroup | null, ...paths: string[]) =>
  paths.map((path): [string, CorrectableField] => [path, { format, group }])
const requiredFieldsOf = (format: FieldFormat, group: FieldGroup | null, ...paths: string[]) =>
  paths.map((path): [string, CorrectableField] => [path, { format, group, isRequired: true }])

const earnings = 'income_information.earnings'
const deductions = 'income_information.deductions'

const payslipFields = new Map([
  ...fieldsOf('text', 'identity', 'identity_information.name', 'identity_information.NI_number'),
  ...fieldsOf('day', 'identity', 'identity_information.date_of_birth'),
  ...fieldsOf(
    'text',
    'identity',
    ...['street', 'city', 'county', 'post_code', 'country'].map(
      (part) => `identity_information.address.${part}`,
    ),
    'employment_information.employer_name',
    'employment_information.role',
    'employment_information.employer_tax_reference',
    'income_information.tax_code',
  ),
  ...fieldsOf('day', 'identity', 'employment_information.start_date', 'employment_information.leave_date'),
  ...requiredFieldsOf('day', 'identity', 'income_information.pay_date'),
  ...fieldsOf(
    'day',
    'identity',
    'income_information.pay_interval_start',
    'income_information.pay_interval_end',
  ),
  ...fieldsOf('frequency', 'identity', 'income_information.pay_frequency'),
  ...requiredFieldsOf(
    'amount',
    'this_period',
    `${earnings}.net_pay`,
    `${earnings}.earning_elements.*.amount`,
  ),
  ...fieldsOf(
    'amount',
    'this_period',
    `${earnings}.gross_pay`,
    `${earnings}.base_salary`,
    `${earnings}.bonus`,
    ...['income_tax', 'employee_ni', 'employee_pension', 'loan_deductions', 'total_deductions'].map(
      (name) => `${deductions}.${name}`,
    ),
  ),
  ...requiredFieldsOf('amount', 'this_period', `${deductions}.deductions_elements.*.amount`),
  ...requiredFieldsOf(
    'text',
    'this_period',
    `${earnings}.earning_elements.*.description`,
    `${deductions}.deductions_elements.*.description`,
  ),
  ...fieldsOf(
    'decimal',
    'this_period',
    `${earnings}.earning_elements.*.quantity`,
    `${earnings}.earning_elements.*.rate`,
  ),
  ...fieldsOf(
    'amount',
    'year_to_date',
    ...['gross_pay', 'net_pay', 'total_tax_paid', 'total_ni_paid', 'total_taxable_earnings'].map(
      (name) => `${earnings}.year_to_date.${name}`,
    ),
  ),
])

const statementFields = new Map([
  ...fieldsOf(
    'text',
    null,
    ...['account_holder_name', 'account_number', 'sort_code', 'bank_name', 'iban'].map(
      (name) => `account_information.${name}`,
    ),
  ),
  ...fieldsOf('day', 'balances_and_amounts', 'statement_period.start_date', 'statement_period.end_date'),
  ...fieldsOf(
    'balance',
    'balances_and_amounts',
    'balance_information.opening_balance',
    'balance_information.closing_balance',
  ),
  ...requiredFieldsOf('day', 'balances_and_amounts', 'transactions.*.date'),
  ...requiredFieldsOf('balance', 'balances_and_amounts', 'transactions.*.amount'),
  ...requiredFieldsOf('text', 'descriptions', 'transactions.*.description'),
])

const fieldsByType: Record<DocumentType, ReadonlyMap<string, CorrectableField>> = {
  payslip: payslipFields,
  bank_statement: statementFields,
}

export const findCorrectable = (type: DocumentType, path: string): CorrectableField | undefined =>
  fieldsByType[type].get(path.replaceAll(/\.\d+(?=\.)/g, '.*'))

/** Paths outside the lists of lines: those that can be added if the reader found no value. */
export const listSinglePaths = (type: DocumentType) =>
  [...fieldsByType[type].keys()].filter((path) => !path.includes('*'))

/** Whether the value with this path is required in every submission of its type. */
export const isRequiredAt = (type: DocumentType, path: string) =>
  findCorrectable(type, path)?.isRequired === true

const maxTextLength = 500
const Text = TextLine(maxTextLength)
const CalendarDay = z.iso.date()
/** No document that we read is older, and dates of years before 100 break calculations. */
const firstDay = '1900-01-01'
const monthsAhead = 24

type ParsedCorrection = { value: string | null } | { problem: string }

/** Returns the value in the format of the submission, or what is wrong with it. */
export function parseCorrection(
  { format, isRequired }: CorrectableField,
  value: string | null,
  today: Day,
): ParsedCorrection {
  const text = value?.trim() ?? ''
  if (text === '') return isRequired ? { problem: 'a value is required' } : { value: null }
  return parsers[format](text, today)
}

const parsers: Record<FieldFormat, (text: string, today: Day) => ParsedCorrection> = {
  text(text) {
    if (text.length > maxTextLength) return { problem: `it must have at most ${maxTextLength} characters` }
    const { data, error } = Text.safeParse(text)
    return data === undefined ? { problem: `it ${error?.issues[0]?.message}` } : { value: data }
  },
  day: parseDay,
  amount: (text) => orProblem(parseAmount(text), 'it must be an amount, such as 1234.56'),
  balance: (text) => orProblem(withSeparators(parseAmount(text)), 'it must be an amount, such as 1234.56'),
  decimal: (text) =>
    orProblem(/^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? text : null, 'it must be a number, such as 37.5'),
  frequency: (text) =>
    orProblem(
      payFrequencies.find((frequency) => frequency === text) ?? null,
      `it must be one of ${payFrequencies.join(', ')}`,
    ),
}

const orProblem = (value: string | null, problem: string): ParsedCorrection =>
  value === null ? { problem } : { value }

function parseDay(day: string, today: Day): ParsedCorrection {
  if (!CalendarDay.safeParse(day).success) return { problem: 'it must be a date, such as 2026-05-29' }
  const lastDay = monthsBefore(today, -monthsAhead)
  return day < firstDay || day > lastDay
    ? { problem: `it must be a date from ${firstDay} to ${lastDay}` }
    : { value: day }
}

const amountPattern = /^(-?)\s?£?\s?(-?)(\d{1,12}|\d{1,3}(?:([, ])\d{3})(?:\4\d{3}){0,2})(\.\d\d?)?$/

/**
 * Accepts an amount as people type it, with a pound sign and thousands separators. A comma anywhere else may be a
 * decimal one, so it is refused.
 */
function parseAmount(text: string): string | null {
  const [, before = '', after = '', pounds = '', , pence = ''] =
    amountPattern.exec(text.replace('−', '-')) ?? []
  if (pounds === '' || (before !== '' && after !== '')) return null
  return decimalOf(penceOf(`${before}${after}${pounds.replaceAll(/[, ]/g, '')}${pence}`))
}

const withSeparators = (amount: string | null) => amount?.replace(/\B(?=(\d{3})+\.)/g, ',') ?? null
