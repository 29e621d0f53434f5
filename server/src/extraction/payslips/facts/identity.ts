import { meaningOf } from '../text/label-meaning.ts'
import type { Line, Piece } from '../text/lines.ts'
import { titleOf } from '../text/titles.ts'
import { dayAt, niNumberIn, payeReferenceIn, plain, postCodeAtEnd, taxCodeAt } from '../text/values.ts'
import { type AddressBlock, addressesOf } from './address.ts'
import type { Facts, Found, Way } from './labelled-facts.ts'
import { hasLegalForm, hasTitle, looksLikeFirm, looksLikePerson, looksLikeStreet } from './name-patterns.ts'

// Who is paid, by whom, for what work, and where they live.

export type Named = { text: string; at: Piece[]; isLabelled: boolean }
export type Identity = {
  name: Named | null
  employer: Named | null
  role: Named | null
  address: AddressBlock | null
}

export function identityOf(lines: Line[], facts: Facts): Identity {
  const blocks = addressesOf(lines, facts)
  const name = nameOf(lines, facts, blocks)
  const employer = employerOf(lines, facts, blocks, name)
  const address = addressOf(blocks, name, employer)
  return { name, employer, role: roleOf(facts, address, name, employer), address }
}

/** Labels that also stand over other things count only where a person follows. */
const weakNames = new Set([
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

function nameOf(lines: Line[], facts: Facts, blocks: AddressBlock[]): Named | null {
  const asPerson = (text: string) => (looksLikePerson(text) || hasTitle(text) ? text : null)
  const found = freeText(facts, 'name', asPerson)
  const strong =
    found.find(({ name }) => !weakNames.has(name)) ??
    found.find(({ value }) => !looksLikeFirm(value)) ??
    found[0]
  if (strong) return { text: strong.value, at: strong.at, isLabelled: true }
  const parted = nameInParts(facts)
  if (parted) return parted
  const pieces = lines.flatMap(({ pieces }) => pieces).filter(({ figure }) => figure === null)
  const titled = pieces.find(({ text }) => hasTitle(text) && looksLikePerson(text))
  if (titled) return { text: titled.text, at: [titled], isLabelled: false }
  const heads = blocks.filter(({ owner }) => owner !== 'employer').flatMap(({ heads }) => heads)
  const head =
    heads.find(({ text }) => looksLikePerson(text) && !looksLikeFirm(text)) ?? loneName(lines, facts, blocks)
  return head ? { text: head.text, at: [head], isLabelled: false } : null
}

const topLines = 8

/** The only words at the top that look like a person and are nothing else. */
function loneName(lines: Line[], facts: Facts, blocks: AddressBlock[]): Piece | null {
  const used = new Set(blocks.flatMap((block) => block.lines))
  const isOther = ({ pieces }: Line, piece: Piece, above: Line | undefined) => {
    const before = pieces[pieces.indexOf(piece) - 1]
    const over = above?.pieces.find(({ x }) => Math.abs(x - piece.x) < 6)
    return [before, over].some((other) => other && (facts.isLabel(other) || /:$/.test(other.text)))
  }
  const found = lines
    .slice(0, topLines)
    .flatMap((line, n) =>
      line.pieces.filter(
        (piece) =>
          looksLikePerson(piece.text) &&
          piece.text.split(' ').length <= 4 &&
          !looksLikeFirm(piece.text) &&
          !looksLikeStreet(piece.text) &&
          !facts.beginsWithLabel(piece) &&
          !used.has(piece) &&
          meaningOf(piece.text).kind === null &&
          !isOther(line, piece, lines[n - 1]),
      ),
    )
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Forename and surname under labels of their own. */
function nameInParts(facts: Facts): Named | null {
  const asName = (text: string) => (/^\p{Lu}[\p{L}'’ -]*$/u.test(text.trim()) ? text.trim() : null)
  const [[surname], [forename]] = [facts.all('surname', asName), facts.all('forename', asName)]
  return surname && forename
    ? { text: `${forename.value} ${surname.value}`, at: [...forename.at, ...surname.at], isLabelled: true }
    : null
}

/** Words beside a label in lists, below it in tables: what fits the label's neighbours decides. */
function freeText(
  facts: Facts,
  fact: 'name' | 'employer' | 'role',
  read: (text: string) => string | null,
): Found<string>[] {
  const strict = (text: string) =>
    taxCodeAt(text)?.code ?? niNumberIn(text) ?? dayAt(text)?.day ?? payeReferenceIn(text)
  const votes = (['niNumber', 'taxCode', 'payDate', 'payeReference'] as const).flatMap((other) =>
    facts.all(other, strict, ['inside', 'right', 'below']),
  )
  const wayNear = ({ x, y }: Piece): Way | undefined =>
    votes
      .filter(({ way }) => way === 'right' || way === 'below')
      .toSorted((one, other) => distance(one.label, x, y) - distance(other.label, x, y))[0]?.way
  const plausible = (text: string) => {
    const clean = text.trim()
    const isValue =
      strict(clean) === null &&
      !/^\W*$/.test(clean) &&
      !/^[\d\s./-]+$/.test(clean) &&
      postCodeAtEnd(clean) === null
    return isValue ? read(clean) : null
  }
  // Without a colon, words that begin like a label are seldom one: `Employer National Insurance`.
  const right = [
    ...facts.all(fact, plausible, ['inside']).filter((found) => found.hasColon || isNamedInside(fact, found)),
    ...facts.all(fact, plausible, ['right']),
  ]
  const below = facts.all(fact, plausible, ['below'])
  const labels = [...new Set([...right, ...below].map(({ label }) => label))]
  return labels.flatMap((label) => {
    const beside = right.find((found) => found.label === label)
    const under = below.find((found) => found.label === label)
    if (!beside || !under || beside.way === 'inside') return beside ?? under ?? []
    return wayNear(label) === 'below' ? under : beside
  })
}

/** `Company Oakmantle Engineering Ltd`, but not `Employer National Insurance`. */
function isNamedInside(fact: 'name' | 'employer' | 'role', { name, value }: Found<string>): boolean {
  if (/ (for|to|held|of|as)$/.test(name)) return true
  if (meaningOf(value).kind !== null) return false
  if (fact === 'name') return looksLikePerson(value)
  if (fact === 'employer')
    return hasLegalForm(value) || (/name|company|employer|paid by/.test(name) && looksLikeFirm(value))
  return (
    meaningOf(`${name} ${value}`).kind === null &&
    /^\p{Lu}/u.test(value) &&
    value.split(' ').length <= 5 &&
    !/\d|\b(code|no|number|date|ref|held|title)\b/i.test(value)
  )
}

const distance = (piece: Piece, x: number, y: number) => Math.abs(piece.y - y) * 2 + Math.abs(piece.x - x)

function employerOf(lines: Line[], facts: Facts, blocks: AddressBlock[], name: Named | null): Named | null {
  const isFree = (piece: Piece) =>
    piece.figure === null && !facts.beginsWithLabel(piece) && !name?.at.includes(piece)
  const asFirm = (text: string) =>
    titleOf(text) === null && text !== name?.text && /\p{L}{2}/u.test(text) && !hasTitle(text) ? text : null
  const labelled = freeText(facts, 'employer', asFirm)
  const isPayment = /\b(bank|bacs|transfer|cheque|credit|cash)\b/i
  const named = labelled.filter(({ value, name }) => !(name === 'paid by' && isPayment.test(value)))
  const firm = named.find(({ value }) => looksLikeFirm(value)) ?? named[0]
  if (firm && (looksLikeFirm(firm.value) || /employer|company|organisation/.test(firm.name)))
    return { text: firm.value, at: firm.at, isLabelled: true }
  const pieces = lines.flatMap(({ pieces }) => pieces).filter(isFree)
  const legal = pieces.filter(({ text }) => hasLegalForm(text) && text.split(' ').length <= 9)
  const [inText] = legal.length > 0 ? [] : pieces.flatMap(firmInText)
  if (inText) return inText
  const [first] = legal.length > 0 ? legal : topPieces(lines, isFree)
  if (first) return { text: first.text, at: [first], isLabelled: false }
  const heads = blocks.filter(({ owner }) => owner === 'employer').flatMap(({ heads }) => heads)
  return heads[0] ? { text: heads[0].text, at: [heads[0]], isLabelled: false } : null
}

/** `Barleymow Stores PLC. Registered office: …` at the foot; `Marrowdale Council – Pay statement` at the top. */
function firmInText(piece: Piece): Named[] {
  const [first = ''] = piece.text.split(/\. | [–—|-] |, /)
  const isFirm = first !== piece.text && hasLegalForm(first) && first.split(' ').length <= 7
  return isFirm ? [{ text: first, at: [piece], isLabelled: false }] : []
}

/** What a paper is headed with: words like those of a firm first, then the largest. */
function topPieces(lines: Line[], isFree: (piece: Piece) => boolean): Piece[] {
  const [page] = lines
  const top = lines
    .filter((line) => line.page === page?.page)
    .flatMap(({ pieces }) =>
      pieces.filter((piece, n) => isFree(piece) && isHeadline(piece.text) && !pieces[n + 1]?.figure),
    )
  const firms = top.filter(({ text }) => looksLikeFirm(text))
  return firms.length > 0 ? firms : top.slice(0, 12).toSorted((one, other) => other.size - one.size)
}

const paperWords =
  /\b(pay ?slip|pay advice|advice|confidential|statement|page|sheet|payroll|wages? slip|salary|remittance|month|week|period|date|private|employee|details)\b/i
const isHeadline = (text: string) =>
  /\p{L}{3}/u.test(text) &&
  !paperWords.test(text) &&
  titleOf(text) === null &&
  meaningOf(text).kind === null &&
  text.split(' ').length <= 9 &&
  !hasTitle(text) &&
  dayAt(text) === null &&
  niNumberIn(text) === null &&
  payeReferenceIn(text) === null &&
  postCodeAtEnd(text) === null &&
  !/^\d/.test(text) &&
  !/[.:]$/.test(text)

function addressOf(blocks: AddressBlock[], name: Named | null, employer: Named | null): AddressBlock | null {
  const names = name?.text ? plain(name.text) : null
  const isOf = ({ heads }: AddressBlock, text: string | null | undefined) =>
    text !== null && text !== undefined && heads.some((head) => plain(head.text) === text)
  const mine = blocks.find((block) => isOf(block, names))
  if (mine) return mine
  const firm = employer && plain(employer.text)
  const others = blocks.filter(
    (block) =>
      !isOf(block, firm) &&
      block.owner !== 'employer' &&
      (block.owner === 'employee' || !isUnder(block, employer)),
  )
  // Without a name over it, an address below the employee's name is likely theirs; one above it the employer's.
  const [at] = name?.at ?? []
  const below = others.find(({ lines: [first] }) => at && first && first.page === at.page && first.y > at.y)
  return others.find(({ owner }) => owner === 'employee') ?? below ?? null
}

/** The employer's own address stands right below its name. */
const isUnder = ({ lines }: AddressBlock, employer: Named | null): boolean => {
  const [first] = lines
  const [firm] = employer?.at ?? []
  if (!first || !firm || first.page !== firm.page) return false
  const isAligned =
    Math.abs(first.x - firm.x) < 5 ||
    Math.abs(first.right - firm.right) < 5 ||
    Math.abs(first.x + first.right - firm.x - firm.right) < 8
  return isAligned && first.y > firm.y && first.y - firm.y < Math.max(firm.size, first.size) * 2.6
}

function roleOf(
  facts: Facts,
  address: AddressBlock | null,
  name: Named | null,
  employer: Named | null,
): Named | null {
  const asRole = (text: string) =>
    titleOf(text) === null &&
    /\p{L}{2}/u.test(text) &&
    text.length <= 80 &&
    text !== name?.text &&
    text !== employer?.text
      ? text
      : null
  const [found] = freeText(facts, 'role', asRole)
  if (found) return { text: found.value, at: found.at, isLabelled: true }
  const at = address?.heads.findIndex(({ text }) => text === name?.text) ?? -1
  const after = at === -1 ? undefined : address?.heads[at + 1]
  const isRole = after && !looksLikeStreet(after.text) && !hasTitle(after.text) && !hasLegalForm(after.text)
  return isRole ? { text: after.text, at: [after], isLabelled: false } : null
}
