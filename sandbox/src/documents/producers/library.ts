import PDFDocument from 'pdfkit'
import { toPrintable } from '../fit-text.ts'
import { leftOf, standardFonts } from '../text-metrics.ts'
import type { BoxMark, Drawing, DrawingMark, LineMark, Sheet, TextMark } from '../types.ts'

const producerName = 'Payproof sandbox'

type Pdf = PDFKit.PDFDocument

/** Creates a PDF deterministically: dates are taken from the drawing, and the file id is derived from them. */
export async function libraryPdf(drawing: Drawing): Promise<Buffer> {
  const madeAt = new Date(`${drawing.madeOn}T12:00:00Z`)
  const { title: Title, creator: Creator } = drawing
  const info = { Title, Creator, Producer: producerName, CreationDate: madeAt, ModDate: madeAt }
  const pdf = new PDFDocument({ autoFirstPage: false, compress: true, pdfVersion: '1.7', info })
  const written = collect(pdf)
  for (const sheet of drawing.sheets) {
    addPage(pdf, sheet)
    for (const mark of sheet.marks) draw(pdf, mark)
  }
  pdf.end()
  return written
}

function addPage(pdf: Pdf, { width, height, rotation }: Sheet) {
  pdf.addPage({ size: rotation ? [height, width] : [width, height], margin: 0 })
  if (!rotation) return
  Object.assign(pdf.page.dictionary.data, { Rotate: rotation })
  if (rotation === 90) pdf.transform(0, -1, 1, 0, 0, width)
  else pdf.transform(0, 1, -1, 0, height, 0)
}

/** Collects the output of a PDF document. */
export function collect(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    pdf.on('data', (part) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
}

function draw(pdf: Pdf, mark: DrawingMark) {
  if ('text' in mark) drawText(pdf, mark)
  else if ('line' in mark) drawLine(pdf, mark)
  else drawBox(pdf, mark)
}

function drawText(pdf: Pdf, mark: TextMark) {
  const { text, y, size, face = 'sans', colour = '#000000' } = mark
  if (toPrintable(text) !== text) throw new Error(`The standard fonts cannot print "${text}"`)
  pdf.font(standardFonts[face]).fontSize(size).fillColor(colour)
  pdf.text(text, leftOf(mark), y, { lineBreak: false, baseline: 'alphabetic' })
}

function drawLine(pdf: Pdf, { line: [x1, y1, x2, y2], width = 0.5, colour = '#000000' }: LineMark) {
  pdf.lineWidth(width).strokeColor(colour).moveTo(x1, y1).lineTo(x2, y2).stroke()
}

function drawBox(pdf: Pdf, { box: [x, y, width, height], fill, stroke }: BoxMark) {
  pdf.lineWidth(0.5).rect(x, y, width, height)
  if (fill && stroke) pdf.fillAndStroke(fill, stroke)
  else if (fill) pdf.fill(fill)
  else pdf.stroke(stroke ?? '#000000')
}
