import type { PenceAmount } from '../../money.ts'
import type { GeneratedStatement, Transaction, TransactionKind } from '../../people/types.ts'
import type { Pen } from '../pen.ts'
import type { FontFace } from '../types.ts'

/** x is the left edge of text, the right edge of amounts. */
export type BankColumn = {
  of: 'date' | 'created' | 'code' | 'description' | 'in' | 'out' | 'amount' | 'balance'
  title: string
  x: number
}

/** A type code, and a pattern for each line of the description; see `descriptionLines`. */
export type DescriptionPattern = [code: string, ...lines: string[]]
type Wording = Record<TransactionKind, DescriptionPattern>

/** Rows under their own heading. */
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
  /** Canonical form, `00-14-27`; `sortCodeMark` is the separator as printed. */
  sortCode: string
  sortCodeMark: '-' | ' ' | ''
  /** Unassigned four-letter bank code, if IBAN and BIC are printed. */
  bankCode?: string
  hasIban?: boolean
  /** `{title}`, `{forename}`, `{initial}`, `{surname}`. */
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
  /** Horizontal extent of the table, and its lower limit on a page. */
  table: { left: number; right: number; bottom: number }
  columns: BankColumn[]
  /** Columns of later pages, if they differ. */
  laterColumns?: BankColumn[]
  titles: { fill?: string; ink?: string; face?: FontFace }
  rule?: { under: 'rows' | 'days'; colour: string }
  band?: string

  dates: string
  isDateOncePerDay?: boolean
  isYearOnItsOwnLine?: boolean
  isNewestFirst?: boolean
  balances: 'row' | 'day' | 'some' | 'none'
  /** `hang`: width in ems of what follows the last digit, so that digits stay aligned. */
  overdrawn: { before: string; after: string; hang: number }
  hasPound?: boolean
  /** Distance of a separate £ sign from the right edge of the column. */
  poundAt?: number
  /** White screen-reader labels beside every cell, which appear in extracted text. */
  hasHiddenLabels?: boolean
  amountOn: 'first' | 'last'
  wording: Wording
  /** Maximum width of a description line. */
  room: number
  /** Additional description lines of some transactions. */
  extraLines?(transaction: Transaction, index: number, facts: BankStatementFacts): string[]
  markers: {
    /** May contain `{number}` and `{end}` of the previous statement. */
    start?: string
    end?: string
    /** Printed at the end and start of pages when the table continues. */
    carried?: string
    brought?: string
    /** The same without a balance. */
    continued?: string
    areDated?: boolean
  }
  /** Extra rows of this bank, such as a zero charge. */
  added?(statement: GeneratedStatement): Transaction[]
  sections?(transactions: Transaction[]): BankSection[]

  /** Draws the header of the first page; returns where the table starts. */
  head(pen: Pen, facts: BankStatementFacts): number
  laterHead(pen: Pen, facts: BankStatementFacts): number
  foot(pen: Pen, facts: BankStatementFacts, page: number, pages: number): void
  /** Content after the table and its height. */
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
