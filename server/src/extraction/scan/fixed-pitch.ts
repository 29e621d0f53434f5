import type { PageWord } from '../document.ts'

// Advance width of fixed-pitch (typewriter) fonts, in ems, and the blank share of a character cell.
const fixedPitchAdvance = 0.6
const blankShare = 0.19
// Maximum width by which a gap may exceed one character and still be a single space, in characters.
const maxSlip = 0.75
// Side bearing after the last letter of a word in proportional fonts, in ems.
const sideBearing = 0.05
const minSampleWords = 12
// Maximum median deviation of the character widths in a fixed-pitch font, relative to the pitch.
const maxDeviation = 0.024

/**
 * Widens each word to its advance width. OCR boxes enclose only the ink, so gaps look too wide, especially in
 * fixed-pitch fonts, where words would fall apart. For fixed-pitch fonts, the font size is also derived from the
 * pitch.
 */
export function adjustWordWidths(words: readonly PageWord[]): PageWord[] {
  const lines = [...Map.groupBy(words, ({ y }) => y).values()].map((line) => ({
    line,
    pitch: median(line.filter(({ text }) => text.length > 1).map(measurePitch)),
  }))
  if (!isFixedPitch(lines))
    return lines.flatMap(({ line }) =>
      line.map((word) => ({ ...word, right: word.right + sideBearing * word.size })),
    )
  return lines.flatMap(({ line, pitch }) => (pitch ? adjustFixedPitchLine(line, pitch) : line))
}

const measurePitch = ({ text, x, right }: PageWord) => (right - x) / (text.length - blankShare)

function adjustFixedPitchLine(line: readonly PageWord[], pitch: number): PageWord[] {
  const done: PageWord[] = []
  for (const word of line.toSorted((one, other) => one.x - other.x)) {
    const last = done.at(-1)
    const size = Math.min(word.size * 1.25, Math.max(word.size * 0.85, pitch / fixedPitchAdvance))
    // A gap of about one character is a single space, even if a narrow letter beside it makes the gap look wider.
    const next = (last?.right ?? -Infinity) + pitch
    const x = word.x > next && word.x < next + maxSlip * pitch ? next : word.x
    const right = Math.max(word.right, x + Math.min(word.text.length * pitch, word.right - x + size * 0.3))
    done.push({ ...word, size, x, right })
  }
  return done
}

/** Whether word widths are proportional to the number of characters. */
function isFixedPitch(lines: { line: PageWord[]; pitch: number | undefined }[]): boolean {
  const deviations = lines.flatMap(({ line, pitch }) =>
    pitch && line.length > 2
      ? line.filter(({ text }) => text.length > 2).map((word) => Math.abs(measurePitch(word) / pitch - 1))
      : [],
  )
  return deviations.length >= minSampleWords && (median(deviations) ?? 1) < maxDeviation
}

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[values.length >> 1]
