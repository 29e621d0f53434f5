import { deflateSync } from 'node:zlib'
import type { HostileFile } from './files.ts'
import { buildPdf, catalogue, greeting, helvetica, onePage, onePager, type PdfObject } from './pdf-builder.ts'

const packed = (body: string): PdfObject => ({ head: '/Filter /FlateDecode', body: deflateSync(body) })
const letters = (count: number) => `BT /F1 8 Tf ${'(x) Tj '.repeat(count)} ET`

function picture(head: string, body: string | Uint8Array): Buffer {
  const image = `/Type /XObject /Subtype /Image ${head}`
  return onePager(
    { body: `q 595 0 0 842 0 0 cm /I Do Q ${greeting}` },
    { resources: `/XObject << /I 5 0 R >> ${helvetica}`, more: [{ head: image, body }] },
  )
}

const grey = '/ColorSpace /DeviceGray /BitsPerComponent 8'

/** Generates deterministic noise. */
function noise(bytes: number): Buffer {
  const out = Buffer.alloc(bytes)
  let state = 88_172_645
  for (let n = 0; n < bytes; n++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    out[n] = state & 255
  }
  return out
}

const filters = ['DCTDecode', 'JPXDecode', 'JBIG2Decode', 'CCITTFaxDecode', 'LZWDecode', 'FlateDecode']
const fontFiles = [
  ['TrueType', 'FontFile2', ''],
  ['Type1', 'FontFile', '/Length1 1000 /Length2 60000 /Length3 0'],
  ['Type1', 'FontFile3', '/Subtype /Type1C'],
  ['TrueType', 'FontFile3', '/Subtype /OpenType'],
] as const

const withFont = (kind: string, entry: string, head: string, body: Uint8Array | string, more = '') =>
  onePager(
    { body: greeting },
    {
      resources: '/Font << /F1 5 0 R >>',
      more: [
        `<< /Type /Font /Subtype /${kind} /BaseFont /Noise /FirstChar 32 /LastChar 126 /Widths [${'500 '.repeat(95)}] /FontDescriptor 6 0 R ${more} >>`,
        `<< /Type /FontDescriptor /FontName /Noise /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /${entry} 7 0 R >>`,
        { head, body },
      ],
    },
  )

/** Builds pages full of amounts that look like a statement, to exhaust a parser that tries all combinations. */
function amounts(pages: number, lines: number): Buffer {
  const content = Array.from({ length: lines }, (_, n) => {
    const y = 830 - (n * 820) / lines
    const sums = [1, 2, 3, 4].map(
      (column) =>
        `1 0 0 1 ${100 + column * 90} ${y.toFixed(2)} Tm (${(n * column) % 997}.${10 + (n % 90)}) Tj`,
    )
    return `1 0 0 1 20 ${y.toFixed(2)} Tm (0${1 + (n % 9)} Jan 2026) Tj ${sums.join(' ')}`
  }).join('\n')
  const body = packed(`BT /F1 4 Tf ${content} ET`)
  const numbers = Array.from({ length: pages }, (_, n) => n + 4)
  const sheet = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << ${helvetica} >> >>`
  return buildPdf([
    catalogue,
    `<< /Type /Pages /Kids [${numbers.map((n) => `${n} 0 R`).join(' ')}] /Count ${pages} >>`,
    body,
    ...numbers.map(() => sheet),
  ])
}

function scans(pages: number, side: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, n) => n + 5)
  const sheet =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /XObject << /I 4 0 R >> >> >>'
  return buildPdf([
    catalogue,
    `<< /Type /Pages /Kids [${numbers.map((n) => `${n} 0 R`).join(' ')}] /Count ${pages} >>`,
    { body: 'q 595 0 0 842 0 0 cm /I Do Q' },
    {
      head: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} ${grey} /Filter /FlateDecode`,
      body: deflateSync(noise(side * side)),
    },
    ...numbers.map(() => sheet),
  ])
}

/** Pages that are slow to process, and invalid objects, pictures and fonts. */
export const contents: HostileFile[] = [
  { name: 'content: 3 million operators', make: () => onePager(packed(letters(3_000_000))) },
  { name: 'content: 3 million lines', make: () => onePager(packed('0 0 m 9 9 l S '.repeat(3_000_000))) },
  {
    name: 'content: 2 million boxes over text',
    make: () => onePager(packed(greeting + ' 0 0 600 900 re f'.repeat(2_000_000))),
  },
  {
    name: 'content: 20,000 letters under 20,000 boxes',
    make: () => onePager(packed(letters(20_000) + ' 1 1 1 rg 0 0 5 5 re f'.repeat(20_000))),
  },
  {
    name: 'content: one path of a million points',
    make: () => onePager(packed(`0 0 m ${'5 5 l 9 9 l '.repeat(500_000)} f ${greeting}`)),
  },
  { name: 'content: 5 million saved states', make: () => onePager(packed('q '.repeat(5_000_000))) },
  {
    name: 'content: 300,000 clips',
    make: () => onePager(packed('q 0 0 500 500 re W n '.repeat(300_000) + greeting)),
  },
  {
    name: 'content: arrays in arrays',
    make: () => onePager(packed(`${'['.repeat(300_000)} ${']'.repeat(300_000)} TJ ${greeting}`)),
  },
  {
    name: 'content: dictionaries in dictionaries',
    make: () => onePager(packed(`/A ${'<< /B '.repeat(100_000)} BDC ${greeting}`)),
  },
  {
    name: 'content: a text of 9 million letters',
    make: () => onePager(packed(`BT /F1 8 Tf (${'x'.repeat(9_000_000)}) Tj ET`)),
  },
  {
    name: 'content: a name of 5 million letters',
    make: () => onePager(packed(`/${'N'.repeat(5_000_000)} gs ${greeting}`)),
  },
  {
    name: 'content: a number of a million digits',
    make: () => onePager(packed(`${'9'.repeat(1_000_000)} 0 Td ${greeting}`)),
  },
  {
    name: 'content: 60,000 fonts',
    make: () =>
      onePager(packed(Array.from({ length: 60_000 }, (_, n) => `BT /F1 ${n} Tf (x) Tj ET`).join(' '))),
  },
  {
    name: 'content: letters at infinity',
    make: () => onePager({ body: `BT /F1 1e38 Tf 1e38 0 0 1e38 1e38 1e38 Tm (12.34) Tj ET ${greeting}` }),
  },
  {
    name: 'content: letters of size zero',
    make: () => onePager({ body: `BT /F1 0 Tf 0 0 0 0 0 0 Tm (12.34) Tj ET ${greeting}` }),
  },
  { name: 'content: a page of amounts', make: () => amounts(1, 4_000) },
  { name: 'content: a hundred pages of amounts', make: () => amounts(100, 60) },
  { name: 'content: thirty dense pages of amounts', make: () => amounts(30, 900) },
  {
    name: 'object: arrays in arrays',
    make: () => onePager({ body: greeting }, { more: ['['.repeat(500_000) + ']'.repeat(500_000)] }),
  },
  {
    name: 'object: dictionaries in dictionaries',
    make: () => onePager({ body: greeting }, { more: ['<< /A '.repeat(200_000) + '>>'.repeat(200_000)] }),
  },
  {
    name: 'object: a string of 9 million letters',
    make: () =>
      onePager(
        { body: greeting },
        { more: [`(${'('.repeat(10)}${'x'.repeat(9_000_000)}${')'.repeat(10)})`] },
      ),
  },
  {
    name: 'object: a string without an end',
    make: () => onePager({ body: greeting }, { more: [`(${'('.repeat(1_000_000)}`] }),
  },
  {
    name: 'object: a title of 5 million letters',
    make: () =>
      onePager(
        { body: greeting },
        {
          trailer: '/Info 5 0 R',
          more: [`<< /Title (${'T'.repeat(5_000_000)}) /Producer (${'P'.repeat(1_000_000)}) >>`],
        },
      ),
  },
  {
    name: 'object: invalid dates',
    make: () =>
      onePager(
        { body: greeting },
        { trailer: '/Info 5 0 R', more: ["<< /CreationDate (D:99999999999999+99'99') /ModDate (D:-1) >>"] },
      ),
  },
  ...filters.map((filter) => ({
    name: `picture: ${filter} of noise`,
    make: () => picture(`/Width 2000 /Height 2000 ${grey} /Filter /${filter}`, noise(200_000)),
  })),
  {
    name: 'picture: 20,000 by 20,000',
    make: () =>
      picture(
        '/Width 20000 /Height 20000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode',
        deflateSync(Buffer.alloc(50_000_000)),
      ),
    rejections: ['too-complex'],
  },
  {
    name: 'picture: declared 2 billion wide',
    make: () => picture(`/Width 2000000000 /Height 2000000000 ${grey}`, 'x'),
    rejections: ['too-complex'],
  },
  {
    name: 'picture: 9,900 by 9,900 in colour',
    make: () =>
      picture(
        '/Width 9900 /Height 9900 /ColorSpace /DeviceRGB /BitsPerComponent 16 /Filter /FlateDecode',
        deflateSync(Buffer.alloc(60_000_000)),
      ),
  },
  { name: 'picture: negative size', make: () => picture(`/Width -5 /Height -5 ${grey}`, 'x') },
  {
    name: 'picture: fax lines a billion wide',
    make: () =>
      picture(
        `/Width 1728 /Height 2000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 1000000000 /Rows 1000000000 >>`,
        noise(50_000),
      ),
  },
  {
    name: 'picture: a predictor a billion wide',
    make: () =>
      picture(
        `/Width 100 /Height 100 ${grey} /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 2000000000 /Colors 32 /BitsPerComponent 16 >>`,
        deflateSync(noise(10_000)),
      ),
  },
  {
    name: 'picture: fifty filters',
    make: () => picture(`/Width 10 /Height 10 ${grey} /Filter [${'/ASCII85Decode '.repeat(50)}]`, 'zzzz~>'),
    rejections: ['unsafe'],
  },
  {
    name: 'picture: a mask that is its own mask',
    make: () => picture(`/Width 10 /Height 10 ${grey} /SMask 5 0 R /Mask 5 0 R`, 'x'.repeat(100)),
  },
  { name: 'picture: one of noise as large as a page', make: () => scans(1, 2_400) },
  { name: 'picture: sixty pages of noise', make: () => scans(60, 2_000) },
  ...fontFiles.flatMap(([kind, entry, head]) => [
    { name: `font: ${kind} in ${entry} of noise`, make: () => withFont(kind, entry, head, noise(60_000)) },
  ]),
  {
    name: 'font: a table of tables without end',
    make: () =>
      withFont(
        'TrueType',
        'FontFile2',
        '',
        Buffer.concat([Buffer.from([0, 1, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0]), noise(100_000)]),
      ),
  },
  {
    name: 'font: a ToUnicode map with a million ranges',
    make: () => {
      const ranges = `100 beginbfrange\n${'<0000> <FFFF> <0000>\n'.repeat(100)}endbfrange\n`
      return withFont(
        'TrueType',
        'FontFile2',
        '/Filter /FlateDecode',
        deflateSync(ranges.repeat(200)),
        '/ToUnicode 7 0 R',
      )
    },
  },
  {
    name: 'font: a million widths',
    make: () =>
      onePager(
        { body: greeting },
        {
          resources: '/Font << /F1 5 0 R >>',
          more: [
            `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 0 /LastChar 2000000000 /Widths [${'500 '.repeat(1_000_000)}] >>`,
          ],
        },
      ),
  },
  {
    name: 'font: refers to itself',
    make: () =>
      onePager(
        { body: greeting },
        {
          resources: '/Font << /F1 5 0 R >>',
          more: [
            '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding 5 0 R /DescendantFonts [5 0 R] /ToUnicode 5 0 R >>',
          ],
        },
      ),
  },
  {
    name: 'page: missing content',
    make: () =>
      buildPdf([
        catalogue,
        onePage,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 77 0 R >>',
      ]),
  },
]
