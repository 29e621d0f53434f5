import type { PageWord } from '../../document.ts'
import { chequeTuning } from '../tuning/blocks.ts'
import { buildLine, median, type StatementLine, splitIntoCells, textOf } from './lines.ts'
import type { Notation } from './notation.ts'
import { getPrintedWords, type RespelledWord } from './respelling.ts'

// Cheques may be listed side by side: `200871 20 Dec 163.15 200878 11 Dec 201.21`. Each cheque is converted to a
// separate row.

type Cheque = { number: PageWord; date: PageWord[]; amount: PageWord[] }

const chequeHeading = /\bcheques?\b|\bchqs?\b/i
const chequeNumber = /^\d{4,8}\*?$/

/** Returns the lines with each listed cheque on a separate line, placed in the columns of the other rows. */
export function unfoldChequeLists(
  lines: readonly StatementLine[],
  notation: Notation,
): readonly StatementLine[] {
  const lists = new Map<StatementLine, Cheque[]>()
  const titles = new Set<StatementLine>()
  let isBelowHeading = false
  for (const [n, line] of lines.entries()) {
    const cheques = line.isPanel ? null : readCheques(line)
    const above = lines[n - 1]
    if (cheques && isBelowHeading) {
      lists.set(line, cheques)
      // The line above the first cheques contains column titles.
      if (above && above.amounts.length === 0 && splitIntoCells(above.words).length > 1) titles.add(above)
    } else if (line.amounts.length > 0 || line.dates.length > 0) isBelowHeading = false
    else if (chequeHeading.test(textOf(line.words))) isBelowHeading = true
  }
  if (lists.size === 0) return lines
  const rows = lines.filter(
    (line) => !lists.has(line) && !line.isPanel && line.dates.length > 0 && line.amounts.length === 1,
  )
  const columns = findColumns(rows)
  if (!columns) return lines
  return lines.flatMap((line) => {
    const cheques = lists.get(line)
    if (!cheques) return titles.has(line) ? [] : [line]
    return cheques.map((cheque, n) => toRow(line, cheque, columns, notation, n))
  })
}

/** Reads the cheques of a line. Returns null unless the line consists only of numbers, dates and amounts. */
function readCheques({ words, dates, amounts }: StatementLine): Cheque[] | null {
  const cheques: Cheque[] = []
  let current: Partial<Cheque> = {}
  for (let n = 0; n < words.length; n++) {
    const word = words[n] as PageWord
    const date = dates.find((found) => found.words[0] === word)
    const amount = amounts.find((found) => found.words[0] === word)
    if (date) current.date = date.words
    else if (amount) current.amount = amount.words
    else if (chequeNumber.test(word.text)) current.number = word
    else return null
    n += (date ?? amount)?.words.length ?? 1
    n -= 1
    const { number, amount: sum, date: day } = current
    if (number && sum && day) {
      cheques.push({ number, date: day, amount: sum })
      current = {}
    }
  }
  return cheques.length > 0 && Object.keys(current).length === 0 ? cheques : null
}

type RowColumns = { dateX: number; textX: number; amountRight: number }

function findColumns(rows: readonly StatementLine[]): RowColumns | null {
  if (rows.length < chequeTuning.minRows) return null
  const textEdges = rows.flatMap(({ words, dates, amounts }) => {
    const taken = new Set([...dates, ...amounts].flatMap((found) => found.words))
    return words.find((word) => !taken.has(word))?.x ?? []
  })
  return {
    dateX: median(rows.map(({ dates }) => dates[0]?.x ?? 0)),
    textX: median(textEdges),
    amountRight: median(rows.map(({ amounts }) => amounts[0]?.fullRight ?? 0)),
  }
}

function toRow(
  line: StatementLine,
  { number, date, amount }: Cheque,
  { dateX, textX, amountRight }: RowColumns,
  notation: Notation,
  index: number,
): StatementLine {
  const y = line.y + index * chequeTuning.rowStep
  const move = (word: PageWord, by: number): RespelledWord => ({
    ...word,
    x: word.x + by,
    right: word.right + by,
    y,
    printed: getPrintedWords(word),
  })
  const text = `Cheque ${number.text.replace('*', '')}`
  const name = { ...move(number, textX - number.x), text, printed: [{ ...number, text }] }
  const words = [
    ...date.map((word) => move(word, dateX - (date[0] as PageWord).x)),
    name,
    ...amount.map((word) => move(word, amountRight - (amount.at(-1) as PageWord).right)),
  ]
  const { page, isOcr, isPanel } = line
  return { ...buildLine(words, { page, isOcr, isPanel }, notation), y }
}
