import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'

/** One Chromium process with its child processes. */
export type Chromium = {
  browser: Browser
  pid: number
  /** Settles when the process has ended for any reason. */
  gone: Promise<void>
  /**
   * Aborted when the process has ended. This is a signal instead of a promise, because a promise would keep its
   * waiters in memory.
   */
  lost: AbortSignal
  isGone(): boolean
  /** Number of current visits (`open`) and of all visits so far (`visits`). */
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
  // WebRTC would bypass the proxy.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-dev-shm-usage',
  // The tabs of one visit share a renderer process. Different visits do not.
  '--process-per-site',
]
const endingMs = 5_000

/**
 * Starts Chromium. Playwright uses a pipe: if this process dies, the pipe closes and Chromium exits. Chromium leads a
 * process group, so that it can be killed together with its child processes.
 */
export async function startChromium(executablePath: string): Promise<Chromium> {
  const browser = await chromium.launch({
    executablePath,
    args,
    // The embedding process handles signals.
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
      // The process has already ended, or does not lead a group.
    }
  }
}
