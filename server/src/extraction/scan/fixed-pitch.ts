import type { Word } from '../document.ts'

// Of type whose signs are all equally wide, as of a typewriter; in ems.
const pitchOfType = 0.6
const inkLess = 0.19
// In signs.
const widestSlip = 0.75
// Of other type: what stands between the ink of the last letter and the end of its word.
const bearing = 0.05
const fewestWords = 12
const mostSpread = 0.024

/**
 * Boxes of recognition hug the ink, so that gaps seem wider than they are, most of all in type of one pitch: there gaps
 * parted words that belong together. Words get the place they take up, and type of one pitch the size that its pitch tells.
 */
export function spaced(words: readonly Word[]): Word[] {
  const lines = [...Map.groupBy(words, ({ y }) => y).values()].map((line) => ({
    line,
    pitch: median(line.filter(({ text }) => text.length > 1).map(pitchOf)),
  }))
  if (!hasOnePitch(lines))
    return lines.flatMap(({ line }) =>
      line.map((word) => ({ ...word, right: word.right + bearing * word.size })),
    )
  return lines.flatMap(({ line, pitch }) => (pitch ? ofPitch(line, pitch) : line))
}

const pitchOf = ({ text, x, right }: Word) => (right - x) / (text.length - inkLess)

function ofPitch(line: readonly Word[], pitch: number): Word[] {
  const done: Word[] = []
  for (const word of line.toSorted((one, other) => one.x - other.x)) {
    const last = done.at(-1)
    const size = Math.min(word.size * 1.25, Math.max(word.size * 0.85, pitch / pitchOfType))
    // A gap of one sign is a space, though a narrow letter beside it makes it look wider.
    const next = (last?.right ?? -Infinity) + pitch
    const x = word.x > next && word.x < next + widestSlip * pitch ? next : word.x
    const right = Math.max(word.right, x + Math.min(word.text.length * pitch, word.right - x + size * 0.3))
    done.push({ ...word, size, x, right })
  }
  return done
}

/** Whether the words of a line are as long as they have letters, in most lines. */
function hasOnePitch(lines: { line: Word[]; pitch: number | undefined }[]): boolean {
  const off = lines.flatMap(({ line, pitch }) =>
    pitch && line.length > 2
      ? line.filter(({ text }) => text.length > 2).map((word) => Math.abs(pitchOf(word) / pitch - 1))
      : [],
  )
  return off.length >= fewestWords && (median(off) ?? 1) < mostSpread
}

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((a, b) => a - b)[values.length >> 1]
