import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { answersHttp, choosePort } from './ports.ts'
import { findProcesses, startProcess, stopProcesses, waitUntilReady } from './processes.ts'

export type Smtp = {
  url: string
  port: number
  inboxPort: number
  /** URL of the inbox, with an HTML page at `/` and JSON for tests at `/messages`. */
  inboxUrl: string
  pids(): number[]
  stop(): Promise<void>
}

/** Folder and preferred ports; other ports are chosen if these are taken. */
export type SmtpOptions = { folder: string; port?: number | undefined; inboxPort?: number | undefined }

const CATCHER = fileURLToPath(new URL('./smtp-catcher.ts', import.meta.url))

export async function startSmtp(options: SmtpOptions): Promise<Smtp> {
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const pids = () => findProcesses((args) => args.includes(CATCHER) && args.includes(`--folder=${folder}`))
  const stop = async () => {
    await stopProcesses(pids(), 'SIGTERM', 5_000)
  }
  await stop()
  const port = await choosePort(options.port)
  const inboxPort = await choosePort(options.inboxPort)
  const catcher = startProcess({
    program: process.execPath,
    // The folder serves only to identify the process; mails are kept in memory.
    args: [CATCHER, `--smtp-port=${port}`, `--inbox-port=${inboxPort}`, `--folder=${folder}`],
    folder,
    logFile: join(folder, 'smtp.log'),
    deathSignal: 'SIGTERM',
  })
  const inboxUrl = `http://127.0.0.1:${inboxPort}`
  try {
    await waitUntilReady('smtp', catcher, 15_000, () => answersHttp(`${inboxUrl}/messages?after=0`))
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `smtp://127.0.0.1:${port}`, port, inboxPort, inboxUrl, pids, stop }
}
