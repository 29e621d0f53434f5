import { z } from 'zod'
import type { FieldGroup } from '../../extraction/document.ts'
import { decimalOf, penceOf } from '../../vocabulary/money.ts'
import { payFrequencies } from '../../vocabulary/payslip.ts'
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

const maxTextLength = 500
const Day = z.iso.date()

/** Returns the value in the format of the submission, or what is wrong with it. */
export function parseCorrection(
  { format, isRequired }: CorrectableField,
  value: string | null,
): { value: string | null } | { problem: string } {
  const text = value?.trim() ?? ''
  if (text === '') return isRequired ? { problem: 'a value is required' } : { value: null }
  const parsed = parsers[format](text)
  return parsed === null ? { problem: formatProblems[format] } : { value: parsed }
}

const parsers: Record<FieldFormat, (text: string) => string | null> = {
  text: (text) => (text.length <= maxTextLength ? text : null),
  day: (text) => (Day.safeParse(text).success ? text : null),
  amount: parseAmount,
  balance: (text) => withSeparators(parseAmount(text)),
  decimal: (text) => (/^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? text : null),
  frequency: (text) => payFrequencies.find((frequency) => frequency === text) ?? null,
}

const formatProblems: Record<FieldFormat, string> = {
  text: `it must have at most ${maxTextLength} characters`,
  day: 'it must be a date, such as 2026-05-29',
  amount: 'it must be an amount, such as 1234.56',
  balance: 'it must be an amount, such as 1234.56',
  decimal: 'it must be a number, such as 37.5',
  frequency: `it must be one of ${payFrequencies.join(', ')}`,
}

/** Accepts an amount as people type it, with a pound sign and thousands separators. */
function parseAmount(text: string): string | null {
  const bare = text.replaceAll(/[£,\s]/g, '').replace('−', '-')
  return /^-?\d{1,12}(\.\d\d?)?$/.test(bare) ? decimalOf(penceOf(bare)) : null
}

const withSeparators = (amount: string | null) => amount?.replace(/\B(?=(\d{3})+\.)/g, ',') ?? null
