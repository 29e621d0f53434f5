import type { PageRegion, PageWord } from '../../document.ts'
import { locateWords, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'

import { accountTuning } from '../tuning.ts'

/** A value of the letterhead with its region. */
export type LocatedFact = { value: string; place: PageRegion; isLabelled: boolean }

const sortCodeShape = /^(\d\d)[-\u2013\u2010 ]?(\d\d)[-\u2013\u2010 ]?(\d\d)$/
const accountShape = /^(\d{8}|\d{4} \d{4}|\d{2} \d{2} \d{2} \d{2})$/
const sortCodeLabel = /\bsort\s?-?\s?code\b|\bsortcode\b|\bs\/c\b/i
const accountLabel = /^(account|acc|a\/c|acct)\.?\s*(number|num|no|nr|#)|^accountnumber/i
// Words before or after a label that make it the label of another number.
const otherNumber = /^(international|iban|customer|savings|linked|reference)$/i

/** Every sort code and account number, the labelled ones first, in page order. */
export function findAccounts(allLines: readonly StatementLine[]): {
  sortCodes: LocatedFact[]
  accounts: LocatedFact[]
} {
  const lines = allLines.map(dropIban)
  const pairs = lines.flatMap(findPairs)
  const sortCodes = [
    ...findLabelled(lines, sortCodeLabel, sortCodeShape, 3),
    ...pairs.map(({ sortCode }) => sortCode),
    ...lines.flatMap(findBareSortCodes),
  ]
  const accounts = [
    ...findLabelled(lines, accountLabel, accountShape, 4),
    ...findBareAccounts(lines),
    ...pairs.map(({ account }) => account),
  ]
  return {
    sortCodes: sortCodes.map(formatSortCode),
    accounts: accounts.map((fact) => ({ ...fact, value: fact.value.replace(/\D/g, '') })),
  }
}

/** Groups of an IBAN look like account numbers. */
function dropIban(line: StatementLine): StatementLine {
  const start = line.words.findIndex(({ text }) => /^[A-Z]{2}\d\d([A-Z]{4}|$)/.test(text))
  if (start < 0) return line
  const length = line.words.slice(start + 1).findIndex(({ text }) => !/^[A-Z\d]{1,4}$/.test(text))
  const end = length < 0 ? line.words.length : start + 1 + length
  return { ...line, words: [...line.words.slice(0, start), ...line.words.slice(end)] }
}

/** A sort code and eight digits side by side need no label: `00-13-64 / 25701598`, `001364 25701598`. */
function findPairs({ words, page }: StatementLine): { sortCode: LocatedFact; account: LocatedFact }[] {
  return words.flatMap((word, n) => {
    if (!/^\d{8}[,;.]?$/.test(word.text)) return []
    const isJoined = /^[/|,\u00b7-]$/.test(words[n - 1]?.text ?? '')
    const before = isJoined ? n - 1 : n
    for (const count of [1, 3]) {
      const group = words.slice(Math.max(0, before - count), before)
      const text = textOf(group).replace(/[,;]$/, '')
      if (group.length < count || !sortCodeShape.test(text)) continue
      // Six digits without dashes could be anything, unless a slash joins them to the account number.
      if (count === 1 && /^\d{6}$/.test(text) && !isJoined) continue
      const gap = word.x - (group.at(-1)?.right ?? 0)
      if (gap > accountTuning.maxPairGap * word.size && !isJoined && !/-/.test(text)) continue
      const createFact = (value: string, factWords: PageWord[]) => ({
        value,
        place: locateWords(page, factWords),
        isLabelled: isJoined,
      })
      return [{ sortCode: createFact(text, group), account: createFact(word.text, [word]) }]
    }
    return []
  })
}

const bareAccountLabel = /^(account|a\/c|acc|acct):?$/i

/** `Account` followed by eight digits, or alone in its cell with the digits to its right or below. */
function findBareAccounts(lines: readonly StatementLine[]): LocatedFact[] {
  return lines.flatMap((line, index) =>
    splitIntoCells(line.words, accountTuning.cellGap).flatMap((cell) => {
      const within = cell.findIndex(
        ({ text }, n) => bareAccountLabel.test(text) && /^\d{8}\W?$/.test(cell[n + 1]?.text ?? ''),
      )
      const first = cell[Math.max(0, within)]
      if (!first || !bareAccountLabel.test(first.text) || (within < 0 && cell[1])) return []
      const label = { end: line.words.indexOf(first) + 1, x: first.x, right: first.right }
      const value = findValue(lines, index, label, accountShape, 1)
      return value ? [{ value: textOf(value), place: locateWords(line.page, value), isLabelled: true }] : []
    }),
  )
}

/** Three pairs of digits with dashes that are not a date. */
const findBareSortCodes = ({ words, page, dates }: StatementLine): LocatedFact[] =>
  words
    .filter(
      (word) => /^\d\d-\d\d-\d\d[.,;]?$/.test(word.text) && !dates.some((date) => date.words.includes(word)),
    )
    .map((word) => ({ value: word.text, place: locateWords(page, [word]), isLabelled: false }))

const formatSortCode = (fact: LocatedFact): LocatedFact => ({
  ...fact,
  value: fact.value.replace(/\D/g, '').replace(/^(..)(..)(..)$/, '$1-$2-$3'),
})

function findLabelled(
  lines: readonly StatementLine[],
  labelShape: RegExp,
  shape: RegExp,
  maxWords: number,
): LocatedFact[] {
  const facts: LocatedFact[] = []
  lines.forEach((line, index) => {
    for (const label of findLabels(line, labelShape)) {
      const value = findValue(lines, index, label, shape, maxWords)
      if (value) facts.push({ value: textOf(value), place: locateWords(line.page, value), isLabelled: true })
    }
  })
  return facts
}

/** A label: the index of the word behind it, and its edges. */
type Label = { end: number; x: number; right: number }

/** A value right of the label, otherwise on the lines below it. */
function findValue(
  lines: readonly StatementLine[],
  index: number,
  label: Label,
  shape: RegExp,
  maxWords: number,
): PageWord[] | undefined {
  const { maxLinesBelow, maxDistanceBelow, maxLeftOffset, maxRightOffset } = accountTuning
  const line = lines[index] as StatementLine
  const right = findFirst(line.words.slice(label.end), shape, maxWords)
  if (right) return right
  for (const below of lines.slice(index + 1, index + 1 + maxLinesBelow)) {
    if (below.page !== line.page || below.y - line.y > maxDistanceBelow * line.size) break
    const words = below.words.filter(
      ({ x, right: end }) => end > label.x - maxLeftOffset && x < label.right + maxRightOffset,
    )
    const value = findFirst(words, shape, maxWords)
    if (value) return value
  }
  return undefined
}

function findLabels({ words }: StatementLine, labelShape: RegExp): Label[] {
  const labels: Label[] = []
  for (let n = 0; n < words.length; n++) {
    for (const count of [1, 2, 3]) {
      const group = words.slice(n, n + count)
      if (group.length < count || labelShape.exec(textOf(group))?.index !== 0) continue
      const isOther = [words[n - 1], words[n + count]].some(
        (word) => word && otherNumber.test(word.text.replace(/[():]/g, '')) && isNear(word, group),
      )
      if (!isOther)
        labels.push({ end: n + count, x: getCellStart(words, n), right: (group.at(-1) as PageWord).right })
      break
    }
  }
  return labels
}

/** A value is below the first word of the cell of its label: `Branch sort code`. */
function getCellStart(words: readonly PageWord[], index: number): number {
  let start = index
  while (start > 0 && isNear(words[start - 1] as PageWord, [words[start] as PageWord])) start--
  return (words[start] as PageWord).x
}

const isNear = (word: PageWord, group: readonly PageWord[]): boolean =>
  Math.max((group[0] as PageWord).x - word.right, word.x - (group.at(-1) as PageWord).right) <
  accountTuning.cellGap * word.size

function findFirst(words: readonly PageWord[], shape: RegExp, maxWords: number): PageWord[] | undefined {
  for (let n = 0; n < words.length; n++) {
    for (let count = 1; count <= maxWords && n + count <= words.length; count++) {
      const group = words.slice(n, n + count)
      // Two groups of four digits may be part of an IBAN.
      const before = words[n - 1]
      if (count === 2 && before && /^[A-Z\d]{4}$/.test(before.text)) continue
      if (shape.test(textOf(group).replace(/[:;,.]$/, ''))) return group
    }
  }
  return undefined
}

const maxIbanGroups = 9

/** A printed IBAN with valid check digits. */
export function findIban(lines: readonly StatementLine[]): LocatedFact | undefined {
  for (const line of lines) {
    for (let n = 0; n < line.words.length; n++) {
      if (!/^[A-Z]{2}\d\d/.test(line.words[n]?.text ?? '')) continue
      for (let count = 1; count <= maxIbanGroups && n + count <= line.words.length; count++) {
        const words = line.words.slice(n, n + count)
        const value = words.map(({ text }) => text).join('')
        if (/^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(value) && hasValidCheckDigits(value))
          return { value, place: locateWords(line.page, words), isLabelled: true }
      }
    }
  }
  return undefined
}

function hasValidCheckDigits(iban: string): boolean {
  if (iban.startsWith('GB') && iban.length !== 22) return false
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder === 1
}
