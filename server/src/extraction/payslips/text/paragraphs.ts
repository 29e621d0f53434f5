import { paragraphTuning } from '../tuning/text.ts'
import type { PayslipLine, TextPiece } from './text-piece.ts'

/** Consecutive lines of a sentence, joined. A line that is not continued is a paragraph of its own. */
export type Paragraph = { text: string; pieces: TextPiece[]; line: number }

/**
 * Joins the lines of sentences. A line continues the line above if both begin at the same left edge, have the same
 * type size and the line above is long.
 */
export function joinParagraphs(lines: PayslipLine[]): Paragraph[] {
  const paragraphs: Paragraph[] = []
  for (const [n, line] of lines.entries()) {
    const sentence = listSentencePieces(line)
    if (sentence.length === 0) continue
    const last = paragraphs.at(-1)
    const text = sentence.map((piece) => piece.text).join(' ')
    if (last && isContinued(last, sentence)) {
      last.text += ` ${text}`
      last.pieces.push(...sentence)
    } else paragraphs.push({ text, pieces: [...sentence], line: n })
  }
  return paragraphs
}

/** Returns the pieces from the left margin up to the first wide gap. A box beside a sentence is not part of it. */
function listSentencePieces({ pieces }: PayslipLine): TextPiece[] {
  const gap = pieces.findIndex((piece, n) => {
    const next = pieces[n + 1]
    return next !== undefined && next.x - piece.right > piece.size * paragraphTuning.maxWordGap
  })
  return gap === -1 ? pieces : pieces.slice(0, gap + 1)
}

function isContinued({ pieces }: Paragraph, next: TextPiece[]): boolean {
  const [first] = next
  const last = pieces.at(-1)
  const start = pieces.findLast(({ y }) => last && Math.abs(y - last.y) < 1)
  const lineStart = pieces.find(({ y }) => start && Math.abs(y - start.y) < 1)
  if (!first || !last || !lineStart) return false
  return (
    first.page === last.page &&
    first.block === last.block &&
    first.y - last.y <= first.size * paragraphTuning.maxLineDistance &&
    Math.abs(first.x - lineStart.x) < paragraphTuning.leftEdgeTolerance &&
    Math.abs(first.size - lineStart.size) < paragraphTuning.maxSizeDifference &&
    last.right - lineStart.x > first.size * paragraphTuning.minLineWidth
  )
}
