import { classifyLabel } from '../text/label-meaning.ts'
import { overlap, type PayslipLine, type TextPiece } from '../text/lines.ts'
import { joinParagraphs } from '../text/paragraphs.ts'
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
  endsWithRole,
  hasLegalForm,
  hasTitle,
  looksLikeCompany,
  looksLikePerson,
  looksLikeRole,
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
  return { name, employer, role: readRole(lines, facts, address, name, employer), address }
}

/** Labels that payslips also use for other things. Names with other labels are preferred. */
const weakNameLabels = new Set([
  'name',
  'to',
  'for',
  'person',
  'paid to',
  'partner name',
  'teacher',
  'private and confidential',
  'confidential',
  'personal',
  'surname',
  'worker',
  'employee',
  'contractor',
  'issued to',
  'staff',
  'individual',
  'holder',
])

/** Matches a name with a job title behind it: `Marguerite Solano, nanny`, `Mrs Doreen Spackman (cleaner)`. */
const nameAndRole =
  /^(\p{Lu}[^,(–—]+?)(?:, ?| [–—-] | ?\()(?:your |our |the |as )?(\p{L}[^,()]{2,40}?)\)?\.?$/u

/** Matches a remark with a number or date behind a name: `(colleague 7719204)`, `(colleague since 12 Feb 2024)`. */
const remarkWithNumber = / ?\([^()]*\d[^()]*\)$/

/** Splits a text into the name of a person and a job title, or returns null. */
function splitNameAndRole(text: string): { name: string; role: string } | null {
  const [, name = '', role = ''] = nameAndRole.exec(text.trim().replace(remarkWithNumber, '')) ?? []
  const isName = looksLikePerson(name) || (hasTitle(name) && !/\d/.test(name))
  const isRole = looksLikeRole(role) || /^\p{Ll}/u.test(role)
  return isName && isRole && !looksLikeCompany(name) && !/^(?:mr|mrs|ms|miss|mx|dr)$/i.test(role)
    ? { name, role }
    : null
}

/**
 * Matches a title with the name and perhaps the job title: `Pay statement for Catriona Farquharson, Control Room
 * Technician, for the fortnight`.
 */
const nameInTitle =
  /\b(?:[Pp]ay ?slip|[Pp]ay (?:statement|advice)|[Ss]tatement of (?:pay|wages|earnings)|[Ss]alary (?:slip|statement|advice)|[Ww]ages? (?:slip|statement)?|[Rr]emuneration) ?(?:for|of|to) ((?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Rev)\.? )?\p{Lu}[\p{L}'’.-]*(?: (?:\p{Lu}[\p{L}'’.-]*|de|van|von|ap|la|le|el|al|der|den))+)(?:, (\p{L}[^,;(.]{2,40}))?(?=,| for | \(| on |\.|$)/u

/** Matches a job title in a sentence: `Your monthly pay as Senior Carer for 1 to 30 September`. */
const roleInSentence =
  /\b(?:pay|wages|salary|work(?:ed|ing)?|employ(?:ed|ment)|engaged) as (?:an? |our |the )?(\p{L}[\p{L}’'() -]{2,40}?)(?= (?:for|in|at|from|on|with|during|to|has|is|was)\b|[,.;]|$)/u

/** Finds a name and a job title in the sentences of a letter. */
function findPartiesInSentences(lines: PayslipLine[]): { name: NamedParty | null; role: NamedParty | null } {
  let [name, role]: (NamedParty | null)[] = [null, null]
  const besideOthers = lines
    .slice(0, identityTuning.headerLines)
    .flatMap(({ pieces }) => pieces.slice(1).map((piece) => ({ text: piece.text, pieces: [piece] })))
  for (const { text, pieces } of [...joinParagraphs(lines), ...besideOthers]) {
    const [, person = '', job] = nameInTitle.exec(text) ?? []
    const isPerson = looksLikePerson(person) && !looksLikeCompany(person) && classifyTitle(person) === null
    if (!name && isPerson) {
      name = { text: person, at: pieces.slice(0, 1), isLabelled: true }
      if (job && looksLikeRole(job)) role = { text: job.trim(), at: pieces.slice(0, 1), isLabelled: false }
    }
    const [, dear = ''] = /^Dear ([^,:;]+)[,:;]?$/.exec(text) ?? []
    if (!name && looksLikePerson(dear)) name = { text: dear, at: pieces.slice(0, 1), isLabelled: true }
    const [, work = ''] = roleInSentence.exec(text) ?? []
    if (!role && work !== '' && (looksLikeRole(work) || /^\p{Ll}/u.test(work)))
      role = { text: work, at: pieces.slice(0, 1), isLabelled: false }
  }
  return { name: name ?? null, role: role ?? null }
}

/** Finds a name above a list of facts: `Freya-Louise Tarnowski` above `NI: HE071544B` and `Tax code: 1257L`. */
function findNameAboveFacts(lines: PayslipLine[], facts: LabelledFacts): TextPiece | undefined {
  const factPieces = (['niNumber', 'taxCode'] as const).flatMap((fact) => facts.labelsOf(fact))
  return lines
    .flatMap(({ pieces }) => pieces)
    .find(
      (piece) =>
        looksLikePerson(piece.text) &&
        !looksLikeCompany(piece.text) &&
        !looksLikeRole(piece.text) &&
        !looksLikeStreet(piece.text) &&
        !facts.beginsWithLabel(piece) &&
        !facts.isValueOfLabel(piece) &&
        factPieces.some(
          (other) =>
            other.page === piece.page &&
            Math.abs(other.x - piece.x) < identityTuning.edgeTolerance &&
            other.y > piece.y &&
            other.y - piece.y < piece.size * identityTuning.maxFactsDistance,
        ),
    )
}

/** Splits `Nanny: Rosalind Achebe`, where a job title is the label of the name. */
function splitRoleAndName(text: string): { name: string; role: string } | null {
  const [, role = '', name = ''] = /^(\p{L}[^:\d]{2,40}?): ?(\p{Lu}.+)$/u.exec(text.trim()) ?? []
  const isName = looksLikePerson(name) && !looksLikeCompany(name)
  return isName && looksLikeRole(role) && classifyLabel(role).kind === null ? { name, role } : null
}

/** Finds a name that is printed together with a job title. */
function findNameWithRole(
  lines: PayslipLine[],
  facts: LabelledFacts,
): { name: NamedParty; role: NamedParty } | null {
  const toParties = (
    { name, role }: { name: string; role: string },
    at: TextPiece[],
    isLabelled: boolean,
  ) => ({
    name: { text: name, at, isLabelled },
    role: { text: role, at, isLabelled: false },
  })
  for (const { value, at } of facts.readAll('name', splitNameAndRole)) return toParties(value, at, true)
  for (const { pieces } of lines.slice(0, identityTuning.topLines + identityTuning.headerLines))
    for (const piece of pieces) {
      const found = splitRoleAndName(piece.text)
      if (found && !facts.beginsWithLabel(piece)) return toParties(found, [piece], true)
      const pair = / [·|•] |, /.test(piece.text)
        ? splitNameAndRole(piece.text.replace(/ [·|•] /, ', '))
        : null
      if (pair && looksLikeRole(pair.role)) return toParties(pair, [piece], false)
    }
  return null
}

/** Removes an employee number before or behind a name: `20417 Dr Amara Nwosu`, `Jo Bell - 00391`. */
const withoutNumber = (text: string): string =>
  text
    .trim()
    .replace(/^[A-Z]{0,3}\d[\d/-]*[A-Z]?[ ,:–—-]+(?=\p{Lu})/u, '')
    .replace(/(?<=\p{L})(?: ?[,:–—-] ?| )(?:no\.? ?|ref\.? ?|#)?[A-Z]{0,3}\d{3}[\d/-]*$/iu, '')

/** Removes a job title that follows a name without a separator: `Isla Drummond-Kerr Warehouse Operative`. */
function withoutTrailingRole(text: string): string {
  const words = text.split(' ')
  const nameWords = identityTuning.wordsOfPlainName + (hasTitle(text) ? 1 : 0)
  const role = words.slice(nameWords).join(' ')
  return words.length >= nameWords + 2 && endsWithRole(role) && looksLikePerson(text)
    ? words.slice(0, nameWords).join(' ')
    : text
}

/** Returns the name at the start of a text: `Sandra Lewandowska (employee 700418), St Botolph's School`. */
function parseLeadingPerson(text: string): string | null {
  if (hasTitle(text) && !/[\d(]/.test(text)) return text
  const [first = ''] = text.split(/ ?[(;·|]|, /)
  return first !== text && looksLikePerson(first) && !looksLikeCompany(first) ? first.trim() : null
}

/** Finds a name without a label that a number or a job title follows: `Kofi Brannigan (colleague 7719204)`. */
function findDescribedPerson(lines: PayslipLine[]): { name: NamedParty; role: NamedParty | null } | null {
  for (const piece of lines.flatMap(({ pieces }) => pieces)) {
    const [first = '', second = ''] = piece.text.split(/ [·|•] /)
    const pair = splitNameAndRole(second === '' ? piece.text : `${first}, ${second}`)
    const isPair = pair && endsWithRole(pair.role) && !looksLikeStreet(pair.name)
    const [text] = piece.text.split(remarkWithNumber)
    const isNumbered = text && text !== piece.text && looksLikePerson(text) && !looksLikeCompany(text)
    const name = isPair ? pair.name : isNumbered && !looksLikeStreet(text) ? text : undefined
    const role = isPair ? { text: pair.role, at: [piece], isLabelled: false } : null
    if (name && classifyLabel(name).kind === null && classifyTitle(name) === null)
      return { name: { text: name, at: [piece], isLabelled: false }, role }
  }
  return null
}

function readName(lines: PayslipLine[], facts: LabelledFacts, blocks: AddressBlock[]): NamedParty | null {
  const withRole = findNameWithRole(lines, facts)
  if (withRole) return withRole.name
  const parsePerson = (printed: string) => {
    const text = withoutTrailingRole(withoutNumber(printed))
    return looksLikePerson(text) || (hasTitle(text) && !/[\d,(]/.test(text)) ? text : parseLeadingPerson(text)
  }
  const matches = readFreeText(facts, 'name', parsePerson)
  const best =
    matches.find(({ name }) => !weakNameLabels.has(name)) ??
    matches.find(({ value }) => hasTitle(value)) ??
    matches.find(
      ({ value, name, hasColon, position }) =>
        !looksLikeCompany(value) && ((name !== 'to' && name !== 'for') || hasColon || position !== 'inside'),
    ) ??
    matches[0]
  if (best) return { text: best.value, at: best.at, isLabelled: true }
  const joined = readForenameAndSurname(facts) ?? findPartiesInSentences(lines).name
  if (joined) return joined
  const described = findDescribedPerson(lines)
  if (described) return described.name
  const pieces = lines.flatMap(({ pieces }) => pieces).filter(({ figure }) => figure === null)
  const titled = pieces.find(({ text }) => hasTitle(text) && looksLikePerson(text))
  if (titled) return { text: titled.text, at: [titled], isLabelled: false }
  const overAddress = blocks
    .filter(({ owner }) => owner !== 'employer')
    .flatMap(({ linesAbove }) => linesAbove)
    .find(({ text }) => looksLikePerson(text) && !looksLikeCompany(text))
  const piece = overAddress ?? findOnlyNameAtTop(lines, facts, blocks) ?? findNameAboveFacts(lines, facts)
  return piece ? { text: piece.text, at: [piece], isLabelled: false } : null
}

/** Returns the name at the top of the payslip if exactly one text piece there looks like a name. */
function findOnlyNameAtTop(
  lines: PayslipLine[],
  facts: LabelledFacts,
  blocks: AddressBlock[],
): TextPiece | null {
  const addressLines = new Set(blocks.flatMap((block) => block.lines))
  const isValueOfLabel = ({ pieces }: PayslipLine, piece: TextPiece, above: PayslipLine | undefined) => {
    const before = pieces[pieces.indexOf(piece) - 1]
    const over = above?.pieces.find(({ x }) => Math.abs(x - piece.x) < identityTuning.labelEdgeTolerance)
    return [before, over].some((other) => other && (facts.isLabelOfValue(other) || /:$/.test(other.text)))
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
          !looksLikeRole(piece.text) &&
          !facts.beginsWithLabel(piece) &&
          !facts.isValueOfLabel(piece) &&
          !addressLines.has(piece) &&
          classifyLabel(piece.text).kind === null &&
          !isValueOfLabel(line, piece, lines[n - 1]),
      ),
    )
  // A headline in capitals or large type is more likely the employer's name than a person's.
  const typical = names.filter(
    ({ size, text, y }) =>
      size < Math.max(...names.map((other) => other.size)) ||
      (text !== text.toUpperCase() && y > (lines[0]?.y ?? 0)),
  )
  const [only] = names.length === 1 ? names : typical.length === 1 ? typical : []
  return only ?? null
}

function readForenameAndSurname(facts: LabelledFacts): NamedParty | null {
  const parse = (text: string) => (/^\p{Lu}[\p{L}'’ -]*$/u.test(text.trim()) ? text.trim() : null)
  const [[surname], [forename]] = [facts.readAll('surname', parse), facts.readAll('forename', parse)]
  return surname && forename
    ? { text: `${forename.value} ${surname.value}`, at: [...forename.at, ...surname.at], isLabelled: true }
    : null
}

/**
 * Reads a text fact such as a name. Free text has no format that shows whether it is beside its label or below it, so
 * the position is taken from the nearest label whose value has a format (tax code, NI number, date, PAYE reference).
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
    return positionNear(label) === 'below' ? under : beside
  })
}

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
    !/\d|\b(code|no|number|date|ref|reference|held|title)\b/i.test(value)
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
  const addressLines = new Set(blocks.flatMap((block) => block.lines))
  const isUnclaimed = (piece: TextPiece) =>
    piece.figure === null &&
    (!facts.beginsWithLabel(piece) || (looksLikeCompany(piece.text) && !/[:\d]/.test(piece.text))) &&
    !facts.isLabel(piece) &&
    (!name?.at.includes(piece) || / [·|•] /.test(piece.text)) &&
    piece.text !== name?.text &&
    !addressLines.has(piece)
  const parseCompany = (text: string) =>
    classifyTitle(text) === null &&
    !/£|\d\.\d\d\b|^(?:national insurance|ni|nic|pension|paye|contributions?)\b/i.test(text) &&
    (classifyLabel(text).kind === null || hasLegalForm(text)) &&
    text !== name?.text &&
    /^[\p{Lu}\d]/u.test(text) &&
    /\p{L}{2}/u.test(text)
      ? text
      : null
  // A person may be the employer in a household: `Employer: Dr & Mrs R Hollis`.
  const labelled = readFreeText(facts, 'employer', parseCompany).filter(
    ({ value, name }) => !hasTitle(value) || householdLabels.has(name),
  )
  const paymentMethods = /\b(bank|bacs|transfer|cheque|credit|cash)\b/i
  const matches = labelled.filter(
    ({ value, name }) =>
      !(name === 'paid by' && paymentMethods.test(value)) &&
      !(partLabels.has(name) && isPartOfEmployer(value)),
  )
  const strong = matches.filter(({ name }) =>
    /employer|company|organisation|employed by|employing/.test(name),
  )
  const best =
    strong.find(({ value }) => looksLikeCompany(value)) ??
    strong[0] ??
    matches.find(({ value }) => looksLikeCompany(value)) ??
    matches[0]
  // An agency or client may be named beside the employer, whose name heads the payslip.
  const [ranked] = rankEmployers(lines, facts, isUnclaimed)
  const isOutranked =
    best && partLabels.has(best.name) && !hasLegalForm(best.value) && ranked && hasLegalForm(ranked.text)
  if (
    best &&
    !isOutranked &&
    (looksLikeCompany(best.value) || /employer|company|organisation/.test(best.name))
  )
    return { text: best.value, at: best.at, isLabelled: true }
  const sender = findSender(lines, name)
  if (sender) return sender
  if (ranked) return ranked
  const [overAddress] = blocks
    .filter(({ owner }) => owner === 'employer')
    .flatMap(({ linesAbove }) => linesAbove)
  const piece = overAddress ?? findPersonAsEmployer(lines, isUnclaimed)
  return piece ? { text: piece.text, at: [piece], isLabelled: false } : null
}

/** Finds the employer behind `from` at the top of a payslip: `Payslip from Mr & Mrs C. Attwater-Singh`. */
function findSender(lines: PayslipLine[], name: NamedParty | null): NamedParty | null {
  for (const { pieces } of lines.slice(0, identityTuning.headerLines))
    for (const piece of pieces) {
      const [, text = ''] =
        /^(?:(?:your )?(?:pay ?slip|pay advice|wages?(?: slip)?|pay|salary) )?from:? (\p{Lu}[^\d:(]+)$/iu.exec(
          piece.text.replace(/ ?\(.*$/, ''),
        ) ?? []
      const isParty =
        /^\p{Lu}/u.test(text) && (hasTitle(text) || looksLikeCompany(text) || looksLikePerson(text))
      if (isParty && text !== name?.text) return { text, at: [piece], isLabelled: true }
    }
  return null
}

/** Labels whose value may be a person. */
const householdLabels = new Set([
  'employer',
  'employer name',
  'name of employer',
  'employed by',
  'your employer',
])

/** Labels that may name a part of the employer, such as the school of a university. */
const partLabels = new Set([
  'school',
  'agency',
  'client',
  'trust',
  'authority',
  'council',
  'business',
  'firm',
])

/** Whether the text names a part of an organisation: `Estates`, `School of Music`. */
const isPartOfEmployer = (text: string) =>
  !text.trim().includes(' ') ||
  /^(?:school|faculty|department|dept|division|college|institute) of\b/i.test(text)

/**
 * Finds a person who employs the employee at home: `Mrs F Ainscough (household employer)`, or a person's name as the
 * headline of the payslip.
 */
function findPersonAsEmployer(
  lines: PayslipLine[],
  isUnclaimed: (piece: TextPiece) => boolean,
): TextPiece | undefined {
  const pieces = lines.flatMap((line) => line.pieces).filter(isUnclaimed)
  const largest = Math.max(...lines.flatMap((line) => line.pieces.map(({ size }) => size)))
  const [headline, ...others] = pieces.filter(({ size }) => size === largest)
  const isPerson = ({ text }: TextPiece) => hasTitle(text) || looksLikePerson(text)
  return (
    pieces.find(({ text }) => /\(.*\bemployer\)$/i.test(text)) ??
    pieces.find(({ text }) => hasTitle(text) && (looksLikePerson(text) || isCouple(text))) ??
    (headline && others.length === 0 && isPerson(headline) && !documentWords.test(headline.text)
      ? headline
      : undefined)
  )
}

/** Matches a couple: `Mr and Mrs T Calloway`, `Dr & Mrs Hollis`. */
const isCouple = (text: string) =>
  /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sir|lord|lady)\.? (?:and|&) (?:mr|mrs|ms|miss|mx|dr|prof|rev|lady)\.? \p{Lu}[\p{L}'’. -]{1,40}$/iu.test(
    text,
  )

/** Lists unlabelled texts that may be the employer's name, the likeliest first. */
function rankEmployers(
  lines: PayslipLine[],
  facts: LabelledFacts,
  isUnclaimed: (piece: TextPiece) => boolean,
): NamedParty[] {
  const score = identityTuning.employerScore
  const firstPage = lines[0]?.page
  const sizes = lines
    .flatMap(({ pieces }) => pieces.map(({ size }) => size))
    .toSorted((one, other) => one - other)
  const typicalSize = sizes[Math.floor(sizes.length / 2)] ?? 1
  const ys = [...new Set(lines.filter(({ page }) => page === firstPage).map(({ y }) => y))].toSorted(
    (one, other) => one - other,
  )
  const [top, headerEnd] = [ys[0] ?? 0, ys[Math.min(identityTuning.headerLines, ys.length) - 1] ?? 0]
  const candidates = lines.flatMap(({ page, pieces }, n) =>
    pieces.flatMap((piece, index) => {
      if (!isUnclaimed(piece) || page !== firstPage) return []
      const party = joinBrokenName(lines, n, piece) ??
        firstOfTwoNames(piece) ??
        findCompanyInSentence(piece)[0] ??
        findNameBeforeTitle(piece) ?? { text: piece.text, at: [piece], isLabelled: false }
      const isSentence = party.text.split(' ').length > identityTuning.maxCompanyWords
      if (
        isSentence ||
        !/\p{L}{3}/u.test(party.text) ||
        documentWords.test(party.text) ||
        sentenceWords.test(party.text)
      )
        return []
      const isCaption = lines[n + 1]?.pieces.some(
        (other) => other.figure?.pence != null && overlap(other, piece) > 0,
      )
      const isRowLabel = pieces[index + 1]?.figure?.pence != null || (isCaption && !hasLegalForm(party.text))
      const isNamed = hasLegalForm(party.text) || looksLikeCompany(party.text)
      const isHeading = classifyTitle(party.text) !== null || classifyLabel(party.text).kind !== null
      if (isHeading || (!isNamed && !isHeadline(party.text))) return []
      const total =
        (hasLegalForm(party.text) ? score.legalForm : 0) +
        (looksLikeCompany(party.text) ? score.companyWord : 0) +
        (piece.y <= headerEnd ? score.inHeader : 0) +
        (piece.y - top < piece.size && index === 0 ? score.first : 0) +
        Math.max(0, Math.min(score.maxForSize, (piece.size / typicalSize - 1) * score.perSize)) -
        (isRowLabel ? score.rowLabelPenalty : 0) -
        (facts.isValueOfLabel(piece) && !hasLegalForm(party.text) ? score.valuePenalty : 0) -
        (party.at[0] === piece && party.text !== piece.text && party.at.length === 1
          ? score.inSentencePenalty
          : 0) -
        (looksLikeStreet(party.text) && !hasLegalForm(party.text) ? score.streetPenalty : 0)
      return [{ party, total }]
    }),
  )
  return candidates
    .filter(({ total }) => total >= score.min)
    .toSorted((one, other) => other.total - one.total)
    .map(({ party }) => party)
}

const sentenceWords =
  /\b(your|you|please|this|paid by|queries|on behalf)\b|(?<!\b(?:co|bros|ltd|inc|assoc))[.!?:]$/i

/** Joins a company name that is broken over two lines: `Nithsdale Cold Stores` above `(Holdings) Limited`. */
function joinBrokenName(lines: PayslipLine[], n: number, piece: TextPiece): NamedParty | null {
  const below = lines[n + 1]?.pieces.find(
    (other) =>
      other.block === piece.block &&
      Math.abs(other.x - piece.x) < identityTuning.labelEdgeTolerance &&
      other.y - piece.y < piece.size * identityTuning.maxNameLineDistance,
  )
  const isBroken = below && hasLegalForm(below.text) && !hasLegalForm(piece.text) && isEndOfName(below, piece)
  return isBroken ? { text: `${piece.text} ${below.text}`, at: [piece, below], isLabelled: false } : null
}

/** Whether the text consists only of words that end a company name. In another typeface it must be all of them. */
const isEndOfName = (below: TextPiece, piece: TextPiece) =>
  below.size === piece.size && below.words[0]?.font === piece.words[0]?.font
    ? /^(\(|\p{L}+\.?$)/u.test(below.text)
    : /^(?:(?:\(?(?:uk|gb|holdings|group|international|services|europe)\)?|&|and|co\.?) )*(?:ltd|limited|plc|llp|cic)\.?$/i.test(
        below.text,
      )

/** Returns the first of two company names on two lines. They are one name in two languages, or a parent and its part. */
function firstOfTwoNames(piece: TextPiece): NamedParty | null {
  const names = [...Map.groupBy(piece.words, ({ y }) => y).values()].map((words) =>
    words.map(({ text }) => text).join(' '),
  )
  const [first] = names
  return first && names.length === 2 && names.every(looksLikeCompany)
    ? { text: first, at: [piece], isLabelled: false }
    : null
}

/** Finds the employer before the title of the document: `Foxglove Bakery - pay slip`. */
function findNameBeforeTitle(piece: TextPiece): NamedParty | null {
  const text =
    /^(\p{Lu}.{2,50}?) ?(?:[-–—|:·]|,) ?(?:(?:your|weekly|monthly|staff|employee) )*(?:pay ?slip|pay (?:advice|statement)|wages?(?: slip)?|salary (?:slip|advice|statement))$/iu.exec(
      piece.text,
    )?.[1]
  return text === undefined ? null : { text, at: [piece], isLabelled: false }
}

/**
 * Finds a company name at the start of a sentence or heading: `Barleymow Stores PLC. Registered office: …` in a
 * footer, `Marrowdale Council – Pay statement` in a header.
 */
function findCompanyInSentence(piece: TextPiece): NamedParty[] {
  const [first = '', ...others] = piece.text.split(/(?<!\b\p{Lu})\. | [–—|·•-] |, /u)
  const last = others.at(-1)
  if (last && / [·|•] /.test(piece.text) && hasLegalForm(last) && !hasLegalForm(first))
    return [{ text: last, at: [piece], isLabelled: false }]
  const isCompany =
    first !== piece.text &&
    (hasLegalForm(first) || (looksLikeCompany(first) && parseTrailingPostCode(piece.text) !== null)) &&
    first.split(' ').length <= identityTuning.maxCompanyWordsInSentence
  return isCompany ? [{ text: first, at: [piece], isLabelled: false }] : []
}

const documentWords =
  /\b(pay ?slip|pay advice|advice|confidential|statement|page|sheet|payroll|wages? slip|salary|remittance|month|week|period|date|private (?:and|&) confidential|employee|details|official|sensitive|restricted|completed|copy|duplicate)\b/i
const isHeadline = (text: string) =>
  /\p{L}{3}/u.test(text) &&
  /^[\p{Lu}\d]/u.test(text) &&
  !documentWords.test(text) &&
  !/\b(?:hours|overtime|bonus|allowance|commission|premium|enhancement)$/i.test(text) &&
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
  // An address without a name above it is probably the employee's if it is below the employee's name, and the
  // employer's if it is higher up.
  const [namePiece] = name?.at ?? []
  const below = others.find(
    ({ lines: [first] }) => namePiece && first && first.page === namePiece.page && first.y > namePiece.y,
  )
  return others.find(({ owner }) => owner === 'employee') ?? below ?? null
}

/** Whether the address is directly below the employer's name. It is then the employer's address. */
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

function readRole(
  lines: PayslipLine[],
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
