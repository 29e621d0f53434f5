import { periodTuning } from '../tuning/facts.ts'
import type { PrintedDate } from './dates.ts'
import { type StatementLine, textOf } from './lines.ts'

const joining =
  /^,? ?(((i|hyd|hyd at|tan) ?\/? ?)?(to|-|\u2013|\u2014|until|till|and|&|through|through to|up to|up to and including|to and including|(and )?end(s|ing)?( on)?|i|hyd|hyd at|tan|\/|\u2192|\u00bb|>|\.\.\.|\u2026|thru|to:)( the)?( (close|end) of)?)$/i

/** Whether a word such as `to` joins two dates of a line. */
export function areJoined(line: StatementLine, first: PrintedDate, second: PrintedDate): boolean {
  const { edgeTolerance } = periodTuning
  const between = textOf(
    line.words.filter(
      ({ x, right }) => x >= first.right - edgeTolerance && right <= second.x + edgeTolerance,
    ),
  )
  return joining.test(between.replace(/[([](GMT|BST|UTC)[)\]]/gi, '').trim())
}

/** Whether a line begins with the statement period, which may be beside the balances of a summary. */
export function beginsWithRange(line: StatementLine): boolean {
  const [first, second] = line.dates
  if (!first || !second || first.words[0] !== line.words[0]) return false
  return areJoined(line, first, second)
}
