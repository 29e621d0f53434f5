import { classifyLabel } from '../text/label-meaning.ts'
import type { PayslipLine, TextPiece } from '../text/lines.ts'
import { classifyTitle } from '../text/titles.ts'
import {
  findNiNumber,
  findPayeReference,
  normaliseLabel,
  parseLeadingDay,
  parseLeadingTaxCode,
  parseTrailingPostCode,
} from '../text/values.ts'
import { identityTuning } from '../tuning.ts'
import { type AddressBlock, findAddressBlocks } from './address.ts'
import type { FactMatch, LabelledFacts, ValuePosition } from './labelled-facts.ts'
import {
  hasLegalForm,
  hasTitle,
  looksLikeCompany,
  looksLikePerson,
  looksLikeStreet,
} from './name-patterns.ts'

// Reads the names of employee and employer, the job title and the employee's address.

export type NamedParty = { text: string; at: TextPiece[]; isLabelled: boolean }
export type PayslipIdentity = {
  name: NamedParty | null
  employer: NamedParty | null
  role: NamedParty | null
  address: AddressBlock | null
}

export function readIdentity(lines: PayslipLine[], facts: LabelledFacts): PayslipIdentity {
  const blocks = findAddressBlocks(lines, facts)
  const name = readName(lines, facts, blocks)
  const employer = readEmployer(lines, facts, blocks, name)
  const address = chooseAddress(blocks, name, employer)
  return { name, employer, role: readRole(facts, address, name, employer), address }
}

/** Labels that are used for other things as well; others are preferred. */
const weakNameLabels = new Set([
  'name',
  'to',
  'person',
  'paid to',
  'partner name',
  'teacher',
  'private and confidential',
  'surname',
  'worker',
  'employee',
  'contractor',
  'issued to',
])

function readName(lines: PayslipLine[], facts: LabelledFacts, blocks: AddressBlock[]): NamedParty | null {
  const parsePerson = (text: string) => (looksLikePerson(text) || hasTitle(text) ? text : null)
  const matches = readFreeText(facts, 'name', parsePerson)
  const best =
    matches.find(({ name }) => !weakNameLabels.has(name)) ??
    matches.find(({ value }) => !looksLikeCompany(value)) ??
    matches[0]
  if (best) return { text: best.value, at: best.at, isLabelled: true }
  const joined = readForenameAndSurname(facts)
  if (joined) return joined
  const pieces = lines.flatMap(({ pieces }) => pieces).filter(({ figure }) => figure === null)
  const titled = pieces.find(({ text }) => hasTitle(text) && looksLikePerson(text))
  if (titled) return { text: titled.text, at: [titled], isLabelled: false }
  const overAddress = blocks
    .filter(({ owner }) => owner !== 'employer')
    .flatMap(({ linesAbove }) => linesAbove)
    .find(({ text }) => looksLikePerson(text) && !looksLikeCompany(text))
  const piece = overAddress ?? findOnlyNameAtTop(lines, facts, blocks)
  return piece ? { text: piece.text, at: [piece], isLabelled: false } : null
}

/** The name at the top of the payslip, if only one piece of text there looks like a name. */
function findOnlyNameAtTop(
  lines: PayslipLine[],
  facts: LabelledFacts,
  blocks: AddressBlock[],
): TextPiece | null {
  const addressLines = new Set(blocks.flatMap((block) => block.lines))
  const isValueOfLabel = ({ pieces }: PayslipLine, piece: TextPiece, above: PayslipLine | undefined) => {
    const before = pieces[pieces.indexOf(piece) - 1]
    const over = above?.pieces.find(({ x }) => Math.abs(x - piece.x) < identityTuning.labelEdgeTolerance)
    return [before, over].some((other) => other && (facts.isLabel(other) || /:$/.test(other.text)))
  }
  const names = lines
    .slice(0, identityTuning.topLines)
    .flatMap((line, n) =>
      line.pieces.filter(
        (piece) =>
          looksLikePerson(piece.text) &&
          piece.text.split(' ').length <= identityTuning.maxUnlabelledNameWords &&
          !looksLikeCompany(piece.text) &&
          !looksLikeStreet(piece.text) &&
          !facts.beginsWithLabel(piece) &&
          !addressLines.has(piece) &&
          classifyLabel(piece.text).kind === null &&
          !isValueOfLabel(line, piece, lines[n - 1]),
      ),
    )
  return names.length === 1 ? (names[0] ?? null) : null
}

function readForenameAndSurname(facts: LabelledFacts): NamedParty | null {
  const parse = (text: string) => (/^\p{Lu}[\p{L}'’ -]*$/u.test(text.trim()) ? text.trim() : null)
  const [[surname], [forename]] = [facts.readAll('surname', parse), facts.readAll('forename', parse)]
  return surname && forename
    ? { text: `${forename.value} ${surname.value}`, at: [...forename.at, ...surname.at], isLabelled: true }
    : null
}

/**
 * Free text has no format that shows whether it is beside its label or below it. The nearest label whose value has a format
 * (tax code, NI number, date, PAYE reference) decides.
 */
function readFreeText(
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
    const trimmed = text.trim()
    const isFreeText =
      parseFormatted(trimmed) === null &&
      !/^\W*$/.test(trimmed) &&
      !/^[\d\s./-]+$/.test(trimmed) &&
      parseTrailingPostCode(trimmed) === null
    return isFreeText ? parse(trimmed) : null
  }
  // Without a colon, text that begins like a label is rarely one: `Employer National Insurance`.
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
    return positionNear(label) === 'below' ? under : beside
  })
}

/** `Company Oakmantle Engineering Ltd`, but not `Employer National Insurance`. */
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
    !/\d|\b(code|no|number|date|ref|held|title)\b/i.test(value)
  )
}

const distance = (piece: TextPiece, x: number, y: number) =>
  Math.abs(piece.y - y) * identityTuning.verticalDistanceWeight + Math.abs(piece.x - x)

function readEmployer(
  lines: PayslipLine[],
  facts: LabelledFacts,
  blocks: AddressBlock[],
  name: NamedParty | null,
): NamedParty | null {
  const isUnclaimed = (piece: TextPiece) =>
    piece.figure === null && !facts.beginsWithLabel(piece) && !name?.at.includes(piece)
  const parseCompany = (text: string) =>
    classifyTitle(text) === null && text !== name?.text && /\p{L}{2}/u.test(text) && !hasTitle(text)
      ? text
      : null
  const labelled = readFreeText(facts, 'employer', parseCompany)
  const paymentMethods = /\b(bank|bacs|transfer|cheque|credit|cash)\b/i
  const matches = labelled.filter(({ value, name }) => !(name === 'paid by' && paymentMethods.test(value)))
  const best = matches.find(({ value }) => looksLikeCompany(value)) ?? matches[0]
  if (best && (looksLikeCompany(best.value) || /employer|company|organisation/.test(best.name)))
    return { text: best.value, at: best.at, isLabelled: true }
  const pieces = lines.flatMap(({ pieces }) => pieces).filter(isUnclaimed)
  const legal = pieces.filter(
    ({ text }) => hasLegalForm(text) && text.split(' ').length <= identityTuning.maxCompanyWords,
  )
  const [inSentence] = legal.length > 0 ? [] : pieces.flatMap(findCompanyInSentence)
  if (inSentence) return inSentence
  const [first] = legal.length > 0 ? legal : listHeadlines(lines, isUnclaimed)
  if (first) return { text: first.text, at: [first], isLabelled: false }
  const [overAddress] = blocks
    .filter(({ owner }) => owner === 'employer')
    .flatMap(({ linesAbove }) => linesAbove)
  return overAddress ? { text: overAddress.text, at: [overAddress], isLabelled: false } : null
}

/** `Barleymow Stores PLC. Registered office: …` in a footer, `Marrowdale Council – Pay statement` in a header. */
function findCompanyInSentence(piece: TextPiece): NamedParty[] {
  const [first = ''] = piece.text.split(/\. | [–—|-] |, /)
  const isCompany =
    first !== piece.text &&
    hasLegalForm(first) &&
    first.split(' ').length <= identityTuning.maxCompanyWordsInSentence
  return isCompany ? [{ text: first, at: [piece], isLabelled: false }] : []
}

/** Headlines of the first page: those that look like a company, else the largest type first. */
function listHeadlines(lines: PayslipLine[], isUnclaimed: (piece: TextPiece) => boolean): TextPiece[] {
  const [firstLine] = lines
  const headlines = lines
    .filter((line) => line.page === firstLine?.page)
    .flatMap(({ pieces }) =>
      pieces.filter((piece, n) => isUnclaimed(piece) && isHeadline(piece.text) && !pieces[n + 1]?.figure),
    )
  const companies = headlines.filter(({ text }) => looksLikeCompany(text))
  return companies.length > 0
    ? companies
    : headlines.slice(0, identityTuning.headlinesCompared).toSorted((one, other) => other.size - one.size)
}

const documentWords =
  /\b(pay ?slip|pay advice|advice|confidential|statement|page|sheet|payroll|wages? slip|salary|remittance|month|week|period|date|private|employee|details)\b/i
const isHeadline = (text: string) =>
  /\p{L}{3}/u.test(text) &&
  !documentWords.test(text) &&
  classifyTitle(text) === null &&
  classifyLabel(text).kind === null &&
  text.split(' ').length <= identityTuning.maxCompanyWords &&
  !hasTitle(text) &&
  parseLeadingDay(text) === null &&
  findNiNumber(text) === null &&
  findPayeReference(text) === null &&
  parseTrailingPostCode(text) === null &&
  !/^\d/.test(text) &&
  !/[.:]$/.test(text)

function chooseAddress(
  blocks: AddressBlock[],
  name: NamedParty | null,
  employer: NamedParty | null,
): AddressBlock | null {
  const employeeName = name?.text ? normaliseLabel(name.text) : null
  const isHeadedBy = ({ linesAbove }: AddressBlock, party: string | null) =>
    party !== null && linesAbove.some(({ text }) => normaliseLabel(text) === party)
  const underName = blocks.find((block) => isHeadedBy(block, employeeName))
  if (underName) return underName
  const employerName = employer && normaliseLabel(employer.text)
  const others = blocks.filter(
    (block) =>
      !isHeadedBy(block, employerName) &&
      block.owner !== 'employer' &&
      (block.owner === 'employee' || !isUnder(block, employer)),
  )
  // Without a name over it, an address further down than the employee's name is probably theirs, one further up the employer's.
  const [namePiece] = name?.at ?? []
  const below = others.find(
    ({ lines: [first] }) => namePiece && first && first.page === namePiece.page && first.y > namePiece.y,
  )
  return others.find(({ owner }) => owner === 'employee') ?? below ?? null
}

/** An address right below the employer's name is the employer's. */
const isUnder = ({ lines }: AddressBlock, employer: NamedParty | null): boolean => {
  const [first] = lines
  const [piece] = employer?.at ?? []
  if (!first || !piece || first.page !== piece.page) return false
  const { edgeTolerance, centreTolerance, maxAddressDistance } = identityTuning
  const isAligned =
    Math.abs(first.x - piece.x) < edgeTolerance ||
    Math.abs(first.right - piece.right) < edgeTolerance ||
    Math.abs(first.x + first.right - piece.x - piece.right) < centreTolerance
  const distance = first.y - piece.y
  return isAligned && distance > 0 && distance < Math.max(piece.size, first.size) * maxAddressDistance
}

function readRole(
  facts: LabelledFacts,
  address: AddressBlock | null,
  name: NamedParty | null,
  employer: NamedParty | null,
): NamedParty | null {
  const parseRole = (text: string) =>
    classifyTitle(text) === null &&
    /\p{L}{2}/u.test(text) &&
    text.length <= identityTuning.maxRoleCharacters &&
    text !== name?.text &&
    text !== employer?.text
      ? text
      : null
  const [labelled] = readFreeText(facts, 'role', parseRole)
  if (labelled) return { text: labelled.value, at: labelled.at, isLabelled: true }
  const nameIndex = address?.linesAbove.findIndex(({ text }) => text === name?.text) ?? -1
  const after = nameIndex === -1 ? undefined : address?.linesAbove[nameIndex + 1]
  const isRole = after && !looksLikeStreet(after.text) && !hasTitle(after.text) && !hasLegalForm(after.text)
  return isRole ? { text: after.text, at: [after], isLabelled: false } : null
}
