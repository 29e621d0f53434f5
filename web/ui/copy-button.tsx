import { useEffect, useState } from 'react'

type Props = { text: string /** Describes the copied value to screen readers. */; what: string }

/** Copies the text. Confirms briefly, or shows that the browser refused. */
export function CopyButton({ text, what }: Props) {
  const [status, setStatus] = useState<'Copied' | 'Not allowed'>()
  useEffect(() => {
    if (!status) return
    const timer = setTimeout(() => setStatus(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [status])
  return (
    <button
      type="button"
      className="tool"
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setStatus('Copied'),
          () => setStatus('Not allowed'),
        )
      }
    >
      <span aria-live="polite">{status ?? 'Copy'}</span>
      <span className="visually-hidden"> {what}</span>
    </button>
  )
}
