import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger'
type Props = Omit<ComponentProps<'button'>, 'className'> & {
  kind?: Kind
  busy?: boolean
  children: ReactNode
}

/**
 * A button. While busy it keeps its size and focus and ignores clicks, including the second click of a double click
 * before it re-renders.
 */
export function Button({
  kind = 'primary',
  busy = false,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${kind}`}
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
      onClick={(event) => {
        if (busy || event.detail > 1) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner />}
      <span className="button-text">{children}</span>
    </button>
  )
}

type LinkProps = Omit<ComponentProps<'a'>, 'className'> & { kind?: Kind }

/** A link styled as a button, for links to other sites. */
export const ButtonLink = ({ kind = 'primary', children, ...rest }: LinkProps) => (
  <a {...rest} className={`button button-${kind}`}>
    <span className="button-text">{children}</span>
  </a>
)
