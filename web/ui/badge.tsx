import type { ReactNode } from 'react'

export type Tone = 'plain' | 'note' | 'good' | 'warn' | 'bad'

/** A state in one or two words; the colour only repeats what the words say. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`mark mark-${tone}`}>{children}</span>
)
