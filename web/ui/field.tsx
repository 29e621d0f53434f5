import { type ComponentProps, type ReactNode, useId, useState } from 'react'

type Props = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Words of the button that shows a password. */
  reveal?: { show: string; hide: string }
}

/** A native input with its label, hint and error; the space of an error is not reserved, it pushes from below. */
export function Field({ label, hint, error, reveal, type = 'text', ...rest }: Props) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="field-row">
        <input
          {...rest}
          id={id}
          type={reveal && shown ? 'text' : type}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
        />
        {reveal && (
          <button type="button" className="reveal" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? reveal.hide : reveal.show}
          </button>
        )}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
