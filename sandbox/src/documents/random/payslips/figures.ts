import { decimal, grouped, type Pence } from '../../../money.ts'
import type { Random } from '../../../random.ts'
import type { PayslipPlan } from './plan.ts'
import { type Figure, figureWords } from './labels.ts'

export function slipMoney({ pound, negative, areThousandsGrouped }: PayslipPlan) {
  return (amount: Pence): string => {
    const digits = (areThousandsGrouped ? grouped : decimal)(Math.abs(amount))
    const sum = pound === 'glued' ? `£${digits}` : pound === 'split' ? `£ ${digits}` : digits
    if (amount >= 0) return sum
    return { minus: `-${sum}`, 'minus after': `${sum}-`, brackets: `(${sum})` }[negative]
  }
}

/** Which figures the summary shows, in which order. The net pay and what the employer pays are the plan's matter. */
export function summaryFigures(plan: PayslipPlan, random: Random): Figure[] {
  const always: Figure[] = ['grossPay', 'taxablePay', 'incomeTax', 'employeeNi']
  const [shown] = [random.some<Figure>(always, random.whole(2, 4))]
  const more = random.some<Figure>(['niablePay', 'employeePension', 'studentLoan'], random.whole(0, 3))
  const employer: Figure[] = plan.employerShare === 'summary' ? ['employerNi', 'employerPension'] : []
  const figures =
    plan.totalsAt === 'summary' && !shown.includes('grossPay') ? ['grossPay' as const, ...shown] : shown
  return [...figures, ...more, ...employer, ...(plan.isNetInSummary ? ['netPay' as const] : [])]
}

/** One family of words a paper: `TD`, `YTD`, `to date`. */
export function wordsFor(random: Random) {
  const ending = random.pick(['TD', 'YTD', 'to date'])
  return {
    period: (figure: Figure) => random.pick(figureWords[figure].period),
    year: (figure: Figure) => {
      const { year } = figureWords[figure]
      return year.find((text) => text.endsWith(ending)) ?? random.pick(year)
    },
  }
}
