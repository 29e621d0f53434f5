/** MFA code that the sandbox accepts. */
const code = '246810'

/**
 * Signs in on the pages of the sandbox's tax authority in a separate browser, answers the second factor and consents.
 * Returns the redirect URL.
 */
export async function signInAtAuthority(
  authorizeUrl: string,
  {
    userName,
    password = 'pass',
    decision = 'allow',
  }: { userName: string; password?: string; decision?: string },
) {
  const first = await fetch(authorizeUrl)
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const [, flow = ''] = /name="flow" value="([^"]+)"/.exec(await first.text()) ?? []
  const send = (page: string, fields: Record<string, string>) =>
    fetch(authorizeUrl.replace(/\/authorize\?.*$/, `/${page}`), {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ flow, ...fields }),
      redirect: 'manual',
    })
  await send('sign-in', { user_name: userName, password })
  await send('second-factor', { answer: code })
  const back = (await send('consent', { decision })).headers.get('location')
  if (!back) throw new Error('the person was not sent back')
  return back
}
