import type { Pence } from '../../money.ts'
import type { Statement, Transaction, TransactionKind } from '../../people/types.ts'
import type { Pen } from '../pen.ts'
import type { Face } from '../types.ts'

/** x: the left edge of words, the right edge of sums. */
export type Column = {
  of: 'date' | 'created' | 'code' | 'description' | 'in' | 'out' | 'amount' | 'balance'
  title: string
  x: number
}

/** A type code, and a pattern for each line of the description; see `wordsOf`. */
export type Phrase = [code: string, ...lines: string[]]
type Wording = Record<TransactionKind, Phrase>

/** Rows under a heading of their own. */
export type Section = {
  title: string
  transactions: Transaction[]
  end?: { text: string; sum: Pence; role: string }
}

/** How a bank writes its statements. What all of them have in common is in `sheets.ts`. */
export type Form = {
  id: string
  bank: string
  about: string
  /** What the bank's system calls itself in the metadata. */
  creator: string
  /** In the normal form, `00-14-27`, and what stands between the pairs on this paper. */
  sortCode: string
  sortCodeMark: '-' | ' ' | ''
  /** Four letters that no bank has, where IBAN and BIC are printed. */
  bankCode?: string
  hasIban?: boolean
  /** `{title}`, `{forename}`, `{initial}`, `{surname}`. */
  holder: string
  isHolderInCapitals?: boolean
  /** How wide name and address may be, and how they are set where it is not as the text; what is longer is cut. */
  letterhead: { room: number; size?: number; face?: Face }

  text: { size: number; face: Face; bold: Face; ink: string; accent: string; leading: number; gap: number }
  /** Where the table begins and ends from left to right, and how far down a page it may go. */
  table: { left: number; right: number; bottom: number }
  columns: Column[]
  /** Where the columns of later pages stand elsewhere. */
  laterColumns?: Column[]
  titles: { fill?: string; ink?: string; face?: Face }
  rule?: { under: 'rows' | 'days'; colour: string }
  band?: string

  dates: string
  isDateOncePerDay?: boolean
  isYearOnItsOwnLine?: boolean
  isNewestFirst?: boolean
  balances: 'row' | 'day' | 'some' | 'none'
  /** `hang`: what sticks out to the right of the last digit, in ems, so that digits stand under each other. */
  overdrawn: { before: string; after: string; hang: number }
  hasPound?: boolean
  /** Where the £ stands apart from its sum: this far left of the edge of the column. */
  poundAt?: number
  /** White words for screen readers beside every cell, which copying brings to light. */
  hasHiddenLabels?: boolean
  amountOn: 'first' | 'last'
  wording: Wording
  /** How wide a line of the description may be. */
  room: number
  /** Lines that some transactions carry besides. */
  besides?(transaction: Transaction, place: number, facts: Facts): string[]
  markers: {
    /** `{number}` and `{end}` of the statement before. */
    start?: string
    end?: string
    /** At the foot and the head of pages between which the table goes on. */
    carried?: string
    brought?: string
    /** The same without a sum. */
    continued?: string
    areDated?: boolean
  }
  /** Rows that this bank adds, such as a charge of nothing. */
  added?(statement: Statement): Transaction[]
  sections?(transactions: Transaction[]): Section[]

  /** Draws what stands above the table on the first page, and says where the table begins. */
  head(pen: Pen, facts: Facts): number
  laterHead(pen: Pen, facts: Facts): number
  foot(pen: Pen, facts: Facts, page: number, pages: number): void
  /** What follows the table, and how much room it needs. */
  after?: { height: number; draw(pen: Pen, facts: Facts, y: number): void }
}

/** What heads and feet are made of, as this bank prints it. */
export type Facts = {
  statement: Statement
  bank: string
  holder: string
  address: string[]
  accountNumber: string
  sortCode: string
  iban: string
  bic: string
  opening: Pence
  closing: Pence
  moneyIn: Pence
  moneyOut: Pence
  /** With £ where the bank has it, overdrawn as the bank shows it. */
  balance(amount: Pence): string
  sum(amount: Pence): string
}
