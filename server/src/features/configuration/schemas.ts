import { z } from 'zod'
import type { Environment } from '../../platform/environment.ts'
import { Body, TextLine, Timestamp } from '../../platform/http/wire.ts'

/** HOURLY is for trials in the sandbox only. */
export const checkFrequency = (environment: Environment) =>
  z
    .enum(['HOURLY', 'WEEKLY', 'MONTHLY'])
    .refine(
      (frequency) => frequency !== 'HOURLY' || environment === 'sandbox',
      'HOURLY is allowed in sandbox only',
    )

/** In the form browsers send, so that it can be compared and put into a header unchanged. */
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

const fieldsIn = (environment: Environment) => ({
  payslip_upload_enabled: z.boolean(),
  payroll_period_months: z.int().min(1).max(120),
  client_logo: TextLine(2048),
  client_callback_url: z.url({ protocol: environment === 'sandbox' ? /^https?$/ : /^https$/ }).max(2048),
  recurring_checks_enabled: z.boolean(),
  recurring_check_frequency: checkFrequency(environment),
  recurring_check_end_date: Timestamp,
  payroll_connections_enabled: z.boolean(),
  taxauth_enabled: z.boolean(),
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
    .describe('The origins whose pages may embed the hosted journey in a frame; none if empty'),
})

const shapeIn = (environment: Environment) => z.object(fieldsIn(environment)).partial().shape

export const Configuration = z
  .strictObject(shapeIn('sandbox'))
  .meta({ id: 'Configuration', description: 'Fields that are not set are omitted.' })

export const configurationChanges = (environment: Environment) =>
  Body(shapeIn(environment)).meta({
    id: 'ConfigurationChanges',
    description: 'Only the fields sent are changed.',
  })
