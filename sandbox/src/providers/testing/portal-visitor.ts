/** Opens a minimal scraper: an HTTP client with a cookie jar that submits forms. */
export function openVisitor(url: string) {
  let cookie = ''
  let page = ''

  async function go(path: string, init: RequestInit = {}) {
    const headers = { ...(cookie && { cookie }), ...init.headers }
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie())
      cookie = /Max-Age=0/.test(line) ? '' : (line.split(';')[0] ?? '')
    const location = response.headers.get('location')
    if (response.status === 303 && location) return go(location)
    const bytes = Buffer.from(await response.arrayBuffer())
    page = bytes.toString()
    return {
      status: response.status,
      page,
      bytes,
      headers: response.headers,
      path: new URL(response.url).pathname,
    }
  }

  /** Submits a form with the CSRF token of the current page. */
  const submit = (path: string, fields: Record<string, string>) =>
    go(path, { method: 'POST', body: new URLSearchParams({ csrf_token: hiddenToken(), ...fields }) })
  const hiddenToken = () => /name="csrf_token" value="([^"]+)"/.exec(page)?.[1] ?? ''

  return {
    go,
    submit,
    hiddenToken,
    cookie: () => cookie,
    setCookie: (value: string) => {
      cookie = value
    },
    async signIn(userName: string, password: string) {
      await go('/portal/')
      return submit('/portal/sign-in', { user_name: userName, password })
    },
  }
}

export const errorCodeOf = (page: string) => /data-error-code="([^"]+)"/.exec(page)?.[1]
