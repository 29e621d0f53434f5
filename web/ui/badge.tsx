import type { ReactNode } from 'react'

export type Tone = 'plain' | 'note' | 'good' | 'warn' | 'bad'

/** A status in one or two words; the colour only repeats it. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`mark mark-${tone}`}>{children}</span>
)
