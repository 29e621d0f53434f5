import type { BankStatement } from '../vocabulary/bank-statement.ts'
import type { Day, Payslip } from '../vocabulary/payslip.ts'

// What the parts of the reader hand to each other. Positions are points from the top left of the page; pages count from 1.

export type Box = [left: number, top: number, right: number, bottom: number]
export type Place = { page: number; box: Box }

/** A word as it stands on its page. x, right: its edges; y: its baseline. */
export type Word = {
  text: string
  x: number
  right: number
  y: number
  size: number
  /** Family and style without the prefix of a subset; not for words that were recognised. */
  font?: string
  /** The fonts of its later letters, where they are not all in one. */
  otherFonts?: string[]
  /** 0xRRGGBB of its ink. */
  colour?: number
  /** 0 to 100, for words that were recognised in a picture. */
  certainty?: number
}

/** Why a word that is in the file cannot be seen. */
export type Hiding = 'box' | 'image' | 'invisible' | 'white' | 'off-page' | 'tiny'

/** A word that was painted over stands here; one that was painted over the cover again is `over` it and visible. */
export type HiddenWord = Word & { why: Hiding }

export type Page = {
  number: number
  width: number
  height: number
  /** What can be seen, in the order of painting. */
  words: Word[]
  hidden: HiddenWord[]
  /** Boxes that hide earlier text, and the words that were painted on them later. */
  covers: { box: Box; by: 'box' | 'image'; redrawn: Word[] }[]
  source: 'text' | 'ocr' | 'empty'
  /** How it was turned to be read, if it was: by quarters with the clock, then by degrees around its middle. */
  turn?: { quarters: number; degrees: number }
  /** How much of the page its largest picture covers, 0 to 1. */
  picture: number
  /** Where small pictures are: one that stands in place of a figure hides nothing. */
  pictures?: Box[]
  /** The words that the file lays invisibly over a scan; what counts is what is recognised here. */
  layer?: Word[]
}

/** What the file itself says, without a look at what its pages show. */
export type Structure = {
  sha256: string
  bytes: number
  version: string
  pages: number
  objects: number
  producer: string | null
  creator: string | null
  title: string | null
  /** As ISO text; null where absent, 'malformed' where it is no date. */
  createdAt: string | null
  modifiedAt: string | null
  /** What the XMP packet says of the same, where there is one. */
  xmp: { producer: string | null; createdAt: string | null; modifiedAt: string | null } | null
  /** How often the file was saved by appending; 1 is as it was first written. Offsets: where each revision ends. */
  revisionEnds: number[]
  isLinearized: boolean
  isEncrypted: boolean
  hasJavaScript: boolean
  hasLaunch: boolean
  embeddedFiles: number
  hasForm: boolean
  signatures: { coversWholeFile: boolean }[]
  fonts: string[]
  /** How the pages were put together; not told where the objects could not be walked. */
  assembly?: Assembly
}

export type Assembly = {
  /** The references of the fonts of each page, in their order. */
  fontsOfPages: string[][]
  /** Pages that are in the file but not shown, by the place where they would have been. */
  leftoverPages: number[]
  /** What was laid on pages as a note, and neither a link nor a field. */
  notes: { page: number; box: Box | null; kind: string }[]
}

/** text: as printed; ocr: recognised in a picture; computed: from other values that are printed; inferred: by a rule that may be wrong. */
export type Method = 'text' | 'ocr' | 'computed' | 'inferred'

/**
 * How sure a value is. proven: arithmetic over other printed values holds it in place; printed: read beside its label;
 * likely: read where such a value stands; doubtful: something contradicts it.
 */
export type Confidence = 'proven' | 'printed' | 'likely' | 'doubtful'

export type Source = { place: Place | null; method: Method; confidence: Confidence }

/** Where each value of a submission comes from, by its path: `balance_information.opening_balance`, `transactions.3.amount`. */
export type Provenance = Record<string, Source>

export type Gate = { name: string; isPassed: boolean; note: string }

export type Severity = 'info' | 'low' | 'medium' | 'high'

export type Finding = {
  /** One of trust/codes.ts. */
  code: string
  category: 'file' | 'page' | 'arithmetic' | 'content'
  severity: Severity
  title: string
  message: string
  /** Where to look, with what was expected there and what stands there. */
  places: (Place & { expected?: string; actual?: string })[]
  fields: string[]
}

/** A cell of a table whose column has one look: what its font and baseline are compared with. */
export type TableCell = { page: number; word: Word; column: string; row: number }

type Parsed<Submission> = {
  /** Null where nothing of the kind was found. */
  submission: Submission | null
  provenance: Provenance
  gates: Gate[]
  /** Every gate passed: the figures hold each other in place. */
  verified: boolean
  /** The layout that narrowed the search, if one did. */
  layout: string | null
  /** Amounts of tables, for the comparison of their looks. */
  cells: TableCell[]
  /** Contradictions in the figures, with their places. */
  findings: Finding[]
  /** Sentences for people. */
  warnings: string[]
}

export type StatementParse = Parsed<BankStatement>
/** pay_date may be missing on paper; whoever stores it has to refuse that. */
export type PaperPayslip = Omit<Payslip, 'income_information'> & {
  income_information: Omit<Payslip['income_information'], 'pay_date'> & { pay_date: Day | null }
}
export type PayslipParse = Parsed<PaperPayslip>

/** Why a file is not read at all. */
export type Rejection =
  | ('not-a-pdf' | 'too-large' | 'too-many-pages' | 'password' | 'broken' | 'unsafe')
  | ('too-complex' | 'empty' | 'scan-too-poor')

export type Trust = 'High' | 'Medium' | 'Low'

/** What the reader says of one file. */
export type Reading = {
  kind: 'bank_statement' | 'payslip' | 'other' | 'rejected'
  submission: BankStatement | PaperPayslip | null
  bank_statement_probability: number
  verified: boolean
  trust_score: Trust | null
  warnings: string[]
  /** A sentence a person can act on where there is no submission. */
  reason: string | null
  rejection: Rejection | null
  provenance: Provenance
  gates: Gate[]
  findings: Finding[]
  structure: Structure | null
  /** Of the words, not the bytes: the same after a file was saved again without a change. */
  content_hash: string | null
  layout: string | null
  /** As they are shown; so are the places of values and findings. */
  pages: { width: number; height: number; source: Page['source'] }[]
  reader_version: string
}
