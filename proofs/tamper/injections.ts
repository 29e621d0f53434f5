import { boxOf as markBox } from '../../sandbox/src/documents/text-metrics.ts'
import type { Drawing, Mark } from '../../sandbox/src/documents/types.ts'
import { randomFor } from '../../sandbox/src/random.ts'
import type { Page, Reading } from '../../server/src/extraction/document.ts'
import { parsePayslip } from '../../server/src/extraction/payslips/parse.ts'
import { readPages } from '../../server/src/extraction/pdf/read-pages.ts'
import { parseStatement } from '../../server/src/extraction/statements/parse.ts'
import { type Edit, editsFor, type Way, ways } from './errors.ts'
import type { Maker, Wanted } from './document-maker.ts'

export type InjectionJob = { is: 'injection'; wanted: Wanted; rounds: number }

/** stays: certified with another answer than before. harmless: certified, and the answer is the same. */
export type Verdict = 'caught' | 'harmless' | 'stays'
export type Try = { way: Way; where: 'words' | 'content'; verdict: Verdict; note: string }
export type InjectionOutcome = { is: 'injection'; job: InjectionJob; isCertified: boolean; tries: Try[] }

const parsers = { payslip: parsePayslip, statement: parseStatement }

/** Puts one error at a time into a paper that was certified, and asks whether it still is. */
export async function tryInjections(
  job: InjectionJob,
  maker: Maker,
  read: (bytes: Uint8Array) => Promise<Reading>,
): Promise<InjectionOutcome> {
  const { drawing } = maker.draw(job.wanted)
  const bytes = await maker.print(drawing, 'library')
  const genuine = await read(bytes)
  if (!genuine.verified) return { is: 'injection', job, isCertified: false, tries: [] }
  const pages = await readPages(bytes)
  const tries: Try[] = []
  for (let round = 0; round < job.rounds; round++)
    for (const way of ways[job.wanted.kind]) {
      const random = randomFor('injection', job.wanted.layout ?? '', job.wanted.turn, way, round)
      const edits = editsFor(way, pages, genuine, random)
      if (!edits) continue
      const note = edits.map(({ was, now }) => `${was} → ${now ?? 'gone'}`).join(', ')
      const inWords = parsers[job.wanted.kind](edited(pages, edits))
      tries.push({ way, where: 'words', verdict: verdictOn(genuine, inWords), note })
      const redrawn = redraw(drawing, edits)
      if (!redrawn) continue
      const inContent = await read(await maker.print(redrawn, 'library'))
      tries.push({ way, where: 'content', verdict: verdictOn(genuine, inContent), note })
    }
  return { is: 'injection', job, isCertified: true, tries }
}

function verdictOn(
  genuine: Pick<Reading, 'submission'>,
  now: { verified: boolean; submission: unknown },
): Verdict {
  if (!now.verified) return 'caught'
  return JSON.stringify(now.submission) === JSON.stringify(genuine.submission) ? 'harmless' : 'stays'
}

/** The same pages with other words. */
function edited(pages: readonly Page[], edits: Edit[]): Page[] {
  return pages.map((page) => {
    const here = edits.filter((edit) => edit.page === page.number)
    const words = page.words.flatMap((word) => {
      const edit = here.find(
        (one) => one.holds((word.x + word.right) / 2, word.y) && word.text.includes(one.was),
      )
      if (!edit) return [word]
      return edit.now === null ? [] : [{ ...word, text: word.text.replace(edit.was, edit.now) }]
    })
    return { ...page, words }
  })
}

/** The same paper drawn anew; undefined where a text of the page is not one text of the drawing. */
function redraw(drawing: Drawing, edits: Edit[]): Drawing | undefined {
  const done = new Set<Edit>()
  const sheets = drawing.sheets.map((sheet, n) => ({
    ...sheet,
    marks: sheet.marks.flatMap((mark): Mark[] => {
      if (!('text' in mark)) return [mark]
      const [left, , width] = markBox(mark)
      const edit = edits.find(
        (one) =>
          one.page === n + 1 && one.holds(left + width / 2, mark.y, width / 2) && mark.text.includes(one.was),
      )
      if (!edit) return [mark]
      done.add(edit)
      return edit.now === null ? [] : [{ ...mark, text: mark.text.replace(edit.was, edit.now) }]
    }),
  }))
  return done.size === edits.length ? { ...drawing, sheets } : undefined
}
