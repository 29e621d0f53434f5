import type { Word } from '../document.ts'
import { run } from '../isolation/run-program.ts'
import { leftOver } from './unread-ink.ts'
import { lostMinus } from './lost-minus.ts'
import { corrected, piecesJoined } from './repair-numbers.ts'
import { asFile, type Picture } from './page-image.ts'
import { regionAt, regionsOf, type Stack, shiftAt, stacked } from './regions.ts'

// One column of lines of any size. As one block (6), small summaries above a table were lost.
const oneColumn = '4'
// Words anywhere: for what is left.
const sparse = '11'
const leastSure = 50
const sameLine = 0.35

type Seen = { text: string; left: number; top: number; right: number; bottom: number; certainty: number }

/** The words of a picture in points of the straightened page. Undefined where recognition failed. */
export async function recognise(picture: Picture, until = Infinity): Promise<Word[] | undefined> {
  const regions = regionsOf(picture)
  const stack = stacked(picture, regions)
  const lines = await linesIn(stack, oneColumn, until)
  if (!lines) return undefined
  // What was hardly recognised is tried once more with what was left out; the surer of the two stands.
  const rest = leftOver(picture, lines.flat().filter(isSure))
  const again = ((rest && (await linesIn(rest, sparse, until))) ?? []).map((line) =>
    line.filter((word) => isSure(word) && isWord(word)),
  )
  const isBettered = (word: Seen) =>
    !isSure(word) && again.some((line) => line.some((other) => overlap(word, other)))
  const first = lines.map((line) => line.filter((word) => !isBettered(word)))
  const words = [...first, ...again].map((line) => placed(line, picture))
  const scale = picture.dpi / 72
  const parts = Map.groupBy(words.flat(), ({ x, y, size }) =>
    regionAt(regions, x * scale, (y - size / 3) * scale),
  )
  return [...parts.values()].flatMap((part) => onCommonLines(part).flatMap(piecesJoined))
}

const isSure = ({ certainty }: Seen) => certainty >= leastSure
const isWord = ({ text }: Seen) => /[\p{L}\d]{2}/u.test(text)

const overlap = (one: Seen, other: Seen) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** What stands far apart in one row is found as two lines, or late; all of a row have the baseline of most of it. */
function onCommonLines(words: readonly Word[]): Word[][] {
  const rows: Word[][] = []
  for (const word of words.toSorted((one, other) => one.y - other.y)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    if (row && first && word.y - first.y < sameLine * Math.min(word.size, first.size)) row.push(word)
    else rows.push([word])
  }
  return rows.map((row) => {
    const y = median(row.map((word) => word.y))
    return row.toSorted((one, other) => one.x - other.x).map((word) => ({ ...word, y }))
  })
}

async function linesIn(stack: Stack, segmentation: string, until: number): Promise<Seen[][] | undefined> {
  const { picture } = stack
  const resolution = String(Math.round(picture.dpi))
  const words = ['stdin', 'stdout', '-l', 'eng', '--psm', segmentation, '--dpi', resolution, 'tsv']
  const limits = { cpuSeconds: 12, memoryMebibytes: 768, mostOutput: 20_000_000 }
  const { code, output } = await run({ name: 'tesseract', words, input: asFile(picture), until, ...limits })
  if (code !== 0) return undefined
  return [...linesOf(output.toString('utf8')).values()].map((line) =>
    line.map((word) => {
      const shift = shiftAt(stack, (word.top + word.bottom) / 2)
      return { ...word, top: word.top - shift, bottom: word.bottom - shift }
    }),
  )
}

const wordLevel = '5'

/** Words by their line. Columns of the table: level, page, block, paragraph, line, word, left, top, width, height, conf, text. */
function linesOf(table: string): Map<string, Seen[]> {
  const lines = new Map<string, Seen[]>()
  for (const row of table.split('\n').slice(1)) {
    const [level, , block, paragraph, line, , left, top, width, height, certainty, ...text] = row.split('\t')
    const read = text.join(' ').trim()
    if (level !== wordLevel || read === '') continue
    const [x, y] = [Number(left), Number(top)]
    const word = {
      text: read,
      left: x,
      top: y,
      right: x + Number(width),
      bottom: y + Number(height),
      certainty: Number(certainty),
    }
    const key = `${block} ${paragraph} ${line}`
    lines.set(key, [...(lines.get(key) ?? []), word])
  }
  return lines
}

const descenders = /[gjpqy,;()[\]{}|QJ@$/_]/
const tall = /[A-Z\dbdfhklt£]/
const capitalHeight = 0.72
const descent = 0.2

/** Boxes of recognition hug the ink; one baseline and one size are worked out for the whole line. */
function placed(line: readonly Seen[], picture: Picture): Word[] {
  const scale = 72 / picture.dpi
  const flat = line.filter(({ text }) => !descenders.test(text) && tall.test(text))
  const heights = (flat.length > 0 ? flat : line).map(({ top, bottom }) => bottom - top)
  const em = median(heights) / (flat.length > 0 ? capitalHeight : capitalHeight + descent)
  const baseline =
    flat.length > 0
      ? median(flat.map(({ bottom }) => bottom))
      : median(line.map(({ bottom }) => bottom)) - em * descent
  return line.map(({ text, left, right, certainty }) => {
    const read = corrected(text)
    const minus = amount.test(read) ? lostMinus(picture, left, baseline, em) : undefined
    return {
      text: minus === undefined ? read : `-${read}`,
      x: (minus ?? left) * scale,
      right: right * scale,
      y: baseline * scale,
      size: em * scale,
      certainty: Math.round(certainty),
    }
  })
}

const amount = /^[£$€]?\d[\d,]*\.\d\d$/

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
