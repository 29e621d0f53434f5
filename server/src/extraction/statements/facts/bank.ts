import type { Word } from '../../document.ts'
import { cellsOf, type Line, median, placeOf, textOf } from '../text/lines.ts'
import type { Fact } from './account.ts'

// The name of the bank without a list of banks: what the legal sentence at the foot calls it, and what stands largest at
// the head of the first page.

const noun =
  '(?:Bank|Banking Company|Building Society|Credit Union|Savings and Loan|Mutual|Money|Savings|Banking|Finance|Financial|Trust|Society|Pay|Cash|Accounts?|Group|Capital)'
const name = "[A-Z][\\w'’&-]*(?: (?:[A-Z][\\w'’&-]*|&|and|of|the|for|\\+)){0,6}?"
const longName = name.replace('}?', '}')
const legal = new RegExp(
  `(?:^|[.·|©:] |\\b[Bb]y |\\d{4} )(${name})(?: (?:plc|PLC|Plc|Limited|Ltd\\.?|LLP|\\(UK\\)|UK))*(?:,? (?:is|are|was|has|trades|part of|an? (?:invented|registered|trading)|invented|registered|authorised|licensed|regulated|incorporated)\\b|\\. (?:Registered|Authorised|An? |Member|Company|Incorporated)|,? (?:Registered|Authorised|Company|Reg\\b|invented))`,
)
const withNoun = new RegExp(`(${longName} ${noun}|${noun} of ${longName})(?= |$|,|\\.)`)
const generic =
  /^(Your|The|This|These|Our|If|We|Please|For|In|All|Statement|Account|Current|Date|Page|Payments?|Deposits?|Money|Balance|Important|Customer|You|Personal|Business|Direct|Standing|Card|Opening|Closing|Eligible|Financial|Prudential|Sort|Interest|Lines|Get|Easy|Contact|Total|Summary|Private|Any|Every|Savings|Everyday|Classic|To|From|Paid)\b/

type Candidate = { value: string; page: number; words: Word[]; weight: number }

export function bankOf(
  lines: readonly Line[],
  tops: ReadonlyMap<number, number>,
  heights: readonly number[],
): Fact | undefined {
  const head = letterheadOf(lines, heights)
  const candidates: Candidate[] = []
  // Alone in the first line of all, a name needs no size.
  const top = lines[0]
  const isTop = (line: Line) => line === top && line.y < 0.15 * (heights[0] ?? 842)
  for (const line of lines) {
    const isOutside = line.y < (tops.get(line.page) ?? Number.POSITIVE_INFINITY) || line.moneys.length === 0
    if (!isOutside) continue
    for (const cell of cellsOf(line.words, 3)) {
      const text = textOf(cell).replace(/^\d+ (of|\/) \d+\. /, '')
      const sentence = legal.exec(text)?.[1]
      const phrase = withNoun.exec(text)?.[1]
      for (const [value, weight] of [
        [sentence, 5],
        [phrase, line.size > 10 || (phrase === text && isTop(line)) ? 3 : 1.2],
      ] as const) {
        const isFull = /^The .+ (Bank|Banking Company|Building Society)$/.test(value ?? '')
        if (!value || (generic.test(value) && !isFull) || value.length > 45) continue
        candidates.push({
          value: value.replace(/[.,]$/, ''),
          page: line.page,
          words: cell,
          weight: weight + (new RegExp(`${noun}$`).test(value) ? 1 : 0),
        })
      }
    }
  }
  const byName = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const known = byName.get(candidate.value)
    const agrees = head !== undefined && begins(candidate.value, textOf(head.words)) ? 4 : 0
    if (known) known.weight += 0.3
    else byName.set(candidate.value, { ...candidate, weight: candidate.weight + agrees })
  }
  const best = [...byName.values()].toSorted((a, b) => b.weight - a.weight)[0]
  if (best && best.weight >= 3)
    return { value: best.value, place: placeOf(best.page, best.words), isLabelled: best.weight >= 5 }
  if (!head) return undefined
  return { value: textOf(head.words), place: placeOf(0, head.words), isLabelled: false }
}

const begins = (value: string, head: string) => {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return plain(value).startsWith(plain(head)) || plain(head).startsWith(plain(value))
}

/** The largest words at the head of the first page, where they can be a name. */
function letterheadOf(lines: readonly Line[], heights: readonly number[]): { words: Word[] } | undefined {
  const cells = lines
    .filter(({ page, y }) => page === 0 && y < (heights[0] ?? 842) * 0.2)
    .flatMap((line) => cellsOf(line.words, 1.2))
    .filter((cell) => {
      const text = textOf(cell)
      return (
        cell.length <= 5 &&
        /[a-z]{3}/i.test(text) &&
        !/\d/.test(text) &&
        !/\b(statement|account|sort code|summary|page|confidential|private|transactions?|activity|your|continued|balances?|payments?|current|details|mr|mrs|ms|miss|dr)\b/i.test(
          text,
        )
      )
    })
  const largest = cells.toSorted((a, b) => (b[0]?.size ?? 0) - (a[0]?.size ?? 0))[0]
  // A name is set larger than the text; a line of an address is not.
  const usual = median(lines.map(({ size }) => size))
  return largest && (largest[0]?.size ?? 0) > 1.5 * usual ? { words: largest } : undefined
}
