import type { Line, Piece } from '../text/lines.ts'
import { titleOf } from '../text/titles.ts'
import { postCodeAtEnd } from '../text/values.ts'
import type { Facts } from './labelled-facts.ts'
import { hasTitle, isCountry, isCounty, looksLikeFirm, looksLikePerson, looksLikeStreet } from './name-patterns.ts'

/** Lines that end with a post code, from the first. */
export type AddressBlock = {
  /** A country below the post code. */
  country: Piece | null
  /** Above the street: who lives there, and what they do. */
  heads: Piece[]
  lines: Piece[]
  owner: 'employee' | 'employer' | null
}

export type Address = {
  street: string | null
  city: string | null
  county: string | null
  post_code: string
  country: string | null
}

const mostLines = 8

export function addressesOf(lines: Line[], facts: Facts): AddressBlock[] {
  return lines.flatMap(({ pieces }, n) =>
    pieces.flatMap((piece) => {
      if (piece.figure !== null || !postCodeAtEnd(textOf(piece))) return []
      return [blockAbove(lines, n, { ...piece, text: textOf(piece) }, facts)]
    }),
  )
}

const alike: Record<string, string> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' }
const nearlyPostCode = /^([A-Z]{1,2}?)([0-9OILZSB])([A-Z0-9]?) ?([0-9OILZSB])([A-Z]{2})$/

/** Recognised post codes have letters where digits stand: `HUS 0QY`. */
function textOf({ text, words }: Piece): string {
  const isRecognised = words.some(({ certainty }) => certainty !== undefined)
  const found = isRecognised && !postCodeAtEnd(text) ? nearlyPostCode.exec(text.trim()) : null
  if (!found) return text
  const [, area = '', first = '', more = '', second = '', unit = ''] = found
  return `${area}${alike[first] ?? first}${more} ${alike[second] ?? second}${unit}`
}

function blockAbove(lines: Line[], at: number, last: Piece, facts: Facts): AddressBlock {
  const block = [last]
  let owner = ownerByLabel(facts, last)
  let { y } = last
  const isOneLine = / [/|·•] |,.*,/.test(postCodeAtEnd(last.text)?.before ?? '')
  let isEnded = owner !== null || isOneLine
  for (let n = at - 1; n >= 0 && !isEnded && block.length < mostLines; n--) {
    const line = lines[n] as Line
    if (line.page !== last.page || y - line.y > last.size * 2.6) break
    const piece = line.pieces.find(({ x }) => Math.abs(x - last.x) < 5) ?? centred(line, last)
    if (!piece) continue
    const over = ownerByName(facts, piece)
    if (over !== null) {
      owner = over
      break
    }
    if (
      paperWords.test(piece.text) ||
      piece.figure !== null ||
      facts.isLabel(piece) ||
      (titleOf(piece.text)?.kind && !titleOf(piece.text)?.isWeak)
    )
      break
    const beside = facts.leftOf(piece)
    const byLabel = ownerByLabel(facts, piece)
    if (byLabel === null && beside && facts.isLabel(beside)) break
    if (/:/.test(piece.text) || postCodeAtEnd(piece.text) || isOtherValue(lines, n, piece, facts)) break
    block.unshift(piece)
    y = piece.y
    owner = byLabel ?? owner
    isEnded = byLabel !== null
  }
  const next = lines[at + 1]?.pieces.find(({ x, page }) => page === last.page && Math.abs(x - last.x) < 5)
  const isCountryLine =
    next && next.figure === null && next.y - last.y < last.size * 2.2 && isCountry(next.text)
  return parted(block, owner, isCountryLine ? next : null)
}

/** What stands below a label of something else is no line of an address. */
function isOtherValue(lines: Line[], n: number, piece: Piece, facts: Facts): boolean {
  const above = lines[n - 1]
  const label =
    above?.page === piece.page ? above.pieces.find(({ x }) => Math.abs(x - piece.x) < 4) : undefined
  if (!label || !facts.isLabel(label) || paperWords.test(label.text)) return false
  return !facts.labels('name').includes(label) && !facts.labels('address').includes(label)
}

const centred = ({ pieces }: Line, last: Piece) =>
  pieces.find(({ x, right, figure }) => figure === null && Math.abs(x + right - last.x - last.right) < 3)

const paperWords = /confidential|pay ?slip|wages? slip|pay advice|salary advice|statement|page \d/i

/** A label over the lines says whose they are. */
function ownerByName(facts: Facts, piece: Piece): AddressBlock['owner'] {
  if (facts.labels('employerAddress').includes(piece)) return 'employer'
  return facts.labels('address').includes(piece) ? 'employee' : null
}

function ownerByLabel(facts: Facts, piece: Piece): AddressBlock['owner'] {
  const beside = facts.leftOf(piece)
  if (!beside) return null
  if (facts.labels('employerAddress').includes(beside)) return 'employer'
  return facts.labels('address').includes(beside) ? 'employee' : null
}

/** Where the street begins: what stands above it is a name or a job. */
function parted(block: Piece[], owner: AddressBlock['owner'], country: Piece | null): AddressBlock {
  const streetAt = block.findIndex(
    ({ text }, n) => n < block.length - 1 && looksLikeStreet(text) && !isHead(text, n),
  )
  const start =
    owner !== null
      ? 0
      : streetAt === -1
        ? Math.max(0, block.findLastIndex(({ text }) => isHead(text, 0)) + 1)
        : streetAt
  const heads = block.slice(0, start)
  const firm = heads.some(({ text }) => looksLikeFirm(text) && !hasTitle(text))
  const person = heads.some(({ text }) => hasTitle(text) || (looksLikePerson(text) && !looksLikeFirm(text)))
  return {
    heads,
    country,
    lines: block.slice(start),
    owner: owner ?? (person ? 'employee' : firm ? 'employer' : null),
  }
}

const isHead = (text: string, n: number) =>
  hasTitle(text) || (n < 2 && looksLikeFirm(text) && !/\d/.test(text))

/** Street, city and county from the lines; a county is one that the country has. */
export function addressIn(block: AddressBlock): Address | null {
  const texts = block.lines.map(({ text }) => text.trim().replace(/[,/]$/, ''))
  const last = texts.pop()
  const post = last === undefined ? null : postCodeAtEnd(last)
  if (!post) return null
  const parts = [...texts, post.before]
    .flatMap((text) => partsOf(text, texts.length > 0))
    .filter((text) => text !== '')
  const inside = isCountry(parts.at(-1) ?? '') && parts.length > 1 ? (parts.pop() ?? null) : null
  const country = block.country?.text ?? post.country ?? inside
  const hasCounty = parts.length > 2 && isCounty(parts.at(-1) ?? '')
  const county = hasCounty ? (parts.pop() ?? null) : null
  const city = parts.length > 1 ? (parts.pop() ?? null) : null
  return { street: parts.join(', ') || null, city, county, post_code: post.code, country }
}

/** One line for all: parts by strokes or commas; a house and its street stay together. */
function partsOf(text: string, isOneOfMany: boolean): string[] {
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
