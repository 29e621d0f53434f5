import type { PageWord } from '../../document.ts'
import { parseDate } from '../text/dates.ts'
import { locateWords, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { accountTuning } from '../tuning/facts.ts'
import { isSpaceBetween, sortCodeShape } from './labelled-values.ts'
import type { LocatedFact } from './located-fact.ts'

// Account numbers of any length and with letters, as building societies and credit unions print them.

/** Account and roll numbers of building societies and credit unions: `01-22817-S1`, `4/118820-6`, `AB1234567`. */
const otherAccountShape =
  /^(?!\d{1,4}$)(?=(?:\D*\d){4})(?:[A-Z]{1,4}[-/])*[A-Z]{0,3}[-/]?\d[\dA-Z]*([-/][\dA-Z]+)*$/

/** Letters before an account number, printed as a word of their own: `SM 40118273`, `ISA 5530-0187-22`. */
const numberPrefix = /^[A-Z]{2,3}$/

const { captionWeights } = accountTuning
/** Wording at the end of a caption, with the weight of the evidence that its value is the account number. */
const captionWording: [weight: number, wording: RegExp][] = [
  [
    captionWeights.accountNumber,
    /\b(account|a\/c|acct|acc)\.? ?(number|num|no|nr|#)$|\brhif (y |eich )?cyfrif$/i,
  ],
  [captionWeights.account, /\b(account|a\/c|acct|acc|cyfrif)$/i],
  [captionWeights.accountReference, /\b(account|a\/c|acct|acc)\.? ?(ref|reference|id)$/i],
  [
    captionWeights.rollNumber,
    /\b(roll|membership|member|share|passbook|plan|bond|investor|saver)( account| a\/c)?\.? ?(number|num|no|nr|#)$|\brhif (yr )?aelod$/i,
  ],
  [captionWeights.roll, /\b(roll|membership|member|passbook)( ref| reference| id)?$/i],
]
const otherCaption =
  /\b(international|iban|customer|savings|linked|nominated|statement|card|firm|company|register(ed)?|charity|vat|to|from)\b/i

/**
 * Finds the account number with the best evidence: the wording of its caption, and whether the caption is before,
 * above or below it. Account numbers of building societies and credit unions have any length.
 */
export function findOtherAccount(lines: readonly StatementLine[]): LocatedFact[] {
  const candidates = lines.flatMap((line, index) =>
    listNumbers(line).flatMap((words) => {
      const weight = Math.max(...listCaptions(lines, index, words).map(weighCaption))
      if (weight <= 0) return []
      const hasEightDigits = /^\d{8}$/.test(textOf(words))
      return [
        { words, page: line.page, weight: weight + (hasEightDigits ? accountTuning.eightDigitsWeight : 0) },
      ]
    }),
  )
  const [best] = candidates.toSorted((a, b) => b.weight - a.weight)
  if (!best) return []
  return [{ value: textOf(best.words), place: locateWords(best.page, best.words), isLabelled: true }]
}

/** Lists the numbers of a line that may be account numbers. A number may consist of groups of digits. */
function listNumbers({ words, dates }: StatementLine): PageWord[][] {
  const isOfDate = (word: PageWord) => dates.some((date) => date.words.includes(word))
  const isGroup = (word: PageWord) => /^\d[\d/-]*$/.test(word.text) && !isOfDate(word)
  const isNumber = ({ text }: PageWord) =>
    otherAccountShape.test(text) && !/^\d\d-\d\d-\d\d$/.test(text) && parseDate(text) === undefined
  return words.flatMap((word, n) => {
    const before = words[n - 1]
    const isBegun = before !== undefined && isGroup(before) && isSpaceBetween(before, word)
    if (isGroup(word) && !isBegun) {
      const end = words.findIndex(
        (other, m) => m > n && !(isGroup(other) && isSpaceBetween(words[m - 1] as PageWord, other)),
      )
      const groups = words.slice(n, end < 0 ? undefined : end)
      if (groups.length > 1 && isGroupedNumber(textOf(groups))) return [groups]
    }
    if (!isNumber(word)) return []
    const isPrefixed = before && numberPrefix.test(before.text) && isSpaceBetween(before, word)
    const isLabel = before && /^(no|nr|id|ref|a\/c)$/i.test(before.text)
    return [isPrefixed && !isLabel ? [before, word] : [word]]
  })
}

/** Whether groups of digits have the length of an account number. Sort codes and phone numbers are groups, too. */
const isGroupedNumber = (text: string): boolean =>
  !sortCodeShape.test(text) && !/^0/.test(text) && /^(\D*\d){7,10}\D*$/.test(text)

type Caption = { text: string; positionWeight: number }

/** Lists the texts that may be the caption of a value: before it, in the cell above it and in the cell below it. */
function listCaptions(lines: readonly StatementLine[], index: number, value: readonly PageWord[]): Caption[] {
  const {
    beforeWeight,
    aboveWeight,
    cellGap,
    maxLinesBelow,
    maxDistanceBelow,
    maxCaptionPitch,
    maxLeftOffset,
  } = accountTuning
  const line = lines[index] as StatementLine
  const [first, last] = [value[0] as PageWord, value.at(-1) as PageWord]
  const start = line.words.indexOf(first)
  const before = splitIntoCells(line.words.slice(0, start), cellGap).at(-1)
  const captions = [{ text: textOf(before ?? []), positionWeight: beforeWeight }]
  const cell = splitIntoCells(line.words, cellGap).find((words) => words.includes(first))
  // A caption above or below belongs to the whole cell.
  if (cell?.length !== value.length) return captions
  const listCells = (others: readonly StatementLine[], maxDistance: number) =>
    others
      .filter(({ page, y, size }) => page === line.page && Math.abs(y - line.y) < maxDistance * size)
      .flatMap(({ words }) => splitIntoCells(words, cellGap))
  const above = listCells(lines.slice(Math.max(0, index - maxLinesBelow), index), maxDistanceBelow).findLast(
    (words) => (words[0] as PageWord).x < last.right && (words.at(-1) as PageWord).right > first.x,
  )
  const below = listCells(lines.slice(index + 1, index + 1 + maxLinesBelow), maxCaptionPitch).find(
    ([word]) => word && Math.abs(word.x - first.x) < maxLeftOffset,
  )
  return [
    ...captions,
    { text: textOf(above ?? []), positionWeight: aboveWeight },
    { text: textOf(below ?? []), positionWeight: 0 },
  ]
}

function weighCaption({ text, positionWeight }: Caption): number {
  const clause =
    text
      .replace(/( is)?[\s:.,\u2013-]*$/i, '')
      .split(/[:;.] /)
      .at(-1) ?? ''
  const caption = clause.replaceAll(',', '').split(' ').slice(-accountTuning.maxCaptionWords).join(' ')
  const [weight] = captionWording.find(([, wording]) => wording.test(caption)) ?? []
  return weight === undefined || otherCaption.test(caption) ? 0 : weight + positionWeight
}
