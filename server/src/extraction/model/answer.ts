import { z } from 'zod'

// The model's answer. Every value is a list of word ids and the text of these words; locate.ts compares both with the
// page. The schemas have no limits on length, because grammars that servers build from them would become very large:
// the size of the whole reply is limited instead.

const Value = z
  .strictObject({
    words: z.array(z.number()).describe('Ids of the words of this value, in reading order'),
    text: z.string().describe('The same words as printed, separated by spaces'),
  })
  .describe('A value that is printed in the document')
const Optional = Value.nullable()

export const StatementAnswer = z.strictObject({
  bank_name: Optional,
  account_holder_name: Optional,
  sort_code: Optional,
  account_number: Optional,
  iban: Optional,
  period_start: Optional.describe('First day of the statement'),
  period_end: Optional.describe('Last day of the statement'),
  opening_balance: Optional,
  closing_balance: Optional,
  total_in: Optional,
  total_out: Optional,
  transactions: z
    .array(
      z.strictObject({
        date: Value.describe('The date of the row, or the date that is printed above it for several rows'),
        description: Value,
        amount: Value,
        direction: z.enum(['in', 'out']),
        balance: Optional.describe('The balance after this transaction, if printed'),
      }),
    )
    .describe('All transactions in printed order'),
})

const PayLine = z.strictObject({
  description: Value,
  quantity: Optional.describe('Hours or days'),
  rate: Optional,
  amount: Value.describe('Amount of this pay period'),
  year_to_date: Optional,
})

export const PayslipAnswer = z.strictObject({
  employer_name: Optional,
  employee_name: Optional,
  ni_number: Optional,
  tax_code: Optional,
  pay_date: Optional,
  period_start: Optional,
  period_end: Optional,
  earnings: z.array(PayLine),
  deductions: z.array(PayLine),
  gross_pay: Optional,
  total_deductions: Optional,
  net_pay: Optional,
  year_to_date: z.strictObject({
    gross_pay: Optional,
    taxable_pay: Optional,
    tax: Optional,
    national_insurance: Optional,
    net_pay: Optional,
  }),
})

export type AnswerValue = z.output<typeof Value>
export type StatementAnswer = z.output<typeof StatementAnswer>
export type PayslipAnswer = z.output<typeof PayslipAnswer>

/** Opinion of a model on one document, with the name of the model. */
export type Opinion = { model: string } & (
  | { kind: 'bank_statement'; answer: StatementAnswer }
  | { kind: 'payslip'; answer: PayslipAnswer }
)

export const Opinion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bank_statement'), model: z.string(), answer: StatementAnswer }),
  z.strictObject({ kind: z.literal('payslip'), model: z.string(), answer: PayslipAnswer }),
]) satisfies z.ZodType<Opinion>

/** Parses the text of a reply. Returns undefined if it is not JSON or has another shape. */
export function parseOpinion(kind: Opinion['kind'], model: string, text: string): Opinion | undefined {
  try {
    return Opinion.safeParse({ kind, model, answer: JSON.parse(text) }).data
  } catch {
    return undefined
  }
}
