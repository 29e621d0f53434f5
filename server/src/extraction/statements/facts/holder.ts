import type { PageWord } from '../../document.ts'
import { locateWords, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { holderTuning } from '../tuning.ts'
import type { LocatedFact } from './account.ts'

const title =
  /^(mr|mrs|ms|miss|mx|messrs|dr|prof|professor|sir|dame|lady|lord|baroness|baron|(the )?((rt|right) )?hon|the honourable|the (earl|countess|viscount|duke) of|rev|revd|reverend|fr|father|canon|rabbi|imam|cllr|councillor|capt|captain|major|maj|col|colonel|lt|sgt|master|mstr|exors|executors|trustees)\b\.?/i
const company =
  /\b(ltd|limited|llp|plc|cic|partners|partnership|trading as|t\/a|& sons|holdings|consulting)\b\.?/i
const label =
  /^([^/]{3,30} \/ |enw('r|\u2019r| y) (cyfrif|cwsmer|aelod|deiliad) )?((first |second |primary |main |joint )?(account|a\/c|acc|acct)?\.?\s*(holders?|holder\(s\))( names?)?|(account|a\/c|acc|acct)\.?\s*(name\(?s?\)?|title|owners?)|account(?=:?$)|title of account|in account with|(customer|client|holder|member|owner|depositor)(['\u2019]?s?|\(s\))( name)?|(full |business |company |trading |registered |organisation )?name\(?s?\)?( (of|on) (the )?(account holder|account|customer))?|registered holder|organisation|addressee|document requested by|prepared for|statement for|account (of|in (the )?name of)|(\p{L}+ )?in the name of|requested by|held by|logged (in|on)( as)?|signed in as|investor|saver|business( owner)?|(this )?account belongs to|enw('r|\u2019r| y) (cyfrif|cwsmer|aelod|deiliad))(?![\p{L}\d'\u2019(])( \/ [^/]{3,30}$| \([^)]{3,30}\)$)?\s*:?\s*/iu
/** A greeting with the name of the holder: `Hello Mr Tobias Adeyemi-Clark, this is what happened`. */
const greeting = /^(hello|hi|dear)$/i
/** An address begins with the office of the addressee if the holder is an organisation: `The Hon Treasurer`. */
const office =
  /^(the )?(hon(orary)?\.? )?(directors?|treasurer|secretary|company secretary|manager|proprietors?|accounts (department|dept)|accounts payable|finance (director|manager|team|department)|chair|chairman|bursar|clerk|trustees|partners)$/i
const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i
const bankWords =
  /\b(bank|bankers|building society|credit union|head office|customer service|registered|contact|telephone|branch|www\.|freepost|po box)\b/i
const noise =
  /\b(statement|account|private|confidential|sort[ -]?code|currency|branch|customer|ending|page|date|balance|summary|important|details?|number|period|transactions?|reference|iban|bic|opening|closing|total|paid|money|sheet|your)\b/i

/** A possible name of the account holder. `secondLine` contains the second of two joint holders. */
type Candidate = { words: PageWord[]; secondLine: PageWord[]; page: number; weight: number }

/**
 * Finds the account holder: beside a label, in the first line of an address, or on a line that begins with a title
 * such as `Mrs`.
 */
export function findHolder(
  lines: readonly StatementLine[],
  heights: readonly number[],
  linesOutsideTable: readonly StatementLine[] = lines,
): LocatedFact | undefined {
  const candidates: Candidate[] = []
  const firstLines = lines.filter(({ page }) => page < 2)
  const { cellGap, tightCellGap, addressShare, defaultHeight } = holderTuning
  firstLines.forEach((line, index) => {
    for (const gap of [cellGap, tightCellGap])
      for (const cell of splitIntoCells(line.words, gap))
        addFromLabel(firstLines, index, cell, gap, candidates)
    for (const cell of splitIntoCells(line.words, cellGap)) {
      const text = textOf(cell)
      if (line.page > 0) continue
      if (postcode.test(text) && line.y < (heights[0] ?? defaultHeight) * addressShare)
        addFromAddress(firstLines, index, cell, candidates)
      const name = dropNumbers(cell)
      addFromFactLine(line, cell, candidates)
      addAboveFactLine(firstLines, index, cell, candidates)
      const isTitled = title.test(text) && !office.test(text)
      if (isTitled && isName(textOf(name).replace(/,$/, '')) && !isStaff(line, cell))
        candidates.push({ words: name, secondLine: [], page: line.page, weight: holderTuning.titleWeight })
    }
    if (line.page === 0) addFromMenu(line, candidates)
    if (line.page === 0) addFromGreeting(line, candidates)
  })
  if (candidates.length === 0) addFromSentences(linesOutsideTable, candidates)
  if (candidates.length === 0)
    for (const [index, { words }] of linesOutsideTable.entries())
      for (const cell of splitIntoCells(words, cellGap))
        addFromLabel(linesOutsideTable, index, cell, cellGap, candidates)
  const heaviest = candidates.toSorted((a, b) => b.weight - a.weight)[0]
  if (!heaviest) return undefined
  // A narrow cell may show only the beginning of the name, so a longer candidate that begins with it is preferred.
  const best =
    candidates.find((other) => {
      const [whole, start] = [getName(other), getName(heaviest)]
      if (whole.length <= start.length || !whole.toLowerCase().startsWith(start.toLowerCase())) return false
      return other.weight > holderTuning.titleWeight || start.endsWith('-')
    }) ?? heaviest
  const whole = { ...best, secondLine: best.secondLine.length > 0 ? best.secondLine : findRest(lines, best) }
  return {
    value: getName(whole),
    place: locateWords(whole.page, [...whole.words, ...whole.secondLine]),
    isLabelled: whole.weight >= holderTuning.labelledWeight,
  }
}

const getName = ({ words, secondLine }: Candidate): string =>
  [textOf(words), ...(secondLine.length > 0 ? [textOf(secondLine)] : [])].join(' ').replace(/[,;:]$/, '')

const unfinished = new RegExp(`(\\band|&|\\+|,|${title.source.replace('^', '\\b')})$`, 'i')
const continued = /^(and|&|\+)$/i

/** Returns the rest of a name that is wrapped in its cell: `Mr Hamza Qureshi and Mrs` above `Saira Qureshi`. */
function findRest(lines: readonly StatementLine[], { words, page }: Candidate): PageWord[] {
  const { minWrapPitch, maxWrapPitch, maxLeftOffset, belowCellGap } = holderTuning
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return []
  const cell = lines
    .filter((line) => {
      const pitch = (line.y - first.y) / first.size
      return line.page === page && pitch > minWrapPitch && pitch < maxWrapPitch
    })
    .flatMap((line) => splitIntoCells(line.words, belowCellGap))
    .find(
      (below) =>
        Math.abs((below[0]?.x ?? 0) - first.x) < maxLeftOffset ||
        Math.abs((below.at(-1)?.right ?? 0) - last.right) < maxLeftOffset,
    )
  if (!cell) return []
  const areBothTitled = title.test(textOf(words)) && title.test(textOf(cell)) && isName(textOf(cell))
  const isJoined = areBothTitled || unfinished.test(textOf(words)) || continued.test(cell[0]?.text ?? '')
  const isNamePart = cell.every(({ text }) => /^[\p{Lu}&+]/u.test(text) || particle.test(text))
  return isJoined && isNamePart && !noise.test(textOf(cell)) ? cell : []
}

/** Cuts numbers off a name: in `Mrs P Quince, 00-35-81, 99675998` the name ends at the comma. */
function dropNumbers(cell: PageWord[]): PageWord[] {
  const comma = cell.findIndex(({ text }) => text.endsWith(','))
  return comma > 0 && /\d/.test(cell[comma + 1]?.text ?? '') ? cell.slice(0, comma + 1) : cell
}

/**
 * Adds a name with a title from the menu at the top of a web page, whose links are closer to each other than columns
 * are.
 */
function addFromMenu(line: StatementLine, candidates: Candidate[]) {
  const cells = splitIntoCells(line.words, holderTuning.tightCellGap)
  if (cells.length < holderTuning.minMenuLinks || line.amounts.length > 0) return
  const name = cells.find((cell) => title.test(textOf(cell)) && isName(textOf(cell)))
  if (name) candidates.push({ words: name, secondLine: [], page: line.page, weight: holderTuning.menuWeight })
}

/** Adds the titled name after a greeting. */
function addFromGreeting(line: StatementLine, candidates: Candidate[]) {
  const [first, ...rest] = line.words
  if (!first || !greeting.test(first.text)) return
  const end = rest.findIndex(({ text }) => text.endsWith(','))
  const words = rest.slice(0, end + 1)
  const name = textOf(words).replace(/,$/, '')
  // A letter greets the holder by surname only: `Dear Mr Tillotson`.
  if (words.length > 2 && title.test(name) && isName(name))
    candidates.push({ words, secondLine: [], page: line.page, weight: holderTuning.greetingWeight })
}

/** Adds a titled name in a sentence about the account: `This is the personal account of Ms Ngozi Blythe-Adaku, account`. */
function addFromSentences(lines: readonly StatementLine[], candidates: Candidate[]) {
  for (const { words, page } of lines) {
    const start = words.findIndex(
      ({ text }, n) => n > 1 && /^of$/i.test(text) && /^account$/i.test(words[n - 1]?.text ?? ''),
    )
    if (start < 0) continue
    const rest = words.slice(start + 1)
    const end = rest.findIndex(({ text }) => /[,.]$/.test(text) && text.length > 2)
    const name = rest.slice(0, end + 1)
    if (title.test(textOf(name)) && isName(textOf(name).replace(/[,.]$/, '')))
      candidates.push({ words: name, secondLine: [], page, weight: holderTuning.greetingWeight })
  }
}

const separator = /^[|\u00b7\u2022]$/
const accountFact =
  /\bsort(ing)?[ -]?code\b|\baccount (number|no)\b|\baccount:? \d{8}\b|\b\d\d-\d\d-\d\d\b|^\d\d \d\d \d\d\b.{0,5}\b\d{8}\b|\bcod didoli\b/i

/**
 * Adds a name printed beside the account details: `Jessamy Quill | Sort code 00-35-81 | Account number 99675998`. The
 * type of the account may be before the name.
 */
function addFromFactLine(line: StatementLine, cell: PageWord[], candidates: Candidate[]) {
  if (!accountFact.test(textOf(cell))) return
  const words = splitAtSeparators(cell)
    .slice(0, -1)
    .find((part) => isHolderName(textOf(part)))
  if (words) candidates.push({ words, secondLine: [], page: line.page, weight: holderTuning.labelWeight })
}

const product =
  /\b(current|saver|savings|rewards?|premier|classic|plus|business|personal|instant|access|isa|gold|platinum|basic|student|everyday|direct|flex|monthly|banking)\b/i

/** Whether a text beside the account details is the name of their holder, not of the type of account. */
const isHolderName = (text: string): boolean =>
  company.test(text) || (isLabelledName(text) && !product.test(text))

function splitAtSeparators(cell: readonly PageWord[]): PageWord[][] {
  const parts: PageWord[][] = [[]]
  for (const word of cell) {
    if (separator.test(word.text)) parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts
}

/** Adds a name above the account details or above an address on one line. The type of account may be in between. */
function addAboveFactLine(
  lines: readonly StatementLine[],
  index: number,
  cell: PageWord[],
  candidates: Candidate[],
) {
  const line = lines[index] as StatementLine
  const text = textOf(cell)
  if (bankWords.test(text) || !isHolderName(text) || isLabelAlone(text) || text.includes(': ')) return
  const [nextCell, secondCell] = listCellsBelow(lines, index, cell)
  if (!nextCell) return
  const [next, second] = [textOf(nextCell), secondCell && textOf(secondCell)]
  const { aboveFactsWeight, aboveAddressWeight } = holderTuning
  const isAboveFacts =
    accountFact.test(next) || (isProductName(next) && second !== undefined && accountFact.test(second))
  // The name of the bank is set larger than its address, and larger than anything above it.
  const size = cell[0]?.size ?? 0
  const isLarge =
    size > holderTuning.maxAddressSize * (nextCell[0]?.size ?? 0) &&
    lines.slice(0, index).every((other) => other.size < size)
  const isAboveAddress = isAddressLine(next) && !bankWords.test(next) && !isLarge
  if (!isAboveFacts && !isAboveAddress) return
  const weight = isAboveAddress ? aboveAddressWeight : aboveFactsWeight
  candidates.push({ words: cell, secondLine: [], page: line.page, weight })
}

const isLabelAlone = (text: string): boolean => label.exec(text)?.[0].trim().length === text.trim().length

const isProductName = (text: string): boolean => /\baccount$/i.test(text) || product.test(text)

/** Whether a line contains the whole address: `Flat 21, Kiln Wharf, Stowmere ST98 2LP`. */
const isAddressLine = (text: string): boolean => postcode.test(text) && text.includes(',')

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

const particle =
  /^(and|of|late|for|in|on|upon|by|de|da|di|do|dos|du|del|den|van|von|zu|der|ten|ter|la|le|the|t\/a|ap|ab|ferch|y|yr|e|el|al|bin|binti|ibn|mac|n\u00ed|nic|\u00f3)$/

/** The Welsh `a` or `ac` (and) between two titled names: `Mr B Humphreys a Mrs N Humphreys`. */
const welshAnd = / (ac?|ac?\/and) (?=(mr|mrs|ms|miss|mx|dr|rev|revd|y parch)\b)/i

function isName(printed: string): boolean {
  const text = printed.replace(welshAnd, ' and ')
  const words = text.split(' ')
  if (words.length > holderTuning.maxNameWords || text.length > holderTuning.maxNameLength) return false
  if (noise.test(text)) return false
  if (/\d/.test(text) || !/[a-z]/i.test(text)) return false
  return (
    words.length > 1 &&
    words.every((word) => /^[\p{Lu}&(+/'-]|^[a-z]['\u2019]\p{Lu}/u.test(word) || particle.test(word))
  )
}

function addFromLabel(
  lines: readonly StatementLine[],
  index: number,
  cell: PageWord[],
  gap: number,
  candidates: Candidate[],
) {
  const line = lines[index] as StatementLine
  const text = textOf(cell)
  const match = label.exec(text)
  if (!match) return
  const isWhole = match[0].trim().length === text.trim().length
  const weight = title.test(text.slice(match[0].length))
    ? holderTuning.labelledTitleWeight
    : holderTuning.labelWeight
  const isHolder = (words: PageWord[]) => {
    const name = textOf(words)
    return (
      (isLabelledName(name.replace(/,$/, '')) || company.test(name)) &&
      !isProductName(name) &&
      !office.test(name)
    )
  }
  if (!isWhole) {
    const count = match[0].trim().split(' ').length
    const end = cell.findIndex(({ text }) => separator.test(text))
    const rest = dropNumbers(endSentence(cell.slice(count, end < 0 ? undefined : end)))
    // `In account with` may be followed by the name of the bank, as the letterhead prints it.
    const isBank = textOf(rest).toLowerCase() === textOf(lines[0]?.words ?? []).toLowerCase()
    if (isHolder(rest) && !isBank) candidates.push({ words: rest, secondLine: [], page: line.page, weight })
    return
  }
  const last = cell.at(-1) as PageWord
  const right = splitIntoCells(
    line.words.filter(({ x }) => x >= last.right),
    gap,
  )[0]
  if (right && isHolder(right)) {
    candidates.push({ words: right, secondLine: [], page: line.page, weight })
    return
  }
  const { maxLinesBelow, maxDistanceBelow, belowCellGap, maxLeftOffset } = holderTuning
  for (const below of lines.slice(index + 1, index + 1 + maxLinesBelow)) {
    if (below.page !== line.page || below.y - line.y > maxDistanceBelow * line.size) break
    const cellBelow = splitIntoCells(below.words, belowCellGap).find(
      (other) => Math.abs((other[0]?.x ?? 0) - (cell[0]?.x ?? 0)) < maxLeftOffset,
    )
    const name = cellBelow && cutAtColumn(cellBelow, lines.slice(Math.max(0, index - 4), index + 6))
    if (!name || !isHolder(name)) continue
    candidates.push({ words: name, secondLine: [], page: line.page, weight })
    return
  }
  const above = findValueOfCaption(lines, index, cell)
  if (!above || !isHolder(above)) return
  const isLarger = (above[0]?.size ?? 0) > (cell[0]?.size ?? 0)
  candidates.push({
    words: above,
    secondLine: [],
    page: line.page,
    weight: isLarger ? weight : holderTuning.sameSizeCaptionWeight,
  })
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

/**
 * Whether labelled text is a name. Names of trusts, clubs and public bodies may contain numbers and brackets:
 * `Calloway 1987 Settlement (Treasury No. 2)`.
 */
function isLabelledName(text: string): boolean {
  if (isName(text)) return true
  const plain = text
    .replace(/\([^)]*\)/g, '')
    .replace(/\b(1[89]|20)\d\d\b/g, '')
    .replace(/^\d{1,3}(st|nd|rd|th) /i, '')
  return plain !== text && isName(plain.replace(/\s+/g, ' ').trim())
}

/** Cuts a name at the end of its sentence: `In the name of The Calloway Trust. International account number…`. */
function endSentence(words: PageWord[]): PageWord[] {
  const end = words.findIndex(({ text }, n) => n > 0 && /[a-z]{3}\.$/i.test(text) && words[n + 1])
  const last = words[end]
  return last ? [...words.slice(0, end), { ...last, text: last.text.slice(0, -1) }] : words
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
  candidates: Candidate[],
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
  if (!start || (/\d/.test(textOf(start.cell)) && !isLabelledName(textOf(start.cell)))) return
  const top = block.findIndex(
    ({ cell: words }) => isLabelledName(textOf(words)) || company.test(textOf(words)),
  )
  const head = block[top]
  if (top < 0 || !head || top > 2 || top > block.length - 3) return
  const next = block[top + 1]
  const isJoint = next !== undefined && title.test(textOf(next.cell)) && title.test(textOf(head.cell))
  const { addressWeight, addressTitleWeight, leftAddressWeight, jointWeight, maxAddressLeft } = holderTuning
  candidates.push({
    words: head.cell,
    secondLine: isJoint ? next.cell : [],
    page: head.line.page,
    weight:
      addressWeight +
      (title.test(textOf(head.cell)) ? addressTitleWeight : 0) +
      (left < maxAddressLeft ? leftAddressWeight : 0) +
      (isJoint ? jointWeight : 0),
  })
}
