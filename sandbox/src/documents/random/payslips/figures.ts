import { decimal, grouped, type PenceAmount } from '../../../money.ts'
import type { SeededRandom } from '../../../random.ts'
import { figureLabelOptions, type PayslipFigure } from './labels.ts'
import type { PayslipPlan } from './plan.ts'

export function moneyFormatter({ pound, negative, areThousandsGrouped }: PayslipPlan) {
  return (amount: PenceAmount): string => {
    const digits = (areThousandsGrouped ? grouped : decimal)(Math.abs(amount))
    const text = pound === 'glued' ? `£${digits}` : pound === 'split' ? `£ ${digits}` : digits
    if (amount >= 0) return text
    return { minus: `-${text}`, 'minus after': `${text}-`, brackets: `(${text})` }[negative]
  }
}

/**
 * Returns the figures of the summary in printed order. Whether net pay and employer figures are included depends on
 * the plan.
 */
export function summaryFigures(plan: PayslipPlan, random: SeededRandom): PayslipFigure[] {
  const always: PayslipFigure[] = ['grossPay', 'taxablePay', 'incomeTax', 'employeeNi']
  const [shown] = [random.sample<PayslipFigure>(always, random.integer(2, 4))]
  const more = random.sample<PayslipFigure>(
    ['niablePay', 'employeePension', 'studentLoan'],
    random.integer(0, 3),
  )
  const employer: PayslipFigure[] = plan.employerShare === 'summary' ? ['employerNi', 'employerPension'] : []
  const figures =
    plan.totalsAt === 'summary' && !shown.includes('grossPay') ? ['grossPay' as const, ...shown] : shown
  return [...figures, ...more, ...employer, ...(plan.isNetInSummary ? ['netPay' as const] : [])]
}

/** Returns labels with one year-to-date suffix per document: `TD`, `YTD` or `to date`. */
export function figureLabels(random: SeededRandom) {
  const ending = random.pick(['TD', 'YTD', 'to date'])
  return {
    period: (figure: PayslipFigure) => random.pick(figureLabelOptions[figure].period),
    year: (figure: PayslipFigure) => {
      const { year } = figureLabelOptions[figure]
      return year.find((text) => text.endsWith(ending)) ?? random.pick(year)
    },
  }
}
