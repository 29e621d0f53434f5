import { boxStackTuning } from '../tuning/text.ts'
import { areBoxes } from './boxes.ts'
import type { PayslipLine, TextPiece } from './text-piece.ts'

// Printed forms may have two stacks of captioned boxes side by side whose rows are not level: the captions of one stack
// are then beside the amounts of the other.

/** The white space between two stacks of boxes, and their height. */
type StackGutter = { x: number; right: number; top: number; bottom: number }

/** A line on which one stack has captions and the other amounts, with the lines that complete both rows. */
type UnevenRow = { x: number; right: number; first: number; last: number }

/** Finds the white space between two stacks of boxes. At least two lines must show that their rows are not level. */
export function findStackGutter(lines: PayslipLine[]): StackGutter | undefined {
  const uneven = lines.flatMap((_, n) => findUnevenRow(lines, n) ?? [])
  const x = Math.max(...uneven.map((row) => row.x))
  const right = Math.min(...uneven.map((row) => row.right))
  const [firstRow, lastRow] = [uneven[0], uneven.at(-1)]
  if (!firstRow || !lastRow || uneven.length < boxStackTuning.minUnevenRows || x >= right) return undefined
  const isCrossed = ({ pieces }: PayslipLine) => pieces.some((piece) => piece.x < right && piece.right > x)
  const stack = lines.slice(firstRow.first, lastRow.last + 1)
  if (stack.some(isCrossed)) return undefined
  const gaps = stack.slice(1).map(({ y }, n) => y - (stack[n]?.y ?? y))
  const maxGap = Math.max(...gaps) * boxStackTuning.maxGapFactor
  let last = lastRow.last
  for (let next = lines[last + 1]; next && !isCrossed(next); next = lines[last + 1]) {
    if (next.y - (lines[last]?.y ?? 0) > maxGap) break
    last++
  }
  const { baselineTolerance } = boxStackTuning
  return {
    x,
    right,
    top: (lines[firstRow.first]?.y ?? 0) - baselineTolerance,
    bottom: (lines[last]?.y ?? 0) + baselineTolerance,
  }
}

function findUnevenRow(lines: PayslipLine[], n: number): UnevenRow | undefined {
  const pieces = lines[n]?.pieces ?? []
  const isAmount = ({ figure }: TextPiece) => figure?.pence != null
  const split = pieces.findIndex(
    (piece, at) => at > 0 && isAmount(piece) !== isAmount(pieces[0] as TextPiece),
  )
  const [onLeft, onRight] = [pieces.slice(0, split), pieces.slice(split)]
  const isUniform = onRight.every((piece) => isAmount(piece) === isAmount(onRight[0] as TextPiece))
  if (split < boxStackTuning.minBoxes || onRight.length < boxStackTuning.minBoxes || !isUniform)
    return undefined
  const isCaptionLeft = !isAmount(onLeft[0] as TextPiece)
  const left = findOtherHalf(lines, n, (row) => row.slice(0, onLeft.length), onLeft, isCaptionLeft)
  const right = findOtherHalf(lines, n, (row) => row.slice(-onRight.length), onRight, !isCaptionLeft)
  if (!left || !right) return undefined
  return {
    x: Math.max(...onLeft.concat(left.half).map((piece) => piece.right)),
    right: Math.min(...onRight.concat(right.half).map((piece) => piece.x)),
    first: Math.min(left.line, right.line),
    last: Math.max(left.line, right.line),
  }
}

/** Finds the values below captions, or the captions above values, in the boxes of one stack. */
function findOtherHalf(
  lines: PayslipLine[],
  n: number,
  select: (row: TextPiece[]) => TextPiece[],
  half: TextPiece[],
  areCaptions: boolean,
): { half: TextPiece[]; line: number } | undefined {
  for (let step = 1; step <= boxStackTuning.linesToOtherHalf; step++) {
    const line = areCaptions ? n + step : n - step
    const other = select(lines[line]?.pieces ?? [])
    const [captions, values] = areCaptions ? [half, other] : [other, half]
    const size = Math.max(...half.map((piece) => piece.size))
    const isNear =
      Math.abs((lines[line]?.y ?? Infinity) - (lines[n]?.y ?? 0)) <= size * boxStackTuning.maxHeight
    if (isNear && areBoxes(captions, values)) return { half: other, line }
  }
  return undefined
}
