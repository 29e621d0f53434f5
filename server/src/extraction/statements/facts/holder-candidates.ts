import type { PageWord } from '../../document.ts'
import { parseDate } from '../text/dates.ts'
import { type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { type HolderFeature, holderTuning } from '../tuning/names.ts'
import {
  bankWords,
  company,
  isCompanyName,
  isHolderName,
  isLabelledName,
  isName,
  isPersonalName,
  isProductName,
  noise,
  office,
  postcode,
  title,
} from './holder-form.ts'

/** A text that may name the account holder. `secondLine` contains the second of two joint holders. */
export type HolderCandidate = {
  words: PageWord[]
  secondLine: PageWord[]
  page: number
  features: HolderFeature[]
}

export const label =
  /^([^/]{3,30} \/ |enw('r|\u2019r| y) (cyfrif|cwsmer|aelod|deiliad) )?((first |second |primary |main |joint )?(account|a\/c|acc|acct)?\.?\s*(holders?|holder\(s\))( names?)?|(account|a\/c|acc|acct)\.?\s*(name\(?s?\)?|title|owners?)|account(?=:?$)|title of account|in account with|(customer|client|holder|member|owner|depositor)(['\u2019]?s?|\(s\))( name)?|(full |business |company |trading |registered |organisation )?name\(?s?\)?( (of|on) (the )?(account holder|account|customer))?|registered holder|organisation|addressee|document requested by|(statement |document )?(prepared for|issued to)|for the attention of|statement (for|of)|(this )?statement belongs to|account-holder|account (of|in (the )?name of)|(\p{L}+ )?in the name of|requested by|held by|logged (in|on)( as)?|signed in as|investor|saver|business( owner)?|(this )?account belongs to|enw('r|\u2019r| y) (cyfrif|cwsmer|aelod|deiliad))(?![\p{L}\d'\u2019(])( \/ [^/]{3,30}$| \([^)]{3,30}\)$)?\s*:?\s*/iu

/** Captions of the name of a business, which may be a single word. */
const businessCaption = /^(business|company|trading|organisation|registered)( name)?\b/i
const isWordOfName = (text: string): boolean =>
  /^\p{Lu}[\p{L}'\u2019&-]{2,}$/u.test(text) && !noise.test(text)

/** A greeting with the name of the holder: `Hello Mr Tobias Adeyemi-Clark, this is what happened`. */
const greeting = /^(hello|hi|dear|hey|helo|annwyl)$/i

/** Collects every text of the letterhead that may name the holder, with what its position says about it. */
export function listHolderCandidates(
  firstLines: readonly StatementLine[],
  heights: readonly number[],
  linesOutsideTable: readonly StatementLine[],
): HolderCandidate[] {
  const candidates: HolderCandidate[] = []
  const { cellGap, tightCellGap, addressShare, defaultHeight } = holderTuning
  const addressBottom = (heights[0] ?? defaultHeight) * addressShare
  firstLines.forEach((line, index) => {
    for (const gap of [cellGap, tightCellGap])
      for (const cell of splitIntoCells(line.words, gap))
        addFromLabel(firstLines, index, cell, gap, candidates)
    if (line.page > 0) return
    for (const cell of splitIntoCells(line.words, cellGap)) {
      if (postcode.test(textOf(cell)) && line.y < addressBottom)
        addFromAddress(firstLines, index, cell, candidates)
      addFromFactLine(line, cell, candidates)
      addFromFactList(firstLines, index, cell, candidates)
      addAboveFacts(firstLines, index, cell, candidates)
      addFromOwnLine(firstLines, index, cell, candidates)
    }
    addFromMenu(firstLines, index, candidates)
    addFromGreeting(line, candidates)
    addFromPossessive(line, candidates)
  })
  addFromSentences(linesOutsideTable, candidates)
  const isFirst = ({ page, y }: StatementLine) =>
    firstLines.some((first) => first.page === page && first.y === y)
  // Apps may print the holder and the account details below the last row.
  const below: HolderCandidate[] = []
  for (const [index, line] of linesOutsideTable.entries())
    for (const cell of isFirst(line) ? [] : splitIntoCells(line.words, cellGap)) {
      addFromLabel(linesOutsideTable, index, cell, cellGap, below)
      addAboveFacts(linesOutsideTable, index, cell, below)
    }
  for (const candidate of below) candidates.push({ ...candidate, features: ['captionedOutside'] })
  return candidates
}

function add(
  candidates: HolderCandidate[],
  { page }: StatementLine,
  words: PageWord[],
  ...features: HolderFeature[]
) {
  candidates.push({ words, secondLine: [], page, features })
}

/** Adds the name beside, below or above its caption. */
function addFromLabel(
  lines: readonly StatementLine[],
  index: number,
  cell: PageWord[],
  gap: number,
  candidates: HolderCandidate[],
) {
  const line = lines[index] as StatementLine
  const text = textOf(cell)
  const match = label.exec(text)
  if (!match) return
  const isWhole = match[0].trim().length === text.trim().length
  const isHolder = (words: PageWord[]) => {
    const name = textOf(words)
    const isBusiness = businessCaption.test(text) && isWordOfName(name)
    return (
      (isLabelledName(name.replace(/,$/, '')) || company.test(name) || isBusiness) &&
      !isProductName(name) &&
      !office.test(name) &&
      !factCaption.test(name)
    )
  }
  if (!isWhole) {
    const count = match[0].trim().split(' ').length
    const end = cell.findIndex(({ text }) => separator.test(text))
    const rest = dropNumbers(endAtCaption(endSentence(cell.slice(count, end < 0 ? undefined : end))))
    // `In account with` may be followed by the name of the bank, as the letterhead prints it.
    const isBank = textOf(rest).toLowerCase() === textOf(lines[0]?.words ?? []).toLowerCase()
    if (isHolder(rest) && !isBank) add(candidates, line, rest, 'captioned')
    return
  }
  const last = cell.at(-1) as PageWord
  const right = splitIntoCells(
    line.words.filter(({ x }) => x >= last.right),
    gap,
  )[0]
  const beside = right && endAtCaption(right)
  if (beside && isHolder(beside)) {
    add(candidates, line, beside, 'captioned')
    return
  }
  // The value beside the caption is a number, so that the line below belongs to another caption: `Account 90441127`.
  if (right && /^account:?$/i.test(text) && /^[\d -]{6,}$/.test(textOf(right))) return
  const { maxLinesBelow, maxDistanceBelow, belowCellGap, maxLeftOffset } = holderTuning
  for (const below of lines.slice(index + 1, index + 1 + maxLinesBelow)) {
    if (below.page !== line.page || below.y - line.y > maxDistanceBelow * line.size) break
    const cellBelow = splitIntoCells(below.words, belowCellGap).find(
      (other) => Math.abs((other[0]?.x ?? 0) - (cell[0]?.x ?? 0)) < maxLeftOffset,
    )
    const name = cellBelow && cutAtColumn(cellBelow, lines.slice(Math.max(0, index - 4), index + 6))
    if (!name || !isHolder(name)) continue
    add(candidates, line, name, 'captioned', ...(below.amounts.length > 0 ? ['besideAmounts' as const] : []))
    return
  }
  const above = findValueOfCaption(lines, index, cell)
  if (!above || !isHolder(above)) return
  const isLarger = (above[0]?.size ?? 0) > (cell[0]?.size ?? 0)
  add(candidates, line, above, isLarger ? 'captioned' : 'captionBelow')
}

/** Returns the value above a caption at the same left edge. Most captions are in smaller type. */
function findValueOfCaption(
  lines: readonly StatementLine[],
  index: number,
  caption: PageWord[],
): PageWord[] | undefined {
  const line = lines[index] as StatementLine
  const [first] = caption as [PageWord]
  const { maxLinesBelow, maxDistanceBelow, cellGap, maxLeftOffset } = holderTuning
  return lines
    .slice(Math.max(0, index - maxLinesBelow), index)
    .filter(({ page, y }) => page === line.page && line.y - y < maxDistanceBelow * line.size)
    .flatMap(({ words }) => splitIntoCells(words, cellGap))
    .findLast(([word]) => word && word.size >= first.size && Math.abs(word.x - first.x) < maxLeftOffset)
}

/** Cuts numbers off a name: in `Mrs P Quince, 00-35-81, 99675998` the name ends at the comma. */
export function dropNumbers(cell: PageWord[]): PageWord[] {
  const comma = cell.findIndex(({ text }) => text.endsWith(','))
  return comma > 0 && /\d/.test(cell[comma + 1]?.text ?? '') ? cell.slice(0, comma + 1) : cell
}

/** Cuts a name at the end of its sentence: `In the name of The Calloway Trust. International account number…`. */
function endSentence(words: PageWord[]): PageWord[] {
  const end = words.findIndex(({ text }, n) => n > 0 && /[a-z]{3}\.$/i.test(text) && words[n + 1])
  const last = words[end]
  return last ? [...words.slice(0, end), { ...last, text: last.text.slice(0, -1) }] : words
}

/** Cuts a name at the next caption, which fixed-pitch type prints one space behind it: `P Quince Member No: 4417`. */
function endAtCaption(words: PageWord[]): PageWord[] {
  const end = words.findIndex((_, n) => n > 1 && captionStart.test(textOf(words.slice(n, n + captionWords))))
  return end < 0 ? words : words.slice(0, end)
}

/**
 * Cuts a long name that touches the next column, at a position where other lines begin a column and the gap is wider
 * than the other spaces in the name.
 */
function cutAtColumn(cell: PageWord[], around: readonly StatementLine[]): PageWord[] {
  const starts = around.flatMap(({ words }) =>
    splitIntoCells(words, holderTuning.cellGap).map(([first]) => first?.x ?? 0),
  )
  const gapBefore = (n: number) => (cell[n]?.x ?? 0) - (cell[n - 1]?.right ?? 0)
  const space = Math.min(...cell.slice(1).map((_, n) => gapBefore(n + 1)))
  const end = cell.findIndex(
    ({ x }, n) =>
      n > 0 &&
      gapBefore(n) > holderTuning.minColumnGap * space &&
      starts.filter((start) => Math.abs(start - x) < holderTuning.maxColumnOffset).length > 1,
  )
  return end < 0 ? cell : cell.slice(0, end)
}

/** Adds a titled or captioned name from the menu at the top of a web page: `Messages   Signed in as Ms P Quince   Log out`. */
function addFromMenu(lines: readonly StatementLine[], index: number, candidates: HolderCandidate[]) {
  const line = lines[index] as StatementLine
  const cells = splitMenu(line.words)
  if (cells.length < holderTuning.minMenuLinks || line.amounts.length > 0) return
  const name = cells.find((cell) => title.test(textOf(cell)) && isName(textOf(cell)))
  if (name) add(candidates, line, name, 'inMenu')
  const login = cells.find((cell) => loginCaption.test(textOf(cell)))
  if (login) addFromLabel(lines, index, login, holderTuning.menuGap, candidates)
}

const loginCaption = /^(logged|signed) (in|on) as\b/i

/** Splits a menu into its links, whose gaps are wider than its word spaces but may be narrower than those of columns. */
function splitMenu(words: readonly PageWord[]): PageWord[][] {
  const { tightCellGap, menuGap, minMenuGapRatio } = holderTuning
  const gaps = words.slice(1).map(({ x, size }, n) => (x - (words[n] as PageWord).right) / size)
  return splitIntoCells(words, Math.min(tightCellGap, Math.max(menuGap, minMenuGapRatio * Math.min(...gaps))))
}

const greetingPhrase =
  /^(welcome back|welcome|hello|hi|dear|good (morning|afternoon|evening)|helo|croeso),? /i

/** Adds the full name after a greeting. */
function addFromGreeting(line: StatementLine, candidates: HolderCandidate[]) {
  for (const cell of splitIntoCells(line.words, holderTuning.belowCellGap)) {
    const phrase = greetingPhrase.exec(textOf(cell))?.[0].trim()
    if (!phrase) continue
    const rest = cell.slice(phrase.split(' ').length)
    const end = rest.findIndex(({ text }) => /[,.!]$/.test(text) && text.length > 2)
    const words = end < 0 ? rest : rest.slice(0, end + 1)
    const name = textOf(words).replace(/[,.!]$/, '')
    // A letter greets the holder by surname only: `Dear Mr Tillotson`.
    const isFull = title.test(name) ? words.length > 2 && isName(name) : isPersonalName(name)
    if (isFull) add(candidates, line, words, 'greeted')
  }
}

const possessive = /['\u2019]s$/

/** Adds the name in a heading such as `Zofia Wright's money in March`. */
function addFromPossessive(line: StatementLine, candidates: HolderCandidate[]) {
  const end = line.words.findIndex(({ text }) => possessive.test(text))
  const last = line.words[end]
  if (!last || line.words.length === end + 1) return
  const words = [...line.words.slice(0, end), { ...last, text: last.text.replace(possessive, '') }]
  if (isPersonalName(textOf(words).replace(title, '').trim())) add(candidates, line, words, 'inHeading')
}

/** Returns the given name in a greeting such as `Hi Jamie,`. */
export function findGreetedName(lines: readonly StatementLine[]): string | undefined {
  for (const { words, page } of lines) {
    const [first, second] = words
    if (page > 0 || !first || !second || !greeting.test(first.text)) continue
    const name = second.text.replace(/[,.!]$/, '')
    if (/^\p{Lu}\p{Ll}+/u.test(name) && !title.test(name)) return name
  }
  return undefined
}

/** Adds a titled name in a sentence about the account: `This is the personal account of Ms Ngozi Blythe-Adaku, account`. */
function addFromSentences(lines: readonly StatementLine[], candidates: HolderCandidate[]) {
  for (const line of lines) {
    const { words } = line
    const addressed = findAddressed(words)
    if (addressed) add(candidates, line, addressed, 'inSentence')
    const start = words.findIndex(
      ({ text }, n) => n > 1 && /^of$/i.test(text) && /^account$/i.test(words[n - 1]?.text ?? ''),
    )
    if (start < 0) continue
    const rest = words.slice(start + 1)
    const end = rest.findIndex(({ text }) => /[,.]$/.test(text) && text.length > 2)
    const name = rest.slice(0, end + 1)
    if (title.test(textOf(name)) && isName(textOf(name).replace(/[,.]$/, '')))
      add(candidates, line, name, 'inSentence')
  }
}

/** Finds the titled name that a sentence about the account addresses: `Miss P Quince, this is your account 39308396`. */
function findAddressed(words: readonly PageWord[]): PageWord[] | undefined {
  const text = textOf(words)
  if (!title.test(text) || !/\byour (\p{L}+ )?account\b/iu.test(text)) return undefined
  const end = words.findIndex(
    ({ text: word }, n) => /[\p{L}],$/u.test(word) || words[n + 1]?.text.startsWith('('),
  )
  const name = words.slice(0, end + 1)
  return isName(textOf(name).replace(/,$/, '')) ? name : undefined
}

const separator = /^[|\u00b7\u2022\u2013\u2014-]$/
const accountFact =
  /\bsort(ing)?[ -]?code\b|\baccount (number|no)\b|\baccount:? \d{8}\b|\b\d\d-\d\d-\d\d\b|^\d\d \d\d \d\d\b.{0,5}\b\d{8}\b|\bcod didoli\b/i

/**
 * Adds a name printed beside the account details: `Jessamy Quill | Sort code 00-35-81 | Account number 99675998`. The
 * type of the account may be before the name.
 */
function addFromFactLine(line: StatementLine, cell: PageWord[], candidates: HolderCandidate[]) {
  const parts = splitAtSeparators(cell)
  const isBesideProduct = parts.slice(1).some((part) => isProductName(textOf(part)))
  if (!accountFact.test(textOf(cell)) && !isBesideProduct) return
  const isNameOf = isBesideProduct ? isPersonalName : isHolderName
  const words = parts.slice(0, -1).find((part) => isNameOf(textOf(part)))
  if (words) add(candidates, line, words, 'besideFacts')
}

function splitAtSeparators(cell: readonly PageWord[]): PageWord[][] {
  const parts: PageWord[][] = [[]]
  for (const word of cell) {
    if (separator.test(word.text)) parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts
}

/** Captions that a list of account details contains. */
const factCaption =
  /\b(sort(ing)?[ -]?code|account (number|no|type)|a\/c no|iban|bic|swift|statement (date|period|number|no|dates|from|to)|period|currency|member(ship)? (number|no)|roll (number|no)|customer (number|no|ref|reference)|rhif (y |eich )?cyfrif|cod didoli|cyfnod)\b/i
const captionStart = new RegExp(`^(${factCaption.source})`, 'i')
/** Number of words of the longest caption of an account detail. */
const captionWords = 3
/** Captions of other names: of the bank, a branch, a product or a member of staff. */
const otherPartyCaption =
  /\b(bank|banc|branch|cangen|type|product|adviser|advisor|manager|banker|executive|contact|team|address|nominated|linked|payee|employer|scheme|tariff|plan|page|currency)\b/i

/** Adds a name under any caption that is printed in a list with the captions of account details. */
function addFromFactList(
  lines: readonly StatementLine[],
  index: number,
  cell: PageWord[],
  candidates: HolderCandidate[],
) {
  const line = lines[index] as StatementLine
  const colon = cell.findIndex(({ text }) => text.endsWith(':'))
  const name = colon < 0 ? cell : cell.slice(colon + 1)
  if (!isPersonalName(textOf(name).replace(title, '').trim()) && !company.test(textOf(name))) return
  const captions = colon < 0 ? listCaptionCells(lines, index, cell) : [cell.slice(0, colon + 1)]
  const isListed = captions.some((caption) => isFactListCaption(lines, line, caption))
  if (isListed) add(candidates, line, name, 'inFactList')
}

/** Returns the cell to the left of a value and the cell above it. */
function listCaptionCells(
  lines: readonly StatementLine[],
  index: number,
  cell: readonly PageWord[],
): PageWord[][] {
  const line = lines[index] as StatementLine
  const [first] = cell as [PageWord]
  const { cellGap, maxDistanceBelow, maxLeftOffset } = holderTuning
  const left = splitIntoCells(
    line.words.filter(({ right }) => right <= first.x),
    cellGap,
  ).at(-1)
  const before = lines[index - 1]
  const isNear = before?.page === line.page && line.y - before.y < maxDistanceBelow * line.size
  const above = isNear
    ? splitIntoCells(before.words, cellGap).find(
        ([word]) => word && Math.abs(word.x - first.x) < maxLeftOffset,
      )
    : undefined
  return [left, above].filter((caption) => caption !== undefined)
}

/** Whether a caption shares its line or its left edge with the caption of an account detail. */
function isFactListCaption(
  lines: readonly StatementLine[],
  line: StatementLine,
  caption: readonly PageWord[],
): boolean {
  const { maxCaptionWords, maxListDistance, maxLeftOffset, cellGap } = holderTuning
  const text = textOf(caption)
  const [first] = caption
  if (!first || caption.length > maxCaptionWords || /\d/.test(text)) return false
  if (otherPartyCaption.test(text) || factCaption.test(text) || label.test(text)) return false
  return lines.some(
    (other) =>
      other.page === line.page &&
      Math.abs(other.y - first.y) < maxListDistance * line.size &&
      splitIntoCells(other.words, cellGap).some(
        (cell) =>
          factCaption.test(textOf(cell)) &&
          cell.length <= maxCaptionWords + 2 &&
          (other.y === first.y || Math.abs((cell[0]?.x ?? 0) - first.x) < maxLeftOffset),
      ),
  )
}

/** Adds a name above the account details or above an address on one line. The type of account may be in between. */
function addAboveFacts(
  lines: readonly StatementLine[],
  index: number,
  cell: PageWord[],
  candidates: HolderCandidate[],
) {
  const line = lines[index] as StatementLine
  const text = textOf(cell)
  if (bankWords.test(text) || !isHolderName(text) || isLabelAlone(text) || text.includes(': ')) return
  if (greetingPhrase.test(text)) return
  const [nextCell, secondCell] = listCellsBelow(lines, index, cell)
  if (!nextCell) return
  const [next, second] = [textOf(nextCell), secondCell && textOf(secondCell)]
  const isAboveFacts =
    accountFact.test(next) || (isProductName(next) && second !== undefined && accountFact.test(second))
  if (isAboveFacts) add(candidates, line, cell, 'aboveFacts')
  else if (isProductName(next) && isCompanyName(text)) add(candidates, line, cell, 'aboveProduct')
  if (isAddressLine(next) && !bankWords.test(next) && !isLetterhead(lines, index, cell, nextCell))
    add(candidates, line, cell, 'aboveAddress')
}

/** Whether a cell is set larger than the line below it and than anything above it, as the name of the bank is. */
function isLetterhead(
  lines: readonly StatementLine[],
  index: number,
  cell: readonly PageWord[],
  next: readonly PageWord[],
): boolean {
  const size = cell[0]?.size ?? 0
  return (
    size > holderTuning.maxAddressSize * (next[0]?.size ?? 0) &&
    lines.slice(0, index).every((other) => other.size < size)
  )
}

const isLabelAlone = (text: string): boolean => label.exec(text)?.[0].trim().length === text.trim().length

/** Whether a line contains the whole address: `Flat 21, Kiln Wharf, Stowmere ST98 2LP`. */
const isAddressLine = (text: string): boolean => postcode.test(text) && text.includes(',')

/** The first line of an address: `7 Glencruitten Rise, Oban`, `Flat 3b, Kiln Wharf`. */
const street =
  /^c\/o\b|^((flat|apartment|unit|apt|room|plot) )?\d{1,4}[a-z]?(\/\d{1,2})?,? [\p{L}\d]{2,}|^\p{Lu}.{0,40} (street|road|lane|avenue|close|drive|way|place|court|house|terrace|crescent|gardens|square|cottage|farm|lodge|mews|wharf)(,|$)/iu
/** A line of an address that begins with the name of a house: `The Old Forge, Little Wend`. */
const namedHouse = /^\p{Lu}[\p{L}'\u2019-]+( [\p{L}'\u2019-]+){0,4}, \p{Lu}/u
const isStreet = (text: string): boolean =>
  (street.test(text) || (namedHouse.test(text) && !/\d/.test(text))) &&
  !bankWords.test(text) &&
  parseDate(text) === undefined &&
  !statementTitle.test(text)
/** An e-mail address, phone number or customer number, which is printed below the name of a customer. */
const isContact = (text: string): boolean =>
  /^(e-?mail:? )?[^\s@]+@[^\s@]+$/i.test(text) ||
  /^(tel(ephone)?|phone|mobile|mob)?\W*(\+44|0)[\d ()]{9,16}$/i.test(text) ||
  /^@[\w.-]{3,}$/.test(text) ||
  /^((customer|client|member(ship)?|user) (id|no|number|ref|reference|since)|(card|account) ending)\b/i.test(
    text,
  )

/** The title, product or period of the statement. */
const statementTitle =
  /\b(statement|cyfriflen|account|cyfrif|transactions?|activity)\b|^(from )?\d{1,2} \p{L}{3,9}( \d{4})? ?(to|-|\u2013|until)/iu

/** Adds a name on a line of its own, with what the line below says about it. */
function addFromOwnLine(
  lines: readonly StatementLine[],
  index: number,
  cell: PageWord[],
  candidates: HolderCandidate[],
) {
  const line = lines[index] as StatementLine
  const text = textOf(cell)
  const name = dropNumbers(cell)
  const isTitled = title.test(text) && !office.test(text) && isName(textOf(name).replace(/,$/, ''))
  if (isStaff(line, cell)) return
  if (isTitled) add(candidates, line, name, 'ownLine')
  if (line.amounts.length > 0 || !isPersonalName(text.replace(title, '').trim())) return
  const [nextCell] = listCellsBelow(lines, index, cell)
  const next = textOf(nextCell ?? [])
  const features: HolderFeature[] = ['personalName']
  if (nextCell && isLetterhead(lines, index, cell, nextCell)) features.push('largestType')
  if (isStreet(next)) features.push('aboveStreet')
  else if (isContact(next)) features.push('aboveContact')
  else if (statementTitle.test(next)) features.push('aboveStatementTitle')
  add(candidates, line, cell, ...features)
}

/** Returns the next two cells below a cell, aligned with its left or right edge. */
function listCellsBelow(
  lines: readonly StatementLine[],
  index: number,
  cell: readonly PageWord[],
): PageWord[][] {
  const { maxDistanceBelow, maxLeftOffset, cellGap, maxFactLines } = holderTuning
  const line = lines[index] as StatementLine
  const [left, right] = [cell[0]?.x ?? 0, cell.at(-1)?.right ?? 0]
  const isAligned = (other: readonly PageWord[]) =>
    Math.abs((other[0]?.x ?? 0) - left) < maxLeftOffset ||
    Math.abs((other.at(-1)?.right ?? 0) - right) < maxLeftOffset
  const cells: PageWord[][] = []
  let above = line
  for (const below of lines.slice(index + 1, index + 1 + maxFactLines)) {
    if (below.page !== line.page || below.y - above.y > maxDistanceBelow * line.size) break
    const aligned = splitIntoCells(below.words, cellGap).find(isAligned)
    if (!aligned) continue
    cells.push(aligned)
    above = below
    if (cells.length === 2) break
  }
  return cells
}

const staff = /\b(banker|manager|adviser|advisor|contact|relationship|executive|team)\b/i

/** Whether a name is beside a label for a member of the bank's staff. */
function isStaff(line: StatementLine, cell: readonly PageWord[]): boolean {
  const before = line.words.filter(({ right }) => right <= (cell[0]?.x ?? 0))
  return staff.test(textOf(splitIntoCells(before, holderTuning.cellGap).at(-1) ?? []))
}

/** Whether the gap below a line is much wider than the gaps between the lines of the address below it. */
function isGapWider(line: StatementLine, block: readonly StatementLine[]): boolean {
  const pitch = Math.max(...block.slice(1).map(({ y }, n) => y - (block[n] as StatementLine).y))
  return (block[0] as StatementLine).y - line.y > holderTuning.maxPitchRatio * pitch
}

/** Collects the lines of an address upwards from its postcode; the first line is the holder. */
function addFromAddress(
  lines: readonly StatementLine[],
  index: number,
  cell: PageWord[],
  candidates: HolderCandidate[],
) {
  const { maxAddressLines, maxAddressPitch, addressPitchTolerance, maxAddressOffset, maxAddressSize } =
    holderTuning
  const [left, right] = [(cell[0] as PageWord).x, (cell.at(-1) as PageWord).right]
  let below = lines[index] as StatementLine
  const block: { cell: PageWord[]; line: StatementLine }[] = [{ cell, line: below }]
  for (let n = index - 1; n >= 0 && block.length < maxAddressLines; n--) {
    const line = lines[n] as StatementLine
    const isTooFar = below.y - line.y > maxAddressPitch * below.size + addressPitchTolerance
    if (line.page !== below.page || isTooFar) break
    const cells = splitIntoCells(line.words, holderTuning.cellGap)
    const addressCell =
      cells.find((candidate) => Math.abs((candidate[0]?.x ?? 0) - left) < maxAddressOffset) ??
      cells.find((candidate) => Math.abs((candidate.at(-1)?.right ?? 0) - right) < maxAddressOffset)
    if (!addressCell) continue
    if (
      block.length > 1 &&
      isGapWider(
        line,
        block.map((part) => part.line),
      )
    )
      break
    // A line in larger type is the name of the bank.
    if ((addressCell[0]?.size ?? 0) > maxAddressSize * (cell[0] as PageWord).size) break
    block.unshift({ cell: addressCell, line })
    below = line
  }
  // The name of the bank may be directly above the address.
  const isOfBank = ({ cell: words }: (typeof block)[number]) =>
    bankWords.test(textOf(words)) && !company.test(textOf(words))
  while (block.length > holderTuning.minAddressLines && isOfBank(block[0] as (typeof block)[number]))
    block.shift()
  if (block.length > 2 && office.test(textOf(block[0]?.cell ?? []))) block.shift()
  if (block.length < 2 || block.some(isOfBank)) return
  // An address without a name begins with a house number.
  const [start] = block
  const isHouse = (text: string) => /\d/.test(text) && !isLabelledName(text) && !isCompanyName(text)
  if (!start || isHouse(textOf(start.cell))) return
  const top = block.findIndex(
    ({ cell: words }) => isLabelledName(textOf(words)) || company.test(textOf(words)),
  )
  const head = block[top]
  if (top < 0 || !head || top > 2 || top > block.length - 3) return
  const next = block[top + 1]
  const isJoint = next !== undefined && title.test(textOf(next.cell)) && title.test(textOf(head.cell))
  const features: HolderFeature[] = ['addressed']
  if (left < holderTuning.maxAddressLeft) features.push('leftAddress')
  if (isJoint) features.push('joint')
  candidates.push({ words: head.cell, secondLine: isJoint ? next.cell : [], page: head.line.page, features })
}
