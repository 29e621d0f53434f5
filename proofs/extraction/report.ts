import { type Calibration, type PayslipTally, ratio, type Share, type StatementTally } from './tally.ts'

type TallyRow<Tally> = { name: string; tally: Tally }

export type ExtractionFigures = {
  statements: TallyRow<StatementTally>[]
  payslips: TallyRow<PayslipTally>[]
  calibration: Calibration
}

export type ExtractionRun = ExtractionFigures & { seed: string; at: string; commit: string }

const percent = (share: Share) => (share.of === 0 ? '–' : `${(100 * ratio(share)).toFixed(1)} %`)
const countOf = (count: number, total: number) => `${count} of ${total}`

/**
 * Formats an upper bound by the rule of three: if none of n is wrong, the true rate is below 3/n with 95 %
 * confidence. It needs at least 30 certified documents.
 */
function bound({ falseCertified, certified }: { falseCertified: number; certified: number }): string {
  if (falseCertified > 0) return `**${falseCertified}**`
  return certified < 30 ? '0' : `0 (< ${(300 / certified).toFixed(2)} %)`
}

function table(titles: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(titles), line(titles.map((_, n) => (n === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

const statementFacts = [
  'holder',
  'account',
  'sort code',
  'bank',
  'iban',
  'start',
  'end',
  'opening',
  'closing',
]
const ms = (time: number) => String(Math.round(time))

export function statementTables(rows: TallyRow<StatementTally>[]): string {
  const main = table(
    [
      'Statements',
      'documents',
      'transactions',
      'F1',
      'descriptions',
      'documents exact',
      'certified',
      'false-certified',
      'p50 / p95 ms',
    ],
    rows.map(({ name, tally }) => [
      name,
      String(tally.documents),
      String(tally.transactions),
      tally.f1.toFixed(4),
      percent(tally.described),
      countOf(tally.exact, tally.documents),
      countOf(tally.certified, tally.documents),
      bound(tally),
      `${ms(tally.p50)} / ${ms(tally.p95)}`,
    ]),
  )
  const facts = table(
    ['Fields exact', ...statementFacts],
    rows.map(({ name, tally }) => [
      name,
      ...statementFacts.map((fact) => percent(tally.fields[fact] ?? { right: 0, of: 0 })),
    ]),
  )
  return `${main}\n\n${facts}`
}

export function payslipTables(rows: TallyRow<PayslipTally>[]): string {
  const main = table(
    [
      'Payslips',
      'documents',
      'fields exact',
      'documents exact',
      'certified',
      'false-certified',
      'p50 / p95 ms',
    ],
    rows.map(({ name, tally }) => [
      name,
      String(tally.documents),
      percent(tally.all),
      countOf(tally.exact, tally.documents),
      countOf(tally.certified, tally.documents),
      bound(tally),
      `${ms(tally.p50)} / ${ms(tally.p95)}`,
    ]),
  )
  const fields = [...new Set(rows.flatMap(({ tally }) => Object.keys(tally.fields)))]
  const shown = rows.filter(({ name }) => !/\blayout /.test(name))
  const byField = table(
    ['Field exact', ...shown.map(({ name }) => name)],
    fields.map((field) => [
      field,
      ...shown.map(({ tally }) => percent(tally.fields[field] ?? { right: 0, of: 0 })),
    ]),
  )
  return `${main}\n\n${byField}`
}

export function calibrationTable({ documents, brier, kindRight, bins }: Calibration): string {
  const rows = bins.map(({ from, to, documents: count, meanPredicted, statements }) => [
    `${from} – ${to}`,
    String(count),
    count === 0 ? '–' : meanPredicted.toFixed(3),
    count === 0 ? '–' : statements.toFixed(3),
  ])
  return [
    `Brier score ${brier.toFixed(4)} over ${documents} documents (statements, payslips and eleven other kinds); the kind was right for ${countOf(kindRight, documents)}.`,
    '',
    table(['bank_statement_probability', 'documents', 'mean predicted', 'share that are statements'], rows),
  ].join('\n')
}
