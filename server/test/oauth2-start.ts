type Reply = { status: number; text: string; headers: Record<string, unknown> }
type Get = (path: string, headers: Record<string, string>) => Promise<Reply>

/** The address behind the button of the page that names the client and the person. */
export function continueHref(page: string) {
  const [, href] = /href="([^"]+)"/.exec(page) ?? []
  if (!href) throw new Error('The page has no button to continue')
  return href.replaceAll('&amp;', '&')
}

/**
 * Opens the start link of an OAuth2 login and presses the button of the confirmation page, if there is one.
 */
export async function leaveForProvider(get: Get, link: string): Promise<Reply> {
  const reply = await get(link, {})
  if (reply.status !== 200) return reply
  const confirmation = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  return get(continueHref(reply.text), { cookie: confirmation })
}
