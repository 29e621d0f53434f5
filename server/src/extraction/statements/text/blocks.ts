import type { PageWord } from '../../document.ts'
import { blockTuning } from '../tuning/blocks.ts'
import { continuesDetails, isDetailLine } from './detail-lines.ts'
import { buildLine, median, type StatementLine, splitIntoCells, textOf } from './lines.ts'
import type { Notation } from './notation.ts'
import { getPrintedWords, type RespelledWord } from './respelling.ts'
import { classifyAmountLabel, columnWords, detailTitle } from './vocabulary.ts'

// Some statements print each transaction as a block of several lines, for example a name with the amount beside it,
// and below them the date and the balance. Each block is unfolded into one line, so that it can be parsed like a row
// of a table.

type Block = {
  lines: StatementLine[]
  date: PageWord[]
  amountLines: StatementLine[]
  /** Right edge of the longest text of all blocks, in points. */
  textEdge: number
}

/** Returns the lines with each block replaced by one line, or null if the statement does not consist of blocks. */
export function unfoldBlocks(
  lines: readonly StatementLine[],
  notation: Notation,
): { lines: StatementLine[]; areDaysInferred: boolean; hasLabels: boolean } | null {
  const summary = findSummary(lines)
  const candidates = lines.filter((line) => !line.isPanel && !isFurniture(line) && !summary.has(line))
  const best = listSplits(candidates)
    .map(({ split, isGuess }) => ({ blocks: findRegularBlocks(candidates, split), isGuess }))
    .toSorted((a, b) => b.blocks.length - a.blocks.length)[0]
  if (!best || best.blocks.length < blockTuning.minBlocks) return null
  const { isGuess } = best
  const textEdge = Math.max(...best.blocks.map(findTextEdge))
  const blocks = best.blocks.map((block) => ({ ...block, textEdge }))
  if (blocks.filter(isFolded).length < blockTuning.minFoldedShare * blocks.length) return null
  const labels = findLabels(blocks)
  const types = findTransactionTypes(blocks, labels)
  const rows = new Map<StatementLine, StatementLine>()
  const blockLines = new Set<StatementLine>()
  for (const block of blocks) {
    rows.set(block.amountLines[0] as StatementLine, toRow(block, labels, types, notation))
    for (const line of block.lines) blockLines.add(line)
  }
  const unfoldedLines = lines.flatMap((line) => rows.get(line) ?? (blockLines.has(line) ? [] : [line]))
  return { lines: unfoldedLines, areDaysInferred: isGuess, hasLabels: labels.size > 0 }
}

/**
 * Finds the lines of the summary: labelled amounts whose label occurs once or twice. Labels inside blocks occur in
 * every block.
 */
function findSummary(lines: readonly StatementLine[]): Set<StatementLine> {
  const labels = new Map<string, StatementLine[]>()
  for (const line of lines) {
    const amountWords = new Set(line.amounts.flatMap(({ words }) => words))
    const label =
      amountWords.size > 0 ? plain(textOf(line.words.filter((word) => !amountWords.has(word)))) : ''
    if (label !== '' && classifyAmountLabel(label) !== null)
      labels.set(label, [...(labels.get(label) ?? []), line])
  }
  return new Set(
    [...labels.values()].filter(({ length }) => length <= blockTuning.maxSummaryOccurrences).flat(),
  )
}

/** Whether a line is a page number or a table header. */
function isFurniture({ words, amounts }: StatementLine): boolean {
  const text = textOf(words)
  if (/^page \d+/i.test(text)) return true
  return (
    amounts.length === 0 &&
    !/\d/.test(text) &&
    (text.match(columnWords)?.length ?? 0) > blockTuning.maxColumnWords
  )
}

/** Whether date and amount of a block are on different lines, or its amounts are on several lines. */
const isFolded = ({ lines, date, amountLines }: Block): boolean =>
  amountLines.length > 1 ||
  !lines.some((line) => line === amountLines[0] && date.every((word) => line.words.includes(word)))

type BlockSplit = (before: StatementLine, line: StatementLine) => boolean

/** Lists the ways to split lines into blocks: at wider gaps or, as a guess, after or before each date. */
function listSplits(lines: readonly StatementLine[]): { split: BlockSplit; isGuess: boolean }[] {
  const x = findDateEdge(lines)
  const hasDate = (line: StatementLine) => findDate(line, x) !== undefined
  const gaps = lines
    .slice(1)
    .flatMap((line, n) => (line.page === lines[n]?.page ? [line.y - (lines[n] as StatementLine).y] : []))
    .toSorted((a, b) => a - b)
  const steps = gaps
    .slice(1)
    .map((gap, n) => ({
      threshold: (gap + (gaps[n] as number)) / 2,
      step: gap / Math.max(1, gaps[n] as number),
    }))
    .filter(({ threshold, step }) => step > blockTuning.minGapStep && threshold < blockTuning.maxBlockGap)
    .toSorted((a, b) => b.step - a.step)
    .slice(0, blockTuning.maxGapsTried)
  return [
    ...steps.map(({ threshold }) => ({
      split: (before: StatementLine, line: StatementLine) => line.y - before.y > threshold,
      isGuess: false,
    })),
    { split: hasDate, isGuess: true },
    { split: (_: StatementLine, line: StatementLine) => hasDate(line), isGuess: true },
  ]
}

/** Finds blocks of the same structure: each has one date and the median number of lines with amounts. */
function findRegularBlocks(lines: readonly StatementLine[], split: BlockSplit): Block[] {
  const x = findDateEdge(lines)
  const groups: StatementLine[][] = []
  for (const line of lines) {
    const before = groups.at(-1)?.at(-1)
    if (before && before.page === line.page && !split(before, line)) groups.at(-1)?.push(line)
    else groups.push([line])
  }
  const blocks = joinAcrossPages(groups, x).flatMap((group): Block[] => {
    const amountLines = group.filter(({ amounts }) =>
      amounts.some(({ endsCell, isForeign }) => endsCell && !isForeign),
    )
    const dates = group.map((line) => findDate(line, x)).filter((date) => date !== undefined)
    const date = dates.length === 1 ? dates[0] : dates.length === 0 ? findDateTile(group) : undefined
    return date && amountLines.length > 0 && group.length <= blockTuning.maxBlockLines
      ? [{ lines: group, date: [...date], amountLines, textEdge: 0 }]
      : []
  })
  const typicalCount = median(blocks.map(({ amountLines }) => amountLines.length))
  const regular = blocks.filter(({ amountLines }) => amountLines.length === typicalCount)
  // Between the first and the last block, nearly all groups of lines with amounts must be regular blocks too.
  const [first, last] = [regular[0]?.lines[0], regular.at(-1)?.lines[0]]
  if (!first || !last) return []
  const between = groups.filter(
    (group) =>
      group.some(({ amounts }) => amounts.some(({ endsCell }) => endsCell)) &&
      lines.indexOf(group[0] as StatementLine) >= lines.indexOf(first) &&
      lines.indexOf(group[0] as StatementLine) <= lines.indexOf(last),
  )
  return regular.length >= blockTuning.minRegularShare * between.length ? regular : []
}

/** Joins blocks that are split by a page break: one part has the date, the other has the amounts. */
function joinAcrossPages(groups: readonly StatementLine[][], x: number): StatementLine[][] {
  const hasDate = (group: StatementLine[]) => group.some((line) => findDate(line, x))
  const hasAmount = (group: StatementLine[]) =>
    group.some(({ amounts }) => amounts.some(({ endsCell }) => endsCell))
  const joined: StatementLine[][] = []
  for (const group of groups) {
    const before = joined.at(-1)
    const isNext = before && before.at(-1)?.page !== group[0]?.page
    const isRest = before && hasDate(before) && !hasDate(group) && hasAmount(group)
    const isHead = before && !hasDate(before) && hasAmount(before) && hasDate(group) && !hasAmount(group)
    if (isNext && (isRest || isHead)) joined[joined.length - 1] = [...before, ...group]
    else joined.push(group)
  }
  return joined
}

/** Returns the left edge at which most dates begin, or NaN if most dates are at the end of a line of text. */
function findDateEdge(lines: readonly StatementLine[]): number {
  const edges = lines.flatMap(({ dates }) => dates.map(({ x }) => Math.round(x)))
  const counts = new Map<number, number>()
  for (const edge of edges) counts.set(edge, (counts.get(edge) ?? 0) + 1)
  const [edge, count] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [Number.NaN, 0]
  const trailing = lines.filter((line) => findTrailingDate(line)).length
  return trailing > blockTuning.minTrailingDominance * count ? Number.NaN : edge
}

const findDate = (line: StatementLine, x: number): PageWord[] | undefined =>
  Number.isNaN(x)
    ? findTrailingDate(line)
    : line.dates.find((date) => Math.abs(date.x - x) <= blockTuning.maxDateOffset)?.words

/** Returns the date that ends a line of text, after a separator: `Direct Debit, 7 Dec 2025`. */
function findTrailingDate({ dates, words }: StatementLine): PageWord[] | undefined {
  const date = dates.at(-1)
  if (!date || date.words.at(-1) !== words.at(-1)) return undefined
  const before = words[words.indexOf(date.words[0] as PageWord) - 1]
  return before && trailingSeparator.test(before.text) ? date.words : undefined
}

const trailingSeparator = /[,\u00b7\u2022|\u2013-]$/

/** Finds a day number with the month below it, as on a calendar page. */
function findDateTile(group: readonly StatementLine[]): PageWord[] | undefined {
  const words = group.flatMap((line) => line.words)
  for (const day of words.filter(({ text }) => /^([1-9]|[0-2]\d|3[01])$/.test(text))) {
    const month = words.find(
      ({ text, x, right, y }) =>
        /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*$/i.test(text) &&
        y > day.y &&
        x < day.right + blockTuning.maxTileOffset &&
        right > day.x - blockTuning.maxTileOffset,
    )
    if (month) return [day, month]
  }
  return undefined
}

const plain = (text: string): string => text.toLowerCase().replace(/\W+$/, '')
const maskDigits = (text: string): string => plain(text).replace(/\d+/g, '#')

/** Finds words that begin a cell in nearly every block. They are labels, such as `Amount` or `Running balance`. */
function findLabels(blocks: readonly Block[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { lines } of blocks) {
    const cells = lines.flatMap((line) => splitIntoCells(line.words, blockTuning.cellGap))
    const beginnings = cells.flatMap((cell) => [
      maskDigits(textOf(cell)),
      ...[1, 2, 3].map((count) => plain(textOf(cell.slice(0, count)))),
    ])
    for (const beginning of new Set(beginnings)) counts.set(beginning, (counts.get(beginning) ?? 0) + 1)
  }
  const minCount = blockTuning.minLabelShare * blocks.length
  return new Set(
    [...counts].flatMap(([text, count]) =>
      count >= minCount && /^(?!gbp|eur|usd)[a-z]{2}\D*$/.test(text) ? [text] : [],
    ),
  )
}

/**
 * Returns how many words at the beginning of a cell are its label. A label before other words is kept as text, unless
 * it is the title of a description.
 */
function countLabelWords(
  cell: readonly PageWord[],
  labels: ReadonlySet<string>,
  values: ReadonlySet<PageWord>,
): number {
  const count = [3, 2, 1].find((length) => labels.has(plain(textOf(cell.slice(0, length))))) ?? 0
  const isValue = cell.slice(count).every((word) => values.has(word))
  return isValue || detailTitle.test(textOf(cell.slice(0, count))) ? count : 0
}

/** Lists the cells of a block without its date, amounts and labels. */
function listTextCells(
  { lines, date, amountLines, textEdge }: Block,
  labels: ReadonlySet<string>,
): PageWord[][] {
  const taken = new Set<PageWord>(date)
  for (const { amounts } of amountLines)
    for (const { endsCell, isForeign, words } of amounts)
      if (endsCell && !isForeign) for (const word of words) taken.add(word)
  const details = lines.find(({ words }) => isDetailLine(words, date))
  const isDetail = (line: StatementLine) =>
    details !== undefined && (line === details || continuesDetails(line, details))
  return lines.flatMap((line, n) =>
    splitIntoCells(isDetail(line) ? [] : line.words, blockTuning.cellGap).flatMap((cell) => {
      const values = new Set([...taken, ...line.dates.flatMap(({ words }) => words)])
      // Numbered labels, such as `Transaction 3 of 12` or `Reference 107434`, are dropped with their number.
      const isNumber = /\d/.test(textOf(cell)) && labels.has(maskDigits(textOf(cell)))
      const label = isNumber ? cell.length : countLabelWords(cell, labels, values)
      const isDay = cell.slice(label).every((word) => values.has(word))
      const rest = isDay ? [] : cell.slice(label).filter((word) => !taken.has(word))
      // A cell without letters is a reference number, unless it is a short number that ends the text above it.
      const isText = rest.some(({ text }) => /[a-z]/i.test(text))
      return isText || (rest.length > 0 && isWrappedNumber(line, lines[n - 1], textEdge)) ? [rest] : []
    }),
  )
}

/** Returns the right edge of the longest text at the left of a block. */
const findTextEdge = ({ lines }: Block): number =>
  Math.max(...lines.map(({ words }) => splitIntoCells(words, blockTuning.cellGap)[0]?.at(-1)?.right ?? 0))

/**
 * Whether a line is a number below text in the same type that continues the text: a short one, such as the end of `… with
 * reference INV` above `88`, or one for which the line above had no room.
 */
function isWrappedNumber(
  { words, size, y }: StatementLine,
  above: StatementLine | undefined,
  textEdge: number,
): boolean {
  const [word, second] = words
  const [first] = above?.words ?? []
  if (!word || second || !above || !first || !/[a-z]/i.test(first.text) || !/^\d+$/.test(word.text))
    return false
  const { cellGap, maxWrappedDigits, maxDateOffset, maxWrapPitch, wordSpace } = blockTuning
  const right = splitIntoCells(above.words, cellGap)[0]?.at(-1)?.right ?? 0
  const hasNoRoom = right < textEdge && right + wordSpace * size + word.right - word.x > textEdge
  return (
    (word.text.length <= maxWrappedDigits || hasNoRoom) &&
    Math.abs(word.x - first.x) < maxDateOffset &&
    word.size === first.size &&
    y - above.y < maxWrapPitch * size
  )
}

/** Returns font size and left edge as a key; cells of the same kind share both. */
const getStyle = (cell: readonly PageWord[]): string =>
  `${Math.round(2 * (cell[0]?.size ?? 0))} ${Math.round(cell[0]?.x ?? 0)}`

/** Finds the styles of cells that repeat the same few texts: these are transaction types, not names. */
function findTransactionTypes(blocks: readonly Block[], labels: ReadonlySet<string>): Set<string> {
  const textsByStyle = new Map<string, string[]>()
  for (const block of blocks)
    for (const cell of listTextCells(block, labels))
      textsByStyle.set(getStyle(cell), [...(textsByStyle.get(getStyle(cell)) ?? []), textOf(cell)])
  const styles = [...textsByStyle].map(([style, texts]) => ({
    style,
    count: texts.length,
    variety: new Set(texts).size / texts.length,
  }))
  const { minNameCells, minTypeCells, maxTypeVariety, maxRelativeVariety } = blockTuning
  const maxVariety = Math.max(
    0,
    ...styles.filter(({ count }) => count >= minNameCells * blocks.length).map(({ variety }) => variety),
  )
  return new Set(
    styles.flatMap(({ style, count, variety }) =>
      count >= minTypeCells && variety < maxTypeVariety && variety < maxRelativeVariety * maxVariety
        ? [style]
        : [],
    ),
  )
}

/**
 * Converts a block to one line: the date, the words, and then the amounts. The amounts of each further line of the
 * block get a separate column.
 */
function toRow(
  block: Block,
  labels: ReadonlySet<string>,
  types: ReadonlySet<string>,
  notation: Notation,
): StatementLine {
  const { date, amountLines } = block
  const { columnDistance } = blockTuning
  const anchor = amountLines[0] as StatementLine
  const texts = dropTypes(listTextCells(block, labels), types)
  const words = [
    ...placeInLine(date, -2 * columnDistance, anchor),
    ...placeInLine(trimSeparator(texts.flat()), -columnDistance, anchor),
    ...amountLines.flatMap((line, n) =>
      line.amounts
        .filter(({ endsCell, isForeign }) => endsCell && !isForeign)
        .flatMap(({ words: amountWords }) =>
          amountWords.map((word) => moveWord(word, n * columnDistance, anchor)),
        ),
    ),
  ]
  const { page, isOcr, isPanel } = anchor
  return { ...buildLine(words, { page, isOcr, isPanel }, notation), y: anchor.y }
}

/**
 * Drops transaction types and the small print that follows them, which may be wrapped: `Card ending in 4417
 * Transaction:`, `CARD-3304`.
 */
function dropTypes(cells: readonly PageWord[][], types: ReadonlySet<string>): PageWord[][] {
  const sizeOf = (cell: readonly PageWord[] | undefined) => cell?.[0]?.size ?? 0
  const kept: PageWord[][] = []
  let smallPrint = 0
  for (const cell of cells) {
    const size = sizeOf(cell)
    if (types.has(getStyle(cell))) smallPrint = size
    else if (size !== smallPrint || size >= sizeOf(kept[0])) kept.push(cell)
  }
  return kept
}

/** Removes the separator before a date that was at the end of the text. */
function trimSeparator(words: readonly PageWord[]): PageWord[] {
  const last = words.at(-1)
  const text = last?.text.replace(trailingSeparator, '')
  if (!last || text === undefined || text === last.text) return [...words]
  return [...words.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])]
}

const moveWord = (word: PageWord, by: number, { y }: StatementLine): RespelledWord => ({
  ...word,
  x: word.x + by,
  right: word.right + by,
  y,
  printed: getPrintedWords(word),
})

/** Places words one after another on a line, separated by spaces. */
function placeInLine(words: readonly PageWord[], from: number, anchor: StatementLine): RespelledWord[] {
  let x = from
  return words.map((word) => {
    const placed = moveWord(word, x - word.x, anchor)
    x = placed.right + blockTuning.wordSpace * anchor.size
    return { ...placed, size: anchor.size }
  })
}
