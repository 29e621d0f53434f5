import type { Day } from '../../calendar.ts'
import type { PayslipTruth, StatementTruth } from '../types.ts'

type Unprinted<Part> = { [Fact in keyof Part]: Part[Fact] | null }

/** What goes with every random paper besides its right answer. */
type Besides = {
  /** By path: what is right as well, because it follows from what is printed or is printed twice in other words. */
  also: Record<string, string[]>
  /** Which switches were on. */
  switches: Record<string, unknown>
}

/** The right answer of a fixed layout, but what a paper does not print is null. */
export type RandomStatementTruth = Omit<
  StatementTruth,
  'account_information' | 'statement_period' | 'balance_information'
> &
  Besides & {
    account_information: Unprinted<StatementTruth['account_information']>
    statement_period: { start_date: Day | null; end_date: Day | null }
    balance_information: Unprinted<StatementTruth['balance_information']>
  }

type Income = PayslipTruth['income_information']

export type RandomPayslipTruth = Omit<PayslipTruth, 'income_information' | 'identity_information'> &
  Besides & {
    identity_information: Unprinted<PayslipTruth['identity_information']>
    income_information: Omit<Income, 'deductions' | 'earnings'> & {
      earnings: Unprinted<Omit<Income['earnings'], 'earning_elements' | 'year_to_date'>> &
        Pick<Income['earnings'], 'earning_elements' | 'year_to_date'>
      deductions: Unprinted<Omit<Income['deductions'], 'deductions_elements'>> &
        Pick<Income['deductions'], 'deductions_elements'>
    }
  }

/** A paper that is neither: `layout` says what it is. */
export type OtherTruth = Besides & { kind: 'other'; layout: string }
