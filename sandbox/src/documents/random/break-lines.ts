import { cut } from '../fit-text.ts'
import { widthOf } from '../text-metrics.ts'
import type { Face } from '../types.ts'

/** Breaks a text where it would leave its room: at a space, or inside a word that is too long for any line. */
export function broken(text: string, room: number, style: { face: Face; size: number }): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap(pieces)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length === 0 || widthOf({ ...style, text: longer }) > room) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines

  function pieces(word: string): string[] {
    const piece = cut(word, room, style)
    return piece === word || piece === '' ? [word] : [piece, ...pieces(word.slice(piece.length))]
  }
}
