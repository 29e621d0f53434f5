import { formatValue } from './measurement.ts'
import type { ProofEntry } from './proof.ts'
import type { ProofResult } from './results.ts'

type Figure = (measurement: string) => string

/** The claims that the README shows, each with what its last full-size run measured. */
const shownClaims: { proof: string; claim: string; describe: (figure: Figure) => string }[] = [
  {
    proof: 'tenants',
    claim: "No client can read another's data",
    describe: (figure) =>
      `${figure('leaks')} leaks in ${figure('combinations of operation and credential')} pairs of call and credential`,
  },
  {
    proof: 'fuzz',
    claim: 'No request ends in an unexpected error',
    describe: (figure) => `${figure('unexpected errors (500)')} of ${figure('requests')} random requests`,
  },
  {
    proof: 'ssrf',
    claim: 'No client URL reaches our own network',
    describe: (figure) => `${figure('forbidden connections')} of ${figure('URLs')} URLs got through`,
  },
  {
    proof: 'clock',
    claim: 'Wrong clocks lose no task',
    describe: (figure) =>
      `${figure('lost')} of ${figure('acknowledged tasks')} lost in ${figure('clock faults')} jumps and drifts`,
  },
  {
    proof: 'tamper',
    claim: 'Altered documents are detected',
    describe: (figure) =>
      `${figure('undetected tampered copies')} of ${figure('tampered copies')} copies missed, ` +
      `${figure('high-severity findings on untouched documents')} of ${figure('untouched documents')} genuine accused`,
  },
  {
    proof: 'income-summary',
    claim: 'Income summaries match a second program',
    describe: (figure) => `${figure('differences')} of ${figure('months compared')} months differ`,
  },
]

// npm run proofs:publish writes what is between these lines.
const start = '<!-- proofs:publish -->'
const end = '<!-- end -->'

/** Returns the README with its part about proofs brought up to date. */
export function renderReadme(
  readme: string,
  entries: readonly ProofEntry[],
  results: readonly ProofResult[],
): string {
  const [before, rest] = splitAt(readme, start)
  const [, after] = splitAt(rest, end)
  return `${before}${start}\n${renderFigures(entries, results)}\n${end}${after}`
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`The README lacks the line ${mark}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}

function renderFigures(entries: readonly ProofEntry[], results: readonly ProofResult[]) {
  const resultOf = new Map(results.map((result) => [result.name, result]))
  const recorded = entries.flatMap(({ name }) => resultOf.get(name) ?? [])
  const missed = recorded.filter((result) => !result.reached).length
  const rows = shownClaims.map(
    ({ proof, claim, describe }) => `| ${claim} | ${describeResult(resultOf.get(proof), describe)} |`,
  )
  return `Every claim is a program. ${recorded.length} of ${entries.length} ran at full size, ${missed} missed a bar: [all claims](docs/proofs.md).

| Claim | Measured |
|---|---|
${rows.join('\n')}`
}

function describeResult(result: ProofResult | undefined, describe: (figure: Figure) => string) {
  if (!result) return 'not run at full size'
  if (result.error) return '**failed**'
  const text = describe((name) => {
    const value = result.measurements.find((it) => it.name === name)?.value
    if (value === undefined || value === null) throw new Error(`${result.name} has no figure for ${name}`)
    return formatValue(value)
  })
  return result.reached ? text : `**missed**: ${text}`
}
