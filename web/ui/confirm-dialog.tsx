import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

type Props = {
  title: string
  /** Explains the effect, and whether it can be undone. */
  children?: ReactNode
  /** Verb on the button, e.g. Remove or Revoke. */
  confirm: string
  danger?: boolean
  busy?: boolean
  /** Text that must be typed before the button works, for actions that delete much. */
  typed?: { text: string; label: string } | undefined
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog(props: Props) {
  const { title, children, confirm, danger, busy, typed, onConfirm, onClose } = props
  const [input, setInput] = useState('')
  const [isWarned, setWarned] = useState(false)
  const matches = !typed || sameText(input, typed.text)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button
            kind={danger ? 'danger' : 'primary'}
            busy={busy ?? false}
            onClick={() => (matches ? onConfirm() : setWarned(true))}
          >
            {confirm}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {children}
      {typed && (
        <Field
          label={typed.label}
          autoComplete="off"
          spellCheck={false}
          value={input}
          onChange={({ target }) => setInput(target.value)}
          error={isWarned && !matches ? `Enter “${typed.text}” to confirm` : undefined}
        />
      )}
    </Dialog>
  )
}

const sameText = (input: string, text: string) =>
  input.trim().replace(/\s+/g, ' ').toLowerCase() === text.replace(/\s+/g, ' ').toLowerCase()
