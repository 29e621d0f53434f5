import { useEffect, useState } from 'react'

type Props = { text: string /** Describes the copied value to screen readers. */; what: string }

/** Confirms briefly, or shows that the browser refused. */
export function CopyButton({ text, what }: Props) {
  const [said, setSaid] = useState<'Copied' | 'Not allowed'>()
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <button
      type="button"
      className="tool"
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setSaid('Copied'),
          () => setSaid('Not allowed'),
        )
      }
    >
      <span aria-live="polite">{said ?? 'Copy'}</span>
      <span className="visually-hidden"> {what}</span>
    </button>
  )
}
