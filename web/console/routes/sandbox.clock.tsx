import type { SandboxClock } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { dayOf, momentOf } from '../../ui/format.ts'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { QueryState } from '../query-state.tsx'
import { MoveClock } from '../sandbox/clock.tsx'
import { SandboxFrame } from '../sandbox/frame.tsx'
import '../sandbox/sandbox.css'

const steps = [
  { advance: 'PT1H', label: 'An hour on' },
  { advance: 'P1D', label: 'A day on' },
  { advance: 'P1W', label: 'A week on' },
  { advance: 'P1M', label: 'A month on' },
]

export function Page() {
  const clock = useQuery({
    queryKey: ['sandbox', 'clock'],
    queryFn: ({ signal }) => api.sandbox.getClock({ signal }),
  })
  return (
    <SandboxFrame>
      <QueryState query={clock}>{(now) => <Clock clock={now} />}</QueryState>
    </SandboxFrame>
  )
}

const Clock = ({ clock: { now, begins, ends } }: { clock: SandboxClock }) => (
  <div className="side-by-side">
    <section className="panel" aria-labelledby="time">
      <h2 id="time">The time in the sandbox</h2>
      <Facts
        facts={[
          { name: 'Now', value: <strong>{momentOf(now)}</strong> },
          { name: 'The world begins', value: dayOf(begins) },
          { name: 'It ends', value: dayOf(ends) },
        ]}
      />
      <p className="quiet">
        When it moves on, payslips appear, sessions end and regular checks fall due. A person’s page has a
        button for their next pay day.
      </p>
    </section>
    <section className="panel" aria-labelledby="move">
      <h2 id="move">Move it</h2>
      <div className="actions">
        {steps.map(({ advance, label }) => (
          <MoveClock key={advance} change={{ advance }}>
            {label}
          </MoveClock>
        ))}
      </div>
      <Form
        submit="Set the day"
        send={({ day }) => api.sandbox.moveClock({ now: `${day}T09:00:00Z` })}
        onDone={(moved) => {
          void queries.invalidateQueries({ queryKey: ['sandbox'] })
          showToast(`It is ${momentOf(moved.now)} now`)
        }}
      >
        {(errorOf) => (
          <Field
            label="Go to a day"
            name="day"
            type="date"
            min={begins}
            max={ends}
            hint="At 09:00 UTC."
            defaultValue={now.slice(0, 10)}
            error={errorOf('now')}
          />
        )}
      </Form>
      <div className="actions">
        <MoveClock change={{ restart: true }}>Back to the beginning</MoveClock>
      </div>
    </section>
  </div>
)
