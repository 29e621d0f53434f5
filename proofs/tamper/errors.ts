import type { Random } from '../../sandbox/src/random.ts'
import type { Page, Place, Reading, Word } from '../../server/src/extraction/document.ts'
import type { Kind } from './document-maker.ts'

/** Something on a page that is to say something else, or nothing. `holds`: whether a text with this middle is meant. */
export type Edit = {
  page: number
  was: string
  now: string | null
  holds(x: number, y: number, leeway?: number): boolean
}

export type Way =
  | ('one digit' | 'a lost line' | 'a forged credit and its balance')
  | ('forged gross and net pay' | 'a changed year to date')

export const ways: Record<Kind, Way[]> = {
  statement: ['one digit', 'a lost line', 'a forged credit and its balance'],
  payslip: ['one digit', 'a lost line', 'forged gross and net pay', 'a changed year to date'],
}

/** Not days such as 01.05.26. */
const money = /(?<![\d.])\d[\d,]*\.\d\d(?![\d.]*\d)/

/** Undefined where the paper has nothing to change in this way. */
export function editsFor(
  way: Way,
  pages: readonly Page[],
  genuine: Reading,
  random: Random,
): Edit[] | undefined {
  const at = (pattern: RegExp) =>
    Object.entries(genuine.provenance).flatMap(([path, { place }]) =>
      pattern.test(path) && place ? [{ path, place }] : [],
    )
  switch (way) {
    case 'one digit': {
      const words = pages.flatMap((page) => page.words.filter(isMoney).map((word) => ({ page, word })))
      const picked = words.length > 0 ? random.pick(words) : undefined
      return picked && [changed(picked.page, picked.word, otherDigit(picked.word.text, random))]
    }
    case 'a lost line': {
      const rows = at(/^transactions\.\d+\.amount$|elements\.\d+\.amount$/)
      return rows.length > 0 ? lostLine(pages, random.pick(rows).place) : undefined
    }
    case 'a forged credit and its balance': {
      const credits = at(/^transactions\.\d+\.amount$/).filter(({ path }) => isCredit(genuine, path))
      return credits.length > 0 ? forgedRow(pages, random.pick(credits).place, random) : undefined
    }
    case 'forged gross and net pay': {
      const by = random.whole(10_000, 90_000)
      const figures = at(/\.(gross_pay|net_pay)$/).filter(({ path }) => !path.includes('year_to_date'))
      const words = figures.flatMap(({ place }) => wordsIn(pages, place).filter(({ word }) => isMoney(word)))
      return words.length < 2
        ? undefined
        : words.map(({ page, word }) => changed(page, word, raised(word.text, by)))
    }
    case 'a changed year to date': {
      const figures = at(/year_to_date\./).flatMap(({ place }) => wordsIn(pages, place))
      const amounts = figures.filter(({ word }) => isMoney(word))
      const picked = amounts.length > 0 ? random.pick(amounts) : undefined
      return picked && [changed(picked.page, picked.word, otherDigit(picked.word.text, random))]
    }
  }
}

const isMoney = ({ text }: Word) => money.test(text)

function isCredit({ submission }: Reading, path: string): boolean {
  const row =
    submission && 'transactions' in submission && submission.transactions[Number(path.split('.')[1])]
  return row ? row.type === 'credit' : false
}

function wordsIn(pages: readonly Page[], { page: number, box }: Place): { page: Page; word: Word }[] {
  const page = pages.find((one) => one.number === number)
  if (!page) return []
  return page.words
    .filter(({ x, right, y }) => {
      const middle = (x + right) / 2
      return middle >= box[0] && middle <= box[2] && y >= box[1] - 1 && y <= box[3] + 1
    })
    .map((word) => ({ page, word }))
}

const changed = (page: Page, word: Word, now: string): Edit => ({
  page: page.number,
  was: word.text,
  now,
  holds: (x, y, leeway = 0) =>
    x + leeway >= (word.x + word.right) / 2 - 1 &&
    x - leeway <= (word.x + word.right) / 2 + 1 &&
    Math.abs(y - word.y) < 1.5,
})

/** Every text on the line of a figure. */
function lostLine(pages: readonly Page[], place: Place): Edit[] | undefined {
  const [figure] = wordsIn(pages, place)
  if (!figure) return undefined
  const { page, word } = figure
  return page.words
    .filter(({ y }) => Math.abs(y - word.y) < 1)
    .map((one) => ({ ...changed(page, one, ''), now: null }))
}

function forgedRow(pages: readonly Page[], place: Place, random: Random): Edit[] | undefined {
  const amount = wordsIn(pages, place).find(({ word }) => isMoney(word))
  if (!amount) return undefined
  const { page, word } = amount
  const balance = page.words.findLast(
    (other) => isMoney(other) && other.x > word.right && Math.abs(other.y - word.y) < 1,
  )
  if (!balance) return undefined
  const by = random.whole(10_000, 90_000)
  return [word, balance].map((one) => changed(page, one, raised(one.text, by)))
}

function raised(text: string, by: number): string {
  return text.replace(money, (figure) => {
    const pence = String(Number(figure.replace(/\D/g, '')) + by).padStart(3, '0')
    const pounds = pence.slice(0, -2)
    const whole = figure.includes(',') || pounds.length < 4 ? pounds.replace(/\B(?=(\d{3})+$)/g, ',') : pounds
    return `${whole}.${pence.slice(-2)}`
  })
}

function otherDigit(text: string, random: Random): string {
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const at = random.pick(digits)
  const other = random.pick('123456789'.split('').filter((digit) => digit !== text[at]))
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
}
