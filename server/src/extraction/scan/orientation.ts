import { sampleDarkDots } from './dark-dots.ts'
import type { PageImage } from './page-image.ts'

// Side of the windows in which rows and columns are compared, in sampled pixels. In a window, lines of text alternate with
// gaps, but the letters of different lines are not above each other.
const windowSide = 72
// A row of a window counts at most this share of its dots, so that rules do not outweigh the text.
const maxRowShare = 0.25
// Distance of the rows that are compared, less than the height of a line.
const lag = 3
// How much stronger the columns must alternate than the rows for a page to be lying on its side.
const minAdvantage = 1.1

/** Whether the lines of text run from top to bottom. */
export function isSideways(image: PageImage): boolean {
  const windows = new Map<number, { rows: Uint16Array; columns: Uint16Array; count: number }>()
  const dots = sampleDarkDots(image)
  for (let n = 0; n < dots.length; n += 2) {
    const [x, y] = [dots[n] as number, dots[n + 1] as number]
    const key = Math.floor(y / windowSide) * 1_000 + Math.floor(x / windowSide)
    let found = windows.get(key)
    if (!found) {
      found = { rows: new Uint16Array(windowSide), columns: new Uint16Array(windowSide), count: 0 }
      windows.set(key, found)
    }
    const [row, column] = [y % windowSide, x % windowSide]
    found.rows[row] = (found.rows[row] as number) + 1
    found.columns[column] = (found.columns[column] as number) + 1
    found.count++
  }
  let [acrossRows, acrossColumns] = [0, 0]
  for (const { rows, columns, count } of windows.values()) {
    const cap = Math.max(2, count * maxRowShare)
    acrossRows += measureAlternation(rows, cap)
    acrossColumns += measureAlternation(columns, cap)
  }
  return acrossColumns > acrossRows * minAdvantage
}

function measureAlternation(counts: Uint16Array, cap: number): number {
  let sum = 0
  for (let n = lag; n < counts.length; n++)
    sum += (Math.min(cap, counts[n] as number) - Math.min(cap, counts[n - lag] as number)) ** 2
  return sum
}
