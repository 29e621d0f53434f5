import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  /** Explains the effect, and whether it can be undone. */
  children?: ReactNode
  /** Verb on the button, e.g. Remove or Revoke. */
  confirm: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export const ConfirmDialog = ({ title, children, confirm, danger, busy, onConfirm, onClose }: Props) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <>
        <Button kind={danger ? 'danger' : 'primary'} busy={busy ?? false} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
