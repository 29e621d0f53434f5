import { classifyLabel } from '../text/label-meaning.ts'
import type { PayslipLine, TextPiece } from '../text/lines.ts'
import {
  findNiNumber,
  findPayeReference,
  parseLeadingDay,
  parseLeadingTaxCode,
  parseTrailingPostCode,
} from '../text/values.ts'
import { identityTuning } from '../tuning/facts.ts'
import type { AddressBlock } from './address.ts'
import type { FactMatch, LabelledFacts, ValuePosition } from './labelled-facts.ts'
import { hasLegalForm, looksLikeCompany, looksLikePerson, numberInRole } from './name-patterns.ts'

/**
 * Reads a text fact such as a name. Free text has no format that shows whether it is beside its label or below it, so
 * the position is taken from the nearest label whose value has a format (tax code, NI number, date, PAYE reference).
 */
export function readFreeText(
  facts: LabelledFacts,
  fact: 'name' | 'employer' | 'role',
  parse: (text: string) => string | null,
): FactMatch<string>[] {
  const parseFormatted = (text: string) =>
    parseLeadingTaxCode(text)?.code ??
    findNiNumber(text) ??
    parseLeadingDay(text)?.day ??
    findPayeReference(text)
  const formatted = (['niNumber', 'taxCode', 'payDate', 'payeReference'] as const).flatMap((other) =>
    facts.readAll(other, parseFormatted, ['inside', 'right', 'below']),
  )
  const positionNear = ({ x, y }: TextPiece): ValuePosition | undefined =>
    formatted
      .filter(({ position }) => position === 'right' || position === 'below')
      .toSorted((one, other) => distance(one.label, x, y) - distance(other.label, x, y))[0]?.position
  const parsePlausible = (text: string) => {
    const trimmed = fact === 'employer' ? text.trim().replace(referenceInBrackets, '') : text.trim()
    const isFreeText =
      parseFormatted(trimmed) === null &&
      !/^\W*$/.test(trimmed) &&
      !/^[\d\s./-]+$/.test(trimmed) &&
      parseTrailingPostCode(trimmed) === null
    return isFreeText ? parse(trimmed) : null
  }
  // Without a colon, text that begins like a label usually contains no value: `Employer National Insurance`.
  const insideOrRight = [
    ...facts
      .readAll(fact, parsePlausible, ['inside'])
      .filter((match) => match.hasColon || isInlineValue(fact, match)),
    ...facts.readAll(fact, parsePlausible, ['right']),
  ]
  const below = facts.readAll(fact, parsePlausible, ['below'])
  const labels = [...new Set([...insideOrRight, ...below].map(({ label }) => label))]
  return labels.flatMap((label) => {
    const beside = insideOrRight.find((match) => match.label === label)
    const under = below.find((match) => match.label === label)
    if (!beside || !under || beside.position === 'inside') return beside ?? under ?? []
    // A heading or note may be at the height of `Employer`, above the name of a company.
    if (fact === 'employer' && looksLikeCompany(under.value) && !looksLikeCompany(beside.value)) return under
    return positionNear(label) === 'below' ? under : beside
  })
}

/** Matches the reference behind the name of a company: `Larch Foods Ltd (120/AB123)`. */
const referenceInBrackets = / \([^()]*\d{3}[^()]*\)$/

/**
 * Whether the text after a label is its value: true for `Company Oakmantle Engineering Ltd`, false for `Employer
 * National Insurance`.
 */
function isInlineValue(fact: 'name' | 'employer' | 'role', { name, value }: FactMatch<string>): boolean {
  if (/ (for|to|held|of|as)$/.test(name)) return true
  if (classifyLabel(value).kind !== null) return false
  if (fact === 'name') return looksLikePerson(value)
  if (fact === 'employer')
    return hasLegalForm(value) || (/name|company|employer|paid by/.test(name) && looksLikeCompany(value))
  return (
    classifyLabel(`${name} ${value}`).kind === null &&
    /^\p{Lu}/u.test(value) &&
    value.split(' ').length <= identityTuning.maxInlineRoleWords &&
    !/\d|\b(code|no|number|date|ref|reference|held|title)\b/i.test(value.replace(numberInRole, ''))
  )
}

/** Whether the label is the beginning of a line of an address: `Staff House, Quay Street`, `Post Office Row`. */
export const isLabelInAddress = (
  { label, position, hasColon }: FactMatch<string>,
  blocks: AddressBlock[],
): boolean => position === 'inside' && !hasColon && blocks.some(({ lines }) => lines.includes(label))

/** Whether the text names a row of a table: a number follows it, and the line ends with an amount. */
export function namesRow({ pieces }: PayslipLine, piece: TextPiece): boolean {
  const next = pieces[pieces.indexOf(piece) + 1]
  return next !== undefined && next.figure !== null && pieces.at(-1)?.figure?.pence != null
}

const distance = (piece: TextPiece, x: number, y: number) =>
  Math.abs(piece.y - y) * identityTuning.verticalDistanceWeight + Math.abs(piece.x - x)
