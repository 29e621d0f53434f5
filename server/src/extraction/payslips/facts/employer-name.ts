import { classifyLabel } from '../text/label-meaning.ts'
import { overlap, type PayslipLine, type TextPiece } from '../text/lines.ts'
import { joinParagraphs } from '../text/paragraphs.ts'
import { classifyTitle } from '../text/titles.ts'
import {
  findNiNumber,
  findPayeReference,
  normaliseLabel,
  parseLeadingDay,
  parseTrailingPostCode,
} from '../text/values.ts'
import { identityTuning } from '../tuning/facts.ts'
import type { AddressBlock } from './address.ts'
import { readFreeText } from './free-text.ts'
import type { LabelledFacts } from './labelled-facts.ts'
import {
  endsWithCompanyWord,
  hasLegalForm,
  hasTitle,
  looksLikeCompany,
  looksLikePerson,
  looksLikeStreet,
} from './name-patterns.ts'
import type { NamedParty } from './named-party.ts'

// Finds the name of the employer, which is often a headline without a label.

export function readEmployer(
  lines: PayslipLine[],
  facts: LabelledFacts,
  blocks: AddressBlock[],
  name: NamedParty | null,
): NamedParty | null {
  const addressLines = new Set(blocks.flatMap((block) => block.lines))
  const isUnclaimed = (piece: TextPiece) =>
    piece.figure === null &&
    !relationToOther.test(piece.text) &&
    (!facts.beginsWithLabel(piece) || (looksLikeCompany(piece.text) && !/[:\d]/.test(piece.text))) &&
    !facts.isLabel(piece) &&
    (!name?.at.includes(piece) || / [·|•] /.test(piece.text)) &&
    piece.text !== name?.text &&
    !addressLines.has(piece)
  const parseCompany = (text: string) =>
    classifyTitle(text) === null &&
    !isSentence(text) &&
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
  // An agency or umbrella company names the client beside the work. The client is not the employer.
  const ofOthers = new Set(
    labelled
      .filter(({ name }) => clientLabels.has(name) || agencyLabels.has(name))
      .flatMap(({ at, label }) => [...at, label]),
  )
  const matches = labelled
    .filter(
      ({ value, name }) =>
        !clientLabels.has(name) &&
        !(name === 'paid by' && paymentMethods.test(value)) &&
        !(partLabels.has(name) && isPartOfEmployer(value)),
    )
    // The trust or council beside a school is its employer.
    .toSorted((one, other) => Number(one.name === 'school') - Number(other.name === 'school'))
  const strong = matches.filter(({ name }) =>
    /employer|company|organisation|employed by|employing|umbrella/.test(name),
  )
  const best =
    strong.find(({ value }) => looksLikeCompany(value)) ??
    strong[0] ??
    matches.find(({ value }) => looksLikeCompany(value)) ??
    matches[0]
  // An agency may be named beside the employer, whose name heads the payslip.
  const ranks = rankEmployers(lines, facts, (piece) => isUnclaimed(piece) && !ofOthers.has(piece))
  const [ranked] = ranks.map((party) => findWholeName(party, ranks))
  const isOutranked =
    best &&
    ranked &&
    ((partLabels.has(best.name) && !hasLegalForm(best.value) && hasLegalForm(ranked.text)) ||
      (best.name === 'school' && !hasLegalForm(best.value) && employerOfSchools.test(ranked.text)) ||
      (agencyLabels.has(best.name) && isAbove(ranked, best) && isCompanyThatPays(ranked.text)))
  if (
    best &&
    !isOutranked &&
    (looksLikeCompany(best.value) || /employer|company|organisation|umbrella/.test(best.name))
  )
    return { text: withoutCodeAndAddress(best.value), at: best.at, isLabelled: true }
  const ofBureau = ranked && worksForOthers.test(ranked.text) && !hasClientsOfAgency(ranked.text)
  const client = ofBureau
    ? labelled.find(({ name, value }) => clientLabels.has(name) && looksLikeCompany(value))
    : null
  if (client) return { text: withoutCodeAndAddress(client.value), at: client.at, isLabelled: true }
  const isOwnPayslip = ranked !== undefined && hasLegalForm(ranked.text) && !worksForOthers.test(ranked.text)
  const stated =
    findInSentences(lines, employerInSentence) ??
    (isOwnPayslip ? null : findInSentences(lines, principalInNotes)) ??
    findClientOfBureau(facts, name)
  if (stated) return stated
  const sender = findSender(lines, name)
  if (sender) return sender
  if (ranked) return { ...ranked, text: withoutCodeAndAddress(ranked.text) }
  const issuer = findInSentences(lines, issuerInSentence)
  if (issuer) return issuer
  const [overAddress] = blocks
    .filter(({ owner }) => owner === 'employer')
    .flatMap(({ linesAbove }) => linesAbove)
  const piece = overAddress ?? findPersonAsEmployer(lines, isUnclaimed)
  return piece ? { text: piece.text, at: [piece], isLabelled: false } : findRegisteredCompany(lines)
}

/** Matches companies that calculate the pay of their clients' employees. */
const worksForOthers = /\b(?:bureau|accountan\w*|book-?keep\w*|payroll|tax advis\w+|chartered)\b/i

const hasClientsOfAgency = (text: string) =>
  /\b(?:umbrella|recruit\w*|staffing|resourcing|agency|employment)\b/i.test(text)

/** Matches the number of a company before its name: `0371 Larch Foods Ltd`, `12 - Larch Foods Ltd`. `24 Hour Care` is a name. */
const leadingCompanyCode =
  /^(?:(?:0\d+|\d{4,}|[A-Z]{1,3}\d{2,})(?: ?[-–—:/])? |\d{1,3} ?[-–—:/] )(?=\p{Lu}\p{L})/u

/** Matches a reference, registration or state behind the name of a company: `(in administration)`, `- Company No 0123456`. */
const remarkBehindCompany =
  /(?: \((?=[^()]*(?:\d{3}|administration|liquidation|employer|reg|no\.))[^()]*\)|,? [-–—·|]? ?(?:company|co|reg|registered|registration|vat|crn|paye|employer)\.? (?:no|number|ref|reg|in)\b.*)$/i

/** Matches the address behind the name of a company: `, 4 Quay Row`, `, Tyne House, Gateshead NE8 0ZQ`. */
const addressBehindCompany = /, (?:(?:unit|suite|floor|po box) )?\d.*$/i

function withoutCodeAndAddress(text: string): string {
  const short = text
    .replace(leadingCompanyCode, '')
    .replace(remarkBehindCompany, '')
    .replace(addressBehindCompany, '')
  return short.length > 2 ? short : text
}

/** Matches bodies that run schools: `Ashdown Ridge Academy Trust`, `Larkshire County Council`. */
const employerOfSchools =
  /\b(?:trust|mat|federation|council|authority|diocese|diocesan|academies|foundation|borough|corporation|group|multi[- ]academy|partnership)\b/i

/** Matches a company before its registration: `Larkfield Foodmarkets Plc, registered in England 00774102`. */
const registeredCompany =
  /(?:^|[.:;!?] )(\p{Lu}[^.:;!?,]{2,60}?),? (?:\(?(?:a company |is (?:a company )?)?(?:registered|incorporated) (?:in|office|no|number|company)\b|\(?(?:company|registered|reg\.?) (?:no|number|registration)\b|(?:trading as|t\/a) )/giu

/** Matches the owner of a trading name: `Larkfield is a trading name of Larkfield Foodmarkets Plc`. */
const ownerOfTradingName = /\btrading (?:name|style|division) of (\p{Lu}[^.:;!?,(]{2,60})/giu

/** Matches the line below a name that says to which other company or group it belongs: `A trading style of …`. */
const relationToOther =
  /^(?:an? |the )?(?:(?:trading|business) (?:name|style|division) of|(?:proud )?(?:part|division|subsidiary|member|brand|branch|affiliate|trading arm) of|in association with|(?:prepared|produced|processed|printed|generated|powered|supplied|provided|created|calculated|designed)\b.{0,30} by|in partnership with|powered by|formerly)\b/i

/** Matches words of sentences and of companies that calculate the pay of others. */
const otherCompany =
  /\b(?:payroll|bureau|software|bookkeep\w*|accountan\w*|pensions?|insurance|bank|by|is|are|your|please|this|from|with|contact)\b/i

/** Matches the beginning of the line that names the company behind a brand. */
const operatedBy = /^(?:owned|operated|run|managed|employed)\b.{0,15} by\b/i

/** Finds the company behind its brand: `Operated by Pennine Passenger Rail Limited` below `TransPeak Trains`. */
function findOperator(piece: TextPiece): NamedParty | null {
  const text =
    /^(?:(?:owned|operated|run|managed)(?: and (?:owned|operated|run|managed))?|employed|issued|paid) by:? (\p{Lu}[^\d:;]{2,60}?)(?:, .*)?$/iu.exec(
      piece.text,
    )?.[1]
  return text && (hasLegalForm(text) || looksLikeCompany(text))
    ? { text: text.trim(), at: [piece], isLabelled: false }
    : null
}

/** Finds the only company that the notes name with its registration, for a payslip that is headed by a logo. */
function findRegisteredCompany(lines: PayslipLine[]): NamedParty | null {
  const found = joinParagraphs(lines).flatMap(({ text, pieces }) =>
    [registeredCompany, ownerOfTradingName].flatMap((form) =>
      [...text.matchAll(form)].flatMap(({ 1: company = '' }) => {
        const name = company.trim()
        const at = pieces.find((piece) => piece.text.includes(name)) ?? pieces[0]
        return at && hasLegalForm(name) && !otherCompany.test(name)
          ? [{ text: name, at: [at], isLabelled: false }]
          : []
      }),
    ),
  )
  const [only] = found
  return only && found.every(({ text }) => text === only.text) ? only : null
}

/** Matches the end of a company's name in a sentence. */
const endOfCompany =
  '(?=, |\\. |\\.?$|;| \\(|  | (?:is|are|not|and not|under|from|which|who|at|of|Employer|PAYE|Pay|Registered|Company)\\b)'

/** Matches a sentence that says who the employer is: `You are employed by Beacon Crest Umbrella Ltd, not by the client.` */
const employerInSentence = [
  new RegExp(
    `\\b(?:[Ee]mployed by|[Yy]our (?:legal )?employer is|[Tt]he (?:legal )?employer is):? (\\p{Lu}[^\\d:;]{2,60}?)${endOfCompany}`,
    'gu',
  ),
  /(?:^|[.;] )(\p{Lu}[^\d:;.]{2,60}?) is (?:your|the) (?:legal )?employer\b/gu,
]

/** Matches the employer for which another company issues the payslip, in a line of its own or in the notes. */
const principalInNotes = [
  new RegExp(
    `\\b(?:[Oo]n behalf of|ON BEHALF OF|[Pp]repared for|[Pp]roduced for|[Pp]rocessed for|[Pp]ayroll(?: services?)? for):? (\\p{Lu}[^\\d:;]{2,60}?)${endOfCompany}`,
    'gu',
  ),
]

const issuerInSentence = [
  new RegExp(
    `\\b(?:[Ii]ssued|ISSUED|[Pp]aid|PAID)(?: to you)? (?:by|BY):? (\\p{Lu}[^\\d:;]{2,60}?)${endOfCompany}`,
    'gu',
  ),
]

/** Finds the only company that a form of sentence names. */
function findInSentences(lines: PayslipLine[], forms: RegExp[]): NamedParty | null {
  const found = [
    ...joinParagraphs(lines),
    ...lines.flatMap(({ pieces }) => pieces.slice(1).map((piece) => ({ text: piece.text, pieces: [piece] }))),
  ].flatMap(({ text, pieces }) =>
    forms.flatMap((form) =>
      [...text.matchAll(form)].flatMap(({ 1: company = '' }) => {
        const name = company.trim()
        const at = pieces.find((piece) => piece.text.includes(name)) ?? pieces[0]
        const isCompany = hasLegalForm(name) || (looksLikeCompany(name) && name.includes(' '))
        return at && isCompany && !otherCompany.test(withoutLegalWords(name))
          ? [{ text: name, at: [at], isLabelled: true }]
          : []
      }),
    ),
  )
  const [first] = found
  return first && found.every(({ text }) => normaliseLabel(text) === normaliseLabel(first.text))
    ? first
    : null
}

/** Removes the words of insurers and banks, which may be employers, from the words of companies that work for others. */
const withoutLegalWords = (text: string) => text.replace(/\b(?:pensions?|insurance|bank)\b/gi, '')

/** Finds the employer behind a label of the name: `Payslip prepared for: Sunniside Care Group Ltd`. */
function findClientOfBureau(facts: LabelledFacts, name: NamedParty | null): NamedParty | null {
  const parse = (text: string) =>
    hasLegalForm(text) && !hasTitle(text) && !isSentence(text) && !/ (?:from|at|by) |, /.test(text)
      ? text
      : null
  const [match] = facts
    .readAll('name', parse, ['inside', 'right'])
    .filter(({ name: label }) => bureauLabels.has(label))
  return match && match.value !== name?.text ? { text: match.value, at: match.at, isLabelled: true } : null
}

/** Labels behind which a payroll bureau names the employee or the employer. */
const bureauLabels = new Set(['prepared for', 'for', 'payslip for', 'pay advice for', 'to', 'issued to'])

/** Matches the employer in a sentence about the net pay: `Quill & Fennel Ltd paid you` above an amount. */
const payerInSentence = /^(\p{Lu}[^\d:(]{2,60}?) (?:has |have )?paid you\b/u

/** Matches the employer for which a payroll bureau works: `Quill Payroll Bureau` above `on behalf of Larch Housing`. */
const principalInSentence =
  /^(?!.*\b(?:[Cc]ontributions?|[Pp]ensions?|[Ss]cheme|[Dd]educted|[Cc]ollected)\b.* on behalf of ).*\b[Oo]n behalf of (\p{Lu}[^\d:;.]{2,60})$/u

/** Matches the employer behind the name in a title: `Payslip for Osric Tarnowski from Larch Foods Ltd`. */
const senderBehindName =
  /^(?:your )?(?:pay ?slip|pay (?:advice|statement)|wages?(?: slip)?|salary slip) (?:for|to|of) .{3,40} (?:from|by) (\p{Lu}[^\d:;(]+)$/iu

/**
 * Finds the employer behind `from` at the top of a payslip, `Payslip from Mr & Mrs C. Attwater-Singh`, or before `paid
 * you`.
 */
function findSender(lines: PayslipLine[], name: NamedParty | null): NamedParty | null {
  for (const { pieces } of lines.slice(0, identityTuning.headerLines))
    for (const piece of pieces) {
      const [, company = ''] = senderBehindName.exec(piece.text) ?? []
      if (looksLikeCompany(company)) return { text: company, at: [piece], isLabelled: true }
      const [, text = ''] =
        /^(?:(?:your |\p{Lu}[\p{L}-]+['’]s? )?(?:pay ?slip|pay advice|wages?(?: slip)?|pay|salary) )?from:? (\p{Lu}[^\d:(]+)$/iu.exec(
          piece.text.replace(
            / ?\(.*$| for (?:january|february|march|april|may|june|july|august|september|october|november|december|week|month|the)\b.*$/i,
            '',
          ),
        ) ?? []
      const [, principal = ''] = principalInSentence.exec(piece.text) ?? []
      if (looksLikeCompany(principal)) return { text: principal, at: [piece], isLabelled: true }
      const [, payer = ''] = payerInSentence.exec(piece.text) ?? []
      if (
        payer !== '' &&
        !/^(?:you|they|hmrc|dwp|what|how|when)\b|\b(?:we|they|i)$/i.test(payer) &&
        payer !== name?.text
      )
        return { text: payer, at: [piece], isLabelled: true }
      const isParty =
        /^\p{Lu}/u.test(text) && (hasTitle(text) || looksLikeCompany(text) || looksLikePerson(text))
      if (isParty && text !== name?.text) return { text, at: [piece], isLabelled: true }
    }
  return null
}

const isAbove = (one: { at: TextPiece[] }, other: { at: TextPiece[] }): boolean =>
  (one.at[0]?.page ?? 0) === (other.at[0]?.page ?? 0) && (one.at[0]?.y ?? 0) < (other.at[0]?.y ?? 0)

/** Whether a company that heads a payslip may pay the workers of the agency below it. */
const isCompanyThatPays = (text: string): boolean =>
  hasLegalForm(text) || /\b(?:umbrella|pay|payroll|contracting|contractors?|employment)\b/i.test(text)

/** Labels of the company at which the work is done. */
const clientLabels = new Set(['client', 'client name', 'end client', 'hirer', 'end hirer'])

/** Labels of the company that found the work. It is the employer unless another company heads the payslip. */
const agencyLabels = new Set([
  'agency',
  'agency name',
  'your agency',
  'recruitment agency',
  'employment agency',
  'recruiter',
])

/** Labels whose value may be a person. */
const householdLabels = new Set([
  'employer',
  'employer name',
  'name of employer',
  'employed by',
  'your employer',
])

/** Labels that may name a part of the employer, such as the school of a university. */
const partLabels = new Set([...agencyLabels, 'school', 'trust', 'authority', 'council', 'business', 'firm'])

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

/** Matches a couple: `Mr and Mrs T Calloway`, `Dr & Mrs Hollis (nanny payroll)`. */
const isCouple = (text: string) =>
  /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sir|lord|lady)\.? (?:and|&) (?:mr|mrs|ms|miss|mx|dr|prof|rev|lady)\.? \p{Lu}[\p{L}'’. -]{1,40}?(?: \([^()]+\))?$/iu.test(
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
      const party = joinBrokenName(
        lines,
        n,
        piece,
        piece.size >= typicalSize * identityTuning.minHeadlineSize,
      ) ??
        findOperator(piece) ??
        firstOfTwoNames(piece) ??
        findCompanyInSentence(piece)[0] ??
        findNameBeforeTitle(piece) ?? { text: piece.text, at: [piece], isLabelled: false }
      if (
        isSentence(party.text) ||
        !/\p{L}{3}/u.test(party.text) ||
        isLegalForm.test(party.text) ||
        namesDocument(party.text)
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
        (operatedBy.test(piece.text) ? score.operator : 0) +
        (looksLikeCompany(party.text) ? score.companyWord : 0) +
        (piece.y <= headerEnd ? score.inHeader : 0) +
        (piece.y - top < piece.size && index === 0 ? score.first : 0) +
        Math.max(0, Math.min(score.maxForSize, (piece.size / typicalSize - 1) * score.perSize)) -
        (isRowLabel ? score.rowLabelPenalty : 0) -
        (facts.isValueOfLabel(piece) && !hasLegalForm(party.text) && !ministry.test(party.text)
          ? score.valuePenalty
          : 0) -
        (party.at[0] === piece && party.text !== piece.text && party.at.length === 1
          ? score.inSentencePenalty
          : 0) -
        (looksLikeStreet(party.text) && !hasLegalForm(party.text) && !endsWithCompanyWord(party.text)
          ? score.streetPenalty
          : 0)
      return [{ party, total }]
    }),
  )
  return candidates
    .filter(({ total }) => total >= score.min)
    .toSorted((one, other) => other.total - one.total)
    .map(({ party }) => party)
}

/** Matches a department of the government, which may be the value of a label: `Department for Rural Infrastructure`. */
const ministry =
  /^(?:(?:hm|uk) )?(?:department for|ministry of|office (?:for|of)|hm [a-z]+|home office|cabinet office)\b/i

/**
 * Returns the whole name if the text is only its end: a logo may set `Larch` and `Umbrella` apart, and `Larch Umbrella
 * Limited` is above the address.
 */
function findWholeName(party: NamedParty, others: NamedParty[]): NamedParty {
  if (hasLegalForm(party.text)) return party
  const isEndOf = ({ text }: NamedParty) =>
    hasLegalForm(text) &&
    normaliseLabel(text)
      .replace(legalFormAtEnd, '')
      .endsWith(` ${normaliseLabel(party.text)}`)
  return others.find(isEndOf) ?? party
}

/** Matches the end of a name that is broken over two lines, which alone is no name. */
const isLegalForm = /^(?:ltd|limited|plc|llp|lp|cic|cio|inc|cyf|cyfyngedig)\.?$/i

const legalFormAtEnd = / (?:ltd|limited|plc|llp|lp|cic|cio|inc|cyf|cyfyngedig)\.?$/

const sentenceWords =
  /\b(your|you|please|this|paid by|queries|on behalf)\b|(?<!\b(?:co|bros|ltd|inc|assoc))[.!?:]$/i

/** Matches verbs of messages: `Flu clinics are held every Tuesday`. `IS Solutions Ltd` has a legal form. */
const sentenceVerbs = /\b(?:is|are|was|were|(?:has|have|will|must|can|should)(?: now| not)? \p{L}+)\b/iu

const isSentence = (text: string): boolean =>
  text.split(' ').length > identityTuning.maxCompanyWords ||
  sentenceWords.test(text) ||
  (sentenceVerbs.test(text) && !hasLegalForm(text))

/** Joins a company name that is broken over two lines: `Nithsdale Cold Stores` above `(Holdings) Limited`. */
function joinBrokenName(
  lines: PayslipLine[],
  n: number,
  piece: TextPiece,
  isLarge: boolean,
): NamedParty | null {
  const { labelEdgeTolerance, maxNameLineDistance } = identityTuning
  const isBelow = (other: TextPiece) =>
    other.block === piece.block &&
    other.y > piece.y &&
    other.y - piece.y < piece.size * maxNameLineDistance &&
    (Math.abs(other.x - piece.x) < labelEdgeTolerance ||
      Math.abs(other.right - piece.right) < labelEdgeTolerance)
  // A line of the address on the other side of the page may be in between.
  const below = lines
    .slice(n + 1, n + 3)
    .flatMap(({ pieces }) => pieces)
    .find(isBelow)
  const isBroken =
    below &&
    hasLegalForm(below.text) &&
    !hasLegalForm(piece.text) &&
    (isEndOfName(below, piece) || (isLarge && isSecondHalf(below, piece)))
  return isBroken ? { text: `${piece.text} ${below.text}`, at: [piece, below], isLabelled: false } : null
}

/** Whether the text consists only of words that end a company name. In another typeface it must be all of them. */
const isEndOfName = (below: TextPiece, piece: TextPiece) =>
  below.size === piece.size && below.words[0]?.font === piece.words[0]?.font
    ? /^(\(|\p{L}+\.?$)/u.test(below.text)
    : /^(?:(?:\(?(?:uk|gb|holdings|group|international|services|europe)\)?|&|and|co\.?) )*(?:ltd|limited|plc|llp|cic)\.?$/i.test(
        below.text,
      )

/**
 * Whether two lines of large type are the halves of one name: `Marlowe Keane` above `Estate Agents LLP`. The first is
 * not a whole name alone, and the second begins with a word that is typical of companies.
 */
function isSecondHalf(below: TextPiece, piece: TextPiece): boolean {
  const wordsOf = ({ text }: TextPiece) => normaliseLabel(text).split(' ')
  const isSameType = below.size === piece.size && below.words[0]?.font === piece.words[0]?.font
  const isUnfinished = /(?:&|,|\b(?:and|of|for|the))$/i.test(piece.text)
  const [first = ''] = wordsOf(below)
  return (
    isSameType &&
    isHeadline(piece.text) &&
    !wordsOf(below).some((word) => word.length > 2 && wordsOf(piece).includes(word)) &&
    (isUnfinished || (looksLikeCompany(first) && !endsWithCompanyWord(piece.text)))
  )
}

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
  const [first = '', ...others] = piece.text.split(
    /(?<!\b\p{Lu})\. | [–—|·•-] |, | \((?=[Cc]o(?:mpany|\.)? (?:[Nn]|[Rr]eg)|[Rr]eg)/u,
  )
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
  /\b(pay ?slips?|pay advice|advice|confidential|statement|page|sheet|payroll|wages? slip|salary|remittance|month|week|period|date|private (?:and|&) confidential|employee|details|official|sensitive|restricted|completed|copy|duplicate)\b/i

/** Matches words of documents that may also be in the name of a company: `Larch Print & Copy Limited`, `Sheet Metal Works Ltd`. */
const wordsOfTrades =
  /(?<!\b(?:pay|wages?|salary|earnings|office|file|employers?|your|of) )\b(?:advice|copy|date|details|month|official|page|salary|sheet|statement|week)\b(?! (?:of|for|to)\b|[ :]*\d)/gi

/** Whether the text is rather the title of the document or one of its captions than a name. */
const namesDocument = (text: string): boolean =>
  documentWords.test(hasLegalForm(text) ? text.replace(wordsOfTrades, ' ') : text)

/** Matches a pay frequency or tax period that stands alone, often in the header: `Fortnightly`, `Four weekly pay`. */
const frequencyHeading =
  /^(?:paid )?(?:(?:four|two|4|2|bi)[- ]?)?(?:weekly|fortnightly|monthly|quarterly|annually|lunar)(?: (?:paid|pay|payroll|payment|paye|salaried|staff))?$/i

const isHeadline = (text: string) =>
  !frequencyHeading.test(text) &&
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
