import { useEffect, useState } from 'react'

type Props = { id: string /** Describes the id's owner to screen readers. */; what: string }

/** An abbreviated id; a click copies the full id. */
export function ShortId({ id, what }: Props) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <button
      type="button"
      className="short-id"
      title={id}
      onClick={() =>
        navigator.clipboard.writeText(id).then(
          () => setCopied(true),
          () => undefined,
        )
      }
    >
      <code aria-live="polite">{copied ? 'Copied' : shortened(id)}</code>
      <span className="visually-hidden"> Copy the id of {what}</span>
    </button>
  )
}

/** Shortens an id to a663be06…ed5c. Names such as payroll.retrieve are not shortened. */
export const shortened = (id: string) =>
  id.length <= 20 || id.includes('.') ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
