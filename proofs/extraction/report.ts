import { type Calibration, type PayslipTally, ratio, type Share, type StatementTally } from './tally.ts'

type Row<Tally> = { name: string; tally: Tally }

export type Figures = {
  statements: Row<StatementTally>[]
  payslips: Row<PayslipTally>[]
  calibration: Calibration
}

export type Run = Figures & { seed: string; at: string; commit: string }

const percent = (share: Share) => (share.of === 0 ? '–' : `${(100 * ratio(share)).toFixed(1)} %`)
const of = (count: number, all: number) => `${count} of ${all}`

/** With none in n, the true rate is below 3/n in 19 of 20 cases; of a few, nothing can be said. */
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

export function statementTables(rows: Row<StatementTally>[]): string {
  const main = table(
    [
      'Statements',
      'papers',
      'transactions',
      'F1',
      'descriptions',
      'papers exact',
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
      of(tally.exact, tally.documents),
      of(tally.certified, tally.documents),
      bound(tally),
      `${ms(tally.p50)} / ${ms(tally.p95)}`,
    ]),
  )
  const facts = table(
    ['Facts exact', ...statementFacts],
    rows.map(({ name, tally }) => [
      name,
      ...statementFacts.map((fact) => percent(tally.fields[fact] ?? { right: 0, of: 0 })),
    ]),
  )
  return `${main}\n\n${facts}`
}

export function payslipTables(rows: Row<PayslipTally>[]): string {
  const main = table(
    ['Payslips', 'papers', 'fields exact', 'papers exact', 'certified', 'false-certified', 'p50 / p95 ms'],
    rows.map(({ name, tally }) => [
      name,
      String(tally.documents),
      percent(tally.all),
      of(tally.exact, tally.documents),
      of(tally.certified, tally.documents),
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
  const rows = bins.map(({ from, to, documents: count, meanSaid, statements }) => [
    `${from} – ${to}`,
    String(count),
    count === 0 ? '–' : meanSaid.toFixed(3),
    count === 0 ? '–' : statements.toFixed(3),
  ])
  return [
    `Brier score ${brier.toFixed(4)} over ${documents} papers (statements, payslips and eleven kinds of other papers); the kind was right for ${of(kindRight, documents)}.`,
    '',
    table(['bank_statement_probability', 'papers', 'mean said', 'share that are statements'], rows),
  ].join('\n')
}
