import { readFileSync } from 'node:fs'

// Fixed-point arithmetic in multiples of 10^-50. The service uses exact fractions; both methods must agree to the
// penny.

export const one = 10n ** 50n

export function fixed(text: string): bigint {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + decimals.padEnd(50, '0'))
  return text.startsWith('-') ? -size : size
}

export const product = (...factors: bigint[]) => factors.reduce((left, right) => (left * right) / one)
export const quotient = (top: bigint, bottom: bigint) => (top * one) / bottom

/** Tolerance for the truncation error of a thousand divisions. It is far below any amount on a payslip. */
export const tolerance = 10n ** 12n

/** Rounds half up to the penny. The tolerance prevents truncation errors from pushing a half below the half. */
export const penniesOf = (value: bigint) => (value + tolerance + one / 200n) / (one / 100n)

export const pounds = (pennies: bigint) => {
  const digits = String(pennies).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function rows(file: string) {
  const text = readFileSync(new URL(`figures/${file}.csv`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
}

export const spending = rows('spending').map(([, income = '', total = '', housing = '']) => ({
  income: fixed(income),
  costOfLiving: fixed(total) - fixed(housing),
  housing: fixed(housing),
}))

export const prices = new Map(
  rows('prices').map(([month = '', cpi = '', cpih = '']) => [month, { cpi: fixed(cpi), cpih: fixed(cpih) }]),
)

const countryByName = (file: string) =>
  new Map(rows(file).map(([name = '', country = '']) => [name, country]))

/** Countries by postcode part, from the most to the least specific. */
export const countries = {
  units: countryByName('units'),
  sectors: countryByName('sectors'),
  outcodes: countryByName('outcodes'),
  areas: countryByName('areas'),
}
