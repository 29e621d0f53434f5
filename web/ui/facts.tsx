import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

type Props = {
  facts: Fact[]
  /** Whether the facts are laid out side by side to save height. */
  beside?: boolean
}

/** Label and value pairs; stacked on narrow screens. */
export const Facts = ({ facts, beside = false }: Props) => (
  <dl className={beside ? 'pairs pairs-beside' : 'pairs'}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? <span className="quiet">—</span>}</dd>
      </div>
    ))}
  </dl>
)
