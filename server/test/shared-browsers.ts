import { startBrowserProcess } from '../src/connectors/web-portal/browser-process/own-process.ts'
import { type Browsers, openBrowsers } from '../src/connectors/web-portal/browsers.ts'

export const chromiumPath = '/usr/bin/chromium-headless-shell'

let shared: Browsers | undefined

/**
 * Returns one Chromium for all test files of a process; each visit has its own context. It is never closed here:
 * without visits it ends after a few seconds, and it exits with its parent process.
 */
export function sharedBrowsers(): Browsers {
  shared ??= openBrowsers({
    browserProcess: startBrowserProcess({ executablePath: chromiumPath }),
    maxVisits: 4,
    idleMs: 10_000,
  })
  return shared
}
