import { decimal, grouped, type PenceAmount } from '../../../money.ts'
import type { StatementPlan } from './plan.ts'

/**
 * A formatted amount; `after` is the part that follows the digits, e.g. a trailing minus, and may extend beyond the
 * column.
 */
export type FormattedAmount = { text: string; after: string }

type SignStyle = StatementPlan['signs'] | StatementPlan['overdrawn']

/** Formats amounts according to the plan, with or without a sign. */
export function amountFormatter(plan: StatementPlan) {
  const suffixSpace = plan.isSuffixApart ? ' ' : ''
  const digits = (amount: PenceAmount) => (plan.areThousandsGrouped ? grouped : decimal)(Math.abs(amount))

  function format(amount: PenceAmount, style: SignStyle | 'plain'): FormattedAmount {
    const isOut = amount < 0
    const before = isOut ? (({ minus: '-', dash: '–', 'plus and minus': '-' } as SignMarks)[style] ?? '') : ''
    const plus = !isOut && amount !== 0 && (style === 'plus and minus' || style === 'plus only') ? '+' : ''
    const after = isOut
      ? ({
          'minus after': '-',
          'CR and DR': `${suffixSpace}DR`,
          OD: `${suffixSpace}OD`,
          DR: `${suffixSpace}DR`,
          D: `${suffixSpace}D`,
        } as SignMarks)
      : ({ 'CR and DR': `${suffixSpace}CR`, 'CR only': `${suffixSpace}CR` } as SignMarks)
    const suffix = amount === 0 ? '' : (after[style] ?? '')
    const [open, close] = isOut && style === 'brackets' ? ['(', ')'] : ['', '']
    const pound = plan.pound === 'glued' ? '£' : ''
    const name = plan.pound === 'GBP before' ? 'GBP ' : ''
    const end = plan.pound === 'GBP after' ? ' GBP' : ''
    const tail = `${end}${close}${suffix}`
    return { text: `${name}${open}${before}${plus}${pound}${digits(amount)}${tail}`, after: tail }
  }

  return {
    plain: (amount: PenceAmount) => format(Math.abs(amount), 'plain'),
    /** Formats an amount for a single column of signed amounts. */
    signed: (amount: PenceAmount) => format(amount, plan.signs),
    balance: (amount: PenceAmount) => format(amount, plan.overdrawn),
    /** Formats an amount for running text. */
    loose: (amount: PenceAmount) => {
      const { text } = format(amount, plan.overdrawn)
      return plan.pound === 'split' ? text.replace(/[\d.,]+/, '£$&') : text
    },
  }
}

type SignMarks = Record<string, string | undefined>
export type AmountFormatter = ReturnType<typeof amountFormatter>
