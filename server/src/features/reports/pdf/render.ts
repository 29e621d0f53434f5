import PDFDocument from 'pdfkit'
import type { LogoImage } from '../../journeys/pages/logo-images.ts'
import type { ReportContent } from '../schemas.ts'
import { annexes } from './annexes.ts'
import { decisionPage } from './decision-page.ts'
import { createReferences } from './references.ts'
import { addPage, type Pdf, type ReportSheet, write } from './sheet.ts'
import { colours, contentWidth, fonts, page, sizes } from './theme.ts'

type PdfOptions = { jws: string; digest: string; verifyUrl: string; logo: LogoImage | undefined }

/** Renders a report as PDF: the decision page, then annexes. The same input gives the same bytes. */
export async function renderPdf(
  report: ReportContent,
  { jws, digest, verifyUrl, logo }: PdfOptions,
): Promise<Buffer> {
  const createdAt = new Date(report.created_at)
  const pdf = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    info: {
      Title: `Income report ${report.report_id}`,
      Author: report.client.name,
      Creator: 'Payproof',
      Producer: 'Payproof',
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  })
  const written = collect(pdf)
  pdf.registerFont('regular', fonts.regular)
  pdf.registerFont('bold', fonts.bold)
  const sheet: ReportSheet = { pdf, y: 0 }
  addPage(sheet)
  const printed = { report, references: createReferences(report), digest, verifyUrl, logo }
  decisionPage(sheet, printed)
  annexes(sheet, printed)
  footers(pdf, report)
  pdf.file(Buffer.from(jws), {
    name: 'report.jws',
    type: 'application/jose',
    description: 'The signed report',
    creationDate: createdAt,
    modifiedDate: createdAt,
  })
  pdf.end()
  return written
}

function footers(pdf: Pdf, { report_id, client, person }: ReportContent) {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index)
    const y = page.height - page.margin + 6
    const style = { y, size: sizes.small, colour: colours.muted }
    write(pdf, `${client.name}  ·  ${person.name}  ·  ${report_id}`, { ...style, width: contentWidth - 60 })
    write(pdf, `Page ${index + 1} of ${count}`, { ...style, align: 'right' })
  }
}

function collect(pdf: Pdf): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.on('end', () => resolve(Buffer.concat(chunks)))
  pdf.on('error', reject)
  return promise
}
