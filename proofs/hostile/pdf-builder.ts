/**
 * A PDF object: raw text, or a stream with its dictionary. Element n of a list, counted from 0, becomes object n + 1.
 */
export type PdfObject = string | { head?: string; body: Uint8Array | string; length?: string }

type PdfOptions = {
  /** Additional trailer entries. */
  trailer?: string
  /** Value written instead of the true offset of the cross-reference table. */
  startxref?: number | string
}

/** Writes the objects as a PDF without validating them, so that tests can build invalid files. */
export function buildPdf(parts: readonly PdfObject[], { trailer = '', startxref }: PdfOptions = {}): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
  let at = pieces[0]?.length ?? 0
  const offsets = parts.map((part, n) => {
    const offset = at
    const piece = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), serialise(part), Buffer.from('\nendobj\n')])
    pieces.push(piece)
    at += piece.length
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = parts.length + 1
  pieces.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${startxref ?? at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(pieces)
}

function serialise(part: PdfObject): Buffer {
  if (typeof part === 'string') return Buffer.from(part, 'latin1')
  const body = Buffer.from(part.body as string, 'latin1')
  const head = `<< ${part.head ?? ''} /Length ${part.length ?? body.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body, Buffer.from('\nendstream')])
}

export const catalogue = '<< /Type /Catalog /Pages 2 0 R >>'
export const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
export const helvetica = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'

type PageOptions = PdfOptions & { page?: string; resources?: string; more?: PdfObject[] }

/** Builds a PDF with one page, whose content stream is object 4; `more` objects follow from 5. */
export function onePager(content: PdfObject, options: PageOptions = {}): Buffer {
  const { page = '', resources = helvetica, more = [], ...rest } = options
  const sheet = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${resources} >> ${page} >>`
  return buildPdf([catalogue, onePage, sheet, content, ...more], rest)
}

export const greeting = 'BT /F1 12 Tf 72 720 Td (Account statement 1,234.56) Tj ET'
