import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { assembleReport, cpuSecondsBetween, parseSteps, summarise, type TestReport } from './report.ts'

// Writes ci-report.json and prints its summary. Called by .ci/run: write-report.ts SECONDS FOLDER. The folder
// contains steps.tsv, cpu-at-start and one tests-*.json per Vitest run. A run that crashed wrote none, but its step
// is recorded as failed.
const [seconds = '0', folder = ''] = process.argv.slice(2)
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const [cpuNow = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
const report = assembleReport(
  {
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    startedAt: new Date(Date.now() - Number(seconds) * 1000).toISOString(),
    seconds: Number(seconds),
    cores: availableParallelism(),
    ...cpuSecondsBetween(read('cpu-at-start'), cpuNow),
  },
  parseSteps(read('steps.tsv')),
  globSync('tests-*.json', { cwd: folder }).map((file): TestReport => JSON.parse(read(file))),
)
writeFileSync('ci-report.json', `${JSON.stringify(report, null, 2)}\n`)
process.stdout.write(`${summarise(report)}\n`)
process.exitCode = report.failed === 0 ? 0 : 1
