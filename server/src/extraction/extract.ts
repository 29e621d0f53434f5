import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openProgress } from '../platform/telemetry/progress.ts'
import { describeReading } from './describe-reading.ts'
import type { DocumentReading, TrustFinding } from './document.ts'
import { maxScanMs } from './isolation/limits.ts'
import { openReader, type Reader } from './isolation/reader.ts'
import { createRejectedReading } from './rejections.ts'

// npm run extract -- file.pdf… [--json]: runs the service's reader on local files. It needs no database and sends no
// data.

const defaultSeconds = maxScanMs / 1_000
const usage = `npm run extract -- FILE.pdf... [--json] [--seconds N]

  --json       print the answer as one JSON object; for several files one object a line, with the name of the file
  --seconds N  time limit for OCR, 5 to 600 (default ${defaultSeconds}); pages not recognised by then are reported as unread
`

const { files, isJson, seconds } = readArguments()
const progress = openProgress(process.stderr)
await readFiles()
progress.end()

async function readFiles() {
  const reader = openReader({
    maxConcurrent: 1,
    spare: 0,
    onWarning: warn,
    showErrors: !isJson,
    // No other files are waiting, so OCR may take longer than in the service.
    scanMs: seconds * 1_000,
  })
  reader.warm()
  const isOne = files.length === 1
  progress.step(
    isOne ? 'reading the file' : 'reading files',
    isOne ? undefined : files.length,
    isOne ? '' : 'files',
  )
  try {
    for (const file of files) {
      const reading = await readFileAt(reader, resolve(getInvocationFolder(), file))
      progress.wipe()
      const text = isOne ? describeReading(reading) : `${file}\n${describeReading(reading)}\n`
      const summary = isOne ? summarise(reading) : { file, ...summarise(reading) }
      process.stdout.write(isJson ? `${JSON.stringify(summary)}\n` : text)
      progress.add(isOne ? 0 : 1)
    }
  } finally {
    reader.close()
  }
}

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
    const seconds = Number(values.seconds)
    if (values.help) {
      process.stdout.write(usage)
      process.exit(0)
    }
    if (positionals.length > 0 && seconds >= 5 && seconds <= 600)
      return { files: positionals, seconds, isJson: values.json }
  } catch {
    // The options are invalid. The usage is printed below.
  }
  process.stderr.write(usage)
  process.exit(2)
}

/**
 * Returns the folder from which npm was called. npm runs scripts in the package folder, so relative paths must be
 * resolved against this folder.
 */
function getInvocationFolder(): string {
  // biome-ignore lint/style/noProcessEnv: set by npm, not one of our settings.
  return process.env.INIT_CWD ?? process.cwd()
}

async function readFileAt(reader: Pick<Reader, 'read'>, path: string): Promise<DocumentReading> {
  try {
    const bytes = await readFile(path).catch(() => undefined)
    if (!bytes)
      return createRejectedReading('broken', { reason: `There is no file at ${path} that can be opened` })
    return await reader.read(bytes)
  } catch (error) {
    return createRejectedReading('broken', { reason: error instanceof Error ? error.message : String(error) })
  }
}

function warn(message: string) {
  progress.wipe()
  process.stderr.write(`${message}\n`)
}

/**
 * Summarises a reading without its provenance. Medium and high findings are repeated as warnings for callers that
 * read only warnings.
 */
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
