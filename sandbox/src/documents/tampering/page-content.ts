import { decodePDFRawStream, type PDFDocument, PDFName, PDFRawStream, PDFRef, rgb } from '@cantoo/pdf-lib'
import { boxOf, leftOf, standardFonts } from '../text-metrics.ts'
import type { FontFace, TextMark } from '../types.ts'
import type { TamperTarget } from './amounts.ts'

const textBlock = /BT\n[\s\S]*?\nET\n/g
const fontSizePattern = /\/F\d+ ([\d.]+) Tf/
const textMatrixPattern = /1 0 0 (-?1) (-?[\d.]+) (-?[\d.]+) Tm/

/** Rewrites the operators that paint one text. Both producers put each text into its own BT/ET block. */
export function rewriteText(
  pdf: PDFDocument,
  { page, mark }: TamperTarget,
  rewrite: (block: string) => string,
) {
  const { node, height } = pageOf(pdf, page)
  const contents = node.get(PDFName.of('Contents'))
  const stream = pdf.context.lookup(contents)
  if (!(contents instanceof PDFRef && stream instanceof PDFRawStream))
    throw new Error('The page content is not a single stream')
  const before = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
  let matches = 0
  const after = before.replace(textBlock, (block) => {
    if (!isAt(block, mark, height)) return block
    matches++
    return rewrite(block)
  })
  if (matches !== 1) throw new Error(`"${mark.text}" was found ${matches} times instead of once`)
  pdf.context.assign(contents, pdf.context.flateStream(Buffer.from(after, 'latin1')))
  pdf.context.snapshot?.markRefForSave(contents)
}

/**
 * Whether a text block is at the position of the mark. In library files the y axis points up from the page bottom; in
 * Chromium files it points down, with a flipped text matrix.
 */
function isAt(block: string, mark: TextMark, height: number): boolean {
  const [, up, x, y] = block.match(textMatrixPattern) ?? []
  const baseline = up === '1' ? height - Number(y) : Number(y)
  const size = Number(block.match(fontSizePattern)?.[1])
  // A screen-reader label in another size may start at the same position.
  const hasSameSize = Math.abs(size - mark.size) < 0.05
  return hasSameSize && Math.abs(Number(x) - leftOf(mark)) < 0.5 && Math.abs(baseline - mark.y) < 0.1
}

/** Covers a text with a box in the background colour. */
export function cover(pdf: PDFDocument, { page, mark }: TamperTarget, background: string) {
  const [x, y, width, height] = boxOf(mark)
  const sheet = pageOf(pdf, page)
  sheet.page.drawRectangle({ x, y: sheet.height - y - height, width, height, color: toRgb(background) })
}

/** Writes the new figure in place of the old one, with the same alignment. */
export async function write(
  pdf: PDFDocument,
  { page, mark, now }: TamperTarget,
  face: FontFace = mark.face ?? 'sans',
) {
  const font = await pdf.embedFont(standardFonts[face])
  const sheet = pageOf(pdf, page)
  const x = leftOf({ ...mark, face, text: now })
  const color = toRgb(mark.colour ?? '#000000')
  sheet.page.drawText(now, { x, y: sheet.height - mark.y, size: mark.size, font, color })
}

export function pageOf(pdf: PDFDocument, number: number) {
  const page = pdf.getPage(number - 1)
  return { page, node: page.node, height: page.getHeight() }
}

function toRgb(colour: string) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return rgb(red as number, green as number, blue as number)
}
