import { readdirSync } from 'node:fs'

// Names of credentials and of settings that contain them: our own settings, and those of AWS, PostgreSQL and Vault.
const secretNames =
  /_FILE$|_URL$|KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIAL|^(AWS|AMAZON|PG|VAULT|NATS|S3|SMTP|DATABASE)[A-Z]*_?/i
const urlWithPassword = /^[a-z][a-z\d+.-]*:\/\/[^/\s]*:[^/\s]*@/i
/** Folders into which Compose and Kubernetes mount secrets and the root key. */
const secretFolders = ['/run/secrets', '/var/run/secrets', '/keys']

/**
 * Lists the secrets that a browser process could read: names of environment variables, and folders. The process must
 * not start with any, because a website may take over Chromium.
 */
export function listSecrets(
  environment: NodeJS.ProcessEnv,
  folders: readonly string[] = secretFolders,
): string[] {
  const variables = Object.entries(environment)
    .filter(([name, value]) => secretNames.test(name) || urlWithPassword.test(value ?? ''))
    .map(([name]) => name)
  return [...variables, ...folders.filter(hasEntries)]
}

function hasEntries(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

/** Throws if the process has been given secrets. The message names them, without values. */
export function requireNoSecrets(environment: NodeJS.ProcessEnv, folders?: readonly string[]) {
  const secrets = listSecrets(environment, folders)
  if (secrets.length > 0)
    throw new Error(`The browser process must have no secrets. Remove: ${secrets.join(', ')}`)
}
