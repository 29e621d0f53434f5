import type { Picture } from './page-image.ts'

// In ems, from the baseline and from the left edge of the amount.
const reach = 0.55
const within = 0.45
const capital = 0.62
const barHigh = 0.4
const barLow = 0.12
const shortest = 0.14
const dark = 140

/**
 * Recognition drops a small minus before an amount now and then, and without it a payment is a receipt. So it is looked for:
 * a short bar at half height with nothing above or below it. Returns where it begins.
 */
export function lostMinus(
  { width, pixels }: Picture,
  left: number,
  baseline: number,
  em: number,
): number | undefined {
  const start = Math.max(0, Math.round(left - reach * em))
  const isDark = (x: number, y: number) => (pixels[y * width + x] ?? 255) < dark
  const hasInk = (x: number, from: number, to: number) => {
    for (let y = Math.max(0, Math.round(from)); y < to; y++) if (isDark(x, y)) return true
    return false
  }
  let bar: number[] = []
  // The box of the amount may begin with its minus, or after it.
  for (let x = start; x < left + within * em; x++) {
    const isElse =
      hasInk(x, baseline - capital * em, baseline - barHigh * em) ||
      hasInk(x, baseline - barLow * em, baseline)
    if (isElse && x >= left - 1) break
    if (isElse) bar = []
    else if (hasInk(x, baseline - barHigh * em, baseline - barLow * em)) bar.push(x)
    else if (bar.length > 0 && x >= left - 1) break
  }
  const [first = 0] = bar
  const last = bar.at(-1) ?? 0
  const isApart = !hasInk(last + 1, baseline - capital * em, baseline)
  // What goes on to the left of where was looked is a rule; what runs into the first digit is its edge.
  return bar.length >= shortest * em && first > start && isApart ? first : undefined
}
