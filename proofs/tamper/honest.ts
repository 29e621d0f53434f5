import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDFDocument, PDFName, rgb, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { Paper, Trick } from './alteration.ts'

const run = promisify(execFile)

const byQpdf =
  (...words: string[]) =>
  async ({ bytes }: Paper): Promise<Uint8Array> => {
    const folder = await mkdtemp(join(tmpdir(), 'payproof-honest-'))
    try {
      const [from, to] = [join(folder, 'from.pdf'), join(folder, 'to.pdf')]
      await writeFile(from, bytes)
      await run('qpdf', [...words, from, to])
      return await readFile(to)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

const changing =
  (work: (pdf: PDFDocument) => Promise<void> | void, options = {}) =>
  async ({ bytes }: Paper): Promise<Uint8Array> => {
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false, ...options })
    await work(pdf)
    return pdf.save({ useObjectStreams: false })
  }

/** What becomes of papers on their way that nobody alters. */
const untouched: Omit<Trick, 'codes' | 'isPlaced'>[] = [
  { name: 'made ready for the web', apply: byQpdf('--linearize') },
  { name: 'packed tighter', apply: byQpdf('--object-streams=generate', '--recompress-flate') },
  { name: 'locked against changes', apply: byQpdf('--encrypt', '', 'owner', '256', '--') },
  { name: 'saved again by a program that packs its objects', apply: changing(() => undefined) },
  {
    name: 'given a title by appending',
    async apply({ bytes }) {
      const pdf = await PDFDocument.load(bytes, { updateMetadata: false, forIncrementalUpdate: true })
      pdf.setTitle('My paper')
      return pdf.commit({ useObjectStreams: false })
    },
  },
  {
    name: 'with a transparent logo over its text',
    apply: changing(async (pdf) => {
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="20" fill="red"/></svg>'
      const logo = await pdf.embedPng(await sharp(Buffer.from(svg)).png().toBuffer())
      pdf.getPage(0).drawImage(logo, { x: 50, y: 200, width: 400, height: 400 })
    }),
  },
  {
    name: 'with a pale word across the page',
    apply: changing(async (pdf) => {
      const font = await pdf.embedFont(StandardFonts.HelveticaBold)
      pdf
        .getPage(0)
        .drawText('COPY', { x: 100, y: 300, size: 160, font, color: rgb(0.5, 0.5, 0.5), opacity: 0.15 })
    }),
  },
  {
    name: 'with a link and a highlight',
    apply: changing((pdf) => {
      const page = pdf.getPage(0)
      const kinds = ['Link', 'Highlight'].map((Subtype) =>
        pdf.context.register(pdf.context.obj({ Type: 'Annot', Subtype, Rect: [50, 50, 400, 400] })),
      )
      page.node.set(PDFName.of('Annots'), pdf.context.obj(kinds))
    }),
  },
  {
    name: 'with a form field that was filled in',
    apply: changing((pdf) => {
      const field = pdf.getForm().createTextField('note')
      field.setText('for my lender')
      field.addToPage(pdf.getPage(0), { x: 20, y: 4, width: 80, height: 10 })
    }),
  },
]

export const honest: Trick[] = untouched.map((one) => ({ ...one, codes: null, isPlaced: false }))
