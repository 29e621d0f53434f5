import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  title: string
  children?: ReactNode
  /** Omitted if a form has its own. */
  actions?: ReactNode
  onClose: () => void
}

/** The native dialog: traps and restores focus, closes with Escape, needs no inline styles. */
export function Dialog({ title, children, actions, onClose }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
      {actions && <div className="actions">{actions}</div>}
    </dialog>
  )
}
