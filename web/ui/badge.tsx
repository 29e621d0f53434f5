import type { ReactNode } from 'react'

export type Tone = 'plain' | 'note' | 'good' | 'warn' | 'bad'

/** A status in one or two words; the colour carries no additional information. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`mark mark-${tone}`}>{children}</span>
)
