import type { Applicant } from './assessment.ts'

const isName = (text: string) => /^\p{L}[\p{L}\p{M} .'’-]{0,79}$/u.test(text)
const isPostCode = (text: string) => /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i.test(text)
const isAmount = (text: string) => /^\d{3,5}$/.test(text) && Number(text) >= 500 && Number(text) <= 25_000

function isAdultsBirthday(day: string) {
  const born = new Date(`${day}T00:00:00Z`)
  const latest = new Date()
  latest.setUTCFullYear(latest.getUTCFullYear() - 18)
  // Date accepts 31 February and converts it to a day in March.
  const isDay = !Number.isNaN(born.getTime()) && born.toISOString().slice(0, 10) === day
  return isDay && born <= latest && born.getUTCFullYear() >= 1900
}

/** The form's fields: label, validation and error message. */
// biome-ignore format: a table
export const fields = [
  { name: 'forename', label: 'First name', type: 'text', autocomplete: 'given-name', isGood: isName, advice: 'Enter your first name' },
  { name: 'surname', label: 'Last name', type: 'text', autocomplete: 'family-name', isGood: isName, advice: 'Enter your last name' },
  { name: 'birthday', label: 'Date of birth', type: 'date', autocomplete: 'bday', isGood: isAdultsBirthday, advice: 'Enter your date of birth; you must be 18 or older' },
  { name: 'postCode', label: 'Postcode', type: 'text', autocomplete: 'postal-code', isGood: isPostCode, advice: 'Enter a full postcode, such as BS6 9ZX' },
  { name: 'amount', label: 'Loan amount in pounds', type: 'number', autocomplete: 'off', isGood: isAmount, advice: 'Enter whole pounds, from 500 to 25000' },
] as const

export type Answers = Partial<Record<(typeof fields)[number]['name'], string>>

/** Validates the applicant's answers and reports all errors at once. */
export function readForm(body: string): { answers: Answers; faults: Answers; applicant?: Applicant } {
  const given = new URLSearchParams(body)
  const answers = Object.fromEntries(fields.map(({ name }) => [name, (given.get(name) ?? '').trim()]))
  const wrong = fields.filter(({ name, isGood }) => !isGood(answers[name] ?? ''))
  const faults = Object.fromEntries(wrong.map(({ name, advice }) => [name, advice]))
  if (wrong.length > 0) return { answers, faults }
  const { forename = '', surname = '', birthday = '', postCode = '', amount } = answers
  return { answers, faults, applicant: { forename, surname, birthday, postCode, amount: Number(amount) } }
}
