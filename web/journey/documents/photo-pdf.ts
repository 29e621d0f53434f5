// Writes photos as one PDF with a page for each. The service accepts PDFs only, and a PDF library would be larger
// than the whole first view.

/** A photo as an upright RGB JPEG. */
export type Photo = { jpeg: Uint8Array; width: number; height: number }

/** Sides of an A4 page in points. */
const short = 595.28
const long = 841.89

/** Fits each photo to an A4 page in the photo's orientation. */
export function pdfOfPhotos(photos: readonly Photo[]): Uint8Array<ArrayBuffer> {
  const objects: Part[][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    [
      `<< /Type /Pages /Count ${photos.length} /Kids [${photos.map((_, n) => `${firstOf(n)} 0 R`).join(' ')}] >>`,
    ],
    ...photos.flatMap(pageObjects),
  ]
  return assemble(objects)
}

type Part = string | Uint8Array

/**
 * Returns the number of a page's first object. Each page has three (page, content stream and image), after two
 * objects of the document.
 */
const firstOf = (n: number) => 3 + n * 3

function pageObjects({ jpeg, width, height }: Photo, n: number): Part[][] {
  const [pageWidth, pageHeight] = width > height ? [long, short] : [short, long]
  const scale = Math.min(pageWidth / width, pageHeight / height)
  const drawn = { width: width * scale, height: height * scale }
  const left = (pageWidth - drawn.width) / 2
  const bottom = (pageHeight - drawn.height) / 2
  const drawing = `q ${points(drawn.width)} 0 0 ${points(drawn.height)} ${points(left)} ${points(bottom)} cm /Photo Do Q`
  const page = firstOf(n)
  return [
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] `,
      `/Resources << /XObject << /Photo ${page + 2} 0 R >> >> /Contents ${page + 1} 0 R >>`,
    ],
    [`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`],
    [
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB `,
      `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      '\nendstream',
    ],
  ]
}

const points = (value: number) => value.toFixed(2)

/** Numbers the objects from 1 and appends the cross-reference table with their byte offsets. */
function assemble(objects: readonly Part[][]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let length = 0
  const write = (part: Part) => {
    const bytes = typeof part === 'string' ? latin1(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  // A comment with four bytes above 127 marks the file as binary.
  write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  const begins = objects.map((object, n) => {
    const at = length
    for (const part of [`${n + 1} 0 obj\n`, ...object, '\nendobj\n']) write(part)
    return at
  })
  const table = length
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const at of begins) write(`${String(at).padStart(10, '0')} 00000 n \n`)
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return joined(parts, length)
}

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function joined(parts: readonly Uint8Array[], length: number) {
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
