import type { HostileFile } from './files.ts'
import { buildPdf, catalogue, greeting, helvetica, onePage, onePager, type PdfObject } from './pdf-builder.ts'

const text: PdfObject = { body: greeting }
const sheet = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${helvetica} >> >>`
const plain = (options: Parameters<typeof buildPdf>[1] = {}) =>
  buildPdf([catalogue, onePage, sheet, text], options)
const tableAt = plain().lastIndexOf('xref\n0 ')

/** Returns a valid file with an incremental update that has this cross-reference table. */
const withRevision = (table: string) =>
  Buffer.concat([plain(), Buffer.from(table.replaceAll('HERE', String(plain().length)))])

const lengths = ['-1', '0', '1', '99999999999', '2147483648', '5 0 R', '4 0 R', '(x)', 'null']

/** Cross-reference tables with invalid, cyclic or out-of-range entries. */
export const tables: HostileFile[] = [
  { name: 'table: /Prev points to itself', make: () => plain({ trailer: `/Prev ${tableAt}` }) },
  {
    name: 'table: two /Prev entries form a cycle',
    make: () =>
      withRevision(
        `xref\n0 0\ntrailer\n<< /Size 5 /Root 1 0 R /Prev ${tableAt} >>\nstartxref\nHERE\n%%EOF\n`,
      ),
  },
  { name: 'table: /XRefStm points to the table', make: () => plain({ trailer: `/XRefStm ${tableAt}` }) },
  ...[-1, 0, 5, 99_999_999_999, '-99999999999999999999', '1e5', '(here)', ''].map((startxref) => ({
    name: `table: startxref is [${startxref}]`,
    make: () => plain({ startxref }),
  })),
  {
    name: 'table: declares 2 billion entries',
    make: () =>
      withRevision(
        'xref\n0 2000000000\n0000000000 65535 f \ntrailer\n<< /Size 2000000001 /Root 1 0 R >>\nstartxref\nHERE\n%%EOF\n',
      ),
  },
  {
    name: 'table: negative offsets',
    make: () =>
      withRevision(
        'xref\n1 4\n-000000009 00000 n \n9999999999 00000 n \n0000000000 00000 n \n0000000001 00000 n \ntrailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\nHERE\n%%EOF\n',
      ),
  },
  {
    name: 'table: 3,000 revisions',
    make: () => {
      const first = plain()
      const pieces = [first]
      let at = first.length
      let before = tableAt
      for (let n = 0; n < 3_000; n++) {
        const piece = Buffer.from(
          `xref\n0 0\ntrailer\n<< /Size 5 /Root 1 0 R /Prev ${before} >>\nstartxref\n${at}\n%%EOF\n`,
        )
        pieces.push(piece)
        before = at
        at += piece.length
      }
      return Buffer.concat(pieces)
    },
  },
  {
    name: 'table: keywords without entries',
    make: () => Buffer.from('%PDF-1.7\nxref\ntrailer\n<< >>\nstartxref\n9\n%%EOF\n'),
  },
  {
    name: 'table: 200,000 objects',
    make: () => buildPdf([catalogue, onePage, sheet, text, ...Array<PdfObject>(200_000).fill('0')]),
    rejections: ['too-complex'],
  },
  {
    name: 'table: a cycle of references',
    make: () => buildPdf([catalogue, onePage, sheet, '5 0 R', '6 0 R', '4 0 R']),
  },
  {
    name: 'table: a chain of 50,000 references',
    make: () =>
      buildPdf([
        catalogue,
        onePage,
        sheet,
        ...Array.from({ length: 50_000 }, (_, n) => `${n + 5} 0 R`),
        'null',
      ]),
  },
  {
    name: 'table: object streams that extend each other',
    make: () =>
      onePager(text, {
        more: [
          { head: '/Type /ObjStm /N 1 /First 4 /Extends 6 0 R', body: '9 0 42' },
          { head: '/Type /ObjStm /N 1 /First 4 /Extends 5 0 R', body: '9 0 43' },
        ],
      }),
  },
  ...lengths.map((length) => ({
    name: `length: ${length}`,
    make: () => onePager({ body: greeting, length }, { more: ['5 0 R'] }),
  })),
]
