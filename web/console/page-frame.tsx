import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  title: string
  /** What the page is for, where its name does not say it. */
  lead?: ReactNode
  /** Buttons that belong to the whole page. */
  actions?: ReactNode
  children?: ReactNode
}

let isFirst = true

/** Heading and content of a page. Whoever comes from another page finds the focus on the heading. */
export function PageFrame({ title, lead, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Payproof`
  }, [title])
  useEffect(() => {
    // The first page of a visit is read from its top anyway.
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
