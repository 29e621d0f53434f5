import { createHash } from 'node:crypto'
import { classify } from './classify/classify.ts'
import { mentionsPay } from './classify/features.ts'
import { getDisplaySize, toDisplayFindings, toDisplayProvenance } from './display-coordinates.ts'
import type {
  DocumentReading,
  PayslipParse,
  PdfPage,
  PdfStructure,
  Rejection,
  StatementParse,
} from './document.ts'
import { maxReadingMs, recognitionTimeShare } from './isolation/limits.ts'
import { parsePayslip } from './payslips/parse.ts'
import { readPagesWithPoppler } from './pdf/poppler.ts'
import { PagesUnreadable, readPages } from './pdf/read-pages.ts'
import { inspectFile } from './pdf/structure.ts'
import { createRejectedReading, readerVersion } from './rejections.ts'
import { isTooPoor, needsRecognition } from './scan/quality.ts'
import { recognisePages } from './scan/recognise.ts'
import { applySecondOpinion, haveSameWords } from './second-opinion.ts'
import { parseStatement } from './statements/parse.ts'
import { assessTrust } from './trust/assess-trust.ts'
import { unverifyIfTampered } from './trust/tamper-traces.ts'

export type DocumentReadOptions = {
  /** Time limit for the whole reading if pages need OCR. */
  scanMs?: number
  /** Called once before OCR starts. */
  onRecognition?: () => void
}

type Parse = StatementParse | PayslipParse
type RecognisedPages = { pages: PdfPage[]; skippedPages: number[] }

/** Classifies and parses one file. Never throws because of the file: an unreadable one yields a rejected reading. */
export async function readDocument(
  bytes: Uint8Array,
  { scanMs = maxReadingMs, onRecognition }: DocumentReadOptions = {},
): Promise<DocumentReading> {
  // OCR stops before the caller's timeout, so a partial reading is returned instead of none.
  const deadlineMs = performance.now() + scanMs * recognitionTimeShare
  const inspection = await inspectFile(bytes)
  if ('rejection' in inspection) return createRejectedReading(inspection.rejection)
  const { structure } = inspection
  const recognised = await loadPages(bytes, deadlineMs, onRecognition).catch(toRejection)
  if (typeof recognised === 'string')
    return createRejectedReading(recognised, { structure: withoutAssembly(structure) })
  const { pages, skippedPages } = recognised
  const fileFacts = {
    structure: withoutAssembly(structure),
    content_hash: contentHash(pages),
    pages: pages.map((page) => ({ ...getDisplaySize(page), source: page.source })),
  }
  if (pages.every(({ words }) => words.length === 0))
    return createRejectedReading(skippedPages.length > 0 ? 'too-complex' : 'empty', fileFacts)
  const { kind, bank_statement_probability, parse: parsed } = await classifyAndParse(bytes, recognised)
  if (!parsed?.verified && isTooPoor(pages)) return createRejectedReading('scan-too-poor', fileFacts)
  const judgement = await assessTrust({
    structure,
    bytes,
    pages,
    kind,
    parse: parsed,
    readRevision: readPages,
  })
  const parse = parsed && unverifyIfTampered<Parse>(parsed, judgement.findings)
  return {
    kind,
    bank_statement_probability,
    ...judgement,
    ...fileFacts,
    findings: toDisplayFindings(judgement.findings, pages),
    submission: parse?.submission ?? null,
    verified: parse?.verified ?? false,
    warnings: parse?.warnings ?? [],
    reason: parse ? null : 'This is neither a bank statement nor a payslip',
    rejection: null,
    provenance: toDisplayProvenance(parse?.provenance ?? {}, pages),
    gates: parse?.checks ?? [],
    layout: parse?.layout ?? null,
    reader_version: readerVersion,
  }
}

async function loadPages(
  bytes: Uint8Array,
  deadlineMs: number,
  onRecognition?: () => void,
): Promise<RecognisedPages> {
  const skippedPages: number[] = []
  const printed = await readPages(bytes)
  if (printed.some(needsRecognition)) onRecognition?.()
  const pages = await recognisePages(bytes, printed, {
    deadlineMs,
    onPageSkipped: (page) => skippedPages.push(page),
  })
  return { pages, skippedPages: skippedPages.toSorted((a, b) => a - b) }
}

// PDFium running out of memory surfaces as a WebAssembly RuntimeError.
function toRejection(error: unknown): Rejection {
  const isTooMuch = error instanceof PagesUnreadable || (error as Error)?.name === 'RuntimeError'
  return isTooMuch ? 'too-complex' : 'broken'
}

/** Parses the pages as a statement and as a payslip; how well each parse adds up decides the kind. */
async function classifyAndParse(bytes: Uint8Array, { pages, skippedPages }: RecognisedPages) {
  const statement = attempt(parseStatement, pages)
  const payslip = cannotBePayslip(statement, pages)
    ? (emptyParse as PayslipParse)
    : attempt(parsePayslip, pages)
  const parses = { statement, payslip }
  const classification = classify(pages, parses)
  const { kind } = classification
  if (kind === 'other') return { ...classification, parse: null }
  const parse =
    kind === 'bank_statement'
      ? await compareWithPoppler(bytes, pages, parses.statement, parseStatement)
      : await compareWithPoppler(bytes, pages, parses.payslip, parsePayslip)
  return { ...classification, parse: skippedPages.length > 0 ? markSkippedPages(parse, skippedPages) : parse }
}

/** A verified statement, or statement rows in a document that never mentions pay: skip the payslip parser. */
const cannotBePayslip = ({ verified, submission }: StatementParse, pages: readonly PdfPage[]) =>
  verified || ((submission?.transactions.length ?? 0) > 0 && !mentionsPay(pages))

async function compareWithPoppler<P extends Parse>(
  bytes: Uint8Array,
  pages: readonly PdfPage[],
  parse: P,
  parseAgain: (pages: readonly PdfPage[]) => P,
): Promise<P> {
  if (parse.verified || !pages.some(({ source }) => source === 'text')) return parse
  const again = await readPagesWithPoppler(bytes, pages)
  if (!again || haveSameWords(pages, again)) return parse
  return applySecondOpinion(parse, attempt(parseAgain, again))
}

/** A document that crashes one parser may still be readable by the other. */
function attempt<P extends Parse>(parse: (pages: readonly PdfPage[]) => P, pages: readonly PdfPage[]): P {
  try {
    return parse(pages)
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`)
    return emptyParse as P
  }
}

const emptyParse: Parse = {
  submission: null,
  provenance: {},
  checks: [],
  verified: false,
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
}

/** Never verified if pages are missing: the remaining amounts may add up by chance. */
function markSkippedPages<P extends Parse>(parse: P, skippedPages: number[]): P {
  const pages = skippedPages.length === 1 ? 'page' : 'pages'
  const note = `There was no time to recognise ${pages} ${skippedPages.join(', ')}`
  return {
    ...parse,
    verified: false,
    checks: [...parse.checks, { name: 'every-page', isPassed: false, note }],
    warnings: [...parse.warnings, note],
  }
}

/** The assembly is input to the trust checks only. */
function withoutAssembly({ assembly, ...structure }: PdfStructure): PdfStructure {
  return structure
}

/** Hash of the visible text without spaces: other PDF writers split the same text into words differently. */
function contentHash(pages: readonly PdfPage[]): string | null {
  const text = pages.map(({ words }) => words.map((word) => word.text).join('')).join('\f')
  return text.trim() === '' ? null : createHash('sha256').update(text.normalize('NFKC')).digest('hex')
}
