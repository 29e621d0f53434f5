import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { Fault } from './fault.ts'

export const newSecret = () => randomBytes(32).toString('base64url')

/** The secret in a file, or a new one in a new file that only its owner can read. It is never printed. */
export async function secretIn(path: string): Promise<string> {
  const made = newSecret()
  try {
    await writeFile(path, `${made}\n`, { mode: 0o600, flag: 'wx' })
    await chmod(path, 0o600)
    return made
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new Fault('refused', `${path} cannot be written (${code})`)
  }
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new Fault('refused', `${path} cannot be read (${error.code})`)
  })
  const secret = text.trim()
  if (secret === '') throw new Fault('refused', `${path} is empty`)
  return secret
}
