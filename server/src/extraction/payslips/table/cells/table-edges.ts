import { isNumberOrCode } from '../../text/boxes.ts'
import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import type { Title } from '../../text/titles.ts'
import { captionTuning, tableTuning } from '../../tuning/cells.ts'
import type { LabelledSegment } from './page-context.ts'

// Measures how far a table extends to the left and right of its title.

/** The title of a table, with the left and right edges of the table. */
export type TableHeading = { piece: TextPiece; title: Title; line: number; left: number; right: number }

/** Sets the left and right edges of a table from its rows and from the other tables that begin on the same line. */
export function measureTable(
  heading: TableHeading,
  onSameLine: { piece: TextPiece }[],
  below: LabelledSegment[],
) {
  const { labelIndent, tableMargin, labelZone, labelZoneOfTitle, tableGap } = tableTuning
  const { piece } = heading
  const isNearest = (x: number) =>
    onSameLine.every((other) => Math.abs(other.piece.x - x) >= Math.abs(piece.x - x))
  const starts = below.filter(({ x }) => x <= piece.x + labelIndent && isNearest(x)).map(({ x }) => x)
  const start = Math.max(...starts, -Infinity)
  heading.left = (start === -Infinity ? piece.x : Math.min(start, piece.x)) - tableMargin
  const rows = below.filter(
    ({ x }) => x >= heading.left && x <= Math.max(heading.left + labelZone, piece.x + labelZoneOfTitle),
  )
  // A row that extends across the whole page does not show how wide the table is. A table to the right limits the
  // width.
  const firstRowEnd = Math.max(piece.right, rows[0]?.right ?? 0)
  const toTheRight = below.filter(({ x }) => x > firstRowEnd).map(({ x }) => x)
  const extent = Math.min(
    Math.max(firstRowEnd, ...rows.map(({ right }) => right)),
    ...toTheRight.map((x) => x - tableGap),
  )
  const next = onSameLine.find((other) => other.piece.x > piece.x)
  const bound = next
    ? Math.min(...toTheRight.filter((x) => x <= next.piece.x + labelIndent), next.piece.x) - tableGap
    : Infinity
  heading.right =
    rows.length > 0 ? Math.min(Math.max(extent, piece.right), Math.max(bound, piece.right)) : bound
}

/**
 * Whether the titles are centred over rows of boxes: the first caption begins to the left of the first title. A single
 * title must be alone on its line and name the year or the period.
 */
export function areCentredOverBoxes(
  lines: PayslipLine[],
  line: number,
  [first, second]: TableHeading[],
): boolean {
  const [captions, values] = [lines[line + 1]?.pieces ?? [], lines[line + 2]?.pieces ?? []]
  const [caption] = captions
  if (!first || !caption || values.length === 0) return false
  const isSpanTitle = first.title.kind === 'year' || first.title.kind === 'summary'
  const isOnlyTitle =
    isSpanTitle &&
    lines[line]?.pieces.length === 1 &&
    captions.every(({ block }) => block === first.piece.block) &&
    (captions.at(-1)?.x ?? 0) > first.piece.right
  return (
    (second !== undefined || isOnlyTitle) &&
    first.piece.x - caption.x > tableTuning.titleEdgeTolerance &&
    captions.length >= captionTuning.minBoxes &&
    captions.every(({ figure }) => figure === null) &&
    values.every(isNumberOrCode)
  )
}

/** Sets the edges of tables with centred titles: each ends in the middle between its title and the next. */
export function limitCentredTables(headings: TableHeading[]) {
  const centreOf = ({ piece }: TableHeading) => (piece.x + piece.right) / 2
  for (const [n, heading] of headings.entries()) {
    const [before, next] = [headings[n - 1], headings[n + 1]]
    heading.left = before ? (centreOf(before) + centreOf(heading)) / 2 : 0
    heading.right = next ? (centreOf(heading) + centreOf(next)) / 2 : Infinity
  }
}
