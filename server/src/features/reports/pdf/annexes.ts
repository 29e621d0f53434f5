import type { ReportContent } from '../schemas.ts'
import { correctedMark, corrections } from './corrections.ts'
import { findingPanel, maxFindingsOnPageOne, type PrintedReport } from './decision-page.ts'
import {
  because,
  day,
  identityNames,
  minute,
  monthName,
  payslipSources,
  percent,
  plural,
  pounds,
  poundsOr,
  sentence,
  sourceNames,
  unusedReasons,
} from './labels.ts'
import type { References } from './references.ts'
import { addPage, type Column, heading, type ReportSheet, table, write } from './sheet.ts'
import { colours, sizes } from './theme.ts'

/** Every figure with its sources. Sections without content are left out. */
export function annexes(sheet: ReportSheet, printed: PrintedReport) {
  // The decision page of an unusual case may be longer than one page; the annexes then follow it directly.
  if (sheet.pdf.bufferedPageRange().count === 1) addPage(sheet)
  moreFindings(sheet, printed)
  figureSources(sheet, printed)
  months(sheet, printed)
  payslips(sheet, printed)
  documents(sheet, printed)
  identity(sheet, printed)
  notes(sheet, printed)
  corrections(sheet, printed)
  verification(sheet, printed)
}

function moreFindings(sheet: ReportSheet, { report, references }: PrintedReport) {
  const rest = report.income.findings.slice(maxFindingsOnPageOne)
  if (rest.length === 0) return
  heading(sheet, 'More findings')
  for (const finding of rest) findingPanel(sheet, finding, references)
  sheet.y += 8
}

type FigureRow = {
  name: string
  value: string
  basis: string
  ids: readonly string[]
  disputes: string[]
  corrected: string[]
}

function figureSources(sheet: ReportSheet, { report, references }: PrintedReport) {
  heading(
    sheet,
    'Annex A: figures and their sources',
    'Low-trust documents are in no figure unless a member included them. P: payslip of annex C. N: note of annex F.',
  )
  table<FigureRow>(
    sheet,
    [
      { title: 'Figure', share: 34, text: ({ name }) => name },
      { title: 'Value', share: 22, align: 'right', isBold: true, text: ({ value }) => value },
      { title: 'Basis', share: 30, text: ({ basis }) => basis },
      { title: 'Payslips', share: 26, text: ({ ids }) => references.payslips(ids) || '–' },
      ...correctedColumn<FigureRow>(report, ({ corrected }) => corrected),
      {
        title: 'Disputed',
        share: 12,
        text: ({ disputes }) => disputes.join(', ') || '–',
        colour: ({ disputes }) => (disputes.length > 0 ? colours.high.ink : colours.ink),
      },
    ],
    listFigures(report, references),
  )
}

function listFigures({ income: summary }: ReportContent, references: References): FigureRow[] {
  const { income, employments, affordability } = summary
  const { disputesOfGross, disputesOfNet, corrected } = references
  const row = (
    name: string,
    value: string | null,
    basis: string,
    ids: readonly string[],
    disputesIn: (ids: readonly string[]) => string[],
  ): FigureRow => ({
    name,
    value: value ?? '–',
    basis,
    ids,
    disputes: disputesIn(ids),
    corrected: corrected([disputesIn === disputesOfNet ? 'net' : 'gross'], ids),
  })
  const annual = (name: string, { annual_gross }: typeof income) =>
    row(
      name,
      annual_gross.amount && pounds(annual_gross.amount),
      because(annual_gross.reason) ||
        'Median of the last three complete pay periods, times periods in a year',
      annual_gross.submission_ids,
      disputesOfGross,
    )
  const { last_12_months, averages, variability, year_on_year, composition } = income
  const monthsOf = (list: readonly string[]) =>
    list.length > 0 ? `${monthName(list[0] ?? '')} to ${monthName(list.at(-1) ?? '')}` : ''
  const rows = [
    annual('Gross pay a year, now', income),
    ...(employments.length > 1
      ? employments.map((each) => annual(`– at ${each.employer_name ?? 'employer not named'}`, each.income))
      : []),
    row(
      'Gross pay, last 12 months',
      last_12_months.gross && pounds(last_12_months.gross),
      because(last_12_months.reason) || monthsOf(last_12_months.months),
      last_12_months.submission_ids,
      disputesOfGross,
    ),
    row(
      'Net pay, last 12 months',
      last_12_months.net && pounds(last_12_months.net),
      because(last_12_months.reason) || monthsOf(last_12_months.months),
      last_12_months.submission_ids,
      disputesOfNet,
    ),
    ...averages.flatMap(({ month_count, gross, net, reason, months: list, submission_ids }) => [
      row(
        `Gross pay a month, ${month_count} months`,
        gross && pounds(gross),
        because(reason) || monthsOf(list),
        submission_ids,
        disputesOfGross,
      ),
      row(
        `Net pay a month, ${month_count} months`,
        net && pounds(net),
        because(reason) || monthsOf(list),
        submission_ids,
        disputesOfNet,
      ),
    ]),
    row(
      'Variability of net pay',
      variability.ratio && percent(variability.ratio),
      because(variability.reason) || monthsOf(variability.months),
      variability.submission_ids,
      disputesOfNet,
    ),
    row(
      'Gross pay against the year before',
      year_on_year.ratio && percent(year_on_year.ratio),
      because(year_on_year.reason) || monthsOf(year_on_year.months),
      year_on_year.submission_ids,
      disputesOfGross,
    ),
    row(
      'Regular pay, 12 months',
      pounds(composition.regular),
      because(composition.reason),
      composition.submission_ids,
      disputesOfGross,
    ),
    row(
      'Variable pay, 12 months',
      pounds(composition.variable),
      because(composition.reason),
      composition.submission_ids,
      disputesOfGross,
    ),
    ...(affordability.expenditure
      ? [
          row(
            'Estimated spending a month',
            pounds(affordability.expenditure.total),
            `${affordability.model_id}, ${monthName(affordability.expenditure.month)}: cost of living ${pounds(
              affordability.expenditure.cost_of_living,
            )}, housing ${pounds(affordability.expenditure.housing)}`,
            [],
            () => [],
          ),
        ]
      : []),
    row('Commitments a month', pounds(affordability.commitments), 'As sent by the client', [], () => []),
    row(
      'Left a month after estimate',
      affordability.left && pounds(affordability.left),
      because(affordability.reason),
      affordability.submission_ids,
      disputesOfNet,
    ),
    row(
      `Left a month, ${affordability.stress.percent}% stress`,
      affordability.stress.left && pounds(affordability.stress.left),
      because(affordability.reason) || 'Less net pay and more spending',
      affordability.submission_ids,
      disputesOfNet,
    ),
  ]
  return rows
}

function months(sheet: ReportSheet, { report, references }: PrintedReport) {
  const all = report.income.months.toReversed()
  if (all.length === 0) return
  heading(
    sheet,
    'Annex B: months',
    report.income.corrections.length > 0
      ? 'Part months are left out of averages. Net pay as each source shows it, except for corrected values (annex G).'
      : 'Part months are left out of averages. Net pay as each source shows it.',
  )
  const bySource = (name: 'payroll' | 'payslip' | 'bank') => ({
    title: sourceNames[name],
    share: 16,
    align: 'right' as const,
    text: ({ sources }: (typeof all)[number]) =>
      poundsOr(sources.find(({ source }) => source === name)?.net ?? null),
  })
  table(
    sheet,
    [
      { title: 'Month', share: 15, text: ({ month }) => monthName(month) },
      {
        title: 'Status',
        share: 20,
        text: ({ status, covered_days }) =>
          status === 'part' ? `Part month, ${covered_days} days` : status === 'none' ? 'No pay' : 'Complete',
      },
      { title: 'Gross', share: 16, align: 'right', isBold: true, text: ({ gross }) => poundsOr(gross) },
      { title: 'Net', share: 16, align: 'right', isBold: true, text: ({ net }) => poundsOr(net) },
      bySource('payroll'),
      bySource('payslip'),
      bySource('bank'),
      { title: 'From', share: 14, text: ({ submission_ids }) => references.payslips(submission_ids) || '–' },
      ...correctedColumn<(typeof all)[number]>(report, ({ submission_ids }) =>
        references.corrected(['gross', 'net'], submission_ids),
      ),
      {
        title: 'Disputed',
        share: 13,
        text: ({ submission_ids }) => references.disputesOf(submission_ids).join(', ') || '–',
      },
    ],
    all,
  )
}

function payslips(sheet: ReportSheet, { report, references }: PrintedReport) {
  const all = report.working.payslips
  if (all.length === 0) return
  heading(
    sheet,
    'Annex C: payslips',
    report.income.corrections.length > 0
      ? 'Amounts as counted: without expenses and benefits in kind. Annex G lists what was read where the team corrected it.'
      : 'Amounts as counted: without expenses and benefits in kind.',
  )
  table(
    sheet,
    [
      {
        title: '',
        share: 6,
        isBold: true,
        text: ({ submission_id }) => references.payslips([submission_id]),
      },
      { title: 'Paid', share: 14, text: ({ pay_date }) => day(pay_date) },
      {
        title: 'Employer and submission',
        share: 38,
        text: ({ employer_name, submission_id }) => `${employer_name ?? 'Not named'}\n${submission_id}`,
        size: sizes.small,
      },
      {
        title: 'Source',
        share: 20,
        text: ({ source, document_id }) =>
          [payslipSources[source], references.document(document_id)].filter(Boolean).join(', '),
      },
      {
        title: 'Gross',
        share: 15,
        align: 'right',
        text: ({ gross, submission_id }) => poundsOr(gross) + correctedMark(report, 'gross', submission_id),
      },
      {
        title: 'Net',
        share: 15,
        align: 'right',
        text: ({ net, submission_id }) => poundsOr(net) + correctedMark(report, 'net', submission_id),
      },
      {
        title: 'Counted',
        share: 20,
        text: ({ reason }) => (reason ? unusedReasons[reason] : 'Yes'),
        colour: ({ reason }) => (reason === 'low-trust' ? colours.high.ink : colours.ink),
      },
    ],
    all,
  )
}

/** Shown only if the team corrected a value, because the tables are narrow. */
const correctedColumn = <Row>(
  { income }: ReportContent,
  namesOf: (row: Row) => readonly string[],
): Column<Row>[] =>
  income.corrections.length === 0
    ? []
    : [
        {
          title: 'Corrected',
          share: 14,
          text: (row) => namesOf(row).join(', ') || '–',
          colour: (row) => (namesOf(row).length > 0 ? colours.high.ink : colours.ink),
        },
      ]

function documents(sheet: ReportSheet, { report, references }: PrintedReport) {
  if (report.documents.length === 0) return
  heading(
    sheet,
    'Annex D: documents',
    'Document trust is the result of our checks of the file. Record is the SHA-256 of the file as it was uploaded: it shows ' +
      'that our copy is unchanged, not that the document is genuine.' +
      (report.income.corrections.length > 0 ? ' Neither is about values that the team corrected.' : ''),
  )
  const trustOf = documentTrust(report)
  table(
    sheet,
    [
      {
        title: '',
        share: 5,
        isBold: true,
        text: ({ document_id }) => references.document(document_id) ?? '',
      },
      {
        title: 'File',
        share: 30,
        text: ({ type, file_name, created_at }) =>
          `${file_name}\n${sentence(type)}, uploaded ${day(created_at)}`,
      },
      {
        title: 'Document trust',
        share: 28,
        text: ({ corrected_values, ...document }) => {
          const trust = trustOf(document)
          return corrected_values === 0
            ? trust
            : `${trust}. ${plural(corrected_values, 'value')} corrected by the team: not what was read from this file`
        },
        colour: ({ trust_score, corrected_values }) =>
          trust_score === 'Low' || corrected_values > 0 ? colours.high.ink : colours.ink,
      },
      { title: 'Record (SHA-256)', share: 40, size: 6, text: ({ sha256 }) => sha256 },
    ],
    report.documents,
  )
}

type ReportedDocument = ReportContent['documents'][number]

/** Returns a function that says how far a document is trusted, and whether it counts. */
function documentTrust({ income, working }: ReportContent) {
  const inclusions = new Map(working.inclusions.map((each) => [each.document_id, each]))
  const unread = new Set(
    income.findings
      .filter(({ code }) => code === 'unread-document' || code === 'unread-document-checked')
      .map(({ document_id }) => document_id),
  )
  return ({ document_id, trust_score }: Pick<ReportedDocument, 'document_id' | 'trust_score'>) => {
    const inclusion = inclusions.get(document_id)
    const by = inclusion?.included_by.kind === 'member' ? 'a member' : 'an API key'
    if (unread.has(document_id))
      return [
        ...(trust_score === null ? [] : [trust_score]),
        'Not read: in no figure',
        ...(inclusion ? [`Checked by ${by}: ${inclusion.reason}`] : []),
      ].join('. ')
    if (inclusion) return `${trust_score}. Included by ${by}: ${inclusion.reason}`
    return trust_score === 'Low' ? 'Low: in no figure' : (trust_score ?? 'Not rated')
  }
}

function identity(sheet: ReportSheet, { report, references }: PrintedReport) {
  const compared = report.income.identity.filter(({ sources }) => sources.length > 0)
  if (compared.length === 0) return
  heading(
    sheet,
    'Annex E: identity',
    'The registered person compared with the newest payslip of each source.',
  )
  table(
    sheet,
    [
      { title: 'Detail', share: 30, text: ({ field }) => identityNames[field] },
      {
        title: 'Result',
        share: 70,
        text: ({ field, sources }) =>
          sources
            .map(({ source, result, submission_id }) => {
              const isCorrected = references.corrected([field], [submission_id]).length > 0
              return `${sourceNames[source]}: ${result}${isCorrected ? ' (corrected by the team)' : ''}`
            })
            .join('; '),
        colour: ({ sources }) =>
          sources.some(({ result }) => result === 'differs') ? colours.high.ink : colours.ink,
      },
    ],
    compared,
  )
}

function notes(sheet: ReportSheet, { report, references }: PrintedReport) {
  const all = report.income.notes
  if (all.length === 0) return
  heading(
    sheet,
    'Annex F: what the applicant disputes',
    report.income.corrections.length > 0
      ? 'In the words of the applicant. A note changes no data. Annex G lists what the team corrected.'
      : 'In the words of the applicant. The data was not changed.',
  )
  table(
    sheet,
    [
      { title: '', share: 6, isBold: true, text: (note) => references.note(note) },
      {
        title: 'About',
        share: 26,
        text: ({ subject, field, submission_id }) =>
          [`${sentence(subject)}: ${sentence(field).toLowerCase()}`, references.payslips([submission_id])]
            .filter(Boolean)
            .join(', '),
      },
      { title: 'Note', share: 52, text: ({ text }) => text },
      { title: 'Written', share: 20, text: ({ created_at }) => minute(created_at) },
    ],
    all,
  )
}

function verification(sheet: ReportSheet, { digest, report }: PrintedReport) {
  heading(sheet, 'How to verify this report')
  const text =
    'Scan the code on the first page and choose this PDF file, or run "payproof verify-report FILE" on it. Both check the ' +
    'signature with the published keys and send the file nowhere. A single changed byte fails the check. A printed copy ' +
    'cannot be verified: ask for the file. The signed data is attached to this PDF as report.jws.'
  sheet.y = write(sheet.pdf, text, { y: sheet.y, size: sizes.table }) + 4
  sheet.y = write(sheet.pdf, `Report ${report.report_id}\nDigest ${digest}`, {
    y: sheet.y,
    size: sizes.table,
    isBold: true,
  })
}
