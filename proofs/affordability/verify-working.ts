// Recalculates the working step by step, as a reader with a calculator would. The working shows ten decimals and
// doubles have about fifteen digits, so the last digits may differ.

type Step = Record<'slope' | 'spent' | 'factor' | 'adjusted' | 'index_value' | 'index_base', string> &
  Record<'price_factor' | 'weekly' | 'unrounded' | 'amount', string>
type DecileRow = { income: string; cost_of_living: string; housing: string }

export type WorkingMonth = {
  date: string
  left_out: string | null
  net_pay: string
  pay_periods: { net_pay: string; days: number; days_in_month: number; share: string }[]
  weekly_net_pay: string | null
  table_rows: { lower: DecileRow; upper: DecileRow } | null
  age: { factor: string } | null
  region: { factor: string } | null
  cost_of_living: Step | null
  housing: Step | null
  expenditure: { cost_of_living: string; housing: string; total: string } | null
}

const weeks = 52.1775

/** Lists the steps of the working that do not follow from the steps before. */
export function verifyWorking(month: WorkingMonth): string[] {
  const errors: string[] = []
  const expectSame = (step: string, ours: number, theirs: string | null | undefined) => {
    if (Math.abs(ours - Number(theirs)) > 1e-6 * Math.max(1, Math.abs(ours)))
      errors.push(`${month.date} ${step}: ${ours} is not ${theirs}`)
  }
  for (const { net_pay, days, days_in_month, share } of month.pay_periods)
    expectSame('share', (Number(net_pay) * days_in_month) / days, share)
  expectSame(
    'net pay',
    month.pay_periods.reduce((sum, { share }) => sum + Number(share), 0),
    month.net_pay,
  )
  if (month.left_out !== null) return errors
  const weekly = (Number(month.net_pay) * 12) / weeks
  expectSame('weekly', weekly, month.weekly_net_pay)
  const { table_rows: rows, age, region, expenditure } = month
  if (!rows || !age || !region || !expenditure) return [`${month.date} is incomplete`]
  const verifyColumn = (column: 'cost_of_living' | 'housing', factor: string) => {
    const step = month[column]
    if (!step) return errors.push(`${month.date} has no ${column}`)
    const [low, high] = [rows.lower, rows.upper]
    const slope = (Number(high[column]) - Number(low[column])) / (Number(high.income) - Number(low.income))
    const spent = Number(low[column]) + slope * (weekly - Number(low.income))
    expectSame('slope', slope, step.slope)
    expectSame('spent', spent, step.spent)
    expectSame('factor', Number(factor), step.factor)
    expectSame('adjusted', spent * Number(factor), step.adjusted)
    expectSame('price factor', Number(step.index_value) / Number(step.index_base), step.price_factor)
    expectSame('in a week', Number(step.adjusted) * Number(step.price_factor), step.weekly)
    expectSame('in a month', (Number(step.weekly) * weeks) / 12, step.unrounded)
    if (Math.abs(Number(step.unrounded) - Number(step.amount)) > 0.005_000_1)
      errors.push(`${month.date} ${column}: ${step.unrounded} is not rounded to ${step.amount}`)
    if (step.amount !== expenditure[column])
      errors.push(`${month.date} ${column}: working and expenditure differ`)
    return undefined
  }
  verifyColumn('cost_of_living', age.factor)
  verifyColumn('housing', region.factor)
  return errors
}
