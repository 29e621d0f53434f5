import type { IncomeWorking } from '@payproof/sdk'

type Reason = NonNullable<IncomeWorking['payslips'][number]['reason']>

/** Advice for payslips that no figure includes. Low trust has a finding instead, and duplicates need no action. */
const explained: Partial<Record<Reason, string>> = {
  'no-pay-period':
    'The payslips show neither the pay period nor how often the person is paid. Open the document of each and add one of them.',
  'no-amounts': 'The payslips show neither gross nor net pay. Check the values in their documents.',
  'dates-reversed': 'The pay period ends before it begins. Check the dates in the documents.',
  'period-too-long': 'The pay period is longer than 400 days. Check the dates in the documents.',
  'after-as-of': 'The pay dates are in the future. Check them in the documents.',
}

/** Lists why payslips are not included, each reason once. */
export const unusedReasonsOf = (working: IncomeWorking | undefined) =>
  [...new Set(working?.payslips.map(({ reason }) => reason))].flatMap(
    (reason) => (reason && explained[reason]) || [],
  )
