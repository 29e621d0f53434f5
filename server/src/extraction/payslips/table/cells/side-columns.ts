import { classifyLabel } from '../../text/label-meaning.ts'
import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import { classifyTitle } from '../../text/titles.ts'
import { normaliseLabel } from '../../text/values.ts'
import { columnTuning } from '../../tuning/cells.ts'
import type { NumberCell } from './number-cell.ts'

// A table may have a second column of text between the descriptions and the numbers: `Shift | Client | Hours | Rate |
// Total`. Its texts do not name the rows.

/**
 * Matches titles of columns that say for whom, as what, where or when the work was done. They are needed only if the
 * title before them, such as `Shift`, is not a known one of descriptions.
 */
const sideTitle =
  /^(?:post|role|job|job title|position|assignment|grade|client|client name|customer|site|location|venue|workplace|place of work|ward|store|branch|depot|school|department|dept|cost cent(?:re|er)|cost code|assignment ref|reference|ref no|notes?|remarks?|comments?|authorised by|w\/e|week ending)$/

/** Removes the texts of side columns from the labels of numbers that have another label. */
export function removeSideColumns(lines: PayslipLine[], cells: NumberCell[]): void {
  const beside = new Set(lines.flatMap((_, n) => listSideTexts(lines, n)))
  // The numbers of a row share the array of their labels.
  for (const [labelPieces, ofRow] of Map.groupBy(cells, (cell) => cell.labelPieces)) {
    const own = labelPieces.filter((piece) => !beside.has(piece))
    if (own.length < labelPieces.length && own.some(({ text }) => /\p{L}{2}/u.test(text)))
      for (const cell of ofRow) cell.labelPieces = own
  }
}

/** Lists the texts below the title of a side column on a line. */
function listSideTexts(lines: PayslipLine[], n: number): TextPiece[] {
  const title = findSideTitle(lines[n] as PayslipLine)
  if (!title) return []
  const end = lines.findIndex((line, at) => at > n && (line.block !== title.block || endsTable(line)))
  return lines
    .slice(n + 1, end === -1 ? undefined : end)
    .flatMap(({ pieces }) =>
      pieces
        .slice(1)
        .filter(
          ({ figure, x }) => figure === null && Math.abs(x - title.x) < columnTuning.strictLeftEdgeTolerance,
        ),
    )
}

/** Finds the title between that of the descriptions and those of the numbers. */
function findSideTitle({ pieces }: PayslipLine): TextPiece | undefined {
  const roles = pieces.map(({ text }) => classifyTitle(text)?.role ?? null)
  const isNumbers = (role: (typeof roles)[number]) => role === 'units' || role === 'rate' || role === 'amount'
  // `Shift` may be the title of the descriptions or of a number of shifts.
  const firstNumbers = roles.findIndex((role, n) => n > 0 && isNumbers(role))
  const texts = firstNumbers === -1 ? [] : pieces.slice(0, firstNumbers)
  const [last, before] = [texts.at(-1), texts.at(-2)]
  const [roleOfLast, roleBefore] = [roles[texts.length - 1], roles[texts.length - 2]]
  const isDescribed = before && roleBefore !== 'code' && roleBefore !== 'date' && before.figure === null
  const isBesideDescriptions = roleBefore === 'description' && roleOfLast !== 'description'
  return isDescribed && last && (isBesideDescriptions || sideTitle.test(normaliseLabel(last.text)))
    ? last
    : undefined
}

/** `Basic pay` is the title of a table if no amount is beside it. */
const endsTable = ({ pieces: [first, ...others] }: PayslipLine): boolean =>
  first !== undefined &&
  ((classifyTitle(first.text)?.kind != null && !others.some(({ figure }) => figure?.pence != null)) ||
    ['gross', 'net', 'totalDeductions', 'subtotal'].includes(classifyLabel(first.text).kind ?? ''))
