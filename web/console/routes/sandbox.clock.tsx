import type { SandboxClock } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { dayOf, momentOf } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { QueryState } from '../query-state.tsx'
import { MoveClock } from '../sandbox/clock.tsx'
import { SandboxFrame } from '../sandbox/frame.tsx'
import '../sandbox/sandbox.css'

const steps = [
  { advance: 'PT1H', label: 'One hour later' },
  { advance: 'P1D', label: 'One day later' },
  { advance: 'P1W', label: 'One week later' },
  { advance: 'P1M', label: 'One month later' },
]

export function Page() {
  const clock = useQuery({
    queryKey: ['sandbox', 'clock'],
    queryFn: ({ signal }) => api.sandbox.getClock({ signal }),
  })
  return (
    <SandboxFrame lead="The clock of your client in the sandbox. Everyone in your team shares it; other clients do not.">
      <QueryState query={clock}>{(now) => <Clock clock={now} />}</QueryState>
    </SandboxFrame>
  )
}

const Clock = ({ clock: { now, begins, ends, is_own } }: { clock: SandboxClock }) => (
  <div className="side-by-side">
    <section className="panel" aria-labelledby="time">
      <h2 id="time">Sandbox time</h2>
      <Facts
        facts={[
          {
            name: 'Now',
            value: (
              <strong>
                <Time at={now} seconds />
              </strong>
            ),
          },
          {
            name: 'Set by',
            value: is_own ? <Badge tone="warn">Your client</Badge> : 'The installation',
          },
          { name: 'Starts', value: dayOf(begins) },
          { name: 'Ends', value: dayOf(ends) },
        ]}
      />
      <p className="quiet">
        When the clock moves, payslips appear, sessions end and recurring checks fall due for your users. Each
        person’s page has a button for their next pay day.
      </p>
    </section>
    <section className="panel" aria-labelledby="move">
      <h2 id="move">Move the clock</h2>
      <div className="actions">
        {steps.map(({ advance, label }) => (
          <MoveClock key={advance} change={{ advance }}>
            {label}
          </MoveClock>
        ))}
      </div>
      <Form
        submit="Set date"
        send={({ day }) => api.sandbox.moveClock({ now: `${day}T09:00:00Z` })}
        onDone={(moved) => {
          void queries.invalidateQueries({ queryKey: ['sandbox'] })
          showToast(`The sandbox time is now ${momentOf(moved.now)}`)
        }}
      >
        {(errorOf) => (
          <Field
            label="Go to date"
            name="day"
            type="date"
            min={begins}
            max={ends}
            hint="At 09:00 UTC, which is 10:00 in summer."
            defaultValue={now.slice(0, 10)}
            error={errorOf('now')}
          />
        )}
      </Form>
      {is_own ? (
        <div className="actions">
          <MoveClock change={{ restart: true }}>Reset the clock</MoveClock>
          <span className="quiet small">Your client follows the clock of the installation again.</span>
        </div>
      ) : (
        <p className="quiet small">Your client follows the clock of the installation until you move it.</p>
      )}
    </section>
  </div>
)
