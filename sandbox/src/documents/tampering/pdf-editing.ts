import { PDFDocument } from '@cantoo/pdf-lib'

/** As an editor opens a file, but without the marks that the library would leave of itself. */
export const openToEdit = (bytes: Buffer) => PDFDocument.load(bytes, { updateMetadata: false })

/** The whole file written anew, as most editors do. */
export async function savedAnew(pdf: PDFDocument): Promise<Buffer> {
  return Buffer.from(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false }))
}
