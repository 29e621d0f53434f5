import { openToEdit, saveRewritten } from './pdf-editing.ts'
import type { GenuineDocument, TamperedCopy } from './types.ts'

/** Replaces one page with a page of another document. If there are several pages, the first is kept. */
export async function swapPage(
  { bytes, random }: GenuineDocument,
  names: { own: string; other: string },
  otherBytes: Buffer,
): Promise<TamperedCopy> {
  const [pdf, source] = [await openToEdit(bytes), await openToEdit(otherBytes)]
  const count = pdf.getPageCount()
  const at = count === 1 ? 0 : random.integer(1, count - 1)
  const from = Math.min(at, source.getPageCount() - 1)
  const [page] = await pdf.copyPages(source, [from])
  if (!page) throw new Error('The other document has no page')
  pdf.removePage(at)
  pdf.insertPage(at, page)
  const change = {
    page: at + 1,
    box: null,
    was: `page ${at + 1} of ${names.own}`,
    now: `page ${from + 1} of ${names.other}`,
  }
  return { bytes: await saveRewritten(pdf), tampering: { kind: 'swapped-page', changes: [change] } }
}
