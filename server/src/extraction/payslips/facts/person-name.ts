import { classifyDeduction } from '../../../vocabulary/payslip-lines.ts'
import { classifyLabel } from '../text/label-meaning.ts'
import type { PayslipLine, TextPiece } from '../text/lines.ts'
import { joinParagraphs } from '../text/paragraphs.ts'
import { classifyTitle } from '../text/titles.ts'
import { identityTuning } from '../tuning/facts.ts'
import type { AddressBlock } from './address.ts'
import { isLabelInAddress, namesRow, readFreeText } from './free-text.ts'
import type { LabelledFacts } from './labelled-facts.ts'
import {
  endsWithRole,
  hasTitle,
  isRolePhrase,
  looksLikeCompany,
  looksLikePerson,
  looksLikeRole,
  looksLikeStreet,
  personTitle,
} from './name-patterns.ts'
import type { NamedParty } from './named-party.ts'

// Finds the name of the employee, with or without a label.

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
  // The last words of job titles.
  'colleague',
  'carer',
  'associate',
  'operative',
  'team member',
  'crew member',
])

/** Matches a name with a job title behind it: `Marguerite Solano, nanny`, `Mrs Doreen Spackman (cleaner)`. */
const nameAndRole =
  /^(\p{Lu}[^,(–—]+?)(?:, ?| [–—-] | ?\()(?:your |our |the |as )?(\p{L}[^,()]{2,40}?(?: \([^()]*\))?)\)?\.?$/u

/** Matches a remark with a number or date behind a name: `(colleague 7719204)`, `(colleague since 12 Feb 2024)`. */
const remarkWithNumber = / ?\([^()]*\d[^()]*\)$/

const withoutLeadingNumber = (text: string): string =>
  text.replace(/^[A-Z]{0,3}\d[\d/-]*[A-Z]?[ ,:/–—-]+(?=\p{Lu})/u, '')

/** Splits a text into the name of a person and a job title, or returns null. */
function splitNameAndRole(text: string): { name: string; role: string } | null {
  const [, name = '', role = ''] =
    nameAndRole.exec(withoutLeadingNumber(text.trim().replace(remarkWithNumber, ''))) ?? []
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
  /\b(?:[Pp]ay ?slip|[Pp]ay (?:statement|advice)|[Ss]tatement of (?:pay|wages|earnings)|[Ss]alary (?:slip|statement|advice)|[Ww]ages? (?:slip|statement)?|[Rr]emuneration) ?(?:for|of|to) ((?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Rev)\.? )?\p{Lu}[\p{L}'’.-]*(?: (?:\p{Lu}[\p{L}'’.-]*|de|van|von|ap|la|le|el|al|der|den))+)(?:, (\p{L}[^,;(.]{2,40}))?(?=,| for | \(| on | from | by | at |\.|$)/u

/** Matches a job title in a sentence: `Your monthly pay as Senior Carer for 1 to 30 September`. */
const roleInSentence =
  /\b(?:pay|wages|salary|work(?:ed|ing)?|employ(?:ed|ment)|engaged) as (?:an? |our |the )?(\p{L}[\p{L}’'() -]{2,40}?)(?= (?:for|in|at|from|on|with|during|has|is|was)\b| to \d|[,.;]|$)/u

/** Matches the person whom a letter or web page addresses: `Dear Mrs Oakapple,`, `Hi Joan Oakapple, here is …`. */
const salutation = /^(?:Dear|Hi|Hello|Hey|Annwyl|Helo) (\p{Lu}[^,:;!]*?)(?:[,:;!]| [–—-] |$)/u

/**
 * Finds the full name of the person whom a salutation addresses by surname or first name: `Mr Osric K Bright` above
 * `Dear Mr Bright`. Returns null if the names of two people match.
 */
function findAddressee(
  lines: PayslipLine[],
  addressed: string,
  greeting: TextPiece | undefined,
): NamedParty | null {
  const wordsOf = (text: string) =>
    text
      .replace(personTitle, '')
      .split(' ')
      .map((word) => word.toLowerCase())
  const isBySurname = personTitle.test(addressed)
  const called = wordsOf(addressed).join(' ')
  const isCalled = (text: string) => {
    const full = wordsOf(text).join(' ')
    return full !== called && (isBySurname ? full.endsWith(` ${called}`) : full.startsWith(`${called} `))
  }
  const above = lines
    .flatMap(({ pieces }) => pieces)
    .filter(({ page, y }) => greeting && page === greeting.page && y < greeting.y)
  const matches = above.filter(
    ({ text }) =>
      looksLikePerson(text) &&
      !looksLikeCompany(text) &&
      // `Dr` is also short for Drive.
      !looksLikeStreet(text.replace(personTitle, '')) &&
      isCalled(text),
  )
  const [first] = matches
  return first && matches.every(({ text }) => text === first.text)
    ? { text: first.text, at: [first], isLabelled: true }
    : null
}

/** Finds a name and a job title in the sentences of a letter. */
export function findPartiesInSentences(lines: PayslipLine[]): {
  name: NamedParty | null
  role: NamedParty | null
} {
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
    const addressed = salutation.exec(text)?.[1]
    if (!name && addressed !== undefined)
      name =
        findAddressee(lines, addressed, pieces[0]) ??
        (looksLikePerson(addressed) ? { text: addressed, at: pieces.slice(0, 1), isLabelled: true } : null)
    const [, work = ''] = roleInSentence.exec(text) ?? []
    if (!role && work !== '' && (looksLikeRole(work) || /^\p{Ll}/u.test(work)))
      role = { text: work, at: pieces.slice(0, 1), isLabelled: false }
  }
  return { name: name ?? null, role: role ?? null }
}

/** Whether the text is the name of a deduction, which may look like that of a person: `CHILD MAINT DEO`. */
const namesDeduction = (text: string): boolean => classifyDeduction(text) !== 'other'

/** Finds a name above a list of facts: `Freya-Louise Tarnowski` above `NI: HE071544B` and `Tax code: 1257L`. */
function findNameAboveFacts(lines: PayslipLine[], facts: LabelledFacts): TextPiece | undefined {
  const factPieces = (['niNumber', 'taxCode'] as const).flatMap((fact) => facts.labelsOf(fact))
  return lines
    .flatMap((line) => line.pieces.filter((piece) => !namesRow(line, piece)))
    .find(
      (piece) =>
        looksLikePerson(piece.text) &&
        !namesDeduction(piece.text) &&
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

/** Matches the job titles of people whom a payslip names besides the employee: `Line manager: Quill Bramble`. */
const contactRole =
  /\b(?:manager|supervisor|leader|lead|consultant|directors?|administrator|advis[eo]r|officer|accountant|bookkeeper|secretary|clerk|treasurer|chair|principal|head|agent|coordinator|controller|representative|partner)s?$/i

/** Splits `Nanny: Rosalind Achebe`, where a job title is the label of the name. */
function splitRoleAndName(text: string): { name: string; role: string } | null {
  const [, role = '', name = ''] = /^(\p{L}[^:\d]{2,40}?): ?(\p{Lu}.+)$/u.exec(text.trim()) ?? []
  const isName = looksLikePerson(name) && !looksLikeCompany(name)
  return isName && looksLikeRole(role) && !contactRole.test(role) && classifyLabel(role).kind === null
    ? { name, role }
    : null
}

type NameWithRole = { name: NamedParty; role: NamedParty }

const toParties = (
  { name, role }: { name: string; role: string },
  at: TextPiece[],
  isLabelled: boolean,
): NameWithRole => ({ name: { text: name, at, isLabelled }, role: { text: role, at, isLabelled: false } })

/** Finds a name with a job title behind the label of the name. */
export function readNameWithRole(facts: LabelledFacts): NameWithRole | null {
  const [labelled] = facts.readAll('name', (text) => splitNameAndRole(text) ?? splitListedNameAndRole(text))
  return labelled ? toParties(labelled.value, labelled.at, true) : null
}

/** Finds a name that is printed together with a job title, without a label of the name. */
export function findNameWithRole(lines: PayslipLine[], facts: LabelledFacts): NameWithRole | null {
  for (const line of lines.slice(0, identityTuning.topLines + identityTuning.headerLines))
    for (const piece of line.pieces) {
      // `Agency - Teacher` beside units, a rate and an amount is an assignment.
      if (namesRow(line, piece)) continue
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
  withoutLeadingNumber(text.trim()).replace(
    /(?<=\p{L})(?: ?[,:/–—-] ?| )(?:no\.? ?|ref\.? ?|#)?[A-Z]{0,3}\d{3}[\d/-]*$/iu,
    '',
  )

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
  const [first = ''] = text.split(/ ?[(;·|]|, | [–—-] /)
  return first !== text && looksLikePerson(first) && !looksLikeCompany(first) ? first.trim() : null
}

/** Matches the number of an employee, with or without its label, between other facts about the employee. */
const employeeNumber =
  /^(?:(?:employee|emp|staff|payroll|works|colleague|clock|personnel|pers)?\.? ?(?:no|number|id|ref|#)?\.?:? ?)?[A-Z]{0,3}\d[\d/-]{2,}[A-Z]?$/i

/**
 * Splits a list of facts that begins with the name: `Sian Rees · 61204477 · Store Assistant · Ashby`. The number or the job
 * title shows that it begins with a name.
 */
function splitListedPerson(text: string): { name: string; role: string | null } | null {
  const [name = '', ...others] = text.replace(/ \(([^()]*\d[^()]*)\)/, ', $1').split(/ [·|•/–—-] |, /)
  const role = others.find((other) => isRolePhrase(other) && !/\d|:/.test(other)) ?? null
  const isPerson =
    looksLikePerson(name) && !looksLikeCompany(name) && !looksLikeRole(name) && !looksLikeStreet(name)
  const isListed = others.length > 1 && others.some((other) => employeeNumber.test(other) || other === role)
  return isPerson && isListed && classifyLabel(name).kind === null && !namesDeduction(name)
    ? { name, role }
    : null
}

function splitListedNameAndRole(text: string): { name: string; role: string } | null {
  const listed = splitListedPerson(text)
  return listed?.role ? { name: listed.name, role: listed.role } : null
}

/** Matches the rank and number before the name of a police officer, soldier or firefighter: `PC 2217 Leigh Anstruther`. */
const rankAndNumber =
  /^(?:(?:p|d|t\/?d|t)?\.?(?:c|s|i|ci)|pcso|sgt|sergeant|insp|inspector|constable|cpl|lcpl|l\/cpl|pte|spr|gnr|tpr|sig|bdr|lbdr|ssgt|wo[12]|capt|lt|maj|ff|cm|wm|gc|sc)\.? [A-Z]{0,3}\d[\w/-]* (?=\p{Lu})/iu

/** Matches an employee number before a name without a label. */
const numberBeforeName = /^[A-Z]{0,3}\d{2,}[\d/-]*[A-Z]? (?=\p{Lu})/u

/** Finds the only name at the top behind a number without a label: `2217 Leigh Anstruther`. */
function findNumberedName(lines: PayslipLine[], facts: LabelledFacts, form: RegExp): NamedParty | null {
  const found = lines.slice(0, identityTuning.topLines).flatMap((line) =>
    line.pieces
      .filter((piece) => form.test(piece.text) && !namesRow(line, piece) && !facts.isValueOfLabel(piece))
      .filter(() => line.pieces.every(({ figure }) => figure?.pence == null))
      .map((piece) => ({ text: piece.text.replace(form, ''), at: [piece], isLabelled: false })),
  )
  const names = found.filter(
    ({ text }) =>
      looksLikePerson(text) &&
      !namesDeduction(text) &&
      !looksLikeCompany(text) &&
      !looksLikeStreet(text) &&
      !looksLikeRole(text) &&
      classifyLabel(text).kind === null,
  )
  const [only] = names
  return only && names.length === 1 ? only : null
}

/** Finds a name without a label that a number or a job title follows: `Kofi Brannigan (colleague 7719204)`. */
export function findDescribedPerson(
  lines: PayslipLine[],
): { name: NamedParty; role: NamedParty | null } | null {
  // `Student Loan (Plan 2)` beside an amount is a deduction.
  const unnumbered = lines.flatMap((line) => line.pieces.filter((piece) => !namesRow(line, piece)))
  for (const piece of unnumbered) {
    const [first = '', second = ''] = piece.text.split(/ [·|•] /)
    const pair = splitNameAndRole(second === '' ? piece.text : `${first}, ${second}`)
    const isPair = pair && endsWithRole(pair.role) && !looksLikeStreet(pair.name)
    const listed = splitListedPerson(piece.text)
    if (listed) {
      const role = listed.role ? { text: listed.role, at: [piece], isLabelled: false } : null
      return { name: { text: listed.name, at: [piece], isLabelled: false }, role }
    }
    const [text] = piece.text.split(remarkWithNumber)
    const isNumbered = text && text !== piece.text && looksLikePerson(text) && !looksLikeCompany(text)
    const name = isPair ? pair.name : isNumbered && !looksLikeStreet(text) ? text : undefined
    const role = isPair ? { text: pair.role, at: [piece], isLabelled: false } : null
    if (name && classifyLabel(name).kind === null && classifyTitle(name) === null)
      return { name: { text: name, at: [piece], isLabelled: false }, role }
  }
  return null
}

/** Whether the piece is in a row of captions. A caption that is no known label may look like a name: `PD ENDED`. */
function isCaption(lines: PayslipLine[], facts: LabelledFacts, piece: TextPiece | undefined): boolean {
  const pieces = lines.find((line) => piece && line.pieces.includes(piece))?.pieces ?? []
  const labels = pieces.filter((other) => other !== piece && facts.isLabelOfValue(other))
  return labels.length >= identityTuning.minCaptionsOfRow && labels.length > pieces.length / 2
}

export function readName(
  lines: PayslipLine[],
  facts: LabelledFacts,
  blocks: AddressBlock[],
): NamedParty | null {
  const labelledWithRole = readNameWithRole(facts)
  if (labelledWithRole) return labelledWithRole.name
  const parsePerson = (printed: string) => {
    const text = withoutTrailingRole(withoutNumber(printed))
    return looksLikePerson(text) || (hasTitle(text) && !/[\d,(]/.test(text)) ? text : parseLeadingPerson(text)
  }
  // `Student Loan (Plan 2)` is no name below `Pension - Employee` if both have amounts.
  const isOfRow = (piece: TextPiece | undefined) =>
    lines.some((line) => piece && line.pieces.includes(piece) && namesRow(line, piece))
  const matches = readFreeText(facts, 'name', parsePerson).filter(
    (match) =>
      !isCaption(lines, facts, match.at[0]) && !isOfRow(match.at[0]) && !isLabelInAddress(match, blocks),
  )
  const best =
    matches.find(({ name }) => !weakNameLabels.has(name)) ??
    matches.find(({ value }) => hasTitle(value)) ??
    matches.find(
      ({ value, name, hasColon, position }) =>
        !looksLikeCompany(value) && ((name !== 'to' && name !== 'for') || hasColon || position !== 'inside'),
    ) ??
    matches[0]
  const inSentence = findPartiesInSentences(lines).name
  // A job title that ends in `Colleague` is no label, if the payslip addresses the employee by name.
  const isDoubtful = best && !best.hasColon && weakNameLabels.has(best.name) && !hasTitle(best.value)
  if (best && !(isDoubtful && inSentence)) return { text: best.value, at: best.at, isLabelled: true }
  const joined = readForenameAndSurname(facts) ?? findNameWithRole(lines, facts)?.name ?? inSentence
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
  const ranked = overAddress ? null : findNumberedName(lines, facts, rankAndNumber)
  if (ranked) return ranked
  const piece = overAddress ?? findOnlyNameAtTop(lines, facts, blocks) ?? findNameAboveFacts(lines, facts)
  return piece
    ? { text: piece.text, at: [piece], isLabelled: false }
    : findNumberedName(lines, facts, numberBeforeName)
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
          !namesRow(line, piece) &&
          !namesDeduction(piece.text) &&
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
