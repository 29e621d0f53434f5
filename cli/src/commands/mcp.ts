import { readFile } from 'node:fs/promises'
import { Payproof } from '@payproof/sdk'
import { command } from '../command.ts'
import { findConnection } from '../connection.ts'
import { CliError } from '../fault.ts'

export const mcp = [
  command({
    name: 'mcp',
    does: 'serve documentation and API as MCP tools on standard input and output',
    about:
      'For AI assistants that speak the Model Context Protocol. It needs an API key and offers the tools that the key allows;\n' +
      'with a production key only tools that read. Names, addresses, identifiers and free text are redacted.',
    options: {
      'show-personal-data': { kind: 'flag', does: 'show personal data to the assistant' },
    },
    async run({ options }, { settings, fetch, activity, note }) {
      const { url, credential } = await findConnection(settings)
      if (!('apiKey' in credential))
        throw new CliError(
          'usage',
          'payproof mcp needs an API key, because the token of a member expires after an hour. ' +
            'Set PAYPROOF_API_KEY and PAYPROOF_URL, or run payproof login --api-key',
        )
      activity.pause()
      // Loaded here, because no other command needs the protocol.
      const [{ findScopes, isSandboxKey }, { openDocumentation }, { serveTools }, { readOnly }] =
        await Promise.all([
          import('../mcp/key-scopes.ts'),
          import('../mcp/documentation.ts'),
          import('../mcp/server.ts'),
          import('../mcp/read-only.ts'),
        ])
      const isSandbox = isSandboxKey(credential.apiKey)
      const api = new Payproof({ baseUrl: url, fetch: isSandbox ? fetch : readOnly(fetch), ...credential })
      const scopes = await findScopes(api, isSandbox)
      const showsPersonalData = options['show-personal-data']
      note(
        `payproof mcp: ${isSandbox ? 'sandbox' : 'production, read-only'}; scopes: ${[...scopes].join(', ') || 'none'}; ` +
          `personal data ${showsPersonalData ? 'shown' : 'redacted'}`,
      )
      await serveTools(
        { version: await version(), isSandbox, scopes, showsPersonalData },
        { api, documentation: openDocumentation(url, fetch) },
      )
      return undefined
    },
  }),
]

const version = async () =>
  JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')).version
