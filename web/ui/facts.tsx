import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

type Props = {
  facts: Fact[]
  /** Few and short ones stand beside each other, so that what they are about is seen sooner. */
  beside?: boolean
}

/** Names and values, side by side; below each other where there is no room. */
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
