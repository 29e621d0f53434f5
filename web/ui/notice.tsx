import type { ReactNode } from 'react'

type Tone = 'note' | 'good' | 'warn' | 'bad'
type Props = {
  tone?: Tone
  title?: string
  children?: ReactNode
  /** Whether the notice is announced immediately, because it responds to the person's action. */
  alert?: boolean
}

const marks: Record<Tone, string> = { note: 'i', good: '✓', warn: '!', bad: '!' }

export const Notice = ({ tone = 'note', title, children, alert = false }: Props) => (
  <div className={`notice notice-${tone}`} role={alert ? 'alert' : undefined}>
    <span className="notice-mark" aria-hidden="true">
      {marks[tone]}
    </span>
    <div className="notice-body">
      {title && <p className="notice-title">{title}</p>}
      {children}
    </div>
  </div>
)
