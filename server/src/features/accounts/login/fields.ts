import type { CatalogueEntry } from '../../../connectors/catalogue.ts'
import { niNumberPattern, niNumberRule } from '../../../vocabulary/ni-number.ts'
import type { Login } from '../schemas.ts'

type Validation = CatalogueEntry['extra_login_params'][number]['validation']

/** Validates the login fields against the provider's catalogue entry. Returns one message per problem. */
export function listLoginProblems(
  entry: CatalogueEntry,
  authMethod: 'login' | 'oauth2',
  login: Login,
): string[] {
  const problems: string[] = []
  if (authMethod === 'login') {
    for (const field of ['user_name', 'password'] as const) {
      if (login[field] === undefined) problems.push(missing(field))
    }
  } else if (login.password !== undefined) {
    // OAuth2 providers request the password on their own page. We must never receive it.
    problems.push(`Field [password] is invalid: [${entry.id}] asks for it itself, at authorization_url`)
  }
  return [...problems, ...listExtraProblems(entry, login.extra_login_params ?? {})]
}

function listExtraProblems({ extra_login_params: known }: CatalogueEntry, given: Record<string, string>) {
  const problems = known.flatMap(({ key, validation }) => {
    const name = `extra_login_params.${key}`
    const value = given[key]
    if (value === undefined) return validation.required ? [missing(name)] : []
    const problem = problemOf(value, validation)
    return problem ? [`Field [${name}] is invalid: ${problem}`] : []
  })
  const unknown = Object.keys(given).filter((key) => !known.some((param) => param.key === key))
  return [...problems, ...unknown.map((key) => `Field [extra_login_params.${key}] is unknown`)]
}

function problemOf(value: string, { type, date_format, min_length, max_length }: Validation) {
  if (min_length !== undefined && value.length < min_length) return `needs at least ${min_length} characters`
  if (max_length !== undefined && value.length > max_length) return `has at most ${max_length} characters`
  if (type === 'number' && !/^\d+(\.\d+)?$/.test(value)) return 'must be a number'
  if (type === 'digits' && !/^\d+$/.test(value)) return 'must be digits only'
  if (type === 'ni_number' && !niNumberPattern.test(value)) return niNumberRule
  const format = date_format ?? 'YYYY-MM-DD'
  if (type === 'date' && !isDateIn(value, format)) return `must be a date as ${format}`
  return undefined
}

/** Whether the value is a real calendar date in a format that consists of D, M and Y letters. */
function isDateIn(value: string, format: string) {
  if (value.length !== format.length) return false
  const digits = { Y: '', M: '', D: '' }
  for (const [at, letter] of [...format].entries()) {
    const given = value[at] ?? ''
    if (letter !== 'Y' && letter !== 'M' && letter !== 'D') {
      if (given !== letter) return false
    } else if (/\d/.test(given)) digits[letter] += given
    else return false
  }
  const [year, month, day] = [Number(digits.Y), Number(digits.M), Number(digits.D)]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const missing = (field: string) => `Request is missing the required field [${field}]`
