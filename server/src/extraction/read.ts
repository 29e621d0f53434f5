import { createHash } from 'node:crypto'
import type { Page, Reading, Structure } from './document.ts'
import { inspectFile } from './pdf/structure.ts'
import { PagesUnreadable, readPages } from './pdf/words.ts'
import { readerVersion, rejected } from './rejections.ts'
import { judge } from './trust/judge.ts'

/** What one file is and says. Never fails because of the file: what cannot be read is a reading that says why. */
export async function readDocument(bytes: Uint8Array): Promise<Reading> {
  const inspection = await inspectFile(bytes)
  if ('rejection' in inspection) return rejected(inspection.rejection)
  const { structure } = inspection
  const pages = await readPages(bytes).catch(whyUnreadable)
  if (!Array.isArray(pages)) return rejected(pages, { structure: kept(structure) })
  const kind = 'other'
  const judgement = await judge({ structure, bytes, pages, kind, parse: null, readRevision: readPages })
  return {
    ...rejected('empty'),
    ...{ kind, ...judgement },
    reason: 'This is neither a bank statement nor a payslip',
    rejection: null,
    structure: kept(structure),
    content_hash: contentHash(pages),
    pages: pages.map(({ width, height, source }) => ({ width, height, source })),
    reader_version: readerVersion,
  }
}

const whyUnreadable = (error: unknown) => (error instanceof PagesUnreadable ? 'too-complex' : 'broken')

/** How pages were put together is for the judgement alone. */
function kept({ assembly, ...structure }: Structure): Structure {
  return structure
}

/** Of what can be seen, without its spaces: the same file saved by another program sets them differently. */
function contentHash(pages: readonly Page[]): string | null {
  const text = pages.map(({ words }) => words.map((word) => word.text).join('')).join('\f')
  return text.trim() === '' ? null : createHash('sha256').update(text.normalize('NFKC')).digest('hex')
}
