import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { command } from '../command.ts'
import { CliError } from '../fault.ts'

/** The server's program, in a checkout or in the server's image. The published package does not contain it. */
const serverProgram = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))

export const connector = [
  command({
    name: 'connector doctor',
    does: "run a connector against a provider's test environment and print what differs",
    about:
      'For operators with credentials at a provider: PROVIDER_CLIENT_ID and PROVIDER_CLIENT_SECRET with --profile, or an entry of\n' +
      'your own catalogue. It needs a checkout of Payproof, because the connectors are part of the server.',
    options: {
      profile: { kind: 'text', value: 'NAME', does: 'a profile of server/catalogues/uk.json, such as xero' },
      catalogue: { kind: 'text', value: 'FILE', does: 'a catalogue of your own, instead of a profile' },
      provider: { kind: 'text', value: 'ID', does: 'the provider in that catalogue' },
      person: { kind: 'text', value: 'FILE', does: 'JSON file with the details of the test person' },
      'redirect-uri': { kind: 'text', value: 'URL', does: 'redirect URI that is registered at the provider' },
      record: { kind: 'text', value: 'FOLDER', does: 'write redacted replies as test fixtures' },
      'keep-consent': { kind: 'flag', does: 'do not end the consent afterwards' },
    },
    async run({ options }, { wantsJson }) {
      if (!existsSync(serverProgram))
        throw new CliError('usage', 'Run it in a checkout of Payproof: npm run payproof -- connector doctor')
      const { 'keep-consent': keepsConsent, ...texts } = options
      const words = Object.entries(texts).flatMap(([name, value]) =>
        value === undefined ? [] : [`--${name}`, value],
      )
      const flags = [...(keepsConsent ? ['--keep-consent'] : []), ...(wantsJson ? ['--json'] : [])]
      const { status, text } = await runServer(['connector', 'doctor', ...words, ...flags])
      // The server has explained the problem on stderr.
      if (text === '') throw new CliError('usage', 'The doctor could not start')
      return { json: wantsJson ? JSON.parse(text) : null, text: text.trimEnd(), isRefusal: status !== 0 }
    },
  }),
]

/** Runs the server's program. The person at the terminal sees its questions and answers them. */
async function runServer(words: string[]): Promise<{ status: number | null; text: string }> {
  const child = spawn(process.execPath, [serverProgram, ...words], { stdio: ['inherit', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { status, text }
}
