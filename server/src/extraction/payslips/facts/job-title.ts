import { classifyLabel } from '../text/label-meaning.ts'
import { overlap, type PayslipLine, type TextPiece } from '../text/lines.ts'
import { classifyTitle } from '../text/titles.ts'
import { identityTuning } from '../tuning/facts.ts'
import type { AddressBlock } from './address.ts'
import { isLabelInAddress, namesRow, readFreeText } from './free-text.ts'
import { type FactMatch, isTableHead, type LabelledFacts } from './labelled-facts.ts'
import {
  endsWithRole,
  hasLegalForm,
  hasTitle,
  isRolePhrase,
  looksLikeRole,
  looksLikeStreet,
  numberInRole,
} from './name-patterns.ts'
import type { NamedParty } from './named-party.ts'
import {
  findDescribedPerson,
  findNameWithRole,
  findPartiesInSentences,
  readNameWithRole,
} from './person-name.ts'

// Finds the job title beside its label, beside or below the name, or in a sentence.

const postForm =
  /^(?:[^:/\d]{2,30}\d* \/ )?(?:post|assignment|job|contract) (?:\S*\d[^\s:,]*)(?: of \d+)?[:,]? (\p{Lu}[^,:;]{3,60})/iu

/**
 * Reads the job title from a line above the earnings of a post: `Post H204417-01 Hourly Paid Lecturer, Department of
 * Music`. The first post is the main one.
 */
function readPostInTable(lines: PayslipLine[]): NamedParty | null {
  for (const { pieces } of lines)
    for (const [n, piece] of pieces.entries()) {
      const post = readPost(piece, pieces[n + 1]) ?? readNumberedPost(pieces.slice(n, n + 3))
      if (post) return post
    }
  return null
}

function readPost(piece: TextPiece, next: TextPiece | undefined): NamedParty | null {
  const role = postForm.exec(piece.text)?.[1]
  if (role) return { text: role.trim(), at: [piece], isLabelled: false }
  const isNumber = /^(?:post|assignment|job|contract) \d{1,2}:?$/i.test(piece.text)
  return next && isNumber && looksLikeRole(next.text)
    ? { text: next.text.replace(/ ?\(.*$/, ''), at: [next], isLabelled: false }
    : null
}

/** Matches the number of a post, which is a payroll number and a count, and the job title behind it. */
const numberedPost = /^\d{4,}[-/]\d{1,2}(?: (\p{Lu}[^,:;]{3,60}))?$/u

/** Reads a post above its earnings: `0066182-1 Teaching Assistant Level 2`. With an amount, it is one of the earnings. */
function readNumberedPost([piece, ...others]: TextPiece[]): NamedParty | null {
  const match = piece && numberedPost.exec(piece.text)
  const [role, next] = match?.[1] === undefined ? others : [piece, ...others]
  if (!match || !role || next?.figure != null) return null
  const text = match[1] ?? role.text
  return looksLikeRole(text) ? { text, at: [role], isLabelled: false } : null
}

/** Finds the job title directly below the name, at the same left or right edge or centred. */
function findRoleUnderName(lines: PayslipLine[], name: NamedParty, facts: LabelledFacts): NamedParty | null {
  const piece = name.at.at(-1)
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
    role &&
    isUnlabelledRole(role) &&
    !isCaptionOfOthers(below.pieces[below.pieces.indexOf(role) - 1]) &&
    (below.pieces.at(-1) === role || !facts.beginsWithLabel(role))
  return isRole ? { text: role.text, at: [role], isLabelled: false } : null
}

/** Finds the job title to the right of a name: `Sharon Addison | Senior Carer | Emp 3391`, `Peter Lowe | (labourer)`. */
function findRoleBesideName(lines: PayslipLine[], name: NamedParty, facts: LabelledFacts): NamedParty | null {
  const piece = name.at.at(-1)
  const pieces = piece ? (lines.find((line) => line.pieces.includes(piece))?.pieces ?? []) : []
  const next = piece && pieces[pieces.indexOf(piece) + 1]
  const inBrackets = /^\((\p{L}[^\d()]{2,40})\)$/u.exec(next?.text ?? '')?.[1]
  if (next && inBrackets && (looksLikeRole(inBrackets) || /^\p{Ll}/u.test(inBrackets)))
    return { text: inBrackets, at: [next], isLabelled: false }
  const isFree = next && !facts.beginsWithLabel(next) && !facts.isValueOfLabel(next)
  return next && isFree && isUnlabelledRole(next) && (!name.isLabelled || endsWithRole(next.text))
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
function findRoleInParts(lines: PayslipLine[], name: NamedParty): NamedParty | null {
  const piece = name.at.at(-1)
  const line = piece ? lines.findIndex(({ pieces }) => pieces.includes(piece)) : -1
  for (const other of line === -1 ? [] : lines.slice(line, line + identityTuning.linesToRoleInParts))
    for (const some of other.pieces.filter((one) => !namesRow(other, one))) {
      const parts = some.text.split(/ [·|•–—] /)
      const role = parts.length < 2 ? undefined : parts.find((text) => isUnlabelledRole({ ...some, text }))
      if (role && role !== name.text) return { text: role, at: [some], isLabelled: false }
    }
  return null
}

/** Matches text about other people than the employee, or about what they do for the employee. */
const aboutOthers =
  /\b(?:payroll|queries|query|contact|manager:|supervisor:|signed|approved|authorised|prepared|call|speak|ask|report(?:s|ing) to|line manager|your|our|please)\b/i

/** Whether the caption beside a text says that it is not about the employee: `Reports to | Head Chef`. */
const isCaptionOfOthers = (caption: TextPiece | undefined): boolean =>
  caption !== undefined &&
  /^(?:reports? to|reporting to|(?:line |team |hr |section )?(?:manager|supervisor|leader|contact|approver|head)|approved by|authori[sz]ed by|prepared by|contact|queries|payroll|hr|department|dept|team|unit|section|branch|site|location|division|directorate|faculty|school|service|workplace|cost cent(?:re|er)|store|depot|ward|ref|reference)\b/i.test(
    caption.text,
  )

/** Whether the text is certainly a job title: it ends with a word that only job titles have, apart from a remark. */
const isCertainRole = (piece: TextPiece, text: string): boolean =>
  isUnlabelledRole({ ...piece, text }) &&
  /^\p{Lu}/u.test(text) &&
  !aboutOthers.test(text) &&
  isRolePhrase(text.replace(/ \([^()]*\)$|,? [–—-] .*$|, .*$/u, ''))

/**
 * Finds the only job title without a label in the lines from the name to the first amount: beside the employee number, or as
 * a sentence of its own in `Paid 30 January 2026. Office Manager. NI number AE 93 02 75 B.`
 */
function findRoleNearName(
  lines: PayslipLine[],
  name: NamedParty,
  facts: LabelledFacts,
  blocks: AddressBlock[],
): NamedParty | null {
  const piece = name.at.at(-1)
  const start = piece ? lines.findIndex(({ pieces }) => pieces.includes(piece)) : -1
  if (!piece || start === -1) return null
  const addressLines = new Set(blocks.flatMap((block) => block.lines))
  const near = lines
    .slice(start, start + identityTuning.linesToOnlyRole)
    .filter(({ page }) => page === piece.page)
  const end = near.findIndex(
    ({ pieces }) => isTableHead(pieces) || pieces.some(({ figure }) => figure?.pence != null),
  )
  const found = near.slice(0, end === -1 ? undefined : end).flatMap(({ pieces }, n) =>
    pieces
      .filter(
        (other) => !addressLines.has(other) && other.text !== name.text && !aboutOthers.test(other.text),
      )
      .flatMap((other): NamedParty[] => {
        const sentences = other.text.split(/(?<=\p{L}{2}|\d)\. | [/·|•] /u)
        const part = sentences.length > 1 ? sentences.find((text) => isCertainRole(other, text)) : undefined
        if (part !== undefined) return [{ text: part.replace(/\.$/, ''), at: [other], isLabelled: false }]
        const before = pieces[pieces.indexOf(other) - 1]
        const above = near[n - 1]?.pieces.find((one) => overlap(one, other) > 0)
        const isFree = [before, above].every(
          (one) =>
            one === undefined ||
            one.text === name.text ||
            (facts.beginsWithLabel(one) && !facts.isLabel(one)),
        )
        const isRole =
          isFree &&
          !facts.beginsWithLabel(other) &&
          !facts.isValueOfLabel(other) &&
          isCertainRole(other, other.text)
        return isRole ? [{ text: other.text, at: [other], isLabelled: false }] : []
      }),
  )
  const [only] = found
  return only && found.every(({ text }) => text === only.text) ? only : null
}

const isUnlabelledRole = ({ text, figure }: TextPiece): boolean =>
  figure === null &&
  looksLikeRole(text) &&
  !/[\d:]|^the /i.test(text) &&
  text.split(' ').length <= identityTuning.maxInlineRoleWords &&
  !hasLegalForm(text) &&
  !hasTitle(text) &&
  classifyLabel(text).kind === null

/**
 * Matches the number of a post before its title: `01 Highways Officer`, `20117-1 Social Worker`, `H204417: Nurse`,
 * `12 - Cleaner`. `360 Excavator Operator` and `24/7 Support Engineer` have no such number.
 */
const leadingPostNumber =
  /^(?:(?:no|number|ref|id)\b[.:]? ?)?(?:\(?(?:0\d+|[A-Z]{0,4}[-/]?\d{4,}[A-Z]?(?:[-/.]\w+)*|[A-Z]{1,4}[-/]?\d{3,}(?:[-/.]\w+)*|[A-Z]{2,5}[-/]?\d{2,}[A-Z]?|\d{3,}(?:[-/.]\d+)+)\)?(?: ?[-–—:|,/])? +|\d{1,3} ?[-–—:|] +)(?=\p{L}{2})/u

/** Matches the number of a post behind its title: `Social Worker (20117-1)`, `Baker - 20117`. */
const trailingPostNumber =
  / ?\((?:(?:post|job|ref|no|id)\b[.:]? ?)*[A-Z]{0,4}[-/]?\d{3,}(?:[-/.]\w+)*\)$| [-–—/|] [A-Z]{0,4}\d{4,}(?:[-/.]\w+)*$/iu

/** Labels before which the posts of a person are counted: `1 Library Assistant`. */
const postLabels = new Set(['post', 'posts', 'job', 'assignment'])

const withoutCount = (text: string, label: string): string =>
  postLabels.has(label) ? text.replace(/^[1-9] (?=\p{Lu}\p{L})/u, '') : text

/**
 * Returns the job title behind the client of an assignment: `Test Analyst` of `Tallis Rail - Test Analyst`. A title may
 * have a hyphen itself: `Staff Nurse - Nights`.
 */
function withoutClient(text: string, label: string): string {
  const [client = '', title, ...others] = text.split(/ [-–—] /)
  const hasClient = label === 'assignment' && title !== undefined && others.length === 0
  return hasClient && looksLikeRole(title) && !looksLikeRole(client) ? title : text
}

/** Removes the sentences behind a job title: `Operations Manager. Annual salary: £62,000.04.` */
function withoutNextSentence(text: string): string {
  const [title = ''] = text.split(/(?<=\p{L}{3})\. (?=\p{Lu})/u)
  return (looksLikeRole(title) ? title : text).replace(sinceWhen, '')
}

/** Matches the date from which the employee has the job: `Night Porter since 4 May 2019`. */
const sinceWhen = /,? \(?(?:since|from) \d{1,2}[ /.-].*$/i

/** Matches the code of a job behind its title: `Sales Assistant SA04`, `Sales Assistant (SA04)`. */
const trailingJobCode = /(?<=\p{L}{3}) \(?[A-Z]{2,5}[-/]?\d{2,}[A-Z]?\)?$/u

const withoutPostNumber = (text: string) =>
  text.replace(leadingPostNumber, '').replace(trailingPostNumber, '').replace(trailingJobCode, '').trim()

/** Removes the grade behind a job title if the label names both: `Kitchen Porter / 4` for `Position / grade`. */
const withoutGrade = (text: string, label: string): string =>
  /\b(?:grade|band|scale)$/.test(label)
    ? text.replace(/ ?\/ ?(?:(?:grade|band|scale) )?[A-Z]{0,4}\d{1,2}[A-Z]?$/i, '')
    : text

/** Matches text in the place of a job title that refers to another part of the payslip or says that there is none. */
const noRole =
  /\b(?:see|as|refer to) (?:the )?(?:below|above|over|overleaf|attached|notes?|table|page|schedule|contract|next)\b|^(?:various|multiple|several|many|n\/?a|none|nil|unknown|tbc|tba|blank|default|not (?:stated|applicable|recorded|known|set|held))\b/i

/** Matches words of sentences and greetings, which no job title has: `With thanks and all good wishes, Marian`. */
const sentenceWords =
  /\b(?:you|your|yours|we|is|are|was|were|have|please|thanks?|wishes|regards|sincerely|faithfully|congratulations|good luck)\b/i

/** Matches text in the place of a job title that is a form of address, a kind of employment or a pay frequency. */
const otherThanRole =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|(?:full|part)[- ]?time|permanent|perm|temporary|temp|casual|fixed[- ]term|zero[- ]hours?|(?:four-?|two-?)?weekly|monthly|fortnightly|hourly(?: paid)?|salaried|active|current|employed|staff)\.?$/i

/** Labels that often name something else, such as the office in Leeds, the title Mrs or the assignment at a client. */
const ambiguousLabels = new Set([
  'title',
  'office',
  'trade',
  'appointment',
  'assignment',
  'duties',
  'capacity',
  'contract',
  'placement',
  'booking',
  'function',
  'discipline',
  'skill',
  'classification',
  'employment',
  'work type',
  'type of work',
  'employee group',
  'staff group',
  'staff category',
  'employee category',
  'employee type',
  'worker type',
  'crew',
])

/**
 * Whether the text may be a job title. One that begins with a digit needs a word that is typical of job titles, so
 * that `2 posts` and `2 of 3` are not read as one.
 */
const isPossibleRole = (text: string): boolean =>
  /\p{L}{2}/u.test(text) &&
  !/£|\d[.,]\d\d\b/.test(text) &&
  !noRole.test(text) &&
  !sentenceWords.test(text) &&
  !otherThanRole.test(text) &&
  (!/^[\d(]|^\S*\d\S*$/.test(text) || looksLikeRole(text))

/** Matches a grade that only says how senior the employee is: `Senior 2`, `Principal B`, `Level 4 Upper`. */
const senioritySteps =
  /^(?:(?:senior|junior|principal|intermediate|mid|entry|higher|upper|lower|main|standard|advanced|lead|associate|executive|professional|support|staff|band|grade|level|tier|scale|point|step|pay|scp|spine|range|career|probation(?:ary|er)?|trained|qualified|skilled|unskilled|semi-skilled|top|bottom|max(?:imum)?|min(?:imum)?)\b[ ./-]*)+(?:[a-z]|[ivx]{1,4}|\d{1,2}[a-z]?)?$/i

/** Whether a grade has a name, such as `Hydrologist Grade 6`. `Band 5` and `NJC 12` are points on a pay scale. */
const isNamedGrade = (text: string): boolean =>
  !senioritySteps.test(text.trim()) &&
  /\p{L}{4}/u.test(
    text.replace(numberInRole, ' ').replace(/\b(?:band|grade|level|scale|point|spine)\b/gi, ' '),
  )

/** Whether a job title is words only, apart from a grade. Other text may be a reference or part of a sentence. */
export const isPlainRole = ({ text, isLabelled }: NamedParty): boolean =>
  (isLabelled || looksLikeRole(text)) && !/[\d£:;?!]|\.$/.test(text.replace(numberInRole, ''))

/**
 * Whether the label and the text behind it are the name of a row with an amount: `TRADE UNION | 16.90`, `Occ. Maternity Pay |
 * 312.00`.
 */
function isRowOfTable(lines: PayslipLine[], { label, position }: FactMatch<string>): boolean {
  if (position !== 'inside' || label.text.includes(':')) return false
  const pieces = lines.find((line) => line.pieces.includes(label))?.pieces ?? []
  return pieces[pieces.indexOf(label) + 1]?.figure?.pence != null
}

/**
 * Whether the match is below a column title, such as `Post` above the codes and names of earnings. Behind the descriptions,
 * the column of a single job has the same text in every row.
 */
function isOneOfSeveral(lines: PayslipLine[], { label, at: [piece], position }: FactMatch<string>): boolean {
  const head = lines.findIndex(({ pieces }) => pieces.includes(label))
  const titles = lines[head]?.pieces ?? []
  if (!piece || position === 'inside' || !isTableHead(titles)) return false
  const inColumn = lines
    .slice(head + 1)
    .filter(({ block, pieces }) => block === piece.block && pieces.at(-1)?.figure?.pence != null)
    .flatMap(({ pieces }) =>
      pieces.slice(1).filter(({ x }) => Math.abs(x - piece.x) < identityTuning.edgeTolerance),
    )
  const isSame = inColumn.includes(piece) && inColumn.every(({ text }) => text === piece.text)
  return !(isSame && titles[0] !== label && looksLikeRole(piece.text))
}

/** Whether the match is a line above the earnings of a post, which `readPostInTable` reads. */
const isPostInTable = ({ label, position, hasColon }: FactMatch<string>): boolean =>
  position === 'inside' && !hasColon && postForm.test(label.text)

/** Returns how doubtful a labelled job title is: a grade most, text behind a label without a colon less. */
const doubtOf = ({ name, position, hasColon }: FactMatch<string>): number =>
  name === 'grade' ? 2 : position === 'inside' && !hasColon ? 1 : 0

/** Lists the places of the name: where it was read, and further ones, such as above the address or in the header. */
function listPrintedNames(lines: PayslipLine[], name: NamedParty | null): NamedParty[] {
  const others = lines
    .flatMap(({ pieces }) => pieces)
    .filter((piece) => piece.text === name?.text && !name.at.includes(piece))
  return name ? [name, ...others.map((piece) => ({ ...name, at: [piece] }))] : []
}

/** The employee, the employer and the addresses that were read before the job title. */
type KnownParties = {
  address: AddressBlock | null
  name: NamedParty | null
  employer: NamedParty | null
  blocks: AddressBlock[]
}

export function readRole(
  lines: PayslipLine[],
  facts: LabelledFacts,
  { address, name, employer, blocks }: KnownParties,
): NamedParty | null {
  const parseRole = (printed: string) => {
    const text = withoutPostNumber(withoutNextSentence(printed))
    return classifyTitle(text) === null &&
      isPossibleRole(text) &&
      text.length <= identityTuning.maxRoleCharacters &&
      text !== name?.text &&
      text !== employer?.text
      ? text
      : null
  }
  const [labelled] = readFreeText(facts, 'role', parseRole)
    .filter((match) => !isRowOfTable(lines, match) && !isOneOfSeveral(lines, match))
    .filter((match) => !isPostInTable(match) && !isLabelInAddress(match, blocks))
    // `Position Partners` is an employer.
    .filter((match) => match.position !== 'inside' || match.hasColon || !employer?.at.includes(match.label))
    .filter(({ name: label, value }) => !ambiguousLabels.has(label) || looksLikeRole(value))
    .filter(({ name: label, value }) => label !== 'grade' || isNamedGrade(value))
    .toSorted((one, other) => doubtOf(one) - doubtOf(other))
  if (labelled) {
    const title = withoutGrade(withoutClient(labelled.value, labelled.name), labelled.name)
    const text = withoutCount(title, labelled.name)
    return { text, at: labelled.at, isLabelled: true }
  }
  // `Posts held: 2 (see below)` says that no single post is the job title.
  const isElsewhere = facts.readAll('role', (text) => (noRole.test(text) ? text : null)).length > 0
  const post = isElsewhere ? null : readPostInTable(lines)
  if (post) return post
  const withName = readNameWithRole(facts) ?? findNameWithRole(lines, facts)
  if (withName && withName.name.text === name?.text) return withName.role
  for (const find of [findRoleBesideName, findRoleUnderName, findRoleInParts])
    for (const printed of listPrintedNames(lines, name)) {
      const role = find(lines, printed, facts)
      if (role && role.text !== employer?.text) return withoutWorkplace(role)
    }
  for (const printed of listPrintedNames(lines, name)) {
    const role = findRoleNearName(lines, printed, facts, blocks)
    if (role && role.text !== employer?.text) return role
  }
  const described = findDescribedPerson(lines)
  if (described?.role && described.name.text === name?.text) return described.role
  const inSentence = findPartiesInSentences(lines).role
  if (inSentence) return inSentence
  const nameIndex = address?.linesAbove.findIndex(({ text }) => text === name?.text) ?? -1
  const after = nameIndex === -1 ? undefined : address?.linesAbove[nameIndex + 1]
  const isRole = after && looksLikeRole(after.text) && !hasTitle(after.text) && !hasLegalForm(after.text)
  return isRole ? { text: after.text, at: [after], isLabelled: false } : null
}
