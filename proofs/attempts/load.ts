import type { ProofRandom } from '../programs/random.ts'
import type { ApiClient, ClientReply } from './clients.ts'
import type { LockingProvider, ProviderLogin } from './provider.ts'

/** How often each error code or status was returned. */
export type LoginOutcomes = Map<string, number>

type Load = {
  clients: ApiClient[]
  provider: LockingProvider
  random: ProofRandom
  logins: number
  inFlight: number
  /** Runs the operator's command for a login that the person has reset at the provider. */
  release(login: ProviderLogin): Promise<unknown>
}

/** Share of correct passwords, low enough that logins often reach their last attempt. */
const correctPasswordShare = 0.35

/**
 * Logs in concurrently with correct and wrong passwords, in several spellings of the same user name. Counts the
 * outcomes.
 */
export async function runLoad({ clients, provider, random, logins, inFlight, release }: Load) {
  const outcomes: LoginOutcomes = new Map()
  const all = [...provider.logins.values()]
  const pick = <T>(list: readonly T[]) => list[random.integer(0, list.length - 1)] as T
  let started = 0

  async function logIn() {
    const { call, users } = pick(clients)
    const login = pick(all)
    const name = random.chance(0.3) ? login.userName.toUpperCase() : login.userName
    const connected = await call('POST', '/accounts', {
      user_id: pick(users),
      payroll_provider: provider.entry.id,
      user_name: name,
      password: random.chance(correctPasswordShare) ? login.password : 'not the password',
    })
    count(connected, login)
    if (connected.status !== 201 || connected.body.status !== 'PENDING') return
    const answered = await call('PUT', `/accounts/${connected.body.account_id}/mfa`, {
      mfa: random.chance(0.5) ? login.code : '000000',
    })
    count(answered, login)
  }

  function count({ status, code, body }: ClientReply, login: ProviderLogin) {
    const outcome = code ?? `${status} ${body.status}`
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    // Until the release has committed, requests in flight are also refused; they must not use up more resets.
    if (code !== 'attempts-spent' || login.resets >= maxResets || releasing.has(login)) return
    provider.reset(login)
    releasing.add(login)
    releases.push(release(login).finally(() => releasing.delete(login)))
  }

  const releases: Promise<unknown>[] = []
  const releasing = new Set<ProviderLogin>()
  const lanes = Array.from({ length: inFlight }, async () => {
    while (started < logins) {
      started++
      await logIn()
    }
  })
  await Promise.all(lanes)
  await Promise.all(releases)
  return outcomes
}

// Maximum number of resets, so that some logins remain without attempts.
const maxResets = 8
