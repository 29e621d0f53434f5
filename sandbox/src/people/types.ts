import type { Day } from '../calendar.ts'
import type { Pence } from '../money.ts'
import type { Employment, From, PayRun, Payslip } from '../payroll/types.ts'

export type Address = { street: string; city: string; county: string; postCode: string; country: string }

export type Employer = {
  id: string
  name: string
  /** `123/AB456` */
  payeReference: string
  /** `123PA00045678` */
  accountsOfficeReference: string
  address: Address
  /** The layout of its payslips. */
  payslipLayout: string
}

export type Job = {
  /** `wilhelmina.oakapple.1` */
  id: string
  employer: Employer
  payrollNumber: string
  role: string
  department: string
  type: 'full_time' | 'part_time' | 'temporary' | 'contract' | 'zero_hours' | 'other'
  startDate: Day
  leaveDate: Day | null
  /** What a year of full work is paid, or an hour of it, in the end; the payslips say what was paid. */
  pay: { annual: Pence } | { hourly: Pence }
  employment: Employment
}

/** A person's current account. Which bank it is with, and so its sort code, is a matter of the statement's layout. */
type BankAccount = {
  accountNumber: string
  /** The layout of its statements. */
  statementLayout: string
  /** On the day the world's history begins. */
  openingBalance: Pence
}

export type Person = {
  /** `wilhelmina.oakapple`: what one signs in with, everywhere. */
  userName: string
  title: string
  forename: string
  surname: string
  dateOfBirth: Day
  gender: 'female' | 'male'
  /** `QQ` + six digits + A to D: a prefix that is never issued. */
  niNumber: string
  /** Ten digits of the tax authority. */
  uniqueTaxReference: string
  email: string
  /** Digits of E.164. */
  phone: string
  addresses: From<Address>[]
  /** For second factors that ask for characters of it, or for the date. */
  memorableWord: string
  memorableDate: Day
  bank: BankAccount
  jobs: Job[]
  /** One or two sentences for whoever looks for somebody to test with. */
  about: string
}

export type TransactionKind =
  | ('salary' | 'card' | 'contactless' | 'direct_debit' | 'standing_order' | 'cash')
  | ('transfer_in' | 'transfer_out' | 'refund' | 'interest' | 'fee' | 'cheque')

export type Transaction = {
  date: Day
  kind: TransactionKind
  /** The other party, as a person would name it: `Greenfinch Grocers`. Layouts dress it up. */
  party: string
  /** A place or a reference, for layouts that print a second line. */
  detail: string
  /** Positive is money in. */
  amount: Pence
  /** After this transaction. */
  balance: Pence
}

export type Statement = {
  person: Person
  /** How many statements came before, plus one. */
  number: number
  start: Day
  end: Day
  openingBalance: Pence
  closingBalance: Pence
  /** Oldest first. */
  transactions: Transaction[]
}

/** The first day of which there is anything to tell: 6 April 2024, when the tables we have begin; and the last. */
export type World = {
  seed: string
  begins: Day
  ends: Day
  /** The people with a story, in the order of the index page, and then those of scenarios. */
  named(): Person[]
  /** By user name: a named one, one of a scenario, or `person.<n>`, made from the seed. */
  find(userName: string): Person | undefined
  /** The n-th person of the seed, n from 1; any number of them. */
  anyone(n: number): Person
  /** Adds or replaces a person with the same user name; a scenario, for example. */
  put(person: Person, runs: (job: Job) => PayRun[]): void
  remove(userName: string): boolean
  /** All payslips of a job with a pay date up to and including this day, oldest first. */
  payslips(job: Job, until: Day): Payslip[]
  /** Statements of whole calendar months that have ended by this day, oldest first. */
  statements(person: Person, until: Day): Statement[]
  address(person: Person, on: Day): Address
}
