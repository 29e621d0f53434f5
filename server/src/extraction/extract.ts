import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Finding, Reading } from './document.ts'
import { describe } from './describe-reading.ts'
import { openReader } from './isolation/reader.ts'
import { rejected } from './rejections.ts'

// npm run extract -- file.pdf [--json]: reads one file as the service does, needs nothing of it and sends nothing anywhere.

const usualSeconds = 75
const usage = `npm run extract -- FILE.pdf [--json] [--seconds N]

  --json       one object with the answer
  --seconds N  how long a scan may take, 5 to 600 (${usualSeconds}); pages not recognised by then are said to be unread
`

const { file, isJson, seconds } = readArguments()
const reading = await readOne(resolve(startFolder(), file))
process.stdout.write(isJson ? `${JSON.stringify(shortened(reading))}\n` : describe(reading))

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        seconds: { type: 'string', default: String(usualSeconds) },
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
    // An unknown option: the usage says which there are.
  }
  process.stderr.write(usage)
  process.exit(2)
}

/** npm runs scripts in the folder of the package; a path is meant from where npm was called. */
function startFolder(): string {
  // biome-ignore lint/style/noProcessEnv: no setting of ours; npm says here where it was called.
  return process.env.INIT_CWD ?? process.cwd()
}

async function readOne(path: string): Promise<Reading> {
  // Nobody waits behind this file, so a scan may take longer than in the service.
  const patience = { scanMs: seconds * 1_000 }
  const reader = openReader({ atOnce: 1, spare: 0, onWarning: warn, showErrors: !isJson, ...patience })
  reader.warm()
  try {
    const bytes = await readFile(path).catch(() => undefined)
    if (!bytes) return rejected('broken', { reason: `There is no file at ${path} that can be opened` })
    return await reader.read(bytes)
  } catch (error) {
    return rejected('broken', { reason: error instanceof Error ? error.message : String(error) })
  } finally {
    reader.close()
  }
}

function warn(message: string) {
  process.stderr.write(`${message}\n`)
}

/** Without where each value stands. What was found is among the warnings too, for whoever reads nothing else. */
function shortened(reading: Reading) {
  const { kind, submission, bank_statement_probability, verified, trust_score, reason, findings } = reading
  const grave = findings.filter(({ severity }) => severity === 'high' || severity === 'medium')
  const warnings = [...reading.warnings, ...grave.map(asWarning)]
  return { kind, submission, bank_statement_probability, verified, trust_score, warnings, reason, findings }
}

function asWarning({ code, message, places: [place] }: Finding): string {
  const where = place ? ` (page ${place.page} at ${place.box.map(Math.round).join(' ')})` : ''
  return `${code}: ${message}${where}`
}
