import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { CliError } from './fault.ts'

export const newSecret = () => randomBytes(32).toString('base64url')

/** Reads the secret from the file, or creates the file, readable only by its owner. The secret is never printed. */
export async function secretIn(path: string): Promise<string> {
  const made = newSecret()
  try {
    await writeFile(path, `${made}\n`, { mode: 0o600, flag: 'wx' })
    await chmod(path, 0o600)
    return made
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new CliError('refused', `${path} cannot be written (${code})`)
  }
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new CliError('refused', `${path} cannot be read (${error.code})`)
  })
  const secret = text.trim()
  if (secret === '') throw new CliError('refused', `${path} is empty`)
  return secret
}
