import type { PayrollSubmission, TaxYearMatch } from '@payproof/sdk'
import type { Tone } from '../../ui/badge.tsx'

/** Returns National Insurance from the year's last payslip, if its year-to-date figures cover the whole year. */
export function niToDate({ payroll }: TaxYearMatch, payslips: readonly PayrollSubmission[]) {
  if (payroll?.basis !== 'year_to_date') return undefined
  const payslip = payslips.find(({ id }) => id === payroll.submission_ids[0])
  const amount = payslip?.income_information.earnings.year_to_date?.total_ni_paid
  return payslip && amount ? { payslip, amount } : undefined
}

const reasons: Record<NonNullable<TaxYearMatch['reason']>, string> = {
  'no-employer-name': 'Employer not named',
  'no-payslips': 'No payslips for this year',
  'year-not-covered': 'Payslips do not cover the year',
  'no-figures': 'No figure is in both',
  differs: 'Payslips differ',
}

/** Describes whether payslips confirm HMRC's figures. */
export const comparedWords = ({ reason, strength }: TaxYearMatch): { tone: Tone; text: string } =>
  reason
    ? { tone: reason === 'differs' ? 'warn' : 'plain', text: reasons[reason] }
    : { tone: 'good', text: strength === 'strong' ? 'Income and tax agree' : 'One figure agrees' }
