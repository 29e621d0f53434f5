import type { PageImage } from './page-image.ts'

// All in ems: search distance to both sides of the amount's left edge, heights above the baseline, and minimum length
// of the minus.
const reachLeft = 0.55
const reachRight = 0.45
const capitalHeight = 0.62
const barTop = 0.4
const barBottom = 0.12
const minBarLength = 0.14
// Maximum grey level of ink, from 0 to 255.
const maxInkLevel = 140

/**
 * Searches the image for a minus that Tesseract dropped before an amount, and returns its left edge. A lost minus
 * would turn a payment into a receipt. A minus is a short bar at half height without ink above or below it.
 */
export function findLostMinus(
  { width, pixels }: PageImage,
  left: number,
  baseline: number,
  em: number,
): number | undefined {
  const start = Math.max(0, Math.round(left - reachLeft * em))
  const isDark = (x: number, y: number) => (pixels[y * width + x] ?? 255) < maxInkLevel
  const hasInk = (x: number, from: number, to: number) => {
    for (let y = Math.max(0, Math.round(from)); y < to; y++) if (isDark(x, y)) return true
    return false
  }
  let bar: number[] = []
  // The search area includes the start of the amount's box, because the box may already contain the minus.
  for (let x = start; x < left + reachRight * em; x++) {
    const isOtherInk =
      hasInk(x, baseline - capitalHeight * em, baseline - barTop * em) ||
      hasInk(x, baseline - barBottom * em, baseline)
    if (isOtherInk && x >= left - 1) break
    if (isOtherInk) bar = []
    else if (hasInk(x, baseline - barTop * em, baseline - barBottom * em)) bar.push(x)
    else if (bar.length > 0 && x >= left - 1) break
  }
  const [first = 0] = bar
  const last = bar.at(-1) ?? 0
  const isApart = !hasInk(last + 1, baseline - capitalHeight * em, baseline)
  // A bar that continues beyond the search area is a rule. A bar that touches the first digit is part of that digit.
  return bar.length >= minBarLength * em && first > start && isApart ? first : undefined
}
