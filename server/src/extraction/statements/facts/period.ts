import type { Place, Word } from '../../document.ts'
import type { Figure } from '../arithmetic/labelled-amounts.ts'
import { type DateHit, dayNumber, dayOfNumber, dayText, readDate } from '../text/dates.ts'
import { cellsOf, type Line, placeOf, textOf } from '../text/lines.ts'

export type Period = {
  start: string | null
  end: string | null
  startPlace: Place | null
  endPlace: Place | null
  isPrinted: boolean
}

const joining = /^(to|-|\u2013|\u2014|until|till|and|through|up to|\/|\u2192|thru|to:)$/i
const opens = /\b(from|start(s|ing)?( date)?|beginning|period start|opening date)\b\W*$/i
const closes = /\b(to|until|end(s|ing)?( date)?|period end|up to|closing date)\b\W*$/i
const statementDate =
  /\b(statement|issue|printed|produced)\s+(date|on|dated)\b|\bdate of (this )?statement\b|\bdate\W*$/i
const previousStatement = /\b(from|last|previous)\b.*\bstatement\b.*\bdated\b/i

// Longer ones are validity periods, terms and the like.
const mostDays = 400

/** The periods that are printed, one for each page that names one. */
export function periodsOf(
  lines: readonly Line[],
  inTable: ReadonlySet<Line>,
  beside: readonly Figure[],
): Period[] {
  const found: (Period & { weight: number })[] = []
  for (const line of lines) {
    if (inTable.has(line) && line.moneys.length > 0) continue
    for (let n = 0; n + 1 < line.dates.length; n++) {
      const [first, second] = [line.dates[n] as DateHit, line.dates[n + 1] as DateHit]
      const between = textOf(
        line.words.filter(({ x, right }) => x >= first.right - 0.1 && right <= second.x + 0.1),
      )
      if (!joining.test(between.trim())) continue
      const period = pair(line, first, second)
      if (!period) continue
      const before = textOf(line.words.filter(({ right }) => right <= first.x))
      const isNamed = /\b(period|statement|from|between|covering|dates?|range|for|activity)\b/i.test(before)
      found.push({ ...period, weight: (isNamed ? 2 : 1) + (line.moneys.length > 0 ? -1.5 : 0) })
    }
    const within = withinMonth(line)
    if (within) found.push({ ...within, weight: 1 })
  }
  if (found.length === 0) return fromBalances(beside) ?? apart(lines)
  const strongest = Math.max(...found.map(({ weight }) => weight))
  const named = found.filter(({ weight }) => weight >= Math.min(1, strongest))
  const unique = new Map(
    named.map((period) => [`${period.start} ${period.end}`, period]).toReversed() as [string, Period][],
  )
  return [...unique.values()].toReversed()
}

/** `1 to 31 March 2024`, `1–31 March 2024`: the first day shares the month of the second. */
function withinMonth(line: Line): Period | undefined {
  for (const last of line.dates) {
    if (last.year === null || last.form !== 'name') continue
    const at = line.words.indexOf(last.words[0] as Word)
    const before = textOf(line.words.slice(Math.max(0, at - 2), at))
    const match = /(?:^|\s)(\d{1,2})(?:st|nd|rd|th)? (?:to|-|\u2013|\u2014|until)$/i.exec(before)
    if (match && Number(match[1]) <= last.day)
      return pair(line, { ...last, day: Number(match[1]), words: line.words.slice(at - 2, at - 1) }, last)
  }
  for (const word of line.words) {
    const [first, last] = word.text.split(/[\u2013\u2014-]/, 2).map((text) => readDate(text))
    if (!first || !last || !/[/.]/.test(word.text)) continue
    const hit = { x: 0, right: 0, form: '', words: [word] }
    return pair(line, { ...first, ...hit }, { ...last, ...hit })
  }
  const glued = line.words.findIndex(({ text }) => /^\d{1,2}[-\u2013\u2014]\d{1,2}$/.test(text))
  if (glued < 0) return undefined
  const [first, last] = (line.words[glued]?.text ?? '').split(/[-\u2013\u2014]/)
  const words = line.words.slice(glued, glued + 3)
  const read = readDate(`${last} ${textOf(words.slice(1))}`)
  if (!read || read.year === null || Number(first) > read.day) return undefined
  const hit = { ...read, x: 0, right: 0, form: 'name', words }
  return pair(line, { ...hit, day: Number(first) }, hit)
}

function pair(line: Line, first: DateHit, second: DateHit): Period | undefined {
  const year = second.year
  if (year === null) return undefined
  const end = dayText({ ...second, year })
  let start = dayText({ ...first, year: first.year ?? year })
  if (first.year === null && start > end) start = dayText({ ...first, year: year - 1 })
  const days = dayNumber(end) - dayNumber(start)
  if (days < 0 || days > mostDays) return undefined
  return {
    start,
    end,
    startPlace: placeOf(line.page, first.words),
    endPlace: placeOf(line.page, second.words),
    isPrinted: true,
  }
}

/** `Balance on 1 June` and `Balance on 30 June` say the period too. */
function fromBalances(beside: readonly Figure[]): Period[] | undefined {
  const [opening, closing] = ['opening', 'closing'].map((kind) =>
    beside.find((figure) => figure.kind === kind && figure.date?.year),
  )
  if (!opening?.date?.year || !closing?.date?.year) return undefined
  const start = dayText({ ...opening.date, year: opening.date.year })
  const end = dayText({ ...closing.date, year: closing.date.year })
  if (start > end) return undefined
  const place = ({ line, date }: Figure) => placeOf(line.page, date?.words ?? [])
  return [{ start, end, startPlace: place(opening), endPlace: place(closing), isPrinted: true }]
}

type Ends = { start?: Found; end?: Found; day?: Found; before?: Found }

/** Both ends with labels of their own, the label beside or above; or only the day of the statement and of the one before. */
function apart(lines: readonly Line[]): Period[] {
  const all: Ends = {}
  const byPage = new Map<number, Ends>()
  lines.forEach((line, at) => {
    for (const hit of line.dates) {
      if (hit.year === null) continue
      const own = byPage.get(line.page) ?? {}
      byPage.set(line.page, own)
      const one = { page: line.page, hit, text: dayText({ ...hit, year: hit.year }) }
      const beside = textOf(line.words.filter(({ right, x }) => right <= hit.x && x > hit.x - 220))
      const isSaid = [previousStatement, opens, closes, statementDate].some((words) => words.test(beside))
      const label = isSaid ? beside : textOf(cellAbove(lines, at, hit))
      for (const found of [all, own]) {
        if (previousStatement.test(label)) found.before ??= one
        else if (opens.test(label)) found.start ??= one
        else if (closes.test(label)) found.end ??= one
        else if (statementDate.test(label) && one.text > (found.day?.text ?? '')) found.day = one
      }
    }
  })
  // Of several statements in one file each has its own.
  const whole = [...byPage.values(), all].flatMap(({ start, end }) =>
    start && end && start.text <= end.text ? [{ start, end }] : [],
  )
  if (whole.length > 0) {
    return whole.map(({ start, end }) => ({
      start: start.text,
      end: end.text,
      startPlace: place(start),
      endPlace: place(end),
      isPrinted: true,
    }))
  }
  const { end, day, before } = all
  const last = end ?? day
  if (!last && !before) return []
  const first = before && dayOfNumber(dayNumber(before.text) + 1)
  return [
    {
      start: first ?? null,
      end: last?.text ?? null,
      startPlace: before ? place(before) : null,
      endPlace: last ? place(last) : null,
      isPrinted: false,
    },
  ]
}

/** The title over a value, where facts stand side by side as the cells of a table. */
function cellAbove(lines: readonly Line[], at: number, hit: DateHit): Word[] {
  const line = lines[at] as Line
  const above = lines[at - 1]
  if (!above || above.page !== line.page || line.y - above.y > 2.5 * line.size) return []
  const cells = cellsOf(above.words, 0.9)
  return cells.find((cell) => (cell[0]?.x ?? 0) < hit.right && (cell.at(-1)?.right ?? 0) > hit.x - 2) ?? []
}

type Found = { page: number; hit: DateHit; text: string }
const place = ({ page, hit }: Found): Place => placeOf(page, hit.words)
