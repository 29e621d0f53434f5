import { type Fact, factLabels } from '../text/labels.ts'
import { type Line, overlap, type Piece } from '../text/lines.ts'
import { niNumberIn, payeReferenceIn, plain, taxCodeAt } from '../text/values.ts'

// Words that name a fact, and what stands behind, beside, below or before them.

export type Way = 'inside' | 'right' | 'below' | 'left' | 'above'
export type Found<T> = { value: T; at: Piece[]; label: Piece; name: string; way: Way; hasColon: boolean }

export type FactWords = Partial<Record<Fact, string[]>>
type Label = {
  piece: Piece
  line: number
  index: number
  fact: Fact
  name: string
  rest: string
  hasColon: boolean
  /** Which word of the piece it begins with. */
  start: number
}

export type Facts = {
  /** All values of a fact that can be read, in the order of the labels and of the ways. */
  all<T extends object | string>(fact: Fact, read: (text: string) => T | null, ways?: Way[]): Found<T>[]
  isLabel(piece: Piece): boolean
  /** A label, or a label with its value. */
  beginsWithLabel(piece: Piece): boolean
  labels(fact: Fact): Piece[]
  leftOf(piece: Piece): Piece | undefined
}

/** `Week` is a label in one place and the value of a frequency in another; so is `Week 1/Month 1`. */
const mayBeLabel = new Set<Fact>(['frequency', 'taxBasis'])
const longestLabel = 6
/** In line heights: the furthest that a value stands below its label. */
const furthestBelow = 2.7

export function openFacts(lines: Line[], extra: FactWords = {}): Facts {
  const names = namesOf(extra)
  const found = lines.flatMap(({ pieces }, line) =>
    pieces.flatMap((piece, index) => labelsIn(piece, { line, index }, names)),
  )
  const whole = new Set(found.filter(({ rest }) => rest === '').map(({ piece }) => piece))
  const beginning = new Set(found.filter(({ start }) => start === 0).map(({ piece }) => piece))
  const isLabel = (piece: Piece) => whole.has(piece)
  const lineOf = new Map(lines.flatMap(({ pieces }, line) => pieces.map((piece) => [piece, line] as const)))

  const beside = ({ line, index }: Label, step: 1 | -1): Piece[][] => {
    const pieces = lines[line]?.pieces ?? []
    const near = step === 1 ? pieces.slice(index + 1, index + 4) : pieces.slice(Math.max(0, index - 1), index)
    return [near.slice(0, 1), near.slice(0, 2), near.slice(0, 3)].filter((some, n) => some.length === n + 1)
  }
  const below = ({ piece, line }: Label, step: 1 | -1): Piece[][] => {
    for (let n = line + step; lines[n]?.page === piece.page; n += step) {
      const other = lines[n] as Line
      if (Math.abs(other.y - piece.y) > furthestBelow * Math.max(piece.size, 7)) return []
      const under = other.pieces.filter(
        (value) => overlap(value, piece) > 0 || Math.abs(value.x - piece.x) < 6,
      )
      if (under.length > 0) {
        const [first] = under
        const next = other.pieces[other.pieces.indexOf(first as Piece) + 1]
        return next ? [under.slice(0, 1), [first as Piece, next]] : [under.slice(0, 1)]
      }
    }
    return []
  }

  // A few papers write what a value is below it; grammars that fit nothing else tell.
  const strict = { niNumber: niNumberIn, taxCode: taxCodeAt, payeReference: payeReferenceIn }
  const votes = (step: 1 | -1) =>
    found.filter(({ fact, rest, ...label }) => {
      const grammar = fact in strict ? strict[fact as keyof typeof strict] : null
      const [first] = grammar && rest === '' ? below({ ...label, fact, rest }, step) : []
      return first && grammar?.(first.map(({ text }) => text).join(' ')) != null
    }).length
  const isUpsideDown = votes(-1) > votes(1)

  return {
    all<T extends object | string>(
      fact: Fact,
      read: (text: string) => T | null,
      ways: Way[] = ['inside', 'right', 'below'],
    ) {
      const labels = found.filter((label) => label.fact === fact)
      return labels.flatMap((label): Found<T>[] => {
        for (const way of ways) {
          if (way === 'inside') {
            const value = label.rest === '' ? null : read(label.rest)
            if (value !== null)
              return [
                {
                  value,
                  at: [label.piece],
                  label: label.piece,
                  name: label.name,
                  way,
                  hasColon: label.hasColon,
                },
              ]
            continue
          }
          if (label.rest !== '') continue
          const groups =
            way === 'right'
              ? beside(label, 1)
              : way === 'left'
                ? beside(label, -1)
                : below(label, (way === 'below') !== isUpsideDown ? 1 : -1)
          for (const at of groups) {
            if (at.some(isLabel) && !mayBeLabel.has(fact)) continue
            const value = read(at.map(({ text }) => text).join(' '))
            if (value !== null)
              return [{ value, at, label: label.piece, name: label.name, way, hasColon: label.hasColon }]
          }
        }
        return []
      })
    },
    isLabel,
    beginsWithLabel: (piece) => beginning.has(piece),
    labels: (fact) => found.filter((label) => label.fact === fact).map(({ piece }) => piece),
    leftOf(piece) {
      const pieces = lines[lineOf.get(piece) ?? -1]?.pieces ?? []
      return pieces[pieces.indexOf(piece) - 1]
    },
  }
}

function namesOf(extra: FactWords): Map<string, Fact[]> {
  const names = new Map<string, Fact[]>()
  for (const fact of Object.keys(factLabels) as Fact[])
    for (const name of [...(extra[fact] ?? []), ...factLabels[fact]])
      names.set(name, [...(names.get(name) ?? []), fact])
  return names
}

/** A piece may be a label, begin with one, or hold one in the middle: `NI No: QQ… Tax code: 1257L`. */
function labelsIn(piece: Piece, at: { line: number; index: number }, names: Map<string, Fact[]>): Label[] {
  if (piece.figure !== null) return []
  const words = piece.text.split(' ')
  const labels: Label[] = []
  for (let start = 0; start < Math.min(words.length, 24); start++) {
    for (let end = Math.min(words.length, start + longestLabel); end > start; end--) {
      const raw = words.slice(start, end).join(' ')
      const facts = names.get(plain(raw))
      if (!facts) continue
      const hasColon = /[:.]$/.test(raw) || words[end] === ':' || words[end] === '-'
      const rest = words
        .slice(end)
        .join(' ')
        .replace(/^[:\-–—= ]+/, '')
      // In the middle of a sentence only a colon makes a label.
      if (start > 0 && !/:$/.test(raw) && !/[:,;]$|^\W+$/.test(words[start - 1] ?? '')) break
      for (const fact of facts) labels.push({ piece, ...at, fact, name: plain(raw), rest, hasColon, start })
      // Words of a label begin no other: `Continuous service from`.
      start = end - 1
      break
    }
  }
  return labels
}
