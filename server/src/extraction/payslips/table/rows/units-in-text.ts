import type { PayslipLine, TextPiece } from '../../text/lines.ts'
import { parseNumber } from '../../text/values.ts'
import { rowTuning } from '../../tuning/rows.ts'
import type { PayRow } from './pay-row.ts'

// Reads quantity, unit and rate that are written in words: `30 hours @ £13.00`.

/** Matches quantity and rate written in one text: `30 hours @ £13.00`, `7.5 x 12.60`. */
export const unitsInWords =
  /^\(?([-−]?[\d,]+(?:\.\d+)?) ?(?:hours?|hrs?|hr|h|days?|units?|shifts?|miles?|weeks?|wks?|sessions?|nights?|visits?|lessons?)? ?(?:@|at|x|×|\*) ?£?([\d,]+(?:\.\d+)?)(?: ?(?:per|an?|each|\/) ?\w+)?\)?$/i

/** Matches a label that ends with quantity and rate: `Wages: 52.5 hours @ £12.75`, `Sick pay (4 days at 23.75)`. */
const unitsBehindLabel =
  /^(.*?\p{L}.*?)[\s:,–—-]*\(?(?<![\d.,])([\d,]+(?:\.\d+)?) ?(hours?|hrs?|hr|h|days?|units?|shifts?|miles?|weeks?|wks?|sessions?|nights?|visits?|lessons?|\p{L}{2,12}(?= ?(?:@|x|×)))? ?(?:@|at|x|×|\*) ?£?([\d,]+(?:\.\d+)?)(?: ?(?:per|an?|each|\/|p) ?\w+)?\)?$/iu

/** Matches a label between quantity and rate: `38 hrs ordinary time @ 12.50`, `4 nights at £45.00 sleep-in`. */
const unitsAroundLabel =
  /^([\d,]+(?:\.\d+)?) ?(hours?|hrs?|hr|h|days?|units?|shifts?|miles?|weeks?|wks?|sessions?|nights?|visits?|lessons?) (?:of )?(\p{L}.*?) ?(?:@|at|x|×|\*) ?£?([\d,]+(?:\.\d+)?)(?: ?(?:per|an?|each|\/|p) ?\w+)?$/iu

/** The parts of a text such as `Wages: 52.5 hours @ £12.75`, as printed. All are empty if the text has no units. */
export type LabelAndUnits = { label: string; quantity: string; unit: string; rate: string }

/** Splits the text before an amount into label, quantity, unit and rate. */
export function parseUnitsAndLabel(text: string): LabelAndUnits {
  const around = unitsAroundLabel.exec(text)
  if (around) {
    const [, quantity = '', unit = '', label = '', rate = ''] = around
    return { label, quantity, unit, rate }
  }
  const [, label = '', quantity = '', unit = '', rate = ''] = unitsBehindLabel.exec(text) ?? []
  return { label, quantity, unit, rate }
}

/** Returns the nearest line below a row that has text in its columns. Lines of a table beside it may be between. */
export const findLineBelow = (
  lines: PayslipLine[],
  line: number,
  { page, x, right }: TextPiece,
  rowEnd: number,
): PayslipLine | undefined =>
  lines
    .slice(line + 1, line + 1 + rowTuning.linesBeside)
    .find(
      (below) =>
        below.page === page &&
        below.pieces.some(
          (piece) => piece.right > x - rowTuning.unitsOutdent && piece.x < Math.max(rowEnd, right),
        ),
    )

/** Finds hours and rate below the label, where small employers print them: `10.00 hours at £12.40`. */
export function findUnitsBelow(
  below: PayslipLine | undefined,
  label: TextPiece,
  rowEnd: number,
): { quantity: TextPiece; rate: TextPiece | null } | null {
  if (!below || below.page !== label.page || below.y - label.y > label.size * rowTuning.maxUnitsDistance)
    return null
  const near = below.pieces.filter(
    ({ x }) => x >= label.x - rowTuning.unitsOutdent && x < Math.max(rowEnd, label.right),
  )
  const numbers = near.filter(({ figure }) => figure !== null)
  const [quantity, rate] = numbers
  const words = near
    .filter(({ figure }) => figure === null)
    .map(({ text }) => text)
    .join(' ')
  const joined = unitsInWords.exec(near.map(({ text }) => text).join(' '))
  if (joined && near[0]) {
    const toPiece = (text = '') => ({ ...(near[0] as TextPiece), text, figure: parseNumber(text) })
    return { quantity: toPiece(joined[1]), rate: toPiece(joined[2]) }
  }
  const isUnits =
    /^(hours?|hrs?|h|days?|units?|shifts?|nights?|sessions?)? ?(at|x|@|×)?$/i.test(words) && words !== ''
  if (!quantity || numbers.length > 2 || !isUnits) return null
  return { quantity, rate: rate ?? null }
}

export function findUnit(line: PayslipLine | undefined, below: PayslipLine | undefined): PayRow['unit'] {
  const words = [...(line?.pieces ?? []), ...(below?.pieces ?? [])]
    .filter(({ figure, text }) => figure === null && parseNumber(text) === null)
    .map(({ text }) => text)
  if (words.some((text) => /^(hours|hrs|h)( (at|x|@|×))?$/i.test(text))) return 'hours'
  if (words.some((text) => /^days?( (at|x|@|×))?$/i.test(text))) return 'days'
  return null
}
