import type { DeductionLine } from '../../../vocabulary/payslip-figures.ts'
import type { PayslipFields } from '../extract-fields.ts'
import { toDeduction } from '../table/pay-lines.ts'
import { resolveStatedAmount } from '../table/stated-amounts.ts'

// Finds deductions that may be an employee pension whose scheme is not known. Their amount would be missing from the
// pension of the period.

/** Matches contributions to a pension beside the main one. They do not exist without a main contribution. */
const additional =
  /\b(?:f?s?avcs?|additional|added|apc|apcs|extra|top[ -]?up|voluntary|free[ -]?standing|buy[ -]?out|buy[ -]?back|brass)\b/i

const contribution = /\bcont(?:rib)?s?\b|\bcontributions?\b|\bcontrns?\b/i

/** Matches deductions that are certainly no pension: unions, clubs, charities, insurance, goods and services. */
const otherPurpose =
  /\b(?:unions?|unite|unison|gmb|rmt|aslef|nasuwt|nut|neu|pcs|usdaw|cwu|fbu|poa|rcn|rcm|bma|eis|tssa|ucu|ascl|naht|balpa|prospect|nautilus|equity|accord|aegis|federation|fed|subs?|subscriptions?|member(?:ship)?|dues|club|social|sports?|lottery|charit(?:y|ies)|charitable|gaye|giving|donation|benevolent|dependants|hospital|hosp|hospice|bupa|axa|vitality|simplyhealth|wpa|health|healthcare|medical|dental|dentist|optical|insurance|assurance|ins|life|cash plan|cover|share|shares|sharesave|saye|sip|savings?|saver|credit union|cycle|bike|car|lease|vehicle|fuel|mileage|parking|permit|travel|season ticket|rail|bus|phone|mobile|laptop|computer|tech|tools?|uniforms?|boots|clothing|laundry|ppe|meals?|food|lunch|canteen|mess|tea|coffee|refreshments|drinks|christmas|party|accommodation|rent|housing|lodging|board|electricity|council|childcare|nursery|creche|kids|vouchers?|gym|fees?|admin|till|cash|shortages?|breakages?|fines?|court|order|refunds?|overpayment|overpaid|recovery|recovered|advances?|loans?|repayment|repay|sub|training|course|dbs|badge|keys?|deposit|goods|purchases?|staff sales|holiday|leave|unpaid|absence|levy|wedding|gift|collection|whip|pet|will|legal|income protection)\b/i

const mayBePension = ({ kind, label, amount }: DeductionLine): boolean =>
  kind === 'other' && amount !== 0 && !otherPurpose.test(label)

/**
 * Finds a deduction that may be the employee pension: a contribution of unknown purpose, or any unknown deduction if only
 * an additional contribution or a pension to date shows that there is one.
 */
export function findUnknownPension({ figures, amounts }: PayslipFields): string | null {
  const deductions = figures.deductionLines.map(toDeduction)
  const pensions = deductions.filter(({ kind }) => kind === 'pension')
  if (pensions.some(({ label }) => !additional.test(label))) return null
  const isSacrificed = figures.earningLines.some(({ row }) => /pens|sacrifice|sal ?sac/i.test(row.label.text))
  if (isSacrificed) return null
  const toDate = resolveStatedAmount(amounts, 'pension', 'year').value?.pence ?? 0
  const isPaid = pensions.length > 0 || toDate !== 0
  const unknown = deductions.find((line) => mayBePension(line) && (isPaid || contribution.test(line.label)))
  return unknown ? `"${unknown.label}" may be the employee pension` : null
}
