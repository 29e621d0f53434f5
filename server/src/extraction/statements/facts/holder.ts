import type { Word } from '../../document.ts'
import { cellsOf, type Line, placeOf, textOf } from '../text/lines.ts'
import type { Fact } from './account.ts'

const title = /^(mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|lady|lord|rev|reverend|capt|master)\b\.?/i
const company =
  /\b(ltd|limited|llp|plc|cic|partners|partnership|trading as|t\/a|& sons|holdings|consulting)\b\.?/i
const label =
  /^(account\s*(name|holder|holders|holder\(s\))|(customer|client|holder)'?s?( name)?|name\(?s?\)?( of account holder)?|document requested by|prepared for|statement for|account (of|in the name of)|in the name of|requested by|held by|account belongs to)\b\s*:?\s*/i
const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i
const bankWords =
  /\b(bank|building society|credit union|head office|customer service|registered|contact|telephone|branch|www\.|freepost|po box)\b/i
const noise =
  /\b(statement|account|private|confidential|sort[ -]?code|currency|branch|customer|ending|page|date|balance|summary|important|details?|number|period|transactions?|reference|iban|bic|opening|closing|total|paid|money|sheet|your)\b/i

type Candidate = { words: Word[]; more: Word[]; page: number; weight: number }

/** Whose account it is: beside a label, at the head of an address, or a line that begins with a title. */
export function holderOf(lines: readonly Line[], heights: readonly number[]): Fact | undefined {
  const candidates: Candidate[] = []
  const first = lines.filter(({ page }) => page < 2)
  first.forEach((line, at) => {
    for (const gap of [1.6, 1.1])
      for (const cell of cellsOf(line.words, gap)) fromLabel(first, at, cell, gap, candidates)
    for (const cell of cellsOf(line.words, 1.6)) {
      const text = textOf(cell)
      if (line.page > 0) continue
      if (postcode.test(text) && line.y < (heights[0] ?? 842) * 0.6) fromAddress(first, at, cell, candidates)
      const named = beforeNumbers(cell)
      if (title.test(text) && isName(textOf(named).replace(/,$/, '')))
        candidates.push({ words: named, more: [], page: line.page, weight: 4 })
    }
  })
  const best = candidates.toSorted((a, b) => b.weight - a.weight)[0]
  if (!best) return undefined
  const value = [textOf(best.words), ...(best.more.length > 0 ? [textOf(best.more)] : [])]
    .join(' ')
    .replace(/[,;:]$/, '')
  return { value, place: placeOf(best.page, [...best.words, ...best.more]), isLabelled: best.weight >= 6 }
}

/** `Mrs P Quince, 00-35-81, 99675998`: the name ends at the comma. */
function beforeNumbers(cell: Word[]): Word[] {
  const comma = cell.findIndex(({ text }) => text.endsWith(','))
  return comma > 0 && /\d/.test(cell[comma + 1]?.text ?? '') ? cell.slice(0, comma + 1) : cell
}

function isName(text: string): boolean {
  const words = text.split(' ')
  if (words.length > 9 || text.length > 70 || noise.test(text)) return false
  if (/\d/.test(text) || !/[a-z]/i.test(text)) return false
  return title.test(text)
    ? words.length > 1
    : words.length > 1 &&
        words.every((word) => /^[A-Z&(+/'-]|^(and|of|de|van|von|der|la|le|the|t\/a)$/.test(word))
}

function fromLabel(lines: readonly Line[], at: number, cell: Word[], gap: number, found: Candidate[]) {
  const line = lines[at] as Line
  const text = textOf(cell)
  const match = label.exec(text)
  if (!match) return
  const isWhole = match[0].trim().length === text.trim().length
  const weight = title.test(text.slice(match[0].length)) ? 9 : 7
  if (!isWhole) {
    const count = match[0].trim().split(' ').length
    const end = cell.findIndex(({ text }) => /^[|\u00b7\u2022]$/.test(text))
    const rest = cell.slice(count, end < 0 ? undefined : end)
    if (isName(textOf(rest)) || company.test(textOf(rest)))
      found.push({ words: rest, more: [], page: line.page, weight })
    return
  }
  const last = cell.at(-1) as Word
  const right = cellsOf(
    line.words.filter(({ x }) => x >= last.right),
    gap,
  )[0]
  if (right && (isName(textOf(right)) || company.test(textOf(right)))) {
    found.push({ words: right, more: [], page: line.page, weight })
    return
  }
  for (const below of lines.slice(at + 1, at + 3)) {
    if (below.page !== line.page || below.y - line.y > 3 * line.size) break
    const whole = cellsOf(below.words, 0.75).find(
      (other) => Math.abs((other[0]?.x ?? 0) - (cell[0]?.x ?? 0)) < 8,
    )
    const under = whole && beforeColumn(whole, lines.slice(Math.max(0, at - 4), at + 6))
    if (!under || !(isName(textOf(under)) || company.test(textOf(under)))) continue
    found.push({ words: under, more: [], page: line.page, weight })
    return
  }
}

/** A long name may reach up to the column beside it, which other lines show, and a gap that is wider than its spaces. */
function beforeColumn(cell: Word[], around: readonly Line[]): Word[] {
  const starts = around.flatMap(({ words }) => cellsOf(words, 1.6).map(([first]) => first?.x ?? 0))
  const gapBefore = (n: number) => (cell[n]?.x ?? 0) - (cell[n - 1]?.right ?? 0)
  const space = Math.min(...cell.slice(1).map((_, n) => gapBefore(n + 1)))
  const end = cell.findIndex(
    ({ x }, n) =>
      n > 0 && gapBefore(n) > 1.2 * space && starts.filter((start) => Math.abs(start - x) < 1).length > 1,
  )
  return end < 0 ? cell : cell.slice(0, end)
}

/** Up from the postcode to the first line of the address. */
function fromAddress(lines: readonly Line[], at: number, cell: Word[], found: Candidate[]) {
  const left = (cell[0] as Word).x
  let below = lines[at] as Line
  const block: { cell: Word[]; line: Line }[] = [{ cell, line: below }]
  for (let n = at - 1; n >= 0 && block.length < 9; n--) {
    const line = lines[n] as Line
    if (line.page !== below.page || below.y - line.y > 2.3 * below.size + 4) break
    const own = cellsOf(line.words, 1.6).find((some) => Math.abs((some[0]?.x ?? 0) - left) < 2.5)
    if (!own) continue
    // What is set larger is the name of the bank.
    if ((own[0]?.size ?? 0) > 1.3 * (cell[0] as Word).size) break
    block.unshift({ cell: own, line })
    below = line
  }
  // The name of the bank may stand close above.
  const own = ({ cell: some }: (typeof block)[number]) =>
    bankWords.test(textOf(some)) && !company.test(textOf(some))
  while (block.length > 4 && own(block[0] as (typeof block)[number])) block.shift()
  if (block.length < 2 || block.some(own)) return
  // An address without a name begins with a number.
  if (/\d/.test(textOf(block[0]?.cell ?? []))) return
  const top = block.findIndex(({ cell: some }) => isName(textOf(some)) || company.test(textOf(some)))
  const head = block[top]
  if (top < 0 || !head || top > 2 || top > block.length - 3) return
  const next = block[top + 1]
  const isJoint = next !== undefined && title.test(textOf(next.cell)) && title.test(textOf(head.cell))
  found.push({
    words: head.cell,
    more: isJoint ? next.cell : [],
    page: head.line.page,
    weight: 5 + (title.test(textOf(head.cell)) ? 1 : 0) + (left < 300 ? 0.5 : 0) + (isJoint ? 3 : 0),
  })
}
