import type { BankStatement } from '../vocabulary/bank-statement.ts'
import type { CardStatement } from '../vocabulary/card-statement.ts'
import type { Day, Payslip } from '../vocabulary/payslip.ts'
import type { Bend } from './scan/photo/bend.ts'
import type { Homography } from './scan/photo/homography.ts'

// Data passed between the stages of the reader. Coordinates are in points from the top left of the page. Page numbers
// start at 1.

export type Box = [left: number, top: number, right: number, bottom: number]
export type PageRegion = { page: number; box: Box }

/** A word with its position on the page. `x` and `right` are its edges; `y` is its baseline. */
export type PageWord = {
  text: string
  x: number
  right: number
  y: number
  size: number
  /** Font family and style without the subset prefix. Undefined for words from OCR. */
  font?: string
  /** Additional fonts, if the letters of the word are in different fonts. */
  otherFonts?: string[]
  /** Text colour as 0xRRGGBB. */
  colour?: number
  /** OCR confidence, from 0 to 100. */
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
  /**
   * How the page was rotated before parsing: clockwise quarter turns first, then degrees around its centre, then its bent
   * lines were straightened.
   */
  rotation?: { quarters: number; degrees: number; bend?: Bend }
  /** For a photo: the size of the page as displayed, and where a point of the flattened sheet is on it. */
  flattened?: { width: number; height: number; toDisplay: Homography }
  /** Share of the page that its largest image covers, from 0 to 1. */
  imageShare: number
  /**
   * Boxes of small images. A small image pasted in place of an amount covers no text, so `covers` does not include
   * it.
   */
  smallImages?: Box[]
  /** Invisible text layer that the scanner added to a scan. The reader's own OCR takes precedence. */
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
  /** Date in ISO 8601. Null if absent, 'malformed' if the file contains something that is not a date. */
  createdAt: string | null
  modifiedAt: string | null
  /** Producer and dates according to the XMP packet, if there is one. */
  xmp: { producer: string | null; createdAt: string | null; modifiedAt: string | null } | null
  /**
   * End offset of each revision, in bytes. More than one revision means that incremental updates were appended to the
   * file.
   */
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
  /** References to the font objects of each page. */
  fontsOfPages: string[][]
  /** Page numbers of orphaned content, which is still in the file but no longer shown. */
  leftoverPages: number[]
  /** Annotations that can hide or add text: notes, stamps, painted links and form fields with an amount. */
  notes: { page: number; box: Box | null; kind: string }[]
}

/**
 * How a value was obtained. `text`: from the text in the file. `ocr`: recognised in an image. `computed`: from other
 * printed values. `inferred`: by a heuristic. `model`: printed there, and a model said what it means.
 */
export type ExtractionMethod = 'text' | 'ocr' | 'computed' | 'inferred' | 'model'

/**
 * Confidence in a value. `proven`: confirmed by arithmetic with other printed values. `printed`: read beside its
 * label. `likely`: found where such a value is expected. `doubtful`: contradicted by another value.
 */
export type Confidence = 'proven' | 'printed' | 'likely' | 'doubtful'

export type ValueSource = { place: PageRegion | null; method: ExtractionMethod; confidence: Confidence }

/**
 * Source of each value of a submission by path, such as `balance_information.opening_balance` or
 * `transactions.3.amount`.
 */
export type Provenance = Record<string, ValueSource>

export type ParseCheck = { name: string; isPassed: boolean; note: string }

/**
 * Groups of fields that are certified apart from each other. Statements: `balances_and_amounts` (with dates) and
 * `descriptions`. Payslips: `this_period`, `year_to_date` and `identity` (names, dates and codes).
 */
export const fieldGroups = [
  'balances_and_amounts',
  'descriptions',
  'this_period',
  'year_to_date',
  'identity',
] as const
export type FieldGroup = (typeof fieldGroups)[number]

export type Severity = 'info' | 'low' | 'medium' | 'high'

export type TrustFinding = {
  /** A code from trust/finding-codes.ts, or one of the parsers' ARITHMETIC_… codes. */
  code: string
  category: 'file' | 'page' | 'arithmetic' | 'content'
  severity: Severity
  title: string
  message: string
  /** Regions on the page, each with the expected and the printed value. */
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
  /** Whether the money is certified: the printed amounts confirm each other. */
  verified: boolean
  /** Groups of fields whose checks all passed. */
  certified: FieldGroup[]
  /** Id of the known layout that was used, or null. */
  layout: string | null
  /** Amounts of the tables, for the trust checks. */
  cells: TableCell[]
  /** Contradictions between printed amounts. */
  findings: TrustFinding[]
  /** Sentences that are shown to users. */
  warnings: string[]
}

export type StatementParse = Parsed<BankStatement>
/** The statement of a credit card. Its checks and groups are those of a bank statement. */
export type CardParse = Parsed<CardStatement>
/** A payslip as printed. `pay_date` may be missing; callers must reject such a payslip instead of storing it. */
export type PayslipReading = Omit<Payslip, 'income_information'> & {
  income_information: Omit<Payslip['income_information'], 'pay_date'> & { pay_date: Day | null }
}
export type PayslipParse = Parsed<PayslipReading>
export type DocumentParse = StatementParse | PayslipParse | CardParse

export type Rejection =
  | ('not-a-pdf' | 'too-large' | 'too-many-pages' | 'password' | 'broken' | 'unsafe')
  | ('too-complex' | 'empty' | 'scan-too-poor')

export type TrustScore = 'High' | 'Medium' | 'Low'

/** The reader's result for one file. */
export type DocumentReading = {
  kind: 'bank_statement' | 'payslip' | 'card_statement' | 'other' | 'rejected'
  submission: BankStatement | PayslipReading | CardStatement | null
  bank_statement_probability: number
  /** Whether `certified` includes the money: `balances_and_amounts` or `this_period`. */
  verified: boolean
  certified: FieldGroup[]
  trust_score: TrustScore | null
  warnings: string[]
  /** Advice for the person who uploaded the file. Set if there is no submission. */
  reason: string | null
  rejection: Rejection | null
  provenance: Provenance
  /** The parser's checks. Stored and returned by the API under this name. */
  gates: ParseCheck[]
  findings: TrustFinding[]
  structure: PdfStructure | null
  /** SHA-256 of the visible words. Re-saving a file does not change it. */
  content_hash: string | null
  layout: string | null
  /** Name of the model whose opinion was used. Missing if none was. */
  model?: string
  /** Page sizes in display coordinates. The regions in provenance and findings use the same coordinates. */
  pages: { width: number; height: number; source: PdfPage['source'] }[]
  reader_version: string
}
