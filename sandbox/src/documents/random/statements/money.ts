import { decimal, grouped, type Pence } from '../../../money.ts'
import type { Plan } from './plan.ts'

/** A sum as it is set: what follows the digits may hang out of its column. */
export type Sum = { text: string; after: string }

type Style = Plan['signs'] | Plan['overdrawn']

/** Writes sums as the plan says: in columns where the place is the sign, and where the sign is written. */
export function penceWriter(plan: Plan) {
  const apart = plan.isSuffixApart ? ' ' : ''
  const digits = (amount: Pence) => (plan.areThousandsGrouped ? grouped : decimal)(Math.abs(amount))

  function write(amount: Pence, style: Style | 'plain'): Sum {
    const isOut = amount < 0
    const before = isOut ? (({ minus: '-', dash: '–', 'plus and minus': '-' } as Marks)[style] ?? '') : ''
    const plus = !isOut && amount !== 0 && (style === 'plus and minus' || style === 'plus only') ? '+' : ''
    const after = isOut
      ? ({
          'minus after': '-',
          'CR and DR': `${apart}DR`,
          OD: `${apart}OD`,
          DR: `${apart}DR`,
          D: `${apart}D`,
        } as Marks)
      : ({ 'CR and DR': `${apart}CR`, 'CR only': `${apart}CR` } as Marks)
    const suffix = amount === 0 ? '' : (after[style] ?? '')
    const [open, close] = isOut && style === 'brackets' ? ['(', ')'] : ['', '']
    const pound = plan.pound === 'glued' ? '£' : ''
    const name = plan.pound === 'GBP before' ? 'GBP ' : ''
    const end = plan.pound === 'GBP after' ? ' GBP' : ''
    const tail = `${end}${close}${suffix}`
    return { text: `${name}${open}${before}${plus}${pound}${digits(amount)}${tail}`, after: tail }
  }

  return {
    plain: (amount: Pence) => write(Math.abs(amount), 'plain'),
    /** In a column of signed sums. */
    signed: (amount: Pence) => write(amount, plan.signs),
    balance: (amount: Pence) => write(amount, plan.overdrawn),
    /** As running text has it. */
    loose: (amount: Pence) => {
      const { text } = write(amount, plan.overdrawn)
      return plan.pound === 'split' ? text.replace(/[\d.,]+/, '£$&') : text
    },
  }
}

type Marks = Record<string, string | undefined>
export type PenceWriter = ReturnType<typeof penceWriter>
