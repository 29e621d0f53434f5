import { setTimeout as sleep } from 'node:timers/promises'
import { aUser } from '../../server/test/people.ts'
import type { ProofRandom } from '../programs/random.ts'
import type { SoakCaller, SoakReply } from './caller.ts'

/** A person of the load. Ids are missing if the request was never acknowledged. */
export type SoakPerson = {
  number: number
  userId?: string
  accountId?: string
  /** Whether a statement was acknowledged. */
  hasStatement?: boolean
  /** Set before the request is sent, because its outcome may stay unknown. */
  isBeingErased?: boolean
  isErased?: boolean
}

type SettledPerson = { person: SoakPerson; at: number }

export type SoakLoad = ReturnType<typeof startSoakLoad>

type Options = {
  caller: SoakCaller
  /** People who register each second. */
  perSecond: number
  /** Time after which a person is erased, so that the number of people stays the same. */
  lifeMs: number
  statements: readonly Buffer<ArrayBuffer>[]
  random: ProofRandom
  /** Makes the recurring check of these accounts due. */
  makeDue(accountIds: string[]): Promise<unknown>
}

// A person takes seconds, mostly for the login, so this allows a few registrations each second.
const maxPeopleInProgress = 24
const accountShare = 0.5
const nameDigits = 6
const statementEvery = 15
const maxLoginRequests = 10
const requestsPerLogin = 2
const loginPauseMs = 3_000
const dueEveryMs = 5_000
const duePerRound = 3
const erasers = 8
const erasePollMs = 200
/** Living people, compared with the number at which registrations and erasures balance. */
const livingFactor = 1.5

/**
 * Starts the load: people register, log in at the simulated provider, upload statements, are read, have recurring
 * checks and are erased after a while.
 */
export function startSoakLoad(options: Options) {
  const { caller, perSecond, lifeMs, statements, random } = options
  const people: SoakPerson[] = []
  const counts = { statements: 0, logins: 0, lostLogins: 0, checksMadeDue: 0, erased: 0 }
  const wrong: string[] = []
  /** People who are not in progress and not yet erased, longest first. */
  const settled: SettledPerson[] = []
  let isStopped = false
  let inProgress = 0
  // On a busy machine, registrations wait for erasures, so that the number of people does not grow.
  const maxLiving = Math.ceil((perSecond * lifeMs * livingFactor) / 1_000)

  const expectStatus = (what: string, reply: SoakReply | undefined, ...expected: number[]) => {
    if (!reply || expected.includes(reply.status)) return reply
    wrong.push(`${what}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`)
    return undefined
  }

  async function register(person: SoakPerson) {
    const { number } = person
    // Names of one length have equally many search terms, whose rows may not grow.
    const body = aUser({ surname: `Number ${String(number).padStart(nameDigits, '0')}` })
    const user = expectStatus(
      'POST /users',
      await caller.call('POST', '/users', { body, key: `user-${number}` }),
      201,
    )
    if (!user) return
    const userId = String(user.body.user_id)
    const consent = { user_id: userId, user_agent: 'soak' }
    const authorisation = await caller.call('POST', '/authorisations', {
      body: consent,
      key: `authorisation-${number}`,
    })
    expectStatus('POST /authorisations', authorisation, 201)
    // From here on the person may be chosen for reads and for the erasure.
    person.userId = userId
    if (random.chance(accountShare)) await logIn(person, userId)
    if (number % statementEvery === 0) await uploadStatement(person, userId)
  }

  async function logIn(person: SoakPerson, userId: string) {
    const { number } = person
    const login = { payroll_provider: 'sandbox-payroll', user_name: `person.${number}`, password: 'pass' }
    for (let attempt = 1; attempt <= maxLoginRequests; attempt++) {
      const reply = await caller.call('POST', '/accounts', {
        body: { user_id: userId, ...login },
        // As the guide says, the same key waits for the same attempt; only then is it another attempt.
        key: `account-${number}-${Math.ceil(attempt / requestsPerLogin)}`,
      })
      if (reply?.code === 'login-lost') counts.lostLogins++
      // A login whose worker died occupies the account until its task has run again.
      if (reply?.code === 'login-lost' || reply?.code === 'login-busy') {
        await sleep(loginPauseMs)
        continue
      }
      const account = expectStatus('POST /accounts', reply, 201)
      if (!account) return
      counts.logins++
      person.accountId = String(account.body.account_id)
      return
    }
  }

  async function uploadStatement(person: SoakPerson, userId: string) {
    const { number } = person
    const file = statements[number % statements.length]
    const key = `statement-${number}`
    const token = await caller.call('POST', '/user-tokens', {
      body: { user_id: userId },
      key: `token-${number}`,
    })
    if (!expectStatus('POST /user-tokens', token, 201) || !file) return
    const headers = { authorization: `Bearer ${token?.body.token}` }
    const presign = await caller.call('PUT', '/documents/bank-statements/presign', {
      headers,
      body: { files: [{ file_name: 'statement.pdf', external_id: `mine-${number}` }] },
    })
    if (!expectStatus('PUT presign', presign, 200)) return
    const { presigned_url, path } = presign?.body.presigned_urls[0] ?? {}
    const put = await fetch(presigned_url, {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf', 'if-none-match': '*' },
      body: file,
    })
    if (!put.ok) return void wrong.push(`upload: ${put.status}`)
    const submitted = await caller.call('PUT', '/documents/bank-statements', {
      headers,
      key,
      body: { files: [{ path }] },
    })
    if (!expectStatus('PUT /documents/bank-statements', submitted, 200, 201)) return
    person.hasStatement = true
    counts.statements++
  }

  /** Reads an acknowledged person, who must be readable until the erasure is requested. */
  async function readSomebody() {
    const person = people[random.integer(Math.max(0, people.length - 200), people.length - 1)]
    const paths = ['/users?limit=10', '/events?limit=20', '/webhooks?limit=5']
    if (person?.userId && !person.isBeingErased) {
      const reply = await caller.call('GET', `/users/${person.userId}`)
      if (reply?.status === 404 && !person.isBeingErased) wrong.push(`read: ${person.number} was lost`)
      await caller.call('GET', `/accounts?user_id=${person.userId}`)
    }
    const path = paths[random.integer(0, paths.length - 1)] ?? ''
    expectStatus(`GET ${path}`, await caller.call('GET', path), 200)
  }

  async function live(person: SoakPerson) {
    inProgress++
    try {
      await register(person)
      await readSomebody()
    } catch (error) {
      wrong.push(`person ${person.number}: ${(error as Error).message}`)
    } finally {
      inProgress--
      settled.push({ person, at: performance.now() })
    }
  }

  async function registerPeople() {
    let nextAt = performance.now()
    while (!isStopped) {
      await sleep(Math.max(0, nextAt - performance.now()))
      // Time lost during a fault is not caught up.
      nextAt = Math.max(nextAt, performance.now() - 1_000) + 1_000 / perSecond
      if (inProgress >= maxPeopleInProgress || settled.length + inProgress >= maxLiving) continue
      const person: SoakPerson = { number: people.length + 1 }
      people.push(person)
      void live(person)
    }
    while (inProgress > 0) await sleep(50)
  }

  /** Erases people a while after their last request, so that no request of theirs meets the erasure. */
  async function erasePeople() {
    while (!isStopped) {
      const [longest] = settled
      if (!longest || performance.now() - longest.at < lifeMs) {
        await sleep(erasePollMs)
        continue
      }
      settled.shift()
      const { person } = longest
      if (person.userId) await erase(person, person.userId)
    }
  }

  async function erase(person: SoakPerson, userId: string) {
    person.isBeingErased = true
    const reply = await caller.call('DELETE', `/users/${userId}`)
    // 404: an earlier request succeeded without a reply.
    if (reply?.status === 404 || expectStatus('DELETE /users', reply, 200)) {
      person.isErased = true
      counts.erased++
    }
  }

  async function makeChecksDue() {
    while (!isStopped) {
      await sleep(dueEveryMs)
      const open = settled.flatMap(({ person }) => person.accountId ?? [])
      if (open.length === 0) continue
      const some = Array.from({ length: duePerRound }, () => open[random.integer(0, open.length - 1)] ?? '')
      // The database may be restarting.
      const isMade = await options.makeDue([...new Set(some)]).then(
        () => true,
        () => false,
      )
      if (isMade) counts.checksMadeDue += new Set(some).size
    }
  }

  const running = Promise.all([
    registerPeople(),
    makeChecksDue(),
    ...Array.from({ length: erasers }, erasePeople),
  ])
  running.catch(() => {})
  return {
    people,
    counts,
    /** Definite replies other than the expected one. */
    wrong,
    /** Whether as many people have been erased as live at once, so that their number stays the same from now on. */
    isSteady: () => counts.erased >= maxLiving,
    alive: () => people.filter(({ userId, isErased }) => userId && !isErased).length,
    async stop() {
      isStopped = true
      await running
    },
  }
}
