import { type OpenPdf, withPage } from '../pdf/pdfium.ts'
import { spaceOf } from '../pdf/coordinates.ts'

/** Grey, one byte a pixel: 0 is black. */
export type Picture = { width: number; height: number; pixels: Uint8Array; dpi: number }

const grey = 1
const white = 0xffffffff
const withNotes = 0x01
const inGrey = 0x08
const mostSide = 4_000

/** A page as it is seen. A very large page is drawn with fewer dots. */
export function draw(pdf: OpenPdf, index: number, most: number): Picture {
  const { pdfium } = pdf
  const picture = withPage(pdf, index, (page): Picture | undefined => {
    const size = spaceOf(pdf, page)
    const dpi = Math.min(most, (mostSide * 72) / Math.max(size.width, size.height))
    const width = Math.max(1, Math.round((size.width * dpi) / 72))
    const height = Math.max(1, Math.round((size.height * dpi) / 72))
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, grey, 0, 0)
    if (bitmap === 0) return undefined
    try {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
      pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withNotes | inGrey)
      const [start, stride] = [pdfium._FPDFBitmap_GetBuffer(bitmap), pdfium._FPDFBitmap_GetStride(bitmap)]
      const pixels = new Uint8Array(width * height)
      for (let row = 0; row < height; row++)
        pixels.set(pdfium.HEAPU8.subarray(start + row * stride, start + row * stride + width), row * width)
      return { width, height, pixels, dpi }
    } finally {
      pdfium._FPDFBitmap_Destroy(bitmap)
    }
  })
  if (!picture) throw new Error('a page that cannot be drawn')
  return picture
}

/** Turned by quarters with the clock. */
export function quarterTurned({ width, height, pixels, dpi }: Picture, quarters: number): Picture {
  const [wide, high] = quarters % 2 === 0 ? [width, height] : [height, width]
  const turned = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at =
        quarters === 1
          ? x * wide + (height - 1 - y)
          : quarters === 2
            ? (height - 1 - y) * wide + (width - 1 - x)
            : (width - 1 - x) * wide + y
      turned[at] = pixels[y * width + x] ?? 255
    }
  return { width: wide, height: high, pixels: turned, dpi }
}

/** Portable grey map: the simplest file that recognition reads. */
export const asFile = ({ width, height, pixels }: Picture): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
