// Somebody of the sandbox who is ready to share their income: for whoever wants to see the journey right away.

const userName = 'wilhelmina.oakapple'
const extId = 'journey-of-wilhelmina'

type Known = { user_id: string }
type Addresses = { baseUrl: string; sandboxUrl: string; apiKey: string }

/** Lets the sandbox's lender show the journey in a frame, and gives a fresh link for a person whom its providers know. */
export async function prepareTraveller({ baseUrl, sandboxUrl, apiKey }: Addresses): Promise<string> {
  const ask = async <Reply>(method: string, path: string, body?: object) => {
    const reply = await fetch(baseUrl + path, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json() as Promise<Reply>
  }
  const { frame_origins = [] } = await ask<{ frame_origins?: string[] }>('GET', '/configuration')
  if (!frame_origins.includes(sandboxUrl))
    await ask('PATCH', '/configuration', { frame_origins: [sandboxUrl, ...frame_origins].slice(0, 20) })
  const { users } = await ask<{ users: Known[] }>('GET', `/users?ext_id=${extId}`)
  const { user_id } = users[0] ?? (await ask<Known>('POST', '/users', await describe(sandboxUrl)))
  return (await ask<{ webapp_link: string }>('POST', '/user-tokens', { user_id })).webapp_link
}

/** As the sandbox's providers know them, so that a direct connection finds them too. */
async function describe(sandboxUrl: string) {
  const reply = await fetch(`${sandboxUrl}/controls/people/${userName}`)
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
