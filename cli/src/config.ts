import { homedir } from 'node:os'
import { join } from 'node:path'

export type Settings = { apiKey: string | undefined; url: string | undefined; file: string }

/** The only reader of process.env. What is empty is not set. */
// biome-ignore lint/style/noProcessEnv: this is the one place.
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const folder = environment.XDG_CONFIG_HOME || join(homedir(), '.config')
  return {
    apiKey: environment.PAYPROOF_API_KEY || undefined,
    url: environment.PAYPROOF_URL || undefined,
    file: environment.PAYPROOF_CREDENTIALS || join(folder, 'payproof', 'credentials.json'),
  }
}
