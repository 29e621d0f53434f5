import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  title: string
  /** Purpose of the page, if the title does not explain it. */
  lead?: ReactNode
  /** Buttons for actions on the whole page. */
  actions?: ReactNode
  children?: ReactNode
}

let isFirst = true

/** Page heading and content. Moves the focus to the heading after navigation. */
export function PageFrame({ title, lead, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Payproof`
  }, [title])
  useEffect(() => {
    // The first page of a visit is skipped, because screen readers read it from the top anyway.
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <>
      <div className="page-top">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="quiet">{lead}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </div>
      {children}
    </>
  )
}
