import { locateWords, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { accountTuning } from '../tuning/facts.ts'
import { otherCaptionWord } from './labelled-values.ts'
import type { LocatedFact } from './located-fact.ts'

// The account number directly above the rows, which is theirs even if the letterhead has another.

const accountHeading = /\b(account|saver|savings|isa|reserve|deposit|pot|spaces?)\b/i
/** A heading with the number in a cell of its own: `Sterling Current Account   Account no 40220316 (GBP)`. */
const headedNumber = /^(.*\b(?:account|a\/c)(?: (?:number|no\.?))?:? )?(\d{8})(?: \((?:GBP|£)\))?$/i

/**
 * Finds the account number in the heading directly above the rows: `Instant Saver 39308404`. The rows belong to that
 * account, whatever number the letterhead has.
 */
export function findHeadingAccount(
  lines: readonly StatementLine[],
  rows: readonly StatementLine[],
): LocatedFact | undefined {
  const [firstRow] = rows.toSorted((a, b) => a.page - b.page || a.y - b.y)
  if (!firstRow) return undefined
  const left = firstRow.words[0]?.x ?? 0
  const above = lines.filter(({ page, y }) => page === firstRow.page && y < firstRow.y)
  const heading = above.slice(-accountTuning.maxHeadingLines).findLast(
    (line) =>
      // A panel beside the table may name another account.
      Math.abs((line.words[0]?.x ?? 0) - left) < accountTuning.maxHeadingOffset &&
      line.amounts.length === 0 &&
      isAccountHeading(line),
  )
  const word = heading?.words.findLast(({ text }) => /^\d{8}$/.test(text))
  if (!heading || !word) return undefined
  return { value: word.text, place: locateWords(heading.page, [word]), isLabelled: false }
}

/**
 * Of several captioned account numbers, finds the one directly above the rows: a summary of all accounts may be first, in which
 * another account comes before it.
 */
export function findAccountAboveRows(
  accounts: readonly LocatedFact[],
  rows: readonly StatementLine[],
): LocatedFact | undefined {
  const labelled = accounts.filter(({ isLabelled }) => isLabelled)
  const [firstRow] = rows.toSorted((a, b) => a.page - b.page || a.y - b.y)
  if (!firstRow || new Set(labelled.map(({ value }) => value)).size < 2) return undefined
  const maxDistance = accountTuning.maxHeadingDistance * firstRow.size
  return labelled.findLast(({ place: { page, box } }) => {
    const distance = firstRow.y - box[3]
    return page === firstRow.page + 1 && distance > 0 && distance <= maxDistance
  })
}

function isAccountHeading({ words }: StatementLine): boolean {
  if (words.some(({ text }) => otherCaptionWord.test(text))) return false
  const [name, ...others] = splitIntoCells(words)
  const number = others.at(-1)
  if (name && number && headedNumber.test(textOf(number)))
    return accountHeading.test(textOf(name)) && !/\d/.test(textOf(name))
  const text = textOf(words)
  return (
    words.length <= accountTuning.maxHeadingWords &&
    accountHeading.test(text) &&
    /^\p{L}.* \d{8}$/u.test(text) &&
    !words.some((word) => /^(number|no\.?)$/i.test(word.text))
  )
}
