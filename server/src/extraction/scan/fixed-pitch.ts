import type { PageWord } from '../document.ts'

// Fixed-pitch (typewriter) fonts: advance width in ems, and the blank share of a character cell.
const fixedPitchAdvance = 0.6
const blankShare = 0.19
// In characters.
const maxSlip = 0.75
// Proportional fonts: side bearing of the last letter, in ems.
const sideBearing = 0.05
const minSampleWords = 12
// Median relative deviation of the character width.
const maxDeviation = 0.024

/**
 * OCR boxes hug the ink, so gaps look wider than they are, most of all in fixed-pitch fonts, where words fell apart. Widens
 * each word to its advance width; for fixed-pitch fonts also derives the font size from the pitch.
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
    // A gap of about one character is a single space, even if a narrow letter makes it look wider.
    const next = (last?.right ?? -Infinity) + pitch
    const x = word.x > next && word.x < next + maxSlip * pitch ? next : word.x
    const right = Math.max(word.right, x + Math.min(word.text.length * pitch, word.right - x + size * 0.3))
    done.push({ ...word, size, x, right })
  }
  return done
}

/** True if word widths are proportional to their character counts. */
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
