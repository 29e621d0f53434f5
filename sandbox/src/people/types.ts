import type { IsoDate } from '../calendar.ts'
import type { PenceAmount } from '../money.ts'
import type { EffectiveFrom, GeneratedPayslip, PayRun, PayrollEmployment } from '../payroll/types.ts'

export type PostalAddress = {
  street: string
  city: string
  county: string
  postCode: string
  country: string
}

export type Employer = {
  id: string
  name: string
  /** Format: `123/AB456`. */
  payeReference: string
  /** Format: `123PA00045678`. */
  accountsOfficeReference: string
  address: PostalAddress
  payslipLayout: string
}

export type PersonJob = {
  /** Format: `wilhelmina.oakapple.1`. */
  id: string
  employer: Employer
  payrollNumber: string
  role: string
  department: string
  type: 'full_time' | 'part_time' | 'temporary' | 'contract' | 'zero_hours' | 'other'
  startDate: IsoDate
  leaveDate: IsoDate | null
  /** Latest contractual rate, per year or per hour; payslips show actual pay. */
  pay: { annual: PenceAmount } | { hourly: PenceAmount }
  employment: PayrollEmployment
}

/** A person's current account. The statement layout determines the bank and its sort code. */
type BankAccount = {
  accountNumber: string
  statementLayout: string
  /** Balance on the first day of the simulation. */
  openingBalance: PenceAmount
}

export type SimulatedPerson = {
  /** Login at every provider, e.g. `wilhelmina.oakapple`. */
  userName: string
  title: string
  forename: string
  surname: string
  dateOfBirth: IsoDate
  gender: 'female' | 'male'
  /** `QQ`, a prefix that is never issued, followed by six digits and a letter from A to D. */
  niNumber: string
  /** Ten digits, as issued by HMRC. */
  uniqueTaxReference: string
  email: string
  /** Phone number in E.164 format without the plus sign. */
  phone: string
  addresses: EffectiveFrom<PostalAddress>[]
  /** Answers to second factors that ask for characters of this word, or for the date. */
  memorableWord: string
  memorableDate: IsoDate
  bank: BankAccount
  jobs: PersonJob[]
  /** One or two sentences that help testers to pick a person. */
  about: string
}

export type TransactionKind =
  | ('salary' | 'card' | 'contactless' | 'direct_debit' | 'standing_order' | 'cash')
  | ('transfer_in' | 'transfer_out' | 'refund' | 'interest' | 'fee' | 'cheque')

export type Transaction = {
  date: IsoDate
  kind: TransactionKind
  /** Plain name of the counterparty, e.g. `Greenfinch Grocers`. Statement layouts format it. */
  party: string
  /** Town or payment reference, for layouts that print a second line. */
  detail: string
  /** Amount, positive for money in. */
  amount: PenceAmount
  /** Running balance after this transaction. */
  balance: PenceAmount
}

export type GeneratedStatement = {
  person: SimulatedPerson
  /** Sequential number, starting at 1. */
  number: number
  start: IsoDate
  end: IsoDate
  openingBalance: PenceAmount
  closingBalance: PenceAmount
  /** Transactions, oldest first. */
  transactions: Transaction[]
}

/** The simulated population, generated from a seed. It covers the tax years for which we have tables. */
export type SimulatedWorld = {
  seed: string
  startDate: IsoDate
  endDate: IsoDate
  /** Returns named people in the order of the guide page, followed by people from scenarios. */
  named(): SimulatedPerson[]
  /** Finds a named person, a scenario's person or the generated `person.<n>` by user name. */
  find(userName: string): SimulatedPerson | undefined
  /** Returns the n-th generated person, counted from 1. */
  inventedPerson(n: number): SimulatedPerson
  /** Adds a person, or replaces the one with the same user name. */
  put(person: SimulatedPerson, runs: (job: PersonJob) => PayRun[]): void
  remove(userName: string): boolean
  /** Returns payslips of a job paid up to and including this day, oldest first. */
  payslips(job: PersonJob, until: IsoDate): GeneratedPayslip[]
  /** Returns statements of calendar months that ended before this day, oldest first. */
  statements(person: SimulatedPerson, until: IsoDate): GeneratedStatement[]
  address(person: SimulatedPerson, on: IsoDate): PostalAddress
}
