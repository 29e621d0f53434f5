import type { BankStatement } from '../vocabulary/bank-statement.ts'
import type { Day, Payslip } from '../vocabulary/payslip.ts'

// Data passed between the stages of the reader. Coordinates are in points from the top left of the page; pages count from 1.

export type Box = [left: number, top: number, right: number, bottom: number]
export type PageRegion = { page: number; box: Box }

/** A word with its position on the page. x and right are its edges, y is its baseline. */
export type PageWord = {
  text: string
  x: number
  right: number
  y: number
  size: number
  /** Font family and style without the subset prefix; absent for words from OCR. */
  font?: string
  /** Further fonts, if the letters are not all set in one font. */
  otherFonts?: string[]
  /** Text colour as 0xRRGGBB. */
  colour?: number
  /** OCR confidence, 0 to 100. */
  certainty?: number
}

/** Why a word in the file is not visible on the page. */
export type HidingReason = 'box' | 'image' | 'invisible' | 'white' | 'off-page' | 'tiny'

export type HiddenWord = PageWord & { why: HidingReason }

export type PdfPage = {
  number: number
  width: number
  height: number
  /** Visible words in paint order. */
  words: PageWord[]
  hidden: HiddenWord[]
  /** Boxes and images that hide earlier text, and the words painted on top of them afterwards. */
  covers: { box: Box; by: 'box' | 'image'; redrawn: PageWord[] }[]
  source: 'text' | 'ocr' | 'empty'
  /** How the page was rotated before parsing: quarter turns clockwise, then degrees around its centre. */
  rotation?: { quarters: number; degrees: number }
  /** Share of the page covered by its largest image, 0 to 1. */
  imageShare: number
  /** Boxes of small images. One pasted in place of an amount covers no text, so `covers` does not list it. */
  smallImages?: Box[]
  /** Invisible text layer of a scan, as written by the scanner. The reader's own OCR takes precedence. */
  ocrLayer?: PageWord[]
}

/** Facts about the PDF file itself, read without rendering its pages. */
export type PdfStructure = {
  sha256: string
  bytes: number
  version: string
  pages: number
  objects: number
  producer: string | null
  creator: string | null
  title: string | null
  /** ISO 8601; null if absent, 'malformed' if it is not a date. */
  createdAt: string | null
  modifiedAt: string | null
  /** The same facts from the XMP packet, if there is one. */
  xmp: { producer: string | null; createdAt: string | null; modifiedAt: string | null } | null
  /** End offset in bytes of each revision; more than one means incremental updates were appended to the file. */
  revisionEnds: number[]
  isLinearized: boolean
  isEncrypted: boolean
  hasJavaScript: boolean
  hasLaunch: boolean
  embeddedFiles: number
  hasForm: boolean
  signatures: { coversWholeFile: boolean }[]
  fonts: string[]
  /** Used by the trust checks only and removed before the structure leaves the reader. */
  assembly?: PageAssembly
}

export type PageAssembly = {
  /** Object references of the fonts of each page. */
  fontsOfPages: string[][]
  /** Page numbers at which orphaned page content was found: still in the file, but no longer shown. */
  leftoverPages: number[]
  /** Annotations that can hide or add text: notes, stamps, painted links and form fields with an amount. */
  notes: { page: number; box: Box | null; kind: string }[]
}

/** text: from the text of the file; ocr: recognised in an image; computed: from other printed values; inferred: by a heuristic. */
export type ExtractionMethod = 'text' | 'ocr' | 'computed' | 'inferred'

/**
 * Confidence in a value. proven: confirmed by arithmetic over other printed values; printed: read beside its label;
 * likely: found where such a value is expected; doubtful: contradicted by something else.
 */
export type Confidence = 'proven' | 'printed' | 'likely' | 'doubtful'

export type ValueSource = { place: PageRegion | null; method: ExtractionMethod; confidence: Confidence }

/** Source of each submission value by path: `balance_information.opening_balance`, `transactions.3.amount`. */
export type Provenance = Record<string, ValueSource>

export type ParseCheck = { name: string; isPassed: boolean; note: string }

export type Severity = 'info' | 'low' | 'medium' | 'high'

export type TrustFinding = {
  /** One of trust/finding-codes.ts, or an ARITHMETIC_… code of the parsers. */
  code: string
  category: 'file' | 'page' | 'arithmetic' | 'content'
  severity: Severity
  title: string
  message: string
  /** Regions of the page, with the expected and the printed value. */
  places: (PageRegion & { expected?: string; actual?: string })[]
  fields: string[]
}

/** An amount in a table column. The trust checks compare its font and baseline with the rest of the column. */
export type TableCell = { page: number; word: PageWord; column: string; row: number }

type Parsed<Submission> = {
  /** Null if the document is not of this kind. */
  submission: Submission | null
  provenance: Provenance
  checks: ParseCheck[]
  /** Every check passed: the printed amounts confirm each other. */
  verified: boolean
  /** Id of the known layout that was used, if any. */
  layout: string | null
  /** Amounts of the tables, for the trust checks. */
  cells: TableCell[]
  /** Contradictions between printed amounts. */
  findings: TrustFinding[]
  /** Sentences shown to people. */
  warnings: string[]
}

export type StatementParse = Parsed<BankStatement>
/** A payslip as printed: pay_date may be missing. Callers must reject a payslip without it before storing. */
export type PayslipReading = Omit<Payslip, 'income_information'> & {
  income_information: Omit<Payslip['income_information'], 'pay_date'> & { pay_date: Day | null }
}
export type PayslipParse = Parsed<PayslipReading>

/** Why the reader refused a file. */
export type Rejection =
  | ('not-a-pdf' | 'too-large' | 'too-many-pages' | 'password' | 'broken' | 'unsafe')
  | ('too-complex' | 'empty' | 'scan-too-poor')

export type TrustScore = 'High' | 'Medium' | 'Low'

/** The reader's answer about one file. */
export type DocumentReading = {
  kind: 'bank_statement' | 'payslip' | 'other' | 'rejected'
  submission: BankStatement | PayslipReading | null
  bank_statement_probability: number
  verified: boolean
  trust_score: TrustScore | null
  warnings: string[]
  /** Advice to the person, if there is no submission. */
  reason: string | null
  rejection: Rejection | null
  provenance: Provenance
  /** The parser's checks; stored and published under this name. */
  gates: ParseCheck[]
  findings: TrustFinding[]
  structure: PdfStructure | null
  /** SHA-256 of the visible words, so re-saving a file does not change it. */
  content_hash: string | null
  layout: string | null
  /** Page sizes in display coordinates, like the regions in provenance and findings. */
  pages: { width: number; height: number; source: PdfPage['source'] }[]
  reader_version: string
}
