import type { PenceAmount } from '../../money.ts'
import type { GeneratedStatement, Transaction, TransactionKind } from '../../people/types.ts'
import type { Pen } from '../pen.ts'
import type { FontFace } from '../types.ts'

/** A table column. `x` is the left edge of text and the right edge of amounts. */
export type BankColumn = {
  of: 'date' | 'created' | 'code' | 'description' | 'in' | 'out' | 'amount' | 'balance'
  title: string
  x: number
}

/** A transaction type code, followed by a pattern for each line of the description; see `descriptionLines`. */
export type DescriptionPattern = [code: string, ...lines: string[]]
type Wording = Record<TransactionKind, DescriptionPattern>

/** Rows that are printed under their own heading. */
export type BankSection = {
  title: string
  transactions: Transaction[]
  end?: { text: string; amount: PenceAmount; role: string }
}

/** Statement format of a bank. The common layout logic is in `lay-out-sheets.ts`. */
export type BankFormat = {
  id: string
  bank: string
  about: string
  /** Name of the bank's software in the file metadata. */
  creator: string
  /**
   * Sort code in canonical form, `00-14-27`; `sortCodeMark` is the separator that is printed instead of the hyphen.
   */
  sortCode: string
  sortCodeMark: '-' | ' ' | ''
  /** Unassigned four-letter bank code; set if IBAN and BIC are printed. */
  bankCode?: string
  hasIban?: boolean
  /** Pattern of the account holder's name, with `{title}`, `{forename}`, `{initial}` and `{surname}`. */
  holder: string
  isHolderInCapitals?: boolean
  /** Maximum width and style of name and address; longer lines are truncated. */
  letterhead: { room: number; size?: number; face?: FontFace }

  text: {
    size: number
    face: FontFace
    bold: FontFace
    ink: string
    accent: string
    leading: number
    gap: number
  }
  /** Left and right edges of the table, and its lower limit on every page. */
  table: { left: number; right: number; bottom: number }
  columns: BankColumn[]
  /** Columns of the second and later pages, if they differ. */
  laterColumns?: BankColumn[]
  titles: { fill?: string; ink?: string; face?: FontFace }
  rule?: { under: 'rows' | 'days'; colour: string }
  band?: string

  dates: string
  isDateOncePerDay?: boolean
  isYearOnItsOwnLine?: boolean
  isNewestFirst?: boolean
  balances: 'row' | 'day' | 'some' | 'none'
  /** Whether the opening balance is printed nowhere. */
  omitsOpeningBalance?: boolean
  /**
   * Notation of negative balances. `hang` is the width, in ems, of the text after the last digit; it is used to align
   * digits.
   */
  overdrawn: { before: string; after: string; hang: number }
  hasPound?: boolean
  /** Distance of a separate £ sign from the right edge of the column, in points. */
  poundAt?: number
  /** Whether white labels for screen readers are printed beside every cell. They appear in extracted text. */
  hasHiddenLabels?: boolean
  amountOn: 'first' | 'last'
  wording: Wording
  /** Maximum width of a description line. */
  room: number
  /** Returns additional description lines for some transactions. */
  extraLines?(transaction: Transaction, index: number, facts: BankStatementFacts): string[]
  markers: {
    /** Line with the opening balance; may contain `{number}` and `{end}` of the previous statement. */
    start?: string
    end?: string
    /** Lines at the end of a page (`carried`) and at the start of the next (`brought`) when the table continues. */
    carried?: string
    brought?: string
    /** Line at the end of a page that continues, without a balance. */
    continued?: string
    areDated?: boolean
  }
  /** Returns extra rows that only this bank prints, such as a zero charge. */
  added?(statement: GeneratedStatement): Transaction[]
  sections?(transactions: Transaction[]): BankSection[]

  /** Draws the header of the first page; returns the y position where the table starts. */
  head(pen: Pen, facts: BankStatementFacts): number
  laterHead(pen: Pen, facts: BankStatementFacts): number
  foot(pen: Pen, facts: BankStatementFacts, page: number, pages: number): void
  /** Content after the table, with its height. */
  after?: { height: number; draw(pen: Pen, facts: BankStatementFacts, y: number): void }
}

/** Facts for headers and footers, formatted for this bank. */
export type BankStatementFacts = {
  statement: GeneratedStatement
  bank: string
  holder: string
  address: string[]
  accountNumber: string
  sortCode: string
  iban: string
  bic: string
  opening: PenceAmount
  closing: PenceAmount
  moneyIn: PenceAmount
  moneyOut: PenceAmount
  /** Formats a balance, with the bank's £ sign and overdraft notation. */
  balance(amount: PenceAmount): string
  formatAmount(amount: PenceAmount): string
}
