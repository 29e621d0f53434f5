import type { PayslipLine, TextPiece } from '../text/lines.ts'
import { classifyTitle } from '../text/titles.ts'
import { parseTrailingPostCode } from '../text/values.ts'
import { addressTuning } from '../tuning.ts'
import type { LabelledFacts } from './labelled-facts.ts'
import {
  hasTitle,
  isCountry,
  isCounty,
  looksLikeCompany,
  looksLikePerson,
  looksLikeStreet,
} from './name-patterns.ts'

/** The lines of an address, down to the one that ends with the post code. */
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
    pieces.flatMap((piece) => {
      const text = correctPostCode(piece)
      if (piece.figure !== null || !parseTrailingPostCode(text)) return []
      return [collectBlock(lines, n, { ...piece, text }, facts)]
    }),
  )
}

const digitByMisreadLetter: Record<string, string> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' }
const misreadPostCode = /^([A-Z]{1,2}?)([0-9OILZSB])([A-Z0-9]?) ?([0-9OILZSB])([A-Z]{2})$/

/** Corrects OCR text that has a letter in place of a digit of the post code: `HUS 0QY`. */
function correctPostCode({ text, words }: TextPiece): string {
  const isOcr = words.some(({ certainty }) => certainty !== undefined)
  const match = isOcr && !parseTrailingPostCode(text) ? misreadPostCode.exec(text.trim()) : null
  if (!match) return text
  const [, area = '', district = '', subDistrict = '', sector = '', unit = ''] = match
  const toDigit = (character: string) => digitByMisreadLetter[character] ?? character
  return `${area}${toDigit(district)}${subDistrict} ${toDigit(sector)}${unit}`
}

/** Collects upwards from the post code, until a label, a gap or something that is not an address. */
function collectBlock(lines: PayslipLine[], at: number, last: TextPiece, facts: LabelledFacts): AddressBlock {
  const { maxLines, maxLineDistance, maxCountryDistance, leftEdgeTolerance } = addressTuning
  const block = [last]
  let owner = ownerByLabelBeside(facts, last)
  let { y } = last
  const isOneLine = / [/|·•] |,.*,/.test(parseTrailingPostCode(last.text)?.before ?? '')
  let isEnded = owner !== null || isOneLine
  for (let n = at - 1; n >= 0 && !isEnded && block.length < maxLines; n--) {
    const line = lines[n] as PayslipLine
    if (line.page !== last.page || y - line.y > last.size * maxLineDistance) break
    const piece =
      line.pieces.find(({ x }) => Math.abs(x - last.x) < leftEdgeTolerance) ?? findCentred(line, last)
    if (!piece) continue
    const ownerOfLabel = ownerByLabel(facts, piece)
    if (ownerOfLabel !== null) {
      owner = ownerOfLabel
      break
    }
    if (
      documentWords.test(piece.text) ||
      piece.figure !== null ||
      facts.isLabel(piece) ||
      (classifyTitle(piece.text)?.kind && !classifyTitle(piece.text)?.isWeak)
    )
      break
    const beside = facts.pieceLeftOf(piece)
    const ownerBeside = ownerByLabelBeside(facts, piece)
    if (ownerBeside === null && beside && facts.isLabel(beside)) break
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
    ({ x, page }) => page === last.page && Math.abs(x - last.x) < leftEdgeTolerance,
  )
  const isCountryLine =
    next && next.figure === null && next.y - last.y < last.size * maxCountryDistance && isCountry(next.text)
  return splitOffNames(block, owner, isCountryLine ? next : null)
}

/** Text below the label of another fact is that fact's value, not a line of the address. */
function isValueOfOtherFact(
  lines: PayslipLine[],
  n: number,
  piece: TextPiece,
  facts: LabelledFacts,
): boolean {
  const above = lines[n - 1]
  const label =
    above?.page === piece.page
      ? above.pieces.find(({ x }) => Math.abs(x - piece.x) < addressTuning.labelEdgeTolerance)
      : undefined
  if (!label || !facts.isLabel(label) || documentWords.test(label.text)) return false
  return !facts.labelsOf('name').includes(label) && !facts.labelsOf('address').includes(label)
}

const findCentred = ({ pieces }: PayslipLine, last: TextPiece) =>
  pieces.find(
    ({ x, right, figure }) =>
      figure === null && Math.abs(x + right - last.x - last.right) < addressTuning.centreTolerance,
  )

const documentWords = /confidential|pay ?slip|wages? slip|pay advice|salary advice|statement|page \d/i

function ownerByLabel(facts: LabelledFacts, piece: TextPiece): AddressBlock['owner'] {
  if (facts.labelsOf('employerAddress').includes(piece)) return 'employer'
  return facts.labelsOf('address').includes(piece) ? 'employee' : null
}

function ownerByLabelBeside(facts: LabelledFacts, piece: TextPiece): AddressBlock['owner'] {
  const beside = facts.pieceLeftOf(piece)
  if (!beside) return null
  if (facts.labelsOf('employerAddress').includes(beside)) return 'employer'
  return facts.labelsOf('address').includes(beside) ? 'employee' : null
}

/** Splits off the lines above the street, which are a name or a job title, and infers the owner from them. */
function splitOffNames(
  block: TextPiece[],
  owner: AddressBlock['owner'],
  country: TextPiece | null,
): AddressBlock {
  const streetAt = block.findIndex(
    ({ text }, n) => n < block.length - 1 && looksLikeStreet(text) && !isNameLine(text, n),
  )
  const start =
    owner !== null
      ? 0
      : streetAt === -1
        ? Math.max(0, block.findLastIndex(({ text }) => isNameLine(text, 0)) + 1)
        : streetAt
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

const isNameLine = (text: string, n: number) =>
  hasTitle(text) || (n < 2 && looksLikeCompany(text) && !/\d/.test(text))

/** Splits the lines into street, city and county; a county must be a known one. */
export function parseAddress(block: AddressBlock): PrintedAddress | null {
  const texts = block.lines.map(({ text }) => text.trim().replace(/[,/]$/, ''))
  const last = texts.pop()
  const post = last === undefined ? null : parseTrailingPostCode(last)
  if (!post) return null
  const parts = [...texts, post.before]
    .flatMap((text) => splitLine(text, texts.length > 0))
    .filter((text) => text !== '')
  const countryInLine = isCountry(parts.at(-1) ?? '') && parts.length > 1 ? (parts.pop() ?? null) : null
  const country = block.country?.text ?? post.country ?? countryInLine
  const hasCounty = parts.length > 2 && isCounty(parts.at(-1) ?? '')
  const county = hasCounty ? (parts.pop() ?? null) : null
  const city = parts.length > 1 ? (parts.pop() ?? null) : null
  return { street: parts.join(', ') || null, city, county, post_code: post.code, country }
}

/** Splits a line at slashes, bars or commas; a house and its street stay together. */
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
  const isHouse = /^(flat|apartment|apt|unit|room|suite|floor)\b|house$|court$|^\d+[a-z]?$/i.test(first)
  return isHouse && second !== '' ? [`${first}, ${second}`, ...rest] : parts
}
