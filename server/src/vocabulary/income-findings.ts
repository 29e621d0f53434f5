/** Severities of income findings, the worst first. */
export const findingSeverities = ['high', 'medium', 'low'] as const
export type FindingSeverity = (typeof findingSeverities)[number]

/** Codes of income findings. Findings of equal severity are listed in this order. */
export const findingCodes = [
  'document-low-trust',
  'unread-document',
  'document-included',
  'unread-document-checked',
  'values-corrected',
  'sources-differ',
  'tax-year-differs',
  'income-not-in-bank',
  'self-administered-payroll',
  'identity-differs',
  'no-current-income',
  'no-recent-pay',
  'employment-ended',
  'recent-start',
  'gap',
  'falling-pay',
  'mostly-variable',
  'disputed',
  'rule-not-met',
] as const
export type IncomeFindingCode = (typeof findingCodes)[number]

type Ranked = { severity: FindingSeverity; code: IncomeFindingCode }

/** Orders findings by severity, then by code. */
export const compareFindings = (one: Ranked, other: Ranked) => rankOf(one) - rankOf(other)

const rankOf = ({ severity, code }: Ranked) =>
  findingSeverities.indexOf(severity) * findingCodes.length + findingCodes.indexOf(code)
