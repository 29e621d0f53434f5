export type StepItem = { name: string; state: 'done' | 'now' | 'later'; words: string }

/** A list of steps; `words` describes each status to screen readers. */
export const Steps = ({ steps }: { steps: StepItem[] }) => (
  <ol className="steps">
    {steps.map(({ name, state, words }) => (
      <li key={name} className={`step step-${state}`} aria-current={state === 'now' ? 'step' : undefined}>
        <span className="step-mark" aria-hidden="true">
          {state === 'done' ? '✓' : state === 'now' ? <span className="spinner" /> : ''}
        </span>
        <span>{name}</span>
        <span className="visually-hidden">{words}</span>
      </li>
    ))}
  </ol>
)

/** Progress bar for the whole journey. */
export const Progress = ({ value, max, label }: { value: number; max: number; label: string }) => (
  <div className="along">
    <progress value={value} max={max} aria-label={label} />
  </div>
)
