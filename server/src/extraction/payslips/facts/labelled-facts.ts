import { findInBox } from '../text/boxes.ts'
import type { FactKind } from '../text/labels.ts'
import { overlap, type PayslipLine, type TextPiece } from '../text/lines.ts'
import { joinParagraphs } from '../text/paragraphs.ts'
import { classifyTitle } from '../text/titles.ts'
import { findNiNumber, findPayeReference, normaliseLabel, parseLeadingTaxCode } from '../text/values.ts'
import { factTuning } from '../tuning/facts.ts'
import {
  type ExtraFactLabels,
  type FactLabel,
  findLabelsIn,
  indexLabelNames,
  partyFacts,
} from './find-labels.ts'

// Reads the values of labels such as "Tax code", beside, below or above them, or in the same text piece.

/** Position of a value relative to its label. A value `inside` follows its label in the same text piece. */
export type ValuePosition = 'inside' | 'right' | 'below' | 'left' | 'above'

export type FactMatch<T> = {
  value: T
  /** Text pieces that make up the value. */
  at: TextPiece[]
  label: TextPiece
  /** The label in normalised form. */
  name: string
  position: ValuePosition
  hasColon: boolean
}

export type LabelledFacts = {
  /**
   * Returns the values that `parse` accepts, in the order of their labels and at most one for each label. The
   * positions are tried in the given order.
   */
  readAll<T extends object | string>(
    fact: FactKind,
    parse: (text: string) => T | null,
    positions?: ValuePosition[],
  ): FactMatch<T>[]
  isLabel(piece: TextPiece): boolean
  /** Whether the piece is a label that has a value, unlike a title of the document. */
  isLabelOfValue(piece: TextPiece): boolean
  /** Whether the piece is beside or below a label other than the employer's. */
  isValueOfLabel(piece: TextPiece): boolean
  /** Whether the payslip prints labels below their values. */
  hasLabelsBelowValues: boolean
  /** Whether the piece is a label, or a label followed by its value. */
  beginsWithLabel(piece: TextPiece): boolean
  labelsOf(fact: FactKind): TextPiece[]
  pieceLeftOf(piece: TextPiece): TextPiece | undefined
}

/** Titles of the document. The text below a title is not its value. */
const documentTitles = new Set(['payslip', 'pay slip', 'pay advice', 'document', 'private and confidential'])

/** Facts whose values look like labels: `Week` may be a pay frequency or the label of a tax week. */
const factsWithLabelLikeValues = new Set<FactKind>(['frequency', 'taxBasis'])

export function indexFacts(lines: PayslipLine[], extra: ExtraFactLabels = {}): LabelledFacts {
  const factsByName = indexLabelNames(extra)
  const endsOfSentences = listEndsOfSentences(lines)
  const found = lines.flatMap(({ pieces }, line) =>
    pieces
      .flatMap((piece, index) =>
        endsOfSentences.has(piece) ? [] : findLabelsIn(piece, { line, index }, factsByName),
      )
      .filter(({ fact }) => !factsOfRows.has(fact) || !isTableHead(pieces)),
  )
  const isUpsideDown = hasLabelsBelowValues(lines, found)
  const labels = withoutJobTitles(lines, withoutValuesInBoxes(lines, found, isUpsideDown))
  const wholeLabels = new Set(
    labels
      .filter(({ rest, start, name }) => rest === '' && (start === 0 || !documentTitles.has(name)))
      .map(({ piece }) => piece),
  )
  const labelled = new Set(labels.filter(({ start }) => start === 0).map(({ piece }) => piece))
  const lineOf = new Map(lines.flatMap(({ pieces }, line) => pieces.map((piece) => [piece, line] as const)))
  const withOwnValue = new Set(labels.filter(hasOwnValue).map(({ piece }) => piece))
  const isLabel = (piece: TextPiece) => wholeLabels.has(piece)
  const valuesOfLabels = new Set(
    labels
      .filter(({ rest, fact, name }) => rest === '' && fact !== 'employer' && !documentTitles.has(name))
      .flatMap((label) => [
        ...(listBelow(lines, label, isUpsideDown ? -1 : 1)[0] ?? []),
        ...(listBeside(lines, label, 1)[0] ?? []),
      ]),
  )

  return {
    readAll(fact, parse, positions = ['inside', 'right', 'below']) {
      const mayBeLabel = factsWithLabelLikeValues.has(fact)
      return labels
        .filter((label) => label.fact === fact)
        .flatMap((label) => {
          const { piece, name, hasColon } = label
          for (const position of positions)
            for (const { at, text, isContinued } of listCandidates(lines, label, position, isUpsideDown)) {
              if (fact === 'name' && isContinued && beginsAddress(at[1])) continue
              // Only the first line of a value is checked for being a label. The second line was recognised by its
              // typeface.
              const [first] = at
              const checked = isContinued ? [first] : at
              if (position !== 'inside' && !mayBeLabel && checked.some((piece) => piece && isLabel(piece)))
                continue
              if (
                position !== 'inside' &&
                partyFacts.has(fact) &&
                at.some((piece) => withOwnValue.has(piece))
              )
                continue
              const value = parse(text)
              if (value !== null) return [{ value, at, label: piece, name, position, hasColon }]
            }
          return []
        })
    },
    isLabel,
    isLabelOfValue: (piece) => isLabel(piece) && !documentTitles.has(normaliseLabel(piece.text)),
    hasLabelsBelowValues: isUpsideDown,
    isValueOfLabel: (piece) => valuesOfLabels.has(piece),
    beginsWithLabel: (piece) => labelled.has(piece),
    labelsOf: (fact) => labels.filter((label) => label.fact === fact).map(({ piece }) => piece),
    pieceLeftOf(piece) {
      const pieces = lines[lineOf.get(piece) ?? -1]?.pieces ?? []
      return pieces[pieces.indexOf(piece) - 1]
    },
  }
}

/** Facts whose labels are not the first words of names and job titles. */
const factsOfCodesAndDates = new Set<FactKind>([
  'niNumber',
  'payeReference',
  'taxCode',
  'niLetter',
  'payDate',
  'start',
  'end',
  'taxPeriod',
  'startDate',
  'birthDate',
])

/** Whether the value of the label follows in the same piece: `Tax code 1257L`, `Department: Catering`. It is no value itself. */
const hasOwnValue = ({ fact, rest, start, hasColon }: FactLabel): boolean =>
  start === 0 && rest !== '' && (hasColon || (factsOfCodesAndDates.has(fact) && /\d/.test(rest)))

/** Matches the rest of a sentence on a line of its own. `NI No.` is a label. */
const endOfSentence = /^\p{Ll}[^:]*$|^(?!.{0,30}\b[Nn]o\.$)[^:]*[.!]$/u

/** Lists the last lines of sentences, which are no labels: `post.` below `Your P45 will follow by`. */
const listEndsOfSentences = (lines: PayslipLine[]): Set<TextPiece> =>
  new Set(
    joinParagraphs(lines).flatMap(({ pieces }) => {
      const last = pieces.at(-1)
      const isNextLine = last !== undefined && last.y > (pieces[0]?.y ?? 0)
      return isNextLine && endOfSentence.test(last.text) ? [last] : []
    }),
  )

/** Facts whose labels are no values of other labels: `Date of birth` below `Job` is another label in a column of labels. */
const factsWithoutLabelLikeValues = new Set<FactKind>([
  'birthDate',
  'niNumber',
  'payeReference',
  'startDate',
  'leaveDate',
  'address',
])

/**
 * Removes values in a row of boxes that look like labels: the job title `Colleague` above `job`, beside the name above
 * `colleague`.
 */
function withoutValuesInBoxes(lines: PayslipLine[], labels: FactLabel[], isUpsideDown: boolean): FactLabel[] {
  const labelled = new Set(labels.map(({ piece }) => piece))
  // `Band 3` is the value beside the label `Band`.
  const whole = new Set(labels.filter(({ rest }) => rest === '').map(({ piece }) => piece))
  const count = (pieces: TextPiece[], among: Set<TextPiece>) =>
    pieces.filter((piece) => among.has(piece)).length
  return labels.filter(({ line, fact }) => {
    if (factsWithoutLabelLikeValues.has(fact)) return true
    const own = lines[line]?.pieces ?? []
    const captions = lines[line + (isUpsideDown ? 1 : -1)]?.pieces ?? []
    const areBoxes =
      own.length >= factTuning.minBoxes &&
      captions.length === own.length &&
      captions.every(({ x }, n) => Math.abs(x - (own[n]?.x ?? 0)) < factTuning.leftEdgeTolerance)
    return !(areBoxes && count(captions, whole) > own.length / 2 && count(own, labelled) < own.length / 2)
  })
}

/** Removes job titles that look like labels of a name: `Teacher` beside `Job title`, in a typeface of its own. */
function withoutJobTitles(lines: PayslipLine[], labels: FactLabel[]): FactLabel[] {
  const roleLabels = new Map(
    labels.filter(({ fact, rest }) => fact === 'role' && rest === '').map((label) => [label.piece, label]),
  )
  return labels.filter(({ piece, line, index, fact, rest, hasColon }) => {
    const before = lines[line]?.pieces[index - 1]
    const label = before && roleLabels.get(before)
    if (!label || fact !== 'name' || rest !== '' || hasColon) return true
    return !label.hasColon && isSameType(before, piece)
  })
}

const isSameType = (one: TextPiece, other: TextPiece) =>
  one.size === other.size && one.words[0]?.font === other.words[0]?.font

/** Facts whose labels may also be column titles. In a column, each row has its own value. */
const factsOfRows = new Set<FactKind>(['employer', 'start', 'end', 'startDate', 'leaveDate', 'name'])

/**
 * Whether the line is the head of a table. Column titles are not labels of facts. `NUMBER` and `HRS` between `TAX CODE` and
 * `NI NUMBER` are captions of boxes.
 */
export const isTableHead = (pieces: TextPiece[]) =>
  pieces.filter(({ text }) => captionOfBox.test(normaliseLabel(text))).length < factTuning.minBoxes &&
  pieces.filter(({ text }) => {
    const role = classifyTitle(text)?.role
    return role === 'units' || role === 'rate' || /^amount\b|^\(?£\)?$/i.test(text)
  }).length >= factTuning.minTitlesOfTable

/** Captions that are never titles of the columns of a table with earnings. */
const captionOfBox =
  /^(?:tax code|(?:ni|nat ins|national insurance) (?:no|number|ltr|letter|cat|category|code|table)|nino|pay date|date paid|payment date|tax (?:period|week|month)|period ending|week ending|name|employee(?: name| no| number)?|colleague|payroll (?:no|number)|job(?: title)?|position|role|department|dept|store|depot|location|cost centre)$/

/** Whether the line below a name has a number or a comma, as the first line of an address has. */
const beginsAddress = (piece: TextPiece | undefined): boolean => /[\d,]/.test(piece?.text ?? '')

type ValueCandidate = {
  at: TextPiece[]
  text: string
  /** Whether the value has two lines. */
  isContinued: boolean
}

/** Lists text pieces at a position that may form the value of a label, the likeliest first. */
function listCandidates(
  lines: PayslipLine[],
  label: FactLabel,
  position: ValuePosition,
  isUpsideDown: boolean,
): ValueCandidate[] {
  if (position === 'inside') {
    if (label.rest === '') return []
    const half = splitIntoHalves(label.rest)?.[label.half ?? -1]
    if (half !== undefined) return [{ at: [label.piece], text: half, isContinued: false }]
    const continued = findInlineContinuation(lines, label)
    const whole = { at: [label.piece], text: label.rest, isContinued: false }
    return continued
      ? [{ at: [label.piece, continued], text: `${label.rest} ${continued.text}`, isContinued: true }, whole]
      : [whole]
  }
  if (label.rest !== '') return []
  const toCandidate = (at: TextPiece[]): ValueCandidate => ({
    at,
    text: chooseHalf(joinTexts(at).replace(/^[:\s]+/, ''), label),
    isContinued:
      at.length === 2 &&
      (at[1]?.y ?? 0) > (at[0]?.y ?? 0) &&
      at[1]?.x !== undefined &&
      at[1].x < (at[0]?.right ?? 0),
  })
  // Column titles have no values beside them.
  const isColumnTitle = isTableHead(lines[label.line]?.pieces ?? [])
  if (isColumnTitle && (position === 'right' || position === 'left')) return []
  if (position === 'right') {
    const beside = listBeside(lines, label, 1)
    const [[first] = []] = beside
    const continued = first && findContinuation(lines, label.line, first, label.piece)
    return [...(continued ? [[first, continued]] : []), ...beside].map(toCandidate)
  }
  if (position === 'left') return listBeside(lines, label, -1).map(toCandidate)
  const step = (position === 'below') !== isUpsideDown ? 1 : -1
  return listBelow(lines, label, step).map(toCandidate)
}

const splitIntoHalves = (text: string): [string, string] | undefined => {
  const [first, second, ...others] = text.split(' / ')
  return first && second && others.length === 0 ? [first.trim(), second.trim()] : undefined
}

/**
 * Returns the half of a value that a half of the caption names: `BUS DRIVER` of `SEAHAM / BUS DRIVER` for the job in `Depot /
 * Job`.
 */
const chooseHalf = (text: string, { half }: FactLabel): string =>
  half === undefined ? text : (splitIntoHalves(text)?.[half] ?? text)

/**
 * Joins the lines of a value. A word broken at its own hyphen, `Okonkwo-` above `Leigh`, is joined without a space.
 */
const joinTexts = (pieces: TextPiece[]) =>
  pieces.reduce(
    (text, piece) => (/\p{L}-$/u.test(text) ? text + piece.text : `${text} ${piece.text}`.trim()),
    '',
  )

function listBeside(lines: PayslipLine[], { line, index }: FactLabel, step: 1 | -1): TextPiece[][] {
  const pieces = lines[line]?.pieces ?? []
  const near =
    step === 1
      ? pieces.slice(index + 1, index + 1 + factTuning.maxPiecesBeside)
      : pieces.slice(Math.max(0, index - 1), index)
  return near.map((_, n) => near.slice(0, n + 1))
}

/**
 * Lists the pieces below the label on the nearest line that has any. With step -1, lists the pieces above the label.
 */
function listBelow(lines: PayslipLine[], label: FactLabel, step: 1 | -1): TextPiece[][] {
  const { piece, line } = label
  for (let n = line + step; lines[n]?.block === piece.block; n += step) {
    const other = lines[n] as PayslipLine
    const size = Math.max(piece.size, factTuning.minTypeSize, ...other.pieces.map((value) => value.size))
    const maxDistance = isRowOfBoxes(lines, line, n)
      ? factTuning.maxDistanceInBoxes
      : factTuning.maxDistanceBelow
    if (Math.abs(other.y - piece.y) > maxDistance * size) return []
    const first =
      other.pieces.find(
        (value) => overlap(value, piece) > 0 || Math.abs(value.x - piece.x) < factTuning.leftEdgeTolerance,
      ) ?? (n === line + 1 ? findInBox(lines[line]?.pieces ?? [], other.pieces, piece) : undefined)
    if (!first) continue
    const halves = label.half === undefined ? [] : listCell(lines[line]?.pieces ?? [], other.pieces, piece)
    if (halves.length === 2) return [halves.slice(label.half, (label.half ?? 0) + 1)]
    const next = other.pieces[other.pieces.indexOf(first) + 1]
    const continued = step === 1 ? findContinuation(lines, n, first, piece) : undefined
    const begun = step === -1 ? findLineAbove(lines, n, first, piece) : undefined
    return [
      ...(continued ? [[first, continued]] : []),
      ...(begun ? [[begun, first]] : []),
      [first],
      ...(next ? [[first, next]] : []),
    ]
  }
  const inNextBlock = step === 1 ? findBelowInOtherBlock(lines, piece) : undefined
  return inNextBlock ? [[inNextBlock]] : []
}

/**
 * Finds the value below a label in the last line of its block. A side panel may be divided at the height at which the
 * text beside it changes its columns.
 */
function findBelowInOtherBlock(lines: PayslipLine[], label: TextPiece): TextPiece | undefined {
  const maxDistance = Math.max(label.size, factTuning.minTypeSize) * factTuning.maxDistanceBelow
  return lines
    .filter(({ page, block, y }) => page === label.page && block !== label.block && y > label.y)
    .filter(({ y }) => y - label.y <= maxDistance)
    .flatMap(({ pieces }) => pieces.slice(0, 1))
    .filter(({ x }) => Math.abs(x - label.x) < factTuning.leftEdgeTolerance)
    .toSorted((one, other) => one.y - other.y)[0]
}

/** Lists the values between the left edge of a caption and that of the next caption. */
function listCell(captions: TextPiece[], values: TextPiece[], caption: TextPiece): TextPiece[] {
  const start = caption.x - factTuning.leftEdgeTolerance
  const end = (captions[captions.indexOf(caption) + 1]?.x ?? Infinity) - factTuning.leftEdgeTolerance
  return values.filter(({ x }) => x >= start && x < end)
}

/** Whether two neighbouring lines are the captions and values of a row of boxes: each caption has a value. */
function isRowOfBoxes(lines: PayslipLine[], line: number, other: number): boolean {
  const [captions, values] = [lines[line]?.pieces ?? [], lines[other]?.pieces ?? []]
  return (
    Math.abs(line - other) === 1 &&
    captions.length >= factTuning.minBoxes &&
    captions.length === values.length &&
    captions.every((caption, n) => overlap(caption, values[n] as TextPiece) > 0)
  )
}

/**
 * Finds the first line of a value that is broken over two lines above its label. Both lines have the same typeface,
 * which differs from the label's typeface.
 */
function findLineAbove(
  lines: PayslipLine[],
  line: number,
  last: TextPiece,
  label: TextPiece,
): TextPiece | undefined {
  const above = lines[line - 1]
  const isNear =
    above?.block === last.block && last.y - above.y <= last.size * factTuning.maxContinuationDistance
  if (!isNear || isSameType(last, label)) return undefined
  return above.pieces.find(
    (other) => other.figure === null && isSameType(other, last) && overlap(other, last) > 0,
  )
}

/** Matches a date whose year is on the next line: `Friday 26 December`. */
const dateWithoutYear =
  /\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*,?$/i

/**
 * Finds the second line of a value that is broken over two lines. It has the typeface of the first line, which must
 * differ from the label's typeface unless the first line is clearly unfinished.
 */
function findContinuation(
  lines: PayslipLine[],
  line: number,
  first: TextPiece,
  label: TextPiece,
): TextPiece | undefined {
  const { maxContinuationDistance, leftEdgeTolerance, wordSpace } = factTuning
  const isLikeLabel = isSameType(first, label)
  const needsYear = dateWithoutYear.test(first.text)
  const isUnfinished = needsYear || /(?:\b(?:to|of|and|for|the|until)|[-–—&,/])$/i.test(first.text)
  if ((isLikeLabel && !isUnfinished) || first.figure?.pence != null) return undefined
  // Their baselines may differ slightly.
  const isBeside = lines[line]?.pieces.includes(label) === true
  const second = lines
    .slice(line + 1, line + 1 + factTuning.linesOfContinuation)
    .filter(({ block, y }) => block === first.block && y - first.y <= first.size * maxContinuationDistance)
    // With a label of its own, the text below is another value.
    .filter(
      ({ pieces }) =>
        !isBeside || !pieces.some(({ x }) => Math.abs(x - label.x) < leftEdgeTolerance && x < first.x),
    )
    .flatMap(({ pieces }) => pieces)
    .find(
      (other) =>
        Math.abs(other.x - first.x) < leftEdgeTolerance &&
        other.size === first.size &&
        other.words[0]?.font === first.words[0]?.font &&
        other.figure?.pence == null &&
        (!needsYear || /^20\d\d$/.test(other.text)),
    )
  const [word] = second?.words ?? []
  if (!second || !word) return undefined
  const inBlock = lines.filter(({ block }) => block === first.block).flatMap(({ pieces }) => pieces)
  // The cell beside the value may be in another panel.
  const nextCell = lines
    .filter(({ page }) => page === first.page)
    .flatMap(({ pieces }) => pieces)
    .filter(
      ({ y, x }) => (y === label.y && x > label.right && x > first.x) || (y === first.y && x > first.right),
    )
    .map(({ x }) => x)
  const cellEnd = nextCell.length > 0 ? Math.min(...nextCell) : Math.max(...inBlock.map(({ right }) => right))
  if (isUnfinished) return second
  return first.right + (word.right - word.x) + first.size * wordSpace > cellEnd - first.size
    ? second
    : undefined
}

/**
 * Finds the second line of a value that begins after its label: `Name: MRS JOANNE` above `TATTERSALL`. The second
 * line has the typeface of the value, which must differ from the label's typeface.
 */
function findInlineContinuation(lines: PayslipLine[], { piece, line }: FactLabel): TextPiece | undefined {
  const [first, last] = [piece.words[0], piece.words.at(-1)]
  if (!first || !last || first.font === last.font) return undefined
  const below = lines[line + 1]
  if (below?.block !== piece.block || below.y - piece.y > piece.size * factTuning.maxContinuationDistance)
    return undefined
  return below.pieces.find(
    (other) =>
      Math.abs(other.x - piece.x) < factTuning.leftEdgeTolerance &&
      other.words.every(({ font, size }) => font === last.font && size === last.size),
  )
}

/** Parsers of values with a format that no other text has. */
const unmistakable: Partial<Record<FactKind, (text: string) => unknown>> = {
  niNumber: findNiNumber,
  taxCode: parseLeadingTaxCode,
  payeReference: findPayeReference,
}

/**
 * Whether the payslip prints labels below their values, as a few payslips do. Compares how many values with an
 * unmistakable format are above and below their labels.
 */
function hasLabelsBelowValues(lines: PayslipLine[], labels: FactLabel[]): boolean {
  const count = (step: 1 | -1) =>
    labels.filter((label) => {
      const parse = label.rest === '' ? unmistakable[label.fact] : undefined
      const [first] = parse ? listBelow(lines, label, step) : []
      return first && parse?.(first.map(({ text }) => text).join(' ')) != null
    }).length
  return count(-1) > count(1)
}
