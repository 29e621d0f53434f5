import { createHash } from 'node:crypto'
import type { Page, Reading, Rejection, StatementParse, Structure } from './document.ts'
import { readPagesAgain } from './pdf/poppler.ts'
import { inspectFile } from './pdf/structure.ts'
import { PagesUnreadable, readPages } from './pdf/words.ts'
import { readerVersion, rejected } from './rejections.ts'
import { isTooPoor } from './scan/quality.ts'
import { recognisePages } from './scan/recognise.ts'
import { withSecondOpinion } from './second-opinion.ts'
import { parseStatement } from './statements/parse.ts'
import { judge } from './trust/judge.ts'

// Whoever waits gives up after 15 s: what is recognised until then is worth more than nothing.
const recognitionMs = 10_000

/** What one file is and says. Never fails because of the file: what cannot be read is a reading that says why. */
export async function readDocument(bytes: Uint8Array): Promise<Reading> {
  const until = performance.now() + recognitionMs
  const inspection = await inspectFile(bytes)
  if ('rejection' in inspection) return rejected(inspection.rejection)
  const { structure } = inspection
  const seen = await seePages(bytes, until).catch(whyUnreadable)
  if (typeof seen === 'string') return rejected(seen, { structure: kept(structure) })
  const { pages, leftOut } = seen
  const looks = {
    structure: kept(structure),
    content_hash: contentHash(pages),
    pages: pages.map(({ width, height, source }) => ({ width, height, source })),
  }
  if (pages.every(({ words }) => words.length === 0))
    return rejected(leftOut.length > 0 ? 'too-complex' : 'empty', looks)
  const parse = await parseStatementTwice(bytes, pages)
  const kind = parse.submission ? 'bank_statement' : 'other'
  if (!parse.verified && isTooPoor(pages)) return rejected('scan-too-poor', looks)
  const chosen = kind === 'other' ? null : leftOut.length > 0 ? withoutPages(parse, leftOut) : parse
  const judgement = await judge({ structure, bytes, pages, kind, parse: chosen, readRevision: readPages })
  return {
    ...rejected('empty'),
    ...{ rejection: null, reason: kind === 'other' ? neither : null },
    ...looks,
    ...{ kind, ...judgement },
    bank_statement_probability: chosen ? (chosen.verified ? 0.99 : 0.5) : 0,
    submission: chosen?.submission ?? null,
    verified: chosen?.verified ?? false,
    warnings: chosen?.warnings ?? [],
    provenance: chosen?.provenance ?? {},
    gates: chosen?.gates ?? [],
    layout: chosen?.layout ?? null,
    reader_version: readerVersion,
  }
}

const neither = 'This is neither a bank statement nor a payslip'

async function seePages(bytes: Uint8Array, until: number): Promise<{ pages: Page[]; leftOut: number[] }> {
  const leftOut: number[] = []
  const printed = await readPages(bytes)
  const pages = await recognisePages(bytes, printed, { until, onLeftOut: (page) => leftOut.push(page) })
  return { pages, leftOut: leftOut.toSorted((one, other) => one - other) }
}

function whyUnreadable(error: unknown): Rejection {
  return error instanceof PagesUnreadable ? 'too-complex' : 'broken'
}

async function parseStatementTwice(bytes: Uint8Array, pages: readonly Page[]): Promise<StatementParse> {
  const parse = parseStatement(pages)
  if (parse.verified || !pages.some(({ source }) => source === 'text')) return parse
  const again = await readPagesAgain(bytes, pages)
  return again ? withSecondOpinion(parse, parseStatement(again)) : parse
}

/** Figures that close without some of the pages may close by chance. */
function withoutPages<P extends StatementParse>(parse: P, leftOut: number[]): P {
  const note = `There was no time to recognise ${leftOut.length === 1 ? 'page' : 'pages'} ${leftOut.join(', ')}`
  return {
    ...parse,
    verified: false,
    gates: [...parse.gates, { name: 'every-page', isPassed: false, note }],
    warnings: [...parse.warnings, note],
  }
}

/** How pages were put together is for the judgement alone. */
function kept({ assembly, ...structure }: Structure): Structure {
  return structure
}

/** Of what can be seen, without its spaces: the same file saved by another program sets them differently. */
function contentHash(pages: readonly Page[]): string | null {
  const text = pages.map(({ words }) => words.map((word) => word.text).join('')).join('\f')
  return text.trim() === '' ? null : createHash('sha256').update(text.normalize('NFKC')).digest('hex')
}
