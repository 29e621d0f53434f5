import type { Finding, Place, Reading, Source } from './document.ts'

/** A reading for people: every value with where it stands and how sure it is. */
export function describe(reading: Reading): string {
  const { kind, bank_statement_probability, verified, trust_score, layout, pages } = reading
  const sources = [...new Set(pages.map(({ source }) => source))].join(', ')
  return lines([
    `kind          ${kind}`,
    `probability   ${bank_statement_probability.toFixed(3)} that it is a bank statement`,
    `verified      ${verified ? 'yes: every gate below is passed' : 'no'}`,
    `trust         ${trust_score ?? '-'}`,
    `layout        ${layout ?? '-'}`,
    `pages         ${pages.length}${sources && ` (${sources})`}`,
    `reader        ${reading.reader_version}`,
    ...(reading.reason ? [`reason        ${reading.reason}`] : []),
    ...section('Values', valuesOf(reading)),
    ...section(
      'Gates',
      reading.gates.map(({ name, isPassed, note }) => `${isPassed ? 'passed' : 'FAILED'}  ${name}: ${note}`),
    ),
    ...section('Findings', reading.findings.flatMap(describeFinding)),
    ...section('Warnings', reading.warnings),
  ])
}

const lines = (all: string[]) => all.map((line) => `${line}\n`).join('')

const section = (title: string, content: string[]) =>
  content.length > 0 ? ['', title, ...content.map((line) => `  ${line}`)] : []

function valuesOf({ submission, provenance }: Reading): string[] {
  const values = leaves('', submission)
  const width = Math.min(60, Math.max(0, ...values.map(([path]) => path.length)))
  return values.map(([path, value]) => `${path.padEnd(width)}  ${value}${sourceOf(provenance[path])}`)
}

/** Every value of a submission with its path; what is not printed is left out. */
function leaves(path: string, value: unknown): [path: string, value: string][] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, part]) => leaves(path ? `${path}.${key}` : key, part))
}

const sourceOf = (source: Source | undefined) =>
  source ? `  [${source.confidence}, ${source.method}${source.place ? `, ${where(source.place)}` : ''}]` : ''

const where = ({ page, box }: Place) => `page ${page} at ${box.map((edge) => Math.round(edge)).join(' ')}`

function describeFinding({ code, severity, title, message, places, fields }: Finding): string[] {
  return [
    `${severity.padEnd(6)}  ${code}: ${title}`,
    `        ${message}`,
    ...places.map((place) => {
      const { expected, actual } = place
      const difference = expected === undefined ? '' : `: expected ${expected}, found ${actual ?? 'nothing'}`
      return `        ${where(place)}${difference}`
    }),
    ...(fields.length > 0 ? [`        ${fields.join(', ')}`] : []),
  ]
}
