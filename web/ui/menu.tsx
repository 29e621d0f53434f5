import { type ReactNode, useEffect, useRef, useState } from 'react'

export type MenuItem = { label: string; danger?: boolean; onSelect: () => void }
type Props = {
  /** Accessible label, which names the row. */
  label: string
  children?: ReactNode
  items: MenuItem[]
}

/** A button with a menu of actions. Closes on Escape and on a click outside. */
export function Menu({ label, children = '⋯', items }: Props) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    root.current?.querySelector<HTMLElement>('.menu-list button')?.focus()
    const close = (event: Event) => {
      const isElsewhere = event.type === 'pointerdown' && !root.current?.contains(event.target as Node)
      const isEscape = (event as KeyboardEvent).key === 'Escape'
      if (isElsewhere || isEscape) setOpen(false)
      if (isEscape) button.current?.focus()
    }
    addEventListener('pointerdown', close)
    addEventListener('keydown', close)
    return () => {
      removeEventListener('pointerdown', close)
      removeEventListener('keydown', close)
    }
  }, [open])
  return (
    <div className="menu" ref={root}>
      <button
        ref={button}
        type="button"
        className="tool"
        aria-label={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <ul className="menu-list">
          {items.map(({ label: words, danger, onSelect }) => (
            <li key={words}>
              <button
                type="button"
                data-danger={danger || undefined}
                onClick={() => {
                  setOpen(false)
                  // The focus returns to the button before a dialog opens, so that the dialog can restore it.
                  button.current?.focus()
                  onSelect()
                }}
              >
                {words}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
