import type { LoginField } from './types.ts'

// Validates the fields of a catalogue entry by the same rules as the service, so that mistakes are found before
// sending. Harmless differences are corrected automatically.

export type FieldError =
  | { kind: 'needed' | 'number' | 'digits' | 'niNumber' }
  | { kind: 'atLeast' | 'atMost'; count: number }
  | { kind: 'date'; format: string }

const niNumber = /^[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]$/

/** Normalises the input to the provider's format. */
export function tidied(typed: string, { type, date_format }: LoginField['validation']) {
  const text = typed.trim()
  if (type === 'digits') return text.replace(/[\s-]/g, '')
  if (type === 'ni_number') return text.toUpperCase().replace(/\s+/g, '')
  if (type === 'date') return dateAs(date_format ?? 'YYYY-MM-DD', text) ?? text
  return text
}

/** Validates a normalised value; an optional value may be empty. */
export function faultOf(value: string, rules: LoginField['validation']): FieldError | undefined {
  const { required, type, date_format, min_length, max_length } = rules
  if (value === '') return required ? { kind: 'needed' } : undefined
  if (type === 'digits' && !/^\d+$/.test(value)) return { kind: 'digits' }
  if (type === 'number' && !/^\d+(\.\d+)?$/.test(value)) return { kind: 'number' }
  if (type === 'ni_number' && !niNumber.test(value)) return { kind: 'niNumber' }
  const format = date_format ?? 'YYYY-MM-DD'
  if (type === 'date' && dateAs(format, value) !== value) return { kind: 'date', format }
  if (min_length !== undefined && value.length < min_length) return { kind: 'atLeast', count: min_length }
  if (max_length !== undefined && value.length > max_length) return { kind: 'atMost', count: max_length }
  return undefined
}

/** Parses a date and returns it in the format given by D, M and Y; accepts 1/2/1990, 01.02.1990 and 01021990. */
export function dateAs(format: string, typed: string): string | undefined {
  const groups = format.match(/Y+|M+|D+/g) ?? []
  const runs = typed.match(/\d+/g) ?? []
  const whole = runs.join('')
  const numbers = runs.length === groups.length ? runs : cut(whole, groups)
  if (numbers.length !== groups.length) return undefined
  const by: Record<string, string> = {}
  for (const [at, group] of groups.entries()) {
    const number = (numbers[at] ?? '').padStart(group.length, '0')
    if (number.length !== group.length) return undefined
    by[group[0] ?? ''] = number
  }
  const [year, month, day] = [Number(by.Y), Number(by.M), Number(by.D)]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (by.Y !== undefined && by.Y.length === 4) {
    const exists =
      date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    if (!exists) return undefined
  } else if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined
  return format.replace(/Y+|M+|D+/g, (group) => by[group[0] ?? ''] ?? '')
}

function cut(digits: string, groups: string[]) {
  if (digits.length !== groups.join('').length) return []
  let at = 0
  return groups.map(({ length }) => {
    at += length
    return digits.slice(at - length, at)
  })
}
