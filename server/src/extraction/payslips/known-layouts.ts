import clinic from '../layouts/payslips/clinic-pay-advice.json' with { type: 'json' }
import bureau from '../layouts/payslips/dense-bureau.json' with { type: 'json' }
import { PayslipLayoutSpec } from './layout.ts'

/** All layouts, validated on import so that a mistake in one fails at startup. */
export const payslipLayouts: readonly PayslipLayoutSpec[] = [bureau, clinic].map((layout) =>
  PayslipLayoutSpec.parse(layout),
)
