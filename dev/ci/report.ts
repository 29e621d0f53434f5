/** One step of `.ci/run`. */
export type StepReport = { step: string; seconds: number; ok: boolean }

/** Duration and result of one test file; the duration includes imports and setup. */
export type FileReport = {
  project: string
  file: string
  seconds: number
  passed: number
  failed: number
  failures: string[]
}

/** Results of one run of Vitest. */
export type TestReport = { files: FileReport[]; unhandledErrors: string[] }

/** Content of `ci-report.json`. */
export type CiReport = {
  commit: string
  startedAt: string
  seconds: number
  cores: number
  /** CPU time of all cores that the machine used, and CPU time that its hypervisor gave to other machines instead. */
  cpuSeconds: number
  stolenSeconds: number
  passed: number
  failed: number
  failures: string[]
  steps: StepReport[]
  /** Test files, slowest first. */
  files: FileReport[]
}

export const secondsOf = (milliseconds: number) => Math.round(milliseconds / 100) / 10

/** Parses the steps that `.ci/run` writes, one per line: name, seconds and exit status, separated by tabs. */
export function parseSteps(text: string): StepReport[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [step = '', seconds, status] = line.split('\t')
      return { step, seconds: Number(seconds), ok: status === '0' }
    })
}

/**
 * Returns the CPU seconds between two readings of the first line of /proc/stat, which counts in hundredths of a
 * second.
 */
export function cpuSecondsBetween(before: string, after: string) {
  const fieldsOf = (line: string) => line.trim().split(/\s+/).slice(1).map(Number)
  const [first, last] = [fieldsOf(before), fieldsOf(after)]
  const secondsGrown = (field: number) => Math.round(((last[field] ?? 0) - (first[field] ?? 0)) / 100)
  const [user, nice, system, steal] = [0, 1, 2, 7]
  return {
    cpuSeconds: secondsGrown(user) + secondsGrown(nice) + secondsGrown(system),
    stolenSeconds: secondsGrown(steal),
  }
}

type Run = Pick<CiReport, 'commit' | 'startedAt' | 'seconds' | 'cores' | 'cpuSeconds' | 'stolenSeconds'>

export function assembleReport(run: Run, steps: StepReport[], runs: TestReport[]): CiReport {
  const files = runs.flatMap((tests) => tests.files).toSorted((a, b) => b.seconds - a.seconds)
  const failedSteps = steps.filter((step) => !step.ok)
  const failedTests = files.reduce((sum, file) => sum + file.failed, 0)
  return {
    ...run,
    passed: steps.length - failedSteps.length + files.reduce((sum, file) => sum + file.passed, 0),
    failed: failedSteps.length + failedTests,
    failures: [
      ...failedSteps.map((step) => `step: ${step.step}`),
      ...files.flatMap((file) => file.failures.map((failure) => `${file.file} > ${failure}`)),
      ...runs.flatMap((tests) => tests.unhandledErrors.map((error) => `unhandled error: ${error}`)),
    ],
    steps,
    files,
  }
}

const slowestShown = 10

/** Formats the summary that is printed at the end of a run; scripts parse its last line. */
export function summarise(report: CiReport): string {
  const lines = [
    `Slowest ${slowestShown} test files:`,
    ...report.files
      .slice(0, slowestShown)
      .map((file) => `${file.seconds.toFixed(1).padStart(8)} s  ${file.file}`),
    'Steps:',
    ...report.steps.map((step) => `${step.seconds.toFixed(0).padStart(8)} s  ${step.step}`),
    ...report.failures.map((failure) => `FAILED: ${failure}`),
    `${report.seconds} s on ${report.cores} cores: ${report.cpuSeconds} CPU-seconds used, ${report.stolenSeconds} stolen by other machines`,
    `${report.passed} passed, ${report.failed} failed`,
  ]
  return lines.join('\n')
}
