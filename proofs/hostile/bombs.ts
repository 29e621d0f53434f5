import { deflateRawSync, deflateSync } from 'node:zlib'
import type { HostileFile } from './files.ts'
import { buildPdf, catalogue, greeting, helvetica, onePage, onePager, type PdfObject } from './pdf-builder.ts'

const gibibyte = 1_073_741_824
const mebibyte = 1_048_576

/**
 * Builds a deflate stream that expands to `bytes` bytes of `fill`, without allocating them: it repeats a compressed
 * block.
 */
function deflated(bytes: number, fill: string): Buffer {
  const chunk = Buffer.alloc(64 * mebibyte, fill)
  const pieces = Math.ceil(bytes / chunk.length)
  const first = deflateRawSync(chunk, { level: 9, finishFlush: 3 })
  const head = Buffer.from([0x78, 0xda])
  // The checksum is omitted: a reader that reaches it has already decompressed everything.
  return Buffer.concat([head, ...Array<Buffer>(pieces).fill(first), Buffer.from([0x03, 0x00])])
}

const flate = '/Filter /FlateDecode'
const stream = (head: string, body: Uint8Array): PdfObject => ({ head, body })

const spaces = () => deflated(gibibyte, ' ')

function compressedTwice(): PdfObject {
  return stream('/Filter [/FlateDecode /FlateDecode]', deflateSync(spaces(), { level: 9 }))
}

function compressedThrice(): PdfObject {
  const body = deflateSync(deflateSync(spaces(), { level: 9 }), { level: 9 })
  return stream('/Filter [/FlateDecode /FlateDecode /FlateDecode]', body)
}

const text = { body: greeting }
const sheet = (more: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${helvetica} >> ${more} >>`

const withFont = (font: string, file: PdfObject) =>
  onePager(text, {
    resources: '/Font << /F1 5 0 R >>',
    more: [
      font,
      '<< /Type /FontDescriptor /FontName /Bomb /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 7 0 R >>',
      file,
    ],
  })

const widths = '/FirstChar 32 /LastChar 33 /Widths [500 500]'
const trueType = `<< /Type /Font /Subtype /TrueType /BaseFont /Bomb ${widths} /FontDescriptor 6 0 R >>`

export const bombs: HostileFile[] = [
  { name: 'bomb: a page of 1 GiB of spaces', make: () => onePager(stream(flate, spaces())) },
  {
    name: 'bomb: a page compressed twice',
    make: () => onePager(compressedTwice()),
    rejections: ['unsafe', 'too-complex'],
  },
  {
    name: 'bomb: a page compressed three times',
    make: () => onePager(compressedThrice()),
    rejections: ['unsafe', 'too-complex'],
  },
  { name: 'bomb: a page of 1 GiB of letters', make: () => onePager(stream(flate, deflated(gibibyte, 'q '))) },
  {
    name: 'bomb: a page of 256 MiB of drawing',
    make: () => onePager(stream(flate, deflated(gibibyte / 4, '0 0 m 9 9 l S '))),
  },
  {
    name: 'bomb: a page in 40 pieces of 64 MiB',
    make: () => {
      const piece = stream(flate, deflated(64 * mebibyte, ' '))
      const names = Array.from({ length: 40 }, (_, n) => `${n + 4} 0 R`).join(' ')
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [${names}] >>`
      return buildPdf([catalogue, onePage, page, ...Array<PdfObject>(40).fill(piece)])
    },
  },
  {
    name: 'bomb: an object stream',
    make: () =>
      onePager(text, {
        more: [stream(`/Type /ObjStm /N 1000 /First 8000 ${flate}`, deflated(gibibyte, '1 '))],
      }),
  },
  {
    name: 'bomb: the cross-reference stream',
    make: () => {
      const head = `/Type /XRef /Size 100000000 /W [1 4 2] /Root 1 0 R ${flate}`
      const start = buildPdf([catalogue, onePage, sheet(''), text])
      const at = start.length
      const bomb = deflated(gibibyte, '\x01\x00\x00\x00\x10\x00\x00')
      return Buffer.concat([
        start,
        Buffer.from(`5 0 obj\n<< ${head} /Length ${bomb.length} >>\nstream\n`),
        bomb,
        Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`),
      ])
    },
  },
  {
    name: 'bomb: a font',
    make: () => withFont(trueType, stream(`/Length1 ${gibibyte} ${flate}`, deflated(gibibyte, '\0\x01\0\0'))),
  },
  {
    name: 'bomb: the ToUnicode map of a font',
    make: () =>
      withFont(
        `<< /Type /Font /Subtype /TrueType /BaseFont /Helvetica ${widths} /ToUnicode 7 0 R >>`,
        stream(flate, deflated(gibibyte, '<20> <0041>\n')),
      ),
  },
  {
    name: 'bomb: a picture',
    make: () =>
      onePager(
        { body: 'q 595 0 0 842 0 0 cm /I Do Q' },
        {
          resources: '/XObject << /I 5 0 R >>',
          more: [
            stream(
              `/Type /XObject /Subtype /Image /Width 10000 /Height 9999 /BitsPerComponent 8 /ColorSpace /DeviceRGB ${flate}`,
              deflated(gibibyte / 4, 'w'),
            ),
          ],
        },
      ),
  },
  {
    name: 'bomb: XMP metadata',
    make: () =>
      buildPdf([
        `<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>`,
        onePage,
        sheet(''),
        text,
        stream(`/Type /Metadata /Subtype /XML ${flate}`, deflated(gibibyte, '<x:xmpmeta> ')),
      ]),
  },
  {
    name: 'bomb: a colour profile',
    make: () =>
      onePager(
        { body: `/C cs 0.5 0.5 0.5 sc 0 0 99 99 re f ${greeting}` },
        {
          resources: `/ColorSpace << /C [/ICCBased 5 0 R] >> ${helvetica}`,
          more: [stream(`/N 3 ${flate}`, deflated(gibibyte, 'acsp'))],
        },
      ),
  },
  {
    name: 'bomb: run-length encoding',
    make: () =>
      onePager(stream('/Filter /RunLengthDecode', Buffer.alloc(9_000_000, Buffer.from([129, 0x20])))),
  },
  {
    name: 'bomb: a form that is drawn on every page',
    make: () => {
      const pages = Array.from({ length: 99 }, (_, n) => n + 4)
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R >>`
      return buildPdf([
        catalogue,
        `<< /Type /Pages /Kids [${pages.map((n) => `${n} 0 R`).join(' ')}] /Count ${pages.length} >>`,
        stream(flate, deflated(128 * mebibyte, 'q Q ')),
        ...pages.map(() => page),
      ])
    },
  },
]
