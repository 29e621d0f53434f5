/** A part of a file: text as it is, or a stream with its dictionary. Number n of the list is object n + 1. */
export type Part = string | { head?: string; body: Uint8Array | string; length?: string }

export type PaperOptions = {
  /** More entries of the trailer. */
  trailer?: string
  /** Instead of the true place of the cross-reference table. */
  startxref?: number | string
}

/** A PDF as its parts are, right or wrong: nothing is checked, that is the point. */
export function paper(parts: readonly Part[], { trailer = '', startxref }: PaperOptions = {}): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
  let at = pieces[0]?.length ?? 0
  const offsets = parts.map((part, n) => {
    const offset = at
    const piece = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), written(part), Buffer.from('\nendobj\n')])
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

function written(part: Part): Buffer {
  if (typeof part === 'string') return Buffer.from(part, 'latin1')
  const body = Buffer.from(part.body as string, 'latin1')
  const head = `<< ${part.head ?? ''} /Length ${part.length ?? body.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body, Buffer.from('\nendstream')])
}

export const catalogue = '<< /Type /Catalog /Pages 2 0 R >>'
export const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
export const helvetica = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'

type PageOptions = PaperOptions & { page?: string; resources?: string; more?: Part[] }

/** One page whose content is object 4; more parts follow as objects 5 and on. */
export function onePager(content: Part, options: PageOptions = {}): Buffer {
  const { page = '', resources = helvetica, more = [], ...rest } = options
  const sheet = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${resources} >> ${page} >>`
  return paper([catalogue, onePage, sheet, content, ...more], rest)
}

export const greeting = 'BT /F1 12 Tf 72 720 Td (Account statement 1,234.56) Tj ET'
