import PDFDocument from 'pdfkit'
import type { FontFace, TextMark } from './types.ts'

/** Standard PDF fonts, available in every reader. */
export const standardFonts: Record<FontFace, string> = {
  sans: 'Helvetica',
  'sans-bold': 'Helvetica-Bold',
  'sans-italic': 'Helvetica-Oblique',
  serif: 'Times-Roman',
  'serif-bold': 'Times-Bold',
  mono: 'Courier',
  'mono-bold': 'Courier-Bold',
}

// This document is never written; it is used only to measure text.
const measuringDocument = new PDFDocument({ autoFirstPage: false })

export function widthOf({ text, face = 'sans', size }: Pick<TextMark, 'text' | 'face' | 'size'>): number {
  return measuringDocument.font(standardFonts[face]).fontSize(size).widthOfString(text)
}

export function leftOf(mark: TextMark): number {
  const share = { left: 0, centre: 0.5, right: 1 }[mark.align ?? 'left']
  return share === 0 ? mark.x : mark.x - share * widthOf(mark)
}

/** Returns the bounding box of a text, from cap height to descender. */
export function boxOf(mark: TextMark): [x: number, y: number, width: number, height: number] {
  const round = (length: number) => Math.round(length * 100) / 100
  return [leftOf(mark), mark.y - 0.8 * mark.size, widthOf(mark), 1.05 * mark.size].map(round) as [
    number,
    number,
    number,
    number,
  ]
}
