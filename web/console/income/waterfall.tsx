import type { PayrollSubmission } from '@payproof/sdk'
import type { CSSProperties } from 'react'
import { moneyOf } from '../../ui/format.ts'
import { heightOf, textOf } from '../../ui/pence.ts'
import { waterfallOf } from './waterfall-steps.ts'
import './waterfall.css'

type Bar = { name: string; amount: bigint; from: bigint; to: bigint; kind: 'total' | 'deducted' | 'refunded' }

/** Shows how gross pay becomes net pay, with a bar for each deduction. */
export function Waterfall({ pay }: { pay: PayrollSubmission['income_information'] }) {
  const found = waterfallOf(pay)
  if (!found) return null
  const { gross, net, steps } = found
  const bars: Bar[] = [
    { name: 'Gross pay', amount: gross, from: 0n, to: gross, kind: 'total' },
    ...steps.map(
      ({ name, deducted, left }): Bar => ({
        name,
        amount: -deducted,
        from: left,
        to: left + deducted,
        kind: deducted > 0n ? 'deducted' : 'refunded',
      }),
    ),
    { name: 'Net pay', amount: net, from: 0n, to: net, kind: 'total' },
  ]
  const highest = Math.max(1, ...bars.flatMap(({ from, to }) => [heightOf(from), heightOf(to)]))
  return (
    <section className="panel" aria-labelledby="waterfall">
      <h2 id="waterfall">From gross to net pay</h2>
      <ul className="waterfall">
        {bars.map((bar, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may have the same name, and never change their order.
          <li key={position} data-kind={bar.kind}>
            <span>{bar.name}</span>
            <span className="waterfall-track" aria-hidden="true">
              <span style={extentOf(bar, highest)} />
            </span>
            <span className="waterfall-amount">{moneyOf(textOf(bar.amount))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function extentOf({ from, to }: Bar, highest: number): CSSProperties {
  const [start = 0, end = 0] = [heightOf(from), heightOf(to)]
    .map((pounds) => Math.max(0, (100 * pounds) / highest))
    .toSorted((one, other) => one - other)
  return { insetInlineStart: `${start}%`, inlineSize: `${end - start}%` }
}
