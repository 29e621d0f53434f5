import clinic from '../layouts/payslips/clinic-pay-advice.json' with { type: 'json' }
import bureau from '../layouts/payslips/dense-bureau.json' with { type: 'json' }
import { PayslipLayout } from './layout.ts'

/** Every layout, checked when it is loaded: a mistake in one is found at once. */
export const payslipLayouts: readonly PayslipLayout[] = [bureau, clinic].map((layout) =>
  PayslipLayout.parse(layout),
)
