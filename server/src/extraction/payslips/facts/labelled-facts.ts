import { type FactKind, factLabels } from '../text/labels.ts'
import { overlap, type PayslipLine, type TextPiece } from '../text/lines.ts'
import { findNiNumber, findPayeReference, normaliseLabel, parseLeadingTaxCode } from '../text/values.ts'
import { factTuning } from '../tuning.ts'

// Finds labels such as "Tax code" and reads the values inside, beside, below or above them.

/** Position of a value relative to its label. inside: in the same piece, behind the label. */
export type ValuePosition = 'inside' | 'right' | 'below' | 'left' | 'above'

export type FactMatch<T> = {
  value: T
  /** The pieces of the value. */
  at: TextPiece[]
  label: TextPiece
  /** The label in normalised form. */
  name: string
  position: ValuePosition
  hasColon: boolean
}

/** Labels that a layout adds to the common ones. */
export type ExtraFactLabels = Partial<Record<FactKind, string[]>>

type FactLabel = {
  piece: TextPiece
  line: number
  /** Index of the piece in its line. */
  index: number
  fact: FactKind
  name: string
  /** Text of the piece behind the label. */
  rest: string
  hasColon: boolean
  /** Index of the word of the piece at which the label begins. */
  start: number
}

export type LabelledFacts = {
  /** Every value that `parse` accepts, one for each label at most, in the order of labels. The first position wins. */
  readAll<T extends object | string>(
    fact: FactKind,
    parse: (text: string) => T | null,
    positions?: ValuePosition[],
  ): FactMatch<T>[]
  isLabel(piece: TextPiece): boolean
  /** True for a label alone and for a label with its value. */
  beginsWithLabel(piece: TextPiece): boolean
  labelsOf(fact: FactKind): TextPiece[]
  pieceLeftOf(piece: TextPiece): TextPiece | undefined
}

/** Facts whose values look like labels: `Week` is a frequency or the label of a tax week. */
const factsWithLabelLikeValues = new Set<FactKind>(['frequency', 'taxBasis'])

export function indexFacts(lines: PayslipLine[], extra: ExtraFactLabels = {}): LabelledFacts {
  const factsByName = indexLabelNames(extra)
  const labels = lines.flatMap(({ pieces }, line) =>
    pieces.flatMap((piece, index) => findLabelsIn(piece, { line, index }, factsByName)),
  )
  const wholeLabels = new Set(labels.filter(({ rest }) => rest === '').map(({ piece }) => piece))
  const labelled = new Set(labels.filter(({ start }) => start === 0).map(({ piece }) => piece))
  const lineOf = new Map(lines.flatMap(({ pieces }, line) => pieces.map((piece) => [piece, line] as const)))
  const isUpsideDown = hasLabelsBelowValues(lines, labels)
  const isLabel = (piece: TextPiece) => wholeLabels.has(piece)

  return {
    readAll(fact, parse, positions = ['inside', 'right', 'below']) {
      const mayBeLabel = factsWithLabelLikeValues.has(fact)
      return labels
        .filter((label) => label.fact === fact)
        .flatMap((label) => {
          const { piece, name, hasColon } = label
          for (const position of positions)
            for (const { at, text } of listCandidates(lines, label, position, isUpsideDown)) {
              if (position !== 'inside' && !mayBeLabel && at.some(isLabel)) continue
              const value = parse(text)
              if (value !== null) return [{ value, at, label: piece, name, position, hasColon }]
            }
          return []
        })
    },
    isLabel,
    beginsWithLabel: (piece) => labelled.has(piece),
    labelsOf: (fact) => labels.filter((label) => label.fact === fact).map(({ piece }) => piece),
    pieceLeftOf(piece) {
      const pieces = lines[lineOf.get(piece) ?? -1]?.pieces ?? []
      return pieces[pieces.indexOf(piece) - 1]
    },
  }
}

/** Pieces at a position that may form the value of a label, the likeliest first. */
function listCandidates(
  lines: PayslipLine[],
  label: FactLabel,
  position: ValuePosition,
  isUpsideDown: boolean,
): { at: TextPiece[]; text: string }[] {
  if (position === 'inside') return label.rest === '' ? [] : [{ at: [label.piece], text: label.rest }]
  if (label.rest !== '') return []
  const toCandidate = (at: TextPiece[]) => ({ at, text: at.map(({ text }) => text).join(' ') })
  if (position === 'right') return listBeside(lines, label, 1).map(toCandidate)
  if (position === 'left') return listBeside(lines, label, -1).map(toCandidate)
  const step = (position === 'below') !== isUpsideDown ? 1 : -1
  return listBelow(lines, label, step).map(toCandidate)
}

function listBeside(lines: PayslipLine[], { line, index }: FactLabel, step: 1 | -1): TextPiece[][] {
  const pieces = lines[line]?.pieces ?? []
  const near =
    step === 1
      ? pieces.slice(index + 1, index + 1 + factTuning.maxPiecesBeside)
      : pieces.slice(Math.max(0, index - 1), index)
  return near.map((_, n) => near.slice(0, n + 1))
}

/** Pieces under the label on the nearest line that has any; with step -1, above it. */
function listBelow(lines: PayslipLine[], { piece, line }: FactLabel, step: 1 | -1): TextPiece[][] {
  const maxDistance = factTuning.maxDistanceBelow * Math.max(piece.size, factTuning.minTypeSize)
  for (let n = line + step; lines[n]?.page === piece.page; n += step) {
    const other = lines[n] as PayslipLine
    if (Math.abs(other.y - piece.y) > maxDistance) return []
    const first = other.pieces.find(
      (value) => overlap(value, piece) > 0 || Math.abs(value.x - piece.x) < factTuning.leftEdgeTolerance,
    )
    if (!first) continue
    const next = other.pieces[other.pieces.indexOf(first) + 1]
    return next ? [[first], [first, next]] : [[first]]
  }
  return []
}

/** Values that nothing else looks like. */
const unmistakable: Partial<Record<FactKind, (text: string) => unknown>> = {
  niNumber: findNiNumber,
  taxCode: parseLeadingTaxCode,
  payeReference: findPayeReference,
}

/** A few payslips print labels below their values; decided by which side has more unmistakable values. */
function hasLabelsBelowValues(lines: PayslipLine[], labels: FactLabel[]): boolean {
  const count = (step: 1 | -1) =>
    labels.filter((label) => {
      const parse = label.rest === '' ? unmistakable[label.fact] : undefined
      const [first] = parse ? listBelow(lines, label, step) : []
      return first && parse?.(first.map(({ text }) => text).join(' ')) != null
    }).length
  return count(-1) > count(1)
}

function indexLabelNames(extra: ExtraFactLabels): Map<string, FactKind[]> {
  const factsByName = new Map<string, FactKind[]>()
  for (const fact of Object.keys(factLabels) as FactKind[])
    for (const name of [...(extra[fact] ?? []), ...factLabels[fact]])
      factsByName.set(name, [...(factsByName.get(name) ?? []), fact])
  return factsByName
}

/** A piece may be a label, begin with one, or contain some: `NI No: QQ… Tax code: 1257L`. */
function findLabelsIn(
  piece: TextPiece,
  at: { line: number; index: number },
  factsByName: Map<string, FactKind[]>,
): FactLabel[] {
  if (piece.figure !== null) return []
  const words = piece.text.split(' ')
  const labels: FactLabel[] = []
  for (let start = 0; start < Math.min(words.length, factTuning.maxLabelStart); start++) {
    for (let end = Math.min(words.length, start + factTuning.maxLabelWords); end > start; end--) {
      const raw = words.slice(start, end).join(' ')
      const facts = factsByName.get(normaliseLabel(raw))
      if (!facts) continue
      const hasColon = /[:.]$/.test(raw) || words[end] === ':' || words[end] === '-'
      const rest = words
        .slice(end)
        .join(' ')
        .replace(/^[:\-–—= ]+/, '')
      // Inside a sentence only a colon, or punctuation before it, makes a label.
      if (start > 0 && !/:$/.test(raw) && !/[:,;]$|^\W+$/.test(words[start - 1] ?? '')) break
      for (const fact of facts)
        labels.push({ piece, ...at, fact, name: normaliseLabel(raw), rest, hasColon, start })
      // Continue behind the label: its own words begin no other, as in `Continuous service from`.
      start = end - 1
      break
    }
  }
  return labels
}
