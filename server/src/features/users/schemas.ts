import { z } from 'zod'
import type { Environment } from '../../platform/environment.ts'
import { Body, Email, MobileNumber, Pagination, TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { niNumberPattern, niNumberRule } from '../../vocabulary/ni-number.ts'
import { checkFrequency } from '../configuration/service.ts'

// Personal data. These fields are encrypted together with the user's own key.
export const personFields = {
  forename: TextLine(200),
  surname: TextLine(200),
  date_of_birth: Timestamp,
  post_codes: z.array(TextLine(16)).min(1).max(50),
  ni_number: z.string().trim().regex(niNumberPattern, niNumberRule),
  ext_id: TextLine(255),
  email: Email,
  phone: MobileNumber.describe('Mobile number, for one-time codes by text message'),
}

// Settings of a user, which override those of the client.
export const settingFields = {
  payroll_period_months: z.int().min(1).max(120),
  recurring_checks_enabled: z.boolean(),
  recurring_check_frequency: checkFrequency('sandbox'),
  recurring_check_end_date: Timestamp,
  taxauth_enabled: z.boolean(),
  payslip_upload_enabled: z.boolean(),
  payroll_connections_enabled: z.boolean(),
}

const readOnly = ['user_id', 'created_at', 'reminders_stopped_at']

const optional = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().shape

export const User = z
  .strictObject({
    user_id: Uuid,
    created_at: Timestamp,
    ...optional(personFields),
    ...optional(settingFields),
    reminders_stopped_at: Timestamp.optional().describe('When the person stopped reminders by email'),
  })
  .meta({ id: 'User', description: 'Fields that are not set are omitted.' })

export function newUser(environment: Environment) {
  const { forename, surname, date_of_birth, post_codes, ni_number, ext_id, email, phone } = personFields
  const { payroll_period_months, ...settings } = settingFields
  const required = { forename, surname, date_of_birth, post_codes, payroll_period_months }
  const rest = { ...settings, recurring_check_frequency: checkFrequency(environment) }
  return Body(
    { ...required, ...optional({ ni_number, ext_id, email, phone, ...rest }) },
    { ignored: readOnly },
  ).meta({
    id: 'NewUser',
  })
}

export function userChanges(environment: Environment) {
  const fields = { ...personFields, ...settingFields, recurring_check_frequency: checkFrequency(environment) }
  return Body(unsettable(fields), { ignored: readOnly }).meta({
    id: 'UserChanges',
    description: 'Only the fields sent are changed; null unsets a field.',
  })
}

function unsettable<Shape extends z.ZodRawShape>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).nullish()])
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> }
}

export const UserPage = z
  .strictObject({ pagination: Pagination, users: z.array(User) })
  .meta({ id: 'UserPage' })

export type Person = Partial<z.output<z.ZodObject<typeof personFields>>>
export type UserSettings = Partial<z.output<z.ZodObject<typeof settingFields>>>
