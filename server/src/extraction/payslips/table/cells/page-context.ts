import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import { classifyTitle, type ExtraTitles, type Title } from '../../text/titles.ts'
import { cellsOfLineTuning, tableTuning } from '../../tuning/cells.ts'
import { isYearMark } from './cells-of-line.ts'
import type { NumberCell } from './number-cell.ts'

// Titles, labels and labelled segments of a page. Every search for the name of a number uses them.

/** The part of a line that contains a label and its numbers. */
export type LabelledSegment = { block: number; line: number; x: number; right: number; label: TextPiece }

export type PageContext = {
  lines: PayslipLine[]
  titles: Map<TextPiece, Title>
  /** Pieces directly to the left of a number, which name rows. */
  rowLabels: Set<TextPiece>
  segments: LabelledSegment[]
}

export const createPageContext = (
  lines: PayslipLine[],
  cells: NumberCell[],
  extra: ExtraTitles,
): PageContext => ({
  lines,
  titles: findTitles(lines, extra),
  rowLabels: new Set(
    cells
      .filter(({ numbersBefore }) => numbersBefore === 0)
      .flatMap(({ labelPieces }) => labelPieces.at(-1) ?? []),
  ),
  segments: listSegments(cells),
})

const isBehindAmount = ({ x, size }: TextPiece, before: TextPiece | undefined) =>
  before?.figure?.pence != null && x - before.right < size * cellsOfLineTuning.maxSentenceGap

function findTitles(lines: PayslipLine[], extra: ExtraTitles): Map<TextPiece, Title> {
  const titles = new Map<TextPiece, Title>()
  for (const { pieces } of lines)
    for (const [n, piece] of pieces.entries()) {
      // In `62 hours at £12.21 per hour`, the last words belong to the amount before them.
      const isText = piece.figure === null && !isBehindAmount(piece, pieces[n - 1]) && !isYearMark(pieces, n)
      const title = isText ? classifyTitle(piece.text, extra) : null
      if (title) titles.set(piece, title)
    }
  return titles
}

function listSegments(cells: NumberCell[]): LabelledSegment[] {
  const segments: LabelledSegment[] = []
  for (const { piece, line, labelPieces } of cells) {
    const label = labelPieces.at(-1)
    const last = segments.at(-1)
    if (!label) continue
    if (last?.label === label) last.right = piece.right
    else segments.push({ block: piece.block, line, x: label.x, right: piece.right, label })
  }
  return segments
}

/** Lists the segments from which the width of the table below a title is measured. */
export function listSegmentsBelow({ lines, segments }: PageContext, line: number): LabelledSegment[] {
  const block = lines[line]?.block
  return segments.filter(
    (segment) =>
      segment.block === block && segment.line > line && segment.line <= line + tableTuning.linesBelowTitle,
  )
}
