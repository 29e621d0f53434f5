import { locateWords, type StatementLine, textOf } from '../text/lines.ts'
import { type BankFeature, bankTuning, bankWeights } from '../tuning/names.ts'
import {
  type BankCandidate,
  type BankContext,
  listBankCandidates,
  restoreCompany,
} from './bank-candidates.ts'
import type { LocatedFact } from './located-fact.ts'
import { chooseName, rankNames } from './name-choice.ts'

/** Finds the name of the bank: the candidate with the best evidence, or none if the evidence is weak. */
export function findBank(lines: readonly StatementLine[], context: BankContext): LocatedFact | undefined {
  const candidates = listBankCandidates(lines, context)
  const isLetterhead = ({ features }: BankCandidate) => features.includes('letterhead')
  const [letterhead] = rankNames(candidates.filter(isLetterhead), bankWeights)
  const evidence = { letterhead: letterhead?.value, codes: listBankCodes(lines), sites: listSites(lines) }
  const weighed = candidates.map((candidate) => ({
    ...candidate,
    features: [...candidate.features, ...listFurtherFeatures(candidate, evidence, candidates)],
  }))
  const best = chooseName(weighed, bankWeights, bankTuning, isSameBeginning)
  if (!best) return undefined
  const height = context.heights[0] ?? bankTuning.defaultHeight
  return {
    value: restoreCompany(best.value, lines, height * bankTuning.letterheadShare),
    place: locateWords(best.page, best.words),
    isLabelled: best.score >= bankTuning.labelledScore,
  }
}

type BankEvidence = { letterhead: string | undefined; codes: string[]; sites: string[] }

/** Lists what the rest of the statement says about a name. */
function listFurtherFeatures(
  { value }: BankCandidate,
  { letterhead, codes, sites }: BankEvidence,
  candidates: readonly BankCandidate[],
): BankFeature[] {
  const features: BankFeature[] = []
  if (letterhead && isSameBeginning(value, letterhead)) features.push('likeLetterhead')
  if (codes.some((code) => isAbbreviation(code, value))) features.push('likeBankCode')
  if (sites.some((site) => isSameBeginning(value, site))) features.push('likeSite')
  if (candidates.some((other) => other.value.toLowerCase().endsWith(` ${value.toLowerCase()}`)))
    features.push('endOfName')
  if (candidates.filter((other) => other.value === value).length > 1) features.push('repeated')
  return features
}

/** The article is left out: a letterhead prints `The Wharfedale Mutual`, and the small print `Wharfedale Mutual`. */
const toPlain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '')
    .replace(/^the(?=.{4})/, '')

function isSameBeginning(one: string, other: string): boolean {
  const [a, b] = [toPlain(one), toPlain(other)]
  return a.startsWith(b) || b.startsWith(a)
}

/** Lists the bank codes of the IBANs and BICs: `GB98 PNRY`, `PNRYGB2L`. */
function listBankCodes(lines: readonly StatementLine[]): string[] {
  const text = lines.map(({ words }) => textOf(words)).join('\n')
  const ibans = [...text.matchAll(/\bGB\d\d ?([A-Z]{4}) ?\d/g)]
  const bics = [...text.matchAll(/\b([A-Z]{4})GB[A-Z\d]{2}/g)]
  return [...new Set([...ibans, ...bics].map((match) => match[1] as string))]
}

/** Whether a bank code consists of letters of the name in their order, from the beginning of one of its words. */
function isAbbreviation(code: string, value: string): boolean {
  const words = value.toUpperCase().split(/[^\p{L}]+/u)
  return words.some((_, n) => {
    let rest = words.slice(n).join('')
    if (!rest.startsWith(code[0] as string)) return false
    return [...code].every((letter) => {
      const position = rest.indexOf(letter)
      rest = rest.slice(position + 1)
      return position >= 0
    })
  })
}

const site =
  /(?:@|\bwww\.|https?:\/\/|\b)((?:[a-z\d-]+\.)+(?:co\.uk|uk|com|org|bank|coop|example|wales|cymru|scot|test|invalid))\b/gi
const commonLabels =
  /^(www|help|support|secure|online|app|mail|co|uk|com|org|bank|coop|example|wales|cymru|scot|test|invalid)$/

/** Lists the names in web and e-mail addresses outside the table. */
function listSites(lines: readonly StatementLine[]): string[] {
  const text = lines
    .filter(({ amounts }) => amounts.length === 0)
    .map(({ words }) => textOf(words))
    .join('\n')
  const labels = [...text.matchAll(site)].flatMap((match) => (match[1] as string).toLowerCase().split('.'))
  return labels.filter((label) => label.length >= bankTuning.minSiteLetters && !commonLabels.test(label))
}
