import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { assembleReport, parseSteps, summarise, type TestReport } from './report.ts'

// Writes ci-report.json and prints its summary. Called by .ci/run: write-report.ts SECONDS STEPS-FILE [TESTS-FILE ...]
const [seconds = '0', stepsFile = '', ...testFiles] = process.argv.slice(2)
const report = assembleReport(
  {
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    startedAt: new Date(Date.now() - Number(seconds) * 1000).toISOString(),
    seconds: Number(seconds),
    cores: availableParallelism(),
  },
  parseSteps(readFileSync(stepsFile, 'utf8')),
  // Vitest writes no report if it crashes; its step has failed then.
  testFiles.filter((file) => existsSync(file)).map(readTests),
)
writeFileSync('ci-report.json', `${JSON.stringify(report, null, 2)}\n`)
process.stdout.write(`${summarise(report)}\n`)
process.exitCode = report.failed === 0 ? 0 : 1

function readTests(file: string): TestReport {
  return JSON.parse(readFileSync(file, 'utf8'))
}
