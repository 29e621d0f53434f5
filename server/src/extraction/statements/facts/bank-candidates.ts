import type { PageWord } from '../../document.ts'
import { median, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { type BankFeature, bankTuning } from '../tuning/names.ts'
import { isPersonalName, title } from './holder-form.ts'
import type { NameCandidate } from './name-choice.ts'

// Collects the texts that may name the bank, without a list of banks: from the letterhead, from sentences of the small
// print, and wherever a name ends like that of a bank.

export type BankCandidate = NameCandidate<BankFeature>

const nouns =
  'Bank|Banking Company|Building Society|Credit Union|Savings and Loan|Mutual|Money|Savings|Banking|Finance|Financial|Trust|Society|Pay|Cash|Accounts|Account|Group|Capital'
const noun = `(?:${nouns}|${nouns.toUpperCase()})`
const letter = "[\\p{L}\\d_'’&-]"
const name = `\\p{Lu}${letter}*(?: (?:\\p{Lu}${letter}*|&|and|of|the|for|\\+)){0,6}?`
const longName = name.replace('}?', '}')
const company = '(?:ccc|CCC|cyf|Cyf|plc|PLC|Plc|Limited|LIMITED|Ltd\\.?|LTD|LLP|\\(UK\\)|UK)'
const registration = '(?: \\([^)]{1,30}\\))?'
const legal = new RegExp(
  `(?:^|[.·|©:] |\\b[Bb]y |\\d{4} )(${name})(?: ${company})*${registration}(?:,? (?:is|are|was|has|trades|part of|an? (?:invented|registered|trading|electronic|authorised|regulated|e-money|member)|invented|registered|authorised|licensed|regulated|incorporated)\\b|\\. (?:Registered|Authorised|An? |Member|Company|Incorporated)|,? (?:Registered|Authorised|Company (?:[Nn]o|[Nn]umber|[Rr]eg|\\d)|Reg\\b|invented))`,
  'gu',
)
const welshNoun = '(?:Banc|BANC|Cymdeithas Adeiladu|Undeb Credyd)'
const withNoun = new RegExp(
  `(${welshNoun} ${longName}|${longName} ${noun}(?: (?:of|OF) (?:(?:the|THE) )?\\p{Lu}${letter}*)?|${noun} of (?:the )?${longName})(?= |$|,|\\.)`,
  'gu',
)
const companyName = new RegExp(`(?:^|[.·|©:] |\\b[Bb]y |\\d{4} )(${name}) ${company}(?=[,. ]|$)`, 'gu')
const bankNoun =
  /(^|\s)(bank|banking company|building society|credit union)$|^bank of |^(banc|cymdeithas adeiladu|undeb credyd) /i
const endsWithNoun = new RegExp(`${noun}$`)
/** A brand may be written in lower case: `hearthly is a trading name of Hearthly UK Ltd`. */
const brand = new RegExp(
  `(?:^|[.\u00b7|\u00a9:] )((?:\\p{Ll}${letter}+|${longName}))(?: ${company})* (?:is|are) (?:a|the) (?:trading (?:name|style)|brand|division) of\\b`,
  'gu',
)
/** A sentence that names the bank: `Thank you for banking with Heron`, `in the Heron app`. */
const mention = new RegExp(
  `(?:[Bb]ank(?:ing)? with|[Cc]hoosing) (${name})(?=[.,!]|$)|\\b(?:[Tt]he|[Yy]our) (${name})(?: mobile)? app\\b`,
  'gu',
)
/** The provider of the account: `Accounts are provided by Heron Ltd (FRN 900001)`. */
const provider = new RegExp(
  `\\b(?:[Aa]ccounts?|[Ww]allets?|[Ss]tatement|[Bb]anking services|[Ee]-money) (?:is |are |was )?(?:provided|issued|operated|held) (?:by|with) (${name})(?: ${company})*(?=[.,( ]|$)`,
  'gu',
)
const copyright = new RegExp(`\u00a9 (?:\\d{4} )?(${name})(?: ${company})*(?= \\d{4}|[.,]|$)`, 'gu')
const generic =
  /^(Your|The|This|These|Our|Here|There|When|Where|It|As|Dear|If|We|Please|For|In|All|Statement|Account|Current|Date|Page|Payments?|Deposits?|Money|Balance|Important|Customer|You|Personal|Business|Direct|Standing|Card|Opening|Closing|Eligible|Financial|Prudential|Sort|Interest|Lines|Get|Easy|Contact|Total|Summary|Private|Any|Every|Savings|Everyday|Classic|To|From|Paid|Funds|Amounts?|Information|Processed|Rates?|Check|Authority|Regulation)\b/i
const supervisor = /\b(authority|regulation|conduct|compensation scheme|ombudsman|commission)\b/i

/** Names of products, which end like names of banks: `Sterling Current Account`, `Regular Savings`. */
const productName =
  /\b(current|savings?|deposit|call|share|business|personal|sterling|euro|everyday|basic|student|joint|notice|reserve) accounts?$|^(regular|monthly|instant|easy|limited|flexible|fixed|variable|notice|bonus|postal|junior|children['\u2019]?s|christmas|tax[- ]free)( (access|rate|term|notice|bonus|isa))* (savings|cash|money)$/i

export type BankContext = {
  tops: ReadonlyMap<number, number>
  heights: readonly number[]
}

export function listBankCandidates(
  printedLines: readonly StatementLine[],
  { tops, heights }: BankContext,
): BankCandidate[] {
  const lines = printedLines.map(dropMonogram)
  const height = heights[0] ?? bankTuning.defaultHeight
  const letterheadBottom = height * bankTuning.letterheadShare
  const isOutside = (line: StatementLine) =>
    line.y < (tops.get(line.page) ?? Number.POSITIVE_INFINITY) || line.amounts.length === 0
  const inText = lines.filter(isOutside).flatMap((line) => {
    const isTop = line.page === 0 && line.y < letterheadBottom
    const isFirst = line === lines[0] && line.y < bankTuning.topShare * height
    return splitIntoCells(line.words, bankTuning.cellGap)
      .flatMap(splitAtSizes)
      .flatMap((cell) => listNamesInText(line, cell, { isTop, isFirst }))
  })
  const letterhead = listLetterheadNames(lines, letterheadBottom)
  const firstNames = letterhead.length > 0 ? [] : listFirstNames(lines, height)
  const outside = lines.filter(isOutside)
  // Small print may quote amounts within a sentence.
  const isProse = ({ amounts }: StatementLine) => amounts.every(({ isCell }) => !isCell)
  const legalNames = listLegalNames(lines.filter((line) => isOutside(line) || isProse(line)))
  const stacked = listStackedNames(lines, letterheadBottom)
  const named = [...inText, ...legalNames, ...firstNames, ...stacked, ...listCaptionedNames(outside)].filter(
    ({ value, features }) => isPossibleName(value, features.includes('legalSubject')),
  )
  return [...named, ...letterhead]
}

/**
 * Drops the letters of a logo beside the name: `M` before `Meridian & Counties Bank`. They begin the words of the name,
 * and are set further apart from it than its words.
 */
function dropMonogram(line: StatementLine): StatementLine {
  const [letters, first, second] = line.words
  if (!letters || !first || !second || !/^\p{Lu}{1,3}$/u.test(letters.text)) return line
  const initials = line.words.slice(1).flatMap(({ text }) => /^\p{Lu}/u.exec(text)?.[0] ?? [])
  const isOfName = initials.join('').startsWith(letters.text)
  const isApart = first.x - letters.right > bankTuning.minMonogramGap * Math.max(0, second.x - first.right)
  return isOfName && isApart && first.text.length > 1 ? { ...line, words: line.words.slice(1) } : line
}

type LinePosition = { isTop: boolean; isFirst: boolean }

/** Lists the names in a sentence or heading with what the wording and position say about them. */
function listNamesInText(
  line: StatementLine,
  cell: PageWord[],
  { isTop, isFirst }: LinePosition,
): BankCandidate[] {
  const text = textOf(cell).replace(/^\d+ (of|\/) \d+\. /, '')
  const phrases = listMatches(withNoun, text)
  const isProminent = line.size > bankTuning.minLargeType || (phrases[0] === text && isFirst)
  const matches: [values: string[], features: BankFeature[]][] = [
    [phrases, isProminent ? ['inText', 'prominent'] : ['inText']],
    [listMatches(companyName, text), isFirst ? ['company', 'companyOnFirstLine'] : ['company']],
    [[...listMatches(mention, text), ...listMatches(copyright, text)], ['mentioned']],
    [listMatches(provider, text), ['provider']],
  ]
  return matches.flatMap(([values, features]) =>
    values.map((value) => {
      const isOnTop = isTop && phrases.includes(value) && bankNoun.test(value)
      const named = [...features, ...listNounFeatures(value), ...(isOnTop ? ['bankNounOnTop' as const] : [])]
      return { value, words: cell, page: line.page, features: named }
    }),
  )
}

const listMatches = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map((match) => (match[1] ?? (match[2] as string)).replace(/[.,]$/, ''))

/** Lists the subjects of legal sentences. The small print may be wrapped within a name. */
function listLegalNames(lines: readonly StatementLine[]): BankCandidate[] {
  return joinParagraphs(lines).flatMap(({ page, words }) => {
    const text = textOf(words).replace(/^\d+ (of|\/) \d+\. /, '')
    const brands = new Set(listMatches(brand, text))
    const subjects = new Set([...brands, ...listMatches(legal, text)])
    return [...subjects].map((value) => {
      const features: BankFeature[] = ['legalSubject', ...listNounFeatures(value)]
      return { value, words, page, features: brands.has(value) ? [...features, 'brand'] : features }
    })
  })
}

type Paragraph = { page: number; words: PageWord[] }

/** Joins lines that continue each other: of the same size, at the same left edge and directly below each other. */
function joinParagraphs(lines: readonly StatementLine[]): Paragraph[] {
  const { maxPitch, maxNameOffset, maxSizeDifference, cellGap } = bankTuning
  const paragraphs: (Paragraph & { last: PageWord })[] = []
  for (const line of lines)
    for (const cell of splitIntoCells(line.words, cellGap).flatMap(splitAtSizes)) {
      const first = cell[0] as PageWord
      const above = paragraphs.findLast(
        ({ page, last }) =>
          page === line.page &&
          first.y > last.y &&
          first.y - last.y < maxPitch * first.size &&
          Math.abs(first.x - last.x) < maxNameOffset &&
          Math.abs(first.size - last.size) < maxSizeDifference,
      )
      if (above) {
        above.words.push(...cell)
        above.last = first
      } else paragraphs.push({ page: line.page, words: [...cell], last: first })
    }
  return paragraphs
}

const bankCaption =
  /^(bank|bank name|name of bank|(account )?provider|provided by|issuer|issued by|(financial )?institution|held with|account with|banc):?$/i

/** Lists the names beside a caption such as `Provider`. */
function listCaptionedNames(lines: readonly StatementLine[]): BankCandidate[] {
  return lines.flatMap((line) => {
    const cells = splitIntoCells(line.words, bankTuning.letterheadGap)
    return cells.flatMap((cell, n) => {
      const colon = cell.findIndex(({ text }) => text.endsWith(':'))
      const [caption, rest] =
        colon < 0 ? [cell, cells[n + 1] ?? []] : [cell.slice(0, colon + 1), cell.slice(colon + 1)]
      if (!bankCaption.test(textOf(caption))) return []
      const words = rest.length > 0 ? rest : (cells[n + 1] ?? [])
      const end = words.findIndex(({ text }) => text.startsWith('('))
      const value = textOf(end > 0 ? words.slice(0, end) : words).replace(/[.,;]$/, '')
      const isName = /^\p{Lu}/u.test(value) && !/\d/.test(value)
      return isName ? [{ value, words, page: line.page, features: ['captioned' as const] }] : []
    })
  })
}

function listNounFeatures(value: string): BankFeature[] {
  if (bankNoun.test(value)) return ['noun', 'bankNoun']
  return endsWithNoun.test(value) ? ['noun'] : []
}

function isPossibleName(value: string, isLegalSubject: boolean): boolean {
  const isFull = /^The .+ (Bank|Banking Company|Building Society)$/i.test(value)
  if ((generic.test(value) && !isFull) || value.length > bankTuning.maxNameLength) return false
  // A product is set as large as a bank: `Members Account`.
  if (!isLegalSubject && /\baccounts?$/i.test(value)) return false
  if (nounAlone.test(value)) return false
  return !supervisor.test(value) && !productName.test(value) && !/\b(and|of|the|for)$/i.test(value)
}

/**
 * Splits a cell where the type size changes, because a slogan may follow the name on its baseline. One or two words in
 * another size are part of the name.
 */
function splitAtSizes(cell: readonly PageWord[]): PageWord[][] {
  const parts: PageWord[][] = []
  for (const word of cell) {
    const before = parts.at(-1)?.at(-1)
    const ratio = before ? Math.max(word.size, before.size) / Math.min(word.size, before.size) : 0
    if (before && ratio < bankTuning.minSizeStep) parts.at(-1)?.push(word)
    else parts.push([word])
  }
  return parts.slice(1).some(({ length }) => length < bankTuning.minSloganWords) ? [[...cell]] : parts
}

const letterheadNoise =
  /\b(statement|account|sort code|summary|page|confidential|private|transactions?|activity|your|continued|balances?|payments?|current|details|cyfriflen|cyfrif|tudalen|eich)\b/i

/** Lists the texts at the top of the first page that are set larger than the body text, as the name of a bank is. */
function listLetterheadNames(lines: readonly StatementLine[], letterheadBottom: number): BankCandidate[] {
  const cells = lines
    .filter(({ page, y }) => page === 0 && y < letterheadBottom)
    .flatMap((line) => splitIntoCells(line.words, bankTuning.letterheadGap).flatMap(splitAtSizes))
    .map(dropCardProduct)
    .filter((cell) => {
      const text = textOf(cell)
      return (
        cell.length <= bankTuning.maxLetterheadWords &&
        /[a-z]{3}/i.test(text) &&
        !/\d/.test(text) &&
        !letterheadNoise.test(text) &&
        !productName.test(text) &&
        !title.test(text)
      )
    })
  const textSize = median(lines.map(({ size }) => size))
  const getSize = (cell: readonly PageWord[]) => cell[0]?.size ?? 0
  const large = cells.filter(
    (cell) => getSize(cell) > bankTuning.minLetterheadSize * textSize && !nounAlone.test(textOf(cell)),
  )
  const largestSize = Math.max(...large.map(getSize))
  return large.map((cell, n) => {
    const words = [...cell, ...findSecondLine(cells, cell)]
    const value = textOf(words)
    const features: BankFeature[] = ['letterhead']
    if (n === 0) features.push('topmost')
    if (getSize(cell) === largestSize) features.push('largest')
    if (isPersonalName(value)) features.push('personalName')
    return { value, words, page: 0, features }
  })
}

const kindOfCard =
  /^(credit|charge|store|classic|platinum|gold|executive|rewards?|cashback|business|corporate|visa|mastercard)$/i

/** Drops the kind of card after the name of its issuer: `Marchwood credit card`. `Aqua Card` may be a name. */
function dropCardProduct(cell: PageWord[]): PageWord[] {
  if (!/^card$/i.test(cell.at(-1)?.text ?? '')) return cell
  const last = cell.slice(0, -1).findLastIndex(({ text }) => !kindOfCard.test(text))
  return last < 0 || last === cell.length - 2 ? cell : cell.slice(0, last + 1)
}

/** Lists names in the letterhead whose last word is below them in the same type: `First Heron` above `Bank`. */
function listStackedNames(lines: readonly StatementLine[], letterheadBottom: number): BankCandidate[] {
  const { cellGap, maxNamePitch, maxNameOffset, maxSizeDifference, maxLetterheadWords } = bankTuning
  const cells = lines
    .filter(({ page, y }) => page === 0 && y < letterheadBottom)
    .flatMap(({ words }) => splitIntoCells(words, cellGap))
  return cells.flatMap((ending) => {
    const [last] = ending
    if (!last || !bankNoun.test(textOf(ending)) || !nounAlone.test(textOf(ending))) return []
    const above = cells.find(
      ([word]) =>
        word !== undefined &&
        word.y < last.y &&
        last.y - word.y < maxNamePitch * last.size &&
        Math.abs(word.x - last.x) < maxNameOffset &&
        Math.abs(word.size - last.size) < maxSizeDifference,
    )
    const text = textOf(above ?? [])
    const isName = /^\p{Lu}\p{Ll}/u.test(text) && !/[\d,]/.test(text) && !letterheadNoise.test(text)
    if (!above || !isName || title.test(text) || above.length > maxLetterheadWords) return []
    const words = [...above, ...ending]
    return [
      { value: textOf(words), words, page: 0, features: ['inText', 'noun', 'bankNoun', 'bankNounOnTop'] },
    ]
  })
}

const ofProduct = /^(.+?) (?:(?:business|personal|current|savings|joint|student|everyday) )+account$/i

/** Lists the name of the first line: alone above `Private Bankers`, or before the name of the product. */
function listFirstNames(lines: readonly StatementLine[], height: number): BankCandidate[] {
  // A spreadsheet prints its title, such as `Transactions`, at the top of every page.
  const isTitled = lines[0] !== undefined && titleAlone.test(textOf(lines[0].words))
  const [first, second] = isTitled ? lines.slice(1) : lines
  if (!first || first.page > 0 || first.y > bankTuning.topShare * height) return []
  const text = textOf(first.words)
  // The title of the document may be printed beside the name.
  const [nameOfBankers = '', below = ''] = [first, second].map((line) =>
    textOf(splitIntoCells(line?.words ?? [], bankTuning.cellGap)[0] ?? []),
  )
  const isBankers = /\b(bankers|banking)\b/i.test(below)
  const value = ofProduct.exec(text)?.[1] ?? (isBankers ? nameOfBankers : undefined)
  if (value && !/\d/.test(value))
    return [{ value, words: first.words.slice(0, value.split(' ').length), page: 0, features: ['firstLine'] }]
  // A printout in one type size begins with the bank, its branch and sort code.
  const [cell] = splitIntoCells(first.words, bankTuning.printoutGap)
  const name = textOf(cell ?? [])
  const isName =
    /^\p{Lu}[\p{L}&'\u2019 -]{3,}$/u.test(name) && !letterheadNoise.test(name) && !title.test(name)
  const isOfBranch = /\(?\b\d\d-\d\d-\d\d\b|\b(branch|statement|sort code)\b/i.test(text)
  return cell && isName && isOfBranch && cell.length <= bankTuning.maxLetterheadWords
    ? [{ value: name, words: cell, page: 0, features: ['firstCell'] }]
    : []
}

const titleAlone = /^(account )?(statement|transactions?|activity|history|export|download|sheet ?\d*)$/i

const nounAlone = new RegExp(`^(?:(?:the|The|THE) )?${noun}$`)

/**
 * Returns the second line of a name in the letterhead: `Saltmarsh` above `Bank`. A noun may be set smaller than the name,
 * and be centred or flush right below it.
 */
function findSecondLine(cells: readonly PageWord[][], largest: readonly PageWord[]): PageWord[] {
  const [first, last] = [largest[0], largest.at(-1)]
  if (!first || !last) return []
  const below = cells.find(([word, ...more]) => {
    if (!word || !nounAlone.test(textOf([word, ...more]))) return false
    const end = more.at(-1) ?? word
    return (
      word.y > first.y &&
      word.y - first.y < bankTuning.maxNamePitch * first.size &&
      word.x < last.right &&
      end.right > first.x
    )
  })
  return below ?? []
}

const nameEnding = new RegExp(
  `^(?: Company| & Co\\.?| International)?(?: (?:of|OF) \\p{Lu}${letter}*)?(?: ${company})*$`,
  'u',
)

/**
 * Returns the name with its company type if the letterhead prints it so: `Harbour Bank PLC`. A name that is printed only
 * in the small print also keeps its company type, because it is the name of the company and not of the brand.
 */
export function restoreCompany(
  value: string,
  lines: readonly StatementLine[],
  letterheadBottom: number,
): string {
  const cells = lines
    .filter(({ page, y }) => page === 0 && y < letterheadBottom)
    .flatMap(({ words }) => splitIntoCells(words, bankTuning.letterheadGap))
    .map(textOf)
  const whole = cells.find((text) => {
    const start = text.indexOf(value)
    if (start < 0) return false
    const [before, after] = [text.slice(0, start), text.slice(start + value.length)]
    return (before === '' || /^\d+(st|nd|rd|th) $/.test(before)) && nameEnding.test(after)
  })
  if (whole) return whole
  if (cells.some((text) => isSameName(text, value))) return value
  for (const { words } of lines) {
    const text = textOf(words)
    const start = text.indexOf(`${value} `)
    const ending = start < 0 ? null : companyStart.exec(text.slice(start + value.length))
    if (ending) return `${value}${ending[0].replace(/(?<=Ltd)\.$/, '')}`
  }
  return value
}

const companyStart = new RegExp(`^(?: ${company})+(?![\\p{L}\\d])`, 'u')

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
