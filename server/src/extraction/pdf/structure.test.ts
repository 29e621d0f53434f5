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
const paper = (more: Partial<SmallPdf> = {}) => smallPdf({ pages: [hello], ...more })

async function structureOf(bytes: Uint8Array) {
  const inspection = await inspectFile(bytes)
  if ('rejection' in inspection) throw new Error(inspection.rejection)
  return inspection.structure
}

/** The file as qpdf writes it with some options. */
async function rewritten(bytes: Uint8Array, ...words: string[]): Promise<Buffer> {
  const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')]
  await writeFile(from, bytes)
  await promisify(execFile)('qpdf', [...words, from, to])
  return readFile(to)
}

test('a plain file is told as it is', async () => {
  const info = "<< /Producer (Press 3) /CreationDate (D:20260301093000+01'00') /ModDate (yesterday) >>"
  const bytes = paper({ objects: [info], trailer: '/Info 10 0 R' })
  expect(await structureOf(bytes)).toMatchObject({
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

test('what XMP says is told beside it, whether it is packed or not', async () => {
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description pdf:Producer="Press &amp; Co"><xmp:CreateDate>2026-03-01T09:30:00+01:00</xmp:CreateDate></rdf:Description></x:xmpmeta>`
  const expected = { producer: 'Press & Co', createdAt: '2026-03-01T08:30:00.000Z', modifiedAt: null }
  const packed = {
    dictionary: '/Type /Metadata /Subtype /XML /Filter /FlateDecode',
    stream: deflateSync(packet),
  }
  const plain = { dictionary: '/Type /Metadata /Subtype /XML', stream: packet }
  for (const object of [plain, packed]) {
    const structure = await structureOf(paper({ objects: [object], catalogue: '/Metadata 10 0 R' }))
    expect(structure.xmp).toEqual(expected)
  }
})

test('every saving by appending is a revision; the two parts of a file made for the web are not', async () => {
  const bytes = paper()
  const appended = Buffer.concat([bytes, bytes.subarray(bytes.lastIndexOf('trailer'))])
  expect((await structureOf(appended)).revisionEnds).toEqual([bytes.length, appended.length])
  const linear = await rewritten(bytes, '--linearize')
  expect(await structureOf(linear)).toMatchObject({ isLinearized: true, revisionEnds: [linear.length] })
})

test('scripts, attachments, forms and signatures are told, also from packed lists of objects', async () => {
  const bytes = await rewritten(
    paper({
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
  expect(await structureOf(bytes)).toMatchObject({
    hasJavaScript: true,
    embeddedFiles: 1,
    hasForm: true,
    signatures: [{ coversWholeFile: false }],
  })
})

test('a password that is needed refuses the file; one that only forbids printing does not', async () => {
  const needed = await rewritten(paper(), '--encrypt', 'secret', 'owner', '256', '--')
  expect(await inspectFile(needed)).toEqual({ rejection: 'password' })
  const owner = await rewritten(paper(), '--encrypt', '', 'owner', '256', '--')
  expect(await structureOf(owner)).toMatchObject({ isEncrypted: true, pages: 1 })
})

const attached = (name: string): Partial<SmallPdf> => ({
  catalogue: '/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>',
  objects: [
    `<< /Type /Filespec /F (${name}) /EF << /F 11 0 R >> >>`,
    { dictionary: '/Type /EmbeddedFile', stream: 'MZ' },
  ],
})
const bomb = deflateSync(deflateSync(Buffer.alloc(1_000_000)))

test.each<[string, string, () => Uint8Array]>([
  ['no PDF', 'not-a-pdf', () => Buffer.from('<html>hello')],
  ['nothing', 'not-a-pdf', () => Buffer.from('')],
  ['more than 10 MB', 'too-large', () => Buffer.concat([paper(), Buffer.alloc(10_000_000)])],
  [
    'an archive at the same time',
    'unsafe',
    () => Buffer.concat([paper(), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
  ],
  ['a header and no more', 'broken', () => Buffer.from('%PDF-1.7\n%%EOF\n')],
  ['101 pages', 'too-many-pages', () => smallPdf({ pages: Array.from({ length: 101 }, () => hello) })],
  ['a program to start', 'unsafe', () => paper({ catalogue: '/OpenAction << /S /Launch /F (calc.exe) >>' })],
  ['a program attached', 'unsafe', () => paper(attached('invoice.pdf.exe'))],
  [
    'packed twice',
    'unsafe',
    () => paper({ objects: [{ dictionary: '/Filter [/FlateDecode /FlateDecode]', stream: bomb }] }),
  ],
  [
    'a giant picture',
    'too-complex',
    () => paper({ objects: [{ dictionary: '/Subtype /Image /Width 20000 /Height 20000', stream: '' }] }),
  ],
])('a file that is or has %s is refused: %s', async (_, rejection, make) => {
  expect(await inspectFile(make())).toEqual({ rejection })
})

test('numbers may end or begin with their point', async () => {
  const page = { ...hello, page: '/MediaBox [0 -.5 595. +.5] /Note (4. )' }
  const bytes = smallPdf({ pages: [page] })
  expect((await structureOf(bytes)).pages).toBe(1)
  expect((await structureOf(await rewritten(bytes, '--object-streams=generate'))).pages).toBe(1)
})
