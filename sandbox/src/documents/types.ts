import type { Day } from '../calendar.ts'
import type { Payslip } from '../payroll/types.ts'
import type { Address, Job, Person, Statement } from '../people/types.ts'

export type Face = 'sans' | 'sans-bold' | 'sans-italic' | 'serif' | 'serif-bold' | 'mono' | 'mono-bold'

/** A piece of text. x: of its left edge, middle or right edge, by `align`; y: of its baseline, from the top; points. */
export type TextMark = {
  text: string
  x: number
  y: number
  size: number
  face?: Face
  align?: 'left' | 'centre' | 'right'
  colour?: string
  /** Names what a tampered twin may change: `net_pay`, `amount`, `balance`, `date` … */
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
export type Mark = TextMark | LineMark | BoxMark

/** What one sheet shows, in the order of painting. Both producers draw exactly this. */
export type Sheet = {
  width: number
  height: number
  marks: Mark[]
  /** The page lies on its side in the file and says by how much it is to be turned; only the library can do it. */
  turned?: 90 | 270
}

export type Drawing = {
  title: string
  /** What an issuer's system would call itself in the file's metadata. */
  creator: string
  /** The day it was made; metadata carries noon UTC. */
  madeOn: Day
  sheets: Sheet[]
}

export type PayslipMatter = { person: Person; job: Job; payslip: Payslip; address: Address }

/** The right answer, in the words of the contract; null or left out: not printed in this layout. Money is text. */
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
    pay_date: Day
    pay_interval_start: Day | null
    pay_interval_end: Day | null
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
      income_tax: string
      employee_ni: string
      employee_pension: string
      total_deductions: string
      loan_deductions: string
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
  statement_period: { start_date: Day; end_date: Day }
  /** With thousands separators. */
  balance_information: { opening_balance: string; closing_balance: string }
  /** In the order printed; descriptions with one space where the paper breaks a line. */
  transactions: { date: Day; description: string; amount: string; type: 'credit' | 'debit' }[]
}

export type Drawn<Truth> = { drawing: Drawing; truth: Truth }

export type PayslipLayout = {
  id: string
  name: string
  about: string
  draw(matter: PayslipMatter): Drawn<PayslipTruth>
}
export type StatementLayout = {
  id: string
  /** An invented bank. */
  bank: string
  about: string
  draw(statement: Statement): Drawn<StatementTruth>
}

export type TamperKind =
  | ('edited-amount' | 'replaced-font' | 'overlaid-text' | 'overlaid-image')
  | ('changed-metadata' | 'wrong-arithmetic' | 'swapped-page')

export type ScanOptions = { dpi: number; skewDegrees: number; noise: number; seed: string }

/** What a twin differs in, so that whoever looks for it can be judged. Boxes in points from the top left. */
export type Tampering = {
  kind: TamperKind
  changes: { page: number; box: [number, number, number, number] | null; was: string; now: string }[]
}

export type Making = {
  layout?: string
  producer?: 'library' | 'chromium'
  scan?: ScanOptions
  tamper?: TamperKind
}

export type Made<Truth> = { bytes: Buffer; fileName: string; truth: Truth; tampering: Tampering | null }

/** Makes documents. The same request gives the same text; in the library producer the same bytes. */
export type Documents = {
  payslip(matter: PayslipMatter, making?: Making): Promise<Made<PayslipTruth>>
  statement(statement: Statement, making?: Making): Promise<Made<StatementTruth>>
  close(): Promise<void>
}
