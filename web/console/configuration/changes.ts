import type { Configuration, ConfigurationChanges } from '@payproof/sdk'

export type Fields = Record<string, string>

const booleanSettings = [
  'payroll_connections_enabled',
  'taxauth_enabled',
  'payslip_upload_enabled',
  'recurring_checks_enabled',
  'hold_unmatched_data',
] as const

/** Converts form inputs to API values. An empty input becomes an empty string. */
export function configurationIn(fields: Fields): Configuration {
  const texts = [
    'client_display_name',
    'consent_layout',
    'data_purpose',
    'data_purpose_cy',
    'privacy_notice_url',
    'contact_email',
    'contact_phone',
    'fca_number',
    'ico_number',
    'client_logo',
    'brand_colour',
    'client_callback_url',
    'next_steps',
    'next_steps_cy',
    'recurring_check_frequency',
  ]
  const given = texts.map((name) => [name, (fields[name] ?? '').trim()])
  const ends = fields.recurring_check_end_date
  return {
    ...(Object.fromEntries(given) as Partial<Configuration>),
    ...Object.fromEntries(booleanSettings.map((name) => [name, fields[name] === 'on'])),
    ...(fields.data_retention_months && { data_retention_months: Number(fields.data_retention_months) }),
    ...(fields.payroll_period_months && { payroll_period_months: Number(fields.payroll_period_months) }),
    ...(ends && { recurring_check_end_date: `${ends}T00:00:00.000Z` }),
    reminder_days: (fields.reminder_days ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number),
    frame_origins: (fields.frame_origins ?? '').split(/\s+/).filter(Boolean),
  }
}

/** Returns only the changed fields. An emptied input unsets its field. */
export function changesIn(fields: Fields, now: Configuration): ConfigurationChanges {
  // The form shows an unset layout and `list`, its default, alike.
  const consent_layout = now.consent_layout === 'list' ? '' : now.consent_layout
  const before: Record<string, unknown> = { ...now, consent_layout }
  // The input has no time of day, so a time that was set through the API is kept.
  const endsAsBefore = fields.recurring_check_end_date === now.recurring_check_end_date?.slice(0, 10)
  const isSame = (name: string, value: unknown) =>
    (name === 'recurring_check_end_date' && endsAsBefore) ||
    JSON.stringify(before[name] ?? (typeof value === 'boolean' ? false : Array.isArray(value) ? [] : '')) ===
      JSON.stringify(value)
  const isRetentionCleared = now.data_retention_months && !fields.data_retention_months
  const isEndCleared = now.recurring_check_end_date && !fields.recurring_check_end_date
  return {
    ...Object.fromEntries(
      Object.entries(configurationIn(fields))
        .filter(([name, value]) => !isSame(name, value))
        .map(([name, value]) => [name, value === '' ? null : value]),
    ),
    ...(isRetentionCleared && { data_retention_months: null }),
    ...(isEndCleared && { recurring_check_end_date: null }),
  }
}
