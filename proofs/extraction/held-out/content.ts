import { addDays, type IsoDate } from '../../../sandbox/src/calendar.ts'
import { formatDay } from '../../../sandbox/src/documents/pen.ts'
import type {
  RandomPayslipTruth,
  RandomStatementTruth,
} from '../../../sandbox/src/documents/random/ground-truth.ts'
import { ibanOf } from '../../../sandbox/src/documents/statements/iban.ts'
import type { PayslipSource } from '../../../sandbox/src/documents/types.ts'
import { decimal, grouped, type PenceAmount, totalOf } from '../../../sandbox/src/money.ts'
import type { PayFigures, PayrollDeductionKind } from '../../../sandbox/src/payroll/types.ts'
import type { GeneratedStatement, Transaction } from '../../../sandbox/src/people/types.ts'

// Hand-written layouts that were never used to tune the reader. A layout renders the data of a person as an HTML page.

type Html = string
export type HeldOutStatement = {
  id: string
  bank: string
  sortCode: string
  html(own: StatementMatter): Html
}
export type HeldOutPayslip = {
  id: string
  html(own: PayslipSource): Html
  /**
   * Fields that the layout prints in addition to name, employer, pay date, tax code, earnings lines, gross,
   * deductions and net.
   */
  prints: {
    ni?: true
    reference?: true
    role?: true
    interval?: true
    frequency?: true
    year?: (keyof PayFigures)[]
  }
  labels: Record<
    'income_tax' | 'national_insurance' | 'pension' | 'student_loan' | 'postgraduate_loan',
    string
  >
  name(own: PayslipSource): string
}

export type StatementMatter = GeneratedStatement & {
  holder: string
  address: string[]
  account: string
  sortCode: string
  iban: string
}

export const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
export const pounds = (amount: PenceAmount) => `${amount < 0 ? '-' : ''}£${grouped(Math.abs(amount))}`
export const day = (date: IsoDate, form: string) => formatDay(date, form)
export const each = <T>(list: T[], write: (item: T, n: number) => string) => list.map(write).join('\n')
export const textOf = ({ party, detail, kind }: Transaction) =>
  escaped(kind === 'direct_debit' ? `${party} DD ${detail}`.trim() : party)
export const incoming = ({ transactions }: GeneratedStatement) =>
  totalOf(transactions.map(({ amount }) => Math.max(0, amount)))
export const outgoing = ({ transactions }: GeneratedStatement) =>
  -totalOf(transactions.map(({ amount }) => Math.min(0, amount)))
export const byDay = (transactions: Transaction[]): [IsoDate, Transaction[]][] => [
  ...Map.groupBy(transactions, ({ date }) => date),
]

export const page = (title: string, style: string, body: string): Html => `<!doctype html>
<html lang="en-GB"><meta charset="utf-8"><title>${title}</title>
<style>@page { size: A4; margin: 0 } * { box-sizing: border-box } body { margin: 0; font: 9pt "Liberation Sans" } ${style}</style>
<body>${body}</body></html>`

export function statementTruth(
  { id, bank, sortCode }: HeldOutStatement,
  own: StatementMatter,
): RandomStatementTruth {
  return {
    kind: 'bank-statement',
    layout: id,
    also: {},
    switches: {},
    account_information: {
      account_holder_name: own.holder,
      account_number: own.account,
      sort_code: sortCode,
      bank_name: bank,
      iban: null,
    },
    statement_period: { start_date: own.start, end_date: own.end },
    balance_information: {
      opening_balance: grouped(own.openingBalance),
      closing_balance: grouped(own.closingBalance),
    },
    transactions: own.transactions.map((transaction) => ({
      date: transaction.date,
      description: textOf(transaction).replace(/&#38;/g, '&'),
      amount: decimal(transaction.amount),
      type: transaction.amount > 0 ? 'credit' : 'debit',
    })),
  }
}

export function matterOf(
  statement: GeneratedStatement,
  sortCode: string,
  address: string[],
): StatementMatter {
  const { title, forename, surname, bank } = statement.person
  return {
    ...statement,
    holder: `${title} ${forename} ${surname}`,
    address,
    account: bank.accountNumber,
    sortCode,
    iban: ibanOf('HELQ', sortCode, bank.accountNumber),
  }
}

export function payslipTruth(layout: HeldOutPayslip, own: PayslipSource): RandomPayslipTruth {
  const { person, job, payslip } = own
  const { prints } = layout
  const taken = (...kinds: PayrollDeductionKind[]) =>
    decimal(
      totalOf(payslip.deductions.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount)),
    )
  const year = (figure: keyof PayFigures) =>
    prints.year?.includes(figure) ? decimal(payslip.yearToDate[figure]) : null
  return {
    kind: 'payslip',
    layout: layout.id,
    switches: {},
    also: {
      'income_information.pay_frequency': [payslip.frequency],
      'income_information.pay_interval_start': [payslip.start],
      'income_information.pay_interval_end': [payslip.end],
    },
    identity_information: {
      name: layout.name(own),
      address: null,
      NI_number: prints.ni ? person.niNumber : null,
    },
    employment_information: {
      employer_name: job.employer.name,
      role: prints.role ? job.role : null,
      employer_tax_reference: prints.reference ? job.employer.payeReference : null,
      payroll_number: null,
    },
    income_information: {
      pay_date: payslip.payDate,
      pay_interval_start: prints.interval ? payslip.start : null,
      pay_interval_end: prints.interval ? payslip.end : null,
      pay_frequency: prints.frequency ? payslip.frequency : null,
      tax_period: null,
      ni_letter: null,
      tax_code: payslip.taxCode,
      earnings: {
        gross_pay: decimal(payslip.grossPay),
        net_pay: decimal(payslip.netPay),
        earning_elements: payslip.payments.map(({ description, amount }) => ({
          description,
          amount: decimal(amount),
          quantity: null,
          rate: null,
        })),
        year_to_date: {
          gross_pay: year('grossPay'),
          net_pay: year('netPay'),
          total_tax_paid: year('incomeTax'),
          total_ni_paid: year('employeeNi'),
          total_taxable_earnings: year('taxablePay'),
        },
      },
      deductions: {
        income_tax: taken('income_tax'),
        employee_ni: taken('national_insurance'),
        employee_pension: taken('pension'),
        total_deductions: decimal(payslip.totalDeductions),
        loan_deductions: taken('student_loan', 'postgraduate_loan'),
        deductions_elements: payslip.deductions.map((deduction) => ({
          description: deductionName(layout, deduction),
          amount: decimal(deduction.amount),
        })),
      },
    },
  }
}

export const deductionName = (
  { labels }: Pick<HeldOutPayslip, 'labels'>,
  { kind, description }: { kind: PayrollDeductionKind; description: string },
) => labels[kind as keyof HeldOutPayslip['labels']] ?? description

export const nextDay = (date: IsoDate) => addDays(date, 1)
