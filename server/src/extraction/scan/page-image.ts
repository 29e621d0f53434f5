import { readPageSpace } from '../pdf/coordinates.ts'
import { type OpenPdf, withPage } from '../pdf/pdfium.ts'

/** Greyscale image with one byte per pixel; 0 is black. */
export type PageImage = { width: number; height: number; pixels: Uint8Array; dpi: number }

const greyFormat = 1
const white = 0xffffffff
// PDFium's rendering flags FPDF_ANNOT and FPDF_GRAYSCALE.
const renderAnnotations = 0x01
const renderGreyscale = 0x08
const maxSidePixels = 4_000

/** Renders a page as a PDF viewer displays it. Pages larger than `maxSide` pixels get a lower resolution. */
export function renderPage(
  pdf: OpenPdf,
  index: number,
  maxDpi: number,
  maxSide: number = maxSidePixels,
): PageImage {
  const { pdfium } = pdf
  const image = withPage(pdf, index, (page): PageImage | undefined => {
    const size = readPageSpace(pdf, page)
    const dpi = Math.min(maxDpi, (maxSide * 72) / Math.max(size.width, size.height))
    const width = Math.max(1, Math.round((size.width * dpi) / 72))
    const height = Math.max(1, Math.round((size.height * dpi) / 72))
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, greyFormat, 0, 0)
    if (bitmap === 0) return undefined
    try {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
      pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderAnnotations | renderGreyscale)
      const [start, stride] = [pdfium._FPDFBitmap_GetBuffer(bitmap), pdfium._FPDFBitmap_GetStride(bitmap)]
      const pixels = new Uint8Array(width * height)
      for (let row = 0; row < height; row++)
        pixels.set(pdfium.HEAPU8.subarray(start + row * stride, start + row * stride + width), row * width)
      return { width, height, pixels, dpi }
    } finally {
      pdfium._FPDFBitmap_Destroy(bitmap)
    }
  })
  if (!image) throw new Error('could not render page')
  return image
}

/** Rotates the image clockwise by a number of quarter turns. */
export function rotateQuarters({ width, height, pixels, dpi }: PageImage, quarters: number): PageImage {
  const [wide, high] = quarters % 2 === 0 ? [width, height] : [height, width]
  const rotated = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at =
        quarters === 1
          ? x * wide + (height - 1 - y)
          : quarters === 2
            ? (height - 1 - y) * wide + (width - 1 - x)
            : (width - 1 - x) * wide + y
      rotated[at] = pixels[y * width + x] ?? 255
    }
  return { width: wide, height: high, pixels: rotated, dpi }
}

/** Encodes the image as a portable greymap (PGM), the simplest format that Tesseract reads. */
export const encodePgm = ({ width, height, pixels }: PageImage): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
