import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  view: string
  title: string
  /** Content above the title, e.g. the progress of the journey. */
  above?: ReactNode
  /** Drawing above the title. */
  illustration?: ReactNode
  /** Introduction below the title. */
  lead?: ReactNode
  children?: ReactNode
  /** Buttons; the first is the primary action. */
  actions?: ReactNode
  /** Keeps the buttons in view while the page scrolls. */
  sticky?: boolean
}

let shown = false

/** The main landmark. Focuses the heading when the screen changes, so that screen readers announce it. */
export function Screen(props: Props) {
  const { view, title, above, illustration, lead, children, actions, sticky = false } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The first screen is skipped, because screen readers read it from the top anyway.
    if (shown) {
      heading.current?.focus({ preventScroll: true })
      scrollTo(0, 0)
    }
    shown = true
  }, [])
  return (
    <main className="screen" data-view={view}>
      {above}
      {illustration}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <div className="lead">{typeof lead === 'string' ? <p>{lead}</p> : lead}</div>}
      {children}
      {actions && <div className={`actions ${sticky ? 'actions-sticky' : ''}`}>{actions}</div>}
    </main>
  )
}
