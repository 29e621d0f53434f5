import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { type SmallPdf, smallPdf } from '../../../test/small-pdf.ts'
import { inspectFile } from './structure.ts'

const folder = await mkdtemp(join(tmpdir(), 'structure-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const hello = { content: 'BT /F1 10 Tf 50 200 Td (Hello) Tj ET' }
const createPdf = (more: Partial<SmallPdf> = {}) => smallPdf({ pages: [hello], ...more })

async function readStructure(bytes: Uint8Array) {
  const inspection = await inspectFile(bytes)
  if ('rejection' in inspection) throw new Error(inspection.rejection)
  return inspection.structure
}

/** Rewrites the file with qpdf and the given options. */
async function rewriteWithQpdf(bytes: Uint8Array, ...words: string[]): Promise<Buffer> {
  const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')]
  await writeFile(from, bytes)
  await promisify(execFile)('qpdf', [...words, from, to])
  return readFile(to)
}

test('reads the structure of a plain file', async () => {
  const info = "<< /Producer (Press 3) /CreationDate (D:20260301093000+01'00') /ModDate (yesterday) >>"
  const bytes = createPdf({ objects: [info], trailer: '/Info 10 0 R' })
  expect(await readStructure(bytes)).toMatchObject({
    sha256: expect.stringMatching(/^[\da-f]{64}$/),
    bytes: bytes.length,
    version: '1.7',
    pages: 1,
    objects: 7,
    producer: 'Press 3',
    creator: null,
    title: null,
    xmp: null,
    createdAt: '2026-03-01T08:30:00.000Z',
    modifiedAt: 'malformed',
    revisionEnds: [bytes.length],
    isLinearized: false,
    isEncrypted: false,
    hasForm: false,
    embeddedFiles: 0,
    hasJavaScript: false,
    hasLaunch: false,
    signatures: [],
    fonts: ['Courier', 'Helvetica'],
  })
})

test('reads XMP metadata, compressed or not', async () => {
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description pdf:Producer="Press &amp; Co"><xmp:CreateDate>2026-03-01T09:30:00+01:00</xmp:CreateDate></rdf:Description></x:xmpmeta>`
  const expected = { producer: 'Press & Co', createdAt: '2026-03-01T08:30:00.000Z', modifiedAt: null }
  const packed = {
    dictionary: '/Type /Metadata /Subtype /XML /Filter /FlateDecode',
    stream: deflateSync(packet),
  }
  const plain = { dictionary: '/Type /Metadata /Subtype /XML', stream: packet }
  for (const object of [plain, packed]) {
    const structure = await readStructure(createPdf({ objects: [object], catalogue: '/Metadata 10 0 R' }))
    expect(structure.xmp).toEqual(expected)
  }
})

test('counts each incremental update as a revision, but not the two sections of a linearized file', async () => {
  const bytes = createPdf()
  const appended = Buffer.concat([bytes, bytes.subarray(bytes.lastIndexOf('trailer'))])
  expect((await readStructure(appended)).revisionEnds).toEqual([bytes.length, appended.length])
  const linear = await rewriteWithQpdf(bytes, '--linearize')
  expect(await readStructure(linear)).toMatchObject({ isLinearized: true, revisionEnds: [linear.length] })
})

test('finds scripts, attachments, forms and signatures, also in compressed object streams', async () => {
  const bytes = await rewriteWithQpdf(
    createPdf({
      catalogue:
        '/OpenAction 10 0 R /AcroForm << /Fields [12 0 R] >> /Names << /EmbeddedFiles << /Names [(a) 13 0 R] >> >>',
      objects: [
        '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
        '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] >>',
        '<< /FT /Sig /T (s) /V 11 0 R >>',
        '<< /Type /Filespec /F (notes.txt) /EF << /F 14 0 R >> >>',
        { dictionary: '/Type /EmbeddedFile', stream: 'hello' },
      ],
    }),
    '--object-streams=generate',
  )
  expect(bytes.includes('JavaScript')).toBe(false)
  expect(await readStructure(bytes)).toMatchObject({
    hasJavaScript: true,
    embeddedFiles: 1,
    hasForm: true,
    signatures: [{ coversWholeFile: false }],
  })
})

test('rejects a file that needs a password to open, but not one whose password only forbids printing', async () => {
  const needed = await rewriteWithQpdf(createPdf(), '--encrypt', 'secret', 'owner', '256', '--')
  expect(await inspectFile(needed)).toEqual({ rejection: 'password' })
  const owner = await rewriteWithQpdf(createPdf(), '--encrypt', '', 'owner', '256', '--')
  expect(await readStructure(owner)).toMatchObject({ isEncrypted: true, pages: 1 })
})

const withAttachment = (name: string): Partial<SmallPdf> => ({
  catalogue: '/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>',
  objects: [
    `<< /Type /Filespec /F (${name}) /EF << /F 11 0 R >> >>`,
    { dictionary: '/Type /EmbeddedFile', stream: 'MZ' },
  ],
})
const bomb = deflateSync(deflateSync(Buffer.alloc(1_000_000)))

test.each<[string, string, () => Uint8Array]>([
  ['not a PDF', 'not-a-pdf', () => Buffer.from('<html>hello')],
  ['empty', 'not-a-pdf', () => Buffer.from('')],
  ['larger than 10 MB', 'too-large', () => Buffer.concat([createPdf(), Buffer.alloc(10_000_000)])],
  [
    'also a ZIP archive',
    'unsafe',
    () => Buffer.concat([createPdf(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
  ],
  ['only a header', 'broken', () => Buffer.from('%PDF-1.7\n%%EOF\n')],
  ['101 pages long', 'too-many-pages', () => smallPdf({ pages: Array.from({ length: 101 }, () => hello) })],
  [
    'launching a program',
    'unsafe',
    () => createPdf({ catalogue: '/OpenAction << /S /Launch /F (calc.exe) >>' }),
  ],
  ['carrying an executable attachment', 'unsafe', () => createPdf(withAttachment('invoice.pdf.exe'))],
  [
    'compressed twice',
    'unsafe',
    () => createPdf({ objects: [{ dictionary: '/Filter [/FlateDecode /FlateDecode]', stream: bomb }] }),
  ],
  [
    'carrying an oversized image',
    'too-complex',
    () => createPdf({ objects: [{ dictionary: '/Subtype /Image /Width 20000 /Height 20000', stream: '' }] }),
  ],
])('rejects a file that is %s: %s', async (_, rejection, make) => {
  expect(await inspectFile(make())).toEqual({ rejection })
})

test('accepts numbers that begin or end with a decimal point', async () => {
  const page = { ...hello, page: '/MediaBox [0 -.5 595. +.5] /Note (4. )' }
  const bytes = smallPdf({ pages: [page] })
  expect((await readStructure(bytes)).pages).toBe(1)
  expect((await readStructure(await rewriteWithQpdf(bytes, '--object-streams=generate'))).pages).toBe(1)
})
