import { readFileSync } from 'node:fs'

// Numbers of this proof: whole multiples of 10^-50. The service counts with fractions; two ways to the same penny.

export const one = 10n ** 50n

export function fixed(text: string): bigint {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole + decimals.padEnd(50, '0'))
  return text.startsWith('-') ? -size : size
}

export const product = (...factors: bigint[]) => factors.reduce((left, right) => (left * right) / one)
export const quotient = (top: bigint, bottom: bigint) => (top * one) / bottom

/** What a thousand divisions can have cut off, and far less than any payslip says. */
export const nearly = 10n ** 12n

/** Half up to the penny; what was cut off on the way must not turn a half into less. */
export const penniesOf = (value: bigint) => (value + nearly + one / 200n) / (one / 100n)

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

const known = (file: string) => new Map(rows(file).map(([name = '', country = '']) => [name, country]))

/** From the narrowest to the widest. */
export const places = {
  units: known('units'),
  sectors: known('sectors'),
  outcodes: known('outcodes'),
  areas: known('areas'),
}
