import type { ReactNode } from 'react'

export type Fact = { name: string; value: ReactNode }

/** Names and values, side by side; below each other where there is no room. */
export const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl className="pairs">
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? <span className="quiet">—</span>}</dd>
      </div>
    ))}
  </dl>
)
