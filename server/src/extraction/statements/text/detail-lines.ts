import type { PageWord } from '../../document.ts'
import { blockTuning } from '../tuning/blocks.ts'
import type { StatementLine } from './lines.ts'

/** Labels of the identifiers that a payment institution gives its transactions. */
const identifierLabel = /^(transaction|txn|reference|ref|id):$/i

/**
 * Whether a line lists details after its date: `29 August 2025 · Transaction: TRANSFER-353454709`, with or without a
 * separator.
 */
export function isDetailLine(words: readonly PageWord[], date: readonly PageWord[]): boolean {
  const last = date.at(-1)
  const details = last ? words.slice(words.indexOf(last) + 1) : []
  const label = details.findIndex(({ text }) => identifierLabel.test(text))
  if (label >= 0 && /\d/.test(details[label + 1]?.text ?? '')) return true
  if (!/^[\u00b7\u2022|]$/.test(details[0]?.text ?? '')) return false
  return details.some(({ text }) => /\p{L}:$/u.test(text))
}

/** Whether a line without an amount is the end of the wrapped details above it: `… Reference: Football` above `subs`. */
export function continuesDetails(
  { page, words, amounts, y }: StatementLine,
  details: StatementLine,
): boolean {
  const [first, above] = [words[0], details.words[0]]
  if (!first || !above || amounts.length > 0 || page !== details.page) return false
  const { maxDateOffset, maxWrapPitch } = blockTuning
  return (
    first.size === above.size &&
    Math.abs(first.x - above.x) < maxDateOffset &&
    y > details.y &&
    y - details.y < maxWrapPitch * first.size
  )
}
