import { useEffect, useState } from 'react'

type Props = { text: string /** What is copied, for those who hear the button. */; what: string }

/** Says for a moment that it worked, or that the browser refused. */
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
