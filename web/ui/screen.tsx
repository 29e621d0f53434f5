import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  view: string
  title: string
  /** Above the title: where in the journey this is. */
  above?: ReactNode
  /** Below the title: what this screen is about, in a sentence or two. */
  lead?: ReactNode
  children?: ReactNode
  /** What can be done: the first is the one clear action. */
  actions?: ReactNode
}

let shown = false

/** The main part of the page. When it changes, its heading has the focus, so that it is what is read next. */
export function Screen({ view, title, above, lead, children, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The first screen of a page is read from its top anyway.
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
