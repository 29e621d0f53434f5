import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from './fault.ts'

/** Only sent to this address. */
export type StoredCredentials = { url: string; email?: string } & (
  | { api_key: string; member_token?: never }
  | { api_key?: never; member_token: string }
)

/** The stored credentials, or undefined if there are none. Refuses a file that other users can read. */
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
      throw new CliError('refused', `${path} can be read by others, so it is not used: chmod 600 ${path}`)
    return parse(await file.readFile('utf8'), path)
  } finally {
    await file.close()
  }
}

/**
 * Written to a temporary file with mode 0600 and renamed, so it is never readable by others or half-written.
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
  // JSON.parse quotes the text in its error message, and the text is a secret.
  const value = (() => {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  })()
  const isText = (field: unknown) => typeof field === 'string' && field !== ''
  if (isText(value?.url) && isText(value.api_key) !== isText(value.member_token)) return value
  throw new CliError('refused', `${path} is not what payproof login writes: sign in again`)
}
