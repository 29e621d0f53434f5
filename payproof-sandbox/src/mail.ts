import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answersHttp } from '../../dev/services/ports.ts'
import { startSupervised, waitUntilReady } from './supervised.ts'

const catcher = fileURLToPath(new URL('../../dev/services/smtp-catcher.ts', import.meta.url))

/** Starts a mail server that accepts every email, sends none and shows them on a page. */
export async function startMail(options: { folder: string; port: number; inboxPort: number; host: string }) {
  const { folder, port, inboxPort, host } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const program = startSupervised({
    name: 'The mail server',
    program: process.execPath,
    args: [catcher, `--smtp-port=${port}`, `--inbox-port=${inboxPort}`, `--inbox-host=${host}`],
    logFile: join(folder, 'mail.log'),
  })
  const inboxUrl = `http://127.0.0.1:${inboxPort}`
  try {
    await waitUntilReady(program, () => answersHttp(`${inboxUrl}/messages?after=0`))
  } catch (error) {
    await program.stop()
    throw error
  }
  return { program, url: `smtp://127.0.0.1:${port}`, inboxUrl }
}
