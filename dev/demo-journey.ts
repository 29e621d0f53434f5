// Creates a sandbox person with a journey link, so that `npm run dev` and `payproof-sandbox` can show the hosted journey right away.

const userName = 'wilhelmina.oakapple'
const extId = 'journey-of-wilhelmina'

type User = { user_id: string }
type Service = {
  baseUrl: string
  sandboxUrl: string
  apiKey: string
  /** The CONTROL_KEY of the sandbox, if it has one. */
  controlKey?: string
}

/**
 * Allows the sandbox's demo lender to frame the journey, and returns a new journey link for a person whom the
 * sandbox's providers know.
 */
export async function prepareDemoJourney({
  baseUrl,
  sandboxUrl,
  apiKey,
  controlKey,
}: Service): Promise<string> {
  const call = async <Reply>(method: string, path: string, body?: object) => {
    const reply = await fetch(baseUrl + path, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}: ${await reply.text()}`)
    return reply.json() as Promise<Reply>
  }
  const { frame_origins = [] } = await call<{ frame_origins?: string[] }>('GET', '/configuration')
  if (!frame_origins.includes(sandboxUrl))
    await call('PATCH', '/configuration', { frame_origins: [sandboxUrl, ...frame_origins].slice(0, 20) })
  const { users } = await call<{ users: User[] }>('GET', `/users?ext_id=${extId}`)
  const { user_id } =
    users[0] ?? (await call<User>('POST', '/users', await describePerson(sandboxUrl, controlKey)))
  return (await call<{ webapp_link: string }>('POST', '/user-tokens', { user_id })).webapp_link
}

/** Returns the identity that the sandbox's providers have on record, so that a direct connection matches it. */
async function describePerson(sandboxUrl: string, controlKey: string | undefined) {
  const reply = await fetch(`${sandboxUrl}/controls/people/${userName}`, {
    ...(controlKey && { headers: { 'x-control-key': controlKey } }),
  })
  const { identity } = (await reply.json()) as {
    identity: {
      forename: string
      surname: string
      ni_number: string
      date_of_birth: string
      addresses: { post_code: string }[]
    }
  }
  const { forename, surname, ni_number, date_of_birth, addresses } = identity
  return {
    forename,
    surname,
    ni_number,
    date_of_birth,
    ext_id: extId,
    post_codes: [...new Set(addresses.map(({ post_code }) => post_code))],
    payroll_period_months: 12,
    taxauth_enabled: true,
  }
}
