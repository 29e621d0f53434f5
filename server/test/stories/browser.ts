import { continueHref } from '../oauth2-start.ts'

/** Opens a minimal browser for logins: cookies, redirects and forms. */
export function openBrowser() {
  const jar = new Map<string, Map<string, string>>()

  async function send(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookies = [...(jar.get(url.host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookies && { cookie: cookies }) },
      signal: AbortSignal.timeout(60_000),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const own = jar.get(url.host) ?? new Map<string, string>()
      jar.set(
        url.host,
        value === '' ? new Map([...own].filter(([key]) => key !== name)) : own.set(name, value),
      )
    }
    return reply
  }

  /** Opens a URL and follows redirects on loopback. A redirect to another address is returned, not followed. */
  async function visit(address: string | URL, init?: RequestInit) {
    let url = new URL(address)
    let reply = await send(url, init)
    for (let hops = 0; hops < 10; hops++) {
      const location = reply.headers.get('location')
      if (reply.status < 300 || reply.status > 399 || !location) break
      url = new URL(location, url)
      if (url.hostname !== '127.0.0.1') return { url, status: reply.status, text: '' }
      reply = await send(url)
    }
    return { url, status: reply.status, text: await reply.text() }
  }

  type Page = Awaited<ReturnType<typeof visit>>

  /** Submits the page's only form, with its hidden fields and the given values. */
  function submit(page: Page, fields: Record<string, string>): Promise<Page> {
    const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(page.text) ?? []
    const hidden = page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
    const body = new URLSearchParams([
      ...[...hidden].map(([, name = '', value = '']) => [name, value]),
      ...Object.entries(fields),
    ])
    return visit(new URL(action, page.url), { method: 'POST', body })
  }

  return { visit, submit }
}

/** Logs in at an OAuth2 provider of the sandbox and consents. Returns the redirect URL. */
export async function signInByForms(
  address: string,
  { user_name, password, code }: { user_name: string; password: string; code: string },
): Promise<URL> {
  const browser = openBrowser()
  let page = await browser.visit(address)
  if (page.url.pathname === '/oauth2/start')
    page = await browser.visit(new URL(continueHref(page.text), page.url))
  page = await browser.submit(page, { user_name, password })
  if (page.text.includes('name="answer"')) page = await browser.submit(page, { answer: code })
  page = await browser.submit(page, { decision: 'allow' })
  return page.url
}
