import { z } from 'zod'
import { Pagination, Pounds, Uuid } from '../../platform/http/wire.ts'

const Day = z.string().meta({ type: 'string', format: 'date' })

const MatchedPayslip = z
  .strictObject({
    submission_id: Uuid,
    source: z.string(),
    account_id: Uuid.nullable(),
    document_id: Uuid.nullable(),
    employer_name: z.string().nullable(),
    pay_date: Day,
    net_pay: z.string().nullable(),
  })
  .meta({ id: 'MatchedPayslip', description: 'The payslip that is compared.' })

const MatchedBankCredit = z
  .strictObject({
    submission_id: Uuid,
    document_id: Uuid.nullable().describe('Null if the bank itself gave the transaction'),
    transaction_index: z.int().describe('Index of the transaction, from 0'),
    date: Day,
    description: z.string(),
    amount: z
      .string()
      .describe('As in the bank statement submission: decimal text without thousands separators'),
    days_after_pay_date: z.int().describe('Negative if the credit came before the pay date'),
    names_employer: z.boolean(),
  })
  .meta({ id: 'MatchedBankCredit', description: 'The transaction that confirms the pay.' })

const Match = z
  .strictObject({
    kind: z.enum(['net_pay_on_bank_statement']).describe('The two sources compared'),
    status: z.enum(['matched', 'unmatched']),
    strength: z
      .enum(['strong', 'fair'])
      .nullable()
      .describe('strong: amount and date match and the bank names the employer; fair: amount and date match'),
    reason: z
      .enum(['no-net-pay', 'no-statement', 'no-credit'])
      .nullable()
      .describe(
        'Why it is unmatched. no-statement: no statement covers the pay date; no-credit: a statement covers it but has no such credit',
      ),
    payroll: MatchedPayslip,
    bank_credit: MatchedBankCredit.nullable(),
  })
  .meta({ id: 'Match', description: 'Whether one source confirms another, with the evidence.' })

/** Maximum number of payslips listed as evidence of a claim. */
export const maxEvidence = 100
/** Maximum number of tax years and employers in a reply. */
export const maxTaxYearMatches = 100

const MatchedTaxIncome = z
  .strictObject({
    submission_id: Uuid,
    account_id: Uuid,
    employer_name: z.string().nullable(),
    income: Pounds.nullable(),
    tax_paid: Pounds.nullable(),
  })
  .meta({ id: 'MatchedTaxIncome', description: "The tax authority's figures." })

const MatchedYearOfPay = z
  .strictObject({
    basis: z
      .enum(['year_to_date', 'sum_of_payslips', 'part_of_year'])
      .describe(
        'year_to_date: figures of the last payslip of the year; sum_of_payslips: the payslips cover the year; ' +
          'part_of_year: they do not, and nothing is compared',
      ),
    submission_ids: z.array(Uuid).max(maxEvidence).describe('Newest first'),
    payslip_count: z.int(),
    employer_name: z.string().nullable(),
    first_pay_date: Day,
    last_pay_date: Day,
    income: Pounds.nullable(),
    income_is: z
      .enum(['total_taxable_earnings', 'gross_pay'])
      .nullable()
      .describe('Gross pay exceeds the income reported by the authority if pension is deducted before tax'),
    tax_paid: Pounds.nullable(),
  })
  .meta({ id: 'MatchedYearOfPay', description: 'The figures of the payslips of the tax year.' })

const TaxYearDifferences = z
  .strictObject({ income: Pounds.nullable(), tax_paid: Pounds.nullable() })
  .meta({ id: 'TaxYearDifferences' })

const TaxYearMatch = z
  .strictObject({
    kind: z.enum(['tax_year_on_payslips']),
    status: z
      .enum(['matched', 'unmatched'])
      .describe('matched: every figure given by both sources differs by at most 99p'),
    strength: z
      .enum(['strong', 'fair'])
      .nullable()
      .describe('strong: income and tax match; fair: one of them'),
    reason: z
      .enum(['no-employer-name', 'no-payslips', 'year-not-covered', 'no-figures', 'differs'])
      .nullable()
      .describe(
        'Why it is unmatched. no-employer-name: the authority gives none; no-payslips: none of that employer in that ' +
          'year; year-not-covered: too few payslips to compare; no-figures: no figure is given by both',
      ),
    tax_year: z.string().describe('2024-25 is 6 April 2024 to 5 April 2025'),
    tax_authority: MatchedTaxIncome,
    payroll: MatchedYearOfPay.nullable(),
    differences: TaxYearDifferences.describe('Payslips minus tax authority; null if not compared'),
  })
  .meta({
    id: 'TaxYearMatch',
    description: 'Whether payslips confirm the tax authority’s figures for an employer in a tax year.',
  })

export const MatchPage = z
  .strictObject({
    pagination: Pagination,
    matches: z.array(Match),
    tax_years: z
      .array(TaxYearMatch)
      .max(maxTaxYearMatches)
      .optional()
      .describe(
        'One per employer and tax year reported by the tax authority, for the ten newest years, newest first; the same on ' +
          'every page. Omitted without data of the tax authority',
      ),
  })
  .meta({ id: 'MatchPage' })

export type Match = z.output<typeof Match>
export type TaxYearMatch = z.output<typeof TaxYearMatch>
