import type { PageWord } from '../document.ts'
import { runProgram } from '../isolation/run-program.ts'
import { findLostMinus } from './lost-minus.ts'
import { encodePgm, type PageImage } from './page-image.ts'
import { findRegion, getRowShift, type RegionStack, splitIntoRegions, stackRegions } from './regions.ts'
import { joinSplitAmounts, repairNumber } from './repair-numbers.ts'
import { cropUnreadInk } from './unread-ink.ts'

// Tesseract page segmentation modes. With mode 6 (single block), Tesseract lost small summaries above a table.
const singleColumn = '4'
const sparseText = '11'
// Minimum Tesseract confidence of a word, from 0 to 100.
const minCertainty = 50
// Maximum difference between the baselines of words on one row, in ems.
const maxBaselineShift = 0.35

type RecognisedWord = {
  text: string
  left: number
  top: number
  right: number
  bottom: number
  certainty: number
}

/**
 * Recognises the words of an image. Positions are in points of the deskewed page. Returns undefined if Tesseract
 * failed.
 */
export async function recogniseImage(
  image: PageImage,
  deadlineMs = Infinity,
): Promise<PageWord[] | undefined> {
  const regions = splitIntoRegions(image)
  const stack = stackRegions(image, regions)
  const lines = await recogniseLines(stack, singleColumn, deadlineMs)
  if (!lines) return undefined
  // Recognise low-confidence words and skipped ink a second time. The result with the higher confidence is used.
  const unread = cropUnreadInk(image, lines.flat().filter(isSure))
  const secondPass = ((unread && (await recogniseLines(unread, sparseText, deadlineMs))) ?? []).map((line) =>
    line.filter((word) => isSure(word) && isWord(word)),
  )
  const isSuperseded = (word: RecognisedWord) =>
    !isSure(word) && secondPass.some((line) => line.some((other) => overlap(word, other)))
  const firstPass = lines.map((line) => line.filter((word) => !isSuperseded(word)))
  const words = [...firstPass, ...secondPass].flatMap(splitByBaseline).map((line) => toPageWords(line, image))
  const scale = image.dpi / 72
  const wordsByRegion = Map.groupBy(words.flat(), ({ x, y, size }) =>
    findRegion(regions, x * scale, (y - size / 3) * scale),
  )
  return [...wordsByRegion.values()].flatMap((group) => alignBaselines(group).flatMap(joinSplitAmounts))
}

const isSure = ({ certainty }: RecognisedWord) => certainty >= minCertainty
const isWord = ({ text }: RecognisedWord) => /[\p{L}\d]{2}/u.test(text)

const overlap = (one: RecognisedWord, other: RecognisedWord) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/**
 * Groups words into rows and assigns each row its median baseline. Tesseract splits a row with wide gaps into several
 * lines.
 */
function alignBaselines(words: readonly PageWord[]): PageWord[][] {
  const rows: PageWord[][] = []
  for (const word of words.toSorted((one, other) => one.y - other.y)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    if (row && first && word.y - first.y < maxBaselineShift * Math.min(word.size, first.size)) row.push(word)
    else rows.push([word])
  }
  return rows.map((row) => {
    const y = median(row.map((word) => word.y))
    return row.toSorted((one, other) => one.x - other.x).map((word) => ({ ...word, y }))
  })
}

async function recogniseLines(
  stack: RegionStack,
  segmentation: string,
  deadlineMs: number,
): Promise<RecognisedWord[][] | undefined> {
  const { image } = stack
  const resolution = String(Math.round(image.dpi))
  const args = ['stdin', 'stdout', '-l', 'eng', '--psm', segmentation, '--dpi', resolution, 'tsv']
  const limits = { cpuSeconds: 12, memoryMebibytes: 768, maxOutputBytes: 20_000_000 }
  const { code, output } = await runProgram({
    name: 'tesseract',
    args,
    input: encodePgm(image),
    deadlineMs,
    ...limits,
  })
  if (code !== 0) return undefined
  return [...parseTsv(output.toString('utf8')).values()].map((line) =>
    line.map((word) => {
      const shift = getRowShift(stack, (word.top + word.bottom) / 2)
      return { ...word, top: word.top - shift, bottom: word.bottom - shift }
    }),
  )
}

const wordLevel = '5'

/**
 * Parses Tesseract's output into words by line. TSV columns: level, page, block, paragraph, line, word, left, top,
 * width, height, conf, text.
 */
function parseTsv(table: string): Map<string, RecognisedWord[]> {
  const lines = new Map<string, RecognisedWord[]>()
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
// Height of capital letters and depth of descenders, in ems.
const capitalHeight = 0.72
const descent = 0.2

// Minimum difference between the baselines of two lines that Tesseract joined, as a share of the height of their letters.
const minBaselineStep = 0.5

/** Splits a line in which Tesseract joined words of two lines, such as an amount beside the middle of two lines. */
function splitByBaseline(line: readonly RecognisedWord[]): RecognisedWord[][] {
  const height = median(line.map(({ top, bottom }) => bottom - top))
  const hangs = ({ text }: RecognisedWord) => descenders.test(text)
  const sorted = line
    .map((word) => ({ word, baseline: word.bottom - (hangs(word) ? (height * descent) / capitalHeight : 0) }))
    .toSorted((one, other) => one.baseline - other.baseline)
  const groups: RecognisedWord[][] = []
  for (const [n, { word, baseline }] of sorted.entries()) {
    const step = baseline - (sorted[n - 1]?.baseline ?? -Infinity)
    if (step > height * minBaselineStep) groups.push([word])
    else groups.at(-1)?.push(word)
  }
  return groups.map((group) => group.toSorted((one, other) => one.left - other.left))
}

/**
 * Converts a line to page words. OCR boxes enclose only the ink, so baseline and font size are estimated for the
 * whole line.
 */
function toPageWords(line: readonly RecognisedWord[], image: PageImage): PageWord[] {
  const scale = 72 / image.dpi
  const flat = line.filter(({ text }) => !descenders.test(text) && tall.test(text))
  const heights = (flat.length > 0 ? flat : line).map(({ top, bottom }) => bottom - top)
  const em = median(heights) / (flat.length > 0 ? capitalHeight : capitalHeight + descent)
  const baseline =
    flat.length > 0
      ? median(flat.map(({ bottom }) => bottom))
      : median(line.map(({ bottom }) => bottom)) - em * descent
  return line.map(({ text, left, right, certainty }) => {
    const read = repairNumber(text)
    const minus = amount.test(read) ? findLostMinus(image, left, baseline, em) : undefined
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
