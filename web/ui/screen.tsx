import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  view: string
  title: string
  /** Above the title: progress in the journey. */
  above?: ReactNode
  /** Below the title: introduction. */
  lead?: ReactNode
  children?: ReactNode
  /** Actions; the first is the primary one. */
  actions?: ReactNode
}

let shown = false

/** The main landmark. Focuses the heading when the screen changes, so that screen readers announce it. */
export function Screen({ view, title, above, lead, children, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Not on the first screen, which is read from the top anyway.
    if (shown) {
      heading.current?.focus({ preventScroll: true })
      scrollTo(0, 0)
    }
    shown = true
  }, [])
  return (
    <main className="screen" data-view={view}>
      {above}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <div className="lead">{typeof lead === 'string' ? <p>{lead}</p> : lead}</div>}
      {children}
      {actions && <div className="actions">{actions}</div>}
    </main>
  )
}
