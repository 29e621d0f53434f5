import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  title: string
  children?: ReactNode
  /** Buttons; omitted if a form in the dialog has its own. */
  actions?: ReactNode
  /** Whether the dialog is a text: it is read from its title, and not from the first link or button further down. */
  isText?: boolean
  onClose: () => void
}

/** The native dialog. It traps and restores focus, closes with Escape and needs no inline styles. */
export function Dialog({ title, children, actions, isText = false, onClose }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    if (isText) heading.current?.focus()
    return () => dialog?.close()
  }, [isText])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id} ref={heading} tabIndex={isText ? -1 : undefined}>
        {title}
      </h2>
      {children}
      {actions && <div className="actions">{actions}</div>}
    </dialog>
  )
}
