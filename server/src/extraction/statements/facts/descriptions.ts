import type { Word } from '../../document.ts'
import type { Reading } from '../arithmetic/column-readings.ts'
import type { Column, Placement } from '../table/columns.ts'
import type { Entry, Ground } from '../table/table-content.ts'
import { type TextRange, textRangeOf, wordsOfRow } from '../table/text-columns.ts'
import { type Line, textOf } from '../text/lines.ts'

/** The words of a transaction, which may stand on several lines. */
export type Description = { text: string; words: { page: number; words: Word[] }[] }

type Item = { line: Line; words: Word[]; is: 'amount' | 'wall' | 'text' }

/** Which lines belong to which amount: days and gaps tell, and what most of the document does. */
export function describe(
  ground: Ground,
  { roles, entries, walk }: Reading,
  known?: Style,
): Map<Entry, Description> {
  const { table } = ground
  const amounts = new Map(walk.steps.map(({ entry }) => [entry.line, entry]))
  const others = new Set(entries.filter(({ line }) => !amounts.has(line)).map(({ line }) => line))
  const ranges = new Map<Placement, TextRange>()
  for (const placement of table.frames.placements) {
    const own = ground.lines.filter((line) => !others.has(line) && !ground.lists.has(line))
    ranges.set(placement, textRangeOf(table, placement, roles, own))
  }
  const furniture = furnitureOf(table.lines)
  const headings = new Set(ground.sections.map(({ line }) => line))
  const pages = new Map<number, Item[]>()
  const headers = new Set([...table.headers.values()].flat().map((line) => textOf(line.words)))

  for (const line of ground.lines) {
    const place = table.frames.ofPage.get(line.page)
    const range = place && ranges.get(place)
    if (!place || !range) continue
    const inside = ({ x }: Word) => x >= range.left - 2.5 && x < range.right - 1
    const words = wholeCell(wordsOfRow(line, table, roles), inside, range.left, amounts.has(line))
    const stamp = table.stamps.get(line)
    const isWall =
      others.has(line) ||
      headings.has(line) ||
      (furniture.has(line) && words.length > 0 && Math.abs((words[0]?.x ?? 0) - range.left) > 2.5) ||
      line.moneys.some((money) => roles.has(table.frames.columnOf.get(money) as Column)) ||
      ground.lists.has(line) ||
      (!amounts.has(line) && line.moneys.filter(({ isForeign }) => !isForeign).length > 1) ||
      stamp?.isHeading ||
      headers.has(textOf(line.words))
    const items = pages.get(line.page) ?? []
    pages.set(line.page, items)
    if (amounts.has(line)) items.push({ line, words, is: 'amount' })
    else if (isWall) items.push({ line, words, is: 'wall' })
    else if (words.length > 0)
      items.push({ line, words, is: isText(line, words, range, ground) ? 'text' : 'wall' })
  }
  const groups = new Map<Line, Item[]>()
  const runs = [...pages.values()].flatMap(runsOf)
  const leading = leadingOf(runs)
  const style = known ?? styleOf(runs, leading, ground)
  for (const run of runs) {
    const cut = cutOf(run, leading, style, ground)
    const { before, after, texts } = run
    if (before)
      groups.set(before.line, [...(groups.get(before.line) ?? [before]), ...texts.slice(0, cut.first)])
    if (after) groups.set(after.line, [...texts.slice(texts.length - cut.last), after])
  }
  const found = new Map<Entry, Description>()
  for (const [line, entry] of amounts) {
    const items = groups.get(line) ?? []
    found.set(entry, {
      text: textOf(items.flatMap(({ words }) => words)),
      words: items
        .filter(({ words }) => words.length > 0)
        .map((item) => ({ page: item.line.page, words: item.words })),
    })
  }
  return found
}

/** The words inside, and those that lead up to the first of them without a gap: tables of one page may differ a little. */
function wholeCell(
  words: readonly Word[],
  inside: (word: Word) => boolean,
  left: number,
  isRow: boolean,
): Word[] {
  let first = words.findIndex(inside)
  if (first < 0) return []
  // A row whose cell does not begin where most do is of a table that stands farther left.
  const reach = isRow && (words[first] as Word).x > left + 3 ? 40 : 12
  const own = words.filter(inside)
  for (; first > 0; first--) {
    const [before, word] = [words[first - 1] as Word, words[first] as Word]
    const least = left - (/[a-z]/i.test(before.text) ? reach : 12)
    if (before.x < least || word.x - before.right > 0.6 * word.size) break
    own.unshift(before)
  }
  return own
}

/** A line of a description begins where descriptions begin and has nothing left of it but its day. */
function isText(line: Line, words: Word[], range: TextRange, { table }: Ground): boolean {
  const first = words[0] as Word
  if (first.x > range.left + 40) return false
  const stamp = table.stamps.get(line)
  const taken = new Set(stamp?.hit?.words ?? [])
  const leftOver = line.words.filter((word) => word.right < first.x && !taken.has(word))
  const gap = first.x - (leftOver.at(-1)?.right ?? 0)
  // A sentence across the whole table is no description.
  return leftOver.length === 0 || gap > 0.9 * first.size
}

type Run = { before: Item | null; after: Item | null; texts: Item[] }

function runsOf(items: readonly Item[]): Run[] {
  const runs: Run[] = []
  let run: Run = { before: null, after: null, texts: [] }
  for (const item of items) {
    if (item.is === 'text') run.texts.push(item)
    else {
      run.after = item.is === 'amount' ? item : null
      runs.push(run)
      run = { before: run.after, after: null, texts: [] }
    }
  }
  runs.push(run)
  return runs
}

const gapsOf = ({ before, after, texts }: Run): number[] => {
  const items = [before, ...texts, after].filter((item) => item !== null)
  return items.slice(1).map((item, n) => baseOf(item) - baseOf(items[n] as Item))
}

/** What stands beside the table may share a line with it and not its baseline. */
const baseOf = ({ words, line }: Item): number => words[0]?.y ?? line.y

/** How far lines of one description stand apart. */
function leadingOf(runs: readonly Run[]): number {
  const gaps = runs
    .filter(({ texts }) => texts.length > 0)
    .flatMap(gapsOf)
    .toSorted((a, b) => a - b)
  return gaps[Math.floor(gaps.length * 0.15)] ?? 10
}

type Style = 'first' | 'last'

/** Whether amounts stand on the first or the last line of their descriptions, by the runs that can only be read one way. */
function styleOf(runs: readonly Run[], leading: number, { table }: Ground): Style {
  let votes = 0
  for (const run of runs) {
    const { before, after, texts } = run
    if (texts.length === 0) continue
    const close = (gap: number | undefined) => gap !== undefined && gap <= 1.3 * leading
    const gaps = gapsOf(run)
    if (before && after) {
      const stamped = texts.findIndex(({ line }) => table.stamps.has(line))
      if (stamped === 0) votes -= 2
      else if (stamped < 0) {
        const [first, last] = [gaps[0] as number, gaps.at(-1) as number]
        if (first < last - 0.9) votes++
        else if (last < first - 0.9) votes--
        // Days mostly stand on the first line of their rows, but some stand beside the sum.
        else if (table.stamps.has(after.line)) votes += 0.5
      }
    } else if (before && close(gaps[0])) votes += 0.5
    else if (after && close(gaps.at(-1))) votes -= 0.5
  }
  return votes < 0 ? 'last' : 'first'
}

/** How many lines of a run belong to what is before it, and how many to what is after it. */
function cutOf(run: Run, leading: number, style: Style, { table }: Ground): { first: number; last: number } {
  const { before, after, texts } = run
  const gaps = gapsOf(run)
  const reach = 1.5 * leading + 0.5
  if (!before && !after) return { first: 0, last: 0 }
  if (!after) {
    const end = gaps.findIndex((gap) => gap > reach)
    return { first: end < 0 ? texts.length : end, last: 0 }
  }
  if (!before) {
    const start = gaps.findLastIndex((gap) => gap > reach)
    return { first: 0, last: texts.length - 1 - start }
  }
  const stamped = texts.findIndex(({ line }) => table.stamps.has(line))
  if (stamped >= 0) return { first: stamped, last: texts.length - stamped }
  if (texts.length === 0) return { first: 0, last: 0 }
  const widest = Math.max(...gaps)
  const others = gaps.toSorted((a, b) => b - a)[1] as number
  if (widest > others + 0.9) {
    const at = gaps.indexOf(widest)
    return { first: at, last: texts.length - at }
  }
  return style === 'first' ? { first: texts.length, last: 0 } : { first: 0, last: texts.length }
}

/** Lines that stand in the same place on most pages, whatever their numbers: heads and feet. */
function furnitureOf(lines: readonly Line[]): Set<Line> {
  const pages = new Set(lines.map(({ page }) => page)).size
  const byText = new Map<string, Line[]>()
  for (const line of lines) {
    if (line.moneys.length > 0) continue
    const key = `${Math.round(line.y / 4)} ${textOf(line.words).replace(/\d+/g, '#')}`
    byText.set(key, [...(byText.get(key) ?? []), line])
  }
  const repeated = [...byText.values()].filter((some) => some.length >= 2 && some.length >= 0.6 * pages)
  return new Set([
    ...repeated.flat(),
    ...lines.filter(({ words }) => /^page \d+( of \d+)?$/i.test(textOf(words))),
  ])
}
