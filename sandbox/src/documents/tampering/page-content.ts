import { decodePDFRawStream, type PDFDocument, PDFName, PDFRawStream, PDFRef, rgb } from '@cantoo/pdf-lib'
import { boxOf, leftOf, standardFonts } from '../text-metrics.ts'
import type { Face, TextMark } from '../types.ts'
import type { Target } from './amounts.ts'

const textBlock = /BT\n[\s\S]*?\nET\n/g
const sizing = /\/F\d+ ([\d.]+) Tf/
const placing = /1 0 0 (-?1) (-?[\d.]+) (-?[\d.]+) Tm/

/** Rewrites the operators that paint one text. Both producers give each text a block of its own. */
export function rewriteText(pdf: PDFDocument, { page, mark }: Target, rewrite: (block: string) => string) {
  const { node, height } = pageOf(pdf, page)
  const contents = node.get(PDFName.of('Contents'))
  const stream = pdf.context.lookup(contents)
  if (!(contents instanceof PDFRef && stream instanceof PDFRawStream))
    throw new Error('The content of the page is not one stream')
  const before = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
  let found = 0
  const after = before.replace(textBlock, (block) => {
    if (!isAt(block, mark, height)) return block
    found++
    return rewrite(block)
  })
  if (found !== 1) throw new Error(`"${mark.text}" is ${found} times where it should be once`)
  pdf.context.assign(contents, pdf.context.flateStream(Buffer.from(after, 'latin1')))
  pdf.context.snapshot?.markRefForSave(contents)
}

/** The library counts upwards from the foot of the page, the browser downwards from its head with letters turned over. */
function isAt(block: string, mark: TextMark, height: number): boolean {
  const [, up, x, y] = block.match(placing) ?? []
  const baseline = up === '1' ? height - Number(y) : Number(y)
  const size = Number(block.match(sizing)?.[1])
  // Words of another size may begin at the same place: labels for screen readers do.
  const isOfItsSize = Math.abs(size - mark.size) < 0.05
  return isOfItsSize && Math.abs(Number(x) - leftOf(mark)) < 0.5 && Math.abs(baseline - mark.y) < 0.1
}

/** A box in the colour of the paper, over what is to be hidden. */
export function cover(pdf: PDFDocument, { page, mark }: Target, paper: string) {
  const [x, y, width, height] = boxOf(mark)
  const sheet = pageOf(pdf, page)
  sheet.page.drawRectangle({ x, y: sheet.height - y - height, width, height, color: toRgb(paper) })
}

/** The new figure where the old one was, aligned as it was. */
export async function write(pdf: PDFDocument, { page, mark, now }: Target, face: Face = mark.face ?? 'sans') {
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
