import { createHash } from 'node:crypto'
import { parseCardStatement } from './cards/parse.ts'
import { classify } from './classify/classify.ts'
import { type DocumentParses, mentionsPay } from './classify/features.ts'
import { getDisplaySize, toDisplayFindings, toDisplayProvenance } from './display-coordinates.ts'
import type {
  DocumentParse,
  DocumentReading,
  PageWord,
  PayslipParse,
  PdfPage,
  PdfStructure,
  Rejection,
  StatementParse,
} from './document.ts'
import { maxReadingMs, recognitionTimeShare } from './isolation/limits.ts'
import type { Opinion } from './model/answer.ts'
import { applyOpinion, isUncertain, type OpinionOutcome } from './model/apply-opinion.ts'
import { createQuestion, type Question } from './model/question.ts'
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
import { scoreTrust } from './trust/score.ts'
import { unverifyIfTampered } from './trust/tamper-traces.ts'

export type DocumentReadOptions = {
  /** Time limit for reading the whole file if pages need OCR. */
  scanMs?: number
  /** Called once before OCR starts. */
  onRecognition?: () => void
  /** Opinion of a model on the same file. */
  opinion?: Opinion
  /** Called with the question for a model if the document was recognised, but its figures are not certain. */
  onUncertain?: (question: Question) => void
  /** Called with the outcome of the opinion. */
  onOpinion?: (outcome: OpinionOutcome) => void
}

type Parse = DocumentParse
type RecognisedPages = { pages: PdfPage[]; skippedPages: number[] }

/**
 * Classifies and parses one file. Never throws because of the file: if it is unreadable, the result is a rejected
 * reading.
 */
export async function readDocument(
  bytes: Uint8Array,
  options: DocumentReadOptions = {},
): Promise<DocumentReading> {
  const { scanMs = maxReadingMs, onRecognition } = options
  // OCR ends before the caller's timeout, so that a partial reading is returned instead of none.
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
  const { kind, bank_statement_probability, parse: own } = await classifyAndParse(bytes, recognised)
  if (!own?.verified && isTooPoor(pages)) return createRejectedReading('scan-too-poor', fileFacts)
  const { parse: parsed, model } = consultModel(kind, recognised, own, options)
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
    certified: parse?.certified ?? [],
    warnings: parse?.warnings ?? [],
    reason: describeMissing(kind, parse),
    rejection: null,
    provenance: toDisplayProvenance(parse?.provenance ?? {}, pages),
    gates: parse?.checks ?? [],
    layout: parse?.layout ?? null,
    ...(model !== undefined && { model }),
    reader_version: readerVersion,
  }
}

/** Applies the opinion of a model to an uncertain parse, or reports the question for one. */
function consultModel(
  kind: DocumentReading['kind'],
  { pages, skippedPages }: RecognisedPages,
  own: Parse | null,
  { opinion, onUncertain, onOpinion }: DocumentReadOptions,
): { parse: Parse | null; model?: string } {
  // Pages without words may hold amounts that no opinion can know.
  const hasQuestions = kind === 'bank_statement' || kind === 'payslip'
  if (!own || !hasQuestions || skippedPages.length > 0) return { parse: own }
  const ofKind = own as StatementParse | PayslipParse
  if (!isUncertain(kind, ofKind)) return { parse: own }
  const question = onUncertain && createQuestion(kind, pages)
  if (question) onUncertain?.(question)
  if (opinion?.kind !== kind) return { parse: own }
  const { parse, outcome } = applyOpinion<StatementParse | PayslipParse>(pages, ofKind, opinion)
  onOpinion?.(outcome)
  return outcome === 'used' ? { parse, model: opinion.model } : { parse: own }
}

/** Reads the visible words of every page, with OCR where a page needs it. Throws if the file cannot be read. */
export async function readDocumentPages(bytes: Uint8Array): Promise<PdfPage[]> {
  const inspection = await inspectFile(bytes)
  if ('rejection' in inspection) throw new Error(`the file is not read: ${inspection.rejection}`)
  return (await loadPages(bytes, performance.now() + maxReadingMs)).pages
}

/**
 * Classifies and parses a document from its words alone, for tests without the file. There is no second opinion, and
 * only the findings of the arithmetic.
 */
export async function readDocumentFromPages(pages: PdfPage[]): Promise<DocumentReading> {
  const { kind, bank_statement_probability, parse } = await classifyAndParse(null, {
    pages,
    skippedPages: [],
  })
  const findings = parse?.findings ?? []
  return {
    kind,
    bank_statement_probability,
    submission: parse?.submission ?? null,
    verified: parse?.verified ?? false,
    certified: parse?.certified ?? [],
    trust_score: scoreTrust(kind, findings),
    warnings: parse?.warnings ?? [],
    reason: describeMissing(kind, parse),
    rejection: null,
    provenance: toDisplayProvenance(parse?.provenance ?? {}, pages),
    gates: parse?.checks ?? [],
    findings: toDisplayFindings(findings, pages),
    structure: null,
    content_hash: contentHash(pages),
    layout: parse?.layout ?? null,
    pages: pages.map((page) => ({ ...getDisplaySize(page), source: page.source })),
    reader_version: readerVersion,
  }
}

/** Words of every page in paint order, or why the file is not read. */
export type PdfWords =
  | { words: Pick<PageWord, 'text' | 'x' | 'right' | 'y' | 'size'>[][]; rejection: null }
  | { words: null; rejection: Rejection }

/** Limits for the payslip of a provider's website, which is far smaller than an uploaded statement may be. */
const wordLimits = { maxPages: 30, maxCharacters: 60_000 }

/** Reads the printed words of a file, after the same inspection as an upload. Never throws because of the file. */
export async function readWords(bytes: Uint8Array): Promise<PdfWords> {
  const inspection = await inspectFile(bytes)
  if ('rejection' in inspection) return { words: null, rejection: inspection.rejection }
  const pages = await readPages(bytes, wordLimits).catch(toRejection)
  if (typeof pages === 'string') return { words: null, rejection: pages }
  const words = pages.map((page) =>
    page.words.map(({ text, x, right, y, size }) => ({ text, x, right, y, size })),
  )
  return { words, rejection: null }
}

/**
 * Describes why there is no submission: the document is of another kind, or it was recognised but could not be read.
 */
function describeMissing(kind: DocumentReading['kind'], parse: Parse | null): string | null {
  if (parse?.submission) return null
  if (kind === 'bank_statement')
    return 'This is a bank statement, but its table of transactions could not be read'
  if (kind === 'payslip') return 'This is a payslip, but its amounts could not be read'
  return kind === 'card_statement'
    ? 'This is a credit card statement, but its transactions could not be read'
    : 'This is neither a bank statement nor a payslip'
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

// If PDFium runs out of memory, it throws a WebAssembly RuntimeError.
function toRejection(error: unknown): Rejection {
  const isTooMuch = error instanceof PagesUnreadable || (error as Error)?.name === 'RuntimeError'
  return isTooMuch ? 'too-complex' : 'broken'
}

/**
 * Parses the pages as a statement and as a payslip. The kind depends on how well the amounts of each parse add up.
 */
async function classifyAndParse(bytes: Uint8Array | null, { pages, skippedPages }: RecognisedPages) {
  const statement = attempt(parseStatement, pages)
  const payslip = cannotBePayslip(statement, pages)
    ? (emptyParse as PayslipParse)
    : attempt(parsePayslip, pages)
  const parses = { statement, payslip }
  const classification = classify(pages, parses)
  const { kind } = classification
  if (kind === 'other') return { ...classification, parse: null }
  const parse = await parseAs(kind, bytes, pages, parses)
  return { ...classification, parse: skippedPages.length > 0 ? markSkippedPages(parse, skippedPages) : parse }
}

function parseAs(
  kind: 'bank_statement' | 'payslip' | 'card_statement',
  bytes: Uint8Array | null,
  pages: readonly PdfPage[],
  { statement, payslip }: DocumentParses,
): Promise<Parse> {
  if (kind === 'card_statement')
    return compareWithPoppler(bytes, pages, attempt(parseCardStatement, pages), parseCardStatement)
  return kind === 'bank_statement'
    ? compareWithPoppler(bytes, pages, statement, parseStatement)
    : compareWithPoppler(bytes, pages, payslip, parsePayslip)
}

/**
 * Whether the payslip parser can be skipped: the statement is verified, or the document has statement rows and never
 * mentions pay.
 */
const cannotBePayslip = ({ verified, submission }: StatementParse, pages: readonly PdfPage[]) =>
  verified || ((submission?.transactions.length ?? 0) > 0 && !mentionsPay(pages))

async function compareWithPoppler<P extends Parse>(
  bytes: Uint8Array | null,
  pages: readonly PdfPage[],
  parse: P,
  parseAgain: (pages: readonly PdfPage[]) => P,
): Promise<P> {
  if (bytes === null || parse.verified || !pages.some(({ source }) => source === 'text')) return parse
  const again = await readPagesWithPoppler(bytes, pages)
  if (!again || haveSameWords(pages, again)) return parse
  return applySecondOpinion(parse, attempt(parseAgain, again))
}

/** Runs a parser and catches its errors. A document that crashes one parser may still be readable by the other. */
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
  certified: [],
  layout: null,
  cells: [],
  findings: [],
  warnings: [],
}

/** Marks a parse as unverified if pages were skipped, because the remaining amounts may add up by chance. */
function markSkippedPages<P extends Parse>(parse: P, skippedPages: number[]): P {
  const pages = skippedPages.length === 1 ? 'page' : 'pages'
  const note = `There was no time to recognise ${pages} ${skippedPages.join(', ')}`
  return {
    ...parse,
    verified: false,
    certified: [],
    checks: [...parse.checks, { name: 'every-page', isPassed: false, note }],
    warnings: [...parse.warnings, note],
  }
}

/** Removes the assembly, which only the trust checks need. */
function withoutAssembly({ assembly, ...structure }: PdfStructure): PdfStructure {
  return structure
}

/**
 * Returns a hash of the visible text without spaces. Spaces are ignored because PDF writers split the same text into
 * words differently.
 */
function contentHash(pages: readonly PdfPage[]): string | null {
  const text = pages.map(({ words }) => words.map((word) => word.text).join('')).join('\f')
  return text.trim() === '' ? null : createHash('sha256').update(text.normalize('NFKC')).digest('hex')
}
