import { readFile, writeFile } from 'node:fs/promises'
import { calibrationTable, type ExtractionRun, payslipTables, statementTables } from './report.ts'

const page = new URL('../../docs/accuracy.md', import.meta.url)
/** Figures of other programs, which are measured by hand and added to the page. */
const otherFigures = ['./independent-sets.md', './first-contact.md'].map(
  (name) => new URL(name, import.meta.url),
)

/** Writes docs/accuracy.md from the figures of a run. */
export async function writeAccuracy(run: ExtractionRun) {
  const others = await Promise.all(otherFigures.map((file) => readFile(file, 'utf8')))
  await writeFile(page, `${[head(run), tables(run), ...others.map((text) => text.trim())].join('\n\n')}\n`)
}

const head = ({ seed, at, commit }: ExtractionRun) => `# How well documents are read

Written by \`npm run prove -- extraction --full\` on ${at.replace('T', ' at ')} UTC, commit ${commit}, seed \`${seed}\` (again: \`--seed ${seed}\`).
The seed is fixed unless \`--seed random\` draws a new one. The "random layouts" come from a generator that the author of the parser has not read,
with more than 40 options each for statements and payslips (columns, wording, signs, dates, panels, shifts, periods …). All documents are fictional;
real documents will be read less well: these figures show that the method works and promise nothing about real documents.

- **F1**: of transactions by date and signed pence, over all documents of the row. **Descriptions**: share of printed transactions whose description is exact too.
- **Exact** fields: share of all printed fields (and of all that were extracted although they are not printed).
- **Documents exact**: every transaction and every field (payslips: every field) is right; descriptions of transactions are not counted.
- **Certified**: the reader reports \`verified\`. **False-certified**: certified although a transaction, a balance or an account field
  (payslips: an amount or the pay date) is wrong. With none in n, the true rate is below 3/n with 95 % confidence.
- Times are for one document with two read concurrently (scans with "75 s for one" are read one at a time, as the command line does), on the machine of the run.`

const tables = (run: ExtractionRun) => `## Bank statements

${statementTables(run.statements)}

## Payslips

${payslipTables(run.payslips)}

## Is it a bank statement?

${calibrationTable(run.calibration)}`
