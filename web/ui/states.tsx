import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type Props = { title: string; children?: ReactNode; action?: ReactNode }

export const Empty = ({ title, children, action }: Props) => (
  <div className="state">
    <p className="state-title">{title}</p>
    {children && <div className="quiet">{children}</div>}
    {action}
  </div>
)

export const NoPermission = ({ children }: { children?: ReactNode }) => (
  <div className="state" data-state="no-permission">
    <p className="state-title">Your role does not allow this</p>
    <div className="quiet">{children ?? <p>Ask an Owner or Admin of your team if you need it.</p>}</div>
  </div>
)

type FailedProps = {
  errors: readonly string[]
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  /** Whether the error is announced, because it responds to the person's action. */
  alert?: boolean
}

/** Shows the service's error messages with the request id. */
export const Failed = ({ errors, requestId, onRetry, alert = true }: FailedProps) => (
  <Notice tone="bad" alert={alert} title="That didn’t work">
    {errors.map((error) => (
      <p key={error}>{error}</p>
    ))}
    {requestId && (
      <p className="small">
        Request id <code>{requestId}</code>
      </p>
    )}
    {onRetry && (
      <Button kind="secondary" onClick={onRetry}>
        Try again
      </Button>
    )}
  </Notice>
)
