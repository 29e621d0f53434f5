import type { Place, Word } from '../../document.ts'
import { cellsOf, type Line, placeOf, textOf } from '../text/lines.ts'

export type Fact = { value: string; place: Place; isLabelled: boolean }

const sortCodeShape = /^(\d\d)[-\u2013\u2010 ]?(\d\d)[-\u2013\u2010 ]?(\d\d)$/
const accountShape = /^(\d{8}|\d{4} \d{4}|\d{2} \d{2} \d{2} \d{2})$/
const sortCodeLabel = /\bsort\s?-?\s?code\b|\bsortcode\b|\bs\/c\b/i
const accountLabel = /^(account|acc|a\/c|acct)\.?\s*(number|num|no|nr|#)|^accountnumber/i
// What leads words into a number of another kind, or says afterwards that it is one.
const otherNumber = /^(international|iban|customer|savings|linked|reference)$/i

/** Every sort code and account number that stands beside or under its label, in the order of the pages. */
export function accountsOf(all: readonly Line[]): { sortCodes: Fact[]; accounts: Fact[] } {
  const lines = all.map(withoutIban)
  const pairs = lines.flatMap(pairsIn)
  const sortCodes = [
    ...labelled(lines, sortCodeLabel, sortCodeShape, 3),
    ...pairs.map(({ sortCode }) => sortCode),
    ...lines.flatMap(bareSortCodes),
  ]
  const accounts = [
    ...labelled(lines, accountLabel, accountShape, 4),
    ...bareAccounts(lines),
    ...pairs.map(({ account }) => account),
  ]
  return {
    sortCodes: sortCodes.map(withDashes),
    accounts: accounts.map((fact) => ({ ...fact, value: fact.value.replace(/\D/g, '') })),
  }
}

/** The groups of an IBAN look like numbers of accounts. */
function withoutIban(line: Line): Line {
  const start = line.words.findIndex(({ text }) => /^[A-Z]{2}\d\d([A-Z]{4}|$)/.test(text))
  if (start < 0) return line
  const length = line.words.slice(start + 1).findIndex(({ text }) => !/^[A-Z\d]{1,4}$/.test(text))
  const end = length < 0 ? line.words.length : start + 1 + length
  return { ...line, words: [...line.words.slice(0, start), ...line.words.slice(end)] }
}

/** A sort code and eight digits side by side need no label: `00-13-64 / 25701598`, `001364 25701598`. */
function pairsIn({ words, page }: Line): { sortCode: Fact; account: Fact }[] {
  return words.flatMap((word, n) => {
    if (!/^\d{8}[,;.]?$/.test(word.text)) return []
    const isJoined = /^[/|,\u00b7-]$/.test(words[n - 1]?.text ?? '')
    const before = isJoined ? n - 1 : n
    for (const count of [1, 3]) {
      const some = words.slice(Math.max(0, before - count), before)
      const text = textOf(some).replace(/[,;]$/, '')
      if (some.length < count || !sortCodeShape.test(text)) continue
      // Six digits without dashes could be anything, but for what joins them to the account.
      if (count === 1 && /^\d{6}$/.test(text) && !isJoined) continue
      const far = word.x - (some.at(-1)?.right ?? 0)
      if (far > 3 * word.size && !isJoined && !/-/.test(text)) continue
      const fact = (value: string, own: Word[]) => ({
        value,
        place: placeOf(page, own),
        isLabelled: isJoined,
      })
      return [{ sortCode: fact(text, some), account: fact(word.text, [word]) }]
    }
    return []
  })
}

const isAccount = /^(account|a\/c|acc|acct):?$/i

/** `Account` with eight digits after it, or nothing else in its cell and the digits right of it or below. */
function bareAccounts(lines: readonly Line[]): Fact[] {
  return lines.flatMap((line, at) =>
    cellsOf(line.words, 0.8).flatMap((cell) => {
      const within = cell.findIndex(
        ({ text }, n) => isAccount.test(text) && /^\d{8}\W?$/.test(cell[n + 1]?.text ?? ''),
      )
      const first = cell[Math.max(0, within)]
      if (!first || !isAccount.test(first.text) || (within < 0 && cell[1])) return []
      const spot = { end: line.words.indexOf(first) + 1, x: first.x, right: first.right }
      const found = valueAt(lines, at, spot, accountShape, 1)
      return found ? [{ value: textOf(found), place: placeOf(line.page, found), isLabelled: true }] : []
    }),
  )
}

/** Pairs of digits with dashes that are no day. */
const bareSortCodes = ({ words, page, dates }: Line): Fact[] =>
  words
    .filter(
      (word) => /^\d\d-\d\d-\d\d[.,;]?$/.test(word.text) && !dates.some((hit) => hit.words.includes(word)),
    )
    .map((word) => ({ value: word.text, place: placeOf(page, [word]), isLabelled: false }))

const withDashes = (fact: Fact): Fact => ({
  ...fact,
  value: fact.value.replace(/\D/g, '').replace(/^(..)(..)(..)$/, '$1-$2-$3'),
})

/** Values of a shape to the right of a label, else on the lines under it. */
function labelled(lines: readonly Line[], label: RegExp, shape: RegExp, mostWords: number): Fact[] {
  const facts: Fact[] = []
  lines.forEach((line, at) => {
    for (const spot of labelsIn(line, label)) {
      const found = valueAt(lines, at, spot, shape, mostWords)
      if (found) facts.push({ value: textOf(found), place: placeOf(line.page, found), isLabelled: true })
    }
  })
  return facts
}

type Spot = { end: number; x: number; right: number }

/** Right of the label, up to the next one; else on the lines under it. */
function valueAt(
  lines: readonly Line[],
  at: number,
  spot: Spot,
  shape: RegExp,
  mostWords: number,
): Word[] | undefined {
  const line = lines[at] as Line
  const right = firstOf(line.words.slice(spot.end), shape, mostWords)
  if (right) return right
  for (const below of lines.slice(at + 1, at + 4)) {
    if (below.page !== line.page || below.y - line.y > 4 * line.size) break
    const under = below.words.filter(({ x, right: end }) => end > spot.x - 6 && x < spot.right + 60)
    const found = firstOf(under, shape, mostWords)
    if (found) return found
  }
  return undefined
}

function labelsIn({ words }: Line, label: RegExp): Spot[] {
  const spots: Spot[] = []
  for (let n = 0; n < words.length; n++) {
    for (const count of [1, 2, 3]) {
      const some = words.slice(n, n + count)
      if (some.length < count || label.exec(textOf(some))?.index !== 0) continue
      const isOther = [words[n - 1], words[n + count]].some(
        (word) => word && otherNumber.test(word.text.replace(/[():]/g, '')) && isNear(word, some),
      )
      if (!isOther) spots.push({ end: n + count, x: cellStart(words, n), right: (some.at(-1) as Word).right })
      break
    }
  }
  return spots
}

/** Values stand under the first word of their cell: `Branch sort code`. */
function cellStart(words: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && isNear(words[start - 1] as Word, [words[start] as Word])) start--
  return (words[start] as Word).x
}

const isNear = (word: Word, some: readonly Word[]): boolean =>
  Math.max((some[0] as Word).x - word.right, word.x - (some.at(-1) as Word).right) < 0.8 * word.size

function firstOf(words: readonly Word[], shape: RegExp, mostWords: number): Word[] | undefined {
  for (let n = 0; n < words.length; n++) {
    for (let count = 1; count <= mostWords && n + count <= words.length; count++) {
      const some = words.slice(n, n + count)
      // Groups of four may be parts of an IBAN.
      const before = words[n - 1]
      if (count === 2 && before && /^[A-Z\d]{4}$/.test(before.text)) continue
      if (shape.test(textOf(some).replace(/[:;,.]$/, ''))) return some
    }
  }
  return undefined
}

/** An IBAN that is printed and whose check digits are right. */
export function ibanOf(lines: readonly Line[]): Fact | undefined {
  for (const line of lines) {
    for (let n = 0; n < line.words.length; n++) {
      if (!/^[A-Z]{2}\d\d/.test(line.words[n]?.text ?? '')) continue
      for (let count = 1; count <= 9 && n + count <= line.words.length; count++) {
        const words = line.words.slice(n, n + count)
        const value = words.map(({ text }) => text).join('')
        if (/^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/.test(value) && isIban(value))
          return { value, place: placeOf(line.page, words), isLabelled: true }
      }
    }
  }
  return undefined
}

function isIban(iban: string): boolean {
  if (iban.startsWith('GB') && iban.length !== 22) return false
  let rest = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest === 1
}
