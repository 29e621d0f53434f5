import type { PayslipPdfLayout } from '../types.ts'
import { agency } from './agency.ts'
import { bureau } from './bureau.ts'
import { cards } from './cards.ts'
import { columns } from './columns.ts'
import { hospital } from './hospital.ts'
import { ledger } from './ledger.ts'
import { mailer } from './mailer.ts'
import { plain } from './plain.ts'
import { regions } from './regions.ts'
import { statement } from './statement.ts'
import { strip } from './strip.ts'

export const payslipLayouts: PayslipPdfLayout[] = [
  strip,
  ledger,
  hospital,
  cards,
  regions,
  columns,
  agency,
  statement,
  mailer,
  plain,
  bureau,
]
