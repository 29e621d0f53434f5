// Somebody with a calculator and the working: each line follows from the lines before it. Ten decimals are shown, and a
// calculator has fifteen digits, so the last of them may differ.

type Step = Record<'slope' | 'spent' | 'factor' | 'adjusted' | 'index_value' | 'index_base', string> &
  Record<'price_factor' | 'weekly' | 'unrounded' | 'amount', string>
type Row = { income: string; cost_of_living: string; housing: string }

export type WorkingMonth = {
  date: string
  left_out: string | null
  net_pay: string
  pay_periods: { net_pay: string; days: number; days_in_month: number; share: string }[]
  weekly_net_pay: string | null
  table_rows: { lower: Row; upper: Row } | null
  age: { factor: string } | null
  region: { factor: string } | null
  cost_of_living: Step | null
  housing: Step | null
  expenditure: { cost_of_living: string; housing: string; total: string } | null
}

const weeks = 52.1775

/** What does not follow, in words; empty where everything does. */
export function redo(month: WorkingMonth): string[] {
  const faults: string[] = []
  const same = (what: string, mine: number, theirs: string | null | undefined) => {
    if (Math.abs(mine - Number(theirs)) > 1e-6 * Math.max(1, Math.abs(mine)))
      faults.push(`${month.date} ${what}: ${mine} is not ${theirs}`)
  }
  for (const { net_pay, days, days_in_month, share } of month.pay_periods)
    same('share', (Number(net_pay) * days_in_month) / days, share)
  same(
    'net pay',
    month.pay_periods.reduce((sum, { share }) => sum + Number(share), 0),
    month.net_pay,
  )
  if (month.left_out !== null) return faults
  const weekly = (Number(month.net_pay) * 12) / weeks
  same('weekly', weekly, month.weekly_net_pay)
  const { table_rows: rows, age, region, expenditure } = month
  if (!rows || !age || !region || !expenditure) return [`${month.date} has parts missing`]
  const redoStep = (column: 'cost_of_living' | 'housing', factor: string) => {
    const step = month[column]
    if (!step) return faults.push(`${month.date} has no ${column}`)
    const [low, high] = [rows.lower, rows.upper]
    const slope = (Number(high[column]) - Number(low[column])) / (Number(high.income) - Number(low.income))
    const spent = Number(low[column]) + slope * (weekly - Number(low.income))
    same('slope', slope, step.slope)
    same('spent', spent, step.spent)
    same('factor', Number(factor), step.factor)
    same('adjusted', spent * Number(factor), step.adjusted)
    same('price factor', Number(step.index_value) / Number(step.index_base), step.price_factor)
    same('in a week', Number(step.adjusted) * Number(step.price_factor), step.weekly)
    same('in a month', (Number(step.weekly) * weeks) / 12, step.unrounded)
    if (Math.abs(Number(step.unrounded) - Number(step.amount)) > 0.005_000_1)
      faults.push(`${month.date} ${column}: ${step.unrounded} is not rounded to ${step.amount}`)
    if (step.amount !== expenditure[column]) faults.push(`${month.date} ${column} is told in two ways`)
    return undefined
  }
  redoStep('cost_of_living', age.factor)
  redoStep('housing', region.factor)
  return faults
}
