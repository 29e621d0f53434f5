import type { PayrollSubmission } from '@payproof/sdk'
import { penceOf, sumOf } from '../../ui/pence.ts'

type Pay = PayrollSubmission['income_information']

/** One bar: what is deducted (or refunded, if negative), and the pay left after it. */
export type WaterfallStep = { name: string; deducted: bigint; left: bigint }

/**
 * Splits gross pay into deductions and net pay. Sources list income tax and National Insurance either among the
 * deduction lines or apart from them; the lines are used in whichever way adds up. If neither does, the rest is one
 * step. Returns undefined without gross and net pay.
 */
export function waterfallOf({ earnings, deductions }: Pay) {
  const gross = penceOf(earnings.gross_pay)
  const net = penceOf(earnings.net_pay)
  if (gross === undefined || net === undefined) return undefined
  const lines = deductions.deductions_elements.map(({ description, amount }) => ({
    name: description,
    deducted: penceOf(amount) ?? 0n,
  }))
  const statutory = [
    { name: 'Income tax', deducted: penceOf(deductions.income_tax) ?? 0n },
    { name: 'National Insurance', deducted: penceOf(deductions.employee_ni) ?? 0n },
  ]
  const addsUp = (steps: { deducted: bigint }[]) =>
    sumOf(steps.map(({ deducted }) => deducted)) === gross - net
  const all = [lines, [...statutory, ...lines]].find(addsUp) ?? withRest(statutory, gross - net)
  let left = gross
  const steps = all
    .filter(({ deducted }) => deducted !== 0n)
    .map(({ name, deducted }): WaterfallStep => {
      left -= deducted
      return { name, deducted, left }
    })
  return { gross, net, steps }
}

function withRest(steps: { name: string; deducted: bigint }[], total: bigint) {
  const deducted = total - sumOf(steps.map((step) => step.deducted))
  return [...steps, { name: deducted < 0n ? 'Other payments' : 'Other deductions', deducted }]
}
