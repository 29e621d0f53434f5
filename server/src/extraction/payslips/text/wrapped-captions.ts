import { wrapTuning } from '../tuning/text.ts'
import { classifyLabel } from './label-meaning.ts'
import { overlap, type PayslipLine, type TextPiece } from './lines.ts'
import { classifyTitle } from './titles.ts'
import { mergePieces } from './wrapped-lines.ts'

// Captions of narrow boxes wrap: `Taxable pay to | Tax to` above `date | date`, above `14,937.15 | 1,100.40`.

/** Joins the lines of wrapped captions above a row of boxes into one line. */
export function joinWrappedCaptions(lines: PayslipLine[]): PayslipLine[] {
  const joined = [...lines]
  for (let n = joined.length - 1; n > 1; n--) {
    const values = joined[n] as PayslipLine
    if (!isRowOfBoxes(values)) continue
    const stack = listLinesOfText(joined, n)
    // The highest line may be the title of the boxes and not part of their captions.
    const [title, ...others] = stack
    const stacks = title?.pieces.length === 1 ? [stack, others] : [stack]
    for (const some of stacks) {
      const captions = joinCaptions(some, values)
      if (!captions) continue
      const last = some.at(-1) as PayslipLine
      joined.splice(n - some.length, some.length, { ...last, pieces: captions })
      break
    }
  }
  return joined
}

const isRowOfBoxes = ({ pieces }: PayslipLine): boolean =>
  pieces.length >= wrapTuning.minWrappedCaptions && pieces.every(({ figure }) => figure?.pence != null)

/** Lists the lines directly above a row of boxes that contain only text and are as close as the lines of a cell. */
function listLinesOfText(lines: PayslipLine[], row: number): PayslipLine[] {
  const found: PayslipLine[] = []
  for (let n = row - 1; n >= 0; n--) {
    const [line, below] = [lines[n] as PayslipLine, found[0]]
    const isText = line.block === lines[row]?.block && line.pieces.every(({ figure }) => figure === null)
    const size = Math.max(...line.pieces.map((piece) => piece.size))
    if (!isText || (below && below.y - line.y > size * wrapTuning.maxLineHeight)) break
    found.unshift(line)
  }
  return found
}

/** Joins the pieces of each column, or returns null if the lines are not wrapped captions of the boxes. */
function joinCaptions(lines: PayslipLine[], values: PayslipLine): TextPiece[] | null {
  if (lines.length < 2) return null
  const columns = groupIntoColumns(lines)
  if (!columns.every(isCaption) || !columns.some(({ length }) => length > 1)) return null
  const y = lines.at(-1)?.y ?? 0
  const captions = columns.map(([first, ...others]) => mergePieces([first as TextPiece, ...others], y))
  const known = captions.filter(({ text }) => classifyLabel(text).kind !== null)
  const ofValues = values.pieces.map((value) => captions.filter((caption) => overlap(caption, value) > 0))
  const areAbove =
    ofValues.every(({ length }) => length === 1) && new Set(ofValues.flat()).size === values.pieces.length
  return areAbove && known.length >= wrapTuning.minWrappedCaptions ? captions : null
}

function groupIntoColumns(lines: PayslipLine[]): TextPiece[][] {
  const columns: TextPiece[][] = []
  for (const piece of lines.flatMap(({ pieces }) => pieces)) {
    const own = columns.filter((column) => column.some((other) => overlap(other, piece) > 0))
    const rest = columns.filter((column) => !own.includes(column))
    columns.splice(0, columns.length, ...rest, [...own.flat(), piece])
  }
  const leftEdge = (column: TextPiece[]) => Math.min(...column.map(({ x }) => x))
  return columns
    .map((column) => column.toSorted((one, other) => one.y - other.y))
    .toSorted((one, other) => leftEdge(one) - leftEdge(other))
}

/**
 * Whether the pieces are the lines of one caption, of which at most one alone names an amount. Two names are those of
 * two languages, and a year title above a caption is that of several boxes.
 */
function isCaption(column: TextPiece[]): boolean {
  const [first, ...others] = column
  if (!first || new Set(column.map(({ y }) => y)).size < column.length) return false
  const named = column.filter(({ text }) => classifyLabel(text).kind !== null)
  const isTitled = named.length > 0 && !named.includes(first) && classifyTitle(first.text)?.kind === 'year'
  const isWhole = named.length === 0 || classifyLabel(column.map(({ text }) => text).join(' ')).kind !== null
  return others.length === 0 || (named.length <= 1 && !isTitled && isWhole)
}
