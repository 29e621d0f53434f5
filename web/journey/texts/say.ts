// How a text of the catalogue becomes a sentence. A text has names in braces; a text about a number has a form for
// each plural of its language.

export type Language = 'en' | 'cy'
export type Plural = { zero?: string; one?: string; two?: string; few?: string; many?: string; other: string }

/** The shape of the English catalogue, which the Welsh one has to have too. */
export type Shape<Tree> = {
  [Key in keyof Tree]: Tree[Key] extends string
    ? string
    : Tree[Key] extends { other: string }
      ? Plural
      : Shape<Tree[Key]>
}

// Many browsers know no Welsh: they would count and name months in English without a word.
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

/** With its values. A sentence that begins with a provider begins with a capital, whatever the provider is called. */
export function say(text: string, values: Values = {}) {
  const said = text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  return text.startsWith('{provider}') ? said.charAt(0).toUpperCase() + said.slice(1) : said
}

/** In Welsh, "to the" is one word, also where "the" came with a value. */
export const sayIn = (language: Language) => (text: string, values?: Values) => {
  const said = say(text, values)
  return language === 'cy' ? said.replace(/(^|\s)(i|â|o|gyda) yr (?=\S)/gi, '$1$2’r ') : said
}

/** The form for this number, with the number as {count}. */
export function sayCount(language: Language, plural: Plural, count: number, values: Values = {}) {
  const form = language === 'cy' ? (welshForms[count] ?? 'other') : count === 1 ? 'one' : 'other'
  return sayIn(language)(plural[form] ?? plural.other, { ...values, count: numbers.format(count) })
}

const numbers = new Intl.NumberFormat('en-GB')
const amounts = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const englishDay = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** A day that a paper names: the same in every time zone. */
export const sayDay = (language: Language, day: string) => dayIn(language, new Date(day), 'UTC')

/** A moment at which something happened, as the clocks here had it. */
export function sayMoment(language: Language, moment: string) {
  const date = new Date(moment)
  const timeZone = 'Europe/London'
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(date)
  return `${dayIn(language, date, timeZone)}, ${time}`
}

function dayIn(language: Language, date: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', { ...englishDay, timeZone })
  if (language === 'en') return format.format(date)
  const numeric = new Intl.DateTimeFormat('en-GB', { ...englishDay, month: 'numeric', timeZone })
  const [day, month, year] = numeric.format(date).split('/')
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

/** Amounts are decimal text and are never made into a number that could lose a penny. */
export const sayMoney = (amount: string) => amounts.format(amount as Intl.StringNumericLiteral)

/** Minutes and seconds that are left, as a clock has them. */
export function sayClock(milliseconds: number) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
