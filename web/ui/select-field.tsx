import { type ComponentProps, type ReactNode, useId } from 'react'

type Option = { value: string; label: string }
type Props = Omit<ComponentProps<'select'>, 'className' | 'id'> & {
  label: string
  options: Option[]
  hint?: ReactNode
  error?: string | undefined
}

/** As Field, for one of a few. */
export function SelectField({ label, options, hint, error, ...rest }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <select
        {...rest}
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
