import type { PageWord } from '../../document.ts'
import { locateWords, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { accountTuning } from '../tuning/facts.ts'
import { dropIban } from './iban.ts'
import {
  findLabelled,
  findValue,
  isSpaceBetween,
  otherCaptionWord,
  otherNumber,
  sortCodeShape,
} from './labelled-values.ts'
import type { LocatedFact } from './located-fact.ts'
import { findOtherAccount } from './other-account-number.ts'

// Sort codes and account numbers of eight digits.

const accountShape = /^(\d{8}|\d{4} \d{4}|\d{2} \d{2} \d{2} \d{2})$/
const sortCodeLabel = /\bsort(ing)?\s?-?\s?code\b|\bsorting:?$|\bsortcode\b|\bs\/c\b|\bcod didoli\b/i
const accountLabel =
  /^(account|acc|a\/c|acct|ac)\.?\s*(number|num|no|nr|#)|^accountnumber|^rhif (y |eich )?cyfrif\b/i

/** Returns every sort code and account number. Labelled ones are first; each group is in page order. */
export function findAccounts(allLines: readonly StatementLine[]): {
  sortCodes: LocatedFact[]
  accounts: LocatedFact[]
} {
  const lines = allLines.map(dropIban).map(splitGluedWords)
  const pairs = lines.flatMap(findPairs)
  const sortCodes = [
    ...findLabelled(lines, sortCodeLabel, sortCodeShape, 5),
    ...pairs.map(({ sortCode }) => sortCode),
    ...lines.flatMap(findBareSortCodes),
  ]
  const accounts = [
    ...findLabelled(lines, accountLabel, accountShape, 4),
    ...findBareAccounts(lines),
    ...findProductAccounts(lines),
    ...pairs.map(({ account }) => account),
  ]
  const others = accounts.some(({ isLabelled }) => isLabelled) ? [] : findOtherAccount(lines)
  const known = [...accounts.map((fact) => formatAccount(fact, lines)), ...others]
  return {
    sortCodes: sortCodes.map(formatSortCode),
    accounts: known.length === 0 && sortCodes.length > 0 ? findLoneAccount(lines) : known,
  }
}

/** Finds eight digits without a caption on the first page of a statement with a sort code, if they are the only ones. */
function findLoneAccount(lines: readonly StatementLine[]): LocatedFact[] {
  const numbers = lines
    .filter(({ page }) => page === 0)
    .flatMap(({ words, dates, page }) =>
      words.flatMap((word, n) => {
        const isNumber = /^\d{8}[,.;]?$/.test(word.text) && !dates.some((date) => date.words.includes(word))
        const isOther = words.slice(Math.max(0, n - 2), n).some(({ text }) => otherCaptionWord.test(text))
        if (!isNumber || isOther) return []
        return [{ value: word.text.slice(0, 8), place: locateWords(page, [word]), isLabelled: false }]
      }),
    )
  return new Set(numbers.map(({ value }) => value)).size === 1 ? numbers.slice(0, 1) : []
}

/**
 * Finds the sort code and account number that every row of an export repeats: `28/11/2025 DEB 07-52-61 15570938 …`. Rows
 * with different pairs list several accounts.
 */
export function findRepeatedPair(
  rows: readonly StatementLine[],
): { sortCode: LocatedFact; account: LocatedFact } | undefined {
  const pairs = rows.map((line) => findPairs(splitGluedWords(line))[0])
  const [first] = pairs
  if (!first || rows.length < accountTuning.minExportRows) return undefined
  const isRepeated = pairs.every((pair) => pair?.account.value === first.account.value)
  return isRepeated ? { sortCode: formatSortCode(first.sortCode), account: first.account } : undefined
}

const suffixShape = /^\d{2,3}$/

/**
 * Formats an account number as eight digits, followed by the suffix that building societies print after it:
 * `20417739 06`.
 */
function formatAccount(fact: LocatedFact, lines: readonly StatementLine[]): LocatedFact {
  const digits = fact.value.replace(/\D/g, '')
  const { page, box } = fact.place
  const line = lines.find(
    ({ page: index, words }) =>
      index === page - 1 && words.some(({ right, y }) => right === box[2] && y > box[1] && y < box[3]),
  )
  const last = line?.words.findIndex(({ right }) => right === box[2]) ?? -1
  const [number, suffix, next] = line?.words.slice(last, last + 3) ?? []
  const isSuffix =
    last >= 0 &&
    number !== undefined &&
    suffix !== undefined &&
    suffixShape.test(suffix.text) &&
    isSpaceBetween(number, suffix) &&
    // A date or a sort code may follow the account number.
    !line?.dates.some(({ words }) => words.includes(suffix)) &&
    !(next && isSpaceBetween(suffix, next) && /^\d|^[-/]/.test(next.text))
  return { ...fact, value: isSuffix ? `${digits} ${suffix.text}` : digits }
}

const gluedLabel = /^(\D*(?:no\.?|number|#|:))(\d{6,})$/i
const gluedPair = /^(\d\d-\d\d-\d\d(?=[/|-])|\d{6}(?=[/|]))([/|-])(\d{8})$/

/** Splits words that contain both a label and a number, or two numbers: `No.39308396`, `00-31-88/39308396`. */
function splitGluedWords(line: StatementLine): StatementLine {
  if (!line.words.some(({ text }) => gluedLabel.test(text) || gluedPair.test(text))) return line
  const words = line.words.flatMap((word) => {
    const parts = (gluedLabel.exec(word.text) ?? gluedPair.exec(word.text))?.slice(1) ?? [word.text]
    const width = (word.right - word.x) / word.text.length
    let right = word.x
    return parts.map((text) => {
      const x = right
      right = x + text.length * width
      return { ...word, text, x, right }
    })
  })
  return { ...line, words }
}

/**
 * Finds a sort code and an eight-digit account number side by side, which need no label: `00-13-64 / 25701598`,
 * `001364 25701598`.
 */
function findPairs({ words, page }: StatementLine): { sortCode: LocatedFact; account: LocatedFact }[] {
  return words.flatMap((word, n) => {
    if (!/^\d{8}[,;.]?$/.test(word.text)) return []
    const isJoined = /^[/|,\u00b7-]$/.test(words[n - 1]?.text ?? '')
    const before = isJoined ? n - 1 : n
    for (const count of [1, 3]) {
      const group = words.slice(Math.max(0, before - count), before)
      const text = textOf(group).replace(/[,;]$/, '')
      if (group.length < count || !sortCodeShape.test(text)) continue
      // Six digits without dashes are ambiguous, unless a slash joins them to the account number.
      if (count === 1 && /^\d{6}$/.test(text) && !isJoined && !isNamedAccount(words, group)) continue
      const gap = word.x - (group.at(-1)?.right ?? 0)
      if (gap > accountTuning.maxPairGap * word.size && !isJoined && !/-/.test(text)) continue
      // The word `account` before the pair counts as its label: `Transactions on account 00-13-64 25701598`.
      const isNamed = /^account$/i.test(words[before - count - 1]?.text ?? '')
      const createFact = (value: string, factWords: PageWord[]) => ({
        value,
        place: locateWords(page, factWords),
        isLabelled: isJoined || isNamed,
      })
      return [{ sortCode: createFact(text, group), account: createFact(word.text, [word]) }]
    }
    // The account number may be first: `20771365 / 61-48-02`.
    const [joint, code] = words.slice(n + 1, n + 3)
    if (!joint || !code || !/^[/|\u00b7]$/.test(joint.text) || !/^\d\d-\d\d-\d\d$/.test(code.text)) return []
    const locate = (factWord: PageWord) => ({
      value: factWord.text,
      place: locateWords(page, [factWord]),
      isLabelled: true,
    })
    return [{ sortCode: locate(code), account: locate(word) }]
  })
}

/** Whether the words before a pair of numbers call it an account: `Account Flex Current 608344 48820157`. */
const isNamedAccount = (words: readonly PageWord[], [first]: readonly PageWord[]): boolean =>
  /^(account|a\/c)\b/i.test(textOf(words)) &&
  words.every(({ text, x }) => x >= (first?.x ?? 0) || !/\d/.test(text))

/** Words before the number of another account. */
const linkedAccount = /^(linked|nominated)$/i

const bareAccountLabel = /^(account|a\/c|acc|acct|cyfrif):?$/i

/**
 * Finds account numbers labelled only `Account`, either followed by eight digits or alone in its cell with the digits
 * to its right or below.
 */
function findBareAccounts(lines: readonly StatementLine[]): LocatedFact[] {
  return lines.flatMap((line, index) =>
    splitIntoCells(line.words, accountTuning.cellGap).flatMap((cell) => {
      const within = cell.findIndex(
        ({ text }, n) =>
          bareAccountLabel.test(text) &&
          /^(\d{8}|\d{4} \d{4})\W?$/.test(
            /^\d{8}/.test(cell[n + 1]?.text ?? '')
              ? (cell[n + 1]?.text ?? '')
              : textOf(cell.slice(n + 1, n + 3)),
          ),
      )
      if (cell.slice(0, Math.max(0, within)).some(({ text }) => linkedAccount.test(text))) return []
      const first = cell[Math.max(0, within)]
      const isNumber =
        first !== undefined && /^number:?$/i.test(first.text) && sortCodeLabel.test(textOf(line.words))
      if (!first || !(bareAccountLabel.test(first.text) || isNumber) || (within < 0 && cell[1])) return []
      const label = { end: line.words.indexOf(first) + 1, x: first.x, right: first.right }
      const value = findValue(lines, index, label, accountShape, 2)
      return value ? [{ value: textOf(value), place: locateWords(line.page, value), isLabelled: true }] : []
    }),
  )
}

/**
 * Finds account numbers below a caption that names the product: `EVERYDAY ACCOUNT` above `70024415`. Both are alone
 * in their cells.
 */
function findProductAccounts(lines: readonly StatementLine[]): LocatedFact[] {
  const { cellGap, maxPanelLines, maxDistanceBelow, maxLeftOffset, maxProductWords } = accountTuning
  return lines.flatMap((line, index) =>
    splitIntoCells(line.words, cellGap).flatMap((cell) => {
      const [first, last] = [cell[0] as PageWord, cell.at(-1) as PageWord]
      if (cell.length < 2 || cell.length > maxProductWords || !bareAccountLabel.test(last.text)) return []
      if (cell.some(({ text }) => otherNumber.test(text))) return []
      const below = lines
        .slice(index + 1, index + 1 + maxPanelLines)
        .filter(({ page, y }) => page === line.page && y - line.y < maxDistanceBelow * line.size)
        .flatMap(({ words }) => splitIntoCells(words, cellGap))
        .find(([word]) => word && Math.abs(word.x - first.x) < maxLeftOffset)
      return below?.length === 1 && below[0] && /^\d{8}$/.test(below[0].text)
        ? [{ value: below[0].text, place: locateWords(line.page, below), isLabelled: true }]
        : []
    }),
  )
}

/** Finds three pairs of digits with dashes that are not a date. */
const findBareSortCodes = ({ words, page, dates }: StatementLine): LocatedFact[] =>
  words
    .filter(
      (word) =>
        /^[([]?\d\d-\d\d-\d\d[)\]]?[.,;]?$/.test(word.text) &&
        !dates.some((date) => date.words.includes(word)),
    )
    .map((word) => ({ value: word.text, place: locateWords(page, [word]), isLabelled: false }))

const formatSortCode = (fact: LocatedFact): LocatedFact => ({
  ...fact,
  value: fact.value.replace(/\D/g, '').replace(/^(..)(..)(..)$/, '$1-$2-$3'),
})
