import { readFile, writeFile } from 'node:fs/promises'
import { calibrationTable, payslipTables, type Run, statementTables } from './report.ts'

const page = new URL('../../docs/accuracy.md', import.meta.url)
const firstContact = new URL('./first-contact.md', import.meta.url)

/** Generated: run the proof again to change a figure. */
export async function writeAccuracy(run: Run) {
  const kept = await readFile(firstContact, 'utf8').catch(() => '')
  await writeFile(page, `${head(run)}\n\n${tables(run)}\n\n${kept}`.trimEnd().concat('\n'))
}

const head = ({ seed, at, commit }: Run) => `# How well documents are read

Written by \`npm run prove -- extraction --full\` on ${at.replace('T', ' at ')} UTC, commit ${commit}, seed \`${seed}\` (again: \`--seed ${seed}\`).
The seed is fixed unless \`--seed random\` draws a new one; the layouts of "random layouts" come from a generator that the author of the parser has not read,
with more than 40 switches each for statements and payslips (columns, words, signs, dates, panels, shifts, periods …). All papers are invented;
real papers will be read less well, and these figures prove the method and not a promise.

- **F1**: of transactions by day and signed pence, over all papers of the row. **Descriptions**: of all printed transactions those whose text is the same too.
- **Exact** fields: of all that are printed (and of all that were said though they are not printed).
- **Papers exact**: every transaction and every fact (payslips: every field) is right; descriptions of transactions are not counted.
- **Certified**: the reader says \`verified\`. **False-certified**: certified though a transaction, a balance or a fact of the account
  (payslips: a figure or the pay date) is wrong. With none in n, the true rate is below 3/n in 19 of 20 cases.
- Times are of one paper through the reader with two at once (scans with "75 s for one" are read one by one, as the command line does), on the machine of the run.`

const tables = (run: Run) => `## Bank statements

${statementTables(run.statements)}

## Payslips

${payslipTables(run.payslips)}

## Is it a bank statement?

${calibrationTable(run.calibration)}`
