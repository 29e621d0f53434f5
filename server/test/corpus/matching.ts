// Rules for comparing an extracted value with the expected one. Amounts are compared as numbers, dates as days, sort codes and
// account numbers by their digits, other text without case and spaces.

export type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json }

const amountPaths =
  /(_balance|_pay|_salary|\.bonus|_paid|_earnings|_tax|_ni|_pension|_deductions|amount|quantity|rate)$/
const datePaths = /(_date|date_of_birth|pay_interval_start|pay_interval_end|\.date)$/
const digitPaths = /(sort_code|account_number)$/
// Half of the smallest step of a printed amount or rate.
const maxAmountDifference = 0.0005

export const isEmpty = (value: Json): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

export const isAmountOrDate = (path: string): boolean => datePaths.test(path) || amountPaths.test(path)

export function isSame(path: string, a: Json, b: Json): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (datePaths.test(path)) return toDay(a) === toDay(b)
  if (digitPaths.test(path)) return String(a).replaceAll(/\D/g, '') === String(b).replaceAll(/\D/g, '')
  if (amountPaths.test(path)) return Math.abs(toNumber(a) - toNumber(b)) < maxAmountDifference
  return toComparableText(a) === toComparableText(b)
}

export const isAnySame = (path: string, value: Json, options: readonly Json[]): boolean =>
  options.some((option) => isSame(path, value, option))

export function toComparableText(value: Json): string {
  return String(value)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, '')
}

function toNumber(value: Json): number {
  if (typeof value === 'number') return value
  let text = String(value)
    .normalize('NFKC')
    .replaceAll(/[\u2212\u2012\u2013\u2014]/g, '-')
    .replaceAll(/GBP|[£$€,\s]/gi, '')
  let sign = 1
  if (/^\(.*\)$/.test(text)) {
    sign = -1
    text = text.slice(1, -1)
  }
  if (/^[\d.]+-$/.test(text)) {
    sign = -sign
    text = text.slice(0, -1)
  }
  return /^[+-]?\d*\.?\d+$/.test(text) ? sign * Number(text) : Number.NaN
}

function toDay(value: Json): string {
  const text = String(value).trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)
  if (iso) return `${iso[1]}-${iso[2]}-${iso[3]}`
  const british = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})/.exec(text)
  if (british) return `${british[3]}-${british[2]?.padStart(2, '0')}-${british[1]?.padStart(2, '0')}`
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : new Date(time).toISOString().slice(0, 10)
}

/** The value at a dotted path. */
export function valueAt(value: Json, path: string): Json {
  return path
    .split('.')
    .reduce<Json>(
      (inner, key) =>
        inner !== null && typeof inner === 'object' ? (inner as Record<string, Json>)[key] : undefined,
      value,
    )
}
