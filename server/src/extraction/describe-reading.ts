import type { DocumentReading, PageRegion, TrustFinding, ValueSource } from './document.ts'

/** Returns a human-readable report of a reading. It lists every value with its page region and confidence. */
export function describeReading(reading: DocumentReading): string {
  const { kind, bank_statement_probability, verified, trust_score, layout, pages } = reading
  const sources = [...new Set(pages.map(({ source }) => source))].join(', ')
  return joinLines([
    `kind          ${kind}`,
    `probability   ${bank_statement_probability.toFixed(3)} that it is a bank statement`,
    `verified      ${verified ? 'yes: every check below passed' : 'no'}`,
    `trust         ${trust_score ?? '-'}`,
    `layout        ${layout ?? '-'}`,
    `pages         ${pages.length}${sources && ` (${sources})`}`,
    `reader        ${reading.reader_version}`,
    ...(reading.reason ? [`reason        ${reading.reason}`] : []),
    ...formatSection('Values', formatValues(reading)),
    ...formatSection(
      'Checks',
      reading.gates.map(({ name, isPassed, note }) => `${isPassed ? 'passed' : 'FAILED'}  ${name}: ${note}`),
    ),
    ...formatSection('Findings', reading.findings.flatMap(describeFinding)),
    ...formatSection('Warnings', reading.warnings),
  ])
}

const joinLines = (lines: string[]) => lines.map((line) => `${line}\n`).join('')

const formatSection = (title: string, content: string[]) =>
  content.length > 0 ? ['', title, ...content.map((line) => `  ${line}`)] : []

function formatValues({ submission, provenance }: DocumentReading): string[] {
  const values = flatten('', submission)
  const width = Math.min(60, Math.max(0, ...values.map(([path]) => path.length)))
  return values.map(([path, value]) => `${path.padEnd(width)}  ${value}${formatSource(provenance[path])}`)
}

/** Returns every non-null value of a submission with its path. */
function flatten(path: string, value: unknown): [path: string, value: string][] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, child]) => flatten(path ? `${path}.${key}` : key, child))
}

const formatSource = (source: ValueSource | undefined) =>
  source
    ? `  [${source.confidence}, ${source.method}${source.place ? `, ${formatRegion(source.place)}` : ''}]`
    : ''

const formatRegion = ({ page, box }: PageRegion) =>
  `page ${page} at ${box.map((edge) => Math.round(edge)).join(' ')}`

function describeFinding({ code, severity, title, message, places, fields }: TrustFinding): string[] {
  return [
    `${severity.padEnd(6)}  ${code}: ${title}`,
    `        ${message}`,
    ...places.map((place) => {
      const { expected, actual } = place
      const difference = expected === undefined ? '' : `: expected ${expected}, found ${actual ?? 'nothing'}`
      return `        ${formatRegion(place)}${difference}`
    }),
    ...(fields.length > 0 ? [`        ${fields.join(', ')}`] : []),
  ]
}
