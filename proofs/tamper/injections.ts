import { boxOf as markBox } from '../../sandbox/src/documents/text-metrics.ts'
import type { Drawing, DrawingMark } from '../../sandbox/src/documents/types.ts'
import { randomFor } from '../../sandbox/src/random.ts'
import type { DocumentReading, PdfPage } from '../../server/src/extraction/document.ts'
import { parsePayslip } from '../../server/src/extraction/payslips/parse.ts'
import { readPages } from '../../server/src/extraction/pdf/read-pages.ts'
import { parseStatement } from '../../server/src/extraction/statements/parse.ts'
import { certifiesNothingElse } from './certified-fields.ts'
import type { DocumentMaker, DocumentSpec } from './document-maker.ts'
import { type Edit, type ErrorKind, editsFor, errorKinds } from './errors.ts'

export type InjectionJob = { is: 'injection'; spec: DocumentSpec; rounds: number }

/**
 * caught: the money is no longer certified. harmless: what is certified is still right. stays: a certified field
 * is wrong.
 */
export type InjectionVerdict = 'caught' | 'harmless' | 'stays'
export type InjectionAttempt = {
  errorKind: ErrorKind
  where: 'words' | 'content'
  verdict: InjectionVerdict
  note: string
}
export type InjectionCheck = {
  is: 'injection'
  job: InjectionJob
  isCertified: boolean
  tries: InjectionAttempt[]
}

const parsers = { payslip: parsePayslip, statement: parseStatement }

/** Injects one error at a time into a certified document and checks whether it is still certified. */
export async function checkInjections(
  job: InjectionJob,
  maker: DocumentMaker,
  read: (bytes: Uint8Array) => Promise<DocumentReading>,
): Promise<InjectionCheck> {
  const { drawing } = maker.draw(job.spec)
  const bytes = await maker.print(drawing, 'library')
  const genuine = await read(bytes)
  if (!genuine.verified) return { is: 'injection', job, isCertified: false, tries: [] }
  const pages = await readPages(bytes)
  const tries: InjectionAttempt[] = []
  for (let round = 0; round < job.rounds; round++)
    for (const errorKind of errorKinds[job.spec.kind]) {
      const random = randomFor('injection', job.spec.layout ?? '', job.spec.turn, errorKind, round)
      const edits = editsFor(errorKind, pages, genuine, random)
      if (!edits) continue
      const note = edits.map(({ was, now }) => `${was} → ${now ?? 'gone'}`).join(', ')
      const inWords = parsers[job.spec.kind](edited(pages, edits))
      tries.push({ errorKind, where: 'words', verdict: verdictOn(genuine, inWords), note })
      const redrawn = redraw(drawing, edits)
      if (!redrawn) continue
      const inContent = await read(await maker.print(redrawn, 'library'))
      tries.push({ errorKind, where: 'content', verdict: verdictOn(genuine, inContent), note })
    }
  return { is: 'injection', job, isCertified: true, tries }
}

type Certificate = Pick<DocumentReading, 'submission' | 'certified' | 'verified'>

function verdictOn(genuine: Certificate, now: Certificate): InjectionVerdict {
  if (!certifiesNothingElse(genuine, now)) return 'stays'
  return now.verified ? 'harmless' : 'caught'
}

/** Returns the pages with the edits applied to their words. */
function edited(pages: readonly PdfPage[], edits: Edit[]): PdfPage[] {
  return pages.map((page) => {
    const here = edits.filter((edit) => edit.page === page.number)
    const words = page.words.flatMap((word) => {
      const edit = here.find(
        (one) => one.covers((word.x + word.right) / 2, word.y) && word.text.includes(one.was),
      )
      if (!edit) return [word]
      return edit.now === null ? [] : [{ ...word, text: word.text.replace(edit.was, edit.now) }]
    })
    return { ...page, words }
  })
}

/** Returns the drawing with the edits applied; undefined if an edited word is not a single text of the drawing. */
function redraw(drawing: Drawing, edits: Edit[]): Drawing | undefined {
  const done = new Set<Edit>()
  const sheets = drawing.sheets.map((sheet, n) => ({
    ...sheet,
    marks: sheet.marks.flatMap((mark): DrawingMark[] => {
      if (!('text' in mark)) return [mark]
      const [left, , width] = markBox(mark)
      const edit = edits.find(
        (one) =>
          one.page === n + 1 &&
          one.covers(left + width / 2, mark.y, width / 2) &&
          mark.text.includes(one.was),
      )
      if (!edit) return [mark]
      done.add(edit)
      return edit.now === null ? [] : [{ ...mark, text: mark.text.replace(edit.was, edit.now) }]
    }),
  }))
  return done.size === edits.length ? { ...drawing, sheets } : undefined
}
