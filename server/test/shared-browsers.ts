import { type Browsers, openBrowsers } from '../src/connectors/web-portal/browsers.ts'

const chromiumPath = '/usr/bin/chromium-headless-shell'

let shared: Browsers | undefined

/**
 * One Chromium for all test files of a process; each visit has a context of its own. It is never closed here: without a visit it
 * ends after a few seconds, and Chromium exits with the process that started it.
 */
export function sharedBrowsers(): Browsers {
  shared ??= openBrowsers({ executablePath: chromiumPath, most: 4, idleMs: 10_000 })
  return shared
}
