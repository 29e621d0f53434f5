import { readFile, writeFile } from 'node:fs/promises'
import { calibrationTable, type ExtractionRun, payslipTables, statementTables } from './report.ts'

const page = new URL('../../docs/accuracy.md', import.meta.url)
const firstContact = new URL('./first-contact.md', import.meta.url)

/** Writes docs/accuracy.md from the figures of a run. */
export async function writeAccuracy(run: ExtractionRun) {
  const firstContactText = await readFile(firstContact, 'utf8').catch(() => '')
  await writeFile(page, `${head(run)}\n\n${tables(run)}\n\n${firstContactText}`.trimEnd().concat('\n'))
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
