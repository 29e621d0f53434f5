import { z } from 'zod'
import type { Environment } from '../../platform/environment.ts'
import { Body, Email, MultilineText, TextLine, Timestamp } from '../../platform/http/wire.ts'
import { consentLayoutSettings } from '../../vocabulary/consent-layout.ts'

/** Frequency of recurring checks. HOURLY is only for trials in the sandbox. */
export const checkFrequency = (environment: Environment) =>
  z
    .enum(['HOURLY', 'WEEKLY', 'MONTHLY'])
    .refine(
      (frequency) => frequency !== 'HOURLY' || environment === 'sandbox',
      'HOURLY is allowed in sandbox only',
    )

/**
 * Whether the text can be the source of an image. Any text that is not a URL is allowed, because older configurations
 * contain file names.
 */
function isPictureSource(text: string) {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  return scheme === undefined || scheme === 'https' || scheme === 'http' || /^\s*data:image\//i.test(text)
}

/** An origin in the form that browsers send, so that it can be compared and put into a header unchanged. */
const frameOrigin = (environment: Environment) =>
  z
    .string()
    .max(300)
    .regex(
      environment === 'sandbox'
        ? /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/
        : /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/,
      'must be an origin such as https://www.example.com',
    )
    .refine((text) => URL.parse(text)?.origin === text, 'must be an origin such as https://www.example.com')

// A link works for seven days.
const maxReminderDay = 6
const maxReminders = 3

const fieldsIn = (environment: Environment) => ({
  payslip_upload_enabled: z.boolean(),
  payroll_period_months: z.int().min(1).max(120),
  client_logo: TextLine(2048).refine(
    isPictureSource,
    'must be an https, http or data:image URL of a picture',
  ),
  client_callback_url: webPage(environment),
  recurring_checks_enabled: z.boolean(),
  recurring_check_frequency: checkFrequency(environment),
  recurring_check_end_date: Timestamp,
  payroll_connections_enabled: z.boolean(),
  taxauth_enabled: z.boolean(),
  hold_unmatched_data: z
    .boolean()
    .describe(
      'Hold data of accounts and documents with the identity_match `none`: it is not stored as submissions until a member accepts it',
    ),
  consent_layout: z
    .enum(consentLayoutSettings)
    .describe(
      'Layout of the consent screen: a list, questions with answers, or a test that shows each to half of the journeys; by default `list`',
    ),
  reminder_days: z
    .array(z.int().min(1).max(maxReminderDay))
    .max(maxReminders)
    .refine(
      (days) => days.every((day, at) => at === 0 || day > (days[at - 1] ?? day)),
      'must be in ascending order',
    )
    .describe(
      'Days after an invitation by email on which people who have not shared anything are reminded by email; none if empty',
    ),
  client_display_name: TextLine(200),
  brand_colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1a6b3c')
    .transform((colour) => colour.toLowerCase())
    .meta({
      type: 'string',
      pattern: '^#[0-9a-f]{6}$',
      description: 'Colour of the buttons in the hosted journey',
    }),
  frame_origins: z
    .array(frameOrigin(environment))
    .max(20)
    .describe(
      'Origins of your own pages. They may embed the hosted journey in a frame, and call the API from a browser with a user token; none if empty.',
    ),
})

/** Shown on the consent and sign-in screens, so that a person can check who asks and what for. */
const trustFields = (environment: Environment) => ({
  data_purpose: TextLine(200).describe(
    'Why you ask for the data, in English, as a sentence such as `To decide on your loan application.`',
  ),
  data_purpose_cy: TextLine(200).describe('data_purpose in Welsh'),
  next_steps: MultilineText(500).describe(
    'What happens after the journey, in English, such as `We call you within two working days.`',
  ),
  next_steps_cy: MultilineText(500).describe('next_steps in Welsh'),
  data_retention_months: z.int().min(1).max(1_200).describe('For how many months you keep the data'),
  privacy_notice_url: webPage(environment).describe('Your privacy notice'),
  contact_email: Email.describe('Where people can ask you about their data'),
  contact_phone: z
    .string()
    .regex(/^\+?[0-9][0-9 ]{5,19}$/, 'must be a telephone number such as 0300 123 4567')
    .describe('Where people can ask you about their data'),
  fca_number: z
    .string()
    .regex(/^[0-9]{6,7}$/, 'must be a firm reference number of 6 or 7 digits')
    .describe('Your firm reference number in the register of the Financial Conduct Authority'),
  ico_number: z
    .string()
    .regex(/^Z[A-Z0-9]{7}$/, 'must be a registration number such as ZA123456')
    .describe('Your number in the register of data protection fee payers of the ICO'),
})

const webPage = (environment: Environment) =>
  environment === 'sandbox'
    ? z.url({ protocol: /^https?$/, error: 'must be an https or http URL' }).max(2048)
    : z.url({ protocol: /^https$/, error: 'must be an https URL' }).max(2048)

const shapeIn = (environment: Environment) =>
  z.object({ ...fieldsIn(environment), ...trustFields(environment) }).partial().shape

/** Fields that `null` unsets. All other fields always have a value. */
const optionalFields = [
  'client_logo',
  'client_callback_url',
  'recurring_check_frequency',
  'recurring_check_end_date',
  'hold_unmatched_data',
  'client_display_name',
  'consent_layout',
  'reminder_days',
  'brand_colour',
  'frame_origins',
  'data_purpose',
  'data_purpose_cy',
  'next_steps',
  'next_steps_cy',
  'data_retention_months',
  'privacy_notice_url',
  'contact_email',
  'contact_phone',
  'fca_number',
  'ico_number',
] as const

function changesIn(environment: Environment) {
  const shape = shapeIn(environment)
  const nullable = Object.fromEntries(optionalFields.map((name) => [name, shape[name].nullable()]))
  return { ...shape, ...nullable } as typeof shape & {
    [Name in (typeof optionalFields)[number]]: z.ZodNullable<(typeof shape)[Name]>
  }
}

export const Configuration = z
  .strictObject(shapeIn('sandbox'))
  .meta({ id: 'Configuration', description: 'Fields that are not set are omitted.' })

export const configurationChanges = (environment: Environment) =>
  Body(changesIn(environment)).meta({
    id: 'ConfigurationChanges',
    description: 'Only the fields sent are changed. `null` unsets an optional field.',
  })
