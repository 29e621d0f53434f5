import type { Pence } from '../../../money.ts'
import type { Payslip } from '../../../payroll/types.ts'
import type { Random } from '../../../random.ts'
import type { Pen } from '../../pen.ts'
import type { PayslipTruth } from '../../types.ts'
import type { Look } from '../label-blocks.ts'
import type { wordsFor } from './figures.ts'
import type { PayslipPlan } from './plan.ts'
import type { Figure } from './labels.ts'

type Earnings = PayslipTruth['income_information']['earnings']['earning_elements']

/** What came to stand on the paper, for the right answer. */
export type Printed = {
  earnings: Earnings
  deductions: { description: string; amount: string }[]
  year: Set<Figure>
  hasGross: boolean
  hasTotalDeductions: boolean
}

/** A slip that is being drawn from top to bottom. */
export type Slip = {
  plan: PayslipPlan
  payslip: Payslip
  look: Look
  left: number
  right: number
  random: Random
  money(amount: Pence): string
  words: ReturnType<typeof wordsFor>
  printed: Printed
  /** The baseline of what comes next. */
  y: number
  pen(): Pen
  /** Turns to a new sheet where less than this is left. */
  keep(height: number): void
}
