import type { ReportContent } from '../schemas.ts'
import type { PrintedReport } from './decision-page.ts'
import { day, minute, plural, pounds, sentence } from './labels.ts'
import { heading, type ReportSheet, table, write } from './sheet.ts'
import { colours, sizes } from './theme.ts'

type CorrectedPart = ReportContent['income']['corrections'][number]['parts'][number]

/** Printed below an amount of a payslip that rests on a corrected value. */
export const correctedMark = ({ income }: ReportContent, part: CorrectedPart, submissionId: string) =>
  income.corrections.some((each) => each.submission_id === submissionId && each.parts.includes(part))
    ? '\ncorrected'
    : ''

const authors = { api_key: 'API key', member: 'Member' } as const

type CorrectionRow = { source: string; name: string; reading: string; value: string; by: string; at: string }

/** Lists each value that was read beside the one that the team entered instead. */
export function corrections(sheet: ReportSheet, { report, references }: PrintedReport) {
  if (report.income.corrections.length === 0) return
  heading(
    sheet,
    'Annex G: values corrected by the team',
    'Entered by a person in place of what was read. They are no evidence from the document: trust score, checks and signature of ' +
      'this report do not confirm them. Personal details are not repeated.',
  )
  const payslips = report.working.payslips.flatMap(({ submission_id, corrections: fields }) =>
    fields.map(({ path, reading, value, by, at }): CorrectionRow => {
      const isHidden = path.startsWith('identity_information.')
      return {
        source: references.payslips([submission_id]),
        name: fieldName(path),
        reading: isHidden ? 'not repeated' : shown(reading),
        value: isHidden ? 'not repeated' : shown(value),
        by: authors[by.kind],
        at: minute(at),
      }
    }),
  )
  if (payslips.length > 0)
    table<CorrectionRow>(
      sheet,
      [
        { title: '', share: 6, isBold: true, text: ({ source }) => source },
        { title: 'Value', share: 30, text: ({ name }) => name },
        { title: 'As read', share: 20, align: 'right', text: ({ reading }) => reading },
        {
          title: 'Corrected to',
          share: 20,
          align: 'right',
          isBold: true,
          colour: () => colours.high.ink,
          text: ({ value }) => value,
        },
        { title: 'By', share: 12, text: ({ by }) => by },
        { title: 'When', share: 22, text: ({ at }) => at },
      ],
      payslips,
    )
  for (const { type, document_id, corrected_values, corrected_by, last_corrected_at } of report.income
    .corrections) {
    if (type === 'payslip') continue
    const by = corrected_by.map((kind) => authors[kind].toLowerCase().replace('api', 'API')).join(' and ')
    sheet.y = write(
      sheet.pdf,
      `${references.document(document_id) ?? sentence(type)}, bank statement: ${plural(corrected_values, 'value')} corrected, by ${by}, last ${minute(last_corrected_at)}.`,
      { y: sheet.y, size: sizes.table },
    )
  }
  sheet.y += 8
}

/** `income_information.earnings.earning_elements.0.amount` → `Earnings line 1: amount`. */
function fieldName(path: string) {
  const line = /(earning|deductions)_elements\.(\d+)\.(\w+)$/.exec(path)
  if (line)
    return `${line[1] === 'earning' ? 'Earnings' : 'Deductions'} line ${Number(line[2]) + 1}: ${line[3]}`
  const name = sentence(path.split('.').at(-1) ?? '')
  return path.includes('.year_to_date.') ? `${name}, year to date` : name
}

function shown(value: string | null) {
  if (value === null) return 'nothing'
  if (/^-?\d+\.\d\d$/.test(value)) return pounds(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value
}
