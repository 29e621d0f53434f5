import type { NewUser, User, UserChanges } from '@payproof/sdk'
import { Field, SelectField } from '../../ui/field.tsx'
import { isSandbox } from '../environment.ts'

// Form fields of a person, for registering and editing, and their conversion to API values.

type ErrorOf = (name: string) => string | undefined
type Props = { user?: User; errorOf: ErrorOf }
type Typed = Record<string, string>

export const PersonFields = ({ user, errorOf }: Props) => {
  const given = textsOf(user)
  const propsOf = (name: string) => ({
    name,
    error: errorOf(name),
    defaultValue: given[name],
    autoComplete: 'off',
  })
  return (
    <>
      <div className="side-by-side">
        <Field label="Forename" {...propsOf('forename')} />
        <Field label="Surname" {...propsOf('surname')} />
      </div>
      <div className="side-by-side">
        <Field label="Date of birth" type="date" {...propsOf('date_of_birth')} />
        <Field label="NI number (optional)" {...propsOf('ni_number')} />
      </div>
      <Field label="Postcodes" hint="Current and previous, separated by commas." {...propsOf('post_codes')} />
      <div className="side-by-side">
        <Field
          label="Email (optional)"
          hint="We send a code here when they come back to see their data."
          {...propsOf('email')}
        />
        <Field
          label="Mobile number (optional)"
          hint="For a code by text message instead."
          {...propsOf('phone')}
        />
      </div>
      <div className="side-by-side">
        <Field label="Your reference (optional)" {...propsOf('ext_id')} />
        <Field
          label="Months of payslips"
          inputMode="numeric"
          {...propsOf('payroll_period_months')}
          defaultValue={user ? given.payroll_period_months : '12'}
        />
      </div>
    </>
  )
}

export const settingLabels = {
  payroll_connections_enabled: 'Payroll connections',
  payslip_upload_enabled: 'Payslip uploads',
  taxauth_enabled: 'HMRC',
  recurring_checks_enabled: 'Recurring checks',
} as const
const settingNames = Object.keys(settingLabels) as (keyof typeof settingLabels)[]

export const frequencies = { HOURLY: 'Every hour', WEEKLY: 'Every week', MONTHLY: 'Every month' } as const
const asTheTeam = { value: '', label: 'As configured' }

/** Fields of per-user settings, which override the client's settings. */
export const SettingFields = ({ user, errorOf }: Props) => {
  const given = textsOf(user)
  const propsOf = (name: string) => ({ name, error: errorOf(name), defaultValue: given[name] ?? '' })
  const offered = Object.entries(frequencies).filter(([value]) => isSandbox || value !== 'HOURLY')
  return (
    <div className="side-by-side">
      {settingNames.map((name) => (
        <SelectField
          key={name}
          label={settingLabels[name]}
          options={[asTheTeam, { value: 'true', label: 'On' }, { value: 'false', label: 'Off' }]}
          {...propsOf(name)}
        />
      ))}
      <SelectField
        label="How often"
        options={[asTheTeam, ...offered.map(([value, label]) => ({ value, label }))]}
        {...propsOf('recurring_check_frequency')}
      />
      <Field label="Checks end on" type="date" {...propsOf('recurring_check_end_date')} />
    </div>
  )
}

const days = ['date_of_birth', 'recurring_check_end_date']
const readers: Record<string, (text: string) => unknown> = {
  post_codes: (text) => text.split(/[,;\n]/).flatMap((part) => part.trim() || []),
  // Invalid numbers are sent unchanged, so that the API reports the error.
  payroll_period_months: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  ...Object.fromEntries(settingNames.map((name) => [name, (text: string) => text === 'true'])),
}
const read = (name: string, text: string) => (readers[name] ? readers[name](text) : text)

/** Returns all fields of a user as input values. */
function textsOf(user: User | undefined): Typed {
  return Object.fromEntries(
    Object.entries(user ?? {}).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.join(', ')
        : days.includes(name)
          ? String(value).slice(0, 10)
          : String(value),
    ]),
  )
}

/** Converts form values to a new user, omitting empty fields. */
export const newUserOf = (typed: Typed) =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (text.trim() ? [[name, read(name, text.trim())]] : [])),
  ) as NewUser

/** Returns only the changed fields; a cleared field is unset. */
export function changesOf(user: User, typed: Typed) {
  const before = textsOf(user)
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => {
      const now = text.trim()
      if (now === (before[name] ?? '')) return []
      return [[name, now === '' ? null : read(name, now)]]
    }),
  ) as UserChanges
}
