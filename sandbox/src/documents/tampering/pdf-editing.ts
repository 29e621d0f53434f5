import { PDFDocument } from '@cantoo/pdf-lib'

/** Opens a PDF for editing without pdf-lib's own metadata changes. */
export const openToEdit = (bytes: Buffer) => PDFDocument.load(bytes, { updateMetadata: false })

/** Rewrites the whole file, as most editors do, instead of appending an incremental update. */
export async function saveRewritten(pdf: PDFDocument): Promise<Buffer> {
  return Buffer.from(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false }))
}
