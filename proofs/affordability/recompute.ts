import {
  countries,
  fixed,
  one,
  penniesOf,
  pounds,
  prices,
  product,
  quotient,
  spending,
  tolerance,
} from './figures.ts'

// An independent implementation of the model in docs/guides/affordability.md. It imports no code of the service.

export type PayslipSummary = {
  start: string
  end: string
  net: string
  birth: string | null
  postcode: string | null
}
export type PersonDetails = { birth: string | null; postcodes: string[] }
export type Expected = { status: 200; body: object } | { status: 404; errors: string[] }

const weeks = fixed('52.1775')
const monthly = quotient(weeks, fixed('12'))
const countryFactors: Record<string, bigint> = {
  England: fixed('1.0245'),
  Wales: fixed('0.8507'),
  Scotland: fixed('0.8793'),
  'Northern Ireland': fixed('0.846'),
}

const dayMs = 86_400_000
const iso = (moment: number) => new Date(moment).toISOString().slice(0, 10)

/** Counts the days of the pay period in each calendar month. */
function daysByMonth({ start, end }: PayslipSummary) {
  const counts = new Map<string, number>()
  for (let at = Date.parse(start); at <= Date.parse(end); at += dayMs) {
    const month = iso(at).slice(0, 7)
    counts.set(month, (counts.get(month) ?? 0) + 1)
  }
  return counts
}

export function countryOf(postcode: string): string | undefined {
  const text = postcode.trim().toUpperCase()
  const full = /^([A-Z]{1,2}\d[A-Z\d]?)\s*(\d)([A-Z]{2})$/.exec(text)
  const part = /^([A-Z]{1,2}\d[A-Z\d]?)(?:\s+(\d))?$/.exec(text)
  const [, outcode, digit, letters] = full ?? part ?? []
  if (outcode === undefined) return undefined
  const country =
    countries.units.get(`${outcode} ${digit}${letters}`) ??
    countries.sectors.get(`${outcode} ${digit}`) ??
    countries.outcodes.get(outcode) ??
    countries.areas.get(outcode.replace(/\d.*$/, ''))
  return country !== undefined && country in countryFactors ? country : undefined
}

type Month = {
  month: string
  net: bigint
  lastDay: string
  birth: string | null
  postcodes: string[]
  country: string | undefined
}

/** Calculates the months. Payslips must be in the order in which they were stored. */
function monthsOf(payslips: PayslipSummary[], person: PersonDetails): Month[] {
  const shares = payslips.flatMap((payslip, at) => {
    const counts = [...daysByMonth(payslip)]
    const totalDays = counts.reduce((sum, [, days]) => sum + days, 0)
    return counts.map(([month, days]) => ({
      month,
      payslip,
      at,
      days,
      share: (fixed(payslip.net) * BigInt(days)) / BigInt(totalDays),
    }))
  })
  const names = [...new Set(shares.map(({ month }) => month))].sort().reverse()
  return names.map((month) => {
    const inMonth = shares.filter((part) => part.month === month)
    inMonth.sort(
      (a, b) =>
        b.days - a.days ||
        (a.payslip.end < b.payslip.end ? 1 : -1) * Number(a.payslip.end !== b.payslip.end) ||
        b.at - a.at,
    )
    const births = [...inMonth.map(({ payslip }) => payslip.birth), person.birth]
    const postcodes = [...inMonth.map(({ payslip }) => payslip.postcode), ...person.postcodes]
    const stated = postcodes.filter((code) => code !== null)
    const [year = 0, number = 0] = month.split('-').map(Number)
    return {
      month,
      net: inMonth.reduce((sum, { share }) => sum + share, 0n),
      lastDay: iso(Date.UTC(year, number, 0)),
      birth: births.find((birth) => birth !== null) ?? null,
      postcodes: stated,
      country: stated.map(countryOf).find((country) => country !== undefined),
    }
  })
}

function ageOn(day: string, birth: string) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const [bornYear = 0, bornMonth = 0, bornDate = 0] = birth.split('-').map(Number)
  const hadBirthday = month > bornMonth || (month === bornMonth && date >= bornDate)
  return year - bornYear - (hadBirthday ? 0 : 1)
}

function factorOfAge(age: number) {
  if (age < 30) return fixed('0.85')
  if (age < 50) return fixed('1.01')
  return age < 75 ? fixed('1.09') : fixed('0.88')
}

function interpolate(weekly: bigint, column: 'costOfLiving' | 'housing'): bigint {
  const [first] = spending
  if (!first) throw new Error('there are no deciles')
  if (weekly <= first.income) return quotient(product(first[column], weekly), first.income)
  let at = 1
  while (at < spending.length - 1 && weekly > (spending[at]?.income ?? 0n)) at++
  const [low, high] = [spending[at - 1], spending[at]]
  if (!low || !high) throw new Error('there are no two deciles')
  const rise = product(high[column] - low[column], weekly - low.income)
  return low[column] + quotient(rise, high.income - low.income)
}

function priceFactor(month: string, index: 'cpi' | 'cpih') {
  const months = [...prices.keys()]
  const [first = '', last = ''] = [months[0], months.at(-1)]
  const nearestMonth = month > last ? last : month < first ? first : month
  const year = months.filter((each) => each >= '2023-04' && each <= '2024-03')
  const mean = year.reduce((sum, each) => sum + (prices.get(each)?.[index] ?? 0n), 0n) / 12n
  return quotient(prices.get(nearestMonth)?.[index] ?? 0n, mean)
}

function estimate({ month, net, lastDay, birth, country }: Month) {
  const weekly = quotient(net * 12n, weeks)
  const cost = product(
    interpolate(weekly, 'costOfLiving'),
    factorOfAge(ageOn(lastDay, birth ?? '')),
    priceFactor(month, 'cpi'),
    monthly,
  )
  const housing = product(
    interpolate(weekly, 'housing'),
    countryFactors[country ?? ''] ?? one,
    priceFactor(month, 'cpih'),
    monthly,
  )
  const [a, b] = [penniesOf(cost), penniesOf(housing)]
  return {
    date: `${month}-01T00:00:00.000Z`,
    cost_of_living: pounds(a),
    housing: pounds(b),
    total: pounds(a + b),
  }
}

export function recompute(payslips: PayslipSummary[], person: PersonDetails): Expected {
  const months = monthsOf(payslips, person)
  const paid = months.filter(({ net }) => net > tolerance)
  const withCountry = paid.filter(({ country }) => country !== undefined)
  const relevant = withCountry.length > 0 ? withCountry : paid.length > 0 ? paid : months
  const errors = new Set<string>()
  for (const { birth, lastDay } of relevant.length > 0 ? relevant : [{ birth: person.birth, lastDay: '' }]) {
    if (birth === null) errors.add('[date_of_birth] param is missing on the user and its payslips')
    else if (lastDay === '') continue
    else if (birth > lastDay) errors.add(`[date_of_birth] param ${birth} is after the payslip month`)
    else if (ageOn(lastDay, birth) > 150)
      errors.add(`[date_of_birth] param ${birth} gives an age over 150, the ONS model limit`)
  }
  const candidates = relevant.length > 0 ? relevant.flatMap(({ postcodes }) => postcodes) : person.postcodes
  if (candidates.length === 0) errors.add('[post_codes] param is missing on the user and its payslips')
  else if (!candidates.some((code) => countryOf(code) !== undefined))
    for (const code of candidates)
      errors.add(`Postcode ${code} has no ONS region; supported: England, Wales, Scotland, Northern Ireland`)
  if (months.length === 0) errors.add('payroll periods are missing')
  else if (paid.length === 0) errors.add('payroll periods have no positive net pay')
  if (errors.size > 0) return { status: 404, errors: [...errors].sort() }
  return { status: 200, body: { expenditures: withCountry.map(estimate) } }
}
