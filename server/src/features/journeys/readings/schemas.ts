import { z } from 'zod'
import { Body, Pounds, TextLine, Timestamp } from '../../../platform/http/wire.ts'
import { fileProblemCodes } from '../../documents/file-problems.ts'

const Text = z.string().nullable()
const maxFiles = 12

export const UnsentFiles = Body({
  files: z
    .array(
      z
        .strictObject({ path: TextLine(300).describe('The path returned when presigning') })
        .meta({ id: 'UnsentFile', description: 'An uploaded file that was not submitted.' }),
    )
    .min(1)
    .max(maxFiles),
}).meta({ id: 'UnsentFiles' })

const ReadPayslip = z
  .strictObject({
    employer_name: Text,
    pay_date: Timestamp,
    gross_pay: Pounds.nullable(),
    net_pay: Pounds.nullable(),
  })
  .meta({ id: 'ReadPayslip' })

const ReadStatement = z
  .strictObject({
    bank_name: Text,
    account_ending: Text.describe('The last four digits'),
    start_date: Timestamp.nullable(),
    end_date: Timestamp.nullable(),
    closing_balance: Pounds.nullable(),
  })
  .meta({ id: 'ReadStatement' })

const FileReading = z
  .strictObject({
    path: z.string(),
    document_type: z
      .enum(['payslip', 'bank_statement'])
      .nullable()
      .describe(
        'What the file was recognised as, also if it could not be read. Null if it is something else or was not opened',
      ),
    payslip: ReadPayslip.nullable().describe('What was read, if the file is a payslip'),
    bank_statement: ReadStatement.nullable().describe('What was read, if the file is a bank statement'),
    problem: z
      .enum(fileProblemCodes)
      .nullable()
      .describe(
        'Why the file cannot be used. `still-processing`: send the request again. With `not-read` and `incomplete`, it can be ' +
          'submitted for manual review',
      ),
  })
  .meta({ id: 'JourneyFileReading' })

export const FileReadings = z
  .strictObject({ files: z.array(FileReading).describe('In the order of the request') })
  .meta({ id: 'JourneyFileReadings' })
