import type { PageWord } from '../../document.ts'
import { locateWords, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { type HolderFeature, holderTuning, holderWeights } from '../tuning/names.ts'
import { printsFullNames } from './full-names.ts'
import { findGreetedName, type HolderCandidate, listHolderCandidates } from './holder-candidates.ts'
import {
  isBuilding,
  isCompanyName,
  isName,
  isPersonalName,
  isTradeOnly,
  noise,
  particle,
  title,
} from './holder-form.ts'
import type { LocatedFact } from './located-fact.ts'
import { chooseName, type NameCandidate } from './name-choice.ts'

/** Evidence about names from the rest of the statement. */
export type HolderContext = {
  heights: readonly number[]
  /** All lines outside the table, on every page. */
  linesOutsideTable: readonly StatementLine[]
  bank: string | undefined
  descriptions: readonly string[]
}

type NamedCandidate = HolderCandidate & NameCandidate<HolderFeature>

/** Finds the account holder: the name with the best evidence among all candidates, or none if the evidence is weak. */
export function findHolder(lines: readonly StatementLine[], context: HolderContext): LocatedFact | undefined {
  const firstLines = lines.filter(({ page }) => page < 2)
  const candidates = listHolderCandidates(firstLines, context.heights, context.linesOutsideTable)
    .map((candidate) => ({ ...candidate, value: getName(candidate) }))
    .filter(({ value }) => !isTradeOnly(value))
  const evidence = { ...context, greeted: findGreetedName(firstLines), candidates }
  const weighed = candidates.map((candidate) => ({
    ...candidate,
    features: [...listPositionFeatures(candidate, context), ...listFormFeatures(candidate, evidence)],
  }))
  const chosen = chooseName(weighed, holderWeights, holderTuning, isSameParty)
  if (!chosen) return undefined
  const best = findWhole(chosen, weighed) ?? weighed.find(({ words }) => words === chosen.words)
  if (!best) return undefined
  const whole = { ...best, secondLine: best.secondLine.length > 0 ? best.secondLine : findRest(lines, best) }
  return {
    value: getName(whole),
    place: locateWords(whole.page, [...whole.words, ...whole.secondLine]),
    isLabelled: chosen.score >= holderTuning.labelledScore,
  }
}

const getName = ({ words, secondLine }: Pick<HolderCandidate, 'words' | 'secondLine'>): string =>
  [textOf(words), ...(secondLine.length > 0 ? [textOf(secondLine)] : [])]
    .join(' ')
    .replace(/[,;:]$/, '')
    .replace(/ \((sole|joint|primary)\b[^)]*\)$/i, '')
    .replace(/ (trading as|t\/as?)$/i, '')
    .replace(statementFor, '')

/** Wording before a titled name: `Business account statement for Mr P Wobblestone`. */
const statementFor = new RegExp(`^(\\p{L}+ ){0,4}statement (for|of) (?=${title.source.slice(1)})`, 'iu')

const normalise = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d ]/gu, '')

/** Whether two names share a surname or one contains the other, so that they do not contradict each other. */
function isSameParty(one: string, other: string): boolean {
  const [a, b] = [normalise(one), normalise(other)]
  return a.includes(b) || b.includes(a) || a.split(' ').at(-1) === b.split(' ').at(-1)
}

type Evidence = HolderContext & { greeted: string | undefined; candidates: readonly NamedCandidate[] }

/** Large type speaks against a holder only if it may be the name of the bank. */
const listPositionFeatures = ({ features }: NamedCandidate, { bank }: HolderContext): HolderFeature[] =>
  features.filter((feature) => feature !== 'largestType' || bank === undefined)

/** Lists what the form of a name and its other occurrences say about it. */
function listFormFeatures(
  { value, features }: NamedCandidate,
  { greeted, bank, descriptions, candidates, linesOutsideTable }: Evidence,
): HolderFeature[] {
  const plain = value.replace(title, '').trim()
  const found: HolderFeature[] = []
  if (title.test(value)) found.push('titled')
  if (isBuilding(value)) found.push('isBuilding')
  if (greeted && plain.split(' ')[0] === greeted) found.push('greetedByFirstName')
  if (bank && isBankName(normalise(plain), normalise(bank))) found.push('isBank')
  else if (bank && isCompanyName(plain)) found.push('companyBesideBank')
  if (descriptions.some((text) => normalise(text) === normalise(plain))) found.push('isDescription')
  if (!features.includes('personalName')) return found
  const isRival = (other: NamedCandidate) =>
    isPersonalName(other.value.replace(title, '').trim()) && !isSameParty(other.value, value)
  if (!candidates.some(isRival)) found.push('onlyPersonalName')
  if (countPages(value, linesOutsideTable) > 1) found.push('onSeveralPages')
  return found
}

const isBankName = (name: string, bank: string): boolean => bank.startsWith(name) || name.startsWith(bank)

/** Counts the pages that print a name in a cell of its own. */
function countPages(value: string, lines: readonly StatementLine[]): number {
  const pages = lines
    .filter(({ words }) => splitIntoCells(words, holderTuning.cellGap).some((cell) => textOf(cell) === value))
    .map(({ page }) => page)
  return new Set(pages).size
}

/**
 * Returns a longer name that begins with the chosen one, because a narrow cell may show only its beginning, or the full
 * names below a caption if an address has initials.
 */
function findWhole(
  chosen: NameCandidate<HolderFeature>,
  candidates: readonly NamedCandidate[],
): NamedCandidate | undefined {
  const start = chosen.value
  return candidates.find(({ value, features }) => {
    if (features.includes('captioned') && printsFullNames(value, start)) return true
    if (value.length <= start.length || !value.toLowerCase().startsWith(start.toLowerCase())) return false
    return features.some((feature) => wholeNames.includes(feature)) || start.endsWith('-')
  })
}

/** Positions in which a name has room to be printed in full. */
const wholeNames: HolderFeature[] = ['captioned', 'addressed', 'aboveFacts', 'aboveAddress', 'besideFacts']

const unfinished = new RegExp(
  `(\\band|&|\\+|,|\\btrading as|\\bt/as?|${title.source.replace('^', '\\b')})$`,
  'i',
)
const continued = /^(and|&|\+)$/i

/** Returns the rest of a name that is wrapped in its cell: `Mr Hamza Qureshi and Mrs` above `Saira Qureshi`. */
function findRest(lines: readonly StatementLine[], { words, page }: HolderCandidate): PageWord[] {
  const { minWrapPitch, maxWrapPitch, maxLeftOffset, belowCellGap } = holderTuning
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return []
  const cell = lines
    .filter((line) => {
      const pitch = (line.y - first.y) / first.size
      return line.page === page && pitch > minWrapPitch && pitch < maxWrapPitch
    })
    .flatMap((line) => splitIntoCells(line.words, belowCellGap))
    .find(
      (below) =>
        Math.abs((below[0]?.x ?? 0) - first.x) < maxLeftOffset ||
        Math.abs((below.at(-1)?.right ?? 0) - last.right) < maxLeftOffset,
    )
  if (!cell) return []
  const areBothTitled = title.test(textOf(words)) && title.test(textOf(cell)) && isName(textOf(cell))
  const isJoined = areBothTitled || unfinished.test(textOf(words)) || continued.test(cell[0]?.text ?? '')
  const isNamePart = cell.every(({ text }) => /^[\p{Lu}&+]/u.test(text) || particle.test(text))
  return isJoined && isNamePart && !noise.test(textOf(cell)) ? cell : []
}
