import type { Word } from '../../document.ts'
import { cellsOf, type Line, lineOf, median, textOf } from './lines.ts'
import type { Notation } from './notation.ts'
import { type Moved, printedOf } from './respelling.ts'
import { columnWords, detailTitle, figureOf } from './vocabulary.ts'

// Some papers give every transaction a block of lines: a name, under it the day, beside it the sum, under that the balance.
// Such a block is laid out as one row of a table, and read as all tables are.

const leastBlocks = 3
const mostLines = 8
const regularShare = 0.8
// Farther apart than any page is wide: what stood on different lines of a block has columns of its own.
const apart = 2000

type Block = { lines: Line[]; date: Word[]; sums: Line[] }

/** The lines with each block as one of them; null where the paper is not made of blocks. */
export function unfolded(
  lines: readonly Line[],
  notation: Notation,
): { lines: Line[]; areDaysGuessed: boolean; hasLabels: boolean } | null {
  const summary = summaryOf(lines)
  const own = lines.filter((line) => !line.isPanel && !isFurniture(line) && !summary.has(line))
  const best = cuttings(own)
    .map(({ cut, isGuess }) => ({ found: regular(own, cut), isGuess }))
    .toSorted((a, b) => b.found.length - a.found.length)[0]
  if (!best || best.found.length < leastBlocks) return null
  const { found, isGuess } = best
  if (found.filter(isFolded).length < 0.5 * found.length) return null
  const labels = labelsOf(found)
  const kinds = kindsOf(found, labels)
  const rows = new Map<Line, Line>()
  const gone = new Set<Line>()
  for (const block of found) {
    rows.set(block.sums[0] as Line, rowOf(block, labels, kinds, notation))
    for (const line of block.lines) gone.add(line)
  }
  const unfoldedLines = lines.flatMap((line) => rows.get(line) ?? (gone.has(line) ? [] : [line]))
  return { lines: unfoldedLines, areDaysGuessed: isGuess, hasLabels: labels.size > 0 }
}

/** Labelled figures that come once or twice; those of blocks come with each. */
function summaryOf(lines: readonly Line[]): Set<Line> {
  const labels = new Map<string, Line[]>()
  for (const line of lines) {
    const sums = new Set(line.moneys.flatMap(({ words }) => words))
    const label = sums.size > 0 ? plain(textOf(line.words.filter((word) => !sums.has(word)))) : ''
    if (label !== '' && figureOf(label) !== null) labels.set(label, [...(labels.get(label) ?? []), line])
  }
  return new Set([...labels.values()].filter(({ length }) => length <= 2).flat())
}

/** The number of a page, or the titles of a table. */
function isFurniture({ words, moneys }: Line): boolean {
  const text = textOf(words)
  if (/^page \d+/i.test(text)) return true
  return moneys.length === 0 && !/\d/.test(text) && (text.match(columnWords)?.length ?? 0) > 2
}

/** Day and sum on different lines, or sums on several. */
const isFolded = ({ lines, date, sums }: Block): boolean =>
  sums.length > 1 ||
  !lines.some((line) => line === sums[0] && date.every((word) => line.words.includes(word)))

type Cut = (before: Line, line: Line) => boolean

/** Ways to tell where a block ends: at wider gaps; as a guess, with the day or before it. */
function cuttings(lines: readonly Line[]): { cut: Cut; isGuess: boolean }[] {
  const x = usualDate(lines)
  const hasDate = (line: Line) => dateIn(line, x) !== undefined
  const gaps = lines
    .slice(1)
    .flatMap((line, n) => (line.page === lines[n]?.page ? [line.y - (lines[n] as Line).y] : []))
    .toSorted((a, b) => a - b)
  const steps = gaps
    .slice(1)
    .map((gap, n) => ({ at: (gap + (gaps[n] as number)) / 2, step: gap / Math.max(1, gaps[n] as number) }))
    .filter(({ at, step }) => step > 1.08 && at < 60)
    .toSorted((a, b) => b.step - a.step)
    .slice(0, 5)
  return [
    ...steps.map(({ at }) => ({ cut: (before: Line, line: Line) => line.y - before.y > at, isGuess: false })),
    { cut: hasDate, isGuess: true },
    { cut: (_: Line, line: Line) => hasDate(line), isGuess: true },
  ]
}

/** Blocks of the same make: one day, and as many lines with sums as most have. */
function regular(lines: readonly Line[], cut: Cut): Block[] {
  const x = usualDate(lines)
  const groups: Line[][] = []
  for (const line of lines) {
    const before = groups.at(-1)?.at(-1)
    if (before && before.page === line.page && !cut(before, line)) groups.at(-1)?.push(line)
    else groups.push([line])
  }
  const blocks = acrossPages(groups, x).flatMap((group): Block[] => {
    const sums = group.filter(({ moneys }) =>
      moneys.some(({ endsCell, isForeign }) => endsCell && !isForeign),
    )
    const dates = group.map((line) => dateIn(line, x)).filter((date) => date !== undefined)
    const date = dates.length === 1 ? dates[0] : dates.length === 0 ? tileIn(group) : undefined
    return date && sums.length > 0 && group.length <= mostLines
      ? [{ lines: group, date: [...date], sums }]
      : []
  })
  const usual = median(blocks.map(({ sums }) => sums.length))
  const same = blocks.filter(({ sums }) => sums.length === usual)
  // What lies between the first and the last of them and holds sums is a block too, or the paper is not made of blocks.
  const [first, last] = [same[0]?.lines[0], same.at(-1)?.lines[0]]
  if (!first || !last) return []
  const between = groups.filter(
    (group) =>
      group.some(({ moneys }) => moneys.some(({ endsCell }) => endsCell)) &&
      lines.indexOf(group[0] as Line) >= lines.indexOf(first) &&
      lines.indexOf(group[0] as Line) <= lines.indexOf(last),
  )
  return same.length >= regularShare * between.length ? same : []
}

/** A block may begin on one page and end on the next: what has sums and no day, or the other way round, is half of one. */
function acrossPages(groups: readonly Line[][], x: number): Line[][] {
  const hasDate = (group: Line[]) => group.some((line) => dateIn(line, x))
  const hasSum = (group: Line[]) => group.some(({ moneys }) => moneys.some(({ endsCell }) => endsCell))
  const found: Line[][] = []
  for (const group of groups) {
    const before = found.at(-1)
    const isNext = before && before.at(-1)?.page !== group[0]?.page
    const isRest = before && hasDate(before) && !hasDate(group) && hasSum(group)
    const isHead = before && !hasDate(before) && hasSum(before) && hasDate(group) && !hasSum(group)
    if (isNext && (isRest || isHead)) found[found.length - 1] = [...before, ...group]
    else found.push(group)
  }
  return found
}

/** Where most days begin. */
function usualDate(lines: readonly Line[]): number {
  const places = lines.flatMap(({ dates }) => dates.map(({ x }) => Math.round(x)))
  const counts = new Map<number, number>()
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? Number.NaN
}

const dateIn = ({ dates }: Line, x: number): Word[] | undefined =>
  dates.find((hit) => Math.abs(hit.x - x) <= 2)?.words

/** The number of a day, large, and the month under it. */
function tileIn(group: readonly Line[]): Word[] | undefined {
  const words = group.flatMap((line) => line.words)
  for (const day of words.filter(({ text }) => /^([1-9]|[0-2]\d|3[01])$/.test(text))) {
    const month = words.find(
      ({ text, x, right, y }) =>
        /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/i.test(text) &&
        y > day.y &&
        x < day.right + 8 &&
        right > day.x - 8,
    )
    if (month) return [day, month]
  }
  return undefined
}

const plain = (text: string): string => text.toLowerCase().replace(/\W+$/, '')
const masked = (text: string): string => plain(text).replace(/\d+/g, '#')

/** Words that begin a cell of nearly every block say what stands beside them: `Amount`, `Running balance`. */
function labelsOf(blocks: readonly Block[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { lines } of blocks) {
    const cells = lines.flatMap((line) => cellsOf(line.words, 1.6))
    const firsts = cells.flatMap((cell) => [
      masked(textOf(cell)),
      ...[1, 2, 3].map((count) => plain(textOf(cell.slice(0, count)))),
    ])
    for (const first of new Set(firsts)) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  const most = 0.9 * blocks.length
  return new Set(
    [...counts].flatMap(([text, count]) =>
      count >= most && /^(?!gbp|eur|usd)[a-z]{2}\D*$/.test(text) ? [text] : [],
    ),
  )
}

/** How many words of a cell are its label; what is said in words is left as it is, but for a title of descriptions. */
function labelIn(cell: readonly Word[], labels: ReadonlySet<string>, values: ReadonlySet<Word>): number {
  const count = [3, 2, 1].find((some) => labels.has(plain(textOf(cell.slice(0, some))))) ?? 0
  const isValue = cell.slice(count).every((word) => values.has(word))
  return isValue || detailTitle.test(textOf(cell.slice(0, count))) ? count : 0
}

/** The words of a block that are neither its day, nor sums, nor labels, by cells. */
function textsOf({ lines, date, sums }: Block, labels: ReadonlySet<string>): Word[][] {
  const taken = new Set<Word>(date)
  for (const { moneys } of sums)
    for (const { endsCell, isForeign, words } of moneys)
      if (endsCell && !isForeign) for (const word of words) taken.add(word)
  return lines.flatMap((line) =>
    cellsOf(line.words, 1.6).flatMap((cell) => {
      const values = new Set([...taken, ...line.dates.flatMap(({ words }) => words)])
      // `Transaction 3 of 12`, `Reference 107434`: numbers, not names.
      const isNumber = /\d/.test(textOf(cell)) && labels.has(masked(textOf(cell)))
      const label = isNumber ? cell.length : labelIn(cell, labels, values)
      const isDay = cell.slice(label).every((word) => values.has(word))
      const rest = isDay ? [] : cell.slice(label).filter((word) => !taken.has(word))
      // A number in a cell of its own is a reference.
      return rest.some(({ text }) => /[a-z]/i.test(text)) ? [rest] : []
    }),
  )
}

const looksOf = (cell: readonly Word[]): string =>
  `${Math.round(2 * (cell[0]?.size ?? 0))} ${Math.round(cell[0]?.x ?? 0)}`

/** How cells look that say the same few things over and over: kinds of payment, not names. */
function kindsOf(blocks: readonly Block[], labels: ReadonlySet<string>): Set<string> {
  const said = new Map<string, string[]>()
  for (const block of blocks)
    for (const cell of textsOf(block, labels))
      said.set(looksOf(cell), [...(said.get(looksOf(cell)) ?? []), textOf(cell)])
  const variety = [...said].map(([looks, texts]) => ({
    looks,
    count: texts.length,
    share: new Set(texts).size / texts.length,
  }))
  const most = Math.max(
    0,
    ...variety.filter(({ count }) => count >= 0.5 * blocks.length).map(({ share }) => share),
  )
  return new Set(
    variety.flatMap(({ looks, count, share }) =>
      count >= 4 && share < 0.4 && share < 0.6 * most ? [looks] : [],
    ),
  )
}

/** A block as one line: its day, its words, the sums of its first line with sums where they stand, those of others apart. */
function rowOf(
  block: Block,
  labels: ReadonlySet<string>,
  kinds: ReadonlySet<string>,
  notation: Notation,
): Line {
  const { date, sums } = block
  const anchor = sums[0] as Line
  const texts = textsOf(block, labels).filter((cell) => !kinds.has(looksOf(cell)))
  const words = [
    ...inLine(date, -2 * apart, anchor),
    ...inLine(texts.flat(), -apart, anchor),
    ...sums.flatMap((line, n) =>
      line.moneys
        .filter(({ endsCell, isForeign }) => endsCell && !isForeign)
        .flatMap(({ words: own }) => own.map((word) => moved(word, n * apart, anchor))),
    ),
  ]
  const { page, isOcr, isPanel } = anchor
  return { ...lineOf(words, { page, isOcr, isPanel }, notation), y: anchor.y }
}

const moved = (word: Word, by: number, { y }: Line): Moved => ({
  ...word,
  x: word.x + by,
  right: word.right + by,
  y,
  printed: printedOf(word),
})

/** One after the other from a place on, a space apart. */
function inLine(words: readonly Word[], from: number, anchor: Line): Moved[] {
  let x = from
  return words.map((word) => {
    const placed = moved(word, x - word.x, anchor)
    x = placed.right + 0.3 * anchor.size
    return { ...placed, size: anchor.size }
  })
}
