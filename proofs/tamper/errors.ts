import type { SeededRandom } from '../../sandbox/src/random.ts'
import type { DocumentReading, PageRegion, PageWord, PdfPage } from '../../server/src/extraction/document.ts'
import type { TestDocumentKind } from './document-maker.ts'

/**
 * A text on a page to be replaced, or to be removed if `now` is null. `holds` tells whether the text with a given
 * centre is meant.
 */
export type Edit = {
  page: number
  was: string
  now: string | null
  covers(x: number, y: number, leeway?: number): boolean
}

export type ErrorKind =
  | ('one digit' | 'a lost line' | 'a forged credit and its balance')
  | ('forged gross and net pay' | 'a changed year to date')

export const errorKinds: Record<TestDocumentKind, ErrorKind[]> = {
  statement: ['one digit', 'a lost line', 'a forged credit and its balance'],
  payslip: ['one digit', 'a lost line', 'forged gross and net pay', 'a changed year to date'],
}

/** Matches amounts but not dates such as 01.05.26. */
const money = /(?<![\d.])\d[\d,]*\.\d\d(?![\d.]*\d)/

/** Returns the edits for a kind of error, or undefined if it does not apply to the document. */
export function editsFor(
  errorKind: ErrorKind,
  pages: readonly PdfPage[],
  genuine: DocumentReading,
  random: SeededRandom,
): Edit[] | undefined {
  const at = (pattern: RegExp) =>
    Object.entries(genuine.provenance).flatMap(([path, { place: region }]) =>
      pattern.test(path) && region ? [{ path, place: region }] : [],
    )
  switch (errorKind) {
    case 'one digit': {
      const words = pages.flatMap((page) => page.words.filter(isMoney).map((word) => ({ page, word })))
      const picked = words.length > 0 ? random.pick(words) : undefined
      return picked && [replaceWord(picked.page, picked.word, otherDigit(picked.word.text, random))]
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
      const by = random.integer(10_000, 90_000)
      const figures = at(/\.(gross_pay|net_pay)$/).filter(({ path }) => !path.includes('year_to_date'))
      const words = figures.flatMap(({ place: region }) =>
        wordsIn(pages, region).filter(({ word }) => isMoney(word)),
      )
      return words.length < 2
        ? undefined
        : words.map(({ page, word }) => replaceWord(page, word, increase(word.text, by)))
    }
    case 'a changed year to date': {
      const figures = at(/year_to_date\./).flatMap(({ place: region }) => wordsIn(pages, region))
      const amounts = figures.filter(({ word }) => isMoney(word))
      const picked = amounts.length > 0 ? random.pick(amounts) : undefined
      return picked && [replaceWord(picked.page, picked.word, otherDigit(picked.word.text, random))]
    }
  }
}

const isMoney = ({ text }: PageWord) => money.test(text)

function isCredit({ submission }: DocumentReading, path: string): boolean {
  const row =
    submission && 'transactions' in submission && submission.transactions[Number(path.split('.')[1])]
  return row ? row.type === 'credit' : false
}

function wordsIn(
  pages: readonly PdfPage[],
  { page: number, box }: PageRegion,
): { page: PdfPage; word: PageWord }[] {
  const page = pages.find((one) => one.number === number)
  if (!page) return []
  return page.words
    .filter(({ x, right, y }) => {
      const middle = (x + right) / 2
      return middle >= box[0] && middle <= box[2] && y >= box[1] - 1 && y <= box[3] + 1
    })
    .map((word) => ({ page, word }))
}

const replaceWord = (page: PdfPage, word: PageWord, now: string): Edit => ({
  page: page.number,
  was: word.text,
  now,
  covers: (x, y, leeway = 0) =>
    x + leeway >= (word.x + word.right) / 2 - 1 &&
    x - leeway <= (word.x + word.right) / 2 + 1 &&
    Math.abs(y - word.y) < 1.5,
})

/** Removes every text on the line of a figure. */
function lostLine(pages: readonly PdfPage[], region: PageRegion): Edit[] | undefined {
  const [figure] = wordsIn(pages, region)
  if (!figure) return undefined
  const { page, word } = figure
  return page.words
    .filter(({ y }) => Math.abs(y - word.y) < 1)
    .map((one) => ({ ...replaceWord(page, one, ''), now: null }))
}

function forgedRow(pages: readonly PdfPage[], region: PageRegion, random: SeededRandom): Edit[] | undefined {
  const amount = wordsIn(pages, region).find(({ word }) => isMoney(word))
  if (!amount) return undefined
  const { page, word } = amount
  const balance = page.words.findLast(
    (other) => isMoney(other) && other.x > word.right && Math.abs(other.y - word.y) < 1,
  )
  if (!balance) return undefined
  const by = random.integer(10_000, 90_000)
  return [word, balance].map((one) => replaceWord(page, one, increase(one.text, by)))
}

function increase(text: string, by: number): string {
  return text.replace(money, (figure) => {
    const pence = String(Number(figure.replace(/\D/g, '')) + by).padStart(3, '0')
    const pounds = pence.slice(0, -2)
    const whole = figure.includes(',') || pounds.length < 4 ? pounds.replace(/\B(?=(\d{3})+$)/g, ',') : pounds
    return `${whole}.${pence.slice(-2)}`
  })
}

function otherDigit(text: string, random: SeededRandom): string {
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index)
  const at = random.pick(digits)
  const other = random.pick('123456789'.split('').filter((digit) => digit !== text[at]))
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`
}
