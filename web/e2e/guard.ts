import type { BrowserContext, ConsoleMessage, Frame, Page, Request, Response } from 'playwright-core'

export type Places = {
  /** Origin of the service, from which pages load everything. */
  url: string
  /** Origin of the object store, for uploads. */
  storeUrl: string
  /** Third-party origins to which a person is redirected; requests made by their pages are not checked. */
  elsewhere: string[]
}

/** The browser logs every error response; the page handles these. */
const understood =
  /^Failed to load resource: (the server responded with a status of (4\d\d|503) |net::ERR_INTERNET_DISCONNECTED)/

const tokenGivers = ['/journeys/sessions', '/members/signin', '/members/mfa/validate']

/**
 * Records forbidden events in a browser context: a request to another origin, a code or token in a URL after its
 * exchange, a console error, a CSP violation.
 */
export function guard(context: BrowserContext, { url, storeUrl, elsewhere }: Places) {
  const faults: string[] = []
  const refusals: string[] = []
  const secrets = new Set<string>()
  const exchanged = new WeakSet<Page>()

  const isAt = (address: string, origins: string[]) => origins.some((origin) => originOf(address) === origin)

  function watchRequest(request: Request) {
    const address = request.url()
    if (/^(data|blob|about):/.test(address)) return
    const isProviderNavigation = request.isNavigationRequest() && isAt(address, elsewhere)
    const isFromProvider = isAt(frameOf(request)?.url() ?? '', elsewhere)
    if (!isProviderNavigation && !isFromProvider && !isAt(address, [url, storeUrl]))
      faults.push(`a request to another origin: ${request.method()} ${address}`)
    if (isAt(address, [storeUrl]) && request.method() === 'GET')
      faults.push(`read from the store: ${address}`)
    watchAddress(address, frameOf(request)?.page())
    const referer = request.headers().referer
    if (referer && !isFromProvider && new URL(referer).pathname !== '/')
      faults.push(`${address} received a referrer: ${referer}`)
  }

  function watchAddress(address: string, page: Page | undefined) {
    if (!page || !exchanged.has(page)) return
    for (const secret of secrets)
      if (address.includes(secret)) faults.push(`a secret in an address: ${address}`)
  }

  async function watchReply(response: Response) {
    const request = response.request()
    if (request.method() === 'OPTIONS') return
    if (response.status() >= 400) refusals.push(await wordsOf(response))
    if (response.status() >= 500 && response.status() !== 503)
      faults.push(`${response.status()} ${response.url()}`)
    if (!tokenGivers.some((path) => response.url().startsWith(url + path)) || !response.ok()) return
    const page = frameOf(request)?.page()
    const { code } = (request.postDataJSON() ?? {}) as { code?: string }
    const body = await response.json().catch(() => undefined)
    for (const secret of [code, body?.token, body?.jwt]) if (secret) secrets.add(secret)
    if (page) exchanged.add(page)
  }

  function watchConsole(message: ConsoleMessage) {
    if (!['error', 'warning'].includes(message.type())) return
    const { url: at } = message.location()
    if (isAt(at, elsewhere) || understood.test(message.text())) return
    faults.push(`console: ${message.text()} (${at})`)
  }

  context.on('request', watchRequest)
  context.on('response', (response) => void watchReply(response))
  context.on('console', watchConsole)
  context.on('weberror', (error) =>
    faults.push(`page error: ${error.error().stack ?? error.error().message}`),
  )
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => watchAddress(frame.url(), page))
  })
  return {
    /** Returns the faults so far and clears them. */
    takeFaults: () => faults.splice(0),
    /** Allows a code in the next URL, because a link is being opened. */
    expectLink: (page: Page) => void exchanged.delete(page),
    /** Error responses of the API, for debugging a failed test. */
    refusals,
    /** Allows an origin from now on. */
    allow: (origin: string) => void elsewhere.push(origin),
  }
}

const wordsOf = async (response: Response) =>
  `${response.request().method()} ${response.url()}: ${response.status()} ${(await response.text().catch(() => '')).slice(0, 300)}`

function originOf(address: string) {
  try {
    return new URL(address).origin
  } catch {
    return ''
  }
}

/** Returns undefined for a navigation request, whose frame is not available yet. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}
