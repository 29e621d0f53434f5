import { classifyDeduction } from '../../../vocabulary/payslip-lines.ts'
import { amountLabels, type PayAmountKind, periodMarks, yearMarks } from './labels.ts'
import { memoise } from './memoise.ts'
import { normaliseLabel } from './values.ts'
import { listLanguages } from './welsh.ts'

export type LabelMeaning = { kind: PayAmountKind | null; isYear: boolean; isPeriod: boolean }

/** Labels that a layout adds to the common ones. */
export type ExtraAmountLabels = Partial<Record<PayAmountKind, string[]>>

const kindByDeductionWord = {
  student_loan: 'studentLoan',
  postgraduate_loan: 'postgraduateLoan',
  pension: 'pension',
} as const

/**
 * Returns the label without its year-to-date prefix, such as `pay` for `Totals to date: pay`. Returns null if the
 * label has no such prefix.
 */
export function stripYearPrefix(text: string): string | null {
  const [, lead = '', rest] = /^([^:—–]+)(?::| [—–-]) (.+)$/.exec(text) ?? []
  return rest !== undefined && yearMarks.test(normaliseLabel(lead)) ? rest : null
}

const noExtraLabels: ExtraAmountLabels = {}
const classifyCommonLabel = memoise((text: string) => classifyInAnyLanguage(text, noExtraLabels))

export const classifyLabel = (text: string, extra: ExtraAmountLabels = noExtraLabels): LabelMeaning =>
  Object.keys(extra).length === 0 ? classifyCommonLabel(text) : classifyInAnyLanguage(text, extra)

function classifyInAnyLanguage(text: string, extra: ExtraAmountLabels): LabelMeaning {
  const ofThisEmployment = text.replace(withFormerEmployment, '')
  if (ofThisEmployment !== text) return { ...classifyInAnyLanguage(ofThisEmployment, extra), isYear: true }
  const meanings = listLanguages(
    text
      .replace(footnoteMark, '')
      .replace(operator, '')
      .replace(separator, '')
      .replace(payrollCode, '')
      .replace(/^less:? (?=\S)/i, ''),
  ).map((part) => classifyInOneLanguage(part, extra))
  // A bilingual label as a whole may look like a subtotal: `Cyfanswm tâl / Gross pay`.
  const specific = meanings.find(({ kind }) => kind !== null && kind !== 'subtotal')
  return (
    specific ??
    meanings.find(({ kind }) => kind !== null) ??
    classifyWithoutRemark(text, extra) ??
    (meanings[0] as LabelMeaning)
  )
}

const remarkInBrackets =
  /^(.*\p{L}.*?) ?\((?![^)]*\b(?:employers?|ers?|company|us|we|previous|last)\b)[^)]*\)$/iu

/**
 * Matches words that add the amounts of former employments, as totals to date may: `Taxable pay (inc. previous)`, `Tax paid
 * incl. prev. employment`.
 */
const withFormerEmployment =
  /[ ,(]+(?:inc|incl|including|includes|with|plus|this and|this &|and|all)\.? (?:any |all |your )?(?:prev|previous|prior|former|p45|earlier)\b[^()]*\)?$/i

/** Classifies the words before a remark in brackets: `Net to pay (bank transfer)`, `PAYE income tax (refund)`. */
function classifyWithoutRemark(text: string, extra: ExtraAmountLabels): LabelMeaning | null {
  const label = remarkInBrackets.exec(text)?.[1]
  if (label === undefined) return null
  const meaning = classifyInAnyLanguage(label, extra)
  const isTotal = meaning.kind === 'gross' || meaning.kind === 'totalDeductions'
  const isNamed = isTotal ? /\b(?:gross|total)\b/i.test(label) : kindsWithRemarks.has(meaning.kind)
  return isNamed ? meaning : null
}

const kindsWithRemarks = new Set<PayAmountKind | null>(['net', 'tax', 'ni', 'taxable', 'niable'])

/** Matches the payroll code in `5000 PAYE Tax`. */
const payrollCode = /^\d{3,5} (?=\p{L})/u
/** Matches the separator from the amount before, as in `Taxable pay £620.00 · Tax £37.20`. */
const separator = /^[·•|/] ?/
/** Matches the sign of a calculation in words: `= Gross`, `+ Overtime`. */
const operator = /^[=+] ?(?=\p{L})/u
const footnoteMark = / ?[*†‡]+$/

function classifyInOneLanguage(text: string, extra: ExtraAmountLabels): LabelMeaning {
  const afterPrefix = stripYearPrefix(text)
  if (afterPrefix !== null) {
    const { kind } = classifyLabel(afterPrefix, extra)
    return {
      kind: kind ?? (normaliseLabel(afterPrefix) === 'pay' ? 'gross' : null),
      isYear: true,
      isPeriod: false,
    }
  }
  const whole = normaliseLabel(text)
  // A payslip states the totals of an employment only for the year to date.
  const isYear = yearMarks.test(whole) || /\bthis employment\b/.test(whole)
  const base = whole
    .replace(new RegExp(yearMarks, 'g'), ' ')
    .replace(new RegExp(periodMarks, 'g'), ' ')
    .replace(/\b20\d\d ?[/ ] ?(20)?\d\d\b/g, ' ')
    .replace(/\((?:[a-z]|this employment(?: only)?|paye|)\)$/g, ' ')
    .replace(/ ?=.*$/, ' ')
    .replace(/, (?:tax )?code \w.*$/, ' ')
    .replace(/,/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const contribution = withoutNetPayRemark.exec(base)?.groups
  if (contribution && !/\b(?:after|before|less|minus|excluding|net of)\b/.test(base)) {
    const ofHead = kindOfDeduction(contribution.before ?? contribution.after ?? '')
    if (ofHead) return { kind: ofHead, isYear, isPeriod: periodMarks.test(whole) }
  }
  const byLayout = (Object.entries(extra) as [PayAmountKind, string[]][]).find(([, labels]) =>
    labels.includes(whole),
  )?.[0]
  const kind = byLayout ?? kindOf(base) ?? kindOf(base.replace(thisEmployment, ''))
  // `Pay to date` is the gross pay of the year. `Pay` alone may be any amount.
  const isPayOfYear = kind === null && isYear && /^(?:total )?pay$/.test(base)
  return { kind: isPayOfYear ? 'gross' : kind, isYear, isPeriod: periodMarks.test(whole) }
}

/**
 * Matches a deduction that is taken before tax under a net pay arrangement: `Pension (net pay)`, `Net pay pension`. The
 * words do not name the net pay.
 */
const withoutNetPayRemark =
  /^(?<before>\S.*?) ?(?:[-–—/] ?)?\(?net pay(?: arr(?:angement|gt)?| scheme| basis| method)?\)?$|^net pay (?:arr(?:angement|gt)? )?(?<after>\S.*)$/

/** Matches words that limit an amount to the employment: `Taxable pay this employment`. */
const thisEmployment = / (?:(?:in|for|from) )?this (?:employment|job)(?: only)?$/

/** Matches labels of the pay and tax of a former employment: `Prev Emp Tax`, `Taxable pay prev`, `Tax from P45`. */
const ofFormerEmployment =
  /\b(?:previous|prev|former|prior) (?:employments?|employers?|emp|jobs?)\b|^p ?45 (?:gross|taxable|pay|tax|total|previous|figures)\b|^(?:total )?(?:gross|taxable|pay|tax|ni)\b.*(?: (?:from|on|per|in|shown on) (?:your )?p ?45| prev(?:ious)?)$/

/** Whether the words name a former employment, of which no amount is one of the year to date. */
export const isOfFormerEmployment = (text: string): boolean =>
  !withFormerEmployment.test(text) && ofFormerEmployment.test(normaliseLabel(text))

const kindOf = (base: string): PayAmountKind | null =>
  ofFormerEmployment.test(base)
    ? 'ignored'
    : (amountLabels.find(([form]) => form.test(base))?.[1] ?? kindOfDeduction(base))

function kindOfDeduction(base: string): PayAmountKind | null {
  const word = classifyDeduction(base)
  return word in kindByDeductionWord ? kindByDeductionWord[word as keyof typeof kindByDeductionWord] : null
}
