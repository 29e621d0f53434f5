import { classifyLabel } from '../text/label-meaning.ts'
import type { PayslipLine, TextPiece } from '../text/lines.ts'
import { classifyTitle } from '../text/titles.ts'
import { identityTuning } from '../tuning/facts.ts'
import type { AddressBlock } from './address.ts'
import { readFreeText } from './free-text.ts'
import type { LabelledFacts } from './labelled-facts.ts'
import { endsWithRole, hasLegalForm, hasTitle, looksLikeRole, looksLikeStreet } from './name-patterns.ts'
import type { NamedParty } from './named-party.ts'
import { findDescribedPerson, findNameWithRole, findPartiesInSentences } from './person-name.ts'

// Finds the job title beside its label, beside or below the name, or in a sentence.

const postForm =
  /^(?:[^:/\d]{2,30}\d* \/ )?(?:post|assignment|job|contract) (?:\S*\d[^\s:,]*)(?: of \d+)?[:,]? (\p{Lu}[^,:;]{3,60})/iu

/**
 * Reads the job title from a line above the earnings of a post: `Post H204417-01 Hourly Paid Lecturer, Department of
 * Music`.
 */
function readPostInTable(lines: PayslipLine[]): NamedParty | null {
  for (const { pieces } of lines)
    for (const [n, piece] of pieces.entries()) {
      const role = postForm.exec(piece.text)?.[1]
      if (role) return { text: role.trim(), at: [piece], isLabelled: false }
      const next = pieces[n + 1]
      if (
        next &&
        /^(?:post|assignment|job|contract) \d{1,2}:?$/i.test(piece.text) &&
        looksLikeRole(next.text)
      )
        return { text: next.text.replace(/ ?\(.*$/, ''), at: [next], isLabelled: false }
    }
  return null
}

/** Finds the job title directly below the name, at the same left or right edge or centred. */
function findRoleUnderName(
  lines: PayslipLine[],
  facts: LabelledFacts,
  name: NamedParty | null,
): NamedParty | null {
  const piece = name?.at.at(-1)
  const line = piece ? lines.findIndex(({ pieces }) => pieces.includes(piece)) : -1
  const below = lines[line + 1]
  if (!piece || line === -1 || below?.block !== piece.block) return null
  if (
    below.y - piece.y >
    Math.max(piece.size, ...below.pieces.map(({ size }) => size)) * identityTuning.maxRoleDistance
  )
    return null
  const { edgeTolerance, centreTolerance } = identityTuning
  const role = below.pieces.find(
    (other) =>
      Math.abs(other.x - piece.x) < edgeTolerance ||
      Math.abs(other.right - piece.right) < edgeTolerance ||
      Math.abs(other.x + other.right - piece.x - piece.right) < centreTolerance,
  )
  const isRole =
    role && isUnlabelledRole(role) && (below.pieces.at(-1) === role || !facts.beginsWithLabel(role))
  return isRole ? { text: role.text, at: [role], isLabelled: false } : null
}

/** Finds the job title to the right of a name: `Sharon Addison | Senior Carer | Emp 3391`, `Peter Lowe | (labourer)`. */
function findRoleBesideName(
  lines: PayslipLine[],
  facts: LabelledFacts,
  name: NamedParty | null,
): NamedParty | null {
  const piece = name?.at.at(-1)
  const pieces = piece ? (lines.find((line) => line.pieces.includes(piece))?.pieces ?? []) : []
  const next = piece && pieces[pieces.indexOf(piece) + 1]
  const inBrackets = /^\((\p{L}[^\d()]{2,40})\)$/u.exec(next?.text ?? '')?.[1]
  if (next && inBrackets && (looksLikeRole(inBrackets) || /^\p{Ll}/u.test(inBrackets)))
    return { text: inBrackets, at: [next], isLabelled: false }
  const isFree = next && !facts.beginsWithLabel(next) && !facts.isValueOfLabel(next)
  return next && isFree && isUnlabelledRole(next) && (name?.isLabelled === false || endsWithRole(next.text))
    ? { text: next.text, at: [next], isLabelled: false }
    : null
}

/** Removes the place of work behind a job title: `Barista, Station Parade`. */
function withoutWorkplace(role: NamedParty | null): NamedParty | null {
  const [, title = '', place = ''] = /^([^,]+), ([^,]+)$/.exec(role?.text ?? '') ?? []
  return role && looksLikeRole(title) && !looksLikeRole(place) && looksLikeStreet(place)
    ? { ...role, text: title }
    : role
}

/** Finds a job title that is part of a line near the name: `Store 0417 Harlow Road · Customer Assistant`. */
function findRoleInParts(lines: PayslipLine[], name: NamedParty | null): NamedParty | null {
  const piece = name?.at.at(-1)
  const line = piece ? lines.findIndex(({ pieces }) => pieces.includes(piece)) : -1
  for (const other of line === -1 ? [] : lines.slice(line, line + identityTuning.linesToRoleInParts))
    for (const some of other.pieces) {
      const parts = some.text.split(/ [·|•–—] /)
      const role = parts.length < 2 ? undefined : parts.find((text) => isUnlabelledRole({ ...some, text }))
      if (role && role !== name?.text) return { text: role, at: [some], isLabelled: false }
    }
  return null
}

const isUnlabelledRole = ({ text, figure }: TextPiece): boolean =>
  figure === null &&
  looksLikeRole(text) &&
  !/[\d:]/.test(text) &&
  text.split(' ').length <= identityTuning.maxInlineRoleWords &&
  !hasLegalForm(text) &&
  !hasTitle(text) &&
  classifyLabel(text).kind === null

/** The employee, the employer and the address that were read before the job title. */
type KnownParties = { address: AddressBlock | null; name: NamedParty | null; employer: NamedParty | null }

export function readRole(
  lines: PayslipLine[],
  facts: LabelledFacts,
  { address, name, employer }: KnownParties,
): NamedParty | null {
  const parseRole = (text: string) =>
    classifyTitle(text) === null &&
    /\p{L}{2}/u.test(text) &&
    text.length <= identityTuning.maxRoleCharacters &&
    text !== name?.text &&
    text !== employer?.text
      ? text
      : null
  const [labelled] = readFreeText(facts, 'role', parseRole).toSorted(
    (one, other) => Number(one.name === 'grade') - Number(other.name === 'grade'),
  )
  // The number of a post may precede its title: `01 Highways Officer`.
  if (labelled)
    return { text: labelled.value.replace(/^0\d (?=\p{Lu})/u, ''), at: labelled.at, isLabelled: true }
  const post = readPostInTable(lines)
  if (post) return post
  const withName = findNameWithRole(lines, facts)
  if (withName) return withName.role
  const besideName = findRoleBesideName(lines, facts, name)
  if (besideName) return besideName
  const underName = findRoleUnderName(lines, facts, name)
  if (underName && underName.text !== employer?.text) return withoutWorkplace(underName)
  const inParts = findRoleInParts(lines, name)
  if (inParts) return inParts
  const described = findDescribedPerson(lines)
  if (described?.role && described.name.text === name?.text) return described.role
  const inSentence = findPartiesInSentences(lines).role
  if (inSentence) return inSentence
  const nameIndex = address?.linesAbove.findIndex(({ text }) => text === name?.text) ?? -1
  const after = nameIndex === -1 ? undefined : address?.linesAbove[nameIndex + 1]
  const isRole = after && looksLikeRole(after.text) && !hasTitle(after.text) && !hasLegalForm(after.text)
  return isRole ? { text: after.text, at: [after], isLabelled: false } : null
}
