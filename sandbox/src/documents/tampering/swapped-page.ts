import { openToEdit, savedAnew } from './pdf-editing.ts'
import type { Genuine, Twin } from './types.ts'

/** One page of another document takes the place of one here: a later page where there are several. */
export async function swapPage(
  { bytes, random }: Genuine,
  names: { own: string; other: string },
  otherBytes: Buffer,
): Promise<Twin> {
  const [pdf, source] = [await openToEdit(bytes), await openToEdit(otherBytes)]
  const count = pdf.getPageCount()
  const at = count === 1 ? 0 : random.whole(1, count - 1)
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
  return { bytes: await savedAnew(pdf), tampering: { kind: 'swapped-page', changes: [change] } }
}
