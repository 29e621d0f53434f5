import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { guard } from './guard.ts'
import { callback } from './world.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-sync',
  '--disable-component-update',
  '--no-first-run',
]

export const viewports = {
  small: { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
  desk: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
} as const
export type Viewport = keyof typeof viewports

export type Browser = Awaited<ReturnType<typeof openBrowser>>
export type BrowserVisit = Awaited<ReturnType<Browser['visit']>>

type Addresses = { url: string; storeUrl: string; sandbox: { url: string } }

const launch = () =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args,
    // Chromium exits with the process that started it, so Playwright's signal handlers are not needed.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })

/** Starts Debian's Chromium in its own process; `close` ends it. */
export async function openBrowser(addresses: Addresses) {
  const browser = await launch()
  return { visit: visitsOf(browser, addresses).visit, close: () => browser.close() }
}

let launching: ReturnType<typeof launch> | undefined

/**
 * Returns the Chromium that all test files of a process share; it ends with the process. `close` closes the contexts
 * opened here.
 */
export async function shareBrowser(addresses: Addresses): Promise<Browser> {
  launching ??= launch()
  const { visit, closeAll } = visitsOf(await launching, addresses)
  return { visit, close: closeAll }
}

/** Opens visits. A visit is an isolated browser context in which requests and errors are recorded. */
function visitsOf(browser: Awaited<ReturnType<typeof launch>>, { url, storeUrl, sandbox }: Addresses) {
  const contexts: BrowserContext[] = []

  async function visit(viewport: Viewport = 'phone', options: BrowserContextOptions = {}) {
    const context = await browser.newContext({
      viewport: viewports[viewport],
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...(viewport !== 'desk' && viewport !== 'wide' && { hasTouch: true, isMobile: true }),
      ...options,
    })
    contexts.push(context)
    context.setDefaultTimeout(60_000)
    await context.addInitScript(watchJumps)
    const elsewhere = [sandbox.url, new URL(callback).origin]
    const watch = guard(context, { url, storeUrl, elsewhere })
    await context.route(`${new URL(callback).origin}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<title>Acme</title><link rel="icon" href="data:,">',
      }),
    )
    return { context, watch, page: await context.newPage() }
  }

  return {
    visit,
    async closeAll() {
      await Promise.all(contexts.splice(0).map((context) => context.close()))
    },
  }
}

/** Evaluates an expression in an isolated world, so that the page's CSP neither blocks it nor is weakened. */
export async function ask<T>(page: Page, expression: string): Promise<T> {
  const session = await page.context().newCDPSession(page)
  try {
    const { frameTree } = await session.send('Page.getFrameTree')
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: 'asked',
    })
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as T
  } finally {
    await session.detach()
  }
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = { id: string; help: string; nodes: { html: string; failureSummary: string }[] }

/** Lists axe violations of WCAG 2.2 AA and best practices as text; `only` and `without` select rules. */
export async function findViolations(page: Page, only?: string[], without: string[] = []): Promise<string[]> {
  const options = {
    ...(only && { runOnly: { type: 'rule', values: only } }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  }
  const run = `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`
  const list = `${run}.then(({ violations }) => violations.map(({ id, help, nodes }) => ({ id, help,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) })))`
  // axe is half a megabyte, so it is injected only once per loaded page.
  const isThere = await ask<boolean>(page, `typeof axe !== 'undefined'`)
  const violations = await ask<Violation[]>(page, isThere ? list : `${await axeSource}\n;${list}`)
  return violations.map(({ id, help, nodes }) => {
    const [first] = nodes
    return `axe ${id}: ${help} (${nodes.length} ×): ${first?.html.slice(0, 200)} ${first?.failureSummary}`
  })
}

/** A page follows a new width within a frame or two, or within seconds on a busy machine. */
const maxSettleMs = 10_000

/** Lists elements that overflow the page to the right, except those that scroll in an element of their own. */
export async function findOverflow(page: Page): Promise<string[]> {
  const deadline = performance.now() + maxSettleMs
  for (;;) {
    const found = await listOverflowing(page)
    if (found.length === 0 || performance.now() > deadline) return found
    await page.waitForTimeout(100)
  }
}

function listOverflowing(page: Page): Promise<string[]> {
  return ask(
    page,
    `(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const scrolls = (one) => one && one !== document.body && (getComputedStyle(one).overflowX !== 'visible' || scrolls(one.parentElement))
      const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1 && !scrolls(one.parentElement))
      return ['wider than the screen by ' + (scrollWidth - clientWidth) + ': ' + wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 120)).join(' | ')]
    })()`,
  )
}

// Records layout shifts without user input, as measured by the browser.
const watchJumps = `globalThis.jumps = []
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) jumps.push([one.value, one.sources?.[0]?.node?.outerHTML?.slice(0, 120)])
  }).observe({ type: 'layout-shift', buffered: true })`

const maxLayoutShift = 0.1

/** Describes the layout shifts since the page was loaded, if their cumulative score is too high. */
export async function findJumps(page: Page): Promise<string[]> {
  const jumps = (await page.evaluate('globalThis.jumps ?? []')) as [number, string][]
  const sum = jumps.reduce((total, [value]) => total + value, 0)
  return sum > maxLayoutShift ? [`jumped by ${sum.toFixed(3)}: ${jumps[0]?.[1]}`] : []
}
