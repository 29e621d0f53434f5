import { z } from 'zod'
import { Body, TextLine, Uuid } from '../../../platform/http/wire.ts'
import { personFields, settingFields } from '../../users/schemas.ts'

export const maxBulkLines = 250

export const requiredColumns = [
  'ext_id',
  'forename',
  'surname',
  'date_of_birth',
  'post_code',
  'email',
] as const
const optionalColumns = ['ni_number', 'payroll_period_months', 'language'] as const
export const bulkColumns: readonly string[] = [...requiredColumns, ...optionalColumns]

export const BulkInvitations = Body({
  csv: z
    .string()
    .min(1)
    .max(200_000)
    .describe(
      `The first line names the columns: ${requiredColumns.join(', ')}, and optionally ${optionalColumns.join(', ')}. ` +
        `At most ${maxBulkLines} people. Several post codes are separated by semicolons`,
    ),
  dry_run: z.boolean().default(true).describe('Check the lines only, and send nothing'),
}).meta({ id: 'NewBulkInvitations' })

/** One person of the file. Messages of these checks are returned to the caller, without the values. */
export const BulkLine = z.object({
  ext_id: personFields.ext_id,
  forename: personFields.forename,
  surname: personFields.surname,
  date_of_birth: personFields.date_of_birth,
  post_code: z
    .string()
    .transform((text) => text.split(';').map((each) => each.trim()))
    .pipe(z.array(TextLine(16)).min(1).max(50)),
  email: personFields.email,
  ni_number: personFields.ni_number.optional(),
  payroll_period_months: z.coerce.number().pipe(settingFields.payroll_period_months).optional(),
  language: z.enum(['en', 'cy']).optional(),
})

const LineError = z
  .strictObject({
    line: z.int().describe('Line of the file, from 1'),
    field: z.string().describe('Name of the column'),
    message: z.string(),
  })
  .meta({ id: 'BulkInvitationError' })

const InvitedUser = z
  .strictObject({ line: z.int().describe('Line of the file, from 1'), user_id: Uuid, ext_id: z.string() })
  .meta({ id: 'BulkInvitedUser' })

export const BulkInvitationResult = z
  .strictObject({
    is_dry_run: z.boolean().describe('Whether the lines were only checked'),
    line_count: z.int().describe('People in the file'),
    errors: z.array(LineError).describe('What to correct, in the order of the file'),
    invited: z.array(InvitedUser).describe('Empty in a dry run'),
  })
  .meta({ id: 'BulkInvitationResult' })
