import { type ComponentProps, type ReactNode, useId, useState } from 'react'

type Frame = {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

type Props = Omit<ComponentProps<'input'>, 'className' | 'id'> &
  Frame & {
    /** Labels of the button that reveals a password. */
    reveal?: { show: string; hide: string }
  }

/** A native input with label, hint and error. No space is reserved for the error message. */
export function Field({ label, hint, error, reveal, type = 'text', ...rest }: Props) {
  const [shown, setShown] = useState(false)
  return renderField({ label, hint, error }, useId(), (attributes) => (
    <div className="field-row">
      <input {...rest} {...attributes} type={reveal && shown ? 'text' : type} />
      {reveal && (
        <button type="button" className="reveal" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? reveal.hide : reveal.show}
        </button>
      )}
    </div>
  ))
}

type Choice = Omit<ComponentProps<'select'>, 'className' | 'id'> &
  Frame & { options: { value: string; label: string }[] }

/** A select with label, hint and error. */
export const SelectField = ({ label, hint, error, options, ...rest }: Choice) =>
  renderField({ label, hint, error }, useId(), (attributes) => (
    <select {...rest} {...attributes}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  ))

type Prose = Omit<ComponentProps<'textarea'>, 'className' | 'id'> & Frame

/** A text area with label, hint and error. */
export const TextField = ({ label, hint, error, ...rest }: Prose) =>
  renderField({ label, hint, error }, useId(), (attributes) => <textarea {...rest} {...attributes} />)

/** Attributes that connect a control to its label, hint and error. */
type ControlAttributes = Pick<ComponentProps<'input'>, 'id'> & {
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

function renderField(
  { label, hint, error }: Frame,
  id: string,
  control: (attributes: ControlAttributes) => ReactNode,
) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {control({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
