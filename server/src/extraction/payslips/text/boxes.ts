import { factTuning } from '../tuning/facts.ts'
import { boxStackTuning } from '../tuning/text.ts'
import { classifyLabel } from './label-meaning.ts'
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
  // Two captions are enough if both have a value.
  const minBoxes = captions.length === values.length ? factTuning.minFilledBoxes : factTuning.minBoxes
  const isRow =
    captions.length >= minBoxes &&
    captions.every(({ figure }) => figure === null) &&
    new Set(boxes).size === values.length
  return isRow ? values[boxes.indexOf(caption)] : undefined
}

/** Whether the value of a box is a number or a code of one or two letters, such as the letter of National Insurance. */
export const isNumberOrCode = ({ figure, text }: TextPiece): boolean =>
  figure !== null || /^\p{Lu}{1,2}$/u.test(text)

/**
 * Whether each value is in the box that begins with its caption. Some are amounts; a value may also be a code of one or
 * two letters.
 */
export const areBoxes = (captions: TextPiece[], values: TextPiece[]): boolean =>
  captions.length === values.length &&
  captions.some(({ text }) => classifyLabel(text).kind !== null) &&
  values.some(({ figure }) => figure?.pence != null) &&
  captions.every((caption, n) => {
    const [value, next] = [values[n], captions[n + 1]]
    return (
      caption.figure === null &&
      value !== undefined &&
      isNumberOrCode(value) &&
      caption.x <= value.right &&
      value.x - caption.x < boxStackTuning.maxBoxWidth &&
      (next === undefined || value.right <= next.x)
    )
  })
