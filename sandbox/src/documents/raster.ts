import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

export type Raster = { width: number; height: number; pixels: Uint8Array }

let library: Promise<PDFiumLibrary> | undefined

/** Opens a PDF with PDFium, which the service also uses, and always closes it. */
export async function withPdf<T>(
  bytes: Uint8Array,
  use: (pdf: PDFiumDocument) => Promise<T> | T,
): Promise<T> {
  library ??= PDFiumLibrary.init()
  const pdf = await (await library).loadDocument(bytes)
  try {
    return await use(pdf)
  } finally {
    pdf.destroy()
  }
}

/** Renders each page as PNG. */
export function toPng(bytes: Uint8Array, dpi = 100): Promise<Buffer[]> {
  return withPdf(bytes, async (pdf) => {
    const pictures: Buffer[] = []
    for (const page of pdf.pages()) {
      const { width, height, data } = await page.render({ scale: dpi / 72, render: 'bitmap' })
      const raw = sharp(data, { raw: { width, height, channels: 4 } })
      pictures.push(await raw.removeAlpha().png().toBuffer())
    }
    return pictures
  })
}

/** Renders each page in greyscale, one byte per pixel. */
export function toGrey(bytes: Uint8Array, dpi: number): Promise<Raster[]> {
  return withPdf(bytes, async (pdf) => {
    const pages: Raster[] = []
    for (const page of pdf.pages()) {
      const { width, height, data } = await page.render({
        scale: dpi / 72,
        render: 'bitmap',
        colorSpace: 'Gray',
      })
      pages.push({ width, height, pixels: data })
    }
    return pages
  })
}
