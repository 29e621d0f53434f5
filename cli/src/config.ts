import { homedir } from 'node:os'
import { join } from 'node:path'

export type CliSettings = { apiKey: string | undefined; url: string | undefined; file: string }

/** Reads the settings; no other code reads process.env. An empty variable counts as unset. */
// biome-ignore lint/style/noProcessEnv: this is the one place.
export function readSettings(environment: NodeJS.ProcessEnv = process.env): CliSettings {
  const folder = environment.XDG_CONFIG_HOME || join(homedir(), '.config')
  return {
    apiKey: environment.PAYPROOF_API_KEY || undefined,
    url: environment.PAYPROOF_URL || undefined,
    file: environment.PAYPROOF_CREDENTIALS || join(folder, 'payproof', 'credentials.json'),
  }
}
