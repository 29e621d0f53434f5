import type { PayslipLayout } from '../types.ts'
import { ledger } from './ledger.ts'
import { strip } from './strip.ts'

export const payslipLayouts: PayslipLayout[] = [strip, ledger]
