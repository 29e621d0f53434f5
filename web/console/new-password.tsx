import { Field } from '../ui/field.tsx'

const reveal = { show: 'Show', hide: 'Hide' }

type Props = { label?: string; error: string | undefined }

export const NewPasswordField = ({ label = 'Password', error }: Props) => (
  <Field
    label={label}
    name="password"
    type="password"
    autoComplete="new-password"
    hint="At least 12 characters. Several words are stronger than one word with symbols."
    reveal={reveal}
    error={error}
  />
)
