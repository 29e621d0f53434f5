import { type ComponentProps, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> & { label: string; hint?: string }

export function Check({ label, hint, ...rest }: Props) {
  const id = useId()
  return (
    <div className="check">
      <input {...rest} type="checkbox" id={id} aria-describedby={hint && `${id}-hint`} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
