import type { Random } from '../programs/random.ts'
import type { Client, Reply } from './clients.ts'
import type { Login, Provider } from './provider.ts'

export type Told = Map<string, number>

type Load = {
  clients: Client[]
  provider: Provider
  random: Random
  logins: number
  inFlight: number
  /** The operator's command, after the person has reset the login at the provider. */
  release(login: Login): Promise<unknown>
}

/** Right passwords seldom enough that a login often comes to its last try. */
const rightShare = 0.35

/** Everybody tries at once, right and wrong, in several writings of the same user name. Counts what they were told. */
export async function runLoad({ clients, provider, random, logins, inFlight, release }: Load) {
  const told: Told = new Map()
  const all = [...provider.logins.values()]
  const pick = <T>(list: readonly T[]) => list[random.whole(0, list.length - 1)] as T
  let begun = 0

  async function logIn() {
    const { call, users } = pick(clients)
    const login = pick(all)
    const name = random.happens(0.3) ? login.userName.toUpperCase() : login.userName
    const connected = await call('POST', '/accounts', {
      user_id: pick(users),
      payroll_provider: provider.entry.id,
      user_name: name,
      password: random.happens(rightShare) ? login.password : 'not the password',
    })
    count(connected, login)
    if (connected.status !== 201 || connected.body.status !== 'PENDING') return
    const answered = await call('PUT', `/accounts/${connected.body.account_id}/mfa`, {
      mfa: random.happens(0.5) ? login.code : '000000',
    })
    count(answered, login)
  }

  function count({ status, code, body }: Reply, login: Login) {
    const word = code ?? `${status} ${body.status}`
    told.set(word, (told.get(word) ?? 0) + 1)
    if (code !== 'attempts-spent' || login.resets >= mostResets) return
    provider.reset(login)
    waiting.push(release(login))
  }

  const waiting: Promise<unknown>[] = []
  const lanes = Array.from({ length: inFlight }, async () => {
    while (begun < logins) {
      begun++
      await logIn()
    }
  })
  await Promise.all(lanes)
  await Promise.all(waiting)
  return told
}

// Some people give up in the end, so that some logins stay spent.
const mostResets = 8
