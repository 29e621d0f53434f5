import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { type FileReport, secondsOf, type TestReport } from './report.ts'

/**
 * Writes the duration and failures of each test file to the file named by TEST_REPORT. Vitest's own JSON reporter
 * omits imports and top-level setup, and here the top level of many files starts a service.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export.
export default class FileDurationReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
    // biome-ignore lint/style/noProcessEnv: Vitest passes no options to a reporter named on the command line.
    const path = process.env.TEST_REPORT
    if (!path) throw new Error('Set TEST_REPORT to the path of the report to write.')
    const report: TestReport = {
      files: modules.map(describeFile),
      unhandledErrors: unhandledErrors.map((error) => toOneLine(error.message)),
    }
    writeFileSync(path, JSON.stringify(report))
  }
}

function describeFile(module: TestModule): FileReport {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  const tests = [...module.children.allTests()]
  // A skipped test counts as failed, because the gate must not have any.
  const failed = tests.filter((test) => test.result().state !== 'passed')
  const failures = failed.map((test) => {
    const [error] = test.result().errors ?? []
    return `${test.fullName}: ${toOneLine(error?.message ?? test.result().state)}`
  })
  // Errors of the file or of a suite, e.g. a hook that failed.
  const suites = [module, ...module.children.allSuites()]
  const suiteErrors = suites.flatMap((suite) => suite.errors().map((error) => toOneLine(error.message)))
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    seconds: secondsOf(collectDuration + setupDuration + duration),
    passed: tests.length - failed.length,
    failed: failed.length,
    failures: [...failures, ...suiteErrors],
  }
}

const maxMessage = 1_000

/** Shortens a message to one line. Later lines are kept, because they often say what the page or process showed. */
const toOneLine = (text: string) => text.replace(/\s*\n\s*/g, ' | ').slice(0, maxMessage)
