import type { PageWord } from '../../document.ts'
import { locateWords, median, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { bankTuning } from '../tuning.ts'
import type { LocatedFact } from './account.ts'

// Finds the name of the bank without a list of banks: from the legal sentence in the footer and from the largest text in the
// letterhead.

const nouns =
  'Bank|Banking Company|Building Society|Credit Union|Savings and Loan|Mutual|Money|Savings|Banking|Finance|Financial|Trust|Society|Pay|Cash|Accounts|Account|Group|Capital'
const noun = `(?:${nouns}|${nouns.toUpperCase()})`
const letter = "[\\p{L}\\d_'’&-]"
const name = `\\p{Lu}${letter}*(?: (?:\\p{Lu}${letter}*|&|and|of|the|for|\\+)){0,6}?`
const longName = name.replace('}?', '}')
const company = '(?:plc|PLC|Plc|Limited|LIMITED|Ltd\\.?|LTD|LLP|\\(UK\\)|UK)'
const registration = '(?: \\([^)]{1,30}\\))?'
const legal = new RegExp(
  `(?:^|[.·|©:] |\\b[Bb]y |\\d{4} )(${name})(?: ${company})*${registration}(?:,? (?:is|are|was|has|trades|part of|an? (?:invented|registered|trading|electronic|authorised|regulated|e-money|member)|invented|registered|authorised|licensed|regulated|incorporated)\\b|\\. (?:Registered|Authorised|An? |Member|Company|Incorporated)|,? (?:Registered|Authorised|Company (?:[Nn]o|[Nn]umber|[Rr]eg|\\d)|Reg\\b|invented))`,
  'u',
)
const withNoun = new RegExp(
  `(${longName} ${noun}(?: (?:of|OF) (?:(?:the|THE) )?\\p{Lu}${letter}*)?|${noun} of (?:the )?${longName})(?= |$|,|\\.)`,
  'u',
)
const companyName = new RegExp(`(?:^|[.·|©:] |\\b[Bb]y |\\d{4} )(${name}) ${company}(?=[,. ]|$)`, 'u')
const endsWithBank = /(^|\s)(bank|banking company|building society|credit union)$|^bank of /i
const generic =
  /^(Your|The|This|These|Our|Here|There|When|Where|It|As|Dear|If|We|Please|For|In|All|Statement|Account|Current|Date|Page|Payments?|Deposits?|Money|Balance|Important|Customer|You|Personal|Business|Direct|Standing|Card|Opening|Closing|Eligible|Financial|Prudential|Sort|Interest|Lines|Get|Easy|Contact|Total|Summary|Private|Any|Every|Savings|Everyday|Classic|To|From|Paid|Funds|Amounts?|Information|Processed|Rates?|Check|Authority|Regulation)\b/i
const supervisor = /\b(authority|regulation|conduct|compensation scheme|ombudsman|commission)\b/i

/** Names of products, which end like names of banks: `Sterling Current Account`. */
const productName =
  /\b(current|savings?|deposit|call|share|business|personal|sterling|euro|everyday|basic|student|joint|notice|reserve) accounts?$/i

type Candidate = { value: string; page: number; words: PageWord[]; weight: number }

export function findBank(
  lines: readonly StatementLine[],
  tops: ReadonlyMap<number, number>,
  heights: readonly number[],
): LocatedFact | undefined {
  const letterhead = findLetterhead(lines, heights)
  const candidates: Candidate[] = []
  const letterheadBottom = (heights[0] ?? bankTuning.defaultHeight) * bankTuning.letterheadShare
  const isFirstLine = (line: StatementLine) =>
    line === lines[0] && line.y < bankTuning.topShare * (heights[0] ?? bankTuning.defaultHeight)
  for (const line of lines) {
    const isOutside = line.y < (tops.get(line.page) ?? Number.POSITIVE_INFINITY) || line.amounts.length === 0
    if (!isOutside) continue
    for (const cell of splitIntoCells(line.words, bankTuning.cellGap)) {
      const text = textOf(cell).replace(/^\d+ (of|\/) \d+\. /, '')
      const sentence = legal.exec(text)?.[1]
      const phrase = withNoun.exec(text)?.[1]
      const {
        minLargeType,
        legalWeight,
        largeWeight,
        textWeight,
        companyWeight,
        firstLineWeight,
        maxNameLength,
      } = bankTuning
      const isProminent = line.size > minLargeType || (phrase === text && isFirstLine(line))
      for (const [value, weight] of [
        [sentence, legalWeight],
        [phrase, isProminent ? largeWeight : textWeight],
        [companyName.exec(text)?.[1], isFirstLine(line) ? firstLineWeight : companyWeight],
      ] as const) {
        const isFull = /^The .+ (Bank|Banking Company|Building Society)$/i.test(value ?? '')
        if (!value || (generic.test(value) && !isFull) || value.length > maxNameLength) continue
        // A product is set as large as a bank: `Members Account`.
        if (value !== sentence && /\baccounts?$/i.test(value)) continue
        if (supervisor.test(value) || productName.test(value) || /\b(and|of|the|for)$/i.test(value)) continue
        const isOnTop = line.page === 0 && line.y < letterheadBottom && phrase === value
        candidates.push({
          value: value.replace(/[.,]$/, ''),
          page: line.page,
          words: cell,
          weight: weight + weighNoun(value, isOnTop),
        })
      }
    }
  }
  const byName = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const known = byName.get(candidate.value)
    const isLetterhead =
      letterhead !== undefined && isSameBeginning(candidate.value, textOf(letterhead.words))
    const letterheadWeight = isLetterhead ? bankTuning.letterheadWeight : 0
    if (known) known.weight += bankTuning.repeatWeight
    else byName.set(candidate.value, { ...candidate, weight: candidate.weight + letterheadWeight })
  }
  const best = [...byName.values()].toSorted((a, b) => b.weight - a.weight)[0]
  if (best && best.weight >= bankTuning.minWeight)
    return {
      value: restoreCompany(best.value, lines, letterheadBottom),
      place: locateWords(best.page, best.words),
      isLabelled: best.weight >= bankTuning.labelledWeight,
    }
  if (!letterhead) return findFirstName(lines, heights)
  return { value: textOf(letterhead.words), place: locateWords(0, letterhead.words), isLabelled: false }
}

const nameEnding = new RegExp(
  `^(?: Company| & Co\\.?| International)?(?: (?:of|OF) \\p{Lu}${letter}*)?(?: ${company})*$`,
  'u',
)

/**
 * Returns the name with its company type if the letterhead prints it so: `Harbour Bank PLC`. A name that is printed only
 * in the small print also keeps its company type, because it is the name of the company and not of the brand.
 */
function restoreCompany(value: string, lines: readonly StatementLine[], letterheadBottom: number): string {
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
    if (ending) return `${value}${ending[0]}`
  }
  return value
}

const companyStart = new RegExp(`^(?: ${company})+(?![\\p{L}\\d])`, 'u')

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const endsWithNoun = new RegExp(`${noun}$`)

function weighNoun(name: string, isOnTop: boolean): number {
  const { nounWeight, bankNounWeight, topWeight } = bankTuning
  if (endsWithBank.test(name)) return nounWeight + bankNounWeight + (isOnTop ? topWeight : 0)
  return endsWithNoun.test(name) ? nounWeight : 0
}

function isSameBeginning(name: string, letterhead: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return plain(name).startsWith(plain(letterhead)) || plain(letterhead).startsWith(plain(name))
}

/** Returns the largest words at the top of the first page, if they can be a name. */
function findLetterhead(
  lines: readonly StatementLine[],
  heights: readonly number[],
): { words: PageWord[] } | undefined {
  const cells = lines
    .filter(
      ({ page, y }) =>
        page === 0 && y < (heights[0] ?? bankTuning.defaultHeight) * bankTuning.letterheadShare,
    )
    .flatMap((line) => splitIntoCells(line.words, bankTuning.letterheadGap))
    .filter((cell) => {
      const text = textOf(cell)
      return (
        cell.length <= bankTuning.maxLetterheadWords &&
        /[a-z]{3}/i.test(text) &&
        !/\d/.test(text) &&
        !/\b(statement|account|sort code|summary|page|confidential|private|transactions?|activity|your|continued|balances?|payments?|current|details|mr|mrs|ms|miss|dr)\b/i.test(
          text,
        )
      )
    })
  const largest = cells.toSorted((a, b) => (b[0]?.size ?? 0) - (a[0]?.size ?? 0))[0]
  // The name of a bank is set larger than the body text, unlike a line of an address.
  const textSize = median(lines.map(({ size }) => size))
  if (!largest || (largest[0]?.size ?? 0) <= bankTuning.minLetterheadSize * textSize) return undefined
  return { words: [...largest, ...findSecondLine(cells, largest)] }
}

const ofProduct = /^(.+?) (?:(?:business|personal|current|savings|joint|student|everyday) )+account$/i

/** Returns the name of the first line: alone above `Private Bankers`, or before the name of the product. */
function findFirstName(lines: readonly StatementLine[], heights: readonly number[]): LocatedFact | undefined {
  const [first, second] = lines
  if (!first || first.page > 0 || first.y > bankTuning.topShare * (heights[0] ?? bankTuning.defaultHeight))
    return undefined
  const text = textOf(first.words)
  const isBankers = second !== undefined && /\b(bankers|banking)\b/i.test(textOf(second.words))
  const value = ofProduct.exec(text)?.[1] ?? (isBankers ? text : undefined)
  if (!value || /\d/.test(value) || generic.test(value) || value.length > bankTuning.maxNameLength)
    return undefined
  const words = first.words.slice(0, value.split(' ').length)
  return { value, place: locateWords(0, words), isLabelled: false }
}

const nounAlone = new RegExp(`^${noun}$`)

/** Returns the second line of a name in the letterhead: `Saltmarsh` above `Bank`. */
function findSecondLine(cells: readonly PageWord[][], largest: readonly PageWord[]): PageWord[] {
  const [first] = largest
  if (!first) return []
  const below = cells.find(
    ([word]) =>
      word &&
      word.y > first.y &&
      word.y - first.y < bankTuning.maxNamePitch * first.size &&
      Math.abs(word.x - first.x) < bankTuning.maxNameOffset &&
      Math.abs(word.size - first.size) < bankTuning.maxNameOffset,
  )
  return below && nounAlone.test(textOf(below)) ? below : []
}
