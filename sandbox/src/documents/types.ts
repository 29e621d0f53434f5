import type { IsoDate } from '../calendar.ts'
import type { GeneratedPayslip } from '../payroll/types.ts'
import type { GeneratedStatement, PersonJob, PostalAddress, SimulatedPerson } from '../people/types.ts'

export type FontFace = 'sans' | 'sans-bold' | 'sans-italic' | 'serif' | 'serif-bold' | 'mono' | 'mono-bold'

/**
 * Text at a position in points from the top left: `x` is the left edge, centre or right edge (see `align`), `y` the
 * baseline.
 */
export type TextMark = {
  text: string
  x: number
  y: number
  size: number
  face?: FontFace
  align?: 'left' | 'centre' | 'right'
  colour?: string
  /** Role of a figure that tampering may change: `net_pay`, `amount`, `balance`, `date` … */
  role?: string
}
export type LineMark = {
  line: [x1: number, y1: number, x2: number, y2: number]
  width?: number
  colour?: string
}
export type BoxMark = {
  box: [x: number, y: number, width: number, height: number]
  fill?: string
  stroke?: string
}
export type DrawingMark = TextMark | LineMark | BoxMark

/** Content of one page in painting order. Chromium and the PDF library draw it identically. */
export type Sheet = {
  width: number
  height: number
  marks: DrawingMark[]
  /** Page rotation in the PDF file; only the library producer supports it. */
  rotation?: 90 | 270
}

export type Drawing = {
  title: string
  /** Name of the issuer's software in the file metadata. */
  creator: string
  /** Creation date; the metadata uses noon UTC. */
  madeOn: IsoDate
  sheets: Sheet[]
}

export type PayslipSource = {
  person: SimulatedPerson
  job: PersonJob
  payslip: GeneratedPayslip
  address: PostalAddress
}

/** Ground truth in the API's format; a field is null if this layout does not print it. Amounts are strings. */
export type PayslipTruth = {
  kind: 'payslip'
  layout: string
  identity_information: {
    name: string
    address: { street: string; county: string; city: string; post_code: string; country: string } | null
    NI_number: string | null
  }
  employment_information: {
    employer_name: string
    role: string | null
    employer_tax_reference: string | null
    payroll_number: string | null
  }
  income_information: {
    pay_date: IsoDate
    pay_interval_start: IsoDate | null
    pay_interval_end: IsoDate | null
    pay_frequency: string | null
    tax_period: number | null
    tax_code: string
    ni_letter: string | null
    earnings: {
      gross_pay: string
      net_pay: string
      earning_elements: {
        description: string
        amount: string
        quantity: string | null
        rate: string | null
      }[]
      year_to_date: {
        gross_pay: string | null
        net_pay: string | null
        total_tax_paid: string | null
        total_ni_paid: string | null
        total_taxable_earnings: string | null
      }
    }
    deductions: {
      income_tax: string | null
      employee_ni: string | null
      employee_pension: string | null
      total_deductions: string
      loan_deductions: string | null
      deductions_elements: { description: string; amount: string }[]
    }
  }
}

export type StatementTruth = {
  kind: 'bank-statement'
  layout: string
  account_information: {
    account_holder_name: string
    account_number: string
    sort_code: string
    bank_name: string
    iban: string | null
  }
  statement_period: { start_date: IsoDate; end_date: IsoDate }
  /** Balances with thousands separators. The opening balance is null if the statement does not print it. */
  balance_information: { opening_balance: string | null; closing_balance: string }
  /** Transactions in printed order; line breaks in descriptions are replaced by a space. */
  transactions: { date: IsoDate; description: string; amount: string; type: 'credit' | 'debit' }[]
}

export type DrawnDocument<Truth> = { drawing: Drawing; truth: Truth }

export type PayslipPdfLayout = {
  id: string
  name: string
  about: string
  draw(content: PayslipSource): DrawnDocument<PayslipTruth>
}
export type StatementPdfLayout = {
  id: string
  /** Name of the invented bank. */
  bank: string
  about: string
  draw(statement: GeneratedStatement): DrawnDocument<StatementTruth>
}

export type TamperKind =
  | ('edited-amount' | 'replaced-font' | 'overlaid-text' | 'overlaid-image')
  | ('changed-metadata' | 'wrong-arithmetic' | 'swapped-page')

export type ScanOptions = { dpi: number; skewDegrees: number; noise: number; seed: string }

/** How hard photos are to read. `easy` is a careful photo, `hard` a hasty one. */
export const photoDifficulties = ['easy', 'hard'] as const
export type PhotoDifficulty = (typeof photoDifficulties)[number]
export type PhotoOptions = { seed: string; difficulty?: PhotoDifficulty; longestSide?: number }

/** The changes in a tampered document, as ground truth for detection. Boxes are in points from the top left. */
export type Tampering = {
  kind: TamperKind
  changes: { page: number; box: [number, number, number, number] | null; was: string; now: string }[]
}

export type RenderOptions = {
  layout?: string
  producer?: 'library' | 'chromium'
  scan?: ScanOptions
  photo?: PhotoOptions
  tamper?: TamperKind
}

export type RenderedDocument<Truth> = {
  bytes: Buffer
  fileName: string
  truth: Truth
  tampering: Tampering | null
}

/** Generates documents. The same request produces the same text and, with the library producer, the same bytes. */
export type DocumentGenerator = {
  payslip(content: PayslipSource, options?: RenderOptions): Promise<RenderedDocument<PayslipTruth>>
  statement(statement: GeneratedStatement, options?: RenderOptions): Promise<RenderedDocument<StatementTruth>>
  close(): Promise<void>
}
