import { z } from 'zod'
import { Pagination, Uuid } from '../../platform/http/wire.ts'

const Day = z.string().meta({ type: 'string', format: 'date' })

const Match = z
  .strictObject({
    kind: z.enum(['net_pay_on_bank_statement']).describe('Which two sources are compared'),
    status: z.enum(['matched', 'unmatched']),
    strength: z
      .enum(['strong', 'fair'])
      .nullable()
      .describe('strong: amount, days, and the bank names the employer; fair: amount and days'),
    reason: z
      .enum(['no-net-pay', 'no-statement', 'no-credit'])
      .nullable()
      .describe(
        'Why it is unmatched. no-statement: none covers the pay date; no-credit: one does, without such a credit',
      ),
    payroll: z.strictObject({
      submission_id: Uuid,
      source: z.string(),
      account_id: Uuid.nullable(),
      document_id: Uuid.nullable(),
      employer_name: z.string().nullable(),
      pay_date: Day,
      net_pay: z.string().nullable(),
    }),
    bank_credit: z
      .strictObject({
        submission_id: Uuid,
        document_id: Uuid,
        transaction_index: z.int().describe('Which of the transactions, counted from 0'),
        date: Day,
        description: z.string(),
        amount: z.string(),
        days_after_pay_date: z.int().describe('Negative: it came before'),
        names_employer: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Match', description: 'Whether one source bears out another, and what that rests on.' })

/** How many payslips a claim names. */
export const mostEvidence = 100
/** How many years and employers of the tax authority a reply has. */
export const mostTaxYearMatches = 100

const Amount = z.string().regex(/^-?\d+\.\d\d$/)

const TaxYearMatch = z
  .strictObject({
    kind: z.enum(['tax_year_on_payslips']),
    status: z.enum(['matched', 'unmatched']).describe('matched: each figure that both give is within 99p'),
    strength: z.enum(['strong', 'fair']).nullable().describe('strong: income and tax; fair: one of them'),
    reason: z
      .enum(['no-employer-name', 'no-payslips', 'year-not-covered', 'no-figures', 'differs'])
      .nullable()
      .describe(
        'Why it is unmatched. no-employer-name: the authority gives none; no-payslips: none of that employer in that ' +
          'year; year-not-covered: too few to tell; no-figures: no figure that both give',
      ),
    tax_year: z.string().describe('2024-25 is 6 April 2024 to 5 April 2025'),
    tax_authority: z.strictObject({
      submission_id: Uuid,
      account_id: Uuid,
      employer_name: z.string().nullable(),
      income: Amount.nullable(),
      tax_paid: Amount.nullable(),
    }),
    payroll: z
      .strictObject({
        basis: z
          .enum(['year_to_date', 'sum_of_payslips', 'part_of_year'])
          .describe(
            'year_to_date: what the last payslip of the year says; sum_of_payslips: they cover the year; part_of_year: ' +
              'they do not, and nothing is compared',
          ),
        submission_ids: z.array(Uuid).max(mostEvidence).describe('The newest first'),
        payslip_count: z.int(),
        employer_name: z.string().nullable(),
        first_pay_date: Day,
        last_pay_date: Day,
        income: Amount.nullable(),
        income_is: z
          .enum(['total_taxable_earnings', 'gross_pay'])
          .nullable()
          .describe('Gross pay is more than what the authority counts where pension is taken before tax'),
        tax_paid: Amount.nullable(),
      })
      .nullable(),
    differences: z
      .strictObject({ income: Amount.nullable(), tax_paid: Amount.nullable() })
      .describe('Payslips less tax authority; null: not compared'),
  })
  .meta({
    id: 'TaxYearMatch',
    description: 'Whether payslips bear out what the tax authority says of an employer in a tax year.',
  })

export const MatchPage = z
  .strictObject({
    pagination: Pagination,
    matches: z.array(Match),
    tax_years: z
      .array(TaxYearMatch)
      .max(mostTaxYearMatches)
      .optional()
      .describe(
        'For each of the ten newest tax years and each employer that the tax authority knows, the newest year first, on ' +
          'every page the same. Left out where it said nothing',
      ),
  })
  .meta({ id: 'MatchPage' })

export type Match = z.output<typeof Match>
export type TaxYearMatch = z.output<typeof TaxYearMatch>
