import type { PenceAmount } from '../../../money.ts'
import type { GeneratedPayslip } from '../../../payroll/types.ts'
import type { SeededRandom } from '../../../random.ts'
import type { Pen } from '../../pen.ts'
import type { PayslipTruth } from '../../types.ts'
import type { TextLook } from '../label-blocks.ts'
import type { figureLabels } from './figures.ts'
import type { PayslipFigure } from './labels.ts'
import type { PayslipPlan } from './plan.ts'

type Earnings = PayslipTruth['income_information']['earnings']['earning_elements']

/** Content that was actually printed, for the ground truth. */
export type PrintedPayslip = {
  earnings: Earnings
  deductions: { description: string; amount: string }[]
  year: Set<PayslipFigure>
  hasGross: boolean
  hasTotalDeductions: boolean
}

/** Drawing state of a payslip, filled from top to bottom. */
export type PayslipDrawing = {
  plan: PayslipPlan
  payslip: GeneratedPayslip
  look: TextLook
  left: number
  right: number
  random: SeededRandom
  money(amount: PenceAmount): string
  words: ReturnType<typeof figureLabels>
  printed: PrintedPayslip
  /** Baseline of the next element. */
  y: number
  pen(): Pen
  /** Starts a new sheet if less than this height is left. */
  ensureRoom(height: number): void
}
