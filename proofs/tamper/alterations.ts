import { degrees, PDFDocument, PDFName, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { libraryPdf } from '../../sandbox/src/documents/producers/library.ts'
import { toPng } from '../../sandbox/src/documents/raster.ts'
import type { TamperTarget } from '../../sandbox/src/documents/tampering/amounts.ts'
import { pageOf, rewriteText, write } from '../../sandbox/src/documents/tampering/page-content.ts'
import { openToEdit, saveRewritten } from '../../sandbox/src/documents/tampering/pdf-editing.ts'
import { boxOf, leftOf, standardFonts } from '../../sandbox/src/documents/text-metrics.ts'
import type { AlterableDocument, Alteration } from './alteration.ts'

/** Edits the document for each target figure and saves the complete file. */
const editing =
  (work: (pdf: PDFDocument, target: TamperTarget) => Promise<void> | void) =>
  async ({ bytes, targets }: AlterableDocument): Promise<Uint8Array> => {
    const pdf = await openToEdit(bytes)
    for (const target of targets) await work(pdf, target)
    return saveRewritten(pdf)
  }

type TextStyle = {
  x?: number
  y?: number
  size?: number
  colour?: [number, number, number]
  font?: StandardFonts
}

/** Draws text on a page, by default at the position and in the style of the figure. */
async function drawText(
  pdf: PDFDocument,
  { page, mark, now }: TamperTarget,
  text: string = now,
  style: TextStyle = {},
) {
  const sheet = pageOf(pdf, page)
  const font = await pdf.embedFont(style.font ?? standardFonts[mark.face ?? 'sans'])
  const size = style.size ?? mark.size
  const x = style.x ?? leftOf({ ...mark, text, size })
  sheet.page.drawText(text, {
    x,
    y: sheet.height - (style.y ?? mark.y),
    size,
    font,
    color: rgb(...(style.colour ?? ([0, 0, 0] as const))),
  })
}

const white = { width: 80, height: 20, channels: 3, background: '#ffffff' } as const

const removeText = (pdf: PDFDocument, target: TamperTarget) => rewriteText(pdf, target, () => '')

const isSerif = (mark: TamperTarget['mark']) => (mark.face ?? 'sans').startsWith('serif')

export const alterations: Alteration[] = [
  {
    name: 'printed over the old figure',
    codes: /^TEXT_OVER_TEXT$/,
    isPlaced: true,
    apply: editing((pdf, target) => drawText(pdf, target)),
  },
  {
    name: 'an annotation over the figure',
    codes: /^ANNOTATION_OVER_TEXT$/,
    isPlaced: true,
    apply: editing((pdf, { page, mark, now }) => {
      const sheet = pageOf(pdf, page)
      const [left, top, width, height] = boxOf(mark)
      const note = pdf.context.obj({
        Type: 'Annot',
        Subtype: 'FreeText',
        F: 4,
        DA: PDFString.of('/Helv 9 Tf 0 g'),
        Rect: [left, sheet.height - top - height, left + width, sheet.height - top],
        Contents: PDFString.of(now),
      })
      sheet.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(note)]))
    }),
  },
  {
    name: 'a figure in white',
    codes: /^WHITE_TEXT$/,
    isPlaced: false,
    apply: editing((pdf, target) => drawText(pdf, target, '98,765.43', { x: 30, y: 15, colour: [1, 1, 1] })),
  },
  {
    name: 'a figure outside the page',
    codes: /^OFF_PAGE$/,
    isPlaced: false,
    apply: editing((pdf, target) => drawText(pdf, target, '98,765.43', { x: -200, y: 100 })),
  },
  {
    name: 'a figure too small to read',
    codes: /^TINY_TEXT$/,
    isPlaced: false,
    apply: editing((pdf, target) => drawText(pdf, target, '98,765.43', { x: 30, y: 15, size: 0.8 })),
  },
  {
    name: 'one digit in another font',
    // The new digit also contradicts the other figures; then the font is not reported for every layout.
    codes: /^(MIXED_FONTS$|FONT_OUTLIER$|ARITHMETIC_)/,
    isPlaced: true,
    apply: editing(async (pdf, target) => {
      removeText(pdf, target)
      const { mark } = target
      const [head, tail] = [mark.text.slice(0, -1), '7']
      const other = isSerif(mark) ? StandardFonts.Helvetica : StandardFonts.TimesRoman
      const right = boxOf(mark)[0] + boxOf(mark)[2]
      await drawText(pdf, target, head, { x: boxOf(mark)[0] })
      await drawText(pdf, target, tail, { x: right - mark.size * 0.556, font: other })
    }),
  },
  {
    name: 'a picture instead of the figure',
    codes: /^(FIGURE_AS_PICTURE|NOT_VERIFIED|ARITHMETIC_)/,
    isPlaced: false,
    apply: editing(async (pdf, target) => {
      removeText(pdf, target)
      const [x, y, width, height] = boxOf(target.mark)
      const picture = await pdf.embedPng(await sharp({ create: white }).png().toBuffer())
      const sheet = pageOf(pdf, target.page)
      sheet.page.drawImage(picture, { x, y: sheet.height - y - height, width, height })
    }),
  },
  {
    name: 'the figure typed onto a picture of the page',
    codes: /^(TEXT_OVER_PICTURE|SCAN_ONLY)$/,
    isPlaced: false,
    async apply({ bytes, drawing, targets }) {
      const pdf = await PDFDocument.create()
      const pictures = await toPng(bytes, 100)
      for (const [n, sheet] of drawing.sheets.entries()) {
        const page = pdf.addPage([sheet.width, sheet.height])
        const picture = await pdf.embedPng(pictures[n] as Buffer)
        page.drawImage(picture, { x: 0, y: 0, width: sheet.width, height: sheet.height })
      }
      for (const target of targets) await drawText(pdf, target)
      return pdf.save()
    },
  },
  {
    name: 'screenshots of the pages',
    codes: /^SCAN_ONLY$/,
    isPlaced: false,
    async apply({ bytes, drawing }) {
      const pdf = await PDFDocument.create()
      for (const [n, png] of (await toPng(bytes, 150)).entries()) {
        const { width, height } = drawing.sheets[n] ?? { width: 595, height: 842 }
        pdf.addPage([width, height]).drawImage(await pdf.embedPng(png), { x: 0, y: 0, width, height })
      }
      return pdf.save()
    },
  },
  {
    name: 'new digits in a newly generated file',
    codes: /^(ARITHMETIC_|NOT_VERIFIED)/,
    isPlaced: false,
    async apply({ drawing, targets }) {
      const sheets = drawing.sheets.map((sheet, n) => ({
        ...sheet,
        marks: sheet.marks.map((mark) => {
          const target = targets.find((one) => one.page === n + 1 && one.mark === mark)
          return target ? { ...target.mark, text: target.now } : mark
        }),
      }))
      return libraryPdf({ ...drawing, sheets })
    },
  },
  {
    name: 'metadata removed',
    codes: /^NO_METADATA$/,
    isPlaced: false,
    async apply({ bytes }) {
      const pdf = await openToEdit(bytes)
      pdf.context.trailerInfo.Info = undefined
      pdf.catalog.delete(PDFName.of('Metadata'))
      return saveRewritten(pdf)
    },
  },
  {
    name: 'edited by a library that names itself',
    codes: /^EDITING_SOFTWARE$/,
    isPlaced: false,
    async apply({ bytes, targets }) {
      const pdf = await PDFDocument.load(bytes)
      for (const target of targets) await write(pdf, target)
      return pdf.save()
    },
  },
  {
    name: 'embedded JavaScript',
    codes: /^JAVASCRIPT$/,
    isPlaced: false,
    async apply({ bytes }) {
      const pdf = await openToEdit(bytes)
      pdf.addJavaScript('look', 'var a = 1')
      return saveRewritten(pdf)
    },
  },
  {
    name: 'a page of another size and rotation',
    codes: /^(PAGE_SIZE_DIFFERS|PAGE_|ARITHMETIC_|NOT_VERIFIED)/,
    isPlaced: false,
    async apply({ bytes }) {
      const pdf = await openToEdit(bytes)
      const [copy] = await pdf.copyPages(pdf, [0])
      copy?.setSize(copy.getWidth() - 0.6, copy.getHeight() - 0.5)
      copy?.setRotation(degrees(0))
      if (copy) pdf.addPage(copy)
      return saveRewritten(pdf)
    },
  },
]
