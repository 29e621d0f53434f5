import { factTuning } from '../tuning/facts.ts'
import type { TextPiece } from './text-piece.ts'

/**
 * Finds the value of a caption in a row of boxes. Each caption is at the left edge of its box, and the value may be
 * centred or at the right edge.
 */
export function findInBox(
  captions: TextPiece[],
  values: TextPiece[],
  caption: TextPiece,
): TextPiece | undefined {
  const boxes = values.map((value) => captions.findLast(({ x }) => x <= value.x))
  const isRow =
    captions.length >= factTuning.minBoxes &&
    captions.every(({ figure }) => figure === null) &&
    new Set(boxes).size === values.length
  return isRow ? values[boxes.indexOf(caption)] : undefined
}
