/** A page of a small PDF: content operators and dictionary entries. */
export type SmallPage = { content: string; page?: string; resources?: string }

export type SmallPdf = {
  pages: SmallPage[]
  /** Additional objects, from number 10; streams are given with their dictionary. */
  objects?: (string | { dictionary: string; stream: string | Uint8Array })[]
  catalogue?: string
  trailer?: string
}

/** Builds a hand-written PDF. F1 is Helvetica, F2 is Courier; `10 0 R` is the first additional object. */
export function smallPdf({ pages, objects = [], catalogue = '', trailer = '' }: SmallPdf): Buffer {
  const firstPage = 10 + objects.length
  const numbers = pages.map((_, n) => firstPage + 2 * n)
  const parts: [number, Buffer][] = [
    [1, Buffer.from(`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`)],
    [
      2,
      Buffer.from(
        `<< /Type /Pages /Count ${pages.length} /Kids [${numbers.map((n) => `${n} 0 R`).join(' ')}] >>`,
      ),
    ],
    [3, Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')],
    [
      4,
      Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Courier /Encoding /WinAnsiEncoding >>'),
    ],
    ...objects.map((object, n): [number, Buffer] => [
      10 + n,
      typeof object === 'string' ? Buffer.from(object) : streamOf(object.dictionary, object.stream),
    ]),
    ...pages.flatMap(({ content, page = '', resources = '' }, n): [number, Buffer][] => {
      const box = page.includes('/MediaBox') ? '' : '/MediaBox [0 0 400 300]'
      const fonts = '/Font << /F1 3 0 R /F2 4 0 R >>'
      const number = firstPage + 2 * n
      const dictionary = `<< /Type /Page /Parent 2 0 R ${box} ${page} /Resources << ${fonts} ${resources} >> /Contents ${number + 1} 0 R >>`
      return [
        [number, Buffer.from(dictionary)],
        [number + 1, streamOf('', content)],
      ]
    }),
  ]
  return written(parts, trailer)
}

function streamOf(dictionary: string, stream: string | Uint8Array): Buffer {
  const bytes = Buffer.from(typeof stream === 'string' ? Buffer.from(stream, 'latin1') : stream)
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

function written(parts: [number, Buffer][], trailer: string): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n', 'latin1')]
  const places = new Map<number, number>()
  for (const [number, body] of parts) {
    places.set(number, Buffer.concat(chunks).length)
    chunks.push(Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n'))
  }
  const start = Buffer.concat(chunks).length
  const size = Math.max(...places.keys()) + 1
  const rows = Array.from({ length: size }, (_, number) => {
    const at = places.get(number)
    return at === undefined ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([...chunks, Buffer.from(`xref\n0 ${size}\n${rows.join('')}${end}`)])
}
