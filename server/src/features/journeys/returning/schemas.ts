import { z } from 'zod'
import { Body, TextLine, Timestamp } from '../../../platform/http/wire.ts'
import { DeviceSecret } from '../schemas.ts'

export const NewReturnCode = Body({
  language: z.enum(['en', 'cy']).default('en').describe('English or Welsh'),
  channel: z
    .enum(['email', 'sms'])
    .default('email')
    .describe('How to send the code. `sms` needs the phone of the user and a gateway for text messages'),
}).meta({ id: 'NewReturnCode' })

export const ReturnCode = Body({
  one_time_code: z
    .string()
    .regex(/^\d{6}$/, 'must be six digits')
    .describe('The code in the mail or text message'),
  device: DeviceSecret.optional(),
}).meta({ id: 'ReturnCode' })

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

export const NewConfirmation = Body({
  date_of_birth: z.string().regex(dayPattern, 'must be a date such as 1988-04-17').optional(),
  post_code: TextLine(16).optional(),
})
  .refine(({ date_of_birth, post_code }) => (date_of_birth === undefined) !== (post_code === undefined), {
    path: ['date_of_birth'],
    message: 'must be sent, or [post_code], but not both',
  })
  .meta({ id: 'NewJourneyConfirmation', description: 'One of the two, as it is registered.' })

export const Confirmation = z
  .strictObject({ confirmed_at: Timestamp })
  .meta({ id: 'JourneyConfirmation', description: 'This device may now show, export and delete the data.' })
