import { type ReactNode, useEffect, useRef } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Mark } from '../ui/mark.tsx'
import { isSandbox } from './environment.ts'

type Props = { title: string; lead?: ReactNode; children: ReactNode }

/** One-column layout of the pages before sign-in. Moves the focus to the heading of each new step. */
export function AuthLayout({ title, lead, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = `${title} · Payproof`
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [title])
  return (
    <main className="door">
      <p className="brand">
        <Mark />
        Payproof
        {isSandbox && <Badge tone="warn">Sandbox</Badge>}
      </p>
      <div className="door-card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="quiet">{lead}</p>}
        {children}
      </div>
    </main>
  )
}
