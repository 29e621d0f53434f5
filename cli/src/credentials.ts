import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Fault } from './fault.ts'

/** Belongs to one address and is sent to no other. */
export type Credentials = { url: string; email?: string } & (
  | { api_key: string; member_token?: never }
  | { api_key?: never; member_token: string }
)

/** What the file holds, or nothing when there is none. A file that others can read is as good as published. */
export async function readCredentials(path: string): Promise<Credentials | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Fault('refused', `${path} cannot be read (${error.code})`)
  })
  if (!file) return undefined
  try {
    const { mode, uid } = await file.stat()
    // Windows has no such bits, and no getuid.
    if (process.getuid && (mode & 0o077 || uid !== process.getuid()))
      throw new Fault('refused', `${path} can be read by others, so it is not used: chmod 600 ${path}`)
    return parse(await file.readFile('utf8'), path)
  } finally {
    await file.close()
  }
}

/** Put in the place of what was there in one step, never readable by others. */
export async function keepCredentials(path: string, credentials: Credentials): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${process.pid}`
  await rm(fresh, { force: true })
  await writeFile(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(fresh, path)
}

export const forgetCredentials = (path: string) => rm(path, { force: true })

function parse(text: string, path: string): Credentials {
  // What JSON.parse throws quotes the text.
  const value = (() => {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  })()
  const isText = (field: unknown) => typeof field === 'string' && field !== ''
  if (isText(value?.url) && isText(value.api_key) !== isText(value.member_token)) return value
  throw new Fault('refused', `${path} is not what payproof login writes: sign in again`)
}
