import type { BalanceStep } from './arithmetic/running-balance.ts'
import type { LineDay } from './facts/days.ts'
import type { RowDescription } from './facts/descriptions.ts'

export type StatementRow = {
  step: BalanceStep
  day: string | null
  lineDay: LineDay | null
  description: RowDescription
}
