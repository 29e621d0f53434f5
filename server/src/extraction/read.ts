import { createHash } from 'node:crypto'
import { classify } from './classify/classify.ts'
import { speaksOfPay } from './classify/features.ts'
import { findingsAsShown, provenanceAsShown, sizeAsShown } from './display-coordinates.ts'
import type { Page, PayslipParse, Reading, Rejection, StatementParse, Structure } from './document.ts'
import { readingMs, shareOfRecognition } from './isolation/limits.ts'
import { parsePayslip } from './payslips/parse.ts'
import { readPagesAgain } from './pdf/poppler.ts'
import { inspectFile } from './pdf/structure.ts'
import { PagesUnreadable, readPages } from './pdf/read-pages.ts'
import { readerVersion, rejected } from './rejections.ts'
import { isTooPoor, needsRecognition } from './scan/quality.ts'
import { recognisePages } from './scan/recognise.ts'
import { areAlike, withSecondOpinion } from './second-opinion.ts'
import { parseStatement } from './statements/parse.ts'
import { judge } from './trust/assess-trust.ts'
import { doubtedByTraces } from './trust/tamper-traces.ts'

export type Patience = {
  /** How long the answer may take if pages have to be recognised. */
  scanMs?: number
  /** Is told once before that begins. */
  onRecognition?: () => void
}

type Parse = StatementParse | PayslipParse
type Seen = { pages: Page[]; leftOut: number[] }

/** What one file is and says. Never fails because of the file: what cannot be read is a reading that says why. */
export async function readDocument(
  bytes: Uint8Array,
  { scanMs = readingMs, onRecognition }: Patience = {},
): Promise<Reading> {
  // Whoever waits gives up then: what is recognised until shortly before is worth more than nothing.
  const until = performance.now() + scanMs * shareOfRecognition
  const inspection = await inspectFile(bytes)
  if ('rejection' in inspection) return rejected(inspection.rejection)
  const { structure } = inspection
  const seen = await seePages(bytes, until, onRecognition).catch(whyUnreadable)
  if (typeof seen === 'string') return rejected(seen, { structure: kept(structure) })
  const { pages, leftOut } = seen
  const looks = {
    structure: kept(structure),
    content_hash: contentHash(pages),
    pages: pages.map((page) => ({ ...sizeAsShown(page), source: page.source })),
  }
  if (pages.every(({ words }) => words.length === 0))
    return rejected(leftOut.length > 0 ? 'too-complex' : 'empty', looks)
  const { kind, bank_statement_probability, parse: understood } = await understand(bytes, seen)
  if (!understood?.verified && isTooPoor(pages)) return rejected('scan-too-poor', looks)
  const judgement = await judge({ structure, bytes, pages, kind, parse: understood, readRevision: readPages })
  const parse = understood && doubtedByTraces<Parse>(understood, judgement.findings)
  return {
    kind,
    bank_statement_probability,
    ...judgement,
    ...looks,
    findings: findingsAsShown(judgement.findings, pages),
    submission: parse?.submission ?? null,
    verified: parse?.verified ?? false,
    warnings: parse?.warnings ?? [],
    reason: parse ? null : 'This is neither a bank statement nor a payslip',
    rejection: null,
    provenance: provenanceAsShown(parse?.provenance ?? {}, pages),
    gates: parse?.gates ?? [],
    layout: parse?.layout ?? null,
    reader_version: readerVersion,
  }
}

async function seePages(bytes: Uint8Array, until: number, onRecognition?: () => void): Promise<Seen> {
  const leftOut: number[] = []
  const printed = await readPages(bytes)
  if (printed.some(needsRecognition)) onRecognition?.()
  const pages = await recognisePages(bytes, printed, { until, onLeftOut: (page) => leftOut.push(page) })
  return { pages, leftOut: leftOut.toSorted((one, other) => one - other) }
}

// PDFium that ran out of its memory ends the work with an error of the machine it runs on.
function whyUnreadable(error: unknown): Rejection {
  const isTooMuch = error instanceof PagesUnreadable || (error as Error)?.name === 'RuntimeError'
  return isTooMuch ? 'too-complex' : 'broken'
}

/** Read as both kinds, and what holds together better tells the kind. Null where it is neither. */
async function understand(bytes: Uint8Array, { pages, leftOut }: Seen) {
  const statement = attempt(parseStatement, pages)
  const payslip = leavesNoRoom(statement, pages) ? (nothing as PayslipParse) : attempt(parsePayslip, pages)
  const parses = { statement, payslip }
  const classification = classify(pages, parses)
  const { kind } = classification
  if (kind === 'other') return { ...classification, parse: null }
  const parse =
    kind === 'bank_statement'
      ? await doubtedIfWrong(bytes, pages, parses.statement, parseStatement)
      : await doubtedIfWrong(bytes, pages, parses.payslip, parsePayslip)
  return { ...classification, parse: leftOut.length > 0 ? withoutPages(parse, leftOut) : parse }
}

/** Figures that hold each other as those of a statement do, or rows of one on a paper without a word of pay. */
const leavesNoRoom = ({ verified, submission }: StatementParse, pages: readonly Page[]) =>
  verified || ((submission?.transactions.length ?? 0) > 0 && !speaksOfPay(pages))

async function doubtedIfWrong<P extends Parse>(
  bytes: Uint8Array,
  pages: readonly Page[],
  parse: P,
  parseAgain: (pages: readonly Page[]) => P,
): Promise<P> {
  if (parse.verified || !pages.some(({ source }) => source === 'text')) return parse
  const again = await readPagesAgain(bytes, pages)
  if (!again || areAlike(pages, again)) return parse
  return withSecondOpinion(parse, attempt(parseAgain, again))
}

/** A paper that one parser stumbles over may still be read by the other. */
function attempt<P extends Parse>(parse: (pages: readonly Page[]) => P, pages: readonly Page[]): P {
  try {
    return parse(pages)
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`)
    return nothing as P
  }
}

const nothing: Parse = {
  submission: null,
  provenance: {},
  gates: [],
  verified: false,
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
}

/** Figures that close without some of the pages may close by chance. */
function withoutPages<P extends Parse>(parse: P, leftOut: number[]): P {
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
