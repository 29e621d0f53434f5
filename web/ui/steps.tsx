export type Step = { name: string; state: 'done' | 'now' | 'later'; words: string }

/** What happens one after the other; `words` say the state to whoever does not see the mark. */
export const Steps = ({ steps }: { steps: Step[] }) => (
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

/** How far along the whole journey is. */
export const Progress = ({ value, max, label }: { value: number; max: number; label: string }) => (
  <div className="along">
    <progress value={value} max={max} aria-label={label} />
  </div>
)
