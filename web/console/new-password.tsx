import { Field } from '../ui/field.tsx'

const reveal = { show: 'Show', hide: 'Hide' }

export const NewPasswordField = ({ error }: { error: string | undefined }) => (
  <Field
    label="Password"
    name="password"
    type="password"
    autoComplete="new-password"
    hint="At least 12 characters. A few words are better than one with signs in it."
    reveal={reveal}
    error={error}
  />
)
