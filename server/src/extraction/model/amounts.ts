/** A printed amount with pence: `£1,250.00`, `-40.50`, `(12.00)`, `59.50 OD`. */
const amountFormat =
  /^(?<before>[-−–(]?) ?(?<digits>\d{1,3}(?:,\d{3})+\.\d\d|\d{1,9}\.\d\d) ?(?<after>[-−–)]|[A-Z]{1,2})?$/i

const markers: Record<string, boolean> = { OD: true, DR: true, D: true, CR: false, C: false }

/** `sign` is null if neither a sign nor `DR` or `CR` is printed. */
export type AmountText = {
  digits: string
  pence: number
  isNegative: boolean
  sign: 'minus' | 'plus' | null
}

/** Parses an amount. Returns undefined if the text is anything else. */
export function parseAmount(text: string): AmountText | undefined {
  const {
    before = '',
    digits,
    after = '',
  } = amountFormat.exec(text.replace(/[£+]/g, '').trim())?.groups ?? {}
  if (digits === undefined) return undefined
  const isMarked = /[A-Z]/i.test(after)
  const marker = markers[after.toUpperCase()]
  if (isMarked && marker === undefined) return undefined
  const isNegative = before !== '' || (isMarked ? marker === true : after !== '')
  const isPositive = !isNegative && (marker === false || text.includes('+'))
  return {
    digits,
    pence: toPence(digits),
    isNegative,
    sign: isNegative ? 'minus' : isPositive ? 'plus' : null,
  }
}

const toPence = (digits: string) => Number(digits.replace(/[,.]/g, ''))

/** An amount inside a word: `GBP77.25`, `***77.25`, `77.25,`. Dates, times, versions and percentages are none. */
const amountInside = /(?<![\d.,/])(?:\d{1,3}(?:,\d{3})+|\d{1,9})\.\d\d(?!\d|[.,/]\d|%)/g

/** The amounts in a word, whatever is printed around them. */
export const listPence = (text: string): number[] => (text.match(amountInside) ?? []).map(toPence)
