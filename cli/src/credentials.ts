import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from './fault.ts'

/** Credentials that are sent only to `url`. */
export type StoredCredentials = { url: string; email?: string } & (
  | { api_key: string; member_token?: never }
  | { api_key?: never; member_token: string }
)

/** Returns the stored credentials, or undefined if there are none. Rejects a file that other users can read. */
export async function readCredentials(path: string): Promise<StoredCredentials | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CliError('refused', `${path} cannot be read (${error.code})`)
  })
  if (!file) return undefined
  try {
    const { mode, uid } = await file.stat()
    // Windows has neither permission bits nor getuid.
    if (process.getuid && (mode & 0o077 || uid !== process.getuid()))
      throw new CliError('refused', `Other users can read ${path}. Run chmod 600 ${path}`)
    return parse(await file.readFile('utf8'), path)
  } finally {
    await file.close()
  }
}

/**
 * Stores the credentials. The file is written under a temporary name with mode 0600 and then renamed, so that it is
 * never readable by others or incomplete.
 */
export async function keepCredentials(path: string, credentials: StoredCredentials): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}`
  await rm(fresh, { force: true })
  await writeFile(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(fresh, path)
}

export const forgetCredentials = (path: string) => rm(path, { force: true })

function parse(text: string, path: string): StoredCredentials {
  // The error of JSON.parse is not passed on, because it quotes the text, which is a secret.
  const value = (() => {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  })()
  const isText = (field: unknown) => typeof field === 'string' && field !== ''
  if (isText(value?.url) && isText(value.api_key) !== isText(value.member_token)) return value
  throw new CliError('refused', `${path} is damaged. Run payproof login again`)
}
