import type { BrowserConfig } from '../config.ts'
import { requireNoSecrets } from '../connectors/web-portal/browser-process/environment.ts'
import { openBrowserHost } from '../connectors/web-portal/browser-process/host.ts'
import type { Log } from '../platform/telemetry/log.ts'

/** Opens the browser process: Chromium for workers that connect to its Unix socket. Refuses to run with secrets. */
export async function openBrowserRole({ settings, environment }: BrowserConfig, log: Log) {
  requireNoSecrets(environment)
  const { BROWSER_SOCKET: socketPath, CHROMIUM: executablePath, BROWSER_SANDBOX: sandbox } = settings
  const host = await openBrowserHost({ socketPath, executablePath, sandbox, log })
  log.info({ role: 'browser', socketPath, sandbox }, 'listening')
  return host
}
