import { classifyLabel } from '../text/label-meaning.ts'
import type { PayslipLine, TextPiece } from '../text/lines.ts'
import { classifyTitle } from '../text/titles.ts'
import { normaliseLabel, parseTrailingPostCode } from '../text/values.ts'
import { addressTuning } from '../tuning/facts.ts'
import type { LabelledFacts } from './labelled-facts.ts'
import {
  hasTitle,
  isCountry,
  isCounty,
  isPersonAboveStreet,
  looksLikeCompany,
  looksLikePerson,
  looksLikeRole,
  looksLikeStreet,
} from './name-patterns.ts'

/** The lines of an address. The last line ends with the post code. */
export type AddressBlock = {
  /** A country printed below the post code. */
  country: TextPiece | null
  /** Lines above the street: the name, and perhaps a job title. */
  linesAbove: TextPiece[]
  lines: TextPiece[]
  owner: 'employee' | 'employer' | null
}

export type PrintedAddress = {
  street: string | null
  city: string | null
  county: string | null
  post_code: string
  country: string | null
}

export function findAddressBlocks(lines: PayslipLine[], facts: LabelledFacts): AddressBlock[] {
  return lines.flatMap(({ pieces }, n) =>
    pieces.flatMap((alone, index) => {
      const wrapped = joinWrappedLines(lines, n, index, facts)
      if (wrapped && parseTrailingPostCode(wrapped.text)) return [toLabelledBlock(wrapped)]
      const piece = joinTown(alone, pieces.slice(0, index), facts)
      const text = correctPostCode(piece)
      if (piece.figure !== null || !parseTrailingPostCode(text) || returnAddress.test(text)) return []
      if (
        looksLikeCompany(text.split(',')[0] ?? '') &&
        text.includes(',') &&
        !/\d/.test(text.split(',')[0] ?? '')
      )
        return []
      const labelled = text.replace(inlineLabel, '')
      if (labelled !== text) return [toLabelledBlock({ ...piece, text: labelled })]
      // A label is beside the first piece of the line.
      const anchor = pieces.find(({ words: [word] }) => word === piece.words[0]) ?? alone
      return [collectBlock(lines, n, { ...piece, text }, anchor, facts)]
    }),
  )
}

/** The label of an address on one line: `Address: 14 Stryd Fawr, Betws-y-coed, LL24 0AA`. */
const inlineLabel = /^(?:cyfeiriad ?\/ ?)?(?:(?:home|your|employee) )?(?:address|cyfeiriad) ?: ?/i

const toLabelledBlock = (piece: TextPiece): AddressBlock => ({
  country: null,
  linesAbove: [],
  lines: [piece],
  owner: 'employee',
})

/**
 * Joins the lines of an address that wraps in the cell beside its label: `22 Quince Row,` above `Ludlow, Shropshire,
 * SY8` above `1AA`. Returns null if the lines end where those of an address do. A line wraps if the first word of the
 * next line would not have fitted into the cell.
 */
function joinWrappedLines(
  lines: PayslipLine[],
  at: number,
  index: number,
  facts: LabelledFacts,
): TextPiece | null {
  const { maxLines, maxLineDistance, leftEdgeTolerance } = addressTuning
  const last = lines[at]?.pieces[index]
  if (!last || last.figure?.pence != null) return null
  const cell = [last]
  let first = last
  for (let n = at - 1; cell.length < maxLines && ownerByLabelBeside(facts, first) === null; n--) {
    const line = lines[n]
    const above = line?.pieces.find(({ x }) => Math.abs(x - last.x) < leftEdgeTolerance)
    if (line?.block !== last.block || !above || first.y - above.y > last.size * maxLineDistance) return null
    cell.unshift(above)
    first = above
  }
  if (ownerByLabelBeside(facts, first) !== 'employee' || cell.length < 2) return null
  const top = lines.find(({ pieces }) => pieces.includes(first))?.pieces ?? []
  const cellEnd = top[top.indexOf(first) + 1]?.x
  const areWrapped = cell.slice(1).every(({ words: [word] }, n) => {
    const above = cell[n]
    if (!word || !above) return false
    if (/,$/.test(above.text)) return true
    return (
      cellEnd !== undefined &&
      above.right + word.right - word.x > cellEnd - last.size * addressTuning.cellMargin
    )
  })
  const isBroken = cell.slice(0, -1).some(({ text }) => !/,$/.test(text))
  const text = cell.map((piece) => piece.text).join(' ')
  // Without commas, the ends of the lines separate the parts of the address.
  const hasCommas = text.split(',').length > addressTuning.minCommas
  if (!areWrapped || !isBroken || !hasCommas) return null
  return {
    ...first,
    text,
    right: Math.max(...cell.map(({ right }) => right)),
    words: cell.flatMap(({ words }) => words),
  }
}

/**
 * Joins a post code with the town before it, from which wide spaces may separate it: `York   YO62 9ZZ`. With bars, the line may
 * begin with the street: `9 Tanners Row | Ashby | LE65 1AA`.
 */
function joinTown(piece: TextPiece, before: TextPiece[], facts: LabelledFacts): TextPiece {
  const isNear = (one: TextPiece | undefined, next: TextPiece): one is TextPiece =>
    one?.figure === null &&
    next.x - one.right < piece.size * addressTuning.maxTownGap &&
    !facts.beginsWithLabel(one)
  const [street, town] = [before.at(-2), before.at(-1)]
  const isTown =
    isNear(town, piece) &&
    parseTrailingPostCode(piece.text)?.before === '' &&
    /^\p{Lu}[\p{L}' -]+,?$/u.test(town.text)
  if (!isTown) return piece
  const isStreet = isNear(street, town) && /^\d+[a-z]? \p{Lu}/iu.test(street.text)
  const joined = [...(isStreet ? [{ ...street, text: `${street.text},` }] : []), town, piece]
  return {
    ...town,
    x: isStreet ? street.x : town.x,
    text: joined.map(({ text }) => text).join(' '),
    right: piece.right,
    words: joined.flatMap(({ words }) => words),
  }
}

/**
 * Splits the employee's name off an address on one line: `Miss C Llewelyn-Pratt, 16 Heol-y-Nant, Cardiff, CF14 1ZY` if `Miss
 * Carys Llewelyn-Pratt` is the employee.
 */
export function withoutLeadingName(block: AddressBlock, employeeName: string): AddressBlock {
  const pieces = [...block.linesAbove, ...block.lines]
  const [piece] = pieces
  const [name = '', ...parts] = piece?.text.split(/, | [·|•] /) ?? []
  const lastWordOf = (text: string) => normaliseLabel(text).split(' ').at(-1)
  const isName =
    looksLikePerson(name) && !looksLikeCompany(name) && lastWordOf(name) === lastWordOf(employeeName)
  if (!piece || pieces.length > 1 || parts.length < addressTuning.minPartsBehindName || !isName) return block
  const text = piece.text.slice(name.length).replace(/^(?:,| [·|•]) /, '')
  return { ...block, linesAbove: [{ ...piece, text: name }], lines: [{ ...piece, text }], owner: 'employee' }
}

/** Text that introduces a return address or registered office, which is not the employee's address. */
const returnAddress = /undelivered|return to|registered (office|in|address)|company (no|number|reg)/i

const digitByMisreadLetter: Record<string, string> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' }
const misreadPostCode = /^([A-Z]{1,2}?)([0-9OILZSB])([A-Z0-9]?) ?([0-9OILZSB])([A-Z]{2})$/

/** Corrects a post code in which OCR read a digit as a letter: `HUS 0QY`. */
function correctPostCode({ text, words }: TextPiece): string {
  const isOcr = words.some(({ certainty }) => certainty !== undefined)
  const match = isOcr && !parseTrailingPostCode(text) ? misreadPostCode.exec(text.trim()) : null
  if (!match) return text
  const [, area = '', district = '', subDistrict = '', sector = '', unit = ''] = match
  const toDigit = (character: string) => digitByMisreadLetter[character] ?? character
  return `${area}${toDigit(district)}${subDistrict} ${toDigit(sector)}${unit}`
}

/**
 * Collects lines upwards from the post code until it reaches a label, a gap or a line that is not part of an address.
 */
function collectBlock(
  lines: PayslipLine[],
  at: number,
  last: TextPiece,
  anchor: TextPiece,
  facts: LabelledFacts,
): AddressBlock {
  const { maxLines, maxLineDistance, maxCountryDistance, leftEdgeTolerance } = addressTuning
  const block = [last]
  let owner = ownerByLabelBeside(facts, anchor)
  let { y } = last
  const isOneLine = / [/|·•] |,.*,|^\d+[a-z]? [^,]+,/i.test(parseTrailingPostCode(last.text)?.before ?? '')
  if (owner === null && isOneLine) owner = ownerByLabelAbove(lines, at, last, facts)
  let isEnded = owner !== null || isOneLine
  for (let n = at - 1; n >= 0 && !isEnded && block.length < maxLines; n--) {
    const line = lines[n] as PayslipLine
    const isOtherBlock = line.block !== last.block
    if (line.page !== last.page || y - line.y > last.size * maxLineDistance) break
    // A side panel may begin beside the address, which then continues in the block of lines above the panel.
    if (isOtherBlock && line.y >= y) continue
    const piece =
      line.pieces.find(({ x }) => Math.abs(x - last.x) < leftEdgeTolerance) ??
      (isOtherBlock ? undefined : (findCentred(line, last) ?? findRightAligned(line, block)))
    if (!piece) continue
    const ownerOfLabel = ownerByLabel(facts, piece, line.pieces)
    if (ownerOfLabel !== null) {
      owner = ownerOfLabel
      break
    }
    const isRowLabel =
      line.pieces[line.pieces.indexOf(piece) + 1]?.figure?.pence != null &&
      classifyLabel(piece.text).kind !== null
    if (
      isRowLabel ||
      documentWords.test(piece.text) ||
      piece.figure !== null ||
      facts.isLabel(piece) ||
      (classifyTitle(piece.text)?.kind && !classifyTitle(piece.text)?.isWeak)
    )
      break
    const beside = facts.pieceLeftOf(piece)
    const ownerBeside = ownerByLabelBeside(facts, piece)
    // The title of the document, such as `Payslip`, may be beside a line of the address.
    const isLabelBeside = beside && facts.isLabel(beside) && !documentWords.test(beside.text)
    if (ownerBeside === null && isLabelBeside) break
    if (
      /:/.test(piece.text) ||
      parseTrailingPostCode(piece.text) ||
      isValueOfOtherFact(lines, n, piece, facts)
    )
      break
    block.unshift(piece)
    y = piece.y
    owner = ownerBeside ?? owner
    isEnded = ownerBeside !== null
  }
  const next = lines[at + 1]?.pieces.find(
    ({ x, block }) => block === last.block && Math.abs(x - last.x) < leftEdgeTolerance,
  )
  const isCountryLine =
    next && next.figure === null && next.y - last.y < last.size * maxCountryDistance && isCountry(next.text)
  return splitOffNames(block, owner, isCountryLine ? next : null)
}

/**
 * Whether the text is below the label of another fact. It is then the value of that fact and not a line of the
 * address.
 */
function isValueOfOtherFact(
  lines: PayslipLine[],
  n: number,
  piece: TextPiece,
  facts: LabelledFacts,
): boolean {
  const above = lines[n - 1]
  const label =
    above?.block === piece.block
      ? above.pieces.find(({ x }) => Math.abs(x - piece.x) < addressTuning.labelEdgeTolerance)
      : undefined
  if (!label || !facts.isLabel(label) || documentWords.test(label.text)) return false
  // A label with a number beside it has its value already.
  if (above?.pieces[above.pieces.indexOf(label) + 1]?.figure) return false
  return !facts.labelsOf('name').includes(label) && !facts.labelsOf('address').includes(label)
}

const findCentred = ({ pieces }: PayslipLine, last: TextPiece) =>
  pieces.find(
    ({ x, right, figure }) =>
      figure === null && Math.abs(x + right - last.x - last.right) < addressTuning.centreTolerance,
  )

/** Finds the next line of an address whose lines all end at the same right edge. */
function findRightAligned({ pieces }: PayslipLine, block: TextPiece[]): TextPiece | undefined {
  const edge = block.at(-1)?.right ?? 0
  const isAtEdge = ({ right }: TextPiece) => Math.abs(right - edge) < addressTuning.rightEdgeTolerance
  return block.every(isAtEdge) ? pieces.find((piece) => piece.figure === null && isAtEdge(piece)) : undefined
}

const documentWords = /confidential|pay ?slip|wages? slip|pay advice|salary advice|statement|page \d/i

/** The owner that a label of an address names. `Address` beside `Company` is that of the company. */
function ownerByLabel(facts: LabelledFacts, piece: TextPiece, captions: TextPiece[]): AddressBlock['owner'] {
  if (facts.labelsOf('employerAddress').includes(piece)) return 'employer'
  if (!facts.labelsOf('address').includes(piece)) return null
  const isCaptionOf = (fact: 'employer' | 'name') =>
    captions.some((other) => facts.isLabel(other) && facts.labelsOf(fact).includes(other))
  const isOfCompany = /^address$/i.test(piece.text) && isCaptionOf('employer') && !isCaptionOf('name')
  return isOfCompany ? 'employer' : 'employee'
}

/** Whose address is on one line below its label: `Home Address` above `The Old Granary, Mill Lane, Ashby, LE65 1AA`. */
function ownerByLabelAbove(
  lines: PayslipLine[],
  at: number,
  piece: TextPiece,
  facts: LabelledFacts,
): AddressBlock['owner'] {
  const above = lines[at - 1]
  if (!above || above.page !== piece.page || piece.y - above.y > piece.size * addressTuning.maxLineDistance)
    return null
  const label = above.pieces.find(({ x }) => Math.abs(x - piece.x) < addressTuning.leftEdgeTolerance)
  return label
    ? (ownerByLabel(facts, label, above.pieces) ?? (returnAddress.test(label.text) ? 'employer' : null))
    : null
}

function ownerByLabelBeside(facts: LabelledFacts, piece: TextPiece): AddressBlock['owner'] {
  const beside = facts.pieceLeftOf(piece)
  if (!beside) return null
  if (facts.labelsOf('employerAddress').includes(beside)) return 'employer'
  return facts.labelsOf('address').includes(beside) ? 'employee' : null
}

/**
 * Separates the lines above the street, which are a name or a job title, and infers from them whose address it is.
 */
function splitOffNames(
  block: TextPiece[],
  owner: AddressBlock['owner'],
  country: TextPiece | null,
): AddressBlock {
  const start = owner !== null ? 0 : findFirstAddressLine(block)
  const linesAbove = block.slice(0, start)
  const hasCompany = linesAbove.some(({ text }) => looksLikeCompany(text) && !hasTitle(text))
  const hasPerson = linesAbove.some(
    ({ text }) => hasTitle(text) || (looksLikePerson(text) && !looksLikeCompany(text)),
  )
  return {
    linesAbove,
    country,
    lines: block.slice(start),
    owner: owner ?? (hasPerson ? 'employee' : hasCompany ? 'employer' : null),
  }
}

/**
 * Returns the index of the line below the name and job title. Without a name, returns the index of the first line
 * that looks like a street.
 */
function findFirstAddressLine(block: TextPiece[]): number {
  const nameAt = block
    .slice(0, Math.min(addressTuning.maxLinesToName, block.length - 1))
    .findIndex(
      ({ text }, n) =>
        hasTitle(text) ||
        (looksLikePerson(text) && !looksLikeCompany(text) && !looksLikeStreet(text)) ||
        (n === 0 && isPersonAboveStreet(text, block[1]?.text)),
    )
  if (nameAt !== -1) {
    const after = block[nameAt + 1]
    const isRole = after && looksLikeRole(after.text) && !/\d/.test(after.text) && block.length - nameAt > 3
    return nameAt + (isRole ? 2 : 1)
  }
  const streetAt = block.findIndex(
    ({ text }, n) => n < block.length - 1 && looksLikeStreet(text) && !isNameLine(text, n),
  )
  return streetAt === -1 ? Math.max(0, block.findLastIndex(({ text }) => isNameLine(text, 0)) + 1) : streetAt
}

const isNameLine = (text: string, n: number) =>
  hasTitle(text) || (n < 2 && looksLikeCompany(text) && !/\d/.test(text))

/**
 * Splits the lines into street, city and county. A county is a known one, or the last line if the form of the others
 * shows that the town is above it.
 */
export function parseAddress(block: AddressBlock, employer = ''): PrintedAddress | null {
  const printed = splitParts(block)
  if (!printed) return null
  const { parts, post } = printed
  const countryInLine = isCountry(parts.at(-1) ?? '') && parts.length > 1 ? (parts.pop() ?? null) : null
  const country = block.country?.text ?? post.country ?? countryInLine
  const hasCounty =
    parts.length > 2 &&
    (isCounty(parts.at(-1) ?? '') || isTownOfCouncil(parts.at(-2) ?? '', employer) || isTownInCapitals(parts))
  const county = hasCounty ? (parts.pop() ?? null) : null
  const city = parts.length > 1 ? (parts.pop() ?? null) : null
  return { street: parts.join(', ') || null, city, county, post_code: post.code, country }
}

/**
 * Whether the last line may be a county that is not listed, below the town. It is read as the town, since it may be that of
 * the village above it.
 */
export function isCountyDoubtful(block: AddressBlock, employer = ''): boolean {
  const { parts } = splitParts(block) ?? { parts: [] }
  if (isCountry(parts.at(-1) ?? '')) parts.pop()
  const isKnown =
    isCounty(parts.at(-1) ?? '') || isTownOfCouncil(parts.at(-2) ?? '', employer) || isTownInCapitals(parts)
  return !isKnown && endsWithTwoPlaces(parts)
}

/** Splits an address into its parts, and the post code behind them. */
function splitParts(block: AddressBlock) {
  const texts = block.lines.map(({ text }) => text.trim().replace(/[,/]$/, ''))
  const last = texts.pop()
  const post = last === undefined ? null : parseTrailingPostCode(last)
  if (!post) return null
  // Above a post code alone, a single line is the whole address.
  const isOneOfMany = texts.length > 1 || (texts.length === 1 && post.before !== '')
  const parts = [...texts, post.before]
    .flatMap((text) => splitLine(text, isOneOfMany))
    .filter((text) => text !== '')
  return { parts: splitTownFromStreet(parts), post }
}

/** Splits the town from the street if only the county follows: `51 Pellow Street, Redruth` above `Cornwall`. */
function splitTownFromStreet(parts: string[]): string[] {
  const [first = '', county = '', ...others] = parts
  const at = first.lastIndexOf(', ')
  const town = first.slice(at + 2)
  const isTown = at !== -1 && !/\d/.test(town) && !looksLikeStreet(town)
  return isTown && others.length === 0 && isCounty(county) ? [first.slice(0, at), town, county] : parts
}

/** Whether only the line above the last is in capitals. Royal Mail asks for the post town in capitals. */
function isTownInCapitals(parts: string[]): boolean {
  const isCapitals = (text: string) => /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text)
  const [town = '', ...others] = [parts.at(-2), ...parts.slice(0, -2), parts.at(-1) ?? '']
  return isCapitals(town) && others.every((text) => /\p{Ll}/u.test(text ?? ''))
}

/**
 * Whether two places follow the name of a house and its street: `Rose Cottage | Pump Lane | Hensby | Norvolk`. A flat is
 * rather in a part of a city: `Flat 4 | 12 Park Road | Didsbury | Manchester`.
 */
function endsWithTwoPlaces(parts: string[]): boolean {
  const [house = '', street = '', ...places] = parts
  return (
    places.length === 2 &&
    !/\d|^(?:flat|apartment|apt|unit|room)\b/i.test(house) &&
    looksLikeStreet(street) &&
    !places.some(looksLikeStreet)
  )
}

/** Whether a council is named after the town: `Hexley Metropolitan Borough Council`. */
const isTownOfCouncil = (town: string, employer: string): boolean =>
  /^(?:(?:metropolitan|borough|city|town|district) )+council$/.test(
    employer.toLowerCase().replace(`${town.toLowerCase()} `, ''),
  )

/** Splits a line at slashes, bars or commas, but keeps a house name or number together with its street. */
function splitLine(text: string, isOneOfMany: boolean): string[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  if (/ [/|·•] /.test(trimmed)) return trimmed.split(/ [/|·•] /).map((part) => part.trim())
  const parts = trimmed.split(/, */)
  if (isOneOfMany && parts.length < 3)
    return parts.length === 2 &&
      !looksLikeStreet(parts[1] ?? '') &&
      !/^(flat|apartment|unit|room)/i.test(trimmed) &&
      !/\d/.test(parts[1] ?? '') &&
      isCounty(parts[1] ?? '')
      ? parts
      : [trimmed]
  const [first = '', second = '', ...rest] = parts
  const isHouse =
    /^(flat|apartment|apt|unit|room|suite|floor)\b|^\d+[a-z]?$/i.test(first) ||
    (/(?:house|court)$/i.test(first) && (!/^\d/.test(first) || looksLikeStreet(second)))
  return isHouse && second !== '' ? [`${first}, ${second}`, ...rest] : parts
}
