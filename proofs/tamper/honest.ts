import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDFDocument, PDFName, rgb, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { AlterableDocument, Alteration } from './alteration.ts'

const run = promisify(execFile)

const byQpdf =
  (...options: string[]) =>
  async ({ bytes }: AlterableDocument): Promise<Uint8Array> => {
    const folder = await mkdtemp(join(tmpdir(), 'payproof-honest-'))
    try {
      const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')]
      await writeFile(from, bytes)
      await run('qpdf', [...options, from, to])
      return await readFile(to)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

const resaved =
  (work: (pdf: PDFDocument) => Promise<void> | void, options = {}) =>
  async ({ bytes }: AlterableDocument): Promise<Uint8Array> => {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, ...options })
    await work(pdf)
    return pdf.save({ useObjectStreams: false })
  }

/** Changes that happen to genuine documents without tampering. */
const harmlessChanges: Omit<Alteration, 'codes' | 'isPlaced'>[] = [
  { name: 'linearised for the web', apply: byQpdf('--linearize') },
  { name: 'recompressed', apply: byQpdf('--object-streams=generate', '--recompress-flate') },
  { name: 'locked against changes', apply: byQpdf('--encrypt', '', 'owner', '256', '--') },
  { name: 'saved again by another program', apply: resaved(() => undefined) },
  {
    name: 'given a title by an incremental update',
    async apply({ bytes }) {
      const pdf = await PDFDocument.load(bytes, { updateMetadata: false, forIncrementalUpdate: true })
      pdf.setTitle('My document')
      return pdf.commit({ useObjectStreams: false })
    },
  },
  {
    name: 'with a transparent logo over its text',
    apply: resaved(async (pdf) => {
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="20" fill="red"/></svg>'
      const logo = await pdf.embedPng(await sharp(Buffer.from(svg)).png().toBuffer())
      pdf.getPage(0).drawImage(logo, { x: 50, y: 200, width: 400, height: 400 })
    }),
  },
  {
    name: 'with a watermark',
    apply: resaved(async (pdf) => {
      const font = await pdf.embedFont(StandardFonts.HelveticaBold)
      pdf
        .getPage(0)
        .drawText('COPY', { x: 100, y: 300, size: 160, font, color: rgb(0.5, 0.5, 0.5), opacity: 0.15 })
    }),
  },
  {
    name: 'with a link and a highlight',
    apply: resaved((pdf) => {
      const page = pdf.getPage(0)
      const kinds = ['Link', 'Highlight'].map((Subtype) =>
        pdf.context.register(pdf.context.obj({ Type: 'Annot', Subtype, Rect: [50, 50, 400, 400] })),
      )
      page.node.set(PDFName.of('Annots'), pdf.context.obj(kinds))
    }),
  },
  {
    name: 'with a filled form field',
    apply: resaved((pdf) => {
      const field = pdf.getForm().createTextField('note')
      field.setText('for my lender')
      field.addToPage(pdf.getPage(0), { x: 20, y: 4, width: 80, height: 10 })
    }),
  },
]

export const honest: Alteration[] = harmlessChanges.map((one) => ({ ...one, codes: null, isPlaced: false }))
