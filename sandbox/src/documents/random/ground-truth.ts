import type { IsoDate } from '../../calendar.ts'
import type { PayslipTruth, StatementTruth } from '../types.ts'

type Nullable<Part> = { [Fact in keyof Part]: Part[Fact] | null }

/** Extra information about a random document, in addition to the ground truth. */
type RandomDocumentInfo = {
  /** Other acceptable answers by path, e.g. values that can be derived or are printed in two forms. */
  also: Record<string, string[]>
  /** The randomly chosen layout options. */
  switches: Record<string, unknown>
}

/** Ground truth of a random statement. Unlike with fixed layouts, any field may be null because it is not printed. */
export type RandomStatementTruth = Omit<
  StatementTruth,
  'account_information' | 'statement_period' | 'balance_information'
> &
  RandomDocumentInfo & {
    account_information: Nullable<StatementTruth['account_information']>
    statement_period: { start_date: IsoDate | null; end_date: IsoDate | null }
    balance_information: Nullable<StatementTruth['balance_information']>
  }

type Income = PayslipTruth['income_information']

export type RandomPayslipTruth = Omit<PayslipTruth, 'income_information' | 'identity_information'> &
  RandomDocumentInfo & {
    identity_information: Nullable<PayslipTruth['identity_information']>
    income_information: Omit<Income, 'deductions' | 'earnings'> & {
      earnings: Nullable<Omit<Income['earnings'], 'earning_elements' | 'year_to_date'>> &
        Pick<Income['earnings'], 'earning_elements' | 'year_to_date'>
      deductions: Nullable<Omit<Income['deductions'], 'deductions_elements'>> &
        Pick<Income['deductions'], 'deductions_elements'>
    }
  }

/** Ground truth of a document that is neither a payslip nor a bank statement; `layout` is its kind. */
export type OtherTruth = RandomDocumentInfo & { kind: 'other'; layout: string }
