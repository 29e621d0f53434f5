import type { LogoImage } from '../../journeys/pages/logo-images.ts'
import type { ReportContent } from '../schemas.ts'
import {
  agreementWords,
  because,
  day,
  dayOr,
  minute,
  percent,
  plural,
  pounds,
  poundsOr,
  sentence,
  sourceNames,
  statusWords,
  tenure,
} from './labels.ts'
import { minChartRoom, monthsChart } from './months-chart.ts'
import { drawQrCode } from './qr-code.ts'
import type { References } from './references.ts'
import { heading, heightOf, makeRoom, type ReportSheet, rule, table, write } from './sheet.ts'
import { colours, contentWidth, page, sizes } from './theme.ts'

export type PrintedReport = {
  report: ReportContent
  references: References
  digest: string
  verifyUrl: string
  logo: LogoImage | undefined
}

type Finding = ReportContent['income']['findings'][number]

const qrSize = 78
const logoBox: [number, number] = [120, 26]
/** More findings than this would push the figures off the decision page; the rest are on the next page. */
export const maxFindingsOnPageOne = 5

/** Page one: who, findings, four figures, employments, agreement and months. */
export function decisionPage(sheet: ReportSheet, printed: PrintedReport) {
  header(sheet, printed)
  findings(sheet, printed)
  figures(sheet, printed)
  employments(sheet, printed)
  agreement(sheet, printed)
  if (printed.report.income.months.length > 0) {
    makeRoom(sheet, minChartRoom)
    heading(sheet, 'Pay by month')
    monthsChart(sheet, printed.report.income)
  }
}

function header(sheet: ReportSheet, { report, verifyUrl, logo }: PrintedReport) {
  const { pdf } = sheet
  const { person, income, client, created_at, environment, report_id } = report
  const qrX = page.width - page.margin - qrSize
  drawQrCode(pdf, verifyUrl, { x: qrX, y: page.margin, size: qrSize })
  pdf.link(qrX, page.margin, qrSize, qrSize, verifyUrl)
  write(pdf, 'Scan to verify', {
    x: qrX - 10,
    y: page.margin + qrSize + 3,
    width: qrSize + 20,
    size: sizes.small,
    colour: colours.muted,
    align: 'center',
  })
  const width = contentWidth - qrSize - 20
  let y = page.margin
  if (logo) {
    pdf.image(logo.bytes, page.margin, y, { fit: logoBox })
    y += logoBox[1] + 6
  }
  y = write(pdf, client.name, { y, width, size: sizes.body, colour: colours.muted, isBold: true }) + 1
  y = write(pdf, 'Income report', { y, width, size: sizes.title, isBold: true }) + 2
  y = write(pdf, person.name || 'Name not registered', { y, width, size: 13, isBold: true }) + 2
  const facts = [
    person.date_of_birth && `Born ${day(person.date_of_birth)}`,
    person.reference && `Reference ${person.reference}`,
    `Income as of ${day(income.as_of)}`,
  ].filter(Boolean)
  y = write(pdf, facts.join('  ·  '), { y, width })
  y = write(pdf, `Report ${report_id}  ·  created ${minute(created_at)}  ·  model ${income.model_id}`, {
    y,
    width,
    size: sizes.small,
    colour: colours.muted,
  })
  if (environment === 'sandbox')
    y = write(pdf, 'Sandbox: test data, not about a real person', {
      y: y + 2,
      width,
      size: sizes.table,
      colour: colours.high.ink,
      isBold: true,
    })
  sheet.y = Math.max(y, page.margin + qrSize + 14) + 6
  rule(pdf, sheet.y, colours.accent)
  sheet.y += 8
}

function findings(sheet: ReportSheet, { report, references }: PrintedReport) {
  const all = report.income.findings
  const counted = (['high', 'medium', 'low'] as const).flatMap((severity) => {
    const count = all.filter((finding) => finding.severity === severity).length
    return count > 0 ? [`${count} ${severity}`] : []
  })
  heading(sheet, all.length > 0 ? `Findings: ${counted.join(', ')}` : 'Findings')
  if (all.length === 0) return panel(sheet, 'none', 'No findings', 'The checks found nothing to look at.')
  for (const finding of all.slice(0, maxFindingsOnPageOne)) findingPanel(sheet, finding, references)
  if (all.length > maxFindingsOnPageOne)
    sheet.y = write(
      sheet.pdf,
      `${plural(all.length - maxFindingsOnPageOne, 'more finding')} on the next page.`,
      {
        y: sheet.y + 1,
        size: sizes.table,
        isBold: true,
      },
    )
  sheet.y += 6
}

export function findingPanel(sheet: ReportSheet, finding: Finding, references: References) {
  const { severity, message, action, submission_ids, document_id, locations } = finding
  const [place] = locations
  const paper = references.document(document_id)
  const evidence = [
    paper && (place ? `${paper} page ${place.page}` : paper),
    references.payslips(submission_ids),
  ].filter(Boolean)
  const text = `${action}${evidence.length > 0 ? `  Evidence: ${evidence.join('; ')}.` : ''}`
  panel(sheet, severity, `${sentence(severity)}: ${message}`, text)
}

function panel(sheet: ReportSheet, tone: Finding['severity'] | 'none', title: string, text: string) {
  const { pdf } = sheet
  const { ink, fill } = colours[tone]
  const [x, width] = [page.margin + 10, contentWidth - 18]
  const height =
    heightOf(pdf, title, { width, isBold: true }) + heightOf(pdf, text, { width, size: sizes.table }) + 7
  makeRoom(sheet, height)
  pdf.rect(page.margin, sheet.y, contentWidth, height).fill(fill)
  pdf.rect(page.margin, sheet.y, 3, height).fill(ink)
  const below = write(pdf, title, { x, y: sheet.y + 4, width, colour: ink, isBold: true })
  write(pdf, text, { x, y: below, width, size: sizes.table })
  sheet.y += height + 3
}

function figures(sheet: ReportSheet, { report, references }: PrintedReport) {
  const { income, affordability } = report.income
  const [three, six, twelve] = income.averages
  const { annual_gross, variability } = income
  tiles(sheet, [
    {
      title: 'Gross pay a year, now',
      value: poundsOr(annual_gross.amount, ''),
      detail: because(annual_gross.reason) || `Confidence: ${income.confidence}`,
      disputes: references.disputesOfGross(annual_gross.submission_ids),
      corrected: references.corrected(['gross'], annual_gross.submission_ids),
    },
    {
      title: 'Net pay a month, 3 months',
      value: poundsOr(three?.net ?? null, ''),
      detail:
        because(three?.reason ?? null) ||
        `6 months ${poundsOr(six?.net ?? null)}\n12 months ${poundsOr(twelve?.net ?? null)}`,
      disputes: references.disputesOfNet(three?.submission_ids ?? []),
      corrected: references.corrected(['net'], three?.submission_ids ?? []),
    },
    {
      title: 'Variability of net pay',
      value: variability.ratio === null ? '' : percent(variability.ratio),
      detail:
        because(variability.reason) ||
        `Over ${plural(variability.months.length, 'month')}${
          income.year_on_year.ratio === null
            ? ''
            : `\n${percent(income.year_on_year.ratio)} on the year before`
        }`,
      disputes: references.disputesOfNet(variability.submission_ids),
      corrected: references.corrected(['net'], variability.submission_ids),
    },
    {
      title: 'Left a month after estimate',
      value: poundsOr(affordability.left, ''),
      detail:
        because(affordability.reason) ||
        `Under ${affordability.stress.percent}% stress ${poundsOr(affordability.stress.left)}`,
      disputes: references.disputesOfNet(affordability.submission_ids),
      corrected: references.corrected(['net'], affordability.submission_ids),
    },
  ])
}

type Tile = { title: string; value: string; detail: string; disputes: string[]; corrected: string[] }

const tileGap = 8
const tileHeight = 66
/** Room for the mark of corrected values, two lines. */
const correctedHeight = 18

function tiles(sheet: ReportSheet, all: readonly Tile[]) {
  const { pdf } = sheet
  const width = (contentWidth - tileGap * (all.length - 1)) / all.length
  const isCorrected = all.some(({ corrected }) => corrected.length > 0)
  const height = tileHeight + (isCorrected ? correctedHeight : 0)
  for (const [index, { title, value, detail, disputes, corrected }] of all.entries()) {
    const left = page.margin + index * (width + tileGap)
    pdf.rect(left, sheet.y, width, height).fill(colours.panel)
    const [x, inner] = [left + 7, width - 12]
    let y = write(pdf, title, { x, y: sheet.y + 6, width: inner, size: sizes.small, colour: colours.muted })
    y = write(pdf, value || '–', { x, y, width: inner, size: sizes.figure, isBold: true }) + 1
    y = write(pdf, detail, { x, y, width: inner, size: sizes.small, colour: colours.muted })
    const mark = { x, width: inner, size: sizes.small, colour: colours.high.ink, isBold: true }
    if (corrected.length > 0) y = write(pdf, `Corrected by the team: ${corrected.join(', ')}`, { ...mark, y })
    if (disputes.length > 0) write(pdf, `Disputed by the applicant: ${disputes.join(', ')}`, { ...mark, y })
  }
  sheet.y += height + 10
  if (isCorrected) {
    const text =
      'Figures marked as corrected use values that the team entered in place of what was read. The documents do not prove ' +
      'them. Annex G lists both.'
    sheet.y = write(pdf, text, { y: sheet.y - 4, size: sizes.table, isBold: true }) + 8
  }
}

function employments(sheet: ReportSheet, { report, references }: PrintedReport) {
  heading(sheet, 'Employments')
  const all = report.income.employments
  if (all.length === 0) {
    sheet.y = write(sheet.pdf, 'No payslip counts.', { y: sheet.y, colour: colours.muted }) + 8
    return
  }
  table(
    sheet,
    [
      {
        title: 'Employer and role',
        share: 27,
        text: ({ employer_name, role, is_director, submission_ids }) =>
          [
            `${employer_name ?? 'Not named'}${is_director ? ' (director)' : ''}`,
            role,
            marked('Corrected', references.correctedInAny(submission_ids)),
            marked('Disputed', references.disputesOf(submission_ids)),
          ]
            .filter(Boolean)
            .join('\n'),
      },
      {
        title: 'Status',
        share: 17,
        text: ({ status, status_reason }) => `${sentence(status)}: ${statusWords[status_reason]}`,
      },
      {
        title: 'Since',
        share: 17,
        text: ({ start_date, tenure_months }) => `${dayOr(start_date)}\n${tenure(tenure_months)}`,
      },
      {
        title: 'Paid',
        share: 19,
        text: ({ pay_frequency, last_pay_date }) =>
          `${pay_frequency ? sentence(pay_frequency) : 'Not stated'}\nlast ${day(last_pay_date)}`,
      },
      {
        title: 'Sources',
        share: 12,
        text: ({ sources }) => sources.map((source) => sourceNames[source]).join(', '),
      },
      {
        title: 'Gross a year',
        share: 16,
        align: 'right',
        isBold: true,
        text: ({ income }) => poundsOr(income.annual_gross.amount),
      },
    ],
    all,
  )
}

const marked = (mark: string, names: readonly string[]) => names.length > 0 && `${mark}: ${names.join(', ')}`

function agreement(sheet: ReportSheet, { report, references }: PrintedReport) {
  heading(sheet, 'Agreement of the sources')
  table(
    sheet,
    [
      {
        title: 'Compared',
        share: 26,
        text: ({ between }) => between.map((source) => sourceNames[source]).join(' and '),
      },
      {
        title: 'Result',
        share: 20,
        isBold: true,
        text: ({ result, submission_ids }) =>
          [agreementWords[result], marked('Corrected', references.correctedInAny(submission_ids))]
            .filter(Boolean)
            .join('\n'),
        colour: ({ result }) =>
          result === 'agrees'
            ? colours.none.ink
            : result === 'not_comparable'
              ? colours.muted
              : colours.high.ink,
      },
      {
        title: 'Agree, differ, not seen',
        share: 28,
        text: ({ compared, agreeing, differing, not_seen }) =>
          compared === 0 ? '–' : `${agreeing}, ${differing}, ${not_seen} of ${compared}`,
      },
      {
        title: 'Disputed',
        share: 14,
        text: ({ submission_ids }) => references.disputesOf(submission_ids).join(', ') || '–',
      },
      {
        title: 'Difference',
        share: 20,
        align: 'right',
        text: ({ difference }) => (difference === null ? '–' : pounds(difference)),
      },
    ],
    report.income.agreement,
  )
}
