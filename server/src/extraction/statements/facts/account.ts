import type { PageRegion, PageWord } from '../../document.ts'
import { parseDate } from '../text/dates.ts'
import { locateWords, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { accountTuning } from '../tuning/facts.ts'

/** A value from the letterhead with the region where it is printed. */
export type LocatedFact = { value: string; place: PageRegion; isLabelled: boolean }

const sortCodeShape = /^(\d\d)(?:[-\u2013\u2010.\u00b7 ]?| \/ )(\d\d)(?:[-\u2013\u2010.\u00b7 ]?| \/ )(\d\d)$/
const accountShape = /^(\d{8}|\d{4} \d{4}|\d{2} \d{2} \d{2} \d{2})$/
const sortCodeLabel = /\bsort(ing)?\s?-?\s?code\b|\bsorting:?$|\bsortcode\b|\bs\/c\b|\bcod didoli\b/i
const accountLabel =
  /^(account|acc|a\/c|acct|ac)\.?\s*(number|num|no|nr|#)|^accountnumber|^rhif (y |eich )?cyfrif\b/i
/** Account and roll numbers of building societies and credit unions: `01-22817-S1`, `4/118820-6`, `AB1234567`. */
const otherAccountShape =
  /^(?!\d{1,4}$)(?=(?:\D*\d){4})(?:[A-Z]{1,4}[-/])*[A-Z]{0,3}[-/]?\d[\dA-Z]*([-/][\dA-Z]+)*$/
// Words before or after a label which show that it labels another number.
const otherNumber = /^(international|iban|customer|savings|linked|reference)$/i

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

/** Words before eight digits that are another number. */
const otherCaptionWord =
  /^(phone|tel|telephone|call|customer|reference|ref|linked|nominated|company|registered|vat|charity|frn|order|policy)\b/i

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

const accountHeading = /\b(account|saver|savings|isa|reserve|deposit|pot|spaces?)\b/i
/** A heading with the number in a cell of its own: `Sterling Current Account   Account no 40220316 (GBP)`. */
const headedNumber = /^(.*\b(?:account|a\/c)(?: (?:number|no\.?))?:? )?(\d{8})(?: \((?:GBP|£)\))?$/i

/**
 * Finds the account number in the heading directly above the rows: `Instant Saver 39308404`. The rows belong to that
 * account, whatever number the letterhead has.
 */
export function findHeadingAccount(
  lines: readonly StatementLine[],
  rows: readonly StatementLine[],
): LocatedFact | undefined {
  const [firstRow] = rows.toSorted((a, b) => a.page - b.page || a.y - b.y)
  if (!firstRow) return undefined
  const left = firstRow.words[0]?.x ?? 0
  const above = lines.filter(({ page, y }) => page === firstRow.page && y < firstRow.y)
  const heading = above.slice(-accountTuning.maxHeadingLines).findLast(
    (line) =>
      // A panel beside the table may name another account.
      Math.abs((line.words[0]?.x ?? 0) - left) < accountTuning.maxHeadingOffset &&
      line.amounts.length === 0 &&
      isAccountHeading(line),
  )
  const word = heading?.words.findLast(({ text }) => /^\d{8}$/.test(text))
  if (!heading || !word) return undefined
  return { value: word.text, place: locateWords(heading.page, [word]), isLabelled: false }
}

/**
 * Of several captioned account numbers, finds the one directly above the rows: a summary of all accounts may be first, in which
 * another account comes before it.
 */
export function findAccountAboveRows(
  accounts: readonly LocatedFact[],
  rows: readonly StatementLine[],
): LocatedFact | undefined {
  const labelled = accounts.filter(({ isLabelled }) => isLabelled)
  const [firstRow] = rows.toSorted((a, b) => a.page - b.page || a.y - b.y)
  if (!firstRow || new Set(labelled.map(({ value }) => value)).size < 2) return undefined
  const maxDistance = accountTuning.maxHeadingDistance * firstRow.size
  return labelled.findLast(({ place: { page, box } }) => {
    const distance = firstRow.y - box[3]
    return page === firstRow.page + 1 && distance > 0 && distance <= maxDistance
  })
}

function isAccountHeading({ words }: StatementLine): boolean {
  if (words.some(({ text }) => otherCaptionWord.test(text))) return false
  const [name, ...others] = splitIntoCells(words)
  const number = others.at(-1)
  if (name && number && headedNumber.test(textOf(number)))
    return accountHeading.test(textOf(name)) && !/\d/.test(textOf(name))
  const text = textOf(words)
  return (
    words.length <= accountTuning.maxHeadingWords &&
    accountHeading.test(text) &&
    /^\p{L}.* \d{8}$/u.test(text) &&
    !words.some((word) => /^(number|no\.?)$/i.test(word.text))
  )
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

const isSpaceBetween = (left: PageWord, right: PageWord): boolean =>
  right.x - left.right < accountTuning.maxSpace * right.size

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
function findOtherAccount(lines: readonly StatementLine[]): LocatedFact[] {
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

/** Removes IBANs from a line, because their groups of digits look like account numbers. */
function dropIban(line: StatementLine): StatementLine {
  const start = line.words.findIndex(({ text }) => /^[A-Z]{2}\d\d([A-Z]{4}|$)/.test(text))
  if (start < 0) return line
  // A sort code in the next cell also consists of short groups, so an IBAN ends at the gap between two cells.
  const isEnd = ({ text, x, size }: PageWord, n: number) =>
    !/^[A-Z\d]{1,4}$/.test(text) ||
    x - (line.words[start + n] as PageWord).right > accountTuning.cellGap * size
  const length = line.words.slice(start + 1).findIndex(isEnd)
  const end = length < 0 ? line.words.length : start + 1 + length
  return { ...line, words: [...line.words.slice(0, start), ...line.words.slice(end)] }
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

function findLabelled(
  lines: readonly StatementLine[],
  labelShape: RegExp,
  shape: RegExp,
  maxWords: number,
): LocatedFact[] {
  const facts: LocatedFact[] = []
  lines.forEach((line, index) => {
    const labels = [...findLabels(line, labelShape), ...findWrappedLabels(lines, index, labelShape)]
    for (const label of labels) {
      const value = findValue(lines, index, label, shape, maxWords)
      if (value) facts.push({ value: textOf(value), place: locateWords(line.page, value), isLabelled: true })
    }
  })
  return facts
}

/** A label: the index of the word after it, and its left and right edge. */
type Label = { end: number; x: number; right: number }

/** Finds a value right of the label or, if there is none, on the lines below it. */
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
  return findValueAbove(lines, index, label, shape, maxWords)
}

/** Finds a value above its label: a caption in smaller type at the same left edge. */
function findValueAbove(
  lines: readonly StatementLine[],
  index: number,
  label: Label,
  shape: RegExp,
  maxWords: number,
): PageWord[] | undefined {
  const { maxLinesBelow, maxCaptionPitch, maxLeftOffset } = accountTuning
  const line = lines[index] as StatementLine
  for (const above of lines.slice(Math.max(0, index - maxLinesBelow), index).toReversed()) {
    if (above.page !== line.page || line.y - above.y > maxCaptionPitch * above.size) break
    const start = above.words.findIndex(({ x }) => Math.abs(x - label.x) < maxLeftOffset)
    const cell = start < 0 ? [] : takeCell(above, start)
    if (cell.length > 0 && cell.length <= maxWords && shape.test(textOf(cell))) return cell
  }
  return undefined
}

function findLabels({ words }: StatementLine, labelShape: RegExp): Label[] {
  const labels: Label[] = []
  for (let n = 0; n < words.length; n++) {
    for (const count of [1, 2, 3]) {
      const group = words.slice(n, n + count)
      if (group.length < count || labelShape.exec(textOf(group).replace(/^\(/, ''))?.index !== 0) continue
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

/** Finds labels whose last word is wrapped to this line: `Rhif y cyfrif / Account` above `number`. */
function findWrappedLabels(lines: readonly StatementLine[], index: number, labelShape: RegExp): Label[] {
  const { words, page, y, size } = lines[index] as StatementLine
  const { maxLinesBelow, maxWrapPitch, maxLeftOffset, cellGap } = accountTuning
  const above = lines
    .slice(Math.max(0, index - maxLinesBelow), index)
    .filter((line) => line.page === page && y - line.y < maxWrapPitch * size)
    .flatMap((line) => splitIntoCells(line.words, cellGap))
  return splitIntoCells(words, cellGap).flatMap(([word, second]) => {
    if (!word || second) return []
    const start = above.find(([first]) => first && Math.abs(first.x - word.x) < maxLeftOffset)
    const isLabel = start && labelShape.exec(`${start.at(-1)?.text} ${word.text}`)?.index === 0
    return isLabel ? [{ end: words.indexOf(word) + 1, x: word.x, right: word.right }] : []
  })
}

/**
 * Returns the left edge of the cell that contains a label. The value is below the first word of the cell, as in
 * `Branch sort code`.
 */
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
      // Longer account numbers are printed in groups, too: `55 2001 7721`.
      if (before && isPartOfGroups(before, group)) continue
      if (shape.test(removePunctuation(textOf(group)))) return group
    }
  }
  return undefined
}

/** Whether groups of digits continue another group of digits before them. */
const isPartOfGroups = (before: PageWord, group: readonly PageWord[]): boolean =>
  group.length > 1 && /^\d{1,3}$/.test(before.text) && isSpaceBetween(before, group[0] as PageWord)

/** Removes brackets and punctuation around a number: `(sort code 15-99-30)`. */
const removePunctuation = (text: string): string => text.replace(/^[([]/, '').replace(/[)\]:;,.]+$/, '')

const maxIbanGroups = 9
/** Lengths of IBANs of the United Kingdom and of other countries whose banks have customers there. */
const ibanLengths: Record<string, number> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IM: 22,
  IS: 26,
  IT: 27,
  JE: 22,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
}

/**
 * Finds the printed IBAN, which may be wrapped in its cell. One with wrong check digits is returned as printed if the
 * page calls it an IBAN.
 */
export function findIban(lines: readonly StatementLine[]): LocatedFact | undefined {
  const valid = findIbanWhere(lines, hasValidCheckDigits)
  if (valid || !lines.some(({ words }) => words.some(({ text }) => /^\(?IBAN\b/i.test(text)))) return valid
  const printed = findIbanWhere(lines, (text) => /^GB\d\d[A-Z]{4}\d{14}$/.test(text))
  return printed && { ...printed, isLabelled: false }
}

function findIbanWhere(
  lines: readonly StatementLine[],
  isIban: (text: string) => boolean,
): LocatedFact | undefined {
  for (const [index, line] of lines.entries()) {
    for (let n = 0; n < line.words.length; n++) {
      const first = line.words[n] as PageWord
      if (!/^[A-Z]{2}\d\d/.test(first.text)) continue
      const words = [
        ...line.words.slice(n, n + maxIbanGroups),
        ...listWordsBelow(lines, index, first).slice(0, maxIbanGroups),
      ]
      const iban =
        readIban(words, isIban) ??
        readIban([...takeCell(line, n), ...listWordsBelow(lines, index, first)], isIban)
      if (iban) return { value: iban.value, place: locateWords(line.page, iban.words), isLabelled: true }
    }
  }
  return undefined
}

function readIban(
  words: readonly PageWord[],
  isIban: (text: string) => boolean,
): { value: string; words: PageWord[] } | undefined {
  let value = ''
  for (const [n, { text }] of words.entries()) {
    value += text.replace(/[.,;:)]$/, '')
    const length = ibanLengths[value.slice(0, 2)] ?? 0
    if (value.length > length || !/^[A-Z]{2}\d\d[A-Z0-9]*$/.test(value)) return undefined
    if (value.length === length) return isIban(value) ? { value, words: words.slice(0, n + 1) } : undefined
  }
  return undefined
}

/** Returns the words of the cell that begins with this word. */
function takeCell({ words }: StatementLine, start: number): PageWord[] {
  const cell = [words[start] as PageWord]
  for (const word of words.slice(start + 1)) {
    if (!isNear(word, cell)) break
    cell.push(word)
  }
  return cell
}

/** Returns the cell at the same left edge on one of the next lines: the rest of a wrapped value. */
function listWordsBelow(lines: readonly StatementLine[], index: number, first: PageWord): PageWord[] {
  const { maxLinesBelow, maxWrapPitch, maxLeftOffset } = accountTuning
  const line = lines[index] as StatementLine
  for (const below of lines.slice(index + 1, index + 1 + maxLinesBelow)) {
    if (below.page !== line.page || below.y - line.y > maxWrapPitch * line.size) break
    const start = below.words.findIndex(({ x }) => Math.abs(x - first.x) < maxLeftOffset)
    if (start >= 0) return takeCell(below, start)
  }
  return []
}

function hasValidCheckDigits(iban: string): boolean {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  }
  return remainder === 1
}
