// Formats texts with placeholders in braces; texts with a count have one form per plural category.

export type JourneyLanguage = 'en' | 'cy'
export type Plural = { zero?: string; one?: string; two?: string; few?: string; many?: string; other: string }

/** The shape of the English texts, which the Welsh ones must match. */
export type TextShape<Tree> = {
  [Key in keyof Tree]: Tree[Key] extends string
    ? string
    : Tree[Key] extends { other: string }
      ? Plural
      : TextShape<Tree[Key]>
}

// Many browsers lack Welsh plural and date rules and would silently use English, so they are defined here.
const months = [
  'Ionawr',
  'Chwefror',
  'Mawrth',
  'Ebrill',
  'Mai',
  'Mehefin',
  'Gorffennaf',
  'Awst',
  'Medi',
  'Hydref',
  'Tachwedd',
  'Rhagfyr',
]
const welshForms: Record<number, keyof Plural> = { 0: 'zero', 1: 'one', 2: 'two', 3: 'few', 6: 'many' }

type Values = Record<string, string | number>

/** Fills in placeholders. A sentence that starts with a provider's name is capitalised. */
export function say(text: string, values: Values = {}) {
  const said = text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  return text.startsWith('{provider}') ? said.charAt(0).toUpperCase() + said.slice(1) : said
}

/** Like `say`, but contracts "to the" in Welsh, even if "the" is part of a value. */
export const sayIn = (language: JourneyLanguage) => (text: string, values?: Values) => {
  const said = say(text, values)
  return language === 'cy' ? said.replace(/(^|\s)(i|â|o|gyda) yr (?=\S)/gi, '$1$2’r ') : said
}

/** Returns the plural form for this number, with the number as {count}. */
export function sayCount(language: JourneyLanguage, plural: Plural, count: number, values: Values = {}) {
  const form = language === 'cy' ? (welshForms[count] ?? 'other') : count === 1 ? 'one' : 'other'
  return sayIn(language)(plural[form] ?? plural.other, { ...values, count: numbers.format(count) })
}

const numbers = new Intl.NumberFormat('en-GB')
const amounts = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const englishMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
const englishDay = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** Formats a date printed on a document, independent of the time zone. */
export const sayDay = (language: JourneyLanguage, day: string) => dayIn(language, new Date(day), 'UTC')

/** Formats a calendar month given as `2026-03`. */
export function sayMonth(language: JourneyLanguage, month: string) {
  const [year, number] = month.split('-')
  const name = language === 'cy' ? months[Number(number) - 1] : englishMonth.format(new Date(`${month}-15`))
  return `${name} ${year}`
}

/** Formats a timestamp in UK time. */
export function sayMoment(language: JourneyLanguage, moment: string) {
  const date = new Date(moment)
  const timeZone = 'Europe/London'
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(date)
  return `${dayIn(language, date, timeZone)}, ${time}`
}

function dayIn(language: JourneyLanguage, date: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', { ...englishDay, timeZone })
  if (language === 'en') return format.format(date)
  const numeric = new Intl.DateTimeFormat('en-GB', { ...englishDay, month: 'numeric', timeZone })
  const [day, month, year] = numeric.format(date).split('/')
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

/** Formats an amount. Amounts are decimal strings and never converted to floats, which could lose a penny. */
export const sayMoney = (amount: string) => amounts.format(amount as Intl.StringNumericLiteral)

/** Formats the remaining minutes and seconds. */
export function sayClock(milliseconds: number) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
