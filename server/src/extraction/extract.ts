import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeReading } from './describe-reading.ts'
import type { DocumentReading, TrustFinding } from './document.ts'
import { openReader } from './isolation/reader.ts'
import { createRejectedReading } from './rejections.ts'

// npm run extract -- file.pdf [--json]: runs the service's reader on one local file. Needs no database and sends nothing.

const defaultSeconds = 75
const usage = `npm run extract -- FILE.pdf [--json] [--seconds N]

  --json       print the answer as one JSON object
  --seconds N  time limit for OCR, 5 to 600 (default ${defaultSeconds}); pages not recognised by then are reported as unread
`

const { file, isJson, seconds } = readArguments()
const reading = await readFileAt(resolve(getInvocationFolder(), file))
process.stdout.write(isJson ? `${JSON.stringify(summarise(reading))}\n` : describeReading(reading))

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        seconds: { type: 'string', default: String(defaultSeconds) },
      },
    })
    const [file] = positionals
    const seconds = Number(values.seconds)
    if (values.help) {
      process.stdout.write(usage)
      process.exit(0)
    }
    if (file !== undefined && positionals.length === 1 && seconds >= 5 && seconds <= 600)
      return { file, seconds, isJson: values.json }
  } catch {
    // Unknown option: print the usage.
  }
  process.stderr.write(usage)
  process.exit(2)
}

/** npm runs scripts in the package folder; relative paths are resolved against the folder npm was called from. */
function getInvocationFolder(): string {
  // biome-ignore lint/style/noProcessEnv: set by npm, not one of our settings.
  return process.env.INIT_CWD ?? process.cwd()
}

async function readFileAt(path: string): Promise<DocumentReading> {
  const reader = openReader({
    maxConcurrent: 1,
    spare: 0,
    onWarning: warn,
    showErrors: !isJson,
    // No queue behind this file, so OCR may take longer than in the service.
    scanMs: seconds * 1_000,
  })
  reader.warm()
  try {
    const bytes = await readFile(path).catch(() => undefined)
    if (!bytes)
      return createRejectedReading('broken', { reason: `There is no file at ${path} that can be opened` })
    return await reader.read(bytes)
  } catch (error) {
    return createRejectedReading('broken', { reason: error instanceof Error ? error.message : String(error) })
  } finally {
    reader.close()
  }
}

function warn(message: string) {
  process.stderr.write(`${message}\n`)
}

/** Without provenance. Medium and high findings are repeated as warnings for callers that read only those. */
function summarise(reading: DocumentReading) {
  const { kind, submission, bank_statement_probability, verified, trust_score, reason, findings } = reading
  const serious = findings.filter(({ severity }) => severity === 'high' || severity === 'medium')
  const warnings = [...reading.warnings, ...serious.map(asWarning)]
  return { kind, submission, bank_statement_probability, verified, trust_score, warnings, reason, findings }
}

function asWarning({ code, message, places: [region] }: TrustFinding): string {
  const where = region ? ` (page ${region.page} at ${region.box.map(Math.round).join(' ')})` : ''
  return `${code}: ${message}${where}`
}
