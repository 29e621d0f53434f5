import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'

/** One process of Chromium, with its children. */
export type Chromium = {
  browser: Browser
  pid: number
  /** Settles when the process has ended, for whatever reason. */
  gone: Promise<void>
  /** Aborted when it is gone. For visits: what waits for a promise is kept as long as that, with all it knows. */
  lost: AbortSignal
  isGone(): boolean
  /** Visits that are inside now, and all that ever were. */
  open: number
  visits: number
  end(): Promise<void>
  kill(): Promise<void>
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--dns-prefetch-disable',
  '--no-pings',
  // Calls from page to page would go around the gate.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-dev-shm-usage',
  // The tabs of a visit share one process; visits do not.
  '--process-per-site',
]
const endingMs = 5_000

/**
 * Playwright talks to it by a pipe: should this process die without a word, the pipe ends and Chromium with it. It is
 * the leader of a process group, so that it can be killed with all its children.
 */
export async function startChromium(executablePath: string): Promise<Chromium> {
  const browser = await chromium.launch({
    executablePath,
    args,
    // Whoever runs us decides what a signal means.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 60_000,
  })
  let isGone = false
  const losing = new AbortController()
  const gone = new Promise<void>((resolve) => {
    browser.once('disconnected', () => {
      isGone = true
      losing.abort()
      resolve()
    })
  })
  const pid = await pidOf(browser).catch(async (failure) => {
    await browser.close()
    throw failure
  })

  async function kill() {
    signalGroup(pid)
    await Promise.race([gone, delay(endingMs, undefined, { ref: false })])
  }

  return {
    browser,
    pid,
    gone,
    lost: losing.signal,
    isGone: () => isGone,
    open: 0,
    visits: 0,
    async end() {
      const isEnded = await Promise.race([
        browser.close().then(
          () => true,
          () => isGone,
        ),
        delay(endingMs, false, { ref: false }),
      ])
      if (!isEnded) await kill()
    },
    kill,
  }
}

async function pidOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const { id } = processInfo.find(({ type }) => type === 'browser') ?? {}
  if (id === undefined) throw new Error('Chromium does not say which process it is')
  return id
}

function signalGroup(pid: number) {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // It is gone already, or it leads no group.
    }
  }
}
