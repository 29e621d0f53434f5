import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const usage = `usage: payproof-sandbox [options]

Starts Payproof as a sandbox on this machine: the API, the console, fictional payroll providers and a mail inbox.
Ctrl-C stops everything. The data stays for the next start.

  --data DIR           folder for all data (default: ${defaultFolder()})
  --port N             port of the API and the console (default: 8080)
  --sandbox-port N     port of the fictional providers (default: 8090)
  --mail-port N        port of the mail inbox (default: 8025)
  --host ADDRESS       address to listen on (default: 127.0.0.1; 0.0.0.0 in a container)
  --help, --version`

/** Ports that people open in a browser. Undefined means the port of the last run, or the default if it is free. */
export type PublicPorts = Record<'api' | 'sandbox' | 'inbox', number | undefined>

export type LauncherOptions = { folder: string; host: string; ports: PublicPorts }

/** Parses the command line. Throws an error with the usage if an option is unknown or malformed. */
export function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      'sandbox-port': { type: 'string' },
      'mail-port': { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
    },
  })
  const options: LauncherOptions = {
    folder: values.data === undefined ? defaultFolder() : resolve(values.data),
    host: values.host,
    ports: {
      api: parsePort('--port', values.port),
      sandbox: parsePort('--sandbox-port', values['sandbox-port']),
      inbox: parsePort('--mail-port', values['mail-port']),
    },
  }
  return { ...options, help: values.help, version: values.version }
}

function parsePort(option: string, text: string | undefined) {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${option} takes a port from 1 to 65535, not ${text}`)
  return port
}

/** The folder for the state of programs, as the XDG specification and macOS define it. */
function defaultFolder() {
  if (process.platform === 'darwin')
    return join(homedir(), 'Library', 'Application Support', 'payproof-sandbox')
  // biome-ignore lint/style/noProcessEnv: the standard variable of the user's state folder.
  const { XDG_STATE_HOME } = process.env
  return join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'payproof-sandbox')
}
