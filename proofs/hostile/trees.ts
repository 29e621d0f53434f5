import type { HostileFile } from './files.ts'
import { buildPdf, catalogue, greeting, helvetica, onePage, onePager, type PdfObject } from './pdf-builder.ts'

const leaf = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'
const text: PdfObject = { body: greeting }
const form = (body: string, resources = ''): PdfObject => ({
  head: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${resources} >>`,
  body,
})

const kids = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${from + n} 0 R`).join(' ')

const manyPages = (count: number) =>
  buildPdf([
    catalogue,
    `<< /Type /Pages /Kids [${kids(3, count)}] /Count ${count} >>`,
    ...Array(count).fill(leaf),
  ])

/** Builds nested form XObjects, each of which draws the next one ten times. */
function nested(levels: number): Buffer {
  const ten = 'q /X Do Q '.repeat(10)
  const forms = Array.from({ length: levels }, (_, n) => form(ten, `/XObject << /X ${n + 6} 0 R >>`))
  return onePager(
    { body: ten },
    { resources: '/XObject << /X 5 0 R >>', more: [...forms, form(greeting, helvetica)] },
  )
}

function chainOfPages(levels: number): Buffer {
  const nodes = Array.from(
    { length: levels },
    (_, n) => `<< /Type /Pages /Parent ${n + 1} 0 R /Kids [${n + 3} 0 R] /Count 1 >>`,
  )
  return buildPdf([
    catalogue,
    ...nodes,
    `<< /Type /Page /Parent ${levels + 1} 0 R /MediaBox [0 0 595 842] >>`,
  ])
}

/** Page trees and form XObjects that are too large, too deep or cyclic. */
export const trees: HostileFile[] = [
  {
    name: 'pages: 50,000',
    make: () => manyPages(50_000),
    rejections: ['too-many-pages', 'too-complex'],
  },
  { name: 'pages: 101', make: () => manyPages(101), rejections: ['too-many-pages'] },
  { name: 'pages: a chain of 20,000', make: () => chainOfPages(20_000) },
  {
    name: 'pages: none',
    make: () => buildPdf([catalogue, '<< /Type /Pages /Kids [] /Count 0 >>']),
    rejections: ['broken', 'empty'],
  },
  {
    name: 'pages: /Count of 2 billion',
    make: () => buildPdf([catalogue, '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>', leaf]),
  },
  {
    name: 'pages: negative /Count',
    make: () => buildPdf([catalogue, '<< /Type /Pages /Kids [3 0 R] /Count -7 >>', leaf]),
  },
  {
    name: 'pages: a tree that is its own child',
    make: () => buildPdf([catalogue, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>']),
  },
  {
    name: 'pages: two trees that contain each other',
    make: () =>
      buildPdf([
        catalogue,
        '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 4 >>',
        '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 4 0 R] /Count 2 >>',
        leaf,
      ]),
  },
  {
    name: 'pages: the same one 90 times',
    make: () => buildPdf([catalogue, `<< /Type /Pages /Kids [${'3 0 R '.repeat(90)}] /Count 90 >>`, leaf]),
  },
  {
    name: 'pages: invalid /Kids',
    make: () => buildPdf([catalogue, '<< /Type /Pages /Kids [9 0 R null 7 (x)] /Count 4 >>']),
  },
  { name: 'pages: no catalogue', make: () => buildPdf(['null', onePage, leaf]) },
  { name: 'pages: the catalogue is itself', make: () => buildPdf(['1 0 R']) },
  ...[1e9, 1e-9, -500, 0, 3e38].map((size) => ({
    name: `pages: ${size} points wide`,
    make: () => onePager(text, { page: `/MediaBox [0 0 ${size.toFixed(9)} 842] /UserUnit 1` }),
  })),
  { name: 'pages: a unit of a million', make: () => onePager(text, { page: '/UserUnit 1000000' }) },
  { name: 'pages: turned by 45 degrees', make: () => onePager(text, { page: '/Rotate 45' }) },
  {
    name: 'forms: one draws itself',
    make: () =>
      onePager(
        { body: '/X Do' },
        { resources: '/XObject << /X 5 0 R >>', more: [form('/X Do /X Do', '/XObject << /X 5 0 R >>')] },
      ),
  },
  {
    name: 'forms: two draw each other',
    make: () =>
      onePager(
        { body: '/X Do' },
        {
          resources: '/XObject << /X 5 0 R >>',
          more: [
            form('/Y Do /Y Do', '/XObject << /Y 6 0 R >>'),
            form('/X Do /X Do', '/XObject << /X 5 0 R >>'),
          ],
        },
      ),
  },
  ...[4, 6, 8, 12, 25].map((levels) => ({
    name: `forms: nested for 10^${levels} draws`,
    make: () => nested(levels),
  })),
  {
    name: 'forms: a pattern that paints with itself',
    make: () => {
      const resources = '/Pattern << /P 5 0 R >>'
      const head = `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << ${resources} >>`
      const paint = '/Pattern cs /P scn 0 0 595 842 re f'
      return onePager(
        { body: `${paint} ${greeting}` },
        { resources: `${resources} ${helvetica}`, more: [{ head, body: paint }] },
      )
    },
  },
  {
    name: 'forms: a Type 3 glyph that draws itself',
    make: () => {
      const font =
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Type /Encoding /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1000] /Resources << /Font << /F1 5 0 R >> >> >>'
      const write = 'BT /F1 12 Tf (aaaaaaaaaa) Tj ET'
      return onePager(
        { body: write },
        { resources: '/Font << /F1 5 0 R >>', more: [font, { body: `1000 0 d0 ${write}` }] },
      )
    },
  },
  {
    name: 'forms: an annotation whose appearance draws itself',
    make: () =>
      onePager(text, {
        page: '/Annots [5 0 R 5 0 R]',
        more: [
          '<< /Type /Annot /Subtype /Stamp /Rect [0 0 595 842] /AP << /N 6 0 R >> >>',
          form('/X Do', '/XObject << /X 6 0 R >>'),
        ],
      }),
  },
  {
    name: 'forms: 100,000 annotations',
    make: () =>
      onePager(text, {
        page: `/Annots [${'5 0 R '.repeat(100_000)}]`,
        more: ['<< /Type /Annot /Subtype /Square /Rect [10 10 20 20] /C [1 0 0] >>'],
      }),
  },
  {
    name: 'forms: a mask that hides itself',
    make: () => {
      const state = '/ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R >> >> >>'
      const more = [form(`/G gs 0 0 99 99 re f`, state)]
      return onePager({ body: `/G gs ${greeting}` }, { resources: `${state} ${helvetica}`, more })
    },
  },
  {
    name: 'forms: a field tree that is its own child',
    make: () =>
      buildPdf([
        '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /NeedAppearances true >> >>',
        onePage,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [5 0 R] >>',
        text,
        '<< /FT /Tx /T (a) /Kids [5 0 R] /Parent 5 0 R /Subtype /Widget /Rect [0 0 99 99] >>',
      ]),
  },
]
