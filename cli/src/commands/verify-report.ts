import { readFile } from 'node:fs/promises'
import { ReportError, type ReportKeys, verifyReport } from '@payproof/sdk/reports'
import { type CommandContext, command } from '../command.ts'
import { addressOf, missing } from '../connection.ts'
import { readCredentials } from '../credentials.ts'
import { CliError } from '../fault.ts'
import { factsOf } from '../text.ts'

export const verifyReportFile = [
  command({
    name: 'verify-report',
    does: 'verify an income report as PDF, JSON or JWS, without sending it anywhere',
    about:
      'The exit code is 1 if the report is not genuine. Without --jwks, the keys are fetched from PAYPROOF_URL or from the ' +
      'service that you are signed in to.',
    takes: ['FILE'],
    options: {
      jwks: { kind: 'text', value: 'FILE|URL', does: 'published keys; save them once to verify offline' },
    },
    async run({ args, options }, program) {
      const bytes = await read(args.FILE)
      const keys = await loadKeys(options.jwks, program)
      try {
        const { report: _, ...verified } = await verifyReport(bytes, keys)
        return { json: { verified: true, ...verified }, text: `Verified\n\n${factsOf(verified)}` }
      } catch (error) {
        if (!(error instanceof ReportError)) throw error
        const { reason, message } = error
        return { json: { verified: false, reason }, text: `Not verified: ${message}.`, isRefusal: true }
      }
    },
  }),
]

async function loadKeys(
  source: string | undefined,
  { settings, fetch }: CommandContext,
): Promise<ReportKeys> {
  if (source && !/^https?:/.test(source)) return parseKeys((await read(source)).toString(), source)
  const url = source
    ? addressOf(source)
    : `${addressOf(settings.url ?? (await readCredentials(settings.file))?.url ?? missing())}/.well-known/jwks.json`
  const reply = await fetch(url)
  if (!reply.ok) throw new CliError('network', `${url} returned ${reply.status}`)
  return parseKeys(await reply.text(), url)
}

function parseKeys(text: string, source: string): ReportKeys {
  try {
    const parsed = JSON.parse(text)
    if (Array.isArray(parsed.keys)) return parsed
  } catch {
    // Reported below, like JSON without keys.
  }
  throw new CliError('usage', `${source} contains no keys`)
}

const read = (file: string) =>
  readFile(file).catch((error) => {
    throw new CliError('usage', `${file} cannot be read (${error.code})`)
  })
