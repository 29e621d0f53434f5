import { truncateToWidth } from '../fit-text.ts'
import { widthOf } from '../text-metrics.ts'
import type { FontFace } from '../types.ts'

/** Wraps text to a width at spaces, or inside words that are too long for a line. */
export function breakLines(text: string, width: number, style: { face: FontFace; size: number }): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap(pieces)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length === 0 || widthOf({ ...style, text: longer }) > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines

  function pieces(word: string): string[] {
    const piece = truncateToWidth(word, width, style)
    return piece === word || piece === '' ? [word] : [piece, ...pieces(word.slice(piece.length))]
  }
}
