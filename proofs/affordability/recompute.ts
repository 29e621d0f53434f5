import {
  fixed,
  nearly,
  one,
  penniesOf,
  places,
  pounds,
  prices,
  product,
  quotient,
  spending,
} from './figures.ts'

// The model once more, from docs/guides/affordability.md and not from its code: nothing of the service is imported here.

export type Payslip = {
  start: string
  end: string
  net: string
  birth: string | null
  postcode: string | null
}
export type Person = { birth: string | null; postcodes: string[] }
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

/** Day by day: how many days of a payslip lie in which month. */
function daysByMonth({ start, end }: Payslip) {
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
  const found =
    places.units.get(`${outcode} ${digit}${letters}`) ??
    places.sectors.get(`${outcode} ${digit}`) ??
    places.outcodes.get(outcode) ??
    places.areas.get(outcode.replace(/\d.*$/, ''))
  return found !== undefined && found in countryFactors ? found : undefined
}

type Month = {
  month: string
  net: bigint
  lastDay: string
  birth: string | null
  postcodes: string[]
  country: string | undefined
}

/** Payslips in the order in which they were stored. */
function monthsOf(payslips: Payslip[], person: Person): Month[] {
  const parts = payslips.flatMap((payslip, at) => {
    const counts = [...daysByMonth(payslip)]
    const all = counts.reduce((sum, [, days]) => sum + days, 0)
    return counts.map(([month, days]) => ({
      month,
      payslip,
      at,
      days,
      share: (fixed(payslip.net) * BigInt(days)) / BigInt(all),
    }))
  })
  const names = [...new Set(parts.map(({ month }) => month))].sort().reverse()
  return names.map((month) => {
    const here = parts.filter((part) => part.month === month)
    here.sort(
      (a, b) =>
        b.days - a.days ||
        (a.payslip.end < b.payslip.end ? 1 : -1) * Number(a.payslip.end !== b.payslip.end) ||
        b.at - a.at,
    )
    const births = [...here.map(({ payslip }) => payslip.birth), person.birth]
    const postcodes = [...here.map(({ payslip }) => payslip.postcode), ...person.postcodes]
    const written = postcodes.filter((code) => code !== null)
    const [year = 0, number = 0] = month.split('-').map(Number)
    return {
      month,
      net: here.reduce((sum, { share }) => sum + share, 0n),
      lastDay: iso(Date.UTC(year, number, 0)),
      birth: births.find((birth) => birth !== null) ?? null,
      postcodes: written,
      country: written.map(countryOf).find((country) => country !== undefined),
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

function readAt(weekly: bigint, column: 'costOfLiving' | 'housing'): bigint {
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

function priceFactor(month: string, which: 'cpi' | 'cpih') {
  const months = [...prices.keys()]
  const [first = '', last = ''] = [months[0], months.at(-1)]
  const taken = month > last ? last : month < first ? first : month
  const year = months.filter((each) => each >= '2023-04' && each <= '2024-03')
  const mean = year.reduce((sum, each) => sum + (prices.get(each)?.[which] ?? 0n), 0n) / 12n
  return quotient(prices.get(taken)?.[which] ?? 0n, mean)
}

function estimate({ month, net, lastDay, birth, country }: Month) {
  const weekly = quotient(net * 12n, weeks)
  const cost = product(
    readAt(weekly, 'costOfLiving'),
    factorOfAge(ageOn(lastDay, birth ?? '')),
    priceFactor(month, 'cpi'),
    monthly,
  )
  const housing = product(
    readAt(weekly, 'housing'),
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

export function recompute(payslips: Payslip[], person: Person): Expected {
  const months = monthsOf(payslips, person)
  const paid = months.filter(({ net }) => net > nearly)
  const placed = paid.filter(({ country }) => country !== undefined)
  const asked = placed.length > 0 ? placed : paid.length > 0 ? paid : months
  const errors = new Set<string>()
  for (const { birth, lastDay } of asked.length > 0 ? asked : [{ birth: person.birth, lastDay: '' }]) {
    if (birth === null) errors.add('[date_of_birth] param is missing on the user and its payslips')
    else if (lastDay === '') continue
    else if (birth > lastDay) errors.add(`[date_of_birth] param ${birth} is after the payslip month`)
    else if (ageOn(lastDay, birth) > 150)
      errors.add(`[date_of_birth] param ${birth} gives an age over 150, the ONS model limit`)
  }
  const tried = asked.length > 0 ? asked.flatMap(({ postcodes }) => postcodes) : person.postcodes
  if (tried.length === 0) errors.add('[post_codes] param is missing on the user and its payslips')
  else if (!tried.some((code) => countryOf(code) !== undefined))
    for (const code of tried)
      errors.add(`Postcode ${code} has no ONS region; supported: England, Wales, Scotland, Northern Ireland`)
  if (months.length === 0) errors.add('payroll periods are missing')
  else if (paid.length === 0) errors.add('payroll periods have no positive net pay')
  if (errors.size > 0) return { status: 404, errors: [...errors].sort() }
  return { status: 200, body: { expenditures: placed.map(estimate) } }
}
