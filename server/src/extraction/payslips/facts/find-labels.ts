import { type FactKind, factLabels } from '../text/labels.ts'
import type { TextPiece } from '../text/lines.ts'
import { normaliseLabel } from '../text/values.ts'
import { factTuning } from '../tuning/facts.ts'
import { companyWordLabels, factsOfBothHalves, labelPatterns } from './label-patterns.ts'
import { endsWithRole } from './name-patterns.ts'

// Finds the labels in a text piece, such as "Tax code" or "NI No: QQ… Tax code: 1257L".

/** Labels that a layout adds to the common ones. */
export type ExtraFactLabels = Partial<Record<FactKind, string[]>>

export type FactLabel = {
  piece: TextPiece
  line: number
  /** Index of the piece in its line. */
  index: number
  fact: FactKind
  name: string
  /** Text that follows the label in the same piece. */
  rest: string
  hasColon: boolean
  /** Index of the label's first word within the piece. */
  start: number
  /** Which of two values the label names, counted from 0, if it is one half of a caption such as `Dept / job`. */
  half?: number
}

/** Indexes the facts that a label may name by its normalised form. */
export function indexLabelNames(extra: ExtraFactLabels): Map<string, FactKind[]> {
  const factsByName = new Map<string, FactKind[]>()
  for (const fact of Object.keys(factLabels) as FactKind[])
    for (const name of [...(extra[fact] ?? []), ...factLabels[fact]])
      factsByName.set(name, [...(factsByName.get(name) ?? []), fact])
  return factsByName
}

function findLabelByPattern(piece: TextPiece, at: { line: number; index: number }): FactLabel[] {
  const [head = '', ...tail] = piece.text.split(':')
  const name = normaliseLabel(head).replace(/^(?:2|4) (?=weeks)/, '')
  const isShort =
    name.split(' ').length <= factTuning.maxLabelWords && /\p{L}{2}/u.test(name) && !/\d/.test(name)
  const fact = isShort ? labelPatterns.find(([form]) => form.test(name))?.[1] : undefined
  if (!fact) return []
  const rest = tail.join(':').trim()
  return [
    { piece, line: at.line, index: at.index, fact, name, rest, hasColon: piece.text.includes(':'), start: 0 },
  ]
}

/** Matches the first half of a bilingual label, here `Cod treth / ` in `Cod treth / Tax code: 1257L`. */
const otherLanguage = /^[^:/\d]{2,40} \/ (?=\p{L})/u

/**
 * Finds the labels in a text piece. A piece may be a label, begin with one, or contain several: `NI No: QQ… Tax code:
 * 1257L`.
 */
export function findLabelsIn(
  piece: TextPiece,
  at: { line: number; index: number },
  factsByName: Map<string, FactKind[]>,
): FactLabel[] {
  if (piece.figure !== null) return []
  const whole = findLabelOfNumberAndName(piece, at, factsByName) ?? findQualifiedRoleLabel(piece, at)
  if (whole) return [whole]
  const found = findListedLabels(piece, piece.text, at, factsByName)
  if (found.some(({ start, rest, hasColon }) => start === 0 && (rest === '' || hasColon))) return found
  // `Code / letter` names two values, `1257L / A`.
  const pair = /^([^:/\d]{2,30}) \/ [^:/\d]{2,30}$/.exec(piece.text)?.[1]
  const ofPair = pair ? findListedLabels(piece, pair, at, factsByName).filter(({ rest }) => rest === '') : []
  const inEnglish = otherLanguage.test(piece.text)
    ? findListedLabels(piece, piece.text.replace(otherLanguage, ''), at, factsByName)
    : []
  if (inEnglish.some(({ start }) => start === 0)) {
    // `Tax code / period` names two values, `1257L / 28`. It is not one label in two languages.
    const [first = ''] = piece.text.split(' / ')
    const inFirst = findListedLabels(piece, first, at, factsByName).filter(
      ({ start, rest }) => start === 0 && rest === '',
    )
    const isNamed = [...inFirst, ...inEnglish].some(({ fact }) => fact !== 'otherText')
    const isPair =
      inFirst.length > 0 && !inFirst.some(({ fact }) => inEnglish.some((other) => other.fact === fact))
    if (isPair)
      for (const [half, some] of [inFirst, inEnglish].entries()) for (const label of some) label.half = half
    return [...inFirst, ...inEnglish, ...(isNamed ? [] : findLabelByPattern(piece, at))]
  }
  if (ofPair.length > 0) return ofPair
  return [...found, ...findLabelByPattern(piece, at)]
}

/** Finds a label that names a number, job title or address besides the name: `Employee no. and name`, `Name / works no`. */
function findLabelOfNumberAndName(
  piece: TextPiece,
  at: { line: number; index: number },
  factsByName: Map<string, FactKind[]>,
): FactLabel | null {
  const [head = '', ...tail] = piece.text.split(':')
  const halves = head.trim().split(/ ?\/ ?| (?:and|&) /i)
  const factsOf = (half: string) => factsByName.get(normaliseLabel(half)) ?? []
  const other = halves.find((half) => !isNameLabel.test(half))
  const namesBoth =
    halves.length === 2 &&
    other !== undefined &&
    halves.some((half) => isNameLabel.test(half) && factsOf(half).includes('name')) &&
    factsOf(other).some((fact) => factsBesideName.has(fact))
  if (!namesBoth) return null
  const rest = tail.join(':').trim()
  return { piece, ...at, fact: 'name', name: 'employee name', rest, hasColon: tail.length > 0, start: 0 }
}

/** Finds a label of the job title with a word before it: `Assignment role`, `Main job title`. */
function findQualifiedRoleLabel(piece: TextPiece, at: { line: number; index: number }): FactLabel | null {
  const [head = '', ...tail] = piece.text.split(':')
  const name = normaliseLabel(head)
  if (!qualifiedRole.test(name) && !roleAndPlace.test(name)) return null
  const rest = tail.join(':').trim()
  return { piece, ...at, fact: 'role', name, rest, hasColon: tail.length > 0, start: 0 }
}

const qualifiedRole =
  /^(?:(?:your|main|primary|current|contract|contractual|assignment|placement|staff|worker|agency|substantive|employment|working|team) ){1,2}(?:role|job|job title|position|occupation)(?: title| name| held)?$/

/** Matches a label that names a place or grade below the job title: `Job title & dept`. */
const roleAndPlace =
  /^(?:job|job title|position|role|post|occupation) and (?:dept|department|grade|band|location|site|branch|division|team|store|depot)$/

const isNameLabel = /\bname$|^(?:employee|worker)$/i
const factsBesideName = new Set<FactKind>(['otherText', 'role', 'address'])

/** Whether the type becomes smaller at a word, as behind the title in `MONTHLY PAY ADVICE Pay date 26-SEP-2025`. */
function isBehindTitle(piece: TextPiece, texts: string[], start: number): boolean {
  const [before, word] = [piece.words[start - 1], piece.words[start]]
  return (
    piece.words.length === texts.length &&
    before !== undefined &&
    word !== undefined &&
    before.size >= word.size * factTuning.minTitleSize
  )
}

/** Facts whose values are names in free text. */
export const partyFacts = new Set<FactKind>(['name', 'employer', 'role'])

/** Labels that are also job titles or words of companies. A colon shows that they are labels. */
const labelsWithColon = new Set(['carer', 'driver', 'umbrella', 'occ', 'occup', 'pos', 'desig'])

/**
 * Whether a word like a label and the words behind it are a job title: `Team Leader, Bakery`, `Store Assistant`, `Unit
 * Manager`.
 */
const isBeginOfRole = ([word]: string[]): boolean =>
  word !== undefined && /^\p{Lu}/u.test(word) && endsWithRole(word.replace(/,$/, ''))

function findListedLabels(
  piece: TextPiece,
  text: string,
  at: { line: number; index: number },
  factsByName: Map<string, FactKind[]>,
): FactLabel[] {
  const words = text.split(' ')
  const labels: FactLabel[] = []
  for (let start = 0; start < Math.min(words.length, factTuning.maxLabelStart); start++) {
    for (let end = Math.min(words.length, start + factTuning.maxLabelWords); end > start; end--) {
      const raw = words.slice(start, end).join(' ')
      // `Post(s)` is the label `Post`; the Welsh plural is `Swydd(i)`.
      const name = normaliseLabel(raw.replace(/(?<=\p{L})\((?:e?s|i|au)\)/iu, ''))
      const facts = factsByName.get(name) ?? factsOfBothHalves(name, factsByName)
      if (!facts) continue
      const hasColon = /[:.]$/.test(raw) || words[end] === ':' || words[end] === '-'
      const rest = words
        .slice(end)
        .join(' ')
        .replace(/^[:\-–—= ]+/, '')
      if (!hasColon && labelsWithColon.has(normaliseLabel(raw))) break
      if (!hasColon && facts.includes('otherText') && isBeginOfRole(words.slice(end))) break
      // Within a sentence, words are a label only if a colon follows them or punctuation precedes them.
      const isBehindText = start > 0 && !/[:,;]$|^\W+$/.test(words[start - 1] ?? '')
      if (isBehindText && !/:$/.test(raw) && !isBehindTitle(piece, words, start)) break
      if (!hasColon && rest !== '' && companyWordLabels.has(normaliseLabel(raw))) break
      // `Office for Coastal Affairs` is an employer, and `Teacher of Music` a job title.
      const isOneTerm = !hasColon && /^(?:for|of) \p{Lu}/u.test(rest)
      for (const fact of facts.filter((fact) => !(isOneTerm && partyFacts.has(fact))))
        labels.push({ piece, ...at, fact, name: normaliseLabel(raw), rest, hasColon, start })
      // Continue after the label. Words within a label do not begin another label, as in `Continuous service from`.
      start = end - 1
      break
    }
  }
  return labels
}
