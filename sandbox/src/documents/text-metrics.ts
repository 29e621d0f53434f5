import PDFDocument from 'pdfkit'
import type { Face, TextMark } from './types.ts'

/** Of the fourteen fonts that every reader has. */
export const standardFonts: Record<Face, string> = {
  sans: 'Helvetica',
  'sans-bold': 'Helvetica-Bold',
  'sans-italic': 'Helvetica-Oblique',
  serif: 'Times-Roman',
  'serif-bold': 'Times-Bold',
  mono: 'Courier',
  'mono-bold': 'Courier-Bold',
}

// A document that is never written; it knows the widths.
const ruler = new PDFDocument({ autoFirstPage: false })

export function widthOf({ text, face = 'sans', size }: Pick<TextMark, 'text' | 'face' | 'size'>): number {
  return ruler.font(standardFonts[face]).fontSize(size).widthOfString(text)
}

export function leftOf(mark: TextMark): number {
  const share = { left: 0, centre: 0.5, right: 1 }[mark.align ?? 'left']
  return share === 0 ? mark.x : mark.x - share * widthOf(mark)
}

/** What a text covers: from above its capitals to below its descenders. */
export function boxOf(mark: TextMark): [x: number, y: number, width: number, height: number] {
  const round = (length: number) => Math.round(length * 100) / 100
  return [leftOf(mark), mark.y - 0.8 * mark.size, widthOf(mark), 1.05 * mark.size].map(round) as [
    number,
    number,
    number,
    number,
  ]
}
